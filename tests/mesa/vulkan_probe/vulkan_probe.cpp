// SPDX-License-Identifier: MIT
// A program that uses Vulkan's queues and display, and draws nothing: tests run it on a simulated GPU. Its argument
// says what to try. Exit status 0 where all went as the specification says, else 1 and the line of what did not.

#include <poll.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string_view>
#include <vector>

#include "mesa/vulkan_machine.h"

namespace {

void waitForEvent(VkCommandBuffer buffer, VkEvent event) {
    vkCmdWaitEvents(buffer, 1, &event, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, nullptr, 0,
                    nullptr, 0, nullptr);
}

/// The GPU waits for an event that the host sets, and sets one itself; before and after the wait it writes its time.
void probeEvents() {
    /// Questions whether the GPU still waits, each a call of the kernel that lets it continue if it does not.
    constexpr int kLooks = 2000;
    const Machine machine;
    const VkEvent go = machine.makeEvent();
    const VkEvent done = machine.makeEvent();
    const VkQueryPoolCreateInfo poolInfo{
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = 2};
    VkQueryPool times = VK_NULL_HANDLE;
    SUCCEED(vkCreateQueryPool(machine.device, &poolInfo, nullptr, &times));
    const VkCommandBuffer commands = machine.record([&](VkCommandBuffer buffer) {
        vkCmdResetQueryPool(buffer, times, 0, 2);
        vkCmdWriteTimestamp(buffer, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, times, 0);
        waitForEvent(buffer, go);
        vkCmdWriteTimestamp(buffer, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, times, 1);
        vkCmdSetEvent(buffer, done, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    });
    const VkFence fence = machine.makeFence();
    SUCCEED(machine.submit(commands, fence));
    std::array<uint64_t, 2> values{};
    SUCCEED(vkGetQueryPoolResults(machine.device, times, 0, 1, sizeof values[0], values.data(), sizeof values[0],
                                  VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
    for (int look = 0; look < kLooks; ++look) EXPECT(vkGetFenceStatus(machine.device, fence) == VK_NOT_READY);
    EXPECT(vkGetEventStatus(machine.device, done) == VK_EVENT_RESET);
    SUCCEED(vkSetEvent(machine.device, go));
    SUCCEED(machine.wait(fence));
    EXPECT(vkGetEventStatus(machine.device, done) == VK_EVENT_SET);
    SUCCEED(vkGetQueryPoolResults(machine.device, times, 0, 2, sizeof values, values.data(), sizeof values[0],
                                  VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
    EXPECT(values[1] > values[0]);
}

/// Semaphores and fences between submits; a fence as a descriptor.
void probeFences() {
    const Machine machine;
    const VkEvent go = machine.makeEvent();
    const VkSemaphore between = machine.makeSemaphore();
    const VkExportFenceCreateInfo exported{.sType = VK_STRUCTURE_TYPE_EXPORT_FENCE_CREATE_INFO,
                                           .handleTypes = VK_EXTERNAL_FENCE_HANDLE_TYPE_SYNC_FD_BIT};
    const VkFence first = machine.makeFence();
    const VkFence second = machine.makeFence(&exported);
    SUCCEED(machine.submit(machine.record([&](VkCommandBuffer buffer) { waitForEvent(buffer, go); }), first,
                           VK_NULL_HANDLE, between));
    SUCCEED(machine.submit(VK_NULL_HANDLE, second, between));
    const auto getFenceFd =
        reinterpret_cast<PFN_vkGetFenceFdKHR>(vkGetDeviceProcAddr(machine.device, "vkGetFenceFdKHR"));
    const VkFenceGetFdInfoKHR info{.sType = VK_STRUCTURE_TYPE_FENCE_GET_FD_INFO_KHR,
                                   .fence = second,
                                   .handleType = VK_EXTERNAL_FENCE_HANDLE_TYPE_SYNC_FD_BIT};
    int descriptor = -1;
    SUCCEED(getFenceFd(machine.device, &info, &descriptor));
    pollfd polled{.fd = descriptor, .events = POLLIN, .revents = 0};
    EXPECT(poll(&polled, 1, 0) == 0);
    SUCCEED(vkSetEvent(machine.device, go));
    EXPECT(poll(&polled, 1, -1) == 1);
    SUCCEED(machine.wait(first));
    SUCCEED(vkQueueWaitIdle(machine.queue));
}

/// Nobody sets the event: the device is lost, and stays so.
void probeHang() {
    const Machine machine;
    const VkEvent never = machine.makeEvent();
    const VkFence fence = machine.makeFence();
    SUCCEED(machine.submit(machine.record([&](VkCommandBuffer buffer) { waitForEvent(buffer, never); }), fence));
    const VkResult waited = machine.wait(fence);
    EXPECT(waited == VK_ERROR_DEVICE_LOST || waited == VK_SUCCESS);
    EXPECT(vkQueueWaitIdle(machine.queue) == VK_ERROR_DEVICE_LOST);
    EXPECT(machine.submit(VK_NULL_HANDLE, VK_NULL_HANDLE) == VK_ERROR_DEVICE_LOST);
}

VkSurfaceKHR makeSurface(const Machine& machine, VkExtent2D& size) {
    uint32_t count = 1;
    VkDisplayPropertiesKHR display{};
    vkGetPhysicalDeviceDisplayPropertiesKHR(machine.physical, &count, &display);
    EXPECT(count == 1);
    VkDisplayModePropertiesKHR mode{};
    vkGetDisplayModePropertiesKHR(machine.physical, display.display, &count, &mode);
    EXPECT(count == 1);
    size = mode.parameters.visibleRegion;
    const VkDisplaySurfaceCreateInfoKHR info{.sType = VK_STRUCTURE_TYPE_DISPLAY_SURFACE_CREATE_INFO_KHR,
                                             .displayMode = mode.displayMode,
                                             .planeIndex = 0,
                                             .planeStackIndex = 0,
                                             .transform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
                                             .globalAlpha = 1,
                                             .alphaMode = VK_DISPLAY_PLANE_ALPHA_OPAQUE_BIT_KHR,
                                             .imageExtent = size};
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    SUCCEED(vkCreateDisplayPlaneSurfaceKHR(machine.instance, &info, nullptr, &surface));
    return surface;
}

/// Shows three images of a swapchain on the display, as they are.
void probeDisplay() {
    const Machine machine;
    VkExtent2D size{};
    const VkSurfaceKHR surface = makeSurface(machine, size);
    VkBool32 supported = VK_FALSE;
    SUCCEED(vkGetPhysicalDeviceSurfaceSupportKHR(machine.physical, 0, surface, &supported));
    EXPECT(supported == VK_TRUE);
    const VkSwapchainCreateInfoKHR info{.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
                                        .surface = surface,
                                        .minImageCount = 2,
                                        .imageFormat = VK_FORMAT_B8G8R8A8_UNORM,
                                        .imageColorSpace = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR,
                                        .imageExtent = size,
                                        .imageArrayLayers = 1,
                                        .imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                                        .preTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
                                        .compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR,
                                        .presentMode = VK_PRESENT_MODE_FIFO_KHR,
                                        .clipped = VK_TRUE};
    VkSwapchainKHR swapchain = VK_NULL_HANDLE;
    SUCCEED(vkCreateSwapchainKHR(machine.device, &info, nullptr, &swapchain));
    constexpr uint32_t kFrames = 3;
    for (uint32_t frame = 0; frame < kFrames; ++frame) {
        const VkFence acquired = machine.makeFence();
        uint32_t index = 0;
        SUCCEED(vkAcquireNextImageKHR(machine.device, swapchain, kFenceTimeout, VK_NULL_HANDLE, acquired, &index));
        SUCCEED(machine.wait(acquired));
        const VkPresentInfoKHR present{.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                                       .swapchainCount = 1,
                                       .pSwapchains = &swapchain,
                                       .pImageIndices = &index};
        SUCCEED(vkQueuePresentKHR(machine.queue, &present));
    }
    SUCCEED(vkDeviceWaitIdle(machine.device));
    vkDestroySwapchainKHR(machine.device, swapchain, nullptr);
}

}  // namespace

int main(int count, char** arguments) {
    const std::string_view what = count > 1 ? arguments[1] : "";
    if (what == "events")
        probeEvents();
    else if (what == "fences")
        probeFences();
    else if (what == "hang")
        probeHang();
    else if (what == "display")
        probeDisplay();
    else
        return 2;
    return 0;
}
