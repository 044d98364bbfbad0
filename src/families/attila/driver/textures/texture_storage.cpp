// SPDX-License-Identifier: MIT
#include "families/attila/driver/textures/texture_storage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

#include "families/attila/registers/register_file.h"
#include "func/texture/texture_format.h"
#include "virgl/protocol/refusal.h"

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

/// True for what the GPU can draw to as it samples it, and has compressed.
bool isFlat(Target target) {
    return target == Target::Texture2D || target == Target::Cube || target == Target::Rectangle;
}

/// Binary logarithm, rounded down.
uint32_t log2Down(uint32_t size) { return static_cast<uint32_t>(std::bit_width(size) - 1); }

const TextureFormat& formatOf(const virgl::ResourceDescription& description) {
    const TextureFormat* const format = findTextureFormat(description.format);
    if (format == nullptr) throw virgl::Unsupported("textures of " + nameOf(description.format));
    if (description.lastLevel >= kTextureRegisterLevels)
        throw virgl::BeyondGpu("textures of more levels than the GPU has registers for");
    return *format;
}

/// How the GPU draws to the texture.
SurfaceForm drawnFormOf(const virgl::ResourceDescription& description, const TextureFormat& format,
                        const SurfaceOptions& options) {
    if (description.samples > 1 && (description.lastLevel > 0 || (!format.rendered && !format.depth)))
        throw virgl::Unsupported("textures of several samples with levels, or of formats that are not drawn");
    if (description.samples > func::kMaxSamples || (description.samples & (description.samples - 1)) != 0)
        throw virgl::BeyondGpu(fmt::format("surfaces of {} samples", description.samples));
    const bool half = options.halfColors && format.rendered && format.stored == func::Format::Rgba8888;
    return {.format = half ? func::Format::Rgba16Float : format.stored,
            .samples = options.samples != 0 ? options.samples : std::max(description.samples, 1u)};
}

PixelConversion conversionOf(const TextureFormat& format, const virgl::TexelBlock& block, const SurfaceForm& pixel) {
    return format.isCompressed() ? PixelConversion(block.bytes) : PixelConversion(format.stored, pixel, format.srgb);
}

/// True where pixels in memory are texels of 4 bytes, unchanged.
bool areWords(const PixelConversion& conversion) {
    return !conversion.changes() && conversion.texelBytes() == sizeof(uint32_t);
}

/// Calls `copy(column, bytes)` for each column of words, or for two that follow each other in memory: most do.
template <typename Copy>
void forWords(std::span<const uint64_t> columns, const Copy& copy) {
    constexpr size_t kWord = sizeof(uint32_t);
    for (size_t x = 0; x < columns.size();) {
        if (x + 1 < columns.size() && columns[x + 1] == columns[x] + kWord) {
            copy(x, std::integral_constant<size_t, 2 * kWord>());
            x += 2;
        } else {
            copy(x, std::integral_constant<size_t, kWord>());
            ++x;
        }
    }
}

