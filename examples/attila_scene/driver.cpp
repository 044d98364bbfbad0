// SPDX-License-Identifier: MIT
#include "driver.h"

#include <fmt/format.h>

#include <bit>
#include <stdexcept>
#include <variant>

#include "families/attila/isa/codec.h"
#include "families/attila/registers/address_word.h"
#include "func/layout/pixel_layout.h"
#include "func/texture/texture_layout.h"

namespace attila_scene {

namespace func = cyclorama::func;
namespace isa = cyclorama::isa;
using namespace cyclorama::attila;

namespace {

constexpr uint32_t kPage = 4096;
/// The shader fetches ahead, so empty instructions follow each program.
constexpr size_t kTrailingInstructions = 16;
constexpr uint32_t kVertexBytes = sizeof(Vertex);
constexpr uint32_t kIndexStream = 3;

struct StreamLayout {
    uint32_t offset;
    uint32_t components;
};
/// Position, normal and texture coordinates, in the vertex attributes 0, 1 and 2.
constexpr std::array<StreamLayout, 3> kStreams = {{{0, 3}, {12, 3}, {24, 2}}};

}  // namespace

Driver::Driver(cyclorama::attila::AttilaTraceWriter& writer, const Display& display) : writer_(writer) {
    setUpDisplay(display);
    for (uint32_t stream = 0; stream < kStreams.size(); ++stream) {
        set(Register::VertexAttributeMap, stream, stream);
        set(Register::StreamStride, kVertexBytes, stream);
        set(Register::StreamData, func::StreamFormat::Float32, stream);
        set(Register::StreamElements, kStreams[stream].components, stream);
    }
    set(Register::IndexStream, kIndexStream);
    set(Register::StreamData, func::StreamFormat::Unorm16, kIndexStream);
    set(Register::StreamElements, 1u, kIndexStream);
    set(Register::IndexMode, true);
    set(Register::Primitive, func::PrimitiveType::Triangles);
}

cyclorama::attila::AttilaTraceParameters Driver::traceParameters(uint32_t frames) {
    const func::TextureUnitSettings textures;
    const func::TileSizes tiles;
    return {.startFrame = 0,
            .frames = frames,
            .gpuMemoryMiB = 256,
            .systemMemoryMiB = 16,
            .textureBlockDimension = textures.blockDimension,
            .textureSuperBlockDimension = textures.superBlockDimension,
            .scanWidth = tiles.scanWidth,
            .scanHeight = tiles.scanHeight,
            .overScanWidth = tiles.overScanWidth,
            .overScanHeight = tiles.overScanHeight,
            .doubleBuffer = true,
            .shaderFetchRate = 2,
            .memoryControllerV2 = true,
            .secondInterleaving = false};
}

void Driver::setUpDisplay(const Display& display) {
    const func::PixelLayout layout(func::PixelLayoutParameters{.width = display.width,
                                                               .height = display.height,
                                                               .samples = display.samples,
                                                               .bytesPerSample = display.halfFloats ? 8u : 4u});
    set(Register::FrontBufferAddress, allocate(layout.bufferSize()));
    set(Register::BackBufferAddress, allocate(layout.bufferSize()));
    set(Register::ZStencilBufferAddress, allocate(layout.bufferSize()));
    set(Register::DisplayXResolution, display.width);
    set(Register::DisplayYResolution, display.height);
    set(Register::ViewportWidth, display.width);
    set(Register::ViewportHeight, display.height);
    if (display.samples > 1) {
        set(Register::Multisampling, true);
        set(Register::MsaaSamples, display.samples);
    }
    if (display.halfFloats)
        set(Register::ColorBufferFormat, func::Format::Rgba16Float);
    else
        set(Register::ColorSrgbWrite, true);
}

uint32_t Driver::allocate(uint32_t bytes) {
    const uint32_t address = nextAddress_;
    nextAddress_ += (bytes + kPage - 1) / kPage * kPage;
    return address;
}

uint32_t Driver::upload(std::span<const std::byte> bytes) {
    const uint32_t address = allocate(static_cast<uint32_t>(bytes.size()));
    writer_.writeMemory(address, bytes);
    return address;
}

Buffers Driver::upload(const Mesh& mesh) {
    return {.vertices = upload(std::as_bytes(std::span(mesh.vertices))),
            .indices = upload(std::as_bytes(std::span(mesh.indices))),
            .indexCount = static_cast<uint32_t>(mesh.indices.size())};
}

Program Driver::load(Shader shader, std::string_view text) {
    auto assembled = cyclorama::attila::assembleProgram(text);
    if (const auto* error = std::get_if<cyclorama::attila::AssemblyError>(&assembled))
        throw std::logic_error(fmt::format("line {} column {}: {}", error->line, error->column, error->reason));
    auto& instructions = std::get<std::vector<isa::Instruction>>(assembled);
    const isa::ProgramResources resources = isa::makeProgram(instructions).resources;
    instructions.resize(instructions.size() + kTrailingInstructions);
    const std::vector<std::byte> code = cyclorama::attila::encodeProgram(instructions);

    const Program program{.pc = nextInstruction_,
                          .temporaries = static_cast<uint32_t>(std::popcount(resources.temporaries)),
                          .inputs = resources.inputsRead,
                          .outputs = resources.outputsWritten};
    nextInstruction_ += static_cast<uint32_t>(instructions.size());
    const bool vertex = shader == Shader::Vertex;
    set(vertex ? Register::VertexProgramAddress : Register::FragmentProgramAddress, upload(code));
    set(vertex ? Register::VertexProgramSize : Register::FragmentProgramSize, static_cast<uint32_t>(code.size()));
    set(vertex ? Register::VertexProgramPc : Register::FragmentProgramPc, program.pc);
    writer_.command(vertex ? ControlCommand::LoadVertexProgram : ControlCommand::LoadFragmentProgram);
    return program;
}

func::TextureState Driver::uploadTexture(func::TextureState state, const std::vector<Image>& faces, bool srgb) {
    state.enabled = true;
    state.width = faces[0].width;
    state.height = faces[0].height;
    state.depth = 1;
    state.log2Width = static_cast<uint32_t>(std::bit_width(state.width) - 1);
    state.log2Height = static_cast<uint32_t>(std::bit_width(state.height) - 1);
    state.srgb = srgb;
    state.minFilter = func::FilterMode::LinearMipmapLinear;
    state.magFilter = func::FilterMode::Linear;
    for (uint32_t face = 0; face < faces.size(); ++face) {
        const std::vector<Image> levels = mipmaps(faces[face]);
        state.maxLevel = static_cast<uint32_t>(levels.size() - 1);
        const func::TextureLayout layout(state, func::TextureUnitSettings{});
        for (uint32_t level = 0; level < levels.size(); ++level)
            state.address[level][face] = upload(func::layoutTexture(layout, level, toBytes(levels[level], srgb)));
    }
    return state;
}

func::TextureState Driver::makeTexture(const Image& image, bool srgb, uint32_t anisotropy) {
    func::TextureState state;
    state.wrapS = func::WrapMode::Repeat;
    state.wrapT = func::WrapMode::Repeat;
    state.maxAnisotropy = anisotropy;
    return uploadTexture(state, {image}, srgb);
}

func::TextureState Driver::makeCubeMap(const std::vector<Image>& faces) {
    func::TextureState state;
    state.mode = func::TextureMode::CubeMap;
    state.wrapS = func::WrapMode::ClampToEdge;
    state.wrapT = func::WrapMode::ClampToEdge;
    return uploadTexture(state, faces, true);
}

void Driver::write(Register reg, uint32_t index, const RegisterValue& value) {
    const auto [held, isNew] = registers_.try_emplace({reg, index}, value);
    if (!isNew && held->second == value) return;
    held->second = value;
    writer_.writeRegister(reg, index, value);
}

void Driver::set(Register reg, uint32_t value, uint32_t index) { write(reg, index, RegisterValue::fromUint(value)); }

void Driver::set(Register reg, bool value, uint32_t index) { write(reg, index, RegisterValue::fromBool(value)); }

void Driver::setColor(Register reg, const std::array<double, 4>& value, uint32_t index) {
    func::Vec4 color;
    for (size_t i = 0; i < color.size(); ++i) color[i] = static_cast<float>(value[i]);
    write(reg, index, RegisterValue::fromVec4(color));
}

void Driver::setConstant(Shader shader, uint32_t index, const std::array<double, 4>& value) {
    setColor(shader == Shader::Vertex ? Register::VertexConstant : Register::FragmentConstant, value, index);
}

void Driver::bind(uint32_t unit, const func::TextureState& texture) {
    set(Register::TextureEnable, texture.enabled, unit);
    set(Register::TextureMode, texture.mode, unit);
    const uint32_t faces = texture.mode == func::TextureMode::CubeMap ? func::kCubeFaces : 1;
    for (uint32_t level = 0; level <= texture.maxLevel; ++level)
        for (uint32_t face = 0; face < faces; ++face)
            set(Register::TextureAddress, cyclorama::attila::wordOf(texture.address[level][face]),
                (unit * 13 + level) * func::kCubeFaces + face);
    set(Register::TextureWidth, texture.width, unit);
    set(Register::TextureHeight, texture.height, unit);
    set(Register::TextureDepth, texture.depth, unit);
    set(Register::TextureWidth2, texture.log2Width, unit);
    set(Register::TextureHeight2, texture.log2Height, unit);
    set(Register::TextureFormat, texture.format, unit);
    set(Register::TextureSrgb, texture.srgb, unit);
    set(Register::TextureWrapS, texture.wrapS, unit);
    set(Register::TextureWrapT, texture.wrapT, unit);
    set(Register::TextureMinFilter, texture.minFilter, unit);
    set(Register::TextureMagFilter, texture.magFilter, unit);
    set(Register::TextureMinLevel, texture.minLevel, unit);
    set(Register::TextureMaxLevel, texture.maxLevel, unit);
    set(Register::TextureMaxAnisotropy, texture.maxAnisotropy, unit);
}

void Driver::usePrograms(const Program& vertex, const Program& fragment) {
    set(Register::VertexProgramPc, vertex.pc);
    set(Register::VertexThreadResources, vertex.temporaries);
    set(Register::FragmentProgramPc, fragment.pc);
    set(Register::FragmentThreadResources, fragment.temporaries);
    const uint32_t attributes = registerInfo(Register::VertexOutputAttribute).indices;
    for (uint32_t attribute = 0; attribute < attributes; ++attribute) {
        const auto has = [attribute](uint32_t mask) { return (mask >> attribute & 1) != 0; };
        set(Register::VertexOutputAttribute, has(vertex.outputs), attribute);
        set(Register::FragmentInputAttribute, has(fragment.inputs), attribute);
    }
}

void Driver::clear(const std::array<double, 4>& color) {
    setColor(Register::ColorBufferClear, color);
    set(Register::ZBufferClear, 0xffffffu);
    set(Register::StencilBufferClear, 0u);
    writer_.command(ControlCommand::ClearZStencilBuffer);
    writer_.command(ControlCommand::ClearColorBuffer);
}

void Driver::draw(const Buffers& buffers) {
    for (uint32_t stream = 0; stream < kStreams.size(); ++stream)
        set(Register::StreamAddress, buffers.vertices + kStreams[stream].offset, stream);
    set(Register::StreamAddress, buffers.indices, kIndexStream);
    set(Register::StreamCount, buffers.indexCount);
    writer_.command(ControlCommand::Draw);
}

void Driver::command(ControlCommand command) { writer_.command(command); }

void Driver::present() {
    writer_.event(Event::EndOfFrame, "Frame rendered.");
    writer_.command(ControlCommand::SwapBuffers);
}

}  // namespace attila_scene
