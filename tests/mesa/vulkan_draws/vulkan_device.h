// SPDX-License-Identifier: MIT
#pragma once
// A Vulkan device with a target that the host sees, for programs that draw and compare. What is made lives as long as
// the program.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "mesa/vulkan_machine.h"

/// Memory that host and device see.
struct HostBuffer {
    VkBuffer buffer = VK_NULL_HANDLE;
    std::byte* bytes = nullptr;
};

struct TargetImage {
    VkImage image = VK_NULL_HANDLE;
    VkImageView view = VK_NULL_HANDLE;
    std::byte* bytes = nullptr;
    VkSubresourceLayout layout{};
};

class VulkanDevice {
  public:
    static constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;

    VulkanDevice();

    VkDevice device() const { return machine_.device; }
    HostBuffer makeBuffer(size_t size, VkBufferUsageFlags usage, std::span<const std::byte> content = {}) const;
    /// Linear rows of pixels, all of one grey.
    TargetImage makeTarget(uint32_t width, uint32_t height, uint32_t layers) const;
    VkShaderModule makeShader(std::span<const uint32_t> words) const;
    /// Executes commands, and waits for them.
    void submit(const std::function<void(VkCommandBuffer)>& record) const { machine_.execute(record); }
    template <typename Function>
    Function find(const char* name) const {
        return reinterpret_cast<Function>(vkGetDeviceProcAddr(device(), name));
    }

  private:
    Machine machine_;
};
