// SPDX-License-Identifier: MIT
#include "families/adreno/timing/lines/line_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "families/adreno/timing/lines/line_accesses.h"
#include "sim/divide_up.h"

namespace cyclorama::adreno {
namespace {

/// Writes of a bus that wait; an estimate.
constexpr uint32_t kWrites = 32;

}  // namespace

LineMemory::LineMemory(sim::Box& owner, uint32_t channels, uint32_t mostReads, uint32_t firstName)
    : channels_(channels), busOf_(channels) {
    for (uint32_t i = 0; i < channels; ++i) {
        channels_[i].port = std::make_unique<mem::MemoryPort>(owner, fmt::format("memory{}", firstName + i));
        channels_[i].reads = sim::BoundedQueue<Read>(mostReads);
        channels_[i].writes = sim::BoundedQueue<Write>(kWrites);
    }
}

void LineMemory::read(uint64_t address, uint32_t id) { channelOf(address).reads.push({.address = address, .id = id}); }

uint64_t LineMemory::write(uint64_t address, uint64_t bytes) {
    const uint32_t first = static_cast<uint32_t>(std::countr_zero(bytes)) / kSectorBytes * kSectorBytes;
    const uint32_t last = sim::roundUp(static_cast<uint32_t>(std::bit_width(bytes)), kSectorBytes);
    Channel& channel = channelOf(address);
    channel.writes.push({.address = address + first, .bytes = last - first});
    return ++channel.begun;
}

bool LineMemory::hasRoomForWrites() const {
    return std::ranges::none_of(channels_, [](const Channel& channel) { return channel.writes.full(); });
}

bool LineMemory::idle() const {
    return std::ranges::all_of(channels_, [](const Channel& channel) {
        return channel.reads.empty() && channel.writes.empty() && channel.outstanding == 0 && channel.writeCycles == 0;
    });
}

bool LineMemory::written() const {
    return std::ranges::all_of(
        channels_, [](const Channel& channel) { return channel.writes.empty() && channel.writeCycles == 0; });
}

bool LineMemory::receive(Channel& channel, sim::Cycle cycle, bool& moved) {
    for (const mem::MemoryTransaction& data : channel.port->data.take(cycle)) {
        channel.readCycles = channel.port->cyclesFor(data.bytes);
        channel.arriving = data.id;
    }
    if (channel.readCycles == 0) return false;
    moved = true;
    if (--channel.readCycles != 0) return false;
    --channel.outstanding;
    return true;
}

bool LineMemory::mayGo(bool& known, uint64_t address, sim::Cycle cycle) {
    if (!known) known = !translation_ || translation_->mayGo(address, cycle);
    return known;
}

void LineMemory::sendRead(Channel& channel, const Read& read, sim::Cycle cycle) {
    channel.port->send(cycle, {.address = read.address, .bytes = kLineBytes, .id = read.id});
    ++channel.outstanding;
}

bool LineMemory::sendWalk(Channel& channel, sim::Cycle cycle) {
    if (!translation_ || !translation_->walk() || &channelOf(*translation_->walk()) != &channel) return false;
    if (channel.writeCycles != 0 || !channel.port->accepts.read(cycle).reads) return false;
    sendRead(channel, {.address = *translation_->walk(), .id = kWalk}, cycle);
    translation_->sendWalk();
    return true;
}

bool LineMemory::send(Channel& channel, sim::Cycle cycle) {
    if (channel.writeCycles != 0) {
        if (--channel.writeCycles == 0) ++channel.written;
        return true;
    }
    if (sendWalk(channel, cycle)) return true;
    const mem::AcceptState& accepts = channel.port->accepts.read(cycle);
    const bool writesFirst = channel.writes.full() || channel.reads.empty();
    if (accepts.writes && !channel.writes.empty() && writesFirst &&
        mayGo(channel.writeMayGo, channel.writes.front().address, cycle)) {
        const Write write = channel.writes.pop();
        channel.writeMayGo = false;
        channel.port->send(cycle, {.address = write.address, .bytes = write.bytes, .access = mem::Access::Write});
        channel.writeCycles = channel.port->cyclesFor(write.bytes) - 1;
        if (channel.writeCycles == 0) ++channel.written;
        return true;
    }
    if (!accepts.reads || channel.reads.empty() || !mayGo(channel.readMayGo, channel.reads.front().address, cycle))
        return false;
    sendRead(channel, channel.reads.pop(), cycle);
    channel.readMayGo = false;
    return true;
}

const sim::Box* LineMemory::holdup() const {
    for (const Channel& channel : channels_)
        if (channel.outstanding != 0) return channel.port->holdup();
    return nullptr;
}

}  // namespace cyclorama::adreno
