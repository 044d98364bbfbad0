// SPDX-License-Identifier: MIT
#pragma once
// The work of a draw packet.

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "families/adreno/chip/chip.h"
#include "families/adreno/chip/query_counters.h"
#include "families/adreno/gras/lrz_listener.h"
#include "families/adreno/observation/state_parts.h"
#include "families/adreno/operations/chip_operation.h"
#include "families/adreno/operations/chip_state.h"
#include "families/adreno/operations/open_draw.h"
#include "families/adreno/operations/picture_pass.h"
#include "families/adreno/operations/recorded_work.h"
#include "families/adreno/pc/draw_operands.h"
#include "families/adreno/pc/geometry_pipe.h"
#include "families/adreno/pc/recent_vertices.h"
#include "families/adreno/vsc/binning_draw.h"
#include "families/adreno/vsc/binning_pass.h"
#include "machine/functional/worker_pool.h"

namespace cyclorama::adreno {

/// The blocks that keep something from one draw to the next.
struct DrawBlocks {
    ProgramCache& programs;
    RecentVertices& recentVertices;
    BinningPass& binning;
    StateParts& stateParts;
};

/// Who hears of a draw; each may be null.
struct DrawListeners {
    WorkListener* work = nullptr;
    ProgramListener* programs = nullptr;
    ImageListener* images = nullptr;
    LrzListener* lrz = nullptr;
};

class DrawOperation final : public ChipOperation {
  public:
    /// `chipRegisters` take the ends of the streamout. All but the state and the operands outlive the operation.
    DrawOperation(OperationOrigin origin, const DrawOperands& operands, const ChipState& state,
                  RegisterValues& chipRegisters, const Chip& chip, const DrawBlocks& blocks, QueryCounters& counters,
                  machine::WorkerPool& workers, const DrawListeners& listeners)
        : ChipOperation(std::move(origin)),
          operands_(operands),
          state_(state),
          chipRegisters_(chipRegisters),
          chip_(chip),
          blocks_(blocks),
          counters_(counters),
          workers_(workers),
          listeners_(listeners) {}

    const DrawOperands& operands() const { return operands_; }
    gpu::WorkKind kind() const override { return gpu::WorkKind::Draw; }
    std::optional<gpu::Pass> pass() const override { return picturePassOf(state_.registers); }
    PassKind passKind() const { return passKindOf(state_.registers); }

    /// Executes the geometry stages, for a rasterizer that takes their primitives. It is not called for a draw of which
    /// none are rasterized.
    void drawPrimitives(const GpuMemory& memory, const StageBinder& binder,
                        const std::function<void(PrimitiveSource&)>& rasterize) const;
    /// Binds the draw's programs.
    StageBinder makeBinder(const GpuMemory& memory) const;

    // For machines that execute the stages of draws themselves.
    /// Registers on which the buffers and the order of the draw's low resolution depth depend; empty if it uses none.
    std::vector<uint32_t> lrzState() const;
    /// Belongs to a binning pass that is under way: only the bins that it reaches are noted.
    bool isBinned() const;
    /// For a draw that is: begins its notes. Memory and the operation outlive the result.
    std::unique_ptr<BinningDraw> openBins(const GpuMemory& memory) const;
    /// Sizes of the pass's streams.
    StreamSizes binnedSizes() const { return blocks_.binning.sizes(); }
    /// Binds the programs and decodes the state; null where the draw does nothing, and a finding may say why. Memory,
    /// context and the operation outlive the result.
    std::unique_ptr<OpenDraw> open(const GpuMemory& memory, machine::OperationContext& context) const;
    /// The primitives of an open draw's indices. One draw at a time may have a walk.
    VertexWalk walkOver(const OpenDraw& draw, const GpuMemory& memory) const;
    /// Counts the primitives of an open draw that come to the rasterizer.
    void countPrimitives(const OpenDraw& draw, uint64_t primitives) const;
    /// All of an open draw is executed.
    void close(const OpenDraw& draw, const OpenDrawCounts& counts, machine::OperationContext& context) const;
    QueryCounters& counters() const { return counters_; }
    const RegisterValues& registers() const { return state_.registers; }

  protected:
    void run(const GpuMemory& memory, machine::OperationContext& context) const override;

  private:
    /// The work listener hears of the draw's state.
    void announceState() const;
    /// False, with a finding, where a program cannot run.
    bool bindStages(const StageBinder& binder, OpenDraw& draw) const;
    PrimitiveTopology topologyOf(const OpenDraw& draw) const;
    void openFragments(const GpuMemory& memory, const StageBinder& binder, machine::OperationContext& context,
                       OpenDraw& draw) const;
    void draw(const GpuMemory& memory, machine::OperationContext& context, TexturesUsed* textures) const;
    /// Notes the bins that the draw's primitives reach.
    void bin(const GpuMemory& memory, const StageBinder& binder) const;

    DrawOperands operands_;
    const ChipState state_;
    RegisterValues& chipRegisters_;
    const Chip& chip_;
    DrawBlocks blocks_;
    QueryCounters& counters_;
    machine::WorkerPool& workers_;
    DrawListeners listeners_;
};

}  // namespace cyclorama::adreno
