// SPDX-License-Identifier: MIT
#include "families/attila/driver/draw/renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "families/attila/driver/draw/polygon_shapes.h"
#include "families/attila/driver/draw/window_shapes.h"
#include "families/attila/driver/programs/program_variant.h"
#include "families/attila/driver/programs/translated_program.h"
#include "families/attila/driver/textures/kept_stencil.h"
#include "families/attila/driver/vertices/vertex_formats.h"
#include "families/attila/registers/register_rows.h"
#include "func/layout/pixel_layout.h"
#include "func/raster/multisample_pattern.h"
#include "func/raster/primitive_assembly.h"
#include "gpu/draw_state.h"
#include "machine/configuration/settings.h"
#include "mem/address_space.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

using virgl::Stage;

/// Constants of the guest's programs; the rest of the bank is for immediates and what translations add.
constexpr uint32_t kGuestConstants = 448;
constexpr float kAnisotropy = 16;

bool hasSecondInterleaving(const machine::Configuration& configuration) {
    return configuration.memoryController.memoryControllerV2 && configuration.gddrMemory.secondInterleaving;
}

/// With a second way of interleaving, which starts at an address, surfaces have the first half of the memory and the
/// first way.
uint64_t surfaceMemory(const machine::Configuration& configuration) {
    return hasSecondInterleaving(configuration) ? configuration.memoryController.memorySize * mem::kMebibyte / 2 : 0;
}

AttilaTraceParameters traceParametersOf(const machine::Configuration& configuration) {
    constexpr uint32_t kShaderFetchRate = 2;
    const func::TextureUnitSettings unit = machine::textureUnitSettings(configuration);
    return {.frames = configuration.simulator.frames,
            .gpuMemoryMiB = configuration.memoryController.memorySize,
            .systemMemoryMiB = configuration.memoryController.mappedMemorySize,
            .textureBlockDimension = unit.blockDimension,
            .textureSuperBlockDimension = unit.superBlockDimension,
            .scanWidth = unit.framebufferTiles.scanWidth,
            .scanHeight = unit.framebufferTiles.scanHeight,
            .overScanWidth = unit.framebufferTiles.overScanWidth,
            .overScanHeight = unit.framebufferTiles.overScanHeight,
            .doubleBuffer = true,
            .shaderFetchRate = kShaderFetchRate,
            .memoryControllerV2 = true,
            .secondInterleaving = hasSecondInterleaving(configuration)};
}

/// The display takes pixels of 8 bits a channel.
bool isShown(const TextureFormat& format) {
    return format.rendered && format.stored == func::Format::Rgba8888 && !format.srgb;
}

/// The most samples of a pixel of 8 bytes that the tiles can hold: 1, 2, 4 or 8.
uint32_t mostSamples(const func::TileSizes& tiles) {
    uint32_t samples = func::kMaxSamples;
    const auto fits = [&] {
        return func::layoutProblem(
                   func::PixelLayoutParameters{
                       .width = 1, .height = 1, .tiles = tiles, .samples = samples, .bytesPerSample = 8})
            .empty();
    };
    while (samples > 1 && !fits()) samples /= 2;
    return samples;
}

/// As reported to guests: of 2 samples, of 4, and of 8 in two words.
std::array<uint32_t, 4> sampleLocations() {
    std::array<uint32_t, 4> words{};
    uint32_t word = 0;
    for (uint32_t samples = 2; samples <= func::kMaxSamples; samples *= 2) {
        uint32_t sample = 0;
        for (const func::SampleOffset& at : func::samplePattern(func::SamplePattern::Spread, samples)) {
            const auto sixteenths = [](double place) { return static_cast<uint32_t>(place * 16); };
            words[word + sample / 4] |= (sixteenths(at.x) << 4 | sixteenths(at.y)) << sample % 4 * 8;
            ++sample;
        }
        ++word;
    }
    return words;
}

