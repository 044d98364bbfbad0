// SPDX-License-Identifier: MIT
#pragma once
// The formats that the driver offers, and how their texels are stored in the memory of the GPU.

#include <cstddef>
#include <span>

#include "func/formats/format.h"
#include "virgl/protocol.h"

namespace cyclorama::attila {

struct TextureFormat {
    virgl::Format guest = virgl::Format::None;
    func::Format stored = func::Format::Rgba8888;
    /// The guest has red and blue the other way round.
    bool exchanged = false;
    /// The guest's fourth component is not one: it is stored as 1, and never written.
    bool opaque = false;
    bool rendered = false;
    bool depth = false;
};

std::span<const TextureFormat> textureFormats();
/// Null for a format that is not offered.
const TextureFormat* findTextureFormat(virgl::Format format);

/// Texels from the guest's form to that of the GPU, and back. Both have the same size.
void storeTexels(const TextureFormat& format, std::span<const std::byte> from, std::span<std::byte> to);
void loadTexels(const TextureFormat& format, std::span<const std::byte> from, std::span<std::byte> to);

}  // namespace cyclorama::attila
