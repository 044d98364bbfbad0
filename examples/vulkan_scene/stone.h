// SPDX-License-Identifier: MIT
#pragma once
// The scene's picture, computed.

#include <cstdint>
#include <vector>

namespace vulkan_scene {

/// Slabs of stone with joints between them, which repeat: `size` x `size` pixels of RGBA, row after row. Requires a
/// power of two.
std::vector<uint8_t> makeStone(uint32_t size);

}  // namespace vulkan_scene
