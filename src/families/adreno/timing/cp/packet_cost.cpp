// SPDX-License-Identifier: MIT
#include "families/adreno/timing/cp/packet_cost.h"

#include "families/adreno/checks/cache_events.h"
#include "families/adreno/registers/registers.h"
#include "sim/divide_up.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kGroupWords = 3;
constexpr uint32_t kEventBits = 0xff;
// Events that count (Mesa: adreno_pm4.xml, vgt_event_type).
constexpr uint32_t kWritePrimitiveCounts = 9;
constexpr uint32_t kFirstCounting = 11;
constexpr uint32_t kLastStreamoutFlush = 20;  // FLUSH_SO_0 is 17, after the last one that counts
constexpr uint32_t kStreamoutBuffers = 4;
constexpr uint32_t kSamplesPassed = 21;  // ZPASS_DONE
constexpr uint32_t kBeginBinning = 44;   // UNK_2C
constexpr uint32_t kMoveBin = 30;        // BLIT

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

bool comesAfterAll(const FetchedPacket& packet) {
    if (!isEvent(packet) || packet.words.empty()) return false;
    const uint32_t event = packet.word(0) & kEventBits;
    return event == kWritePrimitiveCounts || event == kSamplesPassed || event == kBeginBinning ||
           (event >= kFirstCounting && event <= kLastStreamoutFlush);
}

bool usesStreamoutOffsets(const FetchedPacket& packet) {
    const PacketHeader& header = packet.header;
    if (header.kind == PacketHeader::Kind::RegisterWrite) {
        for (uint32_t buffer = 0; buffer < kStreamoutBuffers; ++buffer) {
            const uint32_t offset = "VPC_SO[].BUFFER_OFFSET"_reg.word(buffer);
            if (offset >= header.number && offset - header.number < header.count) return true;
        }
        return false;
    }
    for (const Opcode opcode :
         {Opcode::RegisterReadModifyWrite, Opcode::RegisterToMemory, Opcode::MemoryToRegister,
          Opcode::RegisterToScratch, Opcode::ScratchToRegister, Opcode::ContextRegisterBunch, Opcode::RegisterWrite})
        if (header.is(opcode)) return true;
    return false;
}

bool comparesDepths(const FetchedPacket& packet) {
    if (packet.header.is(Opcode::SetMarker) || packet.header.is(Opcode::Blit)) return true;
    return isEvent(packet) && !packet.words.empty() && (packet.word(0) & kEventBits) == kMoveBin;
}

bool writesTimestamp(const FetchedPacket& packet) {
    constexpr size_t kWordsWithAddress = 4;
    constexpr uint32_t kTimestamp = 30;
    return isEvent(packet) && packet.words.size() >= kWordsWithAddress && packet.bit(0, kTimestamp);
}

CacheEvent cacheEventOf(const FetchedPacket& packet) {
    if (!isEvent(packet) || packet.words.empty()) return CacheEvent::None;
    switch (packet.word(0) & kEventBits) {
        case cache_events::kUcheFlush:
            return CacheEvent::Flush;
        case cache_events::kUcheInvalidate:
            return CacheEvent::Invalidate;
        case cache_events::kColorFlush:
            return CacheEvent::FlushColor;
        case cache_events::kColorInvalidate:
            return CacheEvent::InvalidateColor;
        case cache_events::kDepthFlush:
            return CacheEvent::FlushDepth;
        case cache_events::kDepthInvalidate:
            return CacheEvent::InvalidateDepth;
        default:
            return CacheEvent::None;
    }
}

}  // namespace cyclorama::adreno
