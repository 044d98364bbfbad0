// SPDX-License-Identifier: MIT
#include "families/attila/driver/draw/state_registers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <vector>

#include "families/attila/driver/draw/draw_passes.h"
#include "families/attila/driver/programs/program_link.h"
#include "families/attila/driver/programs/texture_sampling.h"
#include "families/attila/registers/address_word.h"
#include "families/attila/registers/register_file.h"
#include "families/attila/registers/register_rows.h"
#include "func/raster/raster_state.h"
#include "func/texture/texture_format.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

/// Largest viewport that the registers take.
constexpr float kLargestViewport = 4096;

TextureStorage& storageOf(const virgl::Resource& resource) { return static_cast<TextureStorage&>(*resource.storage); }
TextureStorage& storageOf(const virgl::AttachmentView& surface) { return storageOf(*surface.resource); }

SurfaceSize sizeOf(const virgl::AttachmentView& surface) {
    const auto size = surface.resource->description.levelSize(surface.level);
    return {.width = size[0], .height = size[1]};
}

/// True where texels are read from sRGB, which a view may change. Throws virgl::Unsupported for other changes.
bool readsSrgb(const virgl::SamplerView& view) {
    const TextureFormat& stored = storageOf(*view.resource).format();
    const TextureFormat* const asked = findTextureFormat(view.format);
    if (asked == nullptr || asked->stored != stored.stored || asked->compression != stored.compression ||
        asked->exchanged != stored.exchanged || asked->opaque != stored.opaque || asked->swizzle != stored.swizzle)
        throw virgl::Unsupported("textures read as another format");
    return asked->srgb;
}

bool drawsSrgb(const virgl::AttachmentView& surface) {
    const TextureFormat* const format = findTextureFormat(surface.format);
    return format != nullptr && format->srgb;
}

/// Surfaces have the format of their texture, or the same bits with or without sRGB.
bool hasFormatOfTexture(const virgl::AttachmentView& surface) {
    const TextureFormat* const drawn = findTextureFormat(surface.format);
    const TextureFormat& stored = storageOf(surface).format();
    if (surface.format == stored.guest) return true;
    return drawn != nullptr && drawn->rendered && drawn->stored == stored.stored && drawn->srgb != stored.srgb &&
           drawn->exchanged == stored.exchanged && drawn->opaque == stored.opaque;
}

bool isWhole(float value) { return value == std::floor(value); }

/// True if depths beyond the farthest of a block cannot pass, and nothing else happens to what fails.
bool boundsDepth(const virgl::DepthStencilAlpha& tests, bool stencilTest) {
    using Compare = func::CompareFunction;
    const auto function = tests.depthFunction;
    const bool nearer = function == Compare::Less || function == Compare::LessEqual || function == Compare::Equal;
    const virgl::StencilFace& face = tests.stencil[0];
    return nearer && (!stencilTest || (face.stencilFail == func::StencilOperation::Keep &&
                                       face.depthFail == func::StencilOperation::Keep));
}

/// True where depths that are written are no farther than those before.
bool keepsBounds(func::CompareFunction function) {
    using Compare = func::CompareFunction;
    return function == Compare::Less || function == Compare::LessEqual || function == Compare::Equal ||
           function == Compare::Never;
}

/// One axis of a viewport: start and size in pixels.
struct Axis {
    float start = 0;
    float size = 0;
};

Axis axisOf(const virgl::Viewport& viewport, size_t axis) {
    const float half = std::fabs(viewport.scale[axis]);
    return {.start = viewport.offset[axis] - half, .size = 2 * half};
}

/// Depths of the near and the far plane in the window.
struct DepthPlanes {
    float near = 0;
    float far = 1;
};

DepthPlanes depthPlanes(const virgl::State& state) {
    const float scale = state.viewport.scale[2];
    const float offset = state.viewport.offset[2];
    return {.near = state.rasterizer->depthFromZero ? offset : offset - scale, .far = offset + scale};
}

uint32_t clampToSurface(float value, uint32_t size) {
    return static_cast<uint32_t>(std::clamp(value, 0.0f, static_cast<float>(size)));
}

/// The comparison that holds for b and a where `function` does for a and b. Guests compare the coordinate with the
/// texel, the chip the texel with the coordinate (ATTILA: emul/TextureEmulator).
func::CompareFunction turnedRound(func::CompareFunction function) {
    using Compare = func::CompareFunction;
    switch (function) {
        case Compare::Less:
            return Compare::Greater;
        case Compare::LessEqual:
            return Compare::GreaterEqual;
        case Compare::Greater:
            return Compare::Less;
        case Compare::GreaterEqual:
            return Compare::LessEqual;
        default:
            return function;
    }
}

