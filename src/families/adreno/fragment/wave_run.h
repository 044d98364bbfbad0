// SPDX-License-Identifier: MIT
#pragma once
// A fragment wave's run over its quads: inputs into registers, the program, and the fragments that it leaves.
//
// Takes    the quads of a wave, with the samples that passed the tests before the program
// Gives    the wave's registers with the program's results, until the next run
// Changes  the quads' live samples: those of killed fragments, and those that the program's sample mask leaves out
// Fibers   lane 4 * quad + fragment; fragments without a live sample are helpers

#include <cstdint>
#include <optional>

#include "families/adreno/fragment/fragment_shading.h"
#include "families/adreno/fragment/fragment_tracer.h"
#include "families/adreno/fragment/fragment_units.h"
#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/isa/half_results.h"
#include "families/adreno/isa/wave.h"

namespace cyclorama::adreno {

/// Gives a wave, at the first instruction of the program, the inputs of a batch's fragments. Sets the units' batch,
/// which stays where it is while the wave runs. The number of fragments that the program runs for.
uint64_t startFragments(const FragmentShading& shading, const FragmentBatch& batch, FragmentUnits& units,
                        ir3::Wave& wave);
/// Takes the samples of a batch away that its wave, whose program has ended, killed or left out of its mask.
void finishFragments(const FragmentShading& shading, const ir3::Wave& wave, FragmentBatch& batch);

class WaveRun {
  public:
    /// The objects that `shading` refers to must outlive it. `wantsHalves`: the caller reads results of 16 bits from
    /// halves() alone.
    WaveRun(const FragmentShading& shading, const WaveSlot& slot, bool wantsHalves);

    /// The largest batch.
    uint32_t quads() const { return binding_.shape.width / func::kQuadFragments; }

    /// Runs the program; a tracer that traces something sees its instructions. Null where the wave does not come to
    /// its end: the chip hangs, and a finding says why.
    const ir3::Wave* run(FragmentBatch& batch, FragmentTracer& tracer);

    const ir3::HalfResults& halves() const { return halves_; }
    /// Fragments, or samples where each is shaded, that the program ran for.
    uint64_t fragmentsShaded() const { return fragmentsShaded_; }
    /// The program read a varying that the stages before do not write.
    bool readUndefined() const { return units_.readUndefined(); }

  private:
    bool execute(ir3::Wave& wave, const FragmentBatch& batch, FragmentTracer& tracer);

    FragmentShading shading_;
    /// With constants of its own.
    StageBinding binding_;
    FragmentUnits units_;
    /// Reused for each wave of the draw.
    std::optional<ir3::Wave> wave_;
    bool wantsHalves_;
    ir3::HalfResults halves_;
    uint64_t fragmentsShaded_ = 0;
};

}  // namespace cyclorama::adreno
