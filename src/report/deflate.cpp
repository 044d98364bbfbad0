// SPDX-License-Identifier: MIT
#include "report/deflate.h"

#include <zlib.h>

#include "sim/error.h"

namespace cyclorama::report {

struct Deflater::Stream {
    z_stream state{};
};

void Deflater::End::operator()(Stream* stream) const {
    deflateEnd(&stream->state);
    delete stream;
}

Deflater::Deflater() : stream_(new Stream) {
    // The fastest level: most of it is zeros.
    if (deflateInit(&stream_->state, Z_BEST_SPEED) != Z_OK) throw sim::Error("report", "", "cannot be compressed");
}

std::span<const std::byte> Deflater::deflated(std::span<const std::byte> bytes) {
    z_stream& state = stream_->state;
    deflateReset(&state);
    const uLong bound = deflateBound(&state, static_cast<uLong>(bytes.size()));
    if (out_.size() < bound) out_.resize(bound);
    state.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
    state.avail_in = static_cast<uInt>(bytes.size());
    state.next_out = reinterpret_cast<Bytef*>(out_.data());
    state.avail_out = static_cast<uInt>(out_.size());
    if (deflate(&state, Z_FINISH) != Z_STREAM_END) throw sim::Error("report", "", "cannot be compressed");
    return {out_.data(), state.total_out};
}

}  // namespace cyclorama::report