/// OpenGL clamps the constant colour of blending where the buffer's values are shares of one (4.5, section 17.3.6), as
/// the chip does not.
func::Vec4 blendColorOf(const virgl::State& state, uint32_t buffer) {
    func::Vec4 color = state.blendColor;
    const func::Format format = storageOf(*state.colorBuffers[buffer]).format().stored;
    if (format == func::Format::Rgba8888 || format == func::Format::Rgba16)
        for (float& component : color) component = std::clamp(component, 0.0f, 1.0f);
    return color;
}

/// Makes a level the texture's first: the chip counts levels of detail from its largest image on.
void startAt(func::TextureState& texture, uint32_t level) {
    const auto halved = [level](uint32_t size) { return std::max(size >> level, 1u); };
    const auto log2Down = [](uint32_t size) { return static_cast<uint32_t>(std::bit_width(size) - 1); };
    texture.width = halved(texture.width);
    texture.height = halved(texture.height);
    texture.depth = halved(texture.depth);
    texture.log2Width = log2Down(texture.width);
    texture.log2Height = log2Down(texture.height);
    texture.log2Depth = log2Down(texture.depth);
    std::shift_left(texture.address.begin(), texture.address.end(), level);
}

/// The levels of a view in memory. Throws virgl::Unsupported for what the chip does not find there.
func::TextureState textureOf(const virgl::SamplerView& view, const virgl::Sampler& mode) {
    TextureStorage& storage = storageOf(*view.resource);
    for (uint32_t level = view.firstLevel; level <= view.lastLevel; ++level)
        if (storage.slicesOverlap(level)) throw virgl::BeyondGpu("volumes of such sides: slices would overlap");
    func::TextureState texture = storage.textureForGpu();
    startAt(texture, view.firstLevel);
    texture.maxLevel = view.lastLevel - view.firstLevel;
    if (showsBorderColor(mode, texture.format, storage.format().opaque))
        throw virgl::BeyondGpu("a border of another colour than black");
    return texture;
}

}  // namespace

ViewportPlan planViewport(const virgl::Viewport& viewport, const SurfaceSize& size) {
    const Axis x = axisOf(viewport, 0);
    const Axis y = axisOf(viewport, 1);
    for (const float value : {x.start, x.size, y.start, y.size})
        if (!std::isfinite(value) || std::fabs(value) > 4 * kLargestViewport)
            throw virgl::BeyondGpu("a viewport of that size");
    ViewportPlan plan{.upwards = viewport.scale[1] < 0,
                      .bounds = {.minX = clampToSurface(std::ceil(x.start), size.width),
                                 .minY = clampToSurface(std::ceil(y.start), size.height),
                                 .maxX = clampToSurface(std::floor(x.start + x.size), size.width),
                                 .maxY = clampToSurface(std::floor(y.start + y.size), size.height)}};
    const bool whole = isWhole(x.start) && isWhole(x.size) && isWhole(y.start) && isWhole(y.size) && x.start >= 0 &&
                       y.start >= 0 && viewport.scale[0] > 0 && x.start + x.size <= static_cast<float>(size.width) &&
                       y.start + y.size <= static_cast<float>(size.height);
    // The rasterizer bounds rows by the width: a viewport that is higher than wide would lose its upper part.
    if (whole && x.size >= y.size) {
        plan.x = static_cast<uint32_t>(x.start);
        plan.y = static_cast<uint32_t>(y.start);
        plan.width = static_cast<uint32_t>(x.size);
        plan.height = static_cast<uint32_t>(y.size);
        return plan;
    }
    // A square from the first pixel on, in which the guest's viewport is a part.
    plan.moves = true;
    plan.width = plan.height = std::max(size.width, size.height);
    const auto edge = static_cast<float>(plan.width);
    plan.scale = {2 * viewport.scale[0] / edge, 2 * std::fabs(viewport.scale[1]) / edge, 1};
    plan.offset = {2 * viewport.offset[0] / edge - 1, 2 * viewport.offset[1] / edge - 1, 0};
    if (plan.upwards) plan.offset[1] = -plan.offset[1];
    return plan;
}

