// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw/render_wave.h"

#include <fmt/format.h>

#include "families/adreno/fragment/wave_run.h"

namespace cyclorama::adreno {

FragmentGroup::FragmentGroup(ShaderProgram& program, const FragmentShading& shading, RenderWave& its,
                             TexelGrouping& grouping)
    : WaveGroup(Kind::Fragments, program, 1),
      wave_(its),
      registers_(program.binding().makeWave(isa::WaveMask::first(its.batch.quads * func::kQuadFragments))),
      prepared_(std::make_unique<FragmentUnits>(shading, program.views())),
      units_(prepared_.get()) {
    grouping.collectIn(prefetched_);
    prepared_->reportTextures(&grouping);
    shaded_ = startFragments(shading, wave_.batch, *prepared_, registers_);
    prepared_->reportTextures(nullptr);
    grouping.finish();
    if (!prefetched_.groups.empty()) prefetched = &prefetched_;
}

std::string FragmentGroup::describe() const {
    return fmt::format("fragments at {}, {}", wave_.batch.x[0], wave_.batch.y[0]);
}

std::unique_ptr<StageUnits> FragmentGroup::takeUnits(const WaveSlot& place) {
    prepared_->setSlot(place);
    return std::move(prepared_);
}

void FragmentGroup::keepResults(ir3::Wave& ended) {
    registers_ = std::move(ended);
    readUndefined_ = units_->readUndefined();
}

}  // namespace cyclorama::adreno
