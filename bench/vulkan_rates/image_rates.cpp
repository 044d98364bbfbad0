// SPDX-License-Identifier: MIT
#include "image_rates.h"

#include <image_blocks_comp.h>
#include <image_chase_comp.h>
#include <image_filter_comp.h>
#include <image_row_comp.h>

#include <array>
#include <bit>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "dispatch.h"

namespace vulkan_rates {
namespace {

using vulkan_scene::Gpu;

constexpr uint32_t kImageTexelBytes = 16;
/// Workgroups of a wave that two, four, six or eight shader units share without a rest.
constexpr uint32_t kImageGroups = 384;
constexpr uint32_t kImageThreads = 64;

/// A dispatch with a buffer for results.
Prepared onceWithResults(const Gpu& gpu, DispatchRequest request, double work) {
    request.buffers.push_back(gpu.makeBuffer(size_t{256} * kImageTexelBytes, vk::BufferUsageFlagBits::eStorageBuffer));
    return once(gpu, std::move(request), work);
}

Rate readRow(const char* name, const char* sentence, uint32_t bytes) {
    return {name, "bytes", sentence, [=](const Gpu& gpu) {
                constexpr uint32_t kRounds = 16;
                constexpr uint32_t kReadsOfRound = 4;
                const uint32_t texels = bytes / kImageTexelBytes;
                return onceWithResults(
                    gpu,
                    {.code = image_row_comp,
                     .arguments = bytesOf(std::array{texels - 1, kRounds}),
                     .texture = makeTexture(
                         gpu, {.size = {texels, 1}, .format = vk::Format::eR32G32B32A32Sfloat, .linear = true}),
                     .groups = {kImageGroups, 1, 1}},
                    double{kImageGroups} * kImageThreads * kReadsOfRound * kRounds * kImageTexelBytes);
            }};
}

Rate chaseTexels(const char* name, const char* sentence, uint32_t bytes) {
    return {name, "loads", sentence, [=](const Gpu& gpu) {
                constexpr uint32_t kSteps = 4096;
                const uint32_t texels = bytes / kImageTexelBytes;
                std::vector<uint32_t> words(size_t{texels} * 4);
                for (uint32_t i = 0; i < texels; ++i) words[size_t{i} * 4] = (i + 1) % texels;
                return onceWithResults(gpu,
                                       {.code = image_chase_comp,
                                        .arguments = bytesOf(std::array{kSteps}),
                                        .texture = makeTexture(gpu, {.size = {texels, 1},
                                                                     .format = vk::Format::eR32G32B32A32Uint,
                                                                     .linear = true,
                                                                     .texels = std::as_bytes(std::span(words))})},
                                       kSteps);
            }};
}

/// Reads of four bytes for each of 1024x1024 threads. `blockShift`: the side of blocks as a power of two.
Rate readBlocks(const char* name, const char* sentence, float scale, uint32_t blockShift, bool inOrder) {
    return {name, "bytes", sentence, [=](const Gpu& gpu) {
                constexpr uint32_t kSideShift = 10;
                constexpr uint32_t kSide = 1u << kSideShift;
                constexpr uint32_t kGroupSide = 16;
                constexpr uint32_t kTexelBytes = 4;
                const auto side = static_cast<uint32_t>(kSide * scale);
                const uint32_t blocksShift = inOrder ? 0 : kSideShift - blockShift;
                return onceWithResults(
                    gpu,
                    {.code = image_blocks_comp,
                     .arguments = bytesOf(std::array{std::bit_cast<uint32_t>(scale), blockShift, blocksShift}),
                     .texture = makeTexture(gpu, {.size = {side, side}}),
                     .groups = {kSide / kGroupSide, kSide / kGroupSide, 1}},
                    double{kSide} * kSide * kTexelBytes);
            }};
}

Rate filterTexels(const char* name, const char* sentence, vk::Format format, vk::Filter mode, float level = 0.0f) {
    return {
        name, "texels", sentence, [=](const Gpu& gpu) {
            constexpr uint32_t kRounds = 6;
            constexpr uint32_t kSamplesOfRound = 8;
            constexpr uint32_t kSide = 16;
            return onceWithResults(
                gpu,
                {.code = image_filter_comp,
                 .arguments = bytesOf(std::array{std::bit_cast<uint32_t>(level), kRounds}),
                 .texture = makeTexture(gpu, {.size = {kSide, kSide}, .format = format, .levels = 2, .filter = mode}),
                 .groups = {kImageGroups, 1, 1}},
                double{kImageGroups} * kImageThreads * kSamplesOfRound * kRounds);
        }};
}

}  // namespace

std::vector<Rate> imageRates() {
    using vk::Filter;
    using vk::Format;
    constexpr uint32_t kKibibyte = 1024;
    constexpr float kBetweenLevels = 0.5f;
    return {
        readRow("image-1k", "reads of an image of 16 bytes a texel within 1 KiB", kKibibyte),
        readRow("image-64k", "the same within 64 KiB", 64 * kKibibyte),
        readRow("image-128k", "the same within 128 KiB", 128 * kKibibyte),
        readRow("image-256k", "the same within 256 KiB", 256 * kKibibyte),
        chaseTexels("image-chase-1k", "texels by pointers within 1 KiB, one thread", kKibibyte),
        chaseTexels("image-chase-64k", "texels by pointers within 64 KiB, one thread", 64 * kKibibyte),
        readBlocks("image-read", "a texel of 4 bytes of each thread of a square", 1.0f, 0, true),
        readBlocks("image-read-1.5", "the same of each 1.5th texel in both directions", 1.5f, 0, true),
        readBlocks("image-read-2", "the same of each second texel", 2.0f, 0, true),
        readBlocks("image-blocks-16", "the same in blocks of 16x16 texels by chance", 1.0f, 4, false),
        readBlocks("image-blocks-8", "the same in blocks of 8x8", 1.0f, 3, false),
        readBlocks("image-blocks-4", "the same in blocks of 4x4", 1.0f, 2, false),
        readBlocks("image-blocks-2", "the same in blocks of 2x2", 1.0f, 1, false),
        readBlocks("image-blocks-1", "the same of texels by chance", 1.0f, 0, false),
        filterTexels("nearest-4", "nearest texels of 4 bytes", Format::eR8G8B8A8Unorm, Filter::eNearest),
        filterTexels("nearest-16", "nearest texels of 16 bytes", Format::eR32G32B32A32Sfloat, Filter::eNearest),
        filterTexels("linear-4", "linear filter, texels of 4 bytes", Format::eR8G8B8A8Unorm, Filter::eLinear),
        filterTexels("linear-8", "linear filter, texels of 8 bytes", Format::eR16G16B16A16Sfloat, Filter::eLinear),
        filterTexels("linear-16", "linear filter, texels of 16 bytes", Format::eR32G32B32A32Sfloat, Filter::eLinear),
        filterTexels("levels-4", "linear filter between levels, texels of 4 bytes", Format::eR8G8B8A8Unorm,
                     Filter::eLinear, kBetweenLevels),
    };
}

}  // namespace vulkan_rates