void takeProgramDepth(ViewportPlan& plan, const virgl::State& state) {
    const DepthPlanes planes = depthPlanes(state);
    if (planes.near != 0 || planes.far != 1)
        throw virgl::Unsupported("fragments' own depth in a viewport with a part of the depths");
    plan.depthFromZero = true;
    if (state.rasterizer->depthFromZero) return;
    plan.moves = true;
    plan.scale[2] = plan.offset[2] = 0.5f;
}

bool writesAlpha(const virgl::State& state, uint32_t buffer) {
    const auto& color = state.colorBuffers[buffer];
    if (!color || (state.blend->targets[buffer].mask & 8) == 0) return false;
    const TextureFormat* const format = findTextureFormat(color->format);
    return format != nullptr && !format->opaque;
}

SurfaceSize requireSurfaces(const virgl::State& state) {
    for (size_t i = kColorTargets; i < state.colorBuffers.size(); ++i)
        if (state.colorBuffers[i]) throw virgl::Malformed("more colour buffers than are offered");
    std::vector<const virgl::AttachmentView*> surfaces;
    for (const auto& color : state.colorBuffers) {
        if (!color) continue;
        if (!storageOf(*color).format().rendered) throw virgl::Unsupported("draws to a texture of this format");
        surfaces.push_back(color.get());
    }
    if (state.depthBuffer) {
        if (!storageOf(*state.depthBuffer).format().depth) throw virgl::Malformed("a depth buffer without depth");
        surfaces.push_back(state.depthBuffer.get());
    }
    if (surfaces.empty()) throw virgl::Unsupported("draws without a surface");
    const SurfaceSize size = sizeOf(*surfaces[0]);
    const uint32_t samples = storageOf(*surfaces[0]).drawnForm().samples;
    for (const virgl::AttachmentView* const surface : surfaces) {
        const SurfaceSize other = sizeOf(*surface);
        if (other.width != size.width || other.height != size.height)
            throw virgl::BeyondGpu("surfaces of different sizes at once");
        if (storageOf(*surface).drawnForm().samples != samples)
            throw virgl::BeyondGpu("surfaces of different numbers of samples at once");
        if (!hasFormatOfTexture(*surface)) throw virgl::Unsupported("surfaces of another format than their texture");
        // The chip has one register for all.
        if (surface != state.depthBuffer.get() && drawsSrgb(*surface) != drawsSrgb(*surfaces[0]))
            throw virgl::BeyondGpu("colours in sRGB beside others");
    }
    return size;
}

bool storesSrgb(const virgl::State& state) {
    return std::ranges::any_of(state.colorBuffers, [](const auto& color) { return color && drawsSrgb(*color); });
}

SurfaceSize StateRegisters::setSurfaces(const virgl::State& state) {
    const SurfaceSize size = requireSurfaces(state);
    const auto isBound = [](const auto& color) { return color != nullptr; };
    const auto bound = std::ranges::count_if(state.colorBuffers, isBound);
    ColorImages colors;
    for (uint32_t i = 0; i < kColorTargets; ++i) {
        const auto& color = state.colorBuffers[i];
        // States of blocks are those of target 0.
        if (color) colors[i] = storageOf(*color).imageToDraw(color->level, color->layer, bound == 1 && i == 0);
        out_.set(Register::RenderTargetEnable, color != nullptr, i);
    }
    const auto& depth = state.depthBuffer;
    out_.set(Register::ColorSrgbWrite, storesSrgb(state));
    if (bound != 0) setColorBuffers(colors);
    if (depth) setDepthBuffer(storageOf(*depth).imageToDraw(depth->level, depth->layer, true));
    out_.set(Register::DisplayXResolution, size.width);
    out_.set(Register::DisplayYResolution, size.height);
    const auto first = std::ranges::find_if(state.colorBuffers, isBound);
    const uint32_t samples = storageOf(bound != 0 ? **first : *depth).drawnForm().samples;
    out_.set(Register::Multisampling, samples > 1);
    if (samples > 1) out_.set(Register::MsaaSamples, samples);
    return size;
}

void StateRegisters::setColorBuffers(const ColorImages& images) {
    if (images != colors_) caches_.flush(RenderBuffer::Color);
    colors_ = images;
    caches_.use(RenderBuffer::Color);
    for (uint32_t i = 0; i < images.size(); ++i) {
        if (!images[i]) continue;
        // The back buffer is target 0.
        out_.set(i == 0 ? Register::ColorBufferFormat : Register::RenderTargetFormat, images[i]->form.format, i);
        out_.set(i == 0 ? Register::BackBufferAddress : Register::RenderTargetAddress, images[i]->address, i);
    }
    out_.set(Register::ColorCompression, images[0] && images[0]->states);
}

