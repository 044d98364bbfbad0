// SPDX-License-Identifier: MIT
#include "families/vivante/timing/resolve_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sim/simulation.h"

namespace cyclorama::vivante {

using machine::timing::UnitStatus;

ResolveUnit::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : operations(registry, {"Operations_RS", "operations", "Resolves, fills and copies."}),
      blocks(registry, {"Blocks_RS", "blocks", "Blocks of up to 16x4 samples."}),
      readBytes(registry, {"ReadBytes_RS", "bytes", "Bytes read from memory."}),
      writtenBytes(registry, {"WrittenBytes_RS", "bytes", "Bytes written to memory."}),
      busy(registry, {"BusyCycles_RS", "cycles", "Cycles in which an operation was under way."}) {}

std::string describe(const ResolveCommand& command) {
    if (command.plan == nullptr) return "end";
    return fmt::format("{} blocks, {} reads, {} writes", command.plan->blocks.size(), command.plan->reads.size(),
                       command.plan->writes.size());
}

ResolveUnit::ResolveUnit(sim::Simulation& simulation, sim::DomainId domain, const Settings& settings)
    : Box(simulation, domain, "ResolveUnit"),
      command(*this, {.name = "command", .width = 1, .latency = 1}),
      status(*this, "status"),
      memory(*this, "memory"),
      settings_(settings),
      statistics_(simulation.statistics()),
      blocks_(settings.blocks) {}

template <typename Use>
void ResolveUnit::forEachCount(Use use) {
    if (waitCycles_ > 0) return use(waitCycles_);
    if (readCycles_ > 0) use(readCycles_);
    if (writeCycles_ > 0) use(writeCycles_);
    if (converting_ == requesting_) return;
    Block& converted = blocks_[converting_];
    if (converted.toCome == 0 && converted.cycles > 0) use(converted.cycles);
}

void ResolveUnit::clock(sim::Cycle cycle) {
    if (const auto data = memory.data.read(cycle)) {
        readCycles_ = memory.cyclesFor(data->bytes);
        arriving_ = data->id;
    }
    takeCommand(cycle);
    Movement moved = Movement::None;
    if (status_ == UnitStatus::Drawing) {
        ++statistics_.busy;
        moved = work(cycle);
        if (finished_ == plan_->blocks.size() && writeCycles_ == 0) status_ = UnitStatus::End;
    }
    status.write(cycle, status_);
    if (status_ != UnitStatus::Drawing || moved == Movement::None) {
        sleep();
    } else if (moved == Movement::Counting) {
        uint32_t least = std::numeric_limits<uint32_t>::max();
        forEachCount([&least](uint32_t count) { least = std::min(least, count); });
        sleepUntil(cycle + least);
    }
}

void ResolveUnit::accountSleep(sim::Cycle, uint64_t cycles) {
    if (status_ != UnitStatus::Drawing) return;
    statistics_.busy.add(cycles);
    forEachCount([cycles](uint32_t& count) { count -= static_cast<uint32_t>(cycles); });
}

void ResolveUnit::takeCommand(sim::Cycle cycle) {
    const auto taken = command.read(cycle);
    if (!taken) return;
    plan_ = taken->plan;
    if (plan_ == nullptr) {
        status_ = UnitStatus::Ready;
        return;
    }
    status_ = UnitStatus::Drawing;
    waitCycles_ = settings_.startLatency;
    finished_ = started_ = reads_ = writes_ = 0;
    requesting_ = converting_ = 0;
    ++statistics_.operations;
}

ResolveUnit::Movement ResolveUnit::work(sim::Cycle cycle) {
    if (waitCycles_ > 0) return --waitCycles_ > 0 ? Movement::Counting : Movement::Acting;
    const Movement received = receive();
    const Movement written = write(cycle);
    const Movement converted = convert();
    const Movement requested = written == Movement::None ? request(cycle) : Movement::None;
    return std::max({received, written, converted, requested, startBlock()});
}

ResolveUnit::Movement ResolveUnit::receive() {
    if (readCycles_ == 0) return Movement::None;
    if (--readCycles_ > 0) return Movement::Counting;
    --blocks_[static_cast<uint32_t>(arriving_ - static_cast<uint32_t>(finished_))].toCome;
    return Movement::Acting;
}

ResolveUnit::Movement ResolveUnit::write(sim::Cycle cycle) {
    if (writeCycles_ > 0) return --writeCycles_ > 0 ? Movement::Counting : Movement::Acting;
    if (converting_ == 0) return Movement::None;
    Block& block = blocks_.front();
    if (block.toWrite > 0) {
        if (!memory.accepts.read(cycle).writes) return Movement::None;
        const ResolvePlan::Access& access = plan_->writes[writes_++];
        memory.send(cycle, {.address = access.address, .bytes = access.bytes, .access = mem::Access::Write});
        writeCycles_ = memory.cyclesFor(access.bytes) - 1;
        statistics_.writtenBytes.add(access.bytes);
        --block.toWrite;
    }
    if (block.toWrite == 0) {
        blocks_.pop();
        ++finished_;
        --converting_;
        --requesting_;
        ++statistics_.blocks;
    }
    return Movement::Acting;
}

ResolveUnit::Movement ResolveUnit::convert() {
    if (converting_ == requesting_) return Movement::None;
    Block& block = blocks_[converting_];
    if (block.toCome > 0) return Movement::None;
    if (block.cycles > 0) --block.cycles;
    if (block.cycles > 0) return Movement::Counting;
    ++converting_;
    return Movement::Acting;
}

ResolveUnit::Movement ResolveUnit::request(sim::Cycle cycle) {
    if (requesting_ == blocks_.size()) return Movement::None;
    Block& block = blocks_[requesting_];
    if (block.toRead > 0) {
        if (!memory.accepts.read(cycle).reads) return Movement::None;
        const ResolvePlan::Access& access = plan_->reads[reads_++];
        memory.send(
            cycle,
            {.address = access.address, .bytes = access.bytes, .id = static_cast<uint32_t>(finished_ + requesting_)});
        statistics_.readBytes.add(access.bytes);
        --block.toRead;
    }
    if (block.toRead == 0) ++requesting_;
    return Movement::Acting;
}

ResolveUnit::Movement ResolveUnit::startBlock() {
    if (blocks_.full() || started_ == plan_->blocks.size()) return Movement::None;
    const ResolvePlan::Block& block = plan_->blocks[started_++];
    blocks_.push({.toRead = block.reads,
                  .toCome = block.reads,
                  .toWrite = block.writes,
                  .cycles = (block.samples + settings_.samplesPerCycle - 1) / settings_.samplesPerCycle});
    return Movement::Acting;
}

std::string ResolveUnit::describeWait() const {
    if (status_ != UnitStatus::Drawing) return {};
    return fmt::format("has done {} of {} blocks, {} are under way", finished_, plan_->blocks.size(), blocks_.size());
}

sim::Backlog ResolveUnit::backlog() const {
    if (status_ != UnitStatus::Drawing) return sim::Backlog::None;
    return blocks_.full() ? sim::Backlog::Full : sim::Backlog::Some;
}

void ResolveUnit::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "blocks", .unit = "blocks", .used = blocks_.size(), .capacity = blocks_.capacity()});
}

const sim::Box* ResolveUnit::holdup() const {
    const bool busBusy = readCycles_ > 0 || writeCycles_ > 0;
    const bool waits = waitCycles_ == 0 && !busBusy && !blocks_.empty() && blocks_.front().toCome > 0;
    return waits ? memory.holdup() : nullptr;
}

}  // namespace cyclorama::vivante
