// SPDX-License-Identifier: MIT
#pragma once
// Draws primitives: sets them up, and has their fragments drawn by all workers, each in bands of rows of its own. What
// is drawn does not depend on the number of workers.

#include <memory>
#include <optional>
#include <vector>

#include "families/adreno/fragment/fragment_pipe.h"
#include "families/adreno/fragment/render_context.h"
#include "families/adreno/gras/primitive_setup.h"
#include "families/adreno/operations/chip_operation.h"
#include "families/adreno/vpc/primitives.h"

namespace cyclorama::adreno {

class Renderer final : public PrimitiveSink {
  public:
    /// `execution` outlives it; its registers do not change while a draw lasts.
    explicit Renderer(Execution& execution) : execution_(execution) {}

    void beginDraw(const PrimitiveDraw& draw) override;
    void take(const PrimitiveBatch& batch) override;
    void endDraw() override;

  private:
    bool drawsPixels() const;
    void drawFragments();
    uint32_t workersFor(const RasterList& list) const;

    Execution& execution_;
    std::unique_ptr<RenderContext> context_;
    std::optional<PrimitiveSetup> setup_;
    std::vector<std::unique_ptr<FragmentPipe>> pipes_;
};

}  // namespace cyclorama::adreno
