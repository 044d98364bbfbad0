// SPDX-License-Identifier: MIT
#include "texture.h"

namespace vulkan_rates {
namespace {

constexpr vk::ImageAspectFlags kColor = vk::ImageAspectFlagBits::eColor;

void changeLayout(const vk::raii::CommandBuffer& commands, const Texture& texture, vk::ImageLayout before,
                  vk::ImageLayout after) {
    const bool first = before == vk::ImageLayout::eUndefined;
    const vk::ImageMemoryBarrier barrier(first ? vk::AccessFlags() : vk::AccessFlagBits::eTransferWrite,
                                         first ? vk::AccessFlagBits::eTransferWrite : vk::AccessFlagBits::eShaderRead,
                                         before, after, VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED,
                                         *texture.image.handle, {kColor, 0, texture.image.levels, 0, 1});
    commands.pipelineBarrier(vk::PipelineStageFlagBits::eAllCommands, vk::PipelineStageFlagBits::eAllCommands, {},
                             nullptr, nullptr, barrier);
}

}  // namespace

std::shared_ptr<const Texture> makeTexture(const vulkan_scene::Gpu& gpu, const TextureRequest& request) {
    using Layout = vk::ImageLayout;
    auto texture = std::make_shared<Texture>();
    vk::ImageUsageFlags usage = vk::ImageUsageFlagBits::eSampled | vk::ImageUsageFlagBits::eTransferDst;
    if (request.storage) usage |= vk::ImageUsageFlagBits::eStorage;
    texture->image = gpu.makeImage({.size = request.size,
                                    .format = request.format,
                                    .usage = usage,
                                    .levels = request.levels,
                                    .linear = request.linear});
    vk::SamplerCreateInfo sampler({}, request.filter, request.filter, vk::SamplerMipmapMode::eLinear);
    sampler.setMaxLod(static_cast<float>(request.levels));
    texture->sampler = vk::raii::Sampler(gpu.device(), sampler);
    vulkan_scene::Buffer source;
    if (!request.texels.empty())
        source = gpu.makeBuffer(request.texels.size(), vk::BufferUsageFlagBits::eTransferSrc, request.texels);
    gpu.execute([&](const vk::raii::CommandBuffer& commands) {
        changeLayout(commands, *texture, Layout::eUndefined, Layout::eTransferDstOptimal);
        if (!request.texels.empty()) {
            const vk::BufferImageCopy region(0, 0, 0, {kColor, 0, 0, 1}, {},
                                             {request.size.width, request.size.height, 1});
            commands.copyBufferToImage(*source.handle, *texture->image.handle, Layout::eTransferDstOptimal, region);
        } else if (request.defined) {
            commands.clearColorImage(*texture->image.handle, Layout::eTransferDstOptimal, vk::ClearColorValue(),
                                     vk::ImageSubresourceRange(kColor, 0, request.levels, 0, 1));
        }
        changeLayout(commands, *texture, Layout::eTransferDstOptimal, Layout::eShaderReadOnlyOptimal);
    });
    return texture;
}

}  // namespace vulkan_rates
