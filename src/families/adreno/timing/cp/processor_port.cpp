// SPDX-License-Identifier: MIT
#include "families/adreno/timing/cp/processor_port.h"

#include <algorithm>
#include <optional>

#include "families/adreno/timing/lines/line_accesses.h"

namespace cyclorama::adreno {
namespace {

/// Lines of a packet's data that may be on their way; an estimate.
constexpr size_t kMostData = 16;

uint64_t lineStart(uint64_t address) { return address / kLineBytes * kLineBytes; }
uint64_t sectorStart(uint64_t address) { return address / kSectorBytes * kSectorBytes; }

}  // namespace

ProcessorPort::ProcessorPort(sim::Box& owner, const std::array<uint32_t, kStreamQueues>& queueBytes)
    : memory(owner, "memory"),
      queues_{StreamLineQueue(queueBytes[0]), StreamLineQueue(queueBytes[1]), StreamLineQueue(queueBytes[2])} {}

void ProcessorPort::fetch(const FetchedPacket& packet) {
    current_ = packet.queue;
    current().begin(packet.address, (1 + packet.words.size()) * sizeof(uint32_t), packet.following);
}

void ProcessorPort::read(std::span<const ProcessorRead> reads) {
    for (const ProcessorRead& each : reads)
        for (uint64_t line = lineStart(each.address); line < each.address + each.bytes; line += kLineBytes)
            if (data_.empty() || data_.back() != line) data_.push_back(line);
}

void ProcessorPort::write(uint64_t address, uint64_t bytes) {
    writeAddress_ = sectorStart(address);
    writeLeft_ = bytes == 0 ? 0 : sectorStart(address + bytes + kSectorBytes - 1) - writeAddress_;
}

void ProcessorPort::look(uint64_t address) {
    looks_ = true;
    lookAddress_ = sectorStart(address);
}

bool ProcessorPort::clock(sim::Cycle cycle) {
    bool moved = false;
    receive(cycle, moved);
    moved = current().take() || moved;
    if (writeCycles_ > 0) {
        --writeCycles_;
        return true;
    }
    return send(cycle) || moved;
}

void ProcessorPort::receive(sim::Cycle cycle, bool& moved) {
    if (const auto data = memory.data.read(cycle)) {
        readCycles_ = memory.cyclesFor(data->bytes);
        arriving_ = data->id;
    }
    if (readCycles_ == 0) return;
    moved = true;
    if (--readCycles_ != 0) return;
    for (StreamLineQueue& queue : queues_) queue.arrive(arriving_);
    std::erase(dataIds_, arriving_);
}

bool ProcessorPort::send(sim::Cycle cycle) {
    const mem::AcceptState& accepts = memory.accepts.read(cycle);
    if (writeLeft_ != 0 && accepts.writes) {
        const uint64_t bytes = std::min(writeLeft_, kLineBytes - writeAddress_ % kLineBytes);
        memory.send(cycle,
                    {.address = writeAddress_, .bytes = static_cast<uint32_t>(bytes), .access = mem::Access::Write});
        writeAddress_ += bytes;
        writeLeft_ -= bytes;
        writeCycles_ = memory.cyclesFor(static_cast<uint32_t>(bytes)) - 1;
        return true;
    }
    if (!accepts.reads) return false;
    if (looks_) {
        looks_ = false;
        memory.send(cycle, {.address = lookAddress_, .bytes = kSectorBytes, .id = nextId_++});
        return true;
    }
    if (current().taken() && !data_.empty() && dataIds_.size() < kMostData) {
        memory.send(cycle, {.address = data_.front(), .bytes = kLineBytes, .id = nextId_});
        data_.pop_front();
        dataIds_.push_back(nextId_++);
        return true;
    }
    return ask(current(), cycle) ||
           std::ranges::any_of(queues_, [this, cycle](StreamLineQueue& queue) { return ask(queue, cycle); });
}

bool ProcessorPort::ask(StreamLineQueue& queue, sim::Cycle cycle) {
    const std::optional<uint64_t> line = queue.next();
    if (!line) return false;
    memory.send(cycle, {.address = *line, .bytes = kLineBytes, .id = nextId_});
    queue.ask(nextId_++);
    return true;
}

}  // namespace cyclorama::adreno
