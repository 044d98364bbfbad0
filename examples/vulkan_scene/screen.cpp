// SPDX-License-Identifier: MIT
#include "screen.h"

#include <array>
#include <limits>
#include <stdexcept>

namespace vulkan_scene {
namespace {

vk::DisplayModePropertiesKHR findMode(vk::PhysicalDevice gpu, vk::DisplayKHR display, vk::Extent2D wanted) {
    const std::vector<vk::DisplayModePropertiesKHR> modes = gpu.getDisplayModePropertiesKHR(display);
    if (modes.empty()) throw std::runtime_error("the screen has no mode");
    for (const vk::DisplayModePropertiesKHR& mode : modes)
        if (mode.parameters.visibleRegion == wanted) return mode;
    return modes.front();
}

/// An image of the swapchain between two layouts.
void changeLayout(const vk::raii::CommandBuffer& commands, vk::Image image, vk::ImageLayout from, vk::ImageLayout to) {
    commands.pipelineBarrier(
        vk::PipelineStageFlagBits::eAllCommands, vk::PipelineStageFlagBits::eAllCommands, {}, {}, {},
        vk::ImageMemoryBarrier(vk::AccessFlagBits::eTransferWrite, vk::AccessFlagBits::eTransferWrite, from, to,
                               VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED, image,
                               {vk::ImageAspectFlagBits::eColor, 0, 1, 0, 1}));
}

}  // namespace

Screen::Screen(const Gpu& gpu, vk::Extent2D wanted) : gpu_(gpu) {
    const std::vector<vk::DisplayPropertiesKHR> displays = gpu.physical().getDisplayPropertiesKHR();
    if (displays.empty()) throw std::runtime_error("there is no screen");
    const vk::DisplayModePropertiesKHR mode = findMode(*gpu.physical(), displays.front().display, wanted);
    size_ = mode.parameters.visibleRegion;
    surface_ = vk::raii::SurfaceKHR(
        gpu.instance(),
        vk::DisplaySurfaceCreateInfoKHR({}, mode.displayMode, 0, 0, vk::SurfaceTransformFlagBitsKHR::eIdentity, 1,
                                        vk::DisplayPlaneAlphaFlagBitsKHR::eOpaque, size_));
    if (gpu.physical().getSurfaceSupportKHR(0, *surface_) == VK_FALSE)
        throw std::runtime_error("the GPU's queue cannot show pictures on the screen");
    vk::SwapchainCreateInfoKHR info({}, *surface_, 2, vk::Format::eB8G8R8A8Unorm, vk::ColorSpaceKHR::eSrgbNonlinear,
                                    size_, 1, vk::ImageUsageFlagBits::eTransferDst);
    info.setPresentMode(vk::PresentModeKHR::eFifo).setClipped(VK_TRUE);
    swapchain_ = vk::raii::SwapchainKHR(gpu.device(), info);
    for (const VkImage image : swapchain_.getImages()) images_.emplace_back(image);
    acquired_ = vk::raii::Semaphore(gpu.device(), vk::SemaphoreCreateInfo{});
    drawn_ = vk::raii::Semaphore(gpu.device(), vk::SemaphoreCreateInfo{});
}

void Screen::show(const Image& picture) {
    using vk::ImageLayout;
    const auto [result, index] = swapchain_.acquireNextImage(std::numeric_limits<uint64_t>::max(), *acquired_);
    if (result != vk::Result::eSuccess && result != vk::Result::eSuboptimalKHR)
        throw std::runtime_error("the screen gives no image");
    const vk::Image image = images_[index];
    const auto corner = [](vk::Extent2D size) {
        return vk::Offset3D(static_cast<int32_t>(size.width), static_cast<int32_t>(size.height), 1);
    };
    const vk::ImageSubresourceLayers layer(vk::ImageAspectFlagBits::eColor, 0, 0, 1);
    const vk::raii::CommandBuffer commands = gpu_.makeCommands();
    commands.begin({vk::CommandBufferUsageFlagBits::eOneTimeSubmit});
    changeLayout(commands, image, ImageLayout::eUndefined, ImageLayout::eTransferDstOptimal);
    commands.blitImage(
        *picture.handle, ImageLayout::eTransferSrcOptimal, image, ImageLayout::eTransferDstOptimal,
        vk::ImageBlit(layer, {vk::Offset3D(), corner(picture.size)}, layer, {vk::Offset3D(), corner(size_)}),
        vk::Filter::eNearest);
    changeLayout(commands, image, ImageLayout::eTransferDstOptimal, ImageLayout::ePresentSrcKHR);
    commands.end();
    gpu_.submitAndWait(commands, *acquired_, *drawn_);
    if (gpu_.queue().presentKHR(vk::PresentInfoKHR(*drawn_, *swapchain_, index)) != vk::Result::eSuccess)
        throw std::runtime_error("the screen takes no picture");
}

}  // namespace vulkan_scene
