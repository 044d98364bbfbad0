// SPDX-License-Identifier: MIT
#include "machine/timing/rop/quad_pieces.h"

#include <algorithm>
#include <bit>

#include "mem/transaction.h"

namespace cyclorama::machine::timing {

namespace {

constexpr uint32_t kWordBytes = 4;

func::Address blockOf(func::Address address) { return address.alignedDown(mem::kTransactionBytes); }

}  // namespace

void QuadPieces::addScattered(uint32_t target, const func::QuadShape& shape, uint32_t samples, uint32_t bytesPerSample,
                              func::Address surface, uint32_t offset) {
    const size_t first = pieces_.size();
    for (uint32_t sample = 0; sample < samples; ++sample) {
        const func::Address address = surface + offset + shape.offset[sample];
        size_t at = first;
        while (at < pieces_.size() && blockOf(pieces_[at].address) != blockOf(address)) ++at;
        const func::Address blockEnd = blockOf(address) + (mem::kTransactionBytes - 1);
        // The end of an unaligned sample, in the next block, is moved with this one.
        const func::Address last = blockEnd - address < bytesPerSample ? blockEnd : address + (bytesPerSample - 1);
        if (at == pieces_.size()) pieces_.push_back({.target = target, .address = address.alignedDown(kWordBytes)});
        QuadPiece& piece = pieces_[at];
        if (address < piece.address) {
            const func::Address start = address.alignedDown(kWordBytes);
            piece.bytes += static_cast<uint32_t>(piece.address - start);
            piece.address = start;
        }
        piece.bytes = std::max(piece.bytes, static_cast<uint32_t>(last + 1 - piece.address));
        piece.samples |= 1u << sample;
    }
}

uint64_t writtenBytes(const QuadPiece& piece, const func::QuadShape& shape, func::Address quad, uint32_t samples,
                      uint32_t sampleBytes) {
    uint64_t bytes = 0;
    for (uint32_t rest = piece.samples & samples; rest != 0; rest &= rest - 1) {
        const func::Address address = quad + shape.offset[static_cast<uint32_t>(std::countr_zero(rest))];
        bytes |= uint64_t{sampleBytes} << (address - piece.address);
    }
    return bytes;
}

}  // namespace cyclorama::machine::timing
