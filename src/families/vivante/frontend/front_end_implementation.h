// SPDX-License-Identifier: MIT
#pragma once
// The parts of VivanteFrontEnd: fetching, executing packets, and translating what starts work.

#include <deque>
#include <memory>
#include <optional>
#include <span>

#include "families/vivante/frontend/command_fetcher.h"
#include "families/vivante/frontend/draw_translation.h"
#include "families/vivante/frontend/front_end.h"
#include "families/vivante/frontend/hazards.h"
#include "families/vivante/frontend/pipe_switch.h"
#include "families/vivante/frontend/programs.h"
#include "families/vivante/frontend/reporter.h"
#include "families/vivante/frontend/state_file.h"
#include "families/vivante/frontend/textures.h"
#include "families/vivante/frontend/vertex_elements.h"

namespace cyclorama::vivante {

class VivanteFrontEnd::Implementation {
  public:
    Implementation(const Chip& chip, sim::Findings& findings);

    void submit(uint32_t address, uint32_t bytes) {
        fetcher_.submit(address, bytes);
        pipes_.waited();
    }
    void selectPipe(Pipe pipe) { pipes_.select(pipe); }
    void reset();
    std::optional<gpu::Command> next(const gpu::MemoryReader& memory);

    const gpu::DrawState& drawState() const { return draw_; }
    const Chip& chip() const { return chip_; }
    const StateFile& stateFile() const { return state_; }
    uint64_t hangs() const { return hangs_; }

  private:
    void execute(std::span<const uint32_t> packet, const gpu::MemoryReader& memory);
    void executeControlFlow(std::span<const uint32_t> packet);
    void executeDraw(std::span<const uint32_t> packet, const gpu::MemoryReader& memory);
    void drawIndirect(uint32_t header, uint32_t address, const gpu::MemoryReader& memory);
    void draw(const DrawParameters& parameters, const gpu::MemoryReader& memory);
    bool selectPrograms(const gpu::MemoryReader& memory);
    std::shared_ptr<const isa::Program> selectProgram(ShaderStage stage, const StageLinkage& linkage,
                                                      const gpu::MemoryReader& memory);
    void translateLinkages();
    void translateAttributes(const std::shared_ptr<const isa::Program>& pixel);
    bool translateInput(const DrawParameters& parameters, uint32_t elements);
    void translateOutput();
    void translateTextures(const gpu::MemoryReader& memory);
    void translateConstants();

    void loadState(std::span<const uint32_t> packet);
    void writeState(uint32_t word, uint32_t value);
    void noteVertexElement(uint32_t word);
    /// Starts the work that the write of some registers asks for.
    void trigger(uint32_t word, uint32_t value);
    /// Of the two places of a program's range, what was written last counts: the maker's driver writes RANGE
    /// (etnaviv_gpu_tests: triangle_gc3000.c), Mesa the other registers.
    void copyRange(uint32_t word, uint32_t value);
    void flushCaches(uint32_t value);
    void synchronize(uint32_t token, bool stall);
    void emitWork(std::vector<gpu::Operation> operations);
    void draw2d(std::span<const uint32_t> packet);
    /// True if a command is for the pipe that is selected; else the chip hangs.
    bool inPipe(Pipe pipe, const char* what);
    /// The chip hangs: the rest of the buffer is left out.
    void hang();

    void emit(gpu::Operation operation) { pending_.push_back(std::move(operation)); }

    Chip chip_;
    Reporter report_;
    CommandFetcher fetcher_;
    StateFile state_;
    Hazards hazards_;
    ProgramCache programs_;
    gpu::DrawState draw_ = initialDrawState();
    PipeSwitch pipes_;
    bool chipSelected_ = true;
    VertexElements vertexElements_;
    /// How often the driver has written TS.COLOR_AUTO_DISABLE_COUNT and TS.DEPTH_AUTO_DISABLE_COUNT.
    uint32_t colorTilesCounted_ = 0;
    uint32_t depthTilesCounted_ = 0;
    uint64_t hangs_ = 0;
    std::deque<gpu::Operation> pending_;
    gpu::FetchCost cost_{.packets = 0};
    gpu::StreamPosition position_;
    /// Generations of the uniforms that the draw state holds.
    std::array<uint64_t, kStateGroups> translated_{};
    /// The word of the shared uniforms that the constants of a stage start at.
    std::array<std::optional<uint32_t>, gpu::kStages> constantsFrom_{};
    DescriptorCache descriptors_;

    /// The sources of the vertex input that the draw state holds, as generations and values; none if its translation
    /// reported something, which each draw is to report again.
    struct InputSource {
        uint64_t vertexStreams = 0;
        uint64_t other = 0;
        uint32_t elements = 0;
        DrawParameters parameters;
        bool operator==(const InputSource&) const = default;
    };
    std::optional<InputSource> inputFrom_;
    /// The generation of StateGroup::Other that pixel engine and rasterizer were translated from; none as above.
    std::optional<uint64_t> outputFrom_;
    struct Linkages {
        StageLinkage vertex;
        StageLinkage pixel;
    };
    Linkages linkages_;
    /// The generation of StateGroup::Other that the linkages were translated from; none as above.
    std::optional<uint64_t> linkagesFrom_;
    /// The pixel program that the attributes of the draw state follow from, with the linkages; null as above.
    std::shared_ptr<const isa::Program> attributesFrom_;
    /// The program of a stage that was selected last, where its code is in the state space.
    struct Selected {
        CodePlace place;
        isa::ProgramInterface interface {};
        uint64_t instructions = 0;
        std::shared_ptr<const isa::Program> program;
        /// General registers up to the highest that it names.
        uint32_t registers = 0;
    };
    std::array<Selected, 2> selected_;
};

}  // namespace cyclorama::vivante
