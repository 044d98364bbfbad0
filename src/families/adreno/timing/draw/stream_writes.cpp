// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw/stream_writes.h"

#include <algorithm>

#include "families/adreno/registers/registers.h"

namespace cyclorama::adreno {
namespace {

/// Adds bytes of a pipe's stream, up to `bytes` of which `written` are written.
void addStream(const StreamPlace& place, uint32_t pipe, uint32_t bytes, bool last, uint32_t& written,
               LineAccesses& lines) {
    const uint64_t address = place.address + uint64_t{pipe} * place.pitch;
    uint64_t end = address + std::min(bytes, place.limit & ~3u);
    if (!last) end = end / kLineBytes * kLineBytes;
    if (end <= address + written) return;
    lines.access(address + written, end - address - written);
    written = static_cast<uint32_t>(end - address);
}

}  // namespace

StreamState StreamState::of(const RegisterValues& registers, const StreamSizes& sizes) {
    return {.draws = drawStreams(registers),
            .primitives = primitiveStreams(registers),
            .sizesAddress = registers.read64("VSC_DRAW_STRM_SIZE_ADDRESS"_reg.word()),
            .sizes = sizes};
}

void StreamWrites::add(const StreamState& state, bool last, LineAccesses& lines) {
    for (uint32_t i = 0; i < kVscPipes; ++i) {
        addStream(state.draws, i, state.sizes[i].draws, last, written_[i].draws, lines);
        addStream(state.primitives, i, state.sizes[i].primitives, last, written_[i].primitives, lines);
        if (last && state.sizes[i].draws != 0)
            lines.access(state.sizesAddress + i * sizeof(uint32_t), sizeof(uint32_t));
    }
}

void StreamWrites::addWhole(const StreamState& state, LineAccesses& lines) { add(state, false, lines); }

void StreamWrites::addLast(const StreamState& state, LineAccesses& lines) {
    add(state, true, lines);
    written_ = {};
}

}  // namespace cyclorama::adreno
