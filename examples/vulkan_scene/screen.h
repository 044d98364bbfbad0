// SPDX-License-Identifier: MIT
#pragma once
// The GPU's own screen (VK_KHR_display).

#include <vector>

#include "gpu.h"

namespace vulkan_scene {

/// Shows pictures on the first screen, one after the other. Functions throw vk::Error where a call fails.
class Screen {
  public:
    /// In the mode of that size, if the screen has one, else in its first. Throws std::runtime_error without a screen.
    Screen(const Gpu& gpu, vk::Extent2D wanted);

    vk::Extent2D size() const { return size_; }
    /// Scales a picture, which is in the layout of a source of transfers, to the screen; returns when it was given to
    /// the screen.
    void show(const Image& picture);

  private:
    const Gpu& gpu_;
    vk::Extent2D size_{};
    vk::raii::SurfaceKHR surface_ = nullptr;
    vk::raii::SwapchainKHR swapchain_ = nullptr;
    std::vector<vk::Image> images_;
    vk::raii::Semaphore acquired_ = nullptr;
    vk::raii::Semaphore drawn_ = nullptr;
};

}  // namespace vulkan_scene
