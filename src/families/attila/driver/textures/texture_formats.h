// SPDX-License-Identifier: MIT
#pragma once
// The formats that the driver offers, and how their texels are stored in the memory of the GPU.

#include <array>
#include <cstddef>
#include <span>

#include "func/formats/format.h"
#include "virgl/protocol/protocol.h"
#include "virgl/state.h"

namespace cyclorama::attila {

struct TextureFormat {
    virgl::Format guest = virgl::Format::None;
    func::Format stored = func::Format::Rgba8888;
    /// The guest has red and blue the other way round.
    bool exchanged = false;
    /// The guest's fourth component is not one: it is stored as 1, and never written.
    bool opaque = false;
    /// The guest's texels are words of 16 bits, of 5 bits of blue, 6 of green and 5 of red from the lowest on.
    bool bits16 = false;
    bool rendered = false;
    bool depth = false;
    /// Blocks of 4 by 4 texels.
    func::TextureCompression compression = func::TextureCompression::None;
    /// Colours are in sRGB: samplers give them linear.
    bool srgb = false;
    /// The guest's components, of those that are stored.
    std::array<virgl::Swizzle, 4> swizzle = {virgl::Swizzle::X, virgl::Swizzle::Y, virgl::Swizzle::Z,
                                             virgl::Swizzle::W};

    bool isCompressed() const { return compression != func::TextureCompression::None; }
};

/// A swizzle of components that were swizzled before.
std::array<virgl::Swizzle, 4> compose(const std::array<virgl::Swizzle, 4>& first,
                                      const std::array<virgl::Swizzle, 4>& then);

std::span<const TextureFormat> textureFormats();
/// Null for a format that is not offered.
const TextureFormat* findTextureFormat(virgl::Format format);

/// Texels from the guest's form to that of the GPU, and back.
void storeTexels(const TextureFormat& format, std::span<const std::byte> from, std::span<std::byte> to);
void loadTexels(const TextureFormat& format, std::span<const std::byte> from, std::span<std::byte> to);

}  // namespace cyclorama::attila
