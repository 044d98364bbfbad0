// SPDX-License-Identifier: MIT
// The draws of the front end.

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "families/vivante/frontend/findings.h"
#include "families/vivante/frontend/front_end_implementation.h"
#include "families/vivante/frontend/packets.h"
#include "families/vivante/frontend/textures.h"

namespace cyclorama::vivante {
namespace {

/// Vertices of one draw beyond which the counts cannot be meant.
constexpr uint64_t kMostVertices = uint64_t{1} << 24;

/// Vectors of four words from the state space.
void copyConstants(std::span<const uint32_t> words, gpu::Constants& constants) {
    const size_t count = std::min(words.size() / 4, constants.size());
    for (size_t i = 0; i < count; ++i)
        for (size_t c = 0; c < 4; ++c) constants[i][c] = std::bit_cast<float>(words[i * 4 + c]);
}

bool writesDepthRegister(const isa::Program& program) {
    constexpr uint8_t kZ = 1 << 2;
    return std::ranges::any_of(program.instructions, [](const isa::Instruction& instruction) {
        return instruction.destination.bank == isa::RegisterBank::General && instruction.destination.index == 0 &&
               (instruction.destination.writeMask & kZ) != 0;
    });
}

/// Highest general register that a program names, plus one.
uint32_t registersUsed(const isa::Program& program) {
    for (size_t i = program.resources.general.size(); i > 0; --i)
        if (program.resources.general[i - 1]) return static_cast<uint32_t>(i);
    return 0;
}

}  // namespace

void VivanteFrontEnd::Implementation::executeDraw(std::span<const uint32_t> packet, const gpu::MemoryReader& memory) {
    DrawParameters parameters;
    uint64_t vertices = 0;
    if (static_cast<Opcode>(opcodeNumber(packet[0])) == Opcode::DrawInstanced) {
        parameters.primitive = packet[0] >> 16 & 0xf;
        parameters.indexed = (packet[0] >> 20 & 1) != 0;
        parameters.instances = (packet[0] & 0xffff) | (packet[1] >> 24) << 16;
        vertices = packet[1] & 0xffffff;
        if (parameters.indexed)
            parameters.baseVertex = static_cast<int32_t>(packet[2]);
        else
            parameters.first = packet[2];
    } else {
        parameters.primitive = packet[1] & 0xff;
        parameters.first = packet[2];
        vertices = verticesOfPrimitives(parameters.primitive, packet[3]);
        parameters.indexed = static_cast<Opcode>(opcodeNumber(packet[0])) == Opcode::DrawIndexedPrimitives;
        if (parameters.indexed) parameters.baseVertex = static_cast<int32_t>(packet[4]);
    }
    parameters.vertices = static_cast<uint32_t>(std::min(vertices, kMostVertices));
    draw(parameters, memory);
}

void VivanteFrontEnd::Implementation::drawIndirect(uint32_t header, uint32_t address, const gpu::MemoryReader& memory) {
    // Count, instances, first vertex or index, and for indexed draws the base vertex.
    std::array<uint32_t, 4> words{};
    if (!memory.read(address, std::as_writable_bytes(std::span(words)))) {
        report_(findings::kStreamOutsideMemory, fmt::format("indirect draw at {:#010x}", address));
        hang();
        return;
    }
    DrawParameters parameters{.primitive = header & 0xf,
                              .vertices = static_cast<uint32_t>(std::min<uint64_t>(words[0], kMostVertices)),
                              .first = words[2],
                              .instances = words[1]};
    parameters.indexed = (header >> 8 & 1) != 0;
    if (parameters.indexed) parameters.baseVertex = static_cast<int32_t>(words[3]);
    draw(parameters, memory);
}

void VivanteFrontEnd::Implementation::draw(const DrawParameters& parameters, const gpu::MemoryReader& memory) {
    if (!inPipe(Pipe::Pipe3d, "draw")) return;
    const uint32_t inputs = state_.get("VS.INPUT_COUNT.COUNT"_field);
    const bool ids = chip_.haltiLevel() >= 5 && state_.flag("VS.INPUT_COUNT.ID_ENABLE"_field);
    // With vertex or instance numbers, the last input is no element.
    const uint32_t numbers = ids ? 1 : 0;
    const uint32_t elements = inputs - std::min(inputs, numbers);
    const bool matched = inputs >= numbers && vertexElements_.areInputs(elements);
    vertexElements_.draw();
    if (!matched) {
        report_(findings::kVertexInputs, fmt::format("{} inputs, {} vertex elements", inputs, vertexElements_.count()));
        hang();
        return;
    }
    if (!translateInput(parameters, elements)) {
        hang();
        return;
    }
    if (parameters.vertices == 0 || parameters.instances == 0) return;
    translateOutput();
    if (!selectPrograms(memory)) {
        hang();
        return;
    }
    translateConstants();
    translateTextures(memory);
    const auto check = [&](bool used, const gpu::TileStatus& status) {
        if (used && status.enabled) hazards_.tileStatusUsed(status.address, report_);
    };
    for (const gpu::RenderTarget& target : draw_.color->targets) check(target.enabled, target.storage.tileStatus);
    check(draw_.depthStencil->depthTest, draw_.depthBuffer->storage.tileStatus);
    hazards_.draw(colorRanges(draw_), depthRange(draw_), report_);
    emit(gpu::Draw{});
}

bool VivanteFrontEnd::Implementation::translateInput(const DrawParameters& parameters, uint32_t elements) {
    const InputSource source{.vertexStreams = state_.generation(StateGroup::VertexStreams),
                             .other = state_.generation(StateGroup::Other),
                             .elements = elements,
                             .parameters = parameters};
    if (inputFrom_ == source) return true;
    inputFrom_.reset();
    const uint64_t reports = report_.reports();
    if (!translateVertexInput(chip_, state_, parameters, elements, report_, draw_.input.edit())) return false;
    if (report_.reports() == reports) inputFrom_ = source;
    return true;
}

/// The registers of both are in StateGroup::Other.
void VivanteFrontEnd::Implementation::translateOutput() {
    if (const uint64_t source = state_.generation(StateGroup::Other); outputFrom_ != source) {
        outputFrom_.reset();
        const uint64_t reports = report_.reports();
        translatePixelEngine(chip_, state_, report_, draw_);
        translateRaster(chip_, state_, report_, draw_);
        if (report_.reports() == reports) outputFrom_ = source;
    }
    if (draw_.color->targets[0].storage.tileStatus.timesCounted != colorTilesCounted_)
        draw_.color.edit().targets[0].storage.tileStatus.timesCounted = colorTilesCounted_;
    if (draw_.depthBuffer->storage.tileStatus.timesCounted != depthTilesCounted_)
        draw_.depthBuffer.edit().storage.tileStatus.timesCounted = depthTilesCounted_;
}

std::shared_ptr<const isa::Program> VivanteFrontEnd::Implementation::selectProgram(ShaderStage stage,
                                                                                   const StageLinkage& linkage,
                                                                                   const gpu::MemoryReader& memory) {
    const std::optional<CodePlace> place = findCode(stage, chip_, state_, report_);
    if (!place) return nullptr;
    // Code in memory may change without a trace in the state.
    Selected& selected = selected_[static_cast<size_t>(stage)];
    const uint64_t instructions = state_.generation(StateGroup::Instructions);
    if (place->inMemory || !selected.program || selected.place != *place || selected.instructions != instructions ||
        selected.interface != linkage.interface) {
        const std::vector<uint32_t> words = readCode(*place, state_, memory, report_);
        if (words.empty()) return nullptr;
        selected = {*place, linkage.interface, instructions, programs_.decode(words, linkage.interface, report_)};
        selected.registers = registersUsed(*selected.program);
    }
    const uint32_t used = selected.registers;
    const uint32_t given = linkage.temporaries == 0 ? 64 : linkage.temporaries;
    if (used > given || linkage.temporaries > chip_.registerMax) {
        report_(findings::kTemporaries, fmt::format("{} program: {} used, {} given, {} in the chip",
                                                    stage == ShaderStage::Vertex ? "vertex" : "pixel", used,
                                                    linkage.temporaries, chip_.registerMax));
        return nullptr;
    }
    return selected.program;
}

bool VivanteFrontEnd::Implementation::selectPrograms(const gpu::MemoryReader& memory) {
    translateLinkages();
    const std::shared_ptr<const isa::Program> vertex = selectProgram(ShaderStage::Vertex, linkages_.vertex, memory);
    const std::shared_ptr<const isa::Program> pixel = selectProgram(ShaderStage::Pixel, linkages_.pixel, memory);
    draw_.stages[gpu::Stage::Vertex].program = vertex;
    draw_.stages[gpu::Stage::Fragment].program = pixel;
    if (!vertex || !pixel) return false;
    translateAttributes(pixel);
    return true;
}

/// Their registers are in StateGroup::Other.
void VivanteFrontEnd::Implementation::translateLinkages() {
    const uint64_t source = state_.generation(StateGroup::Other);
    if (linkagesFrom_ == source) return;
    linkagesFrom_.reset();
    attributesFrom_.reset();
    const uint64_t reports = report_.reports();
    linkages_ = {.vertex = vertexLinkage(chip_, state_, report_), .pixel = pixelLinkage(chip_, state_, report_)};
    if (report_.reports() == reports) linkagesFrom_ = source;
}

/// Their registers, beside the linkages, are in StateGroup::Other, too.
void VivanteFrontEnd::Implementation::translateAttributes(const std::shared_ptr<const isa::Program>& pixel) {
    if (linkagesFrom_ && attributesFrom_ == pixel) return;
    attributesFrom_ = pixel;
    draw_.stages[gpu::Stage::Vertex].threadResources = linkages_.vertex.temporaries;
    draw_.stages[gpu::Stage::Fragment].threadResources = linkages_.pixel.temporaries;
    for (uint32_t i = 0; i < func::kVertexAttributes; ++i) {
        draw_.vertexOutputs[i] = i < linkages_.vertex.outputs;
        draw_.fragmentInputs[i] = i < linkages_.pixel.inputs && (pixel->resources.inputsRead >> i & 1) != 0;
    }
    const bool early = state_.flag("PE.DEPTH_CONFIG.EARLY_Z"_field) && state_.flag("RA.EARLY_DEPTH.TEST_ENABLE"_field);
    draw_.fragmentWritesDepth = !early && writesDepthRegister(*pixel);
    draw_.earlyZ = early;
}

void VivanteFrontEnd::Implementation::translateConstants() {
    const auto changed = [&](StateGroup group) {
        const auto index = static_cast<size_t>(group);
        return std::exchange(translated_[index], state_.generation(group)) != state_.generation(group);
    };
    constexpr uint32_t kStageWords = 1024;
    constexpr uint32_t kSharedWords = 2048;
    if (chip_.haltiLevel() < 1) {
        if (changed(StateGroup::VertexUniforms))
            copyConstants(state_.words("VS.UNIFORMS"_reg, 0, kStageWords),
                          draw_.stages[gpu::Stage::Vertex].constants.edit());
        if (changed(StateGroup::PixelUniforms))
            copyConstants(state_.words("PS.UNIFORMS"_reg, 0, kStageWords),
                          draw_.stages[gpu::Stage::Fragment].constants.edit());
        return;
    }
    const Register shared = chip_.haltiLevel() >= 5 ? "SH.HALTI5_UNIFORMS"_reg : "SH.UNIFORMS"_reg;
    const bool written = changed(StateGroup::SharedUniforms);
    const auto translate = [&](Register base, gpu::Stage stage) {
        const uint32_t first = std::min(state_.get(base), kSharedWords / 4) * 4;
        std::optional<uint32_t>& translatedFrom = constantsFrom_[static_cast<size_t>(stage)];
        if (!written && translatedFrom == first) return;
        translatedFrom = first;
        copyConstants(state_.words(shared, first, kSharedWords - first), draw_.stages[stage].constants.edit());
    };
    translate("VS.UNIFORM_BASE"_reg, gpu::Stage::Vertex);
    translate("PS.UNIFORM_BASE"_reg, gpu::Stage::Fragment);
}

void VivanteFrontEnd::Implementation::translateTextures(const gpu::MemoryReader& memory) {
    const uint32_t used = draw_.stages[gpu::Stage::Vertex].program->resources.samplers |
                          draw_.stages[gpu::Stage::Fragment].program->resources.samplers;
    for (uint32_t unit = 0; unit < gpu::kTextureUnits; ++unit) {
        if ((used >> unit & 1) == 0) continue;
        const std::optional<SamplerWords> words = readSampler(unit, chip_, state_, memory);
        if (!words) {
            report_(findings::kTextureUnconfigured, fmt::format("unit {}", unit));
            if (draw_.textures[unit].enabled) draw_.textures.edit(unit).enabled = false;
            continue;
        }
        draw_.textures.bind(unit, descriptors_.translate(*words, unit, report_));
        const func::TextureState& texture = draw_.textures[unit];
        if (!texture.enabled) continue;
        if (const auto surface = samplerTileStatus(unit, chip_, state_, texture)) {
            gpu::ResolveTileStatus resolve{.surface = *surface, .bytes = uint64_t{texture.sliceStride[0]}};
            hazards_.tileStatusUsed(surface->storage.tileStatus.address, report_);
            emit(resolve);
        }
    }
}

}  // namespace cyclorama::vivante
