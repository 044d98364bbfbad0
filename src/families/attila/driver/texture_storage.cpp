// SPDX-License-Identifier: MIT
#include "families/attila/driver/texture_storage.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

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
    if (description.samples > 1) throw virgl::Unsupported("textures of several samples");
    if (description.lastLevel >= kTextureRegisterLevels) throw virgl::Unsupported("textures of so many levels");
    return *format;
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
      texture_(textureOf(description, format_)),
      layout_(texture_, driver.textureUnit) {
    if (!layout_.supported()) throw virgl::Unsupported("textures of that size and format");
    images_.resize(size_t{description.lastLevel + 1} * faces());
    for (uint32_t level = 0; level <= description.lastLevel; ++level)
        for (uint32_t face = 0; face < faces(); ++face) {
            const uint64_t bytes =
                layout_.framebufferBlocking() ? layout_.level(level).pixels.bufferSize() : layout_.levelBytes(level);
            image(level, face).place = Allocation(driver_.memory, bytes);
            texture_.address[level][face] = func::Address(image(level, face).place.address());
        }
    layout_ = func::TextureLayout(texture_, driver.textureUnit);
}

void TextureStorage::bringRows(uint32_t level, uint32_t face) {
    Image& it = image(level, face);
    const auto [width, height, slices] = description_.levelSize(level);
    const uint32_t depth = faces() > 1 ? 1 : slices;
    const size_t bytes = size_t{width} * height * depth * texelBytes();
    if (it.rows.empty()) it.rows.resize(bytes);
    if (!it.memoryNewer) return;
    driver_.transactions.finish();
    it.memoryNewer = false;
    const std::span<const std::byte> memory = driver_.memory.bytes();
    std::byte* to = it.rows.data();
    for (uint32_t z = 0; z < depth; ++z)
        for (uint32_t y = 0; y < height; ++y)
            for (uint32_t x = 0; x < width; ++x, to += texelBytes()) {
                const uint64_t address = layout_.texelAddress(level, static_cast<func::CubeFace>(face), x, y, z);
                std::memcpy(to, memory.data() + func::memoryAddress(address).offset(), texelBytes());
            }
}

std::span<const std::byte> TextureStorage::rows(uint32_t level, uint32_t face) {
    bringRows(level, face);
    return image(level, face).rows;
}

std::span<std::byte> TextureStorage::rowsToWrite(uint32_t level, uint32_t face) {
    bringRows(level, face);
    image(level, face).rowsNewer = true;
    return image(level, face).rows;
}

uint32_t TextureStorage::imageForGpu(uint32_t level, uint32_t face) {
    Image& it = image(level, face);
    if (it.rowsNewer) {
        it.rowsNewer = false;
        driver_.transactions.writeMemory(it.place.address(), func::layoutTexture(layout_, level, it.rows));
    }
    return it.place.address();
}

uint32_t TextureStorage::imageToDraw(uint32_t level, uint32_t face) {
    const uint32_t address = imageForGpu(level, face);
    image(level, face).memoryNewer = true;
    return address;
}

func::TextureState TextureStorage::textureForGpu() {
    for (uint32_t level = 0; level <= description_.lastLevel; ++level)
        for (uint32_t face = 0; face < faces(); ++face) imageForGpu(level, face);
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
