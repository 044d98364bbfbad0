// SPDX-License-Identifier: MIT
#include "families/adreno/cp/event_packets.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "families/adreno/cp/findings.h"

namespace cyclorama::adreno {
namespace {

/// The first of the events that start and stop counting, two for each group, and of those that flush a buffer of the
/// streamout.
constexpr uint32_t kFirstCounting = 11;
constexpr uint32_t kFirstFlush = 17;

uint32_t eventOf(const FetchedPacket& packet) { return packet.word(0) & 0xff; }

StatisticGroup groupOf(const FetchedPacket& packet) {
    return static_cast<StatisticGroup>((eventOf(packet) - kFirstCounting) / 2);
}

}  // namespace

PacketResult EventPackets::storeNumbers(uint64_t address, std::span<const uint64_t> numbers) {
    std::vector<uint32_t> words;
    for (const uint64_t number : numbers) {
        words.push_back(static_cast<uint32_t>(number));
        words.push_back(static_cast<uint32_t>(number >> 32));
    }
    return memory_.store(address, words);
}

PacketResult EventPackets::signalEnd(const FetchedPacket& packet) {
    constexpr size_t kWordsWithValue = 4;
    if (packet.words.size() < kWordsWithValue) return std::nullopt;
    const uint64_t address = packet.pair(1);
    if (packet.bit(0, 30)) {
        const uint64_t now = clock_.now();
        return storeNumbers(address, {&now, 1});
    }
    const uint32_t value = packet.word(3);
    return memory_.store(address, {&value, 1});
}

void EventPackets::startCounting(const FetchedPacket& packet) { counters_.start(groupOf(packet)); }

void EventPackets::stopCounting(const FetchedPacket& packet) { counters_.stop(groupOf(packet)); }

PacketResult EventPackets::writePrimitiveCounts(const FetchedPacket&) {
    std::vector<uint64_t> numbers;
    for (const QueryCounters::Stream& stream : counters_.streams)
        numbers.insert(numbers.end(), {stream.written, stream.generated});
    return storeNumbers(registers_.read64("VPC_SO_STREAM_COUNTS"_reg.word()), numbers);
}

PacketResult EventPackets::flushStreamout(const FetchedPacket& packet) {
    const uint32_t buffer = eventOf(packet) - kFirstFlush;
    const uint32_t words = registers_.read("VPC_SO[].BUFFER_OFFSET"_reg.word(buffer)) / sizeof(uint32_t);
    return memory_.store(registers_.read64("VPC_SO[].FLUSH_BASE"_reg.word(buffer)), {&words, 1});
}

PacketResult EventPackets::writeSampleCount(const FetchedPacket&) {
    if (!registers_.flag("RB_SAMPLE_COUNT_CONTROL/COPY"_field)) return std::nullopt;
    const uint64_t samples = counters_.samplesPassed;
    return storeNumbers(registers_.read64("RB_SAMPLE_COUNT_ADDR"_reg.word()), {&samples, 1});
}

PacketResult EventPackets::blitGmem(const FetchedPacket& packet) { return operations_.blitGmem(packet.place()); }

PacketResult EventPackets::clearLrz(const FetchedPacket& packet) { return operations_.clearLrz(packet.place()); }

void EventPackets::beginBinning(const FetchedPacket& packet) { operations_.beginBinning(packet.place()); }

PacketResult EventPackets::endBinning(const FetchedPacket& packet) {
    if (!binning_.active()) return std::nullopt;
    return operations_.endBinning(packet.place());
}

std::span<const EventPackets::EventRow> EventPackets::events() {
    using Set = EventPackets;
    static constexpr EventRow kRows[] = {
        {4, &Set::signalEnd},  // CACHE_FLUSH_TS
        {8, &Set::signalEnd},  // WT_DONE_TS
        {9, &Set::writePrimitiveCounts},
        {kFirstCounting, &Set::startCounting},  // primitives
        {12, &Set::stopCounting},
        {13, &Set::startCounting},  // fragments
        {14, &Set::stopCounting},
        {15, &Set::startCounting},  // compute
        {16, &Set::stopCounting},
        {kFirstFlush, &Set::flushStreamout},  // of buffer 0
        {18, &Set::flushStreamout},
        {19, &Set::flushStreamout},
        {20, &Set::flushStreamout},
        {21, &Set::writeSampleCount},  // ZPASS_DONE
        {22, &Set::signalEnd},         // RB_DONE_TS
        {24, &Set::signalEnd},         // PC_CCU_INVALIDATE_DEPTH
        {25, &Set::signalEnd},         // PC_CCU_INVALIDATE_COLOR
        {26, &Set::signalEnd},         // PC_CCU_RESOLVE_TS
        {28, &Set::signalEnd},         // PC_CCU_FLUSH_DEPTH_TS
        {29, &Set::signalEnd},         // PC_CCU_FLUSH_COLOR_TS
        {30, &Set::blitGmem},
        {37, &Set::clearLrz},
        {38, &Set::signalEnd},  // LRZ_FLUSH
        {44, &Set::beginBinning},
        {45, &Set::endBinning},
        {49, &Set::signalEnd},  // CACHE_INVALIDATE
        {63, &Set::signalEnd},  // LABEL
    };
    return kRows;
}

PacketResult EventPackets::writeEvent(const FetchedPacket& packet) {
    const uint32_t event = eventOf(packet);
    const std::span<const EventRow> rows = events();
    const auto row = std::ranges::find(rows, event, &EventRow::event);
    if (row != rows.end()) return executePacket(*this, row->run, packet);
    reporter_.report(findings::kEventNotExecuted, fmt::format("event {}", event));
    return std::nullopt;
}

std::span<const PacketRow<EventPackets>> EventPackets::rows() {
    static constexpr PacketRow<EventPackets> kRows[] = {
        {Opcode::EventWrite, 1, &EventPackets::writeEvent},
    };
    return kRows;
}

}  // namespace cyclorama::adreno
