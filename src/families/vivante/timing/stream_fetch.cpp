// SPDX-License-Identifier: MIT
#include "families/vivante/timing/stream_fetch.h"

#include <algorithm>

namespace cyclorama::vivante {

namespace {

constexpr uint32_t kFetchedLine = mem::kTransactionBytes;

func::Address lineOf(func::Address address) { return address.alignedDown(kFetchedLine); }

}  // namespace

StreamFetch::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : bytes(registry, {"StreamBytes_CP", "bytes", "Bytes of the command stream that were decoded."}),
      waiting(registry,
              {"StreamWait_CP", "cycles", "Cycles in which a command's bytes were still to come or decode."}) {}

StreamFetch::StreamFetch(sim::StatisticsRegistry& registry, const Settings& settings, mem::MemoryPort& port)
    : settings_(settings),
      port_(port),
      statistics_(registry),
      lines_(std::max(settings.queueBytes / kFetchedLine, 2u)) {}

void StreamFetch::start(const gpu::FetchCost& cost) {
    toTake_ = cost.bytes;
    if (toTake_ == 0) return;
    if (lines_.empty() || cost.address != head_) restart(cost.address);
    end_ = cost.address + cost.bytes + cost.following;
}

void StreamFetch::restart(func::Address address) {
    // Answers to reads of before find no line with their number.
    lines_.clear();
    head_ = address;
}

bool StreamFetch::clock(sim::Cycle cycle, bool mayRequest) {
    bool moved = false;
    if (busCycles_ > 0) {
        moved = true;
        if (--busCycles_ == 0) {
            --outstanding_;
            for (uint32_t i = 0; i < lines_.size(); ++i)
                if (lines_[i].id == arriving_) lines_[i].arrived = true;
        }
    }
    if (!done()) ++statistics_.waiting;
    moved = take() || moved;
    return (mayRequest && request(cycle)) || moved;
}

bool StreamFetch::take() {
    if (done() || lines_.empty() || !lines_.front().arrived) return false;
    const uint32_t left = kFetchedLine - head_.misalignment(kFetchedLine);
    const uint32_t bytes = std::min({toTake_, settings_.bytesPerCycle, left});
    head_ += bytes;
    toTake_ -= bytes;
    statistics_.bytes.add(bytes);
    if (bytes == left) lines_.pop();
    return true;
}

bool StreamFetch::request(sim::Cycle cycle) {
    const func::Address next = lineOf(head_) + uint64_t{lines_.size()} * kFetchedLine;
    if (next >= end_ || lines_.full() || !port_.accepts.read(cycle).reads) return false;
    port_.send(cycle, {.address = next, .bytes = kFetchedLine, .id = nextId_});
    lines_.push({.id = nextId_++});
    ++outstanding_;
    return true;
}

void StreamFetch::receive(const mem::MemoryTransaction& transaction) {
    busCycles_ = port_.cyclesFor(transaction.bytes);
    arriving_ = transaction.id;
}

}  // namespace cyclorama::vivante
