// SPDX-License-Identifier: MIT
#include "families/adreno/timing/sp/shader_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "families/adreno/timing/sp/instruction_cache.h"
#include "sim/divide_up.h"
#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

/// Answers that may come in one cycle.
constexpr uint32_t kMostAnswers = 64;
constexpr uint32_t kTexelAnswers = 4;
/// Waves of fragments that come while all slots are taken, at most.
constexpr uint32_t kSpareSlots = 16;

}  // namespace

ShaderUnit::ShaderUnit(sim::Simulation& simulation, sim::DomainId domain, const ShaderUnitSettings& settings,
                       uint32_t number)
    : Box(simulation, domain, fmt::format("ShaderUnit{}", number)),
      launch(*this, {.name = "launch", .width = 1, .latency = 1}),
      ended(*this, "ended"),
      accesses(*this, "access", settings.accessQueue, 0),
      textures(*this, "texture", settings.accessQueue, settings.waves + kSpareSlots),
      instructions(*this, settings.instructionLines),
      answers(*this, {.name = "answers", .width = kMostAnswers, .latency = settings.answerLatency}),
      texels(*this, {.name = "texels", .width = kTexelAnswers, .latency = settings.texelLatency}),
      fetched(*this,
              {.name = "fetched", .width = InstructionCache::kMostLines, .latency = settings.instructionLatency}),
      settings_(settings),
      number_(number),
      statistics_(simulation.statistics()),
      slots_(settings.waves) {}

ShaderUnit::~ShaderUnit() = default;

void ShaderUnit::clock(sim::Cycle cycle) {
    receive(cycle);
    if (std::exchange(dropsWork_, false)) endDroppedWaves(cycle);
    accesses.send(cycle);
    textures.send(cycle);
    issuedLast_ = false;
    for (uint32_t partition = 0; partition < kPartitions; ++partition) issueOf(partition, cycle);
    instructions.send(cycle);
    sleepUntilNext(cycle);
}

void ShaderUnit::receive(sim::Cycle cycle) {
    for (const AccessAnswer& answer : answers.take(cycle)) takeAnswer(answer, cycle);
    for (const AccessAnswer& answer : texels.take(cycle)) takeAnswer(answer, cycle);
    for (const InstructionLine& line : fetched.take(cycle)) takeInstructions(line.line, cycle);
    for (const GroupLaunch& launched : launch.take(cycle)) startGroup(launched, cycle);
}

void ShaderUnit::takeInstructions(uint64_t line, sim::Cycle cycle) {
    instructions.arrive(line);
    for (size_t slot = 0; slot < slots_.size(); ++slot) {
        ShaderWave* const wave = slots_[slot].wave.get();
        if (wave == nullptr || wave->awaitedLine != line) continue;
        wave->awaitedLine = ShaderWave::kNoLine;
        if (cycle > wave->nextIssue) {
            statistics_.ofWaves.fetching.add(cycle - wave->nextIssue);
            wave->nextIssue = cycle;
        }
        refresh(slot, cycle);
    }
}

bool ShaderUnit::fetch(ShaderWave& wave) {
    const uint64_t line = wave.nextLine();
    if (line == wave.line) return true;
    const uint64_t last = wave.lastLine();
    if (!instructions.fetch(line, last)) {
        wave.awaitedLine = line;
        return false;
    }
    wave.line = line;
    if (line != last) instructions.fetchAhead(line + 1, last);
    return true;
}

void ShaderUnit::takeAnswer(const AccessAnswer& answer, sim::Cycle cycle) {
    MemoryAccess& taken = *answer.access;
    ShaderWave& wave = *taken.wave;
    const bool prefetched = taken.plan == nullptr;
    if (!answer.done) {
        (taken.isTexture() ? textures : accesses).accepted();
        if (!prefetched) wave.board.accept(cycle);
    } else if (prefetched) {
        endPrefetch(wave, cycle);
    } else {
        wave.board.complete(cycle);
    }
    if (answer.done && taken.isTexture()) {
        --texturesUnderWay_;
    } else if (answer.done) {
        statistics_.accesses.loadLatency.add(cycle - taken.issued);
        ++statistics_.accesses.loadSamples;
    }
    if (answer.done || !taken.hasResult()) {
        --wave.accesses;
        if (prefetched || taken.plan->blocksWave) wave.blocked = false;
        freeAccesses_.push_back(&taken);
    }
    refresh(wave.slot, cycle);
}

