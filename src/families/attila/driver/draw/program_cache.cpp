// SPDX-License-Identifier: MIT
#include "families/attila/driver/draw/program_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <variant>

#include "families/attila/driver/draw/renderer.h"
#include "families/attila/driver/programs/program_link.h"
#include "families/attila/driver/programs/program_translator.h"
#include "families/attila/driver/textures/border_textures.h"
#include "families/attila/isa/codec.h"
#include "families/attila/registers/register_file.h"
#include "families/attila/registers/register_rows.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

/// The shader fetches ahead, so empty instructions follow each program.
constexpr size_t kTrailingInstructions = 16;

ProgramVariant variantOf(const virgl::StageState& stage) {
    ProgramVariant variant;
    for (size_t i = 0; i < stage.views.size(); ++i)
        if (stage.views[i]) {
            const TextureFormat* const format = findTextureFormat(stage.views[i]->format);
            const auto& asked = stage.views[i]->swizzle;
            variant.swizzles[i] = format == nullptr ? asked : compose(format->swizzle, asked);
            if (stage.samplers[i])
                variant.borders[i] = borderPlan(*stage.views[i], *stage.samplers[i]).value_or(BorderPlan{});
            // Beyond the edge all bits of a texel are zero, those of an alpha that is always one as well.
            if (format != nullptr && format->opaque && stage.samplers[i] && reachesBorder(*stage.samplers[i]))
                std::ranges::replace(variant.swizzles[i], virgl::Swizzle::W, virgl::Swizzle::One);
        }
    return variant;
}

}  // namespace

ProgramVariant fragmentVariant(const virgl::State& state) {
    ProgramVariant variant = variantOf(state.stage(virgl::Stage::Fragment));
    if (state.depthStencilAlpha->alphaTest) variant.alphaTest = state.depthStencilAlpha->alphaFunction;
    if (state.stage(virgl::Stage::Fragment).shader->program.colorToAll)
        for (uint32_t i = 1; i < kColorTargets; ++i)
            if (state.colorBuffers[i]) variant.colorCopies = i + 1;
    variant.alphaToOne = state.blend->alphaToOne && state.rasterizer->multisample && samplesOfProgram(state) > 1;
    variant.clipPlanes = state.rasterizer->clipPlanes;
    variant.polygonStipple = state.rasterizer->polygonStipple;
    return variant;
}

ProgramVariant vertexVariant(const virgl::State& state, bool movesPosition) {
    ProgramVariant variant = variantOf(state.stage(virgl::Stage::Vertex));
    variant.movesPosition = movesPosition;
    variant.clipPlanes = state.rasterizer->clipPlanes;
    return variant;
}

std::vector<func::Vec4> enabledClipPlanes(const virgl::State& state) {
    std::vector<func::Vec4> enabled;
    for (size_t i = 0; i < state.clipPlanes.size(); ++i)
        if ((state.rasterizer->clipPlanes >> i & 1) != 0) enabled.push_back(state.clipPlanes[i]);
    return enabled;
}

LoadedProgram ProgramCache::assemble(TranslatedProgram translated, virgl::Stage stage, const ProgramForm& form) {
    auto assembled = assembleProgram(translated.text);
    if (const auto* error = std::get_if<AssemblyError>(&assembled))
        throw std::logic_error(fmt::format("translated program, line {} column {}: {}\n{}", error->line, error->column,
                                           error->reason, translated.text));
    auto& instructions = std::get<std::vector<isa::Instruction>>(assembled);
    instructions = simplified(std::move(instructions));
    const uint32_t attributes = isa::makeProgram(instructions).resources.inputsRead;
    if (form.loadsAttributes && stage == virgl::Stage::Vertex) instructions = loadAttributes(std::move(instructions));
    if (form.scalarUnits) instructions = forScalarUnits(instructions);
    markWaitPoints(instructions);
    if (instructions.size() + kTrailingInstructions > kInstructionMemorySize / 2)
        throw virgl::BeyondGpu(fmt::format("programs of {} instructions", instructions.size()));
    LoadedProgram program{
        .translated = std::move(translated), .program = isa::makeProgram(instructions), .attributesRead = attributes};
    instructions.resize(instructions.size() + kTrailingInstructions);
    program.code = encodeProgram(instructions);
    return program;
}

