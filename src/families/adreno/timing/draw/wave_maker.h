// SPDX-License-Identifier: MIT
#pragma once
// Makes the waves of a draw's stages before the rasterizer, one after the other, as there is room for them.

#include <cstdint>
#include <memory>

#include "families/adreno/timing/draw/vertex_wave.h"

namespace cyclorama::adreno {

class WaveMaker {
  public:
    /// A wave, or a maker of those that take its place in the order of primitives; neither at the end.
    struct Made {
        std::unique_ptr<VertexWave> wave{};
        std::unique_ptr<WaveMaker> maker{};
    };
    virtual ~WaveMaker() = default;

    /// Has the next one. What its inputs need of waves before it has ended (waitsFor(), piece()).
    virtual Made next() = 0;
    /// It has given the last one.
    virtual bool atEnd() const = 0;
    /// Bytes of VPC's storage that the next wave takes.
    virtual uint32_t roomForNext() const = 0;
    /// The waves of this part have to end before; null: none.
    virtual const GeometryPart* waitsFor() const { return nullptr; }
    /// Waves that use the buffers of patches for other pieces have to end before; null: none.
    virtual const TessellationPiece* piece() const { return nullptr; }
    /// Lines that are read before the first wave; null: none.
    virtual const LineAccesses* lines() const { return nullptr; }
};

}  // namespace cyclorama::adreno
