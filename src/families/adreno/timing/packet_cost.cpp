// SPDX-License-Identifier: MIT
#include "families/adreno/timing/packet_cost.h"

#include "sim/divide_up.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kGroupWords = 3;
// Events (Mesa: adreno_pm4.xml, vgt_event_type).
constexpr uint32_t kEventBits = 0xff;
constexpr uint32_t kCacheFlush = 4;  // CACHE_FLUSH_TS
constexpr uint32_t kCacheInvalidate = 49;

bool startsWork(const PacketHeader& header) {
    for (const Opcode opcode : {Opcode::ExecuteCompute, Opcode::ExecuteComputeIndirect, Opcode::RunOpencl, Opcode::Blit,
                                Opcode::DrawIndexedOffset, Opcode::DrawIndexed, Opcode::DrawAuto, Opcode::DrawIndirect,
                                Opcode::DrawIndexedIndirect, Opcode::DrawIndirectMulti})
        if (header.is(opcode)) return true;
    return false;
}

}  // namespace

PacketCost costOf(const FetchedPacket& packet, const ProcessorSettings& settings) {
    const auto words = static_cast<uint32_t>(packet.words.size());
    PacketCost cost{.cycles = startsWork(packet.header) ? settings.workPacketCycles : settings.packetCycles};
    if (packet.header.kind == PacketHeader::Kind::RegisterWrite) {
        cost.registers = words;
        cost.cycles += sim::divideUp(words, settings.registersPerCycle);
    } else if (packet.header.is(Opcode::SetDrawState)) {
        cost.groups = words / kGroupWords;
        cost.cycles += cost.groups * settings.drawStateGroupCycles;
    } else {
        // Words of a packet pass as registers do.
        cost.cycles += sim::divideUp(words, settings.registersPerCycle);
    }
    return cost;
}

PacketWait waitOf(const FetchedPacket& packet) {
    const PacketHeader& header = packet.header;
    // The last two wait by themselves (Mesa: tu_cmd_buffer.cc).
    if (header.is(Opcode::WaitForIdle) || header.is(Opcode::RegisterReadModifyWrite) ||
        header.is(Opcode::RegisterToScratch))
        return PacketWait::Idle;
    return header.is(Opcode::WaitMemoryWrites) ? PacketWait::Writes : PacketWait::Nothing;
}

CacheEvent cacheEventOf(const FetchedPacket& packet) {
    if (!isEvent(packet) || packet.words.empty()) return CacheEvent::None;
    const uint32_t event = packet.word(0) & kEventBits;
    if (event == kCacheFlush) return CacheEvent::Flush;
    return event == kCacheInvalidate ? CacheEvent::Invalidate : CacheEvent::None;
}

}  // namespace cyclorama::adreno
