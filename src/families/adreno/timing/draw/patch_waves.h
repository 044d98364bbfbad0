// SPDX-License-Identifier: MIT
#pragma once
// Waves of hull programs for the patches of a part, and of domain programs for the points that the tessellator makes of
// these patches by their factors.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "families/adreno/timing/draw/draw_stages.h"
#include "families/adreno/timing/draw/wave_maker.h"

namespace cyclorama::adreno {

class HullWaves final : public WaveMaker {
  public:
    /// The stages outlive it and its waves. `part`: its vertices are in its memory when its waves have ended.
    HullWaves(DrawStages& stages, std::shared_ptr<GeometryPart> part, std::shared_ptr<const TessellationPiece> piece);

    Made next() override;
    bool atEnd() const override { return atEnd_; }
    uint32_t roomForNext() const override { return 0; }
    const GeometryPart* waitsFor() const override { return part_.get(); }
    const TessellationPiece* piece() const override { return piece_.get(); }

  private:
    DrawStages& stages_;
    std::shared_ptr<GeometryPart> part_;
    std::shared_ptr<const TessellationPiece> piece_;
    size_t nextPatch_ = 0;
    bool atEnd_ = false;
};

class DomainWaves final : public WaveMaker {
  public:
    /// The same; hull programs have left the patches in buffers.
    DomainWaves(DrawStages& stages, std::shared_ptr<GeometryPart> part, std::shared_ptr<const TessellationPiece> piece);

    Made next() override;
    bool atEnd() const override { return atEnd_; }
    uint32_t roomForNext() const override;
    const GeometryPart* waitsFor() const override { return part_.get(); }
    const TessellationPiece* piece() const override { return piece_.get(); }
    const LineAccesses* lines() const override { return &factorLines_; }

  private:
    /// Tessellates the next patches whose points are worked on together; at the end there are none.
    void pull();
    /// The next patch that has a mesh, as mesh_; false after all patches.
    bool nextMesh();
    void addMesh();
    /// The next primitives of the mesh, whose corners go to a geometry program.
    void takeCorners();
    std::unique_ptr<VertexWave> makeWave();

    DrawStages& stages_;
    std::shared_ptr<GeometryPart> part_;
    std::shared_ptr<const TessellationPiece> piece_;
    LineAccesses factorLines_;
    size_t nextPatch_ = 0;
    func::DomainMesh mesh_;
    size_t nextInMesh_ = 0;  ///< primitive of it that goes to a geometry program
    // Points that share records or a memory, those of them that are in waves, and their primitives.
    std::vector<DomainVertex> points_;
    size_t nextPoint_ = 0;
    uint32_t patches_ = 0;  ///< that were tessellated, and are counted with no wave yet
    std::vector<Primitive> primitives_;
    size_t nextPrimitive_ = 0;
    std::shared_ptr<VertexBatch> batch_;
    std::shared_ptr<GeometryPart> linked_;  ///< what goes to a geometry program
    bool began_ = false;
    bool atEnd_ = false;
};

}  // namespace cyclorama::adreno
