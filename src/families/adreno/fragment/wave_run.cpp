// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/wave_run.h"

#include <algorithm>

#include "families/adreno/fragment/fragment_inputs.h"
#include "machine/values/fragment_tests.h"

namespace cyclorama::adreno {
namespace {

/// The bits of a wave's lanes for one quad.
uint32_t ofQuad(isa::WaveMask mask, uint32_t quad) {
    const uint32_t lane = quad * func::kQuadFragments;
    return static_cast<uint32_t>((lane < 64 ? mask.low >> lane : mask.high >> (lane - 64)) & func::kAllFragments);
}

isa::WaveMask atQuad(uint32_t fragments, uint32_t quad) {
    const uint32_t lane = quad * func::kQuadFragments;
    return lane < 64 ? isa::WaveMask{uint64_t{fragments} << lane, 0}
                     : isa::WaveMask{0, uint64_t{fragments} << (lane - 64)};
}

isa::WaveMask liveLanes(const FragmentBatch& batch, uint32_t samplesPerPixel) {
    isa::WaveMask mask{};
    for (uint32_t q = 0; q < batch.quads; ++q)
        mask |= atQuad(machine::liveFragments(batch.live[q], samplesPerPixel), q);
    return mask;
}

/// Takes the samples of some fragments, by lane, from a batch.
void removeFragments(FragmentBatch& batch, isa::WaveMask fragments, uint32_t samplesPerPixel) {
    if (fragments.none()) return;
    for (uint32_t q = 0; q < batch.quads; ++q)
        if (const uint32_t dead = ofQuad(fragments, q); dead != 0)
            batch.live[q] &= ~machine::samplesOfFragments(dead, samplesPerPixel);
}

void takeSampleMask(const FragmentShading& shading, const ir3::Wave& wave, FragmentBatch& batch) {
    machine::keepSamples(std::span(batch.live).first(batch.quads), shading.samples,
                         [&](uint32_t lane) { return wave.registerValue(shading.control.results.sampleMask, lane); });
}

}  // namespace

uint64_t startFragments(const FragmentShading& shading, const FragmentBatch& batch, FragmentUnits& units,
                        ir3::Wave& wave) {
    const isa::WaveMask shaded = liveLanes(batch, shading.samples);
    wave.helpers = wave.lanes & ~shaded;
    units.setBatch(batch);
    loadFragmentInputs(shading, batch, units, wave);
    return shaded.count();
}

void finishFragments(const FragmentShading& shading, const ir3::Wave& wave, FragmentBatch& batch) {
    removeFragments(batch, wave.killed, shading.samples);
    if (shading.control.results.sampleMask != ir3::kNoRegister) takeSampleMask(shading, wave, batch);
}

WaveRun::WaveRun(const FragmentShading& shading, const WaveSlot& slot, bool wantsHalves)
    : shading_(shading), binding_(shading.binding), units_(shading, slot), wantsHalves_(wantsHalves) {
    binding_.shape.registers =
        std::max(binding_.shape.registers, registersOf(shading.control, binding_.shape.mergedRegisters));
    halves_.first = shading.control.results.colors[0].reg;
}

const ir3::Wave* WaveRun::run(FragmentBatch& batch, FragmentTracer& tracer) {
    const isa::WaveMask lanes = isa::WaveMask::first(batch.quads * func::kQuadFragments);
    ir3::Wave& wave = binding_.startWave(wave_, lanes);
    fragmentsShaded_ += startFragments(shading_, batch, units_, wave);
    if (!execute(wave, batch, tracer)) return nullptr;
    finishFragments(shading_, wave, batch);
    return &wave;
}

bool WaveRun::execute(ir3::Wave& wave, const FragmentBatch& batch, FragmentTracer& tracer) {
    ir3::WaveContext context = binding_.context(units_);
    if (tracer) {
        tracer.begin(batch, binding_.cached.get());
        context.tracer = &tracer;
    }
    const ir3::WaveStatus status = wantsHalves_ ? ir3::run(binding_.program(), wave, context, halves_)
                                                : ir3::run(binding_.program(), wave, context);
    const bool hangs = status == ir3::WaveStatus::StepLimit || status == ir3::WaveStatus::NoInstruction ||
                       status == ir3::WaveStatus::LeftTheProgram;
    if (hangs) binding_.report(status);
    return !hangs;
}

}  // namespace cyclorama::adreno
