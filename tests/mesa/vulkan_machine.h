// SPDX-License-Identifier: MIT
#pragma once
// Common to the Vulkan programs of tests: one device with one queue, memory, and checks that end the program.

#include <vulkan/vulkan.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>

#define EXPECT(condition)                                                                  \
    do {                                                                                   \
        if (!(condition)) {                                                                \
            std::fprintf(stderr, "%s line %d: %s\n", __FILE_NAME__, __LINE__, #condition); \
            std::_Exit(1);                                                                 \
        }                                                                                  \
    } while (false)

#define SUCCEED(call) EXPECT((call) == VK_SUCCESS)

inline constexpr uint64_t kFenceTimeout = 120'000'000'000;  // nanoseconds

/// A device with one queue, and a pool of its command buffers. What it makes lives as long as the program.
struct Machine {
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    VkQueue queue = VK_NULL_HANDLE;
    VkCommandPool pool = VK_NULL_HANDLE;

    /// A device with the extensions of screens and of fences outside the program, and dynamic rendering.
    Machine() : Machine(std::array{VK_KHR_SURFACE_EXTENSION_NAME, VK_KHR_DISPLAY_EXTENSION_NAME}) {
        const VkPhysicalDeviceVulkan13Features features{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                                        .dynamicRendering = VK_TRUE};
        open(&features, std::array{VK_KHR_SWAPCHAIN_EXTENSION_NAME, VK_KHR_EXTERNAL_FENCE_FD_EXTENSION_NAME});
    }
    /// The instance and the chip alone, for open() to follow.
    explicit Machine(std::span<const char* const> extensions) {
        const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                            .apiVersion = VK_API_VERSION_1_3};
        const VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                        .pApplicationInfo = &application,
                                        .enabledExtensionCount = static_cast<uint32_t>(extensions.size()),
                                        .ppEnabledExtensionNames = extensions.data()};
        SUCCEED(vkCreateInstance(&info, nullptr, &instance));
        uint32_t count = 1;
        const VkResult found = vkEnumeratePhysicalDevices(instance, &count, &physical);
        EXPECT((found == VK_SUCCESS || found == VK_INCOMPLETE) && count == 1);
    }

    /// `features` is the chain of those that the device is made with.
    void open(const void* features, std::span<const char* const> extensions = {}) {
        const float priority = 1;
        const VkDeviceQueueCreateInfo queueInfo{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                                .queueFamilyIndex = 0,
                                                .queueCount = 1,
                                                .pQueuePriorities = &priority};
        const VkDeviceCreateInfo info{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                      .pNext = features,
                                      .queueCreateInfoCount = 1,
                                      .pQueueCreateInfos = &queueInfo,
                                      .enabledExtensionCount = static_cast<uint32_t>(extensions.size()),
                                      .ppEnabledExtensionNames = extensions.data()};
        SUCCEED(vkCreateDevice(physical, &info, nullptr, &device));
        vkGetDeviceQueue(device, 0, 0, &queue);
        const VkCommandPoolCreateInfo poolInfo{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                               .queueFamilyIndex = 0};
        SUCCEED(vkCreateCommandPool(device, &poolInfo, nullptr, &pool));
    }

    /// Memory of the first type that has these properties; `next` is the chain of its description.
    VkDeviceMemory allocate(const VkMemoryRequirements& needs, VkMemoryPropertyFlags flags,
                            const void* next = nullptr) const {
        VkPhysicalDeviceMemoryProperties properties{};
        vkGetPhysicalDeviceMemoryProperties(physical, &properties);
        uint32_t type = 0;
        while ((needs.memoryTypeBits >> type & 1) == 0 ||
               (properties.memoryTypes[type].propertyFlags & flags) != flags) {
            ++type;
            EXPECT(type < properties.memoryTypeCount);
        }
        const VkMemoryAllocateInfo info{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                        .pNext = next,
                                        .allocationSize = needs.size,
                                        .memoryTypeIndex = type};
        VkDeviceMemory memory = VK_NULL_HANDLE;
        SUCCEED(vkAllocateMemory(device, &info, nullptr, &memory));
        return memory;
    }
    /// Memory that host and device see, and its place in the program.
    VkDeviceMemory allocateShared(const VkMemoryRequirements& needs, std::byte** place,
                                  const void* next = nullptr) const {
        VkDeviceMemory memory =
            allocate(needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, next);
        void* mapped = nullptr;
        SUCCEED(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, &mapped));
        *place = static_cast<std::byte*>(mapped);
        return memory;
    }

    VkEvent makeEvent() const {
        const VkEventCreateInfo info{.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
        VkEvent event = VK_NULL_HANDLE;
        SUCCEED(vkCreateEvent(device, &info, nullptr, &event));
        return event;
    }
    VkFence makeFence(const void* next = nullptr) const {
        const VkFenceCreateInfo info{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, .pNext = next};
        VkFence fence = VK_NULL_HANDLE;
        SUCCEED(vkCreateFence(device, &info, nullptr, &fence));
        return fence;
    }
    VkSemaphore makeSemaphore() const {
        const VkSemaphoreCreateInfo info{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
        VkSemaphore semaphore = VK_NULL_HANDLE;
        SUCCEED(vkCreateSemaphore(device, &info, nullptr, &semaphore));
        return semaphore;
    }
    VkCommandBuffer record(const std::function<void(VkCommandBuffer)>& commands) const {
        const VkCommandBufferAllocateInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                               .commandPool = pool,
                                               .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                               .commandBufferCount = 1};
        VkCommandBuffer buffer = VK_NULL_HANDLE;
        SUCCEED(vkAllocateCommandBuffers(device, &info, &buffer));
        const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
        SUCCEED(vkBeginCommandBuffer(buffer, &begin));
        commands(buffer);
        SUCCEED(vkEndCommandBuffer(buffer));
        return buffer;
    }
    VkResult submit(VkCommandBuffer buffer, VkFence fence, VkSemaphore before = VK_NULL_HANDLE,
                    VkSemaphore after = VK_NULL_HANDLE) const {
        const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
        const VkSubmitInfo info{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                .waitSemaphoreCount = before == VK_NULL_HANDLE ? 0u : 1u,
                                .pWaitSemaphores = &before,
                                .pWaitDstStageMask = &stage,
                                .commandBufferCount = buffer == VK_NULL_HANDLE ? 0u : 1u,
                                .pCommandBuffers = &buffer,
                                .signalSemaphoreCount = after == VK_NULL_HANDLE ? 0u : 1u,
                                .pSignalSemaphores = &after};
        return vkQueueSubmit(queue, 1, &info, fence);
    }
    /// Records commands, and waits for their end. The first result that is no success.
    VkResult tryToExecute(const std::function<void(VkCommandBuffer)>& commands) const {
        const VkFence fence = makeFence();
        VkCommandBuffer buffer = record(commands);
        if (const VkResult submitted = submit(buffer, fence); submitted != VK_SUCCESS) return submitted;
        if (const VkResult waited = wait(fence); waited != VK_SUCCESS) return waited;
        vkFreeCommandBuffers(device, pool, 1, &buffer);
        vkDestroyFence(device, fence, nullptr);
        return VK_SUCCESS;
    }
    void execute(const std::function<void(VkCommandBuffer)>& commands) const { SUCCEED(tryToExecute(commands)); }
    VkResult wait(VkFence fence) const { return vkWaitForFences(device, 1, &fence, VK_TRUE, kFenceTimeout); }
};
