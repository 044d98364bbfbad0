// SPDX-License-Identifier: MIT
#pragma once
// A compute program with storage buffers and push constants, ready to be dispatched.

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "rates.h"
#include "texture.h"
#include "vulkan_scene/gpu.h"

namespace vulkan_rates {

struct DispatchRequest {
    /// SPIR-V. Buffers are at bindings 0, 1 and so on of set 0.
    std::span<const uint32_t> code{};
    /// Values of the specialization constants 0, 1 and so on.
    std::vector<uint32_t> constants{};
    std::vector<std::byte> arguments{};
    std::vector<vulkan_scene::Buffer> buffers{};
    /// At the binding after those of the buffers; null: none.
    std::shared_ptr<const Texture> texture{};
    std::array<uint32_t, 3> groups{1, 1, 1};
};

/// Copies may be recorded after this object has gone; they share what it has made.
class Dispatch {
  public:
    /// Throws vk::Error where the driver refuses.
    Dispatch(const vulkan_scene::Gpu& gpu, DispatchRequest request);

    /// Records the dispatch, and a barrier after it: the next one begins when this one has ended.
    void record(const vk::raii::CommandBuffer& commands) const;

  private:
    struct Objects;
    std::shared_ptr<const Objects> objects_;
};

/// Storage buffers without content.
std::vector<vulkan_scene::Buffer> buffersOf(const vulkan_scene::Gpu& gpu, std::initializer_list<size_t> sizes);

/// Bytes of words, one after the other.
std::vector<std::byte> bytesOf(std::span<const uint32_t> words);

/// A benchmark of which a repetition is one dispatch.
Prepared once(const vulkan_scene::Gpu& gpu, DispatchRequest request, double work);

}  // namespace vulkan_rates
