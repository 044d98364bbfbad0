// SPDX-License-Identifier: MIT
#pragma once
// The values of shader threads: executes the program of a whole thread when its inputs are complete, writes the results
// into its vertices or quads, and keeps what the timing replays: which jumps were taken and what was asked of the
// texture units. One for all processors of a machine; they share nothing else.

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "isa/executor.h"
#include "machine/timing/core/draw_faults.h"
#include "machine/timing/core/texture_request.h"
#include "machine/timing/shader/shader_ports.h"
#include "machine/values/fragment_trace.h"
#include "machine/values/program_memory.h"
#include "machine/values/shader_units.h"
#include "mem/address_space.h"

namespace cyclorama::machine::timing {

/// The path of a thread's program, and its requests to other units.
struct ThreadReplay {
    /// A request to another unit, by one instruction.
    struct Load {
        func::TextureOperation operation = func::TextureOperation::SampleBias;
        uint32_t unit = 0;
        const func::PreparedTexture* texture = nullptr;
        uint32_t firstOperand = 0;
    };

    DrawRecord* draw = nullptr;
    const isa::Program* program = nullptr;
    /// The instruction with which the thread goes on after each jump, branch, call and return, in the order of their
    /// execution.
    std::vector<uint32_t> jumps;
    /// In the order of their execution; the operands of one load are those of all the quads of the thread in turn.
    std::vector<Load> loads;
    std::vector<func::QuadCoordinates> operands;
    /// Beside each operand, if the program's lanes branch one by one; else empty.
    std::vector<QuadDetail> details;
    /// Gradients that the details refer to.
    std::deque<func::QuadGradients> gradients;

    void clear();
    /// The request of one quad of a load, without its thread.
    TextureRequest requestOf(const Load& load, uint32_t quad) const;
};

/// The instruction at `pc` of the program; behind its last one, one that ends: it is fetched only to be dropped.
const isa::Instruction* instructionAt(const ThreadReplay& replay, uint32_t pc);

class Shading {
  public:
    Shading(WorkPools& pools, mem::AddressSpace& memory, const func::TextureUnitSettings& settings);

    WorkPools& pools() { return *pools_; }

    /// Runs the program for the elements of a thread, all of one target and draw: `runs` in the order of its lanes,
    /// their number a multiple of four where the program loads anything. Writes vertices' attributes, quads' colours
    /// and shaded depths, and the killed fragments into the runs. Jumps are decided for the whole thread, up to
    /// isa::kMaxLanes elements, and beyond that in groups of so many. If lanes branch one by one, the thread runs the
    /// union of their paths, the one furthest back first.
    void shade(ShaderTarget target, std::span<ShaderElements> runs, ThreadReplay& replay);

    /// Faults of each draw so far, stage by stage.
    std::vector<DrawFaults> takeFaults();

  private:
    /// Units and constants of the programs of one target; the draws of one target follow each other.
    struct Stage {
        Stage(mem::AddressSpace& space, const func::TextureUnitSettings& settings)
            : textures(settings), units(space, textures), memory(space) {}

        DrawRecord* draw = nullptr;
        uint32_t drawNumber = 0;
        TextureUnits textures;
        ShaderUnits units;
        ProgramMemory memory;
        ConstantBank constants;
        std::string place;
        uint64_t brokenPrograms = 0;
        /// Instructions of all threads of the draw so far, and the number after which it is given up.
        uint64_t instructions = 0;
        uint64_t instructionLimit = 0;
    };

    /// A lane's vertex, or fragment of a quad.
    struct Lane {
        uint32_t id = 0;
        uint32_t fragment = 0;
        bool valid = false;  // has inputs
        bool live = false;   // has a place for its results
    };

    /// The path of one group of lanes, and what it loaded.
    struct GroupPath {
        isa::ExecutionTrace trace;
        std::vector<ThreadReplay::Load> loads;
        std::vector<size_t> loadSteps;  // which step of the trace each load was
        std::vector<func::QuadCoordinates> operands;
        std::vector<QuadDetail> details;
        uint32_t quads = 0;
        size_t step = 0;
        size_t load = 0;

        void clear();
        const isa::ExecutionTrace::Step* next() const {
            return step < trace.steps.size() ? &trace.steps[step] : nullptr;
        }
    };

    class Recorder;

    void collectFaults(Stage& stage);
    void skip(ShaderTarget target, std::span<ShaderElements> runs, ThreadReplay& replay);
    void startDraw(Stage& stage, ShaderTarget target, DrawRecord& draw);
    DrawRecord* drawOf(ShaderTarget target, std::span<const ShaderElements> runs);
    void collectLanes(ShaderTarget target, std::span<const ShaderElements> runs, bool branching);
    void shadeGroup(Stage& stage, ShaderTarget target, std::span<const Lane> lanes, size_t group, ThreadReplay& replay);
    void follow(ShaderTarget target, std::span<const Lane> lanes, const isa::Program& program, LaneTrace& traced);
    void loadVertices(const isa::Program& program, std::span<const Lane> lanes);
    void loadFragments(const isa::Program& program, std::span<const Lane> lanes);
    void loadFacing(std::span<const Lane> lanes);
    /// Vertices, and fragments that are not culled.
    isa::LaneMask activeLanes(ShaderTarget target, std::span<const Lane> lanes) const;
    void storeVertices(const isa::Program& program, std::span<const Lane> lanes);
    void storeFragments(std::span<const Lane> lanes, const DrawRecord& draw);
    void markKilled(std::span<ShaderElements> runs);
    /// The path of the whole thread: where its groups took different ones, all that any of them executed.
    static void joinPaths(std::span<GroupPath> paths, const isa::Program& program, ThreadReplay& replay);
    static void joinLoad(std::span<GroupPath> paths, uint32_t at, ThreadReplay& replay);
    static void joinJump(std::span<GroupPath> paths, uint32_t at, const isa::Instruction& jump, ThreadReplay& replay);

    WorkPools* pools_;
    std::array<Stage, kShaderTargets> stages_;
    isa::ThreadGroup group_;
    std::vector<Lane> lanes_;
    std::vector<GroupPath> paths_;
    std::vector<isa::LaneMask> killed_;  // by group
    std::vector<DrawFaults> faults_;
};

}  // namespace cyclorama::machine::timing
