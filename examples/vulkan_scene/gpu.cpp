// SPDX-License-Identifier: MIT
#include "gpu.h"

#include <array>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

namespace vulkan_scene {

Gpu::Gpu(const GpuRequest& request) {
    const vk::ApplicationInfo application("vulkan_scene", 1, nullptr, 0, request.version);
    std::vector<const char*> instanceExtensions;
    std::vector<const char*> deviceExtensions;
    if (request.display) {
        instanceExtensions = {VK_KHR_SURFACE_EXTENSION_NAME, VK_KHR_DISPLAY_EXTENSION_NAME};
        deviceExtensions = {VK_KHR_SWAPCHAIN_EXTENSION_NAME};
    }
    instance_ = vk::raii::Instance(context_, vk::InstanceCreateInfo({}, &application, {}, instanceExtensions));
    vk::raii::PhysicalDevices found(instance_);
    if (found.empty()) throw std::runtime_error("Vulkan finds no GPU");
    physical_ = std::move(found.front());
    const float priority = 1;
    const vk::DeviceQueueCreateInfo queueInfo({}, 0, 1, &priority);
    device_ = vk::raii::Device(physical_,
                               vk::DeviceCreateInfo({}, queueInfo, {}, deviceExtensions, nullptr, request.features));
    queue_ = device_.getQueue(0, 0);
    pool_ = vk::raii::CommandPool(device_, {vk::CommandPoolCreateFlagBits::eResetCommandBuffer, 0});
}

uint32_t Gpu::memoryType(uint32_t allowed, vk::MemoryPropertyFlags properties) const {
    const vk::PhysicalDeviceMemoryProperties memory = physical_.getMemoryProperties();
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i)
        if ((allowed >> i & 1) != 0 && (memory.memoryTypes[i].propertyFlags & properties) == properties) return i;
    throw std::runtime_error("the GPU has no memory of the kind that is needed");
}

Buffer Gpu::makeBuffer(vk::DeviceSize bytes, vk::BufferUsageFlags usage, std::span<const std::byte> data,
                       bool hostVisible) const {
    Buffer buffer;
    buffer.handle = vk::raii::Buffer(device_, vk::BufferCreateInfo({}, bytes, usage));
    const vk::MemoryRequirements needs = buffer.handle.getMemoryRequirements();
    vk::MemoryPropertyFlags properties = vk::MemoryPropertyFlagBits::eDeviceLocal;
    if (hostVisible || !data.empty())
        properties = vk::MemoryPropertyFlagBits::eHostVisible | vk::MemoryPropertyFlagBits::eHostCoherent;
    buffer.memory = vk::raii::DeviceMemory(device_, {needs.size, memoryType(needs.memoryTypeBits, properties)});
    buffer.handle.bindMemory(*buffer.memory, 0);
    if (!data.empty()) {
        std::memcpy(buffer.memory.mapMemory(0, data.size()), data.data(), data.size());
        buffer.memory.unmapMemory();
    }
    return buffer;
}

Image Gpu::makeImage(const ImageRequest& request) const {
    Image image;
    image.size = request.size;
    image.levels = request.levels;
    image.handle = vk::raii::Image(
        device_,
        vk::ImageCreateInfo({}, vk::ImageType::e2D, request.format, {request.size.width, request.size.height, 1},
                            request.levels, 1, request.samples,
                            request.linear ? vk::ImageTiling::eLinear : vk::ImageTiling::eOptimal, request.usage));
    const vk::MemoryRequirements needs = image.handle.getMemoryRequirements();
    image.memory = vk::raii::DeviceMemory(
        device_, {needs.size, memoryType(needs.memoryTypeBits, vk::MemoryPropertyFlagBits::eDeviceLocal)});
    image.handle.bindMemory(*image.memory, 0);
    const vk::ImageAspectFlags aspect =
        request.isDepth() ? vk::ImageAspectFlagBits::eDepth : vk::ImageAspectFlagBits::eColor;
    image.view =
        vk::raii::ImageView(device_, vk::ImageViewCreateInfo({}, *image.handle, vk::ImageViewType::e2D, request.format,
                                                             {}, {aspect, 0, request.levels, 0, 1}));
    return image;
}

vk::raii::CommandBuffer Gpu::makeCommands() const {
    return std::move(vk::raii::CommandBuffers(device_, {*pool_, vk::CommandBufferLevel::ePrimary, 1}).front());
}

void Gpu::execute(const std::function<void(const vk::raii::CommandBuffer&)>& record) const {
    const vk::raii::CommandBuffer commands = makeCommands();
    commands.begin({vk::CommandBufferUsageFlagBits::eOneTimeSubmit});
    record(commands);
    commands.end();
    submitAndWait(commands);
}

void Gpu::submitAndWait(const vk::raii::CommandBuffer& commands, vk::Semaphore before, vk::Semaphore after) const {
    const vk::raii::Fence done(device_, vk::FenceCreateInfo{});
    const vk::PipelineStageFlags stage = vk::PipelineStageFlagBits::eAllCommands;
    vk::SubmitInfo submit;
    submit.setCommandBuffers(*commands);
    if (before) submit.setWaitSemaphores(before).setWaitDstStageMask(stage);
    if (after) submit.setSignalSemaphores(after);
    queue_.submit(submit, *done);
    if (device_.waitForFences(*done, VK_TRUE, std::numeric_limits<uint64_t>::max()) != vk::Result::eSuccess)
        throw std::runtime_error("a fence was waited for in vain");
}

}  // namespace vulkan_scene