virgl::Capabilities capabilitiesOf(const machine::Configuration& configuration) {
    virgl::Capabilities made{.renderer = "virgl (ATTILA simulated by Cyclorama)",
                             .renderTargets = kColorTargets,
                             .vertexAttributes = detail::kAttilaVertexAttributes,
                             .vertexOutputs = detail::kAttilaVertexAttributes,
                             .samplers = detail::kAttilaTextureUnits,
                             .anisotropy = kAnisotropy,
                             .constants = kGuestConstants,
                             .pointSize = kLargestShape,
                             .lineWidth = kLargestShape};
    made.samples = mostSamples(machine::textureUnitSettings(configuration).framebufferTiles);
    made.sampleLocations = sampleLocations();
    for (const TextureFormat& format : textureFormats()) {
        made.sampled.push_back(format.guest);
        if (format.depth || format.rendered) made.multisampled.push_back(format.guest);
        if (format.depth) made.depthStencil.push_back(format.guest);
        if (!format.rendered) continue;
        made.rendered.push_back(format.guest);
        if (isShown(format)) made.shown.push_back(format.guest);
    }
    return made;
}

ProgramForm programForm(const machine::Configuration& configuration) {
    return {.scalarUnits = configuration.vectorShader.vectorShader &&
                           configuration.vectorShader.aluConfig.get() == machine::VectorAluConfig::Scalar,
            .loadsAttributes = configuration.shader.vertexAttributeLoadFromShader};
}

SurfaceOptions surfaceOptions(const machine::Configuration& configuration) {
    const machine::SimulatorParameters& asked = configuration.simulator;
    return {.halfColors = asked.forceFp16ColorBuffer, .samples = asked.forceMsaa ? asked.msaaSamples.get() : 0};
}

TextureStorage& textureOf(const virgl::Resource& resource) { return static_cast<TextureStorage&>(*resource.storage); }

void requireState(const virgl::State& state) {
    if (!state.blend || !state.depthStencilAlpha || !state.rasterizer || !state.vertexElements)
        throw virgl::Malformed("a draw without all of its state objects");
}

func::Vec4 valueOf(const TextureConstant& constant, const virgl::StageState& stage) {
    const auto& view = stage.views[constant.sampler];
    if (!view) return {};  // as the draw is refused for
    const virgl::ResourceDescription& description = view->resource->description;
    const auto size = description.levelSize(view->firstLevel);
    const auto width = static_cast<float>(size[0]);
    const auto height = static_cast<float>(size[1]);
    if (constant.kind == TextureConstant::Kind::Reciprocal) return {1 / width, 1 / height, 1, 1};
    if (constant.kind == TextureConstant::Kind::BorderScale) return {width / (width + 2), height / (height + 2), 1, 1};
    if (constant.kind == TextureConstant::Kind::BorderOffset) return {1 / (width + 2), 1 / (height + 2), 0, 0};
    const bool flat = description.target == virgl::Target::Texture1D;
    const bool volume = description.target == virgl::Target::Texture3D;
    return {width, flat ? 0 : height, volume ? static_cast<float>(size[2]) : 0, 0};
}

}  // namespace

Renderer::Renderer(const machine::Configuration& configuration)
    : capabilities_(capabilitiesOf(configuration)),
      memory_(configuration.memoryController.memorySize * mem::kMebibyte, surfaceMemory(configuration)),
      transactions_(traceParametersOf(configuration)),
      caches_(transactions_),
      driver_{memory_, transactions_, caches_, machine::textureUnitSettings(configuration),
              surfaceOptions(configuration)},
      programForm_(programForm(configuration)),
      programs_(driver_, programForm_),
      registers_(driver_),
      streams_(driver_),
      stipplePattern_(driver_) {
    if (const uint64_t start = surfaceMemory(configuration); start != 0)
        transactions_.set(Register::SecondInterleavingStart, static_cast<uint32_t>(start));
}

void Renderer::attach(device::JobContext& execution) {
    execution.map(0, memory_.descriptor(), memory_.size());
    transactions_.attach(execution);
    // At power-on the chip takes the blocks of its first surfaces for cleared, whatever was uploaded to them.
    transactions_.command(ControlCommand::ResetColorState);
    transactions_.command(ControlCommand::ResetZStencilState);
}

std::unique_ptr<virgl::Storage> Renderer::makeStorage(const virgl::ResourceDescription& description) {
    if (description.isBuffer()) return std::make_unique<BufferStorage>(driver_, description.width);
    return std::make_unique<TextureStorage>(driver_, description);
}

