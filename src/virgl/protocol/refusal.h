// SPDX-License-Identifier: MIT
#pragma once
// Reasons why a part of a stream is not executed.

#include <stdexcept>
#include <string>

namespace cyclorama::virgl {

/// The stream breaks the protocol: it, and nothing after it in the same submission, is executed.
class Malformed : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The command keeps to the protocol, and this host or its driver cannot do it: it alone is left out.
class Unsupported : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The command keeps to the protocol, and the GPU itself has nothing that it could be done with: it alone is left out.
class BeyondGpu : public Unsupported {
  public:
    using Unsupported::Unsupported;
};

}  // namespace cyclorama::virgl
