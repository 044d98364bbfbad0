// SPDX-License-Identifier: MIT
#include "families/attila/driver/texture_storage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "families/attila/frontend/register_file.h"
#include "virgl/refusal.h"

namespace cyclorama::attila {
namespace {

using virgl::Target;

func::TextureMode modeOf(Target target) {
    switch (target) {
        case Target::Texture3D:
            return func::TextureMode::Texture3D;
        case Target::Cube:
            return func::TextureMode::CubeMap;
        case Target::Texture1D:
            return func::TextureMode::Texture1D;
        default:
            return func::TextureMode::Texture2D;
    }
}

/// Binary logarithm, rounded down.
uint32_t log2Down(uint32_t size) { return static_cast<uint32_t>(std::bit_width(size) - 1); }

const TextureFormat& formatOf(const virgl::ResourceDescription& description) {
    const TextureFormat* const format = findTextureFormat(description.format);
    if (format == nullptr) throw virgl::Unsupported("textures of " + nameOf(description.format));
    if (description.lastLevel >= kTextureRegisterLevels) throw virgl::Unsupported("textures of so many levels");
    return *format;
}

/// How the GPU draws to the texture.
SurfaceForm drawnFormOf(const virgl::ResourceDescription& description, const TextureFormat& format,
                        const SurfaceOptions& options) {
    if (description.samples > 1 && (description.lastLevel > 0 || (!format.rendered && !format.depth)))
        throw virgl::Unsupported("textures of several samples with levels, or of formats that are not drawn");
    if (description.samples > func::kMaxSamples || (description.samples & (description.samples - 1)) != 0)
        throw virgl::Unsupported(fmt::format("surfaces of {} samples", description.samples));
    const bool half = options.halfColors && format.rendered;
    return {.format = half ? func::Format::Rgba16Float : format.stored,
            .samples = options.samples != 0 ? options.samples : std::max(description.samples, 1u)};
}

/// Without addresses.
func::TextureState textureOf(const virgl::ResourceDescription& description, const TextureFormat& format) {
    func::TextureState texture;
    texture.enabled = true;
    texture.mode = modeOf(description.target);
    texture.format = format.stored;
    const bool flat = texture.mode == func::TextureMode::Texture2D || texture.mode == func::TextureMode::CubeMap;
    // The order of the rasterizer, for all that can be a target.
    if (flat && (format.rendered || format.depth)) texture.blocking = func::TextureBlocking::Framebuffer;
    texture.width = description.width;
    texture.height = description.height;
    texture.depth = description.target == Target::Texture3D ? description.depth : 1;
    texture.log2Width = log2Down(texture.width);
    texture.log2Height = log2Down(texture.height);
    texture.log2Depth = log2Down(texture.depth);
    texture.maxLevel = description.lastLevel;
    return texture;
}

}  // namespace

TextureStorage::TextureStorage(const DriverMemory& driver, const virgl::ResourceDescription& description)
    : driver_(driver),
      description_(description),
      format_(formatOf(description)),
      drawn_(drawnFormOf(description, format_, driver.surfaces)),
      texture_(textureOf(description, format_)),
      layout_(texture_, driver.textureUnit),
      textureConversion_(format_.stored, {.format = texture_.format, .samples = 1}),
      drawnConversion_(format_.stored, drawn_) {
    if (!layout_.supported()) throw virgl::Unsupported("textures of that size and format");
    images_.resize(size_t{description.lastLevel + 1} * faces());
    // The guest's samples: no unit of textures reads such an image.
    if (description.samples > 1)
        image(0, 0).samples = Allocation(driver_.memory, sampleLayout(0).bufferSize(), MemoryPart::Surfaces);
    else
        allocateTexture();
}

void TextureStorage::allocate(uint32_t level, uint32_t face) {
    const auto isBound = [&](uint32_t use) { return (description_.bind & use) != 0; };
    const bool isSurface =
        isBound(virgl::kBindShown) ||
        (isBound(virgl::kBindDepthStencil | virgl::kBindRenderTarget) && !isBound(virgl::kBindSamplerView));
    const uint64_t bytes =
        layout_.framebufferBlocking() ? layout_.level(level).pixels.bufferSize() : layout_.levelBytes(level);
    Image& it = image(level, face);
    it.texture = Allocation(driver_.memory, bytes, isSurface ? MemoryPart::Surfaces : MemoryPart::Others);
    it.cached = false;
    texture_.address[level][face] = func::Address(it.texture.address());
}

void TextureStorage::allocateTexture() {
    for (uint32_t level = 0; level <= description_.lastLevel; ++level)
        for (uint32_t face = 0; face < faces(); ++face) allocate(level, face);
    layout_ = func::TextureLayout(texture_, driver_.textureUnit);
}

void TextureStorage::leaveCachedMemory(uint32_t level, uint32_t face) {
    if (!image(level, face).cached) return;
    allocate(level, face);
    layout_ = func::TextureLayout(texture_, driver_.textureUnit);
}

void TextureStorage::discard(uint32_t level, uint32_t face) {
    Image& it = image(level, face);
    it.rowsCurrent = it.textureCurrent = it.samplesCurrent = it.inStates = false;
    if (drawn_.samples == 1) leaveCachedMemory(level, face);
}

/// Takes all images to the form that the GPU draws, before the first draw to one of them.
void TextureStorage::useDrawnFormat() {
    for (uint32_t level = 0; level <= description_.lastLevel; ++level)
        for (uint32_t face = 0; face < faces(); ++face) {
            Image& it = image(level, face);
            if (it.written()) bringRows(level, face);
            it.textureCurrent = false;
        }
    texture_.format = drawn_.format;
    layout_ = func::TextureLayout(texture_, driver_.textureUnit);
    textureConversion_ = PixelConversion(format_.stored, {.format = texture_.format, .samples = 1});
    if (!layout_.supported()) throw virgl::Unsupported("surfaces of that size and format");
    allocateTexture();
}

const func::PixelLayout& TextureStorage::sampleLayout(uint32_t level) {
    if (!sampleLayouts_.empty()) return sampleLayouts_[level];
    std::vector<func::PixelLayout> made;
    for (uint32_t each = 0; each <= description_.lastLevel; ++each) {
        const auto size = description_.levelSize(each);
        const func::PixelLayoutParameters parameters{.width = size[0],
                                                     .height = size[1],
                                                     .tiles = driver_.textureUnit.framebufferTiles,
                                                     .samples = drawn_.samples,
                                                     .bytesPerSample = drawnConversion_.pixelBytes() / drawn_.samples};
        if (const std::string_view problem = func::layoutProblem(parameters); !problem.empty())
            throw virgl::Unsupported(fmt::format("surfaces of {} samples: {}", drawn_.samples, problem));
        made.emplace_back(parameters);
    }
    sampleLayouts_ = std::move(made);
    return sampleLayouts_[level];
}

TextureStorage::Place TextureStorage::texturePlace(uint32_t level, uint32_t face) {
    return {.address = image(level, face).texture.address(),
            .bytes = layout_.levelBytes(level),
            .conversion = &textureConversion_};
}

TextureStorage::Place TextureStorage::samplePlace(uint32_t level, uint32_t face) {
    const func::PixelLayout& pixels = sampleLayout(level);
    Allocation& place = image(level, face).samples;
    if (!place) place = Allocation(driver_.memory, pixels.bufferSize(), MemoryPart::Surfaces);
    return {
        .address = place.address(), .bytes = pixels.bufferSize(), .conversion = &drawnConversion_, .pixels = &pixels};
}

template <typename Move>
void TextureStorage::forPixels(uint32_t level, uint32_t face, const Place& place, const Move& move) {
    const auto [width, height, slices] = description_.levelSize(level);
    const uint32_t depth = faces() > 1 ? 1 : slices;
    std::byte* texel = image(level, face).rows.data();
    for (uint32_t z = 0; z < depth; ++z)
        for (uint32_t y = 0; y < height; ++y)
            for (uint32_t x = 0; x < width; ++x, texel += texelBytes()) {
                if (place.pixels != nullptr) {
                    move(texel, place.pixels->offset(x, y));
                    continue;
                }
                const uint64_t address = layout_.texelAddress(level, static_cast<func::CubeFace>(face), x, y, z);
                move(texel, func::memoryAddress(address).offset() - place.address);
            }
}

void TextureStorage::bringRows(uint32_t level, uint32_t face) {
    Image& it = image(level, face);
    const auto [width, height, slices] = description_.levelSize(level);
    if (it.rows.empty()) it.rows.resize(size_t{width} * height * (faces() > 1 ? 1 : slices) * texelBytes());
    if (it.rowsCurrent || !it.written()) return;
    const Place place = it.samplesCurrent ? samplePlace(level, face) : texturePlace(level, face);
    driver_.transactions.finish();
    it.rowsCurrent = true;
    const std::span<const std::byte> memory = driver_.memory.bytes().subspan(place.address);
    forPixels(level, face, place,
              [&](std::byte* texel, uint64_t at) { place.conversion->toTexel(memory.data() + at, texel); });
}

/// Writes the rows to a place, but for pixels that still give the texel that was made of them.
void TextureStorage::writeRows(uint32_t level, uint32_t face, const Place& place, bool keepsDrawn) {
    std::vector<std::byte> bytes(place.bytes);
    const bool keeps = keepsDrawn && place.conversion->changes();
    if (keeps) driver_.transactions.finish();
    const std::span<const std::byte> memory = driver_.memory.bytes().subspan(place.address);
    std::array<std::byte, sizeof(uint64_t)> shown{};
    forPixels(level, face, place, [&](const std::byte* texel, uint64_t at) {
        if (keeps) place.conversion->toTexel(memory.data() + at, shown.data());
        if (keeps && std::memcmp(shown.data(), texel, texelBytes()) == 0)
            std::memcpy(bytes.data() + at, memory.data() + at, place.conversion->pixelBytes());
        else
            place.conversion->toPixel(texel, bytes.data() + at);
    });
    if (image(level, face).drawn) driver_.caches.flush(buffer());
    driver_.transactions.writeMemory(place.address, bytes);
}

std::span<const std::byte> TextureStorage::rows(uint32_t level, uint32_t face) {
    bringRows(level, face);
    return image(level, face).rows;
}

std::span<std::byte> TextureStorage::rowsToWrite(uint32_t level, uint32_t face) {
    bringRows(level, face);
    Image& it = image(level, face);
    it.rowsCurrent = true;
    it.textureCurrent = it.samplesCurrent = it.inStates = false;
    it.stencil.reset();
    return it.rows;
}

uint32_t TextureStorage::drawnAddress(uint32_t level, uint32_t face) {
    return drawn_.samples == 1 ? image(level, face).texture.address() : samplePlace(level, face).address;
}

void TextureStorage::leaveStates(uint32_t level, uint32_t face) {
    bringRows(level, face);
    Image& it = image(level, face);
    it.textureCurrent = it.samplesCurrent = it.inStates = false;
}

bool TextureStorage::clearByStates(uint32_t level, uint32_t face) {
    Image& it = image(level, face);
    if (it.sampled) return false;
    if (drawn_.samples == 1 && texture_.format != drawn_.format) useDrawnFormat();
    it.inStates = it.drawn = true;
    it.rowsCurrent = false;
    it.textureCurrent = drawn_.samples == 1;
    it.samplesCurrent = drawn_.samples > 1;
    driver_.caches.giveStates(buffer(), drawnAddress(level, face));
    return true;
}

uint32_t TextureStorage::imageForGpu(uint32_t level, uint32_t face) {
    Image& it = image(level, face);
    if (it.inStates && drawn_.samples == 1) leaveStates(level, face);
    if (!it.textureCurrent && it.written()) {
        bringRows(level, face);
        // What is kept of pixels that were drawn is read where it is.
        const bool keepsDrawn = it.drawn && drawn_.samples == 1 && textureConversion_.changes();
        if (!keepsDrawn) leaveCachedMemory(level, face);
        writeRows(level, face, texturePlace(level, face), keepsDrawn);
        it.textureCurrent = true;
    }
    return it.texture.address();
}

DrawnImage TextureStorage::imageToDraw(uint32_t level, uint32_t face) {
    Image& it = image(level, face);
    if (it.inStates) {
        const uint32_t address = drawnAddress(level, face);
        if (driver_.caches.hasStates(buffer(), address)) {
            it.rowsCurrent = false;
            it.textureCurrent = drawn_.samples == 1;
            return {.address = address, .form = drawn_, .states = true};
        }
        leaveStates(level, face);
    }
    if (drawn_.samples == 1) {
        if (texture_.format != drawn_.format) useDrawnFormat();
        imageForGpu(level, face);
        it.textureCurrent = it.drawn = true;
        it.rowsCurrent = false;
        return {.address = it.texture.address(), .form = drawn_};
    }
    const Place place = samplePlace(level, face);
    if (!it.samplesCurrent && it.written()) {
        bringRows(level, face);
        writeRows(level, face, place, it.drawn);
    }
    it.samplesCurrent = it.drawn = true;
    it.rowsCurrent = it.textureCurrent = false;
    return {.address = place.address, .form = drawn_};
}

DrawnImage TextureStorage::imageToShow() {
    const Image& it = image(0, 0);
    if (it.samplesCurrent || it.inStates) return imageToDraw(0, 0);
    if (!it.texture) throw virgl::Unsupported("a picture of several samples that nothing was drawn to");
    return {.address = imageForGpu(0, 0), .form = {.format = texture_.format, .samples = 1}};
}

func::TextureState TextureStorage::textureForGpu() {
    for (uint32_t level = 0; level <= description_.lastLevel; ++level)
        for (uint32_t face = 0; face < faces(); ++face) {
            imageForGpu(level, face);
            image(level, face).sampled = drawn_.samples == 1;
            image(level, face).cached = true;
        }
    return texture_;
}

std::span<std::byte> TextureStorage::texelRow(uint32_t level, uint32_t slice, uint32_t x, uint32_t y, uint32_t width) {
    const auto size = description_.levelSize(level);
    std::vector<std::byte>& rows = image(level, faces() > 1 ? slice : 0).rows;
    const size_t first = ((faces() > 1 ? 0 : size_t{slice} * size[1]) + y) * size[0] + x;
    return std::span(rows).subspan(first * texelBytes(), size_t{width} * texelBytes());
}

void TextureStorage::upload(const virgl::Region& region, std::span<const std::byte> bytes,
                            const virgl::GuestRows& rows) {
    const virgl::Box& box = region.box;
    for (uint32_t z = 0; z < box.depth; ++z) {
        rowsToWrite(region.level, faces() > 1 ? box.z + z : 0);
        for (uint32_t y = 0; y < box.height; ++y) {
            const auto to = texelRow(region.level, box.z + z, box.x, box.y + y, box.width);
            storeTexels(format_, bytes.subspan(z * rows.sliceStride + y * rows.stride, to.size()), to);
        }
    }
}

void TextureStorage::download(const virgl::Region& region, std::span<std::byte> bytes, const virgl::GuestRows& rows) {
    const virgl::Box& box = region.box;
    for (uint32_t z = 0; z < box.depth; ++z) {
        bringRows(region.level, faces() > 1 ? box.z + z : 0);
        for (uint32_t y = 0; y < box.height; ++y) {
            const auto from = texelRow(region.level, box.z + z, box.x, box.y + y, box.width);
            loadTexels(format_, from, bytes.subspan(z * rows.sliceStride + y * rows.stride, from.size()));
        }
    }
}

}  // namespace cyclorama::attila