void Renderer::upload(virgl::Resource& resource, const virgl::Region& region, std::span<const std::byte> bytes,
                      const virgl::GuestRows& rows) {
    if (resource.description.isBuffer())
        bufferOf(resource).write(region.box.x, bytes.first(region.box.width));
    else
        textureOf(resource).upload(region, bytes, rows);
}

void Renderer::download(virgl::Resource& resource, const virgl::Region& region, std::span<std::byte> bytes,
                        const virgl::GuestRows& rows) {
    if (resource.description.isBuffer())
        std::ranges::copy(bufferOf(resource).content().subspan(region.box.x, region.box.width), bytes.begin());
    else
        textureOf(resource).download(region, bytes, rows);
}

void Renderer::draw(const virgl::State& state, const virgl::DrawRequest& request) {
    requireState(state);
    if (state.rasterizer->discard || request.count == 0 || request.instances == 0) return;
    if (isShape(request.primitive) || needsPolygonShapes(*state.rasterizer)) return drawShapes(state, request);
    const virgl::Shader& vertexShader = *state.stage(Stage::Vertex).shader;
    const virgl::Shader& fragmentShader = *state.stage(Stage::Fragment).shader;
    requireSamples(state, request);
    const SurfaceSize size = registers_.setSurfaces(state);
    ViewportPlan plan = planViewport(state.viewport, size);
    LoadedProgram& fragment = programs_.find(fragmentShader, fragmentShader, fragmentVariant(state));
    if (fragment.translated.writesDepth) takeProgramDepth(plan, state);
    LoadedProgram& vertex = programs_.find(vertexShader, fragmentShader, vertexVariant(state, plan.moves));
    if ((vertex.translated.samplers & 0xff) != 0 && fragment.translated.samplers >> 8 != 0)
        throw virgl::BeyondGpu("more than 8 textures of fragments beside textures of vertices");
    registers_.setViewport(state, plan, size);
    registers_.setTextures(state, Stage::Fragment, fragment.translated);
    registers_.setTextures(state, Stage::Vertex, vertex.translated);
    setStipple(state, fragment, vertex.translated.samplers);
    programs_.use(vertex, fragment);
    setConstants(state, Stage::Vertex, vertex, plan);
    setConstants(state, Stage::Fragment, fragment, plan);
    const PassPlan passes = planPasses(state);
    const auto setPass = [&](const virgl::State& pass) { setTests(pass, plan, fragmentShader.program, fragment); };
    if (passes.byTriangle) return drawTriangles(state, passes, setPass, request, vertex);
    const StreamPlan stream = planStream(state, request);
    setAttributes(state, vertex, {.bias = stream.bias(request), .end = request.instances}, stream);
    setStream(state, request, stream);
    for (const DrawPass& pass : passes.passes) drawPass(state, pass, setPass);
}

void Renderer::setTests(const virgl::State& pass, const ViewportPlan& plan, const virgl::tgsi::TgsiProgram& fragment,
                        const LoadedProgram& loaded) {
    registers_.setRasterizer(pass, plan, fragment);
    registers_.setDepthStencil(pass, loaded.translated);
    registers_.setBlending(pass);
}

void Renderer::drawOnce(bool hidden) {
    const uint64_t before = hidden ? transactions_.samplesPassed() : 0;
    transactions_.command(ControlCommand::Draw);
    if (hidden) uncountedSamples_ += transactions_.samplesPassed() - before;
}

void Renderer::drawPass(const virgl::State& state, const DrawPass& pass, const SetPass& setPass) {
    std::optional<KeptStencil> kept;
    if (pass.keptStencil) {
        kept.emplace(textureOf(*state.depthBuffer->resource), *state.depthBuffer);
        registers_.setSurfaces(state);
    }
    setPass(pass.state);
    drawOnce(state.countsSamples && !pass.state.countsSamples);
    if (!kept) return;
    kept->complete(*pass.keptStencil, pass.state.stencilReference[0]);
    registers_.setSurfaces(state);
}

