// SPDX-License-Identifier: MIT
#include "families/adreno/hlsq/group_runner.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "families/adreno/hlsq/compute_findings.h"

namespace cyclorama::adreno {
namespace {

/// The three numbers of a fiber within its workgroup.
Extent3 localNumbers(uint32_t linear, const Extent3& size) {
    return {linear % size[0], linear / size[0] % size[1], linear / size[0] / size[1]};
}

/// Executes one workgroup at a time. Each thread has one.
class GroupRunner {
  public:
    GroupRunner(const Grid& grid, const StageBinding& binding, const Chip& chip, unsigned worker);
    GroupRunner(const GroupRunner&) = delete;
    GroupRunner& operator=(const GroupRunner&) = delete;

    /// Gives how many instructions the waves executed.
    uint64_t run(const Extent3& group);

  private:
    void setLocalNumbers(ir3::Wave& wave, unsigned index) const;
    void setForAll(ir3::Wave& wave, unsigned number, uint32_t value) const;
    void setThree(ir3::Wave& wave, unsigned first, const Extent3& values) const;

    const Grid& grid_;
    /// With constants of its own.
    StageBinding binding_;
    std::vector<std::byte> local_;
    std::vector<StageUnits> units_;
    std::vector<ir3::Wave> fresh_;  ///< the waves of a workgroup as they start, but for the workgroup's number
    std::vector<ir3::Wave> waves_;
    std::vector<ir3::WaveContext> contexts_;
};

GroupRunner::GroupRunner(const Grid& grid, const StageBinding& binding, const Chip& chip, unsigned worker)
    : grid_(grid), binding_(binding), local_(grid.localBytes) {
    const unsigned width = binding_.shape.width;
    const auto fibers = static_cast<unsigned>(grid.fibers());
    const unsigned count = (fibers + width - 1) / width;
    const unsigned processor = worker % std::max(chip.shaderProcessors, 1u);
    units_.reserve(count);
    const auto views = std::make_shared<TextureViews>(binding_.resources);
    for (unsigned i = 0; i < count; ++i) {
        const unsigned first = i * width;
        const WaveSlot slot{.processor = processor,
                            .wave = first / PrivateMemory::kWaveFibers,
                            .firstFiber = first % PrivateMemory::kWaveFibers};
        units_.emplace_back(binding_.resources, slot, views);
        fresh_.push_back(binding_.makeWave(isa::WaveMask::first(std::min(width, fibers - first))));
        setLocalNumbers(fresh_.back(), i);
        setThree(fresh_.back(), grid.groupCount, grid.groups);
        setThree(fresh_.back(), grid.groupOffset, grid.offset);
        ir3::WaveContext context = binding_.context(units_.back());
        // STLW and LDLW, too: Mesa's computerator/examples/localmem.asm computes with them.
        context.local = context.stage = local_;
        context.waveId = i;
        context.processorId = processor;
        contexts_.push_back(context);
    }
    waves_ = fresh_;
}

void GroupRunner::setLocalNumbers(ir3::Wave& wave, unsigned index) const {
    isa::forLanes(wave.lanes, [&](unsigned lane) {
        const uint32_t linear = index * binding_.shape.width + lane;
        const Extent3 numbers = localNumbers(linear, grid_.localSize);
        for (unsigned c = 0; c < 3; ++c)
            if (grid_.localId < ir3::kSharedRegisters) wave.setRegister(grid_.localId + c, lane, numbers[c]);
        if (grid_.linearLocalId < ir3::kSharedRegisters) wave.setRegister(grid_.linearLocalId, lane, linear);
    });
}

void GroupRunner::setForAll(ir3::Wave& wave, unsigned number, uint32_t value) const {
    if (number >= ir3::kSharedRegisters + ir3::kSharedRegisterCount) return;
    if (number >= ir3::kSharedRegisters) {
        wave.sharedRegister(number) = value;
        return;
    }
    isa::forLanes(wave.lanes, [&](unsigned lane) { wave.setRegister(number, lane, value); });
}

void GroupRunner::setThree(ir3::Wave& wave, unsigned first, const Extent3& values) const {
    for (unsigned c = 0; c < values.size(); ++c) setForAll(wave, first + c, values[c]);
}

uint64_t GroupRunner::run(const Extent3& group) {
    // The memory of a workgroup is undefined at its start: zeros make it the same at each run.
    std::ranges::fill(local_, std::byte{});
    waves_ = fresh_;
    for (ir3::Wave& wave : waves_) setThree(wave, grid_.groupId, group);
    binding_.report(ir3::runGroup(binding_.program(), waves_, contexts_));
    uint64_t steps = 0;
    for (const ir3::Wave& wave : waves_) steps += wave.steps;
    return steps;
}

Extent3 groupNumbers(const Grid& grid, uint64_t linear) {
    return {static_cast<uint32_t>(linear % grid.groups[0]) + grid.offset[0],
            static_cast<uint32_t>(linear / grid.groups[0] % grid.groups[1]) + grid.offset[1],
            static_cast<uint32_t>(linear / grid.groups[0] / grid.groups[1]) + grid.offset[2]};
}

/// Threads that may share the workgroups: where fibers have private memory, one for each processor that has some.
unsigned threadsFor(const StageBinding& binding, const Chip& chip, const machine::WorkerPool& workers,
                    uint64_t groups) {
    uint64_t threads = workers.workers();
    if (binding.cached->hasAtomics) return 1;
    if (binding.cached->hasPrivateMemory) threads = std::min<uint64_t>(threads, chip.shaderProcessors);
    return static_cast<unsigned>(std::max<uint64_t>(std::min(threads, groups), 1));
}

}  // namespace

void runGroups(const Grid& grid, const StageBinding& binding, const Chip& chip, machine::WorkerPool& workers) {
    constexpr uint64_t kPiecesPerThread = 16;
    const uint64_t count = grid.count();
    const unsigned threads = threadsFor(binding, chip, workers, count);
    const uint64_t piece = std::max<uint64_t>(count / (threads * kPiecesPerThread), 1);
    std::atomic<uint64_t> next = 0;
    std::atomic<uint64_t> steps = 0;
    const auto work = [&](unsigned worker) {
        GroupRunner runner(grid, binding, chip, worker);
        for (;;) {
            const uint64_t first = next.fetch_add(piece, std::memory_order_relaxed);
            if (first >= count) return;
            for (uint64_t i = first; i < std::min(first + piece, count); ++i) {
                if (binding.hung()) return;
                const uint64_t made = runner.run(groupNumbers(grid, i));
                if (steps.fetch_add(made, std::memory_order_relaxed) > kMostDispatchSteps)
                    return binding.resources.reporter->hang(findings::kEndlessDispatch);
            }
        }
    };
    if (threads == 1) return work(0);
    workers.run([&](uint32_t worker) {
        if (worker < threads) work(worker);
    });
}

}  // namespace cyclorama::adreno