size_t ShaderUnit::freeSlot() {
    const auto found = std::ranges::find_if(slots_, [](const Slot& slot) { return slot.wave == nullptr; });
    // A workgroup that is larger than a unit has it to itself.
    if (found == slots_.end()) slots_.emplace_back();
    return static_cast<size_t>(std::ranges::find_if(slots_, [](const Slot& slot) { return slot.wave == nullptr; }) -
                               slots_.begin());
}

void ShaderUnit::account(sim::Cycle cycle) {
    const sim::Cycle passed = cycle - std::exchange(settledTo_, cycle);
    statistics_.account(passed, waves_);
}

void ShaderUnit::settleStatistics(sim::Cycle end) { account(end); }

void ShaderUnit::startGroup(const GroupLaunch& launched, sim::Cycle cycle) {
    account(cycle);
    WaveGroup& group = *launched.group;
    const StageBinding& binding = group.program().binding();
    const unsigned width = binding.shape.width;
    const uint32_t wavesPerPlace = PrivateMemory::kWaveFibers / width;
    const uint32_t unitsOfProcessor = number_ / settings_.processors;
    dropsWork_ = dropsWork_ || group.work().dropped();
    for (unsigned i = 0; i < group.waves; ++i) {
        const size_t slot = freeSlot();
        const auto index = static_cast<uint32_t>(slot) + unitsOfProcessor * settings_.waves;
        const WaveSlot place{.processor = number_ % settings_.processors,
                             .wave = index / wavesPerPlace % binding.resources.privateMemory.waves,
                             .firstFiber = index % wavesPerPlace * width};
        // A wave starts each cycle.
        slots_[slot].wave = std::make_unique<ShaderWave>(group, i, place, takeStepper(), cycle + i);
        slots_[slot].wave->slot = slot;
        if (group.prefetched != nullptr) prefetch(*slots_[slot].wave, cycle);
        statistics_.beginWave(binding.stage);
        ++waves_;
        refresh(slot, cycle);
    }
}

std::unique_ptr<ir3::WaveStepper> ShaderUnit::takeStepper() {
    if (freeSteppers_.empty()) return std::make_unique<ir3::WaveStepper>();
    std::unique_ptr<ir3::WaveStepper> stepper = std::move(freeSteppers_.back());
    freeSteppers_.pop_back();
    return stepper;
}

void ShaderUnit::prefetch(ShaderWave& wave, sim::Cycle cycle) {
    textures.push(&newAccess({.wave = &wave, .prefetched = wave.group().prefetched, .issued = cycle}), 1, cycle);
    ++texturesUnderWay_;
    ++wave.accesses;
    wave.blocked = true;
}

void ShaderUnit::endPrefetch(ShaderWave& wave, sim::Cycle cycle) {
    statistics_.ofWaves.longSync.add(cycle - wave.nextIssue);
    wave.nextIssue = cycle;
}

MemoryAccess& ShaderUnit::newAccess(const MemoryAccess& content) {
    if (freeAccesses_.empty()) freeAccesses_.push_back(accesses_.emplace_back(std::make_unique<MemoryAccess>()).get());
    MemoryAccess& access = *freeAccesses_.back();
    freeAccesses_.pop_back();
    access = content;
    return access;
}

void ShaderUnit::endDroppedWaves(sim::Cycle cycle) {
    for (size_t slot = 0; slot < slots_.size(); ++slot) {
        ShaderWave* const wave = slots_[slot].wave.get();
        if (wave == nullptr || wave->state == ShaderWave::State::Ending || !wave->group().work().dropped()) continue;
        wave->state = ShaderWave::State::Ending;
        refresh(slot, cycle);
    }
}

