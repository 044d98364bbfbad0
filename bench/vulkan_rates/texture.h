// SPDX-License-Identifier: MIT
#pragma once
// An image with content, as programs read it through a sampler.

#include <cstddef>
#include <memory>
#include <span>

#include "vulkan_scene/gpu.h"

namespace vulkan_rates {

struct Texture {
    vulkan_scene::Image image;
    vk::raii::Sampler sampler = nullptr;
};

struct TextureRequest {
    vk::Extent2D size{};
    vk::Format format = vk::Format::eR8G8B8A8Unorm;
    uint32_t levels = 1;
    /// Rows of texels one after the other, as an image of one dimension has them; else as the driver likes.
    bool linear = false;
    vk::Filter filter = vk::Filter::eNearest;
    /// Programs may write it, too: drivers do not compress it.
    bool storage = false;
    /// Texels of the first level, row by row; without any, all levels are cleared.
    std::span<const std::byte> texels{};
    /// Else it has no content that is known, and takes no memory of its host before programs write it.
    bool defined = true;
};

/// In the layout for reads. Throws vk::Error where the driver refuses.
std::shared_ptr<const Texture> makeTexture(const vulkan_scene::Gpu& gpu, const TextureRequest& request);

}  // namespace vulkan_rates
