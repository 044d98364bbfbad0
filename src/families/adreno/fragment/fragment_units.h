// SPDX-License-Identifier: MIT
#pragma once
// The units of a fragment program's waves: those of all stages, and varyings.

#include <memory>
#include <utility>

#include "families/adreno/fragment/fragment_shading.h"
#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/sp/stage_units.h"

namespace cyclorama::adreno {

class FragmentUnits final : public StageUnits {
  public:
    /// The objects that `shading` refers to must outlive it.
    FragmentUnits(const FragmentShading& shading, const WaveSlot& slot)
        : StageUnits(shading.binding.resources, slot), shading_(shading) {}
    /// For waves of one thread, which share what they have seen of textures.
    FragmentUnits(const FragmentShading& shading, std::shared_ptr<TextureViews> views)
        : StageUnits(shading.binding.resources, {}, std::move(views)), shading_(shading) {}

    /// The fragments of the wave that runs next.
    void setBatch(const FragmentBatch& batch) { batch_ = &batch; }
    /// A program read a varying that the stages before do not write.
    bool readUndefined() const { return readUndefined_; }

    void interpolate(const ir3::VaryingRequest& request, std::span<ir3::LaneWords> data) override;

  private:
    void replaceByPoint(PointReplacement replacement, ir3::LaneWords& data) const;
    void fill(ir3::LaneWords& data, uint32_t word) const;
    template <typename WordOf>
    void fillByTriangle(ir3::LaneWords& data, WordOf wordOf) const;

    FragmentShading shading_;
    const FragmentBatch* batch_ = nullptr;
    bool readUndefined_ = false;
};

}  // namespace cyclorama::adreno
