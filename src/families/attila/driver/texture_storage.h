// SPDX-License-Identifier: MIT
#pragma once
// The driver's storage of a resource: its place in the memory of the GPU, and a copy, of a texture's images in rows.
// The program writes to the rows, the GPU to its memory; each is renewed from the other when it is needed.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "families/attila/driver/gpu_memory.h"
#include "families/attila/driver/texture_formats.h"
#include "families/attila/driver/transaction_buffer.h"
#include "func/texture/texture_layout.h"
#include "virgl/resource.h"

namespace cyclorama::attila {

/// The memory, and the way to it.
struct DriverMemory {
    GpuMemory& memory;
    TransactionBuffer& transactions;
    func::TextureUnitSettings textureUnit;
};

class BufferStorage final : public virgl::Storage {
  public:
    BufferStorage(const DriverMemory& driver, uint32_t bytes)
        : driver_(driver), place_(driver.memory, bytes), content_(bytes) {}

    uint32_t address() const { return place_.address(); }
    void write(uint32_t offset, std::span<const std::byte> bytes) {
        driver_.transactions.writeMemory(address() + offset, bytes);
        std::ranges::copy(bytes, content_.begin() + offset);
    }
    /// All that was written; the GPU never writes to buffers.
    std::span<const std::byte> content() const { return content_; }

  private:
    DriverMemory driver_;
    Allocation place_;
    std::vector<std::byte> content_;
};

inline BufferStorage& bufferOf(const virgl::Resource& resource) {
    return static_cast<BufferStorage&>(*resource.storage);
}

class TextureStorage final : public virgl::Storage {
  public:
    /// Throws virgl::Unsupported for what the GPU has no texture for.
    TextureStorage(const DriverMemory& driver, const virgl::ResourceDescription& description);

    const TextureFormat& format() const { return format_; }
    const virgl::ResourceDescription& description() const { return description_; }

    /// Changes or gives texels of a region.
    void upload(const virgl::Region& region, std::span<const std::byte> bytes, const virgl::GuestRows& rows);
    void download(const virgl::Region& region, std::span<std::byte> bytes, const virgl::GuestRows& rows);

    /// The address of a level's image (of a face), with its newest content in the memory of the GPU.
    uint32_t imageForGpu(uint32_t level, uint32_t face);
    /// The same, for the GPU to draw to.
    uint32_t imageToDraw(uint32_t level, uint32_t face);
    /// The image and its mode in the registers of a texture unit; all levels are in the memory of the GPU.
    func::TextureState textureForGpu();

    /// Texels of a level's image in rows, slice after slice, as the GPU stores them.
    std::span<std::byte> rowsToWrite(uint32_t level, uint32_t face);
    std::span<const std::byte> rows(uint32_t level, uint32_t face);
    uint32_t texelBytes() const { return layout_.texelBytes(); }

  private:
    struct Image {
        Allocation place;
        std::vector<std::byte> rows;
        bool rowsNewer = false;
        bool memoryNewer = false;
    };

    /// Faces of a cube are images of their own, slices of a volume are not.
    uint32_t faces() const { return description_.target == virgl::Target::Cube ? func::kCubeFaces : 1; }
    Image& image(uint32_t level, uint32_t face) { return images_[level * faces() + face]; }
    void bringRows(uint32_t level, uint32_t face);
    std::span<std::byte> texelRow(uint32_t level, uint32_t slice, uint32_t x, uint32_t y, uint32_t width);

    DriverMemory driver_;
    virgl::ResourceDescription description_;
    TextureFormat format_;
    func::TextureState texture_;
    func::TextureLayout layout_;
    std::vector<Image> images_;
};

}  // namespace cyclorama::attila