void StateRegisters::setDepthBuffer(const DrawnImage& image) {
    if (image != depth_) caches_.flush(RenderBuffer::Depth);
    depth_ = image;
    caches_.use(RenderBuffer::Depth);
    out_.set(Register::ZStencilBufferAddress, image.address);
    out_.set(Register::ZStencilCompression, image.states);
}

void StateRegisters::setViewport(const virgl::State& state, const ViewportPlan& plan, const SurfaceSize& size) {
    out_.set(Register::ViewportX, plan.x);
    out_.set(Register::ViewportY, plan.y);
    out_.set(Register::ViewportWidth, plan.width);
    out_.set(Register::ViewportHeight, plan.height);
    // Direct3D's rows count downwards, as those of the guest's windows do.
    out_.set(Register::D3d9PixelCoordinates, plan.upwards);
    virgl::ScissorBox box = plan.bounds;
    if (state.rasterizer->scissor) {
        box.minX = std::max(box.minX, state.scissor.minX);
        box.minY = std::max(box.minY, state.scissor.minY);
        box.maxX = std::min(box.maxX, state.scissor.maxX);
        box.maxY = std::min(box.maxY, state.scissor.maxY);
    }
    box.maxX = std::max(box.maxX, box.minX);
    box.maxY = std::max(box.maxY, box.minY);
    const bool whole = box.minX == plan.x && box.minY == plan.y && box.maxX == plan.x + plan.width &&
                       box.maxY == plan.y + plan.height && plan.width <= size.width && plan.height <= size.height;
    out_.set(Register::ScissorTest, !whole);
    out_.set(Register::ScissorX, box.minX);
    out_.set(Register::ScissorY, box.minY);
    out_.set(Register::ScissorWidth, box.maxX - box.minX);
    out_.set(Register::ScissorHeight, box.maxY - box.minY);
    const DepthPlanes planes = depthPlanes(state);
    out_.set(Register::D3d9DepthRange, state.rasterizer->depthFromZero || plan.depthFromZero);
    out_.set(Register::DepthRangeNear, std::clamp(planes.near, 0.0f, 1.0f));
    out_.set(Register::DepthRangeFar, std::clamp(planes.far, 0.0f, 1.0f));
}

void StateRegisters::setRasterizer(const virgl::State& state, const ViewportPlan& plan,
                                   const virgl::tgsi::TgsiProgram& fragment) {
    const virgl::RasterizerState& raster = *state.rasterizer;
    if (!raster.depthClip) throw virgl::BeyondGpu("depth that is clamped");
    // Front faces are given in clip space, where y goes up.
    out_.set(Register::FaceMode, raster.frontCounterClockwise == plan.upwards ? func::FaceOrientation::CounterClockwise
                                                                              : func::FaceOrientation::Clockwise);
    out_.set(Register::Culling, raster.cull);
    out_.set(Register::TwoSidedLighting, raster.twoSided && ProgramLink(fragment).readsColors());
    out_.set(Register::DepthSlopeFactor, raster.offsetTriangles ? raster.offsetScale : 0.0f);
    out_.set(Register::DepthUnitOffset, raster.offsetTriangles ? raster.offsetUnits : 0.0f);
    out_.set(Register::D3d9RasterizationRules, !raster.halfPixelCenter);
    const uint32_t flat = ProgramLink::flatAttributes(fragment, raster.flat);
    for (uint32_t attribute = 0; attribute < detail::kAttilaVertexAttributes; ++attribute)
        out_.set(Register::Interpolation, (flat >> attribute & 1) == 0, attribute);
}

