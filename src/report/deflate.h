// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

struct libdeflate_compressor;

namespace cyclorama::report {

/// Makes zlib streams, one after the other.
class Deflater {
  public:
    Deflater();

    /// The bytes as a zlib stream, until the next call.
    std::span<const std::byte> deflated(std::span<const std::byte> bytes);

  private:
    struct Free {
        void operator()(libdeflate_compressor* compressor) const;
    };
    std::unique_ptr<libdeflate_compressor, Free> compressor_;
    std::vector<std::byte> out_;
};

}  // namespace cyclorama::report
