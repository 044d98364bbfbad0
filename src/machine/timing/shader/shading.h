// SPDX-License-Identifier: MIT
#pragma once
// The values of shader threads: executes the program of a whole thread when its inputs are complete, writes the results
// into its vertices or quads, and keeps what the timing replays: which jumps were taken and what was asked of the
// texture units. One for all processors of a machine; they share nothing else.

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "isa/executor.h"
#include "machine/timing/core/draw_faults.h"
#include "machine/timing/draw/work_pools.h"
#include "machine/timing/shader/shader_ports.h"
#include "machine/timing/shader/thread_replay.h"
#include "machine/values/fragment_trace.h"
#include "machine/values/program_memory.h"
#include "machine/values/shader_units.h"
#include "mem/address_space.h"
#include "mem/stale_contents.h"

namespace cyclorama::machine::timing {

class Shading {
  public:
    Shading(VertexPool& vertices, QuadPool& quads, mem::AddressSpace& memory, mem::StaleContents& earlier,
            const func::TextureUnitSettings& settings);

    /// Names of the vertices and quads that come, for signals (Signal::describeBy()). Their pools must outlive them.
    std::function<std::string(const ShaderElements&)> elementNames() const {
        return timing::elementNames(*vertices_, *quads_);
    }
    /// True for the last vertex of a batch.
    bool isLastVertex(const ShaderElements& element) const {
        return element.target == ShaderTarget::Vertex && !element.padding && (*vertices_)[element.id].last;
    }

    /// Runs the program for the elements of a thread, all of one target and draw: `runs` in the order of its lanes,
    /// their number a multiple of four where the program loads anything. Writes vertices' attributes, quads' colours
    /// and shaded depths, and the killed fragments into the runs. Jumps are decided for the whole thread, up to
    /// isa::kMaxLanes elements, and beyond that in groups of that size. If lanes branch one by one, the thread runs the
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

    VertexPool* vertices_;
    QuadPool* quads_;
    mem::StaleContents* earlier_;
    std::array<Stage, kShaderTargets> stages_;
    isa::ThreadGroup group_;
    std::vector<Lane> lanes_;
    std::vector<GroupPath> paths_;
    std::vector<isa::LaneMask> killed_;  // by group
    std::vector<DrawFaults> faults_;
};

}  // namespace cyclorama::machine::timing
