// SPDX-License-Identifier: MIT
#pragma once
// A unit of a shader processor (uSPTP): two partitions of 64 lanes that execute the waves of workgroups,
// vertices and fragments.
//
//   launch -> slots -> [a partition: an instruction of one of its waves a cycle] -> arithmetic, special functions
//                                                                               -> memory of the workgroups
//                                                                               -> access queue -> addresses -> UCHE
//                                                                               -> texture queue -> texture unit
//   a line of 16 instructions that the unit does not have at hand -> instruction cache
//
// Slots 4n and 4n + 1 belong to one partition, the next two to the other. A partition stays with the wave that it took
// last as long as that can issue, and takes the oldest of those that can otherwise. Results may be used when
// scoreboard.h says so.
//
// Parameters: [ADRENO] Wave64IssueCycles to AccessQueue, InstructionBufferLines, TextureLatency;
// docs/develop/timing_adreno.md has their sources. Inputs: groups of waves from the dispatcher, answers from UCHE, the
// texture unit and the instruction cache. Outputs: groups that have ended, accesses, requests for instructions.
// Statistics: SP_*, by the names of the chips' own counters; sums over all units.
//
// Values: an instruction is executed when it is issued, by the functional machine's interpreter, one of a workgroup's
// memory among them; an access to memory when UCHE takes it (uche.h), a texture instruction when the texture unit does
// (texture_pipe.h). A wave whose work hangs ends.
// Simplified: a program waits for all textures that are read ahead of it. A wave keeps the line of instructions that it
// executes. Banks of the workgroup's memory have no conflicts.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/sp/access_queue.h"
#include "families/adreno/timing/sp/instruction_buffer.h"
#include "families/adreno/timing/sp/shader_statistics.h"
#include "families/adreno/timing/sp/shader_wave.h"
#include "machine/timing/core/stall_reporter.h"
#include "sim/box.h"
#include "sim/signal.h"

namespace cyclorama::adreno {

class ShaderUnit final : public sim::Box, public machine::timing::StallReporter {
  public:
    ShaderUnit(sim::Simulation& simulation, sim::DomainId domain, const ShaderUnitSettings& settings, uint32_t number);
    ~ShaderUnit() override;

    /// From the dispatcher.
    sim::Signal<GroupLaunch> launch;
    sim::Output<GroupEnd> ended;
    /// To UCHE and to the texture unit.
    AccessQueue accesses;
    AccessQueue textures;
    /// To the processor's instruction cache.
    InstructionBuffer instructions;
    /// From them, `answerLatency`, `texelLatency` and `instructionLatency` cycles at most after they were written.
    sim::Signal<AccessAnswer> answers;
    sim::Signal<AccessAnswer> texels;
    sim::Signal<InstructionLine> fetched;

    void addCounters(ChipCounters& counters) const { statistics_.addCounters(counters); }
    /// Work has been dropped: its waves end in the next cycle.
    void dropWork() {
        dropsWork_ = true;
        wake();
    }

    void clock(sim::Cycle cycle) override;
    void settleStatistics(sim::Cycle end) override;
    std::string describeWait() const override;
    void describeState(std::vector<std::string>& lines) const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    bool atFullRate() const override { return issuedLast_; }
    bool waitsForMemory() const;
    /// A wave waits for instructions, and none for memory.
    bool waitsForInstructions() const;
    bool waitsForTextures() const { return texturesUnderWay_ != 0; }
    void reportStalls(uint64_t cycles, machine::RunObserver& observer) const override;

  private:
    static constexpr uint32_t kPartitions = 2;
    static constexpr size_t kNoSlot = SIZE_MAX;
    struct Partition {
        sim::Cycle arithmeticFree = 0;
        sim::Cycle specialFree = 0;
        size_t lastSlot = kNoSlot;  ///< of the wave that issued last and has not ended
    };
    struct Slot {
        std::unique_ptr<ShaderWave> wave;
        /// The first cycle in which its next instruction may issue, if the units are free; kNever without a wave.
        sim::Cycle ready = sim::kNever;
        IssuePath path = IssuePath::Flow;  ///< that instruction's, if there is such a cycle
        Scoreboard::Bounds bounds{};
    };

    static uint32_t partitionOf(size_t slot) { return slot / 2 % kPartitions; }
    void receive(sim::Cycle cycle);
    void takeAnswer(const AccessAnswer& answer, sim::Cycle cycle);
    void takeInstructions(uint64_t line, sim::Cycle cycle);
    /// True if the wave has its next instruction; otherwise that comes.
    bool fetch(ShaderWave& wave);
    /// Counts the cycles before `cycle`, as the number of waves is about to change.
    void account(sim::Cycle cycle);
    void startGroup(const GroupLaunch& launched, sim::Cycle cycle);
    size_t freeSlot();
    std::unique_ptr<ir3::WaveStepper> takeStepper();
    /// The wave waits for textures that are read ahead of its program.
    void prefetch(ShaderWave& wave, sim::Cycle cycle);
    void endPrefetch(ShaderWave& wave, sim::Cycle cycle);
    MemoryAccess& newAccess(const MemoryAccess& content);
    void endDroppedWaves(sim::Cycle cycle);
    /// Works out when the wave's next instruction may issue; ends a wave without one.
    void refresh(size_t slot, sim::Cycle cycle);
    sim::Cycle unitFree(IssuePath path, const Partition& partition) const;
    /// When the slot's wave issues, as far as it is known.
    sim::Cycle issueCycle(size_t slot) const;
    /// The slot whose wave a partition takes; kNoSlot if none can issue.
    size_t nextSlot(uint32_t partition, sim::Cycle cycle) const;
    void issueOf(uint32_t partition, sim::Cycle cycle);
    void issue(size_t slot, sim::Cycle cycle);
    void issueToUnits(ShaderWave& wave, const InstructionPlan& plan, Partition& partition, sim::Cycle cycle);
    void issueAccess(ShaderWave& wave, const InstructionPlan& plan, sim::Cycle cycle);
    void reachBarrier(ShaderWave& wave, sim::Cycle cycle);
    void releaseBarrier(WaveGroup& group, sim::Cycle cycle);
    void end(size_t slot, sim::Cycle cycle);
    uint32_t addressCycles(const MemoryAccess& access) const;
    uint32_t arithmeticCycles(const InstructionPlan& plan, unsigned width) const;
    void sleepUntilNext(sim::Cycle cycle);

    ShaderUnitSettings settings_;
    uint32_t number_;
    ShaderStatistics statistics_;
    std::array<Partition, kPartitions> partitions_{};
    sim::Cycle localFree_ = 0;
    std::vector<Slot> slots_;
    // Accesses that have not returned, and free ones.
    std::vector<std::unique_ptr<MemoryAccess>> accesses_;
    std::vector<MemoryAccess*> freeAccesses_;
    std::vector<std::unique_ptr<ir3::WaveStepper>> freeSteppers_;
    uint32_t texturesUnderWay_ = 0;
    bool issuedLast_ = false;
    bool dropsWork_ = false;
    uint32_t waves_ = 0;
    sim::Cycle settledTo_ = 0;  ///< cycles before are counted
};

}  // namespace cyclorama::adreno
