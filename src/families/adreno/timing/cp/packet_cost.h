// SPDX-License-Identifier: MIT
#pragma once
// Cycles that a packet keeps the command processor busy, and the work whose end it waits for.

#include <cstdint>

#include "families/adreno/cp/fetched_packet.h"
#include "families/adreno/timing/chip/settings.h"

namespace cyclorama::adreno {

struct PacketCost {
    uint32_t cycles = 0;
    uint32_t registers = 0;
    uint32_t groups = 0;  ///< of draw state
};
PacketCost costOf(const FetchedPacket& packet, const ProcessorSettings& settings);

/// The end of a packet beside its cycles.
enum class PacketWait : uint8_t {
    Nothing,
    Idle,    ///< all work before it is done
    Writes,  ///< the processor's writes are on their way
};
PacketWait waitOf(const FetchedPacket& packet);

/// An event's part in a cache, once the work before it is done.
enum class CacheEvent : uint8_t {
    None,
    Flush,  ///< of the unified cache
    Invalidate,
    FlushColor,  ///< of the caches of colours
    InvalidateColor,
    FlushDepth,
    InvalidateDepth
};
CacheEvent cacheEventOf(const FetchedPacket& packet);

/// True for events that write the always-on counter.
bool writesTimestamp(const FetchedPacket& packet);

/// True for CP_EVENT_WRITE: what it writes is written when the work before it is done.
inline bool isEvent(const FetchedPacket& packet) { return packet.header.is(Opcode::EventWrite); }

/// True for events that are executed when all work before them is done: those that start, stop or write counts of the
/// blocks after the command processor or ends of streamout, and the begin of a binning pass.
bool comesAfterAll(const FetchedPacket& packet);

/// True for packets that may read or write VPC_SO[].BUFFER_OFFSET, in which draws leave the ends of their streamout.
bool usesStreamoutOffsets(const FetchedPacket& packet);

/// True for packets at which the depths that draws have left are compared with what low resolution depth rejected
/// (checks/lrz_rejections.h): markers of passes, and moves.
bool comparesDepths(const FetchedPacket& packet);

}  // namespace cyclorama::adreno
