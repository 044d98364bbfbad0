// SPDX-License-Identifier: MIT
#pragma once
// An observer of a run that forwards all events to another one.

#include <utility>

#include "machine/values/draw_observer.h"
#include "machine/values/run_observer.h"
#include "machine/values/timed_observer.h"

namespace cyclorama::machine {

/// Derive, and override what is of interest; an override calls the one here as well. Without another observer it
/// numbers the operations itself.
class PassingObserver : public RunObserver, public TimedObserver, public DrawObserver {
  public:
    /// `next` may be null, and must outlive the observer.
    explicit PassingObserver(RunObserver* next)
        : next_(next), timedNext_(dynamic_cast<TimedObserver*>(next)), drawNext_(dynamic_cast<DrawObserver*>(next)) {}

    void machine(const ObservedMachine& machine) override {
        if (next_ != nullptr) next_->machine(machine);
    }
    void command(const gpu::Command& command, const gpu::DrawState& state) override {
        if (next_ != nullptr) next_->command(command, state);
    }
    uint32_t start(const StartedOperation& operation) override {
        return next_ != nullptr ? next_->start(operation) : operations_++;
    }
    isa::IssueCounts* program(uint32_t operation, const ObservedProgram& program) override {
        return next_ != nullptr ? next_->program(operation, program) : nullptr;
    }
    gpu::PixelCounts* pixels(uint32_t operation, const ObservedSurface& surface) override {
        return next_ != nullptr ? next_->pixels(operation, surface) : nullptr;
    }
    gpu::WorkTrace* trace(uint32_t operation, const ObservedSurface& surface) override {
        return next_ != nullptr ? next_->trace(operation, surface) : nullptr;
    }
    void startFragments(uint32_t operation, uint64_t cycle) override {
        if (next_ != nullptr) next_->startFragments(operation, cycle);
    }
    void targets(const TargetsMoment& moment) override {
        if (next_ != nullptr) next_->targets(moment);
    }
    void end(uint32_t operation, std::optional<uint64_t> cycle) override {
        if (next_ != nullptr) next_->end(operation, cycle);
    }
    void sample(const RunSample& sample) override {
        if (next_ != nullptr) next_->sample(sample);
    }
    uint64_t nextSample() const override { return next_ != nullptr ? next_->nextSample() : ~uint64_t{0}; }
    void wait(const isa::IssueCounts& program, uint32_t instruction, InstructionWait reason, uint64_t cycles) override {
        if (timedNext_ != nullptr) timedNext_->wait(program, instruction, reason, cycles);
    }
    void traffic(std::span<const mem::Footprint::Block> blocks) override {
        if (timedNext_ != nullptr) timedNext_->traffic(blocks);
    }
    void banks(const mem::BankUses& uses) override {
        if (timedNext_ != nullptr) timedNext_->banks(uses);
    }
    void caches(std::string_view kind, std::span<const mem::CacheBlocks::Block> blocks) override {
        if (timedNext_ != nullptr) timedNext_->caches(kind, blocks);
    }
    bool watchesDraws() const override { return drawNext_ != nullptr && drawNext_->watchesDraws(); }
    void state(uint32_t operation, std::span<const StateRows> parts) override {
        if (drawNext_ != nullptr) drawNext_->state(operation, parts);
    }
    bool wantsBefore(const ObservedTarget& target, const ImagePart& part) override {
        return drawNext_ != nullptr && drawNext_->wantsBefore(target, part);
    }
    void show(uint32_t operation, bool after, const ObservedTarget& target, ShownParts parts) override {
        if (drawNext_ != nullptr) drawNext_->show(operation, after, target, std::move(parts));
    }

  private:
    RunObserver* next_;
    TimedObserver* timedNext_;  // the same; null where it is none
    DrawObserver* drawNext_;    // alike
    uint32_t operations_ = 0;
};

}  // namespace cyclorama::machine
