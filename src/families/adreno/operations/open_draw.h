// SPDX-License-Identifier: MIT
#pragma once
// A draw with programs bound and all state decoded, for a machine that executes its stages itself
// (DrawOperation::open()).

#include <memory>
#include <optional>

#include "families/adreno/fragment/fragment_draw.h"
#include "families/adreno/operations/recorded_work.h"
#include "families/adreno/pc/primitive_assembler.h"
#include "families/adreno/sp/stage_binding.h"
#include "families/adreno/sp/textures_used.h"
#include "families/adreno/vfd/vertex_fetch.h"
#include "families/adreno/vpc/primitive_control.h"
#include "families/adreno/vpc/primitives.h"
#include "families/adreno/vpc/streamout.h"
#include "families/adreno/vpc/vertex_outputs.h"
#include "families/adreno/vsc/binning_draw.h"
#include "gpu/pixel_counts.h"

namespace cyclorama::adreno {

/// Refers to parts of itself: it stays where it was made.
struct OpenDraw {
    /// Record of the register reads of the draw; reset it when all state has been read, so that checks run.
    std::optional<RecordedWork> recorded{};
    InputShape shape;
    PrimitiveControl control;
    StageBinding vertex;
    /// Both, or none.
    std::optional<StageBinding> hull{};
    std::optional<StageBinding> domain{};
    std::optional<StageBinding> geometry{};
    VertexInputState inputs;
    /// Outputs of the last stage before the rasterizer.
    VertexOutputs outputs;
    PrimitiveDraw primitives;
    LastStage lastStage() const {
        if (geometry) return LastStage::Geometry;
        return domain ? LastStage::Domain : LastStage::Vertex;
    }
    /// Primitives of the stream that is rasterized come; other stages than geometry's give the first alone.
    bool hasRasterStream() const { return geometry || control.rasterStream == 0; }

    /// Nothing can be drawn: there are no vertices.
    bool empty = false;
    /// Its bins are noted, and no fragments made.
    bool binned = false;
    /// Settings for noting bins; empty if the draw notes none.
    std::optional<BinningState> bins{};
    /// Empty where no vertices go to buffers.
    std::optional<Streamout> streamout{};
    /// Null without fragments.
    std::unique_ptr<FragmentDraw> fragments{};
    /// For observers of the run; null without one.
    gpu::PixelCounts* pixels = nullptr;
    TexturesUsed textures{};
};

/// Counts of an open draw at its end.
struct OpenDrawCounts {
    FragmentCounts fragments{};
    /// Primitives that are not wholly outside of one plane.
    uint64_t clipped = 0;
};

}  // namespace cyclorama::adreno