/// Without addresses.
func::TextureState textureOf(const virgl::ResourceDescription& description, const TextureFormat& format) {
    func::TextureState texture;
    texture.enabled = true;
    texture.mode = modeOf(description.target);
    texture.format = format.stored;
    texture.compression = format.compression;
    texture.srgb = format.srgb;
    if (format.isCompressed() && !isFlat(description.target))
        throw virgl::Unsupported("compressed textures that are not flat");
    // The order of the rasterizer, for all that can be a target.
    if (isFlat(description.target) && (format.rendered || format.depth))
        texture.blocking = func::TextureBlocking::Framebuffer;
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
      block_(virgl::texelBlock(description)),
      drawn_(drawnFormOf(description, format_, driver.surfaces)),
      texture_(textureOf(description, format_)),
      layout_(texture_, driver.textureUnit),
      textureConversion_(conversionOf(format_, block_, {.format = texture_.format, .samples = 1})),
      drawnConversion_(conversionOf(format_, block_, drawn_)) {
    if (!layout_.supported()) throw virgl::BeyondGpu("textures of that size and format");
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

void TextureStorage::discard(uint32_t level, uint32_t slice) {
    // The other slices of a volume are in the same image.
    if (blocks(level)[2] > 1) return;
    const uint32_t face = placeOf(slice).face;
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
    textureConversion_ = conversionOf(format_, block_, {.format = texture_.format, .samples = 1});
    if (!layout_.supported()) throw virgl::BeyondGpu("surfaces of that size and format");
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
            throw virgl::BeyondGpu(fmt::format("surfaces of {} samples: {}", drawn_.samples, problem));
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
    return {.address = place.address(),
            .bytes = pixels.bufferSize(),
            .conversion = &drawnConversion_,
            .pixels = &pixels,
            .slice = image(level, face).drawnSlice};
}

std::array<uint32_t, 3> TextureStorage::blocks(uint32_t level) const {
    const auto [width, height, slices] = description_.levelSize(level);
    return {block_.along(width), block_.along(height), faces() > 1 ? 1 : slices};
}

template <typename MoveRow>
void TextureStorage::forRows(uint32_t level, uint32_t face, const Place& place, const MoveRow& moveRow) {
    const auto [width, height, depth] = blocks(level);
    const uint32_t first = place.pixels != nullptr ? place.slice : 0;
    const uint32_t end = place.pixels != nullptr ? first + 1 : depth;
    const auto offset = [&](uint32_t x, uint32_t y, uint32_t z) -> uint64_t {
        if (place.pixels != nullptr) return place.pixels->offset(x, y);
        const uint64_t address =
            layout_.texelAddress(level, static_cast<func::CubeFace>(face), x * block_.side, y * block_.side, z);
        return func::memoryAddress(address).offset() - place.address;
    };
    // All layouts add a term of the column and one of the row and slice.
    std::vector<uint64_t> columns(width);
    for (uint32_t x = 0; x < width; ++x) columns[x] = offset(x, 0, first) - offset(0, 0, first);
    std::byte* texel = image(level, face).rows.data() + size_t{first} * width * height * texelBytes();
    for (uint32_t z = first; z < end; ++z)
        for (uint32_t y = 0; y < height; ++y) {
            moveRow(texel, offset(0, y, z), columns);
            texel += size_t{width} * texelBytes();
        }
}

template <typename Move>
void TextureStorage::forPixels(uint32_t level, uint32_t face, const Place& place, const Move& move) {
    forRows(level, face, place, [&](std::byte* texels, uint64_t row, std::span<const uint64_t> columns) {
        for (const uint64_t column : columns) {
            move(texels, row + column);
            texels += texelBytes();
        }
    });
}

void TextureStorage::bringRows(uint32_t level, uint32_t face) {
    Image& it = image(level, face);
    const auto [width, height, depth] = blocks(level);
    if (it.rows.empty()) it.rows.resize(size_t{width} * height * depth * texelBytes());
    if (it.rowsCurrent || !it.written()) return;
    const Place place = it.samplesCurrent ? samplePlace(level, face) : texturePlace(level, face);
    driver_.transactions.finish();
    it.rowsCurrent = true;
    const std::span<const std::byte> memory = driver_.memory.bytes().subspan(place.address);
    if (areWords(*place.conversion))
        return forRows(level, face, place, [&](std::byte* texels, uint64_t row, std::span<const uint64_t> columns) {
            const std::byte* const from = memory.data() + row;
            forWords(columns, [&](size_t x, auto bytes) {
                std::memcpy(texels + x * sizeof(uint32_t), from + columns[x], bytes);
            });
        });
    forPixels(level, face, place,
              [&](std::byte* texel, uint64_t at) { place.conversion->toTexel(memory.data() + at, texel); });
}

/// Writes the rows to a place, but for pixels that still give the texel that was made of them.
void TextureStorage::writeRows(uint32_t level, uint32_t face, const Place& place, bool keepsDrawn) {
    std::vector<std::byte> bytes(place.bytes);
    const bool keeps = keepsDrawn && place.conversion->changes();
    if (keeps) driver_.transactions.finish();
    const std::span<const std::byte> memory = driver_.memory.bytes().subspan(place.address);
    std::array<std::byte, func::kMaxTexelBytes> shown{};
    const auto convert = [&](const std::byte* texel, uint64_t at) {
        if (keeps) place.conversion->toTexel(memory.data() + at, shown.data());
        if (keeps && std::memcmp(shown.data(), texel, texelBytes()) == 0)
            std::memcpy(bytes.data() + at, memory.data() + at, place.conversion->pixelBytes());
        else
            place.conversion->toPixel(texel, bytes.data() + at);
    };
    if (areWords(*place.conversion))
        forRows(level, face, place, [&](const std::byte* texels, uint64_t row, std::span<const uint64_t> columns) {
            std::byte* const to = bytes.data() + row;
            forWords(columns,
                     [&](size_t x, auto count) { std::memcpy(to + columns[x], texels + x * sizeof(uint32_t), count); });
        });
    else
        forPixels(level, face, place, convert);
    if (image(level, face).drawn) driver_.caches.flush(buffer());
    driver_.transactions.writeMemory(place.address, bytes);
}

std::span<std::byte> TextureStorage::sliceOf(uint32_t level, uint32_t slice) {
    const auto [width, height, depth] = blocks(level);
    const size_t bytes = size_t{width} * height * texelBytes();
    const auto [face, within] = placeOf(slice);
    return std::span(image(level, face).rows).subspan(within * bytes, bytes);
}

std::span<const std::byte> TextureStorage::rows(uint32_t level, uint32_t slice) {
    bringRows(level, placeOf(slice).face);
    return sliceOf(level, slice);
}

std::span<std::byte> TextureStorage::rowsToWrite(uint32_t level, uint32_t slice) {
    const uint32_t face = placeOf(slice).face;
    bringRows(level, face);
    Image& it = image(level, face);
    it.rowsCurrent = true;
    it.textureCurrent = it.samplesCurrent = it.inStates = false;
    it.stencil.reset();
    return sliceOf(level, slice);
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
    if (it.sampled || !isFlat(description_.target)) return false;
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
        // Pixels that were drawn and are kept are read where they are.
        const bool keepsDrawn = it.drawn && drawn_.samples == 1 && textureConversion_.changes();
        if (!keepsDrawn) leaveCachedMemory(level, face);
        writeRows(level, face, texturePlace(level, face), keepsDrawn);
        it.textureCurrent = true;
    }
    return it.texture.address();
}

bool TextureStorage::isDrawnApart() const { return drawn_.samples > 1 || !isFlat(description_.target); }

DrawnImage TextureStorage::imageToDraw(uint32_t level, uint32_t slice, bool keepsStates) {
    const auto [face, within] = placeOf(slice);
    Image& it = image(level, face);
    if (it.inStates) {
        const uint32_t address = drawnAddress(level, face);
        if (keepsStates && driver_.caches.hasStates(buffer(), address)) {
            it.rowsCurrent = false;
            it.textureCurrent = drawn_.samples == 1;
            return {.address = address, .form = drawn_, .states = true};
        }
        leaveStates(level, face);
    }
    if (!isDrawnApart()) {
        if (texture_.format != drawn_.format) useDrawnFormat();
        imageForGpu(level, face);
        it.textureCurrent = it.drawn = true;
        it.rowsCurrent = false;
        return {.address = it.texture.address(), .form = drawn_};
    }
    // Pixels drawn to another slice go to the rows, which keep all that is not drawn to.
    if (blocks(level)[2] > 1 && (!it.samplesCurrent || it.drawnSlice != within)) {
        bringRows(level, face);
        it.samplesCurrent = it.textureCurrent = it.drawn = false;
        it.rowsCurrent = true;
        it.drawnSlice = within;
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

void TextureStorage::copyPixels(TextureStorage& from, const PixelWindow& source, const PixelWindow& target,
                                const std::array<uint32_t, 2>& size,
                                const std::function<void(const std::byte* from, std::byte* to)>& store,
                                const std::function<bool(uint32_t x, uint32_t y)>& written) {
    if (!from.isDrawnApart() || !isDrawnApart() || from.drawn_.samples != drawn_.samples)
        throw virgl::Unsupported("copies between surfaces of different forms of samples");
    const DrawnImage read = from.imageToDraw(source.level, source.slice, false);
    const DrawnImage write = imageToDraw(target.level, target.slice, false);
    driver_.transactions.finish();
    const func::PixelLayout& readLayout = from.sampleLayout(source.level);
    const func::PixelLayout& writeLayout = sampleLayout(target.level);
    const std::span<const std::byte> memory = driver_.memory.bytes();
    const auto before = memory.subspan(write.address, writeLayout.bufferSize());
    std::vector<std::byte> after(before.begin(), before.end());
    const uint32_t readBytes = from.drawnConversion_.pixelBytes() / drawn_.samples;
    const uint32_t writeBytes = drawnConversion_.pixelBytes() / drawn_.samples;
    for (uint32_t y = 0; y < size[1]; ++y)
        for (uint32_t x = 0; x < size[0]; ++x) {
            if (!written(target.x + x, target.y + y)) continue;
            const std::byte* const pixel = &memory[read.address + readLayout.offset(source.x + x, source.y + y)];
            std::byte* const place = &after[writeLayout.offset(target.x + x, target.y + y)];
            for (uint32_t sample = 0; sample < drawn_.samples; ++sample)
                store(pixel + size_t{sample} * readBytes, place + size_t{sample} * writeBytes);
        }
    driver_.caches.flush(buffer());
    driver_.transactions.writeMemory(write.address, after);
}

DrawnImage TextureStorage::imageToShow() {
    const Image& it = image(0, 0);
    if (it.samplesCurrent || it.inStates) return imageToDraw(0, 0, true);
    if (!it.texture) throw virgl::Unsupported("a picture of several samples that nothing was drawn to");
    return {.address = imageForGpu(0, 0), .form = {.format = texture_.format, .samples = 1}};
}

void TextureStorage::keepShown() {
    if (!image(0, 0).samplesCurrent || drawn_.samples == 1) return;
    bringRows(0, 0);
    const Place place = samplePlace(0, 0);
    const std::span<const std::byte> memory = driver_.memory.bytes().subspan(place.address);
    forPixels(0, 0, place,
              [&](std::byte* texel, uint64_t at) { place.conversion->toShown(memory.data() + at, texel); });
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

bool TextureStorage::slicesOverlap(uint32_t level) const {
    const auto [width, height, slices] = description_.levelSize(level);
    if (description_.target != virgl::Target::Texture3D || slices == 1) return false;
    const auto addressOf = [&](uint32_t x, uint32_t y, uint32_t z) {
        return layout_.texelAddress(level, func::CubeFace{}, x, y, z);
    };
    return addressOf(width - 1, height - 1, 0) >= addressOf(0, 0, 1);
}

std::span<std::byte> TextureStorage::blockRow(uint32_t level, const virgl::TexelBox& box, uint32_t z, uint32_t row) {
    const size_t first = (size_t{box.y} / block_.side + row) * blocks(level)[0] + box.x / block_.side;
    return sliceOf(level, box.z + z).subspan(first * texelBytes(), size_t{block_.along(box.width)} * texelBytes());
}

void TextureStorage::upload(const virgl::Region& region, std::span<const std::byte> bytes,
                            const virgl::GuestRows& rows) {
    const virgl::TexelBox& box = region.box;
    for (uint32_t z = 0; z < box.depth; ++z) {
        rowsToWrite(region.level, box.z + z);
        for (uint32_t y = 0; y < block_.along(box.height); ++y) {
            const auto to = blockRow(region.level, box, z, y);
            storeTexels(format_, bytes.subspan(z * rows.sliceStride + y * rows.stride, block_.rowBytes(box.width)), to);
        }
    }
}

void TextureStorage::download(const virgl::Region& region, std::span<std::byte> bytes, const virgl::GuestRows& rows) {
    const virgl::TexelBox& box = region.box;
    for (uint32_t z = 0; z < box.depth; ++z) {
        bringRows(region.level, placeOf(box.z + z).face);
        for (uint32_t y = 0; y < block_.along(box.height); ++y) {
            const auto from = blockRow(region.level, box, z, y);
            loadTexels(format_, from,
                       bytes.subspan(z * rows.sliceStride + y * rows.stride, block_.rowBytes(box.width)));
        }
    }
}

}  // namespace cyclorama::attila
