// SPDX-License-Identifier: MIT
#pragma once
// Resources: buffers and textures of the guest, their copies in the memory of programs, and what the machine keeps.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "virgl/protocol/protocol.h"

namespace cyclorama::virgl {

struct ResourceDescription {
    Target target = Target::Buffer;
    Format format = Format::None;
    uint32_t bind = 0;
    /// In texels; bytes of a buffer.
    uint32_t width = 0;
    uint32_t height = 1;
    uint32_t depth = 1;
    uint32_t layers = 1;
    uint32_t lastLevel = 0;
    /// Samples a pixel; 0 and 1 are the same.
    uint32_t samples = 0;

    bool isBuffer() const { return target == Target::Buffer; }
    /// Size of a level: width, height, and slices, or faces of a cube.
    std::array<uint32_t, 3> levelSize(uint32_t level) const;
};

/// Checks what holds for every host: sizes, levels and layers that belong together. Throws Malformed.
void check(const ResourceDescription& description);

/// Texels that are stored together: one, or a square of them in compressed formats.
struct TexelBlock {
    uint32_t bytes = 0;
    /// Edge of the square in texels.
    uint32_t side = 1;

    /// Blocks that `texels` texels side by side reach into.
    uint32_t along(uint32_t texels) const { return (texels + side - 1) / side; }
    uint64_t rowBytes(uint32_t texels) const { return uint64_t{along(texels)} * bytes; }
};

/// The blocks of an offered format as the guest stores it; no bytes for other formats.
TexelBlock texelBlock(Format format);
/// The same of a texture, or bytes of a buffer.
TexelBlock texelBlock(const ResourceDescription& description);
/// "B8G8R8A8_UNORM", or the number where the format is not offered.
std::string nameOf(Format format);

/// Memory that the program shares, kept for as long as the resource lives.
struct Backing {
    std::shared_ptr<const void> keep;
    std::span<std::byte> bytes;
};

/// A machine's storage of a resource: its place in the memory of the GPU.
class Storage {
  public:
    virtual ~Storage() = default;
};

struct Resource {
    uint32_t id = 0;
    ResourceDescription description;
    Backing backing;
    std::unique_ptr<Storage> storage;
};

/// Texels from (x, y, z) on; z counts slices, or faces.
struct TexelBox {
    uint32_t x = 0, y = 0, z = 0;
    uint32_t width = 0, height = 0, depth = 0;
};

/// A part of a level of a resource.
struct Region {
    uint32_t level = 0;
    TexelBox box{};
};

/// Throws Malformed for a region that is not wholly within the resource.
void check(const ResourceDescription& description, const Region& region);

/// Rows of texels, or of blocks, as a program stores them: the first texel of a region is at the start.
struct GuestRows {
    /// Bytes from one row to the next, and from one slice to the next.
    uint64_t stride = 0;
    uint64_t sliceStride = 0;
};

/// The rows of a region within `available` bytes. Strides of zero are those of the level. Throws Malformed where
/// the rows do not fit.
GuestRows guestRows(const ResourceDescription& description, const Region& region, const GuestRows& asked,
                    uint64_t available);

}  // namespace cyclorama::virgl