void StateRegisters::setDepthStencil(const virgl::State& state, const TranslatedProgram& fragment) {
    const virgl::DepthStencilAlpha& tests = *state.depthStencilAlpha;
    const bool there = state.depthBuffer != nullptr;
    const bool depthTest = there && tests.depthTest;
    out_.set(Register::DepthTest, depthTest);
    out_.set(Register::DepthMask, depthTest && tests.depthWrite);
    out_.set(Register::DepthFunction, tests.depthFunction);
    const virgl::StencilFace& face = tests.stencil[0];
    const bool stencilTest = there && face.enabled;
    out_.set(Register::StencilTest, stencilTest);
    out_.set(Register::StencilFunction, face.function);
    out_.set(Register::StencilReference, uint32_t{state.stencilReference[0]});
    out_.set(Register::StencilCompareMask, uint32_t{face.compareMask});
    out_.set(Register::StencilUpdateMask, changesStencil(face) ? uint32_t{face.writeMask} : 0);
    if (stencilTest && changesStencil(face))
        storageOf(*state.depthBuffer).setStencil(state.depthBuffer->level, state.depthBuffer->layer, std::nullopt);
    out_.set(Register::StencilFailUpdate, face.stencilFail);
    out_.set(Register::DepthFailUpdate, face.depthFail);
    out_.set(Register::DepthPassUpdate, face.depthPass);
    out_.set(Register::EarlyZ, !fragment.kills && !fragment.writesDepth);
    out_.set(Register::HierarchicalZ,
             hierarchicalZ_ && depthTest && depth_.states && !fragment.writesDepth && boundsDepth(tests, stencilTest));
    if (depthTest && tests.depthWrite && !keepsBounds(tests.depthFunction)) hierarchicalZ_ = false;
    out_.set(Register::ModifyFragmentDepth, fragment.writesDepth);
}

void StateRegisters::setBlending(const virgl::State& state) {
    const virgl::Blend& blend = *state.blend;
    if (blend.alphaToCoverage) throw virgl::BeyondGpu("alpha that changes coverage");
    for (uint32_t i = 0; i < kColorTargets; ++i) {
        const virgl::BlendTarget& target = blend.targets[i];
        const bool color = state.colorBuffers[i] != nullptr;
        out_.set(Register::ColorMaskRed, color && (target.mask & 1) != 0, i);
        out_.set(Register::ColorMaskGreen, color && (target.mask & 2) != 0, i);
        out_.set(Register::ColorMaskBlue, color && (target.mask & 4) != 0, i);
        out_.set(Register::ColorMaskAlpha, writesAlpha(state, i), i);
        out_.set(Register::ColorBlend, color && target.enabled && !blend.logicOperationEnabled, i);
        if (!color) continue;
        out_.set(Register::BlendEquation, target.colorEquation, i);
        out_.set(Register::BlendSourceRgb, target.sourceColor, i);
        out_.set(Register::BlendDestinationRgb, target.destinationColor, i);
        out_.set(Register::BlendSourceAlpha, target.sourceAlpha, i);
        out_.set(Register::BlendDestinationAlpha, target.destinationAlpha, i);
        out_.set(Register::BlendColor, blendColorOf(state, i), i);
    }
    out_.set(Register::LogicalOperation, blend.logicOperationEnabled);
    out_.set(Register::LogicalOperationFunction, blend.logicOperation);
}

void StateRegisters::setTextures(const virgl::State& state, virgl::Stage stage, const TranslatedProgram& program) {
    const virgl::StageState& bound = state.stage(stage);
    for (uint32_t sampler = 0; sampler < virgl::kSamplers; ++sampler) {
        if ((program.samplers >> sampler & 1) == 0) continue;
        const auto& view = bound.views[sampler];
        const auto& mode = bound.samplers[sampler];
        if (!view || !mode)
            throw virgl::Unsupported(fmt::format("a program that reads texture {}, which is not there", sampler));
        const bool srgb = readsSrgb(*view);
        if (view->resource->description.samples > 1) throw virgl::Unsupported("textures of several samples");
        const std::optional<BorderPlan> border = borderPlan(*view, *mode);
        func::TextureState texture =
            border ? borders_.texture(textureUnit(stage, sampler), *view, *mode, *border) : textureOf(*view, *mode);
        const auto wrap = [&](size_t axis) {
            return border && (border->axes >> axis & 1) != 0 ? func::WrapMode::ClampToEdge : wrapOf(*mode, axis);
        };
        texture.srgb = srgb;
        texture.wrapS = wrap(0);
        texture.wrapT = wrap(1);
        texture.wrapR = wrap(2);
        texture.minFilter = mode->minFilter;
        texture.magFilter = mode->magFilter;
        texture.minLod = mode->minLod;
        texture.maxLod = mode->maxLod;
        texture.lodBias = mode->lodBias;
        texture.maxAnisotropy = std::min(mode->anisotropy, func::kMaxAnisotropy);
        texture.borderColor = mode->borderColor;
        texture.comparison = mode->comparison;
        texture.comparisonFunction = turnedRound(mode->function);
        setTexture(textureUnit(stage, sampler), texture);
    }
}