uint32_t ShaderUnit::arithmeticCycles(const InstructionPlan& plan, unsigned width) const {
    if (width != PrivateMemory::kWaveFibers)
        return settings_.wave64Cycles * (plan.wideInteger ? settings_.integerFactor : 1);
    if (plan.halfRate) return settings_.wave128HalfCycles;
    return settings_.wave128Cycles * (plan.wideInteger ? settings_.integerFactor : 1);
}

void ShaderUnit::refresh(size_t slot, sim::Cycle cycle) {
    Slot& place = slots_[slot];
    ShaderWave& wave = *place.wave;
    place.ready = sim::kNever;
    if (wave.plan() == nullptr) wave.state = ShaderWave::State::Ending;
    if (wave.state == ShaderWave::State::Ending) {
        if (wave.accesses == 0) end(slot, cycle);
        return;
    }
    if (wave.state == ShaderWave::State::AtBarrier || wave.blocked || !fetch(wave)) return;
    const InstructionPlan& plan = *wave.plan();
    place.bounds = wave.board.boundsOf(plan, arithmeticCycles(plan, wave.width()));
    if (plan.path == IssuePath::Barrier && wave.board.notAccepted() != 0) return;
    place.ready = std::max(wave.nextIssue, place.bounds.latest());
    place.path = plan.path;
}

sim::Cycle ShaderUnit::unitFree(IssuePath path, const Partition& partition) const {
    switch (path) {
        case IssuePath::Arithmetic:
            return partition.arithmeticFree;
        case IssuePath::Special:
            return partition.specialFree;
        case IssuePath::Local:
            return localFree_;
        case IssuePath::Access:
            return accesses.full() ? sim::kNever : 0;
        case IssuePath::Texture:
            return textures.full() ? sim::kNever : 0;
        default:
            return 0;
    }
}

sim::Cycle ShaderUnit::issueCycle(size_t slot) const {
    const Slot& place = slots_[slot];
    if (place.ready == sim::kNever) return sim::kNever;
    return std::max(place.ready, unitFree(place.path, partitions_[partitionOf(slot)]));
}

size_t ShaderUnit::nextSlot(uint32_t partition, sim::Cycle cycle) const {
    const size_t last = partitions_[partition].lastSlot;
    if (last != kNoSlot && issueCycle(last) <= cycle) return last;
    size_t oldest = kNoSlot;
    for (size_t slot = 0; slot < slots_.size(); ++slot) {
        if (slots_[slot].ready > cycle || partitionOf(slot) != partition || issueCycle(slot) > cycle) continue;
        if (oldest == kNoSlot || slots_[slot].wave->started < slots_[oldest].wave->started) oldest = slot;
    }
    return oldest;
}

void ShaderUnit::issueOf(uint32_t partition, sim::Cycle cycle) {
    const size_t slot = nextSlot(partition, cycle);
    if (slot == kNoSlot) return;
    partitions_[partition].lastSlot = slot;
    issue(slot, cycle);
}

void ShaderUnit::issue(size_t slot, sim::Cycle cycle) {
    Slot& place = slots_[slot];
    ShaderWave& wave = *place.wave;
    const InstructionPlan& plan = *wave.plan();
    statistics_.ofWaves.countWait(wave.nextIssue, place.bounds, cycle);
    statistics_.countInstruction(plan, wave.group().program().binding().stage);
    wave.board.issue(plan);
    wave.nextIssue = cycle + 1 + plan.delay;
    issuedLast_ = true;
    recordActivity(cycle);
    if (plan.path == IssuePath::Access || plan.path == IssuePath::Texture) {
        issueAccess(wave, plan, cycle);
    } else {
        issueToUnits(wave, plan, partitions_[partitionOf(slot)], cycle);
        if (wave.step()) return reachBarrier(wave, cycle);
    }
    statistics_.ofWaves.nop.add(wave.nextIssue - cycle - 1);
    refresh(slot, cycle);
}

