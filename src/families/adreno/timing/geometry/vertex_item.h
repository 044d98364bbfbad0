// SPDX-License-Identifier: MIT
#pragma once
// A wave of the geometry pipe from its making to GRAS, a maker of waves in their place, or the end of a draw.

#include <cstdint>

#include "families/adreno/timing/draw/draw_work.h"
#include "sim/time.h"

namespace cyclorama::adreno {

struct VertexItem {
    enum class Stage : uint8_t {
        // Of a wave of vertices.
        Indices,     ///< their lines are asked for
        IndexLines,  ///< they are on their way
        IndexWalk,   ///< until a cycle
        Attributes,  ///< their lines are asked for
        AttributeLines,
        Decode,  ///< until a cycle
        // Of one of other stages.
        Tessellation,  ///< until a cycle
        // Of all.
        Program,
        Done,
        // Of a maker.
        Waits,  ///< for waves before it
        Factors,
        FactorLines,
        Makes
    };

    DrawWork* work = nullptr;
    VertexWave* wave = nullptr;
    WaveMaker* maker = nullptr;
    Stage stage = Stage::Done;
    sim::Cycle until = 0;
    uint32_t id = 0;     ///< its lines'
    uint32_t asked = 0;  ///< lines of the stage, and those that have come
    uint32_t come = 0;

    static VertexItem of(DrawWork& its, const DrawWork::Made& made, uint32_t itsId) {
        VertexItem item{.work = &its, .wave = made.wave, .maker = made.maker, .id = itsId};
        item.begin(firstStage(made));
        return item;
    }
    /// It is a wave that has not come to its program's start.
    bool inFetch() const { return stage < Stage::Program; }
    bool waitsForLines() const {
        return stage == Stage::IndexLines || stage == Stage::AttributeLines || stage == Stage::FactorLines;
    }
    bool asksForLines() const {
        return stage == Stage::Indices || stage == Stage::Attributes || stage == Stage::Factors;
    }
    /// Until a cycle, and, at its end, for the way to HLSQ.
    bool waitsForCycle() const {
        return stage == Stage::IndexWalk || stage == Stage::Decode || stage == Stage::Tessellation;
    }
    /// Lines that it asks for now, or next.
    const LineAccesses& lines() const {
        if (maker != nullptr) return *maker->lines();
        return stage == Stage::Indices ? wave->indexLines : wave->attributeLines;
    }
    /// It uses the buffers of patches for some piece, or will.
    const TessellationPiece* piece() const {
        if (maker != nullptr) return maker->piece();
        return wave != nullptr && stage != Stage::Done ? wave->piece.get() : nullptr;
    }
    void begin(Stage next) {
        stage = next;
        until = sim::kNever;
        asked = come = 0;
    }

  private:
    static Stage firstStage(const DrawWork::Made& made) {
        if (made.maker != nullptr) return Stage::Waits;
        if (!made.wave->hasProgram()) return Stage::Done;
        return made.wave->stage() == ShaderStage::Vertex ? Stage::Indices : Stage::Tessellation;
    }
};

/// Ways of lines and waves in a cycle, and when units of the geometry pipe's front are free.
struct GeometryWays {
    bool fetchUsed = false;
    bool launchUsed = false;
    sim::Cycle indexFree = 0;
    sim::Cycle decodeFree = 0;
    sim::Cycle tessellatorFree = 0;
};

}  // namespace cyclorama::adreno
