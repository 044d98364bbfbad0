// SPDX-License-Identifier: MIT
#pragma once
// The units of a fragment program's waves: those of all stages, and varyings.

#include "families/adreno/fragment/render_context.h"
#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/sp/stage_units.h"

namespace cyclorama::adreno {

class FragmentUnits final : public StageUnits {
  public:
    /// `context` outlives it, and has a binding.
    explicit FragmentUnits(const RenderContext& context) : StageUnits(context.binding->resources), context_(context) {}

    /// The fragments of the wave that runs next.
    void setBatch(const FragmentBatch& batch) { batch_ = &batch; }
    /// Programs read a varying that there is not.
    bool readUndefined() const { return readUndefined_; }

    void interpolate(const ir3::VaryingRequest& request, std::span<ir3::LaneWords> data) override;

  private:
    void replaceByPoint(PointReplacement replacement, ir3::LaneWords& data) const;
    void fill(ir3::LaneWords& data, uint32_t word) const;
    template <typename WordOf>
    void fillByTriangle(ir3::LaneWords& data, WordOf wordOf) const;

    const RenderContext& context_;
    const FragmentBatch* batch_ = nullptr;
    bool readUndefined_ = false;
};

}  // namespace cyclorama::adreno
