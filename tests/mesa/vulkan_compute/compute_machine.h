// SPDX-License-Identifier: MIT
#pragma once
// A device for compute programs, with little to say at each use. What it makes lives as long as the program.

#include <cstdint>
#include <functional>
#include <span>

#include "mesa/vulkan_machine.h"

namespace vulkan_compute {

/// A buffer that host and device see.
struct Buffer {
    VkBuffer handle = VK_NULL_HANDLE;
    std::span<uint32_t> words;
};

/// An image that programs load from and store to.
struct Image {
    VkImage handle = VK_NULL_HANDLE;
    VkImageView view = VK_NULL_HANDLE;
};

/// The resource at a binding of a program, or at an element of one that is an array: a buffer, an image, or a view of
/// texels.
struct Binding {
    uint32_t number = 0;
    uint32_t element = 0;
    VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceSize range = VK_WHOLE_SIZE;
    VkImageView image = VK_NULL_HANDLE;
    VkBufferView texels = VK_NULL_HANDLE;
};

class ComputeMachine {
  public:
    /// `robust` asks for accesses beyond buffers to be harmless.
    explicit ComputeMachine(bool robust = false);

    Buffer makeBuffer(size_t words);
    VkDeviceAddress addressOf(const Buffer& buffer) const;
    Image makeImage(VkFormat format, uint32_t width, uint32_t height);
    VkBufferView makeTexels(const Buffer& buffer, VkFormat format);
    /// Runs a program for a number of workgroups, and waits for its end.
    VkResult run(std::span<const uint32_t> code, std::span<const Binding> bindings, std::span<const uint32_t> arguments,
                 uint32_t x, uint32_t y = 1, uint32_t z = 1);
    /// The numbers of workgroups are in a buffer.
    VkResult runIndirect(std::span<const uint32_t> code, std::span<const Binding> bindings,
                         std::span<const uint32_t> arguments, const Buffer& counts, VkDeviceSize offset);

  private:
    using Dispatch = std::function<void(VkCommandBuffer)>;
    VkResult execute(std::span<const uint32_t> code, std::span<const Binding> bindings,
                     std::span<const uint32_t> arguments, const Dispatch& dispatch);

    Machine machine_;
};

inline Binding storage(uint32_t number, const Buffer& buffer, VkDeviceSize range = VK_WHOLE_SIZE) {
    return {.number = number, .buffer = buffer.handle, .range = range};
}
inline Binding uniform(uint32_t number, const Buffer& buffer, VkDeviceSize range = VK_WHOLE_SIZE) {
    return {.number = number, .type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, .buffer = buffer.handle, .range = range};
}

}  // namespace vulkan_compute
