// SPDX-License-Identifier: MIT
#include "families/adreno/timing/cp/processor_port.h"

#include <algorithm>

#include "families/adreno/timing/lines/line_accesses.h"

namespace cyclorama::adreno {
namespace {

/// Lines of a packet's data that may be on their way; an estimate.
constexpr size_t kMostData = 16;

uint64_t lineStart(uint64_t address) { return address / kLineBytes * kLineBytes; }
uint64_t sectorStart(uint64_t address) { return address / kSectorBytes * kSectorBytes; }

}  // namespace

ProcessorPort::ProcessorPort(sim::Box& owner, uint32_t queueBytes)
    : memory(owner, "memory"), lines_(std::max(queueBytes / kLineBytes, 2u)) {}

void ProcessorPort::fetch(uint64_t address, uint64_t bytes, uint64_t following) {
    if (lines_.empty() || address != head_) {
        // Answers to reads of before find no line with their number.
        lines_.clear();
        head_ = address;
    }
    left_ = bytes;
    end_ = address + bytes + following;
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
    moved = take() || moved;
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
    for (uint32_t i = 0; i < lines_.size(); ++i)
        if (lines_[i].id == arriving_) lines_[i].arrived = true;
    std::erase(dataIds_, arriving_);
}

bool ProcessorPort::take() {
    bool taken = false;
    while (left_ != 0 && !lines_.empty() && lines_.front().arrived) {
        const uint64_t rest = kLineBytes - head_ % kLineBytes;
        const uint64_t bytes = std::min(left_, rest);
        head_ += bytes;
        left_ -= bytes;
        if (bytes == rest) lines_.pop();
        taken = true;
    }
    return taken;
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
    if (left_ == 0 && !data_.empty() && dataIds_.size() < kMostData) {
        memory.send(cycle, {.address = data_.front(), .bytes = kLineBytes, .id = nextId_});
        data_.pop_front();
        dataIds_.push_back(nextId_++);
        return true;
    }
    const uint64_t next = lineStart(head_) + uint64_t{lines_.size()} * kLineBytes;
    if (next >= end_ || lines_.full()) return false;
    memory.send(cycle, {.address = next, .bytes = kLineBytes, .id = nextId_});
    lines_.push({.id = nextId_++});
    return true;
}

}  // namespace cyclorama::adreno