void StateRegisters::setTexture(uint32_t unit, const func::TextureState& texture) {
    const uint32_t faces = texture.mode == func::TextureMode::CubeMap ? func::kCubeFaces : 1;
    for (uint32_t level = 0; level <= texture.maxLevel; ++level)
        for (uint32_t face = 0; face < faces; ++face)
            out_.set(Register::TextureAddress, wordOf(texture.address[level][face]),
                     (unit * kTextureRegisterLevels + level) * func::kCubeFaces + face);
    out_.set(Register::TextureEnable, true, unit);
    out_.set(Register::TextureMode, texture.mode, unit);
    out_.set(Register::TextureWidth, texture.width, unit);
    out_.set(Register::TextureHeight, texture.height, unit);
    out_.set(Register::TextureDepth, texture.depth, unit);
    out_.set(Register::TextureWidth2, texture.log2Width, unit);
    out_.set(Register::TextureHeight2, texture.log2Height, unit);
    out_.set(Register::TextureDepth2, texture.log2Depth, unit);
    out_.set(Register::TextureFormat, texture.format, unit);
    out_.set(Register::TextureCompression, texture.compression, unit);
    out_.set(Register::TextureSrgb, texture.srgb, unit);
    out_.set(Register::TextureBlocking, texture.blocking, unit);
    out_.set(Register::TextureNonNormalized, texture.nonNormalized, unit);
    out_.set(Register::TextureBorderColor, texture.borderColor, unit);
    out_.set(Register::TextureWrapS, texture.wrapS, unit);
    out_.set(Register::TextureWrapT, texture.wrapT, unit);
    out_.set(Register::TextureWrapR, texture.wrapR, unit);
    out_.set(Register::TextureMinFilter, texture.minFilter, unit);
    out_.set(Register::TextureMagFilter, texture.magFilter, unit);
    out_.set(Register::TextureMinLod, texture.minLod, unit);
    out_.set(Register::TextureMaxLod, texture.maxLod, unit);
    out_.set(Register::TextureLodBias, texture.lodBias, unit);
    out_.set(Register::TextureMinLevel, texture.minLevel, unit);
    out_.set(Register::TextureMaxLevel, texture.maxLevel, unit);
    out_.set(Register::TextureMaxAnisotropy, texture.maxAnisotropy, unit);
    out_.set(Register::TextureEnableComparison, texture.comparison, unit);
    out_.set(Register::TextureComparisonFunction, texture.comparisonFunction, unit);
}

void StateRegisters::setForFill(const SurfaceSize& size, bool writesDepth) {
    if (writesDepth) hierarchicalZ_ = false;
    out_.set(Register::ViewportX, 0u);
    out_.set(Register::ViewportY, 0u);
    // A square: the rasterizer bounds rows by the width.
    out_.set(Register::ViewportWidth, std::max(size.width, size.height));
    out_.set(Register::ViewportHeight, std::max(size.width, size.height));
    out_.set(Register::ScissorTest, true);
    out_.set(Register::ScissorX, 0u);
    out_.set(Register::ScissorY, 0u);
    out_.set(Register::ScissorWidth, size.width);
    out_.set(Register::ScissorHeight, size.height);
    out_.set(Register::D3d9PixelCoordinates, false);
    // As draws have it: the clipper loses a change that comes when the draw before ends.
    out_.set(Register::D3d9DepthRange, false);
    out_.set(Register::DepthRangeNear, 0.0f);
    out_.set(Register::DepthRangeFar, 1.0f);
    out_.set(Register::Culling, func::CullMode::None);
    out_.set(Register::FaceMode, func::FaceOrientation::CounterClockwise);
    out_.set(Register::TwoSidedLighting, false);
    out_.set(Register::DepthSlopeFactor, 0.0f);
    out_.set(Register::DepthUnitOffset, 0.0f);
    out_.set(Register::D3d9RasterizationRules, false);
    out_.set(Register::EarlyZ, true);
    out_.set(Register::HierarchicalZ, false);
    out_.set(Register::ModifyFragmentDepth, false);
    // Clears have their colours as they are stored.
    out_.set(Register::ColorSrgbWrite, false);
}

}  // namespace cyclorama::attila
