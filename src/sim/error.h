// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

namespace cyclorama::sim {

/// Input that was refused: which file, which place in it and why. Thrown at the edges (readers, configuration) only;
/// the command line turns it into exit status 2.
class Error : public std::runtime_error {
  public:
    /// `file` is the file's name, or what stands for one (`--set`); `place` is a line or an offset as text, and may be
    /// empty if the reason concerns the whole file; `reason` is a sentence without a full stop.
    Error(std::string file, std::string place, std::string reason);

    const std::string& file() const { return file_; }
    const std::string& place() const { return place_; }
    const std::string& reason() const { return reason_; }

  private:
    std::string file_;
    std::string place_;
    std::string reason_;
};

}  // namespace cyclorama::sim
