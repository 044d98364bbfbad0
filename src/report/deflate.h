// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace cyclorama::report {

/// Makes zlib streams, one after the other.
class Deflater {
  public:
    Deflater();

    /// The bytes as a zlib stream, until the next call.
    std::span<const std::byte> deflated(std::span<const std::byte> bytes);

  private:
    struct Stream;
    struct End {
        void operator()(Stream* stream) const;
    };
    std::unique_ptr<Stream, End> stream_;
    std::vector<std::byte> out_;
};

}  // namespace cyclorama::report
