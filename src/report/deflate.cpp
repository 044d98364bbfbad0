// SPDX-License-Identifier: MIT
#include "report/deflate.h"

#include <zlib.h>

#include "sim/error.h"

namespace cyclorama::report {

std::vector<std::byte> deflated(std::span<const std::byte> bytes) {
    std::vector<std::byte> stream(compressBound(static_cast<uLong>(bytes.size())));
    auto length = static_cast<uLongf>(stream.size());
    // The fastest level: most of it is zeros.
    if (compress2(reinterpret_cast<Bytef*>(stream.data()), &length, reinterpret_cast<const Bytef*>(bytes.data()),
                  static_cast<uLong>(bytes.size()), Z_BEST_SPEED) != Z_OK)
        throw sim::Error("report", "", "cannot be compressed");
    stream.resize(length);
    return stream;
}

}  // namespace cyclorama::report
