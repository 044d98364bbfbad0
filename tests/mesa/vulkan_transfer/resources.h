// SPDX-License-Identifier: MIT
#pragma once
// Buffers and images of the transfer program, and bytes in and out of them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <vector>

#include "mesa/vulkan_machine.h"

using Bytes = std::vector<uint8_t>;

inline Bytes randomBytes(size_t size, uint32_t seed) {
    std::mt19937 random(seed);
    Bytes bytes(size);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
    return bytes;
}

/// A buffer that the host sees.
struct Buffer {
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    std::span<uint8_t> bytes;
    const Machine& machine;

    Buffer(const Machine& itsMachine, size_t size) : machine(itsMachine) {
        const VkBufferCreateInfo info{
            .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
            .size = size,
            .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
        };
        SUCCEED(vkCreateBuffer(machine.device, &info, nullptr, &buffer));
        VkMemoryRequirements needs{};
        vkGetBufferMemoryRequirements(machine.device, buffer, &needs);
        std::byte* place = nullptr;
        memory = machine.allocateShared(needs, &place);
        SUCCEED(vkBindBufferMemory(machine.device, buffer, memory, 0));
        bytes = {reinterpret_cast<uint8_t*>(place), size};
        std::ranges::fill(bytes, uint8_t{0});
    }
    ~Buffer() {
        vkDestroyBuffer(machine.device, buffer, nullptr);
        vkFreeMemory(machine.device, memory, nullptr);
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    void set(const Bytes& content) { std::ranges::copy(content, bytes.begin()); }
    Bytes content() const { return {bytes.begin(), bytes.end()}; }
};

struct ImageSize {
    uint32_t width = 1;
    uint32_t height = 1;
    uint32_t depth = 1;
    uint32_t levels = 1;
    uint32_t layers = 1;
};

inline void barrier(VkCommandBuffer commands) {
    const VkMemoryBarrier all{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                              .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                              .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1, &all,
                         0, nullptr, 0, nullptr);
}

/// An image in the general layout.
struct Image {
    VkImage image = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    ImageSize size;
    VkImageAspectFlags aspect;
    const Machine& machine;

    Image(const Machine& itsMachine, VkFormat format, const ImageSize& itsSize, VkImageTiling tiling,
          VkImageUsageFlags usage = 0, VkImageAspectFlags itsAspect = VK_IMAGE_ASPECT_COLOR_BIT, uint32_t samples = 1)
        : size(itsSize), aspect(itsAspect), machine(itsMachine) {
        const VkImageUsageFlags transfers = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        const VkImageCreateInfo info{
            .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
            .imageType = size.depth > 1 ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D,
            .format = format,
            .extent = {size.width, size.height, size.depth},
            .mipLevels = size.levels,
            .arrayLayers = size.layers,
            .samples = static_cast<VkSampleCountFlagBits>(samples),
            .tiling = tiling,
            .usage = usage | transfers,
        };
        SUCCEED(vkCreateImage(machine.device, &info, nullptr, &image));
        VkMemoryRequirements needs{};
        vkGetImageMemoryRequirements(machine.device, image, &needs);
        memory = machine.allocate(needs, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
        SUCCEED(vkBindImageMemory(machine.device, image, memory, 0));
        machine.execute([&](VkCommandBuffer commands) {
            const VkImageMemoryBarrier general{
                .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
                .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                .image = image,
                .subresourceRange = {allAspects(), 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS}};
            vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0,
                                 nullptr, 0, nullptr, 1, &general);
        });
    }
    ~Image() {
        vkDestroyImage(machine.device, image, nullptr);
        vkFreeMemory(machine.device, memory, nullptr);
    }
    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;

    VkImageAspectFlags allAspects() const { return aspect; }
    VkExtent3D extent(uint32_t level = 0) const {
        return {std::max(size.width >> level, 1u), std::max(size.height >> level, 1u),
                std::max(size.depth >> level, 1u)};
    }
    VkBufferImageCopy all(uint32_t level, VkImageAspectFlags part) const {
        return {.imageSubresource = {part, level, 0, size.layers}, .imageExtent = extent(level)};
    }
    void upload(const Bytes& content, uint32_t level = 0, VkImageAspectFlags part = 0) const {
        Buffer buffer(machine, content.size());
        buffer.set(content);
        const VkBufferImageCopy region = all(level, part == 0 ? aspect : part);
        machine.execute([&](VkCommandBuffer commands) {
            vkCmdCopyBufferToImage(commands, buffer.buffer, image, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
            barrier(commands);
        });
    }
    Bytes download(size_t bytes, uint32_t level = 0, VkImageAspectFlags part = 0) const {
        const Buffer buffer(machine, bytes);
        const VkBufferImageCopy region = all(level, part == 0 ? aspect : part);
        machine.execute([&](VkCommandBuffer commands) {
            barrier(commands);
            vkCmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_GENERAL, buffer.buffer, 1, &region);
            barrier(commands);
        });
        return buffer.content();
    }
};
