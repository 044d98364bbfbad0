// SPDX-License-Identifier: MIT
#pragma once
// A GPU with one queue, and what a scene allocates from it.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vulkan/vulkan_raii.hpp>

namespace vulkan_scene {

/// A buffer with memory of its own.
struct Buffer {
    vk::raii::Buffer handle = nullptr;
    vk::raii::DeviceMemory memory = nullptr;
};

/// An image with memory of its own, and a view of all of it.
struct Image {
    vk::raii::Image handle = nullptr;
    vk::raii::DeviceMemory memory = nullptr;
    vk::raii::ImageView view = nullptr;
    vk::Extent2D size{};
    uint32_t levels = 1;
};

struct ImageRequest {
    vk::Extent2D size{};
    vk::Format format = vk::Format::eR8G8B8A8Unorm;
    vk::ImageUsageFlags usage{};
    vk::SampleCountFlagBits samples = vk::SampleCountFlagBits::e1;
    uint32_t levels = 1;
    /// Rows of texels one after the other.
    bool linear = false;

    bool isDepth() const { return format == vk::Format::eD32Sfloat || format == vk::Format::eD16Unorm; }
};

struct GpuRequest {
    /// With the extensions to show pictures on its own screen.
    bool display = false;
    /// Vulkan's, as VK_MAKE_API_VERSION() has it.
    uint32_t version = VK_API_VERSION_1_1;
    /// The chain of features that the device is made with.
    const void* features = nullptr;
};

/// Functions throw vk::Error where a call fails.
class Gpu {
  public:
    /// The first GPU that there is.
    explicit Gpu(const GpuRequest& request);

    const vk::raii::PhysicalDevice& physical() const { return physical_; }
    const vk::raii::Instance& instance() const { return instance_; }
    const vk::raii::Device& device() const { return device_; }
    const vk::raii::Queue& queue() const { return queue_; }

    /// In memory that the host sees where `data` are given, or `hostVisible`; they are its first bytes.
    Buffer makeBuffer(vk::DeviceSize bytes, vk::BufferUsageFlags usage, std::span<const std::byte> data = {},
                      bool hostVisible = false) const;
    Image makeImage(const ImageRequest& request) const;
    vk::raii::CommandBuffer makeCommands() const;

    /// Records commands, submits them, and waits until they are done.
    void execute(const std::function<void(const vk::raii::CommandBuffer&)>& record) const;
    void submitAndWait(const vk::raii::CommandBuffer& commands, vk::Semaphore before = {},
                       vk::Semaphore after = {}) const;

  private:
    uint32_t memoryType(uint32_t allowed, vk::MemoryPropertyFlags properties) const;

    vk::raii::Context context_;
    vk::raii::Instance instance_ = nullptr;
    vk::raii::PhysicalDevice physical_ = nullptr;
    vk::raii::Device device_ = nullptr;
    vk::raii::Queue queue_ = nullptr;
    vk::raii::CommandPool pool_ = nullptr;
};

/// Bytes of a value, or of values one after the other.
template <typename T>
std::span<const std::byte> bytesOf(const T& values) {
    return std::as_bytes(std::span(values));
}

}  // namespace vulkan_scene