const PreparedProgram& ProgramCache::preparedOf(const virgl::Shader& shader) {
    const auto found = prepared_.find(shader.number);
    return found != prepared_.end() ? found->second
                                    : prepared_.emplace(shader.number, prepare(shader.program)).first->second;
}

LoadedProgram& ProgramCache::find(const virgl::Shader& shader, const virgl::Shader& reader,
                                  const ProgramVariant& variant) {
    const Key key(shader.number, reader.number, variant);
    if (const auto found = programs_.find(key); found != programs_.end()) return found->second;
    if (const auto found = refused_.find(key); found != refused_.end()) std::rethrow_exception(found->second);
    try {
        const virgl::Stage stage = shader.program.fragment ? virgl::Stage::Fragment : virgl::Stage::Vertex;
        TranslatedProgram translated = translate(preparedOf(shader), ProgramLink(reader.program), variant);
        return programs_
            .emplace(key, assemble(std::move(translated), stage, variant.runByDriver ? ProgramForm{} : form_))
            .first->second;
    } catch (const virgl::Unsupported&) {
        refused_[key] = std::current_exception();
        throw;
    }
}

LoadedProgram& ProgramCache::findOwn(virgl::Stage stage, uint32_t number, std::string_view text) {
    const uint32_t key = number * virgl::kStages + static_cast<uint32_t>(stage);
    const auto found = own_.find(key);
    if (found != own_.end()) return found->second;
    return own_.emplace(key, assemble({.text = std::string(text), .firstConstant = 0, .constants = {}}, stage, form_))
        .first->second;
}

bool ProgramCache::fits(const LoadedProgram& program) const {
    return program.loaded || nextInstruction_ + program.code.size() / kInstructionBytes <= kInstructionMemorySize;
}

void ProgramCache::forgetLoaded() {
    nextInstruction_ = 0;
    for (auto& [key, program] : programs_) program.loaded = false;
    for (auto& [key, program] : own_) program.loaded = false;
}

void ProgramCache::load(virgl::Stage stage, LoadedProgram& program) {
    const bool vertex = stage == virgl::Stage::Vertex;
    TransactionBuffer& out = driver_.transactions;
    const auto bytes = static_cast<uint32_t>(program.code.size());
    if (!program.loaded) {
        if (!program.place) program.place = Allocation(driver_.memory, bytes);
        out.writeMemory(program.place.address(), program.code);
        program.pc = nextInstruction_;
        nextInstruction_ += bytes / kInstructionBytes;
    }
    out.set(vertex ? Register::VertexProgramPc : Register::FragmentProgramPc, program.pc);
    if (!program.loaded) {
        out.set(vertex ? Register::VertexProgramAddress : Register::FragmentProgramAddress, program.place.address());
        out.set(vertex ? Register::VertexProgramSize : Register::FragmentProgramSize, bytes);
        out.command(vertex ? ControlCommand::LoadVertexProgram : ControlCommand::LoadFragmentProgram);
        program.loaded = true;
    }
    out.set(vertex ? Register::VertexThreadResources : Register::FragmentThreadResources,
            static_cast<uint32_t>(std::popcount(program.program.resources.temporaries)));
    const Register constants = vertex ? Register::VertexConstant : Register::FragmentConstant;
    const TranslatedProgram& translated = program.translated;
    for (uint32_t i = 0; i < translated.constants.size(); ++i)
        out.set(constants, translated.constants[i], translated.firstConstant + i);
}

void ProgramCache::use(LoadedProgram& vertex, LoadedProgram& fragment) {
    if (!fits(vertex)) forgetLoaded();
    load(virgl::Stage::Vertex, vertex);
    if (!fits(fragment)) {
        forgetLoaded();
        load(virgl::Stage::Vertex, vertex);
    }
    load(virgl::Stage::Fragment, fragment);
    TransactionBuffer& out = driver_.transactions;
    for (uint32_t attribute = 0; attribute < detail::kAttilaVertexAttributes; ++attribute) {
        const auto has = [attribute](uint32_t mask) { return (mask >> attribute & 1) != 0; };
        out.set(Register::VertexOutputAttribute, has(vertex.program.resources.outputsWritten), attribute);
        // The interpolators take no fragment without an attribute (ATTILA: FragmentFIFO, interpCycles).
        out.set(Register::FragmentInputAttribute, has(std::max(fragment.program.resources.inputsRead, 1u)), attribute);
    }
}

}  // namespace cyclorama::attila
