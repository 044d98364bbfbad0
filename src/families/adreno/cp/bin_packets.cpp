// SPDX-License-Identifier: MIT
#include "families/adreno/cp/bin_packets.h"

#include <algorithm>
#include <utility>

#include "families/adreno/vsc/bin_grid.h"

namespace cyclorama::adreno {

void BinPackets::setMarker(const FetchedPacket& packet) {
    if (const std::optional<PassMask> pass = passOf(packet.word(0))) pass_ = *pass;
}

void BinPackets::overrideVisibility(const FetchedPacket& packet) { visibility_.setOverride(packet.bit(0, 0)); }

std::vector<uint32_t> BinPackets::streamWords(uint64_t address, uint32_t bytes) {
    std::vector<uint32_t> words(bytes / sizeof(uint32_t));
    if (!words.empty() && !memory_.load(address, words)) words.clear();
    return words;
}

void BinPackets::setBin(uint32_t flags, const BinData& data) {
    const StreamPlace draws = drawStreams(registers_);
    const StreamPlace primitives = primitiveStreams(registers_);
    uint32_t drawBytes = 0;
    if (!memory_.load(data.drawSize, {&drawBytes, 1})) return;
    // The pipe's number, for the size of its other stream.
    const uint64_t pipe = primitives.pitch == 0 ? 0 : (data.primitives - primitives.address) / primitives.pitch;
    const uint32_t primitiveBytes =
        pipe < kVscPipes ? registers_.read("VSC_PRIM_STRM_SIZE[].REG"_reg.word(static_cast<uint32_t>(pipe))) : 0;
    constexpr uint32_t kMostBins = 32;
    // Read one after the other: compilers evaluate arguments of a call in orders of their own.
    std::vector<uint32_t> drawWords = streamWords(data.draws, std::min(drawBytes, draws.limit));
    std::vector<uint32_t> primitiveWords = streamWords(data.primitives, std::min(primitiveBytes, primitives.limit));
    visibility_.setBin(std::move(drawWords), std::move(primitiveWords), std::min(flags >> 16 & 0x3f, kMostBins),
                       flags >> 22 & 0x1f);
}

void BinPackets::setBinData(const FetchedPacket& packet) {
    setBin(packet.word(0), {.draws = packet.pair(1), .drawSize = packet.pair(3), .primitives = packet.pair(5)});
}

void BinPackets::setBinDataOffset(const FetchedPacket& packet) {
    setBin(packet.word(0), {.draws = drawStreams(registers_).address + packet.word(1),
                            .drawSize = registers_.read64("VSC_DRAW_STRM_SIZE_ADDRESS"_reg.word()) + packet.word(2),
                            .primitives = primitiveStreams(registers_).address + packet.word(3)});
}

void BinPackets::skipBuffers(const FetchedPacket&) {}

std::span<const PacketRow<BinPackets>> BinPackets::rows() {
    using Set = BinPackets;
    static constexpr PacketRow<Set> kRows[] = {
        {Opcode::SetMarker, 1, &Set::setMarker},
        {Opcode::SetVisibilityOverride, 1, &Set::overrideVisibility},
        {Opcode::SetBinData, 7, &Set::setBinData},
        {Opcode::SetBinDataOffset, 4, &Set::setBinDataOffset},
        {Opcode::SkipIb2EnableGlobal, 0, &Set::skipBuffers},
        {Opcode::SkipIb2EnableLocal, 0, &Set::skipBuffers},
    };
    return kRows;
}

}  // namespace cyclorama::adreno
