// SPDX-License-Identifier: MIT
#pragma once
// Several observers of one run as one. What a machine adds to is given by the first observer that gives any.

#include <algorithm>
#include <cassert>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "machine/values/run_observer.h"

namespace cyclorama::machine {

/// Every event reaches all observers, in their order, whether they watch it or not. At most one of them watches
/// targets.
class RunObservers final : public RunObserver {
  public:
    /// Before the first event. Null is ignored. The observer must outlive this.
    void add(RunObserver* observer) {
        if (observer != nullptr) observers_.push_back(observer);
    }
    /// The observers as one: null without any, and the observer itself if there is only one.
    RunObserver* joined() {
        if (observers_.size() < 2) return observers_.empty() ? nullptr : observers_.front();
        return this;
    }

    void machine(const ObservedMachine& machine) override {
        for (RunObserver* each : observers_) each->machine(machine);
    }
    void command(const TakenCommand& command) override {
        for (RunObserver* each : observers_) each->command(command);
    }
    isa::IssueCounts* program(uint32_t operation, const ObservedProgram& program) override {
        return first([&](RunObserver& each) { return each.program(operation, program); });
    }
    gpu::PixelCounts* pixels(uint32_t operation, const ObservedSurface& surface) override {
        return first([&](RunObserver& each) { return each.pixels(operation, surface); });
    }
    gpu::WorkTrace* trace(uint32_t operation, const ObservedSurface& surface) override {
        return first([&](RunObserver& each) { return each.trace(operation, surface); });
    }
    void startFragments(uint32_t operation, uint64_t cycle) override {
        for (RunObserver* each : observers_) each->startFragments(operation, cycle);
    }
    void end(uint32_t operation, std::optional<uint64_t> cycle) override {
        for (RunObserver* each : observers_) each->end(operation, cycle);
    }
    void sample(const RunSample& sample) override {
        for (RunObserver* each : observers_) each->sample(sample);
    }
    uint64_t nextSample() const override {
        uint64_t next = RunObserver::nextSample();
        for (const RunObserver* each : observers_) next = std::min(next, each->nextSample());
        return next;
    }
    bool watchesState() const override { return any(&RunObserver::watchesState); }
    void state(uint32_t operation, std::span<const StateRows> parts) override {
        for (RunObserver* each : observers_) each->state(operation, parts);
    }
    bool watchesTargets() const override { return any(&RunObserver::watchesTargets); }
    std::vector<ImagePart> wantedParts(uint32_t operation, bool after, const ObservedTarget& target) override {
        assert(std::ranges::count_if(observers_, &RunObserver::watchesTargets) <= 1);
        for (RunObserver* each : observers_)
            if (each->watchesTargets()) return each->wantedParts(operation, after, target);
        return {};
    }
    bool wantsBefore(const ObservedTarget& target, const ImagePart& part) override {
        return std::ranges::any_of(observers_, [&](RunObserver* each) { return each->wantsBefore(target, part); });
    }
    void show(uint32_t operation, bool after, const ObservedTarget& target, const ShownParts& parts) override {
        for (RunObserver* each : observers_) each->show(operation, after, target, parts);
    }
    bool watchesUnits() const override { return any(&RunObserver::watchesUnits); }
    void wait(const isa::IssueCounts& program, uint32_t instruction, InstructionWait reason, uint64_t cycles) override {
        for (RunObserver* each : observers_) each->wait(program, instruction, reason, cycles);
    }
    void traffic(std::span<const mem::MemoryFootprint::Block> blocks) override {
        for (RunObserver* each : observers_) each->traffic(blocks);
    }
    void banks(const mem::BankUses& uses) override {
        for (RunObserver* each : observers_) each->banks(uses);
    }
    void caches(std::string_view kind, std::span<const mem::CacheBlocks::Block> blocks) override {
        for (RunObserver* each : observers_) each->caches(kind, blocks);
    }

  protected:
    void started(uint32_t /*operation*/, const StartedOperation& started) override {
        for (RunObserver* each : observers_) each->start(started);
    }

  private:
    bool any(bool (RunObserver::*wish)() const) const {
        return std::ranges::any_of(observers_, [&](const RunObserver* each) { return (each->*wish)(); });
    }
    /// The result of the first observer that is not null.
    template <typename Call>
    auto first(const Call& call) -> decltype(call(std::declval<RunObserver&>())) {
        for (RunObserver* each : observers_)
            if (auto* const given = call(*each)) return given;
        return nullptr;
    }

    std::vector<RunObserver*> observers_;
};

}  // namespace cyclorama::machine
