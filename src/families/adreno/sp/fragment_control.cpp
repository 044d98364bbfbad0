// SPDX-License-Identifier: MIT
#include "families/adreno/sp/fragment_control.h"

#include <algorithm>

#include "families/adreno/isa/register_reads.h"
#include "sim/divide_up.h"

namespace cyclorama::adreno {
namespace {

FragmentInputs decodeInputs(const RegisterValues& registers) {
    FragmentInputs inputs;
    // Limits of the storage for primitives, and inputs of fragments that are not modelled.
    registers.word("HLSQ_CONTROL_1_REG"_reg);
    registers.word("HLSQ_CONTROL_5_REG"_reg);
    inputs.face = registers.field("HLSQ_CONTROL_2_REG/FACEREGID"_field);
    inputs.sample = registers.field("HLSQ_CONTROL_2_REG/SAMPLEID"_field);
    inputs.sampleMask = registers.field("HLSQ_CONTROL_2_REG/SAMPLEMASK"_field);
    inputs.centreInverseW = registers.field("HLSQ_CONTROL_2_REG/CENTERRHW"_field);
    inputs.barycentric = {registers.field("HLSQ_CONTROL_3_REG/IJ_PERSP_PIXEL"_field),
                          registers.field("HLSQ_CONTROL_3_REG/IJ_PERSP_CENTROID"_field),
                          registers.field("HLSQ_CONTROL_4_REG/IJ_PERSP_SAMPLE"_field),
                          registers.field("HLSQ_CONTROL_3_REG/IJ_LINEAR_PIXEL"_field),
                          registers.field("HLSQ_CONTROL_3_REG/IJ_LINEAR_CENTROID"_field),
                          registers.field("HLSQ_CONTROL_4_REG/IJ_LINEAR_SAMPLE"_field)};
    inputs.xy = registers.field("HLSQ_CONTROL_4_REG/XYCOORDREGID"_field);
    inputs.z = registers.field("HLSQ_CONTROL_4_REG/ZWCOORDREGID"_field);
    if (inputs.z != ir3::kNoRegister) inputs.inverseW = inputs.z + 1;
    inputs.coordinatesOfSample = registers.field("RB_RENDER_CONTROL1/FRAGCOORDSAMPLEMODE"_field) == 3;
    inputs.maskAfterTests = registers.flag("RB_RENDER_CONTROL1/POSTDEPTHCOVERAGE"_field);
    return inputs;
}

/// Components from one on whose modes are in one register.
void takeModes(const RegisterValues& registers, uint32_t index, Varyings& varyings) {
    const uint32_t modes = registers.word("VPC_VARYING_INTERP[].MODE"_reg, index);
    const uint32_t replacements = registers.word("VPC_VARYING_PS_REPL[].MODE"_reg, index);
    for (uint32_t i = 0; i < Varyings::kComponentsPerRegister; ++i) {
        const uint32_t component = index * Varyings::kComponentsPerRegister + i;
        varyings.modes[component] = static_cast<VaryingMode>(modes >> (2 * i) & 3);
        varyings.replacements[component] = static_cast<PointReplacement>(replacements >> (2 * i) & 3);
    }
}

Varyings decodeVaryings(const RegisterValues& registers) {
    constexpr uint32_t kBitsPerWord = 32;
    constexpr uint32_t kRegisters = Varyings::kComponents / Varyings::kComponentsPerRegister;
    Varyings varyings;
    varyings.invertsT = registers.flag("VPC_POINT_COORD_INVERT/INVERT"_field);
    const uint32_t components = registers.field("VPC_CNTL_0/NUMNONPOSVAR"_field);
    const uint32_t used = std::min(sim::divideUp(components, Varyings::kComponentsPerRegister), kRegisters);
    for (uint32_t i = 0; i < used; ++i) takeModes(registers, i, varyings);
    // Those that are stored: drivers leave out what no program takes.
    for (uint32_t i = 0; i * kBitsPerWord < std::min(components, Varyings::kComponents); ++i)
        registers.word("VPC_VAR[].DISABLE"_reg, i);
    // Those that no component is in.
    const ReadRecording unrecorded(registers, nullptr);
    for (uint32_t i = used; i < kRegisters; ++i) takeModes(registers, i, varyings);
    return varyings;
}

PrefetchedTexture decodePrefetch(const RegisterValues& registers, uint32_t index) {
    PrefetchedTexture prefetch;
    prefetch.location = registers.field("SP_FS_PREFETCH[].CMD/SRC"_field, index);
    prefetch.sampler = registers.field("SP_FS_PREFETCH[].CMD/SAMP_ID"_field, index);
    prefetch.texture = registers.field("SP_FS_PREFETCH[].CMD/TEX_ID"_field, index);
    prefetch.bindless = registers.flag("SP_FS_PREFETCH[].CMD/BINDLESS"_field, index);
    if (prefetch.bindless) {
        prefetch.samplerBase = static_cast<uint8_t>(prefetch.sampler);
        prefetch.textureBase = static_cast<uint8_t>(prefetch.texture);
        prefetch.sampler = registers.field("SP_FS_BINDLESS_PREFETCH[].CMD/SAMP_ID"_field, index);
        prefetch.texture = registers.field("SP_FS_BINDLESS_PREFETCH[].CMD/TEX_ID"_field, index);
    }
    prefetch.destination = registers.field("SP_FS_PREFETCH[].CMD/DST"_field, index);
    prefetch.writeMask = registers.field("SP_FS_PREFETCH[].CMD/WRMASK"_field, index);
    prefetch.half = registers.flag("SP_FS_PREFETCH[].CMD/HALF"_field, index);
    prefetch.command = registers.field("SP_FS_PREFETCH[].CMD/CMD"_field, index);
    return prefetch;
}

ColorResult colorResultOf(const RegisterValues& registers, uint32_t index) {
    ColorResult result{.reg = registers.field("SP_FS_OUTPUT[].REG/REGID"_field, index),
                       .half = registers.flag("SP_FS_OUTPUT[].REG/HALF_PRECISION"_field, index)};
    result.isSigned = result.half && registers.flag("SP_FS_MRT[].REG/COLOR_SINT"_field, index);
    return result;
}

/// True if a render target, blending or alpha-to-coverage uses colour output `index` of the fragment program. Drivers
/// leave SP_FS_OUTPUT unset for programs without colour outputs, and mask all components of the targets in
/// SP_FS_RENDER_COMPONENTS (Mesa: fd6_program.cc, emit_fs_outputs).
bool isColorTaken(const RegisterValues& registers, uint32_t index, bool dualSource) {
    if (dualSource && index < 2) return true;
    if (index >= registers.field("SP_FS_OUTPUT_CNTL1/MRT"_field)) return false;
    const uint32_t components = registers.word("SP_FS_RENDER_COMPONENTS"_reg) >> (4 * index) & 0xf;
    return components != 0 || (index == 0 && registers.flag("SP_BLEND_CNTL/ALPHA_TO_COVERAGE"_field));
}

FragmentResults decodeResults(const RegisterValues& registers) {
    FragmentResults results;
    results.dualSource = registers.flag("SP_FS_OUTPUT_CNTL0/DUAL_COLOR_IN_ENABLE"_field);
    for (uint32_t i = 0; i < kColorTargets; ++i) {
        if (isColorTaken(registers, i, results.dualSource)) {
            results.colors[i] = colorResultOf(registers, i);
        } else {
            const ReadRecording unrecorded(registers, nullptr);
            results.colors[i] = colorResultOf(registers, i);
        }
    }
    results.depth = registers.field("SP_FS_OUTPUT_CNTL0/DEPTH_REGID"_field);
    results.sampleMask = registers.field("SP_FS_OUTPUT_CNTL0/SAMPMASK_REGID"_field);
    results.stencil = registers.field("SP_FS_OUTPUT_CNTL0/STENCILREF_REGID"_field);
    return results;
}

}  // namespace

FragmentControl decodeFragmentControl(const RegisterValues& registers) {
    FragmentControl control;
    control.enabled = registers.flag("SP_FS_CONFIG/ENABLED"_field);
    control.perSample =
        registers.flag("RB_SAMPLE_CNTL/PER_SAMP_MODE"_field) || registers.flag("RB_RENDER_CONTROL1/SAMPLEID"_field);
    control.inputs = decodeInputs(registers);
    control.varyings = decodeVaryings(registers);
    control.prefetchCount =
        std::min<uint32_t>(registers.field("SP_FS_PREFETCH_CNTL/COUNT"_field), control.prefetches.size());
    for (uint32_t i = 0; i < control.prefetchCount; ++i) control.prefetches[i] = decodePrefetch(registers, i);
    control.results = decodeResults(registers);
    return control;
}

void leaveOutUnread(FragmentControl& control, const ir3::Ir3Program& program) {
    FragmentInputs& inputs = control.inputs;
    const bool hasSome =
        inputs.xy != ir3::kNoRegister || inputs.z != ir3::kNoRegister || inputs.centreInverseW != ir3::kNoRegister;
    if (!hasSome) return;
    ir3::RegisterReads reads;
    reads.add(program);
    const FragmentResults& results = control.results;
    for (const ColorResult& color : results.colors) reads.add(color.half ? color.reg / 2 : color.reg, 4);
    for (const uint32_t reg : {results.depth, results.sampleMask, results.stencil}) reads.add(reg, 1);
    if (!reads.includes(inputs.xy) && !reads.includes(inputs.xy + 1)) inputs.xy = ir3::kNoRegister;
    for (uint32_t* const input : {&inputs.z, &inputs.inverseW, &inputs.centreInverseW})
        if (!reads.includes(*input)) *input = ir3::kNoRegister;
}

unsigned registersOf(const FragmentControl& control, bool mergedRegisters) {
    unsigned most = 0;
    const auto take = [&](uint32_t reg, uint32_t count, bool half = false) {
        if (reg == ir3::kNoRegister || (half && !mergedRegisters)) return;
        most = std::max(most, half ? (reg + count + 1) / 2 : reg + count);
    };
    const FragmentInputs& inputs = control.inputs;
    take(inputs.face, 1, true);
    take(inputs.sample, 1, true);
    take(inputs.sampleMask, 1);
    take(inputs.centreInverseW, 1);
    for (const uint32_t reg : inputs.barycentric) take(reg, 2);
    take(inputs.xy, 2);
    take(inputs.z, 1);
    take(inputs.inverseW, 1);
    for (uint32_t i = 0; i < control.prefetchCount; ++i)
        take(control.prefetches[i].destination, 4, control.prefetches[i].half);
    const FragmentResults& results = control.results;
    for (const ColorResult& color : results.colors) take(color.reg, 4, color.half);
    take(results.depth, 1);
    take(results.sampleMask, 1);
    take(results.stencil, 1);
    return most;
}

}  // namespace cyclorama::adreno