void Renderer::setStipple(const virgl::State& state, const LoadedProgram& fragment, uint32_t vertexSamplers) {
    const auto unit = fragment.translated.stippleUnit;
    if (!unit) return;
    if ((vertexSamplers >> (virgl::kSamplers - 1 - *unit) & 1) != 0)
        throw virgl::BeyondGpu("textures of vertices in the unit that stippled polygons need");
    registers_.setTexture(*unit, stipplePattern_.texture(state.polygonStipple));
}

void Renderer::setConstants(const virgl::State& state, Stage stage, const LoadedProgram& program,
                            const ViewportPlan& plan) {
    const Register bank = stage == Stage::Vertex ? Register::VertexConstant : Register::FragmentConstant;
    const std::vector<uint32_t>& guest = state.stage(stage).constants;
    const TranslatedProgram& translated = program.translated;
    for (uint32_t i = 0; i < translated.firstConstant; ++i) {
        std::array<uint32_t, 4> words{};
        for (uint32_t c = 0; c < 4; ++c)
            if (4 * i + c < guest.size()) words[c] = guest[4 * i + c];
        transactions_.set(bank, std::bit_cast<func::Vec4>(words), i);
    }
    if (translated.position) {
        transactions_.set(bank, func::Vec4{plan.scale[0], plan.scale[1], plan.scale[2], 0}, *translated.position);
        transactions_.set(bank, func::Vec4{plan.offset[0], plan.offset[1], plan.offset[2], 0},
                          *translated.position + 1);
    }
    if (translated.clipPlanes) {
        uint32_t constant = *translated.clipPlanes;
        for (const func::Vec4& plane : enabledClipPlanes(state)) transactions_.set(bank, plane, constant++);
    }
    if (translated.lineExtent)
        transactions_.set(bank, func::Vec4{state.rasterizer->lineWidth / 2 + 0.5f}, *translated.lineExtent);
    for (const TextureConstant& size : translated.textureConstants)
        transactions_.set(bank, valueOf(size, state.stage(stage)), size.constant);
    if (translated.alphaReference)
        transactions_.set(bank, func::Vec4{state.depthStencilAlpha->alphaReference}, *translated.alphaReference);
}

void Renderer::copy(const virgl::CopyRequest& request) {
    const virgl::TexelBox& box = request.source.box;
    if (request.from->description.isBuffer()) {
        const auto bytes = bufferOf(*request.from).content().subspan(box.x, box.width);
        bufferOf(*request.to).write(request.x, std::vector(bytes.begin(), bytes.end()));
        return;
    }
    if (request.from->description.samples > 1 || request.to->description.samples > 1) return copySamples(request);
    const virgl::TexelBlock block = texelBlock(request.from->description);
    const virgl::TexelBlock target = texelBlock(request.to->description);
    if (block.bytes != target.bytes || block.side != target.side)
        throw virgl::Unsupported("copies between formats of different sizes");
    const uint64_t stride = block.rowBytes(box.width);
    const virgl::GuestRows rows{.stride = stride, .sliceStride = stride * block.along(box.height)};
    std::vector<std::byte> texels(rows.sliceStride * box.depth);
    textureOf(*request.from).download(request.source, texels, rows);
    textureOf(*request.to)
        .upload({.level = request.level, .box = {request.x, request.y, request.z, box.width, box.height, box.depth}},
                texels, rows);
}

void Renderer::present(virgl::Resource& resource) {
    if (resource.description.isBuffer() || !isShown(textureOf(resource).format()))
        throw virgl::Unsupported("a picture of this format on the display");
    const DrawnImage image = textureOf(resource).imageToShow();
    transactions_.set(Register::DisplayXResolution, resource.description.width);
    transactions_.set(Register::DisplayYResolution, resource.description.height);
    registers_.setColorBuffer(image);
    transactions_.set(Register::Multisampling, image.form.samples > 1);
    if (image.form.samples > 1) transactions_.set(Register::MsaaSamples, image.form.samples);
    transactions_.set(Register::D3d9PixelCoordinates, true);
    transactions_.swapBuffers();
    caches_.swap();
    transactions_.finish();
    textureOf(resource).keepShown();
}

}  // namespace cyclorama::attila
