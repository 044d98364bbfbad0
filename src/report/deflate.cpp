// SPDX-License-Identifier: MIT
#include "report/deflate.h"

#include <isa-l/igzip_lib.h>

#include <algorithm>

#include "sim/error.h"

namespace cyclorama::report {

std::span<const std::byte> Deflater::deflated(std::span<const std::byte> bytes) {
    // Level 0 takes a fifth less time, and makes a third more.
    constexpr uint32_t kLevel = 1;
    // Beyond the content of what cannot be compressed.
    constexpr size_t kHeaders = 1024;
    constexpr size_t kContentOfHeader = 1024;
    out_.resize(std::max(out_.size(), bytes.size() + bytes.size() / kContentOfHeader + kHeaders));
    workspace_.resize(ISAL_DEF_LVL1_DEFAULT);
    isal_zstream stream;
    isal_deflate_stateless_init(&stream);
    stream.level = kLevel;
    stream.level_buf = reinterpret_cast<uint8_t*>(workspace_.data());
    stream.level_buf_size = static_cast<uint32_t>(workspace_.size());
    stream.gzip_flag = IGZIP_ZLIB;
    stream.end_of_stream = 1;
    stream.flush = NO_FLUSH;
    stream.next_in = reinterpret_cast<uint8_t*>(const_cast<std::byte*>(bytes.data()));
    stream.avail_in = static_cast<uint32_t>(bytes.size());
    stream.next_out = reinterpret_cast<uint8_t*>(out_.data());
    stream.avail_out = static_cast<uint32_t>(out_.size());
    if (isal_deflate_stateless(&stream) != COMP_OK) throw sim::Error("report", "", "cannot be compressed");
    return {out_.data(), stream.total_out};
}

}  // namespace cyclorama::report
