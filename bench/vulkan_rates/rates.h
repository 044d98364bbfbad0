// SPDX-License-Identifier: MIT
#pragma once
// Microbenchmarks of Vulkan's compute, each of which keeps one part of a GPU busy.

#include <cstdint>
#include <functional>
#include <span>

#include "vulkan_scene/gpu.h"

namespace vulkan_rates {

/// A benchmark with its objects made.
struct Prepared {
    /// Units of work in a repetition.
    double work = 0;
    std::function<void(const vk::raii::CommandBuffer&)> repeat;
};

struct Rate {
    const char* name;
    const char* unit;
    const char* sentence;
    /// Makes what a repetition needs. Throws vk::Error where the driver refuses.
    std::function<Prepared(const vulkan_scene::Gpu& gpu)> prepare;
};

/// All of them.
std::span<const Rate> rates();

}  // namespace vulkan_rates