void ShaderUnit::issueToUnits(ShaderWave& wave, const InstructionPlan& plan, Partition& partition, sim::Cycle cycle) {
    const uint32_t repetitions = plan.repetitions;
    const ShaderStage stage = wave.group().program().binding().stage;
    switch (plan.path) {
        case IssuePath::Arithmetic: {
            const uint32_t each = arithmeticCycles(plan, wave.width());
            partition.arithmeticFree = cycle + sim::Cycle{each} * repetitions;
            wave.nextIssue += sim::Cycle{each} * (repetitions - 1);
            wave.board.issueArithmetic(plan, cycle, each);
            statistics_.arithmeticWorking.add(uint64_t{each} * repetitions);
            statistics_.countWork(stage, cycle, partition.arithmeticFree);
            statistics_.lanes.add(uint64_t{wave.next().lanes.count()} * repetitions);
            break;
        }
        case IssuePath::Special: {
            const uint32_t lanes = settings_.specialLanes * (plan.halfRate ? settings_.halfSpecialFactor : 1);
            const uint32_t each = sim::divideUp(wave.width(), lanes);
            partition.specialFree = cycle + sim::Cycle{each} * repetitions;
            wave.nextIssue += repetitions - 1;
            wave.board.issueShort(plan, std::max(cycle + settings_.specialLatency, partition.specialFree + 1));
            statistics_.specialWorking.add(uint64_t{each} * repetitions);
            statistics_.countWork(stage, cycle, partition.specialFree);
            break;
        }
        case IssuePath::Local: {
            const uint32_t bytes = wave.next().lanes.count() * plan.localBytes;
            const uint32_t cycles = std::max(sim::divideUp(bytes, settings_.localBytes), 1u);
            localFree_ = cycle + cycles;
            statistics_.accesses.localWorking.add(cycles);
            wave.board.issueShort(plan, std::max(cycle + settings_.localLatency, localFree_ + 1));
            break;
        }
        case IssuePath::Other:
            wave.board.issueShort(plan, cycle + settings_.localLatency);
            break;
        case IssuePath::Quad:
            wave.board.issueLong(plan, cycle + settings_.textureLatency);
            break;
        default:
            wave.nextIssue += repetitions - 1;
            break;
    }
}

void ShaderUnit::issueAccess(ShaderWave& wave, const InstructionPlan& plan, sim::Cycle cycle) {
    MemoryAccess& issued =
        newAccess({.wave = &wave, .step = wave.next(), .address1 = wave.address1(), .plan = &plan, .issued = cycle});
    (issued.isTexture() ? textures : accesses).push(&issued, addressCycles(issued), cycle);
    if (issued.isTexture()) ++texturesUnderWay_;
    wave.board.issueAccess(plan);
    ++wave.accesses;
    wave.blocked = plan.blocksWave;
    wave.skip();
}

uint32_t ShaderUnit::addressCycles(const MemoryAccess& access) const {
    // The texture unit works them out.
    if (access.isTexture()) return 1;
    const uint32_t lanes = std::max(access.step.lanes.count(), 1u);
    if (access.plan->uniforms == 0) return sim::divideUp(lanes, settings_.accessLanes);
    return access.plan->uniforms * sim::divideUp(lanes, settings_.uniformLanes);
}

void ShaderUnit::reachBarrier(ShaderWave& wave, sim::Cycle cycle) {
    WaveGroup& group = wave.group();
    wave.state = ShaderWave::State::AtBarrier;
    slots_[wave.slot].ready = sim::kNever;
    ++group.atBarrier;
    if (group.atBarrier == group.waves) releaseBarrier(group, cycle);
}

void ShaderUnit::releaseBarrier(WaveGroup& group, sim::Cycle cycle) {
    group.atBarrier = 0;
    for (size_t slot = 0; slot < slots_.size(); ++slot) {
        ShaderWave* const wave = slots_[slot].wave.get();
        if (wave == nullptr || &wave->group() != &group || wave->state != ShaderWave::State::AtBarrier) continue;
        wave->state = ShaderWave::State::Running;
        statistics_.ofWaves.waiting.add(cycle + settings_.barrierCycles - wave->nextIssue);
        wave->nextIssue = cycle + settings_.barrierCycles;
        refresh(slot, cycle);
    }
}

