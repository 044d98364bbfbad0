// SPDX-License-Identifier: MIT
#include "families/adreno/hlsq/group_runner.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "families/adreno/hlsq/compute_findings.h"
#include "families/adreno/hlsq/workgroup_waves.h"

namespace cyclorama::adreno {
namespace {

/// Executes one workgroup at a time. Each thread has one.
class GroupRunner {
  public:
    GroupRunner(const Grid& grid, const StageBinding& binding, const Chip& chip, unsigned worker);
    GroupRunner(const GroupRunner&) = delete;
    GroupRunner& operator=(const GroupRunner&) = delete;

    /// Gives how many instructions the waves executed.
    uint64_t run(const Extent3& group);

  private:
    /// With constants of its own.
    StageBinding binding_;
    const WorkgroupWaves fresh_;
    std::vector<std::byte> local_;
    std::vector<StageUnits> units_;
    std::vector<ir3::Wave> waves_;
    std::vector<ir3::WaveContext> contexts_;
};

GroupRunner::GroupRunner(const Grid& grid, const StageBinding& binding, const Chip& chip, unsigned worker)
    : binding_(binding), fresh_(grid, binding_), local_(grid.localBytes) {
    const unsigned count = fresh_.count();
    const unsigned processor = worker % std::max(chip.shaderProcessors, 1u);
    units_.reserve(count);
    const auto views = std::make_shared<TextureViews>(binding_.resources);
    for (unsigned i = 0; i < count; ++i) {
        const unsigned first = i * binding_.shape.width;
        const WaveSlot slot{.processor = processor,
                            .wave = first / PrivateMemory::kWaveFibers,
                            .firstFiber = first % PrivateMemory::kWaveFibers};
        units_.emplace_back(binding_.resources, slot, views);
        waves_.push_back(fresh_.wave(i));
        ir3::WaveContext context = binding_.context(units_.back());
        // STLW and LDLW, too: Mesa's computerator/examples/localmem.asm computes with them.
        context.local = context.stage = local_;
        context.waveId = i;
        context.processorId = processor;
        contexts_.push_back(context);
    }
}

uint64_t GroupRunner::run(const Extent3& group) {
    // The memory of a workgroup is undefined at its start: zeros make it the same at each run.
    std::ranges::fill(local_, std::byte{});
    for (unsigned i = 0; i < fresh_.count(); ++i) {
        waves_[i] = fresh_.wave(i);
        fresh_.setGroup(waves_[i], group);
    }
    binding_.report(ir3::runGroup(binding_.program(), waves_, contexts_));
    uint64_t steps = 0;
    for (const ir3::Wave& wave : waves_) steps += wave.steps;
    return steps;
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
