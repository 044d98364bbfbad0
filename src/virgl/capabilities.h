// SPDX-License-Identifier: MIT
#pragma once
// Abilities of a machine, as reported to a virgl guest (Mesa: virgl_caps_v2). Not offered is what is missing here: no
// integers in programs, no geometry or compute programs, no streams of vertices out, no arrays of textures.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "virgl/protocol/protocol.h"

namespace cyclorama::virgl {

/// The set of capabilities that guests ask for (VIRTIO_GPU_CAPSET_VIRGL2), and the older one that is its beginning.
inline constexpr uint32_t kCapabilitySet = 2;
inline constexpr uint32_t kOldCapabilitySet = 1;

struct Capabilities {
    /// GL_RENDERER, at most 63 bytes.
    std::string renderer;
    std::vector<Format> sampled{};
    std::vector<Format> rendered{};
    std::vector<Format> depthStencil{};
    std::vector<Format> shown{};
    /// Formats of which surfaces may have several samples a pixel, and the most samples: 1, 2, 4 or 8.
    std::vector<Format> multisampled{};
    uint32_t samples = 1;
    /// Places of samples: a word for 2 a pixel, one for 4 and two for 8. A byte is a sample, from the lowest on,
    /// with x and y in sixteenths of a pixel.
    std::array<uint32_t, 4> sampleLocations{};
    uint32_t renderTargets = 1;
    uint32_t vertexAttributes = 16;
    uint32_t vertexOutputs = 16;
    uint32_t samplers = 16;
    /// In texels.
    uint32_t textureSize = 4096;
    uint32_t textureSize3d = 256;
    float anisotropy = 1;
    float lodBias = 15;
    /// Constants of a program, each of four components.
    uint32_t constants = 256;
    /// Largest edge of a point and width of a line, in pixels.
    float pointSize = 1;
    float lineWidth = 1;
};

/// The structure that the guest copies: of set 2 whole, of set 1 its beginning.
std::vector<std::byte> encode(const Capabilities& capabilities, uint32_t set);

}  // namespace cyclorama::virgl
