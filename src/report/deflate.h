// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace cyclorama::report {

/// Makes zlib streams, one after the other.
class Deflater {
  public:
    /// The bytes, fewer than 4 GiB, as a zlib stream, until the next call.
    std::span<const std::byte> deflated(std::span<const std::byte> bytes);

  private:
    std::vector<std::byte> out_;
    std::vector<std::byte> workspace_;
};

}  // namespace cyclorama::report
