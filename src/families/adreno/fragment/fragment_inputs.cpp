// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/fragment_inputs.h"

#include <array>
#include <bit>

#include "isa/half_lanes.h"

namespace cyclorama::adreno {
namespace {

void setRegister(ir3::Wave& wave, uint32_t number, const ir3::LaneWords& words) {
    if (number < wave.registers.size()) wave.registers[number] = words;
}

void loadPlaces(const FragmentShading& shading, const FragmentBatch& batch, ir3::Wave& wave) {
    const FragmentInputs& inputs = shading.control.inputs;
    const FragmentGeometry& geometry = shading.geometry;
    ir3::LaneWords first{};
    ir3::LaneWords second{};
    for (uint32_t kind = 0; kind < kBarycentrics; ++kind) {
        const uint32_t number = inputs.barycentric[kind];
        if (number == ir3::kNoRegister) continue;
        geometry.barycentrics(batch, static_cast<Barycentric>(kind), shading.perSample(), first, second);
        setRegister(wave, number, first);
        setRegister(wave, number + 1, second);
    }
    const bool atSample = inputs.coordinatesOfSample && shading.perSample();
    if (inputs.centreInverseW != ir3::kNoRegister) {
        geometry.inverseWs(batch, false, first);
        setRegister(wave, inputs.centreInverseW, first);
    }
    if (inputs.xy != ir3::kNoRegister) {
        geometry.pixels(batch, atSample, first, second);
        setRegister(wave, inputs.xy, first);
        setRegister(wave, inputs.xy + 1, second);
    }
    if (inputs.z != ir3::kNoRegister) {
        geometry.depths(batch, atSample, first);
        setRegister(wave, inputs.z, first);
    }
    if (inputs.inverseW != ir3::kNoRegister) {
        geometry.inverseWs(batch, atSample, first);
        setRegister(wave, inputs.inverseW, first);
    }
}

/// Face, sample and mask. The back is all ones, the front zero (Mesa: ir3/ir3_compiler_nir.c). A fragment that is
/// shaded once has the number of a sample in its mask, as programs take one without for a helper
/// (compiler/nir/nir_lower_system_values.c).
void loadFlags(const FragmentShading& shading, const FragmentBatch& batch, ir3::Wave& wave) {
    constexpr uint16_t kBack = 0xffff;
    const FragmentInputs& inputs = shading.control.inputs;
    const uint32_t samples = shading.samples;
    for (uint32_t q = 0; q < batch.quads; ++q) {
        const bool back = shading.list.triangles[batch.triangle[q]].backFacing;
        const uint32_t mask = inputs.maskAfterTests ? batch.live[q] : batch.covered[q];
        for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
            const uint32_t lane = q * func::kQuadFragments + f;
            if (inputs.face != ir3::kNoRegister) wave.setHalfRegister(inputs.face, lane, back ? kBack : 0);
            uint32_t ofFragment = machine::samplesOfFragment(mask, f, samples);
            if (shading.perSample()) ofFragment &= 1u << batch.sample[q];
            if (inputs.sampleMask != ir3::kNoRegister) wave.setRegister(inputs.sampleMask, lane, ofFragment);
            if (inputs.sample == ir3::kNoRegister) continue;
            const bool named = shading.perSample() || ofFragment == 0;
            const int number = named ? batch.sample[q] : std::countr_zero(ofFragment);
            wave.setHalfRegister(inputs.sample, lane, static_cast<uint16_t>(number));
        }
    }
}

ir3::TextureInstructionRequest requestOf(const PrefetchedTexture& prefetch) {
    constexpr std::array kOpcodes = {ir3::Opcode::Sample, ir3::Opcode::GatherRed, ir3::Opcode::GatherGreen,
                                     ir3::Opcode::GatherBlue, ir3::Opcode::GatherAlpha};
    ir3::TextureInstructionRequest request;
    const uint32_t number = prefetch.command - 1;
    request.opcode = number < kOpcodes.size() ? kOpcodes[number] : ir3::Opcode::Sample;
    request.type = ir3::ValueType::F32;
    request.components = 4;
    request.fields.writeMask = static_cast<uint8_t>(prefetch.writeMask);
    if (prefetch.bindless) {
        request.fields.indirect = true;
        request.fields.mode = ir3::DescriptorSource::BindlessImmediate;
        request.fields.base = prefetch.textureBase;
        request.samplerBase = prefetch.samplerBase;
    }
    return request;
}

/// Components in the write mask go to registers one after the other.
void storeTexels(const PrefetchedTexture& prefetch, const std::array<ir3::LaneWords, 4>& data, ir3::Wave& wave) {
    for (uint32_t c = 0; c < data.size(); ++c) {
        if ((prefetch.writeMask >> c & 1) == 0) continue;
        const uint32_t number = prefetch.destination + c;
        if (!prefetch.half) {
            setRegister(wave, number, data[c]);
            continue;
        }
        ir3::LaneWords halves;
        isa::narrowFloats(wave.shape.width, halves.lane.data(), data[c].lane.data());
        wave.setHalfRegister(number, halves);
    }
}

void prefetchTextures(const FragmentShading& shading, const FragmentBatch& batch, FragmentUnits& units,
                      ir3::Wave& wave) {
    const FragmentControl& control = shading.control;
    if (control.prefetchCount == 0) return;
    ir3::VaryingRequest varying;
    ir3::LaneWords i{};
    ir3::LaneWords j{};
    const uint32_t place = shading.control.inputs.barycentric[static_cast<size_t>(Barycentric::PerspectivePixel)];
    if (place != ir3::kNoRegister && place + 1 < wave.registers.size()) {
        i = wave.registers[place];
        j = wave.registers[place + 1];
    } else {
        shading.geometry.barycentrics(batch, Barycentric::PerspectivePixel, shading.perSample(), i, j);
    }
    varying.type = ir3::ValueType::F32;
    varying.lanes = wave.lanes;
    varying.i = &i;
    varying.j = &j;
    for (uint32_t p = 0; p < control.prefetchCount; ++p) {
        const PrefetchedTexture& prefetch = control.prefetches[p];
        std::array<ir3::LaneWords, 2> coordinates{};
        for (uint32_t c = 0; c < coordinates.size(); ++c) {
            varying.location = prefetch.location + c;
            units.interpolate(varying, std::span(coordinates).subspan(c, 1));
        }
        ir3::LaneWords texture{};
        ir3::LaneWords sampler{};
        texture.lane.fill(prefetch.texture);
        sampler.lane.fill(prefetch.sampler);
        ir3::TextureInstructionRequest request = requestOf(prefetch);
        request.lanes = request.executing = wave.lanes;
        request.texture = &texture;
        request.sampler = &sampler;
        request.coordinate[0] = &coordinates[0];
        request.coordinate[1] = &coordinates[1];
        std::array<ir3::LaneWords, 4> data{};
        units.sample(request, data);
        storeTexels(prefetch, data, wave);
    }
}

}  // namespace

void loadFragmentInputs(const FragmentShading& shading, const FragmentBatch& batch, FragmentUnits& units,
                        ir3::Wave& wave) {
    const FragmentInputs& inputs = shading.control.inputs;
    loadPlaces(shading, batch, wave);
    if (inputs.face != ir3::kNoRegister || inputs.sample != ir3::kNoRegister || inputs.sampleMask != ir3::kNoRegister)
        loadFlags(shading, batch, wave);
    prefetchTextures(shading, batch, units, wave);
}

}  // namespace cyclorama::adreno