void ShaderUnit::end(size_t slot, sim::Cycle cycle) {
    account(cycle);
    ShaderWave& wave = *slots_[slot].wave;
    if (cycle > wave.nextIssue) statistics_.ofWaves.ending.add(cycle - wave.nextIssue);
    WaveGroup& group = wave.group();
    statistics_.endWave(group.program().binding().stage, wave.started, cycle);
    freeSteppers_.push_back(wave.end());
    slots_[slot] = {};
    size_t& last = partitions_[partitionOf(slot)].lastSlot;
    if (last == slot) last = kNoSlot;
    --waves_;
    if (--group.waves != 0) {
        if (group.atBarrier == group.waves) releaseBarrier(group, cycle);
        return;
    }
    ended.write(cycle, GroupEnd{.group = &group});
    if (waves_ == 0) slots_.resize(settings_.waves);
}

void ShaderUnit::sleepUntilNext(sim::Cycle cycle) {
    sim::Cycle next = sim::kNever;
    for (size_t slot = 0; slot < slots_.size(); ++slot) next = std::min(next, issueCycle(slot));
    next = std::min({next, accesses.nextSend(), textures.nextSend()});
    if (instructions.sends()) return;
    if (next > cycle + 1) sleepUntil(next);
}

bool ShaderUnit::waitsForMemory() const {
    return std::ranges::any_of(slots_,
                               [](const Slot& slot) { return slot.wave != nullptr && slot.wave->accesses != 0; });
}

bool ShaderUnit::waitsForInstructions() const {
    const auto waits = [](const Slot& slot) {
        return slot.wave != nullptr && slot.wave->awaitedLine != ShaderWave::kNoLine;
    };
    return std::ranges::any_of(slots_, waits) && !waitsForMemory();
}

void ShaderUnit::reportStalls(uint64_t cycles, machine::RunObserver& observer) const {
    using machine::InstructionWait;
    for (const Slot& slot : slots_) {
        if (slot.wave == nullptr || slot.wave->plan() == nullptr) continue;
        const isa::IssueCounts* const counts = slot.wave->group().program().binding().issues;
        if (counts == nullptr) continue;
        InstructionWait reason = InstructionWait::Turn;
        if (slot.ready == sim::kNever)
            reason = slot.wave->accesses != 0 ? InstructionWait::Texture : InstructionWait::Results;
        else if (slot.bounds.latest() > slot.wave->nextIssue)
            reason = InstructionWait::Results;
        observer.wait(*counts, static_cast<uint32_t>(slot.wave->next().instruction), reason, cycles);
    }
}

std::string ShaderUnit::describeWait() const {
    if (waves_ == 0) return {};
    if (waitsForMemory()) return fmt::format("waits for memory ({} waves)", waves_);
    return fmt::format("has {} waves that wait", waves_);
}

void ShaderUnit::describeState(std::vector<std::string>& lines) const {
    lines.push_back(fmt::format("{} waves", waves_));
    for (size_t slot = 0; slot < slots_.size(); ++slot) {
        const ShaderWave* const wave = slots_[slot].wave.get();
        if (wave == nullptr) continue;
        constexpr std::array<std::string_view, 3> kStates{"runs", "is at a barrier", "ends"};
        lines.push_back(fmt::format("slot {}: {}, {}, instruction {}, {} accesses under way", slot,
                                    wave->group().describe(), kStates[static_cast<size_t>(wave->state)],
                                    wave->next().instruction, wave->accesses));
    }
}

sim::Backlog ShaderUnit::backlog() const {
    if (waves_ == 0) return sim::Backlog::None;
    return std::ranges::all_of(slots_, [](const Slot& slot) { return slot.wave != nullptr; }) ? sim::Backlog::Full
                                                                                              : sim::Backlog::Some;
}

void ShaderUnit::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "waves", .unit = "waves", .used = waves_, .capacity = settings_.waves});
    queues.push_back(
        {.name = "accesses", .unit = "instructions", .used = accesses.size(), .capacity = accesses.capacity()});
    queues.push_back(
        {.name = "textures", .unit = "instructions", .used = textures.size(), .capacity = textures.capacity()});
}

}  // namespace cyclorama::adreno
