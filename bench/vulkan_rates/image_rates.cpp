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

struct BlockReads {
    float step = 2;           ///< texels from a thread to the next one, each way
    uint32_t blockShift = 0;  ///< the side of blocks as a power of two
    bool chance = false;      ///< blocks are anywhere in the image
};

/// Samples by a square of threads of an image of 256 MiB without compression, as an image that programs write is.
Rate readBlocks(const char* name, const char* sentence, const BlockReads& reads) {
    return {name, "samples", sentence, [=](const Gpu& gpu) {
                constexpr uint32_t kImageSide = 8192;
                constexpr uint32_t kGroupSide = 16;
                const uint32_t side = reads.chance ? 512 : 1024;
                const uint32_t threads = side * side;
                return once(gpu,
                            {.code = image_blocks_comp,
                             .arguments = bytesOf(std::array{std::bit_cast<uint32_t>(1.0f / kImageSide),
                                                             std::bit_cast<uint32_t>(reads.step), reads.blockShift,
                                                             uint32_t{reads.chance}}),
                             .buffers = buffersOf(gpu, {threads * sizeof(uint32_t)}),
                             .texture = makeTexture(gpu, {.size = {kImageSide, kImageSide},
                                                          .filter = vk::Filter::eLinear,
                                                          .storage = true,
                                                          .defined = false}),
                             .groups = {side / kGroupSide, side / kGroupSide, 1}},
                            threads);
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
        readBlocks("image-read-0.5", "samples of each texel of an image of 4 bytes a texel", {.step = 1}),
        readBlocks("image-read", "the same of each second texel in both directions", {}),
        readBlocks("image-read-1.5", "the same of each third texel", {.step = 3}),
        readBlocks("image-read-2", "the same of each fourth texel", {.step = 4}),
        readBlocks("image-blocks-16", "samples of each second texel, blocks of 16x16 threads being anywhere",
                   {.blockShift = 4, .chance = true}),
        readBlocks("image-blocks-8", "the same with blocks of 8x8", {.blockShift = 3, .chance = true}),
        readBlocks("image-blocks-4", "the same with blocks of 4x4", {.blockShift = 2, .chance = true}),
        readBlocks("image-blocks-2", "the same with blocks of 2x2", {.blockShift = 1, .chance = true}),
        readBlocks("image-blocks-1", "the same, each thread being anywhere", {.chance = true}),
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
