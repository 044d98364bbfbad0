// SPDX-License-Identifier: MIT
#include "families/adreno/sp/stage_binding.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "families/adreno/isa/codec.h"
#include "families/adreno/sp/shading_findings.h"
#include "families/adreno/surface/surface_view.h"
#include "gpu/draw_state.h"

namespace cyclorama::adreno {
namespace {

/// Instructions that SP_*_INSTRLEN counts as one.
constexpr size_t kInstructionsPerUnit = 16;
constexpr size_t kInstructionBytes = 8;
/// Limit beyond which none is looked at: more than any compiler makes.
constexpr size_t kMostInstructions = size_t{1} << 18;

/// The geometry stages share the vertex stage's bit for half registers, and have waves of 64.
ir3::WaveShape shapeOf(ShaderStage stage, const RegisterValues& registers) {
    constexpr Register kVertex = "SP_VS_CTRL_REG0"_reg;
    const uint32_t control = registers.read(registersOf(stage).control);
    ir3::WaveShape shape;
    switch (stage) {
        case ShaderStage::Compute:
            shape.width = "SP_CS_CTRL_REG0/THREADSIZE"_field.of(control) != 0 ? 128 : 64;
            shape.mergedRegisters = "SP_CS_CTRL_REG0/MERGEDREGS"_field.of(control) != 0;
            break;
        case ShaderStage::Fragment:
            shape.width = "SP_FS_CTRL_REG0/THREADSIZE"_field.of(control) != 0 ? 128 : 64;
            shape.mergedRegisters = "SP_FS_CTRL_REG0/MERGEDREGS"_field.of(control) != 0;
            break;
        default:
            shape.mergedRegisters = "SP_VS_CTRL_REG0/MERGEDREGS"_field.of(registers.read(kVertex.word())) != 0;
            break;
    }
    return shape;
}

/// Waves that have private memory in a processor.
uint32_t wavesOf(const Chip& chip) { return std::max(chip.fibersPerProcessor / PrivateMemory::kWaveFibers, 1u); }

/// A register that Mesa's computerator leaves out (freedreno/computerator/a6xx.c, cs_program_emit), whose programs are
/// right on chips: whether dispatches read it is not known.
uint32_t readByDraws(ShaderStage stage, const RegisterValues& registers, uint32_t offset) {
    if (stage != ShaderStage::Compute) return registers.read(offset);
    const ReadRecording unrecorded(registers, nullptr);
    return registers.read(offset);
}

/// Texels that are fetched before the program are filtered, too.
bool hasPrefetches(const RegisterValues& registers, ShaderStage stage) {
    return stage == ShaderStage::Fragment && registers.field("SP_FS_PREFETCH_CNTL/COUNT"_field) != 0;
}

/// Addresses of descriptors; those that the stage's counts leave out are not recorded as read. Mesa counts a sampler
/// for a program that only loads texels by number, and has none. Which bases of bindless ones a program names is seen
/// in its instructions alone.
void takeDescriptors(const RegisterValues& registers, bool usesSamplers, const StageRegisters& places,
                     StageResources& resources) {
    const uint32_t config = registers.read(places.config);
    const bool bindless = (config & 0xf) != 0;
    if (!bindless && "SP_VS_CONFIG/NTEX"_field.of(config) != 0) registers.read64(places.textures);
    if (!bindless && usesSamplers && "SP_VS_CONFIG/NSAMP"_field.of(config) != 0) registers.read64(places.samplers);
    if (!bindless && "SP_VS_CONFIG/NIBO"_field.of(config) != 0) registers.read64(places.images);
    const ReadRecording unrecorded(registers, nullptr);
    resources.textureBase = registers.read64(places.textures);
    resources.samplerBase = registers.read64(places.samplers);
    resources.imageBase = registers.read64(places.images);
    for (uint32_t i = 0; i < StageResources::kBindlessBases; ++i)
        resources.bindless[i] = registers.read64(places.bindlessBase + 2 * i);
}

/// Draws have one table for all stages, dispatches another (Mesa's a6xx.xml of 2025: TPL1_GFX_BORDER_COLOR_BASE,
/// TPL1_CS_BORDER_COLOR_BASE); freedreno 22.3.6 writes that of draws alone. Drivers write it where a sampler has a
/// border.
uint64_t bordersOf(ShaderStage stage, const RegisterValues& registers) {
    constexpr Register kOfDraws = "SP_TP_BORDER_COLOR_BASE_ADDR"_reg;
    constexpr Register kOfDispatches = "SP_PS_TP_BORDER_COLOR_BASE_ADDR"_reg;
    const ReadRecording unrecorded(registers, nullptr);
    return registers.address(stage == ShaderStage::Compute ? kOfDispatches : kOfDraws);
}

}  // namespace

PrivateMemory StageBinder::privateMemoryOf(ShaderStage stage) const {
    const RegisterValues& registers = state_.registers;
    const StageRegisters& places = registersOf(stage);
    const uint32_t size = registers.read(places.privateSize);
    return {.address = registers.read64(places.privateAddress),
            .bytesPerFiber = "SP_VS_PVT_MEM_PARAM/MEMSIZEPERITEM"_field.of(registers.read(places.privateParam)),
            .bytesPerProcessor = "SP_VS_PVT_MEM_SIZE/TOTALPVTMEMSIZE"_field.of(size),
            .perWave = "SP_VS_PVT_MEM_SIZE/PERWAVEMEMLAYOUT"_field.of(size) != 0,
            .waves = wavesOf(chip_)};
}

StageResources StageBinder::resourcesOf(ShaderStage stage, const CachedProgram& program) const {
    const RegisterValues& registers = state_.registers;
    const StageRegisters& places = registersOf(stage);
    StageResources resources{.stage = stage, .memory = &memory_, .reporter = &reporter_, .loaded = &state_.loaded};
    takeDescriptors(registers, program.usesSamplers || hasPrefetches(registers, stage), places, resources);
    resources.borderColors = bordersOf(stage, registers);
    resources.banks = banksOf(chip_);
    if (stage == ShaderStage::Fragment) {
        if (registers.field("RB_BIN_CONTROL/BUFFERS_LOCATION"_field) == 0) {
            resources.windowX = registers.field("SP_TP_WINDOW_OFFSET/X"_field);
            resources.windowY = registers.field("SP_TP_WINDOW_OFFSET/Y"_field);
        }
        const uint32_t multisampling = registers.word("SP_TP_RAS_MSAA_CNTL"_reg);
        // Turnip's clears leave the places out (vulkan/tu_clear_blit.cc, r3d_common).
        const ReadRecording unrecorded(registers, nullptr);
        resources.samplePlaces = decodeSamplePlaces(multisampling, registers.word("SP_TP_SAMPLE_CONFIG"_reg),
                                                    registers.word("SP_TP_SAMPLE_LOCATION_0"_reg));
    }
    resources.used = textures_;
    resources.images = imageListener_;
    return resources;
}

namespace {

/// The stage's own constants, and at their end those that stages share, where they are seen.
std::vector<uint32_t> constantsOf(ShaderStage stage, const StageBindingState& state) {
    const auto& own = *state.loaded.of(stage).constants;
    std::vector<uint32_t> constants(own.begin(), own.end());
    const uint32_t shared = readByDraws(stage, state.registers, "HLSQ_SHARED_CONSTS"_reg.word());
    if ("HLSQ_SHARED_CONSTS/ENABLE"_field.of(shared) != 0)
        std::ranges::copy(state.loaded.kindOf(stage).sharedConstants, constants.begin() + kFirstSharedConstant);
    return constants;
}

void reportWithoutEffect(const CachedProgram& cached, ShaderStage stage, Reporter& reporter) {
    for (const size_t index : cached.program.withoutEffect)
        reporter.report(findings::kUnexecutedInstruction,
                        fmt::format("{}, instruction {} ({:#018x})", name(stage), index, cached.words[index]));
}

/// The stages are in the order of gpu::Stage.
static_assert(kShaderStages == gpu::kStages);

void runPreamble(StageBinding& binding) {
    StageUnits units(binding.resources);
    ir3::Wave wave = binding.makeWave(isa::WaveMask::only(0));
    ir3::WaveContext context = binding.context(units);
    context.preamble = ir3::Preamble::Alone;
    binding.report(ir3::run(binding.program(), wave, context));
    binding.preambleSteps = wave.steps;
}

}  // namespace

isa::IssueCounts* StageBinder::countIssues(const StageBinding& binding) const {
    if (context_ == nullptr) return nullptr;
    constexpr uint32_t kComponents = 4;
    return context_->countIssues({.stage = gpu::nameOf(static_cast<gpu::Stage>(binding.stage)),
                                  .program = binding.cached,
                                  .list = textsOf,
                                  .registers = (binding.program().registers + kComponents - 1) / kComponents});
}

ir3::Wave StageBinding::makeWave(isa::WaveMask lanes) const {
    ir3::Wave wave(program(), shape, lanes);
    for (ir3::FiberPath& path : wave.paths) path.next = firstInstruction;
    return wave;
}

ir3::Wave& StageBinding::startWave(std::optional<ir3::Wave>& wave, isa::WaveMask lanes) const {
    if (!wave) return wave.emplace(makeWave(lanes));
    wave->restart(lanes);
    for (ir3::FiberPath& path : wave->paths) path.next = firstInstruction;
    return *wave;
}

ir3::WaveContext StageBinding::context(ir3::WaveUnits& units) {
    ir3::WaveContext context;
    context.constants = constants;
    context.units = &units;
    context.demotesConstants = demotesConstants;
    context.limitsHalves = limitsHalves;
    context.stepLimit = kStepLimit;
    context.issues = issues;
    return context;
}

std::optional<StageBinding> StageBinder::bind(ShaderStage stage) const {
    const RegisterValues& registers = state_.registers;
    const StageRegisters& places = registersOf(stage);
    const uint64_t address = registers.read64(places.program);
    const size_t instructions =
        std::min(size_t{registers.read(places.instructions)} * kInstructionsPerUnit, kMostInstructions);
    StageBinding binding{.stage = stage,
                         .cached = instructions == 0 ? nullptr : programs_.find(memory_, address, instructions),
                         .shape = shapeOf(stage, registers),
                         .firstInstruction = readByDraws(stage, registers, places.firstOffset) / kInstructionBytes,
                         .address = address};
    if (binding.cached == nullptr) {
        reporter_.report(findings::kNoProgram,
                         fmt::format("{}: {} instructions at {:#x}", name(stage), instructions, address));
        return std::nullopt;
    }
    reportWithoutEffect(*binding.cached, stage, reporter_);
    if (programListener_ != nullptr)
        programListener_->programBound(binding.cached, binding.shape.mergedRegisters, name(stage));
    // The chip keeps as many constants as are asked for; here all are there.
    registers.read(places.constants);
    binding.constants = constantsOf(stage, state_);
    binding.resources = resourcesOf(stage, *binding.cached);
    binding.resources.privateMemory.waves = wavesOf(chip_);
    if (binding.cached->hasPrivateMemory) binding.resources.privateMemory = privateMemoryOf(stage);
    const uint32_t mode = registers.read("SP_MODE_CONTROL"_reg.word());
    binding.demotesConstants = "SP_MODE_CONTROL/CONSTANT_DEMOTION_ENABLE"_field.of(mode) != 0;
    binding.limitsHalves = registers.flag("SP_FLOAT_CNTL/F16_NO_INF"_field);
    binding.issues = countIssues(binding);
    if (binding.cached->hasPreamble) runPreamble(binding);
    if (reporter_.hung()) return std::nullopt;
    return binding;
}

void StageBinding::report(ir3::WaveStatus status) const {
    Reporter& reporter = *resources.reporter;
    switch (status) {
        case ir3::WaveStatus::StepLimit:
            return reporter.hang(findings::kEndlessProgram, name(stage));
        case ir3::WaveStatus::NoInstruction:
            return reporter.hang(findings::kNoInstruction, name(stage));
        case ir3::WaveStatus::LeftTheProgram:
            return reporter.hang(findings::kLeftProgram, name(stage));
        default:
            return;
    }
}

}  // namespace cyclorama::adreno
