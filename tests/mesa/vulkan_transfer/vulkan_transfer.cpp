// SPDX-License-Identifier: MIT
// A program that moves bytes and texels with Vulkan, and compares what comes back with what has to: tests run it on a
// simulated GPU. Its arguments say what to try. Exit status 0 where all bytes are right, else 1 and what is not.

#include <cmath>
#include <functional>
#include <string_view>

#include "mesa/vulkan_transfer/resources.h"

namespace {

struct FormatRow {
    VkFormat format;
    const char* name;
    uint32_t bytes;
};

#define FORMAT(name, bytes) \
    FormatRow { VK_FORMAT_##name, #name, bytes }

constexpr FormatRow kFormats[] = {FORMAT(R8_UNORM, 1),
                                  FORMAT(R8_SNORM, 1),
                                  FORMAT(R8_UINT, 1),
                                  FORMAT(R8G8_UNORM, 2),
                                  FORMAT(R8G8_SINT, 2),
                                  FORMAT(R16_UNORM, 2),
                                  FORMAT(R5G6B5_UNORM_PACK16, 2),
                                  FORMAT(A1R5G5B5_UNORM_PACK16, 2),
                                  FORMAT(R8G8B8A8_UNORM, 4),
                                  FORMAT(R8G8B8A8_SRGB, 4),
                                  FORMAT(R8G8B8A8_SNORM, 4),
                                  FORMAT(B8G8R8A8_UNORM, 4),
                                  FORMAT(R16G16_UINT, 4),
                                  FORMAT(A2B10G10R10_UNORM_PACK32, 4),
                                  FORMAT(R32_UINT, 4),
                                  FORMAT(R32_SFLOAT, 4),
                                  FORMAT(R16G16B16A16_UINT, 8),
                                  FORMAT(R32G32_SFLOAT, 8),
                                  FORMAT(R32G32B32A32_UINT, 16),
                                  FORMAT(E5B9G9R9_UFLOAT_PACK32, 4),
                                  FORMAT(BC1_RGBA_UNORM_BLOCK, 8)};

void expectEqual(const Bytes& is, const Bytes& has, const char* what) {
    EXPECT(is.size() == has.size());
    const auto [at, other] = std::ranges::mismatch(is, has);
    if (at == is.end()) return;
    std::fprintf(stderr, "%s: byte %zu is %#x and has to be %#x\n", what, static_cast<size_t>(at - is.begin()), *at,
                 *other);
    std::_Exit(1);
}

void fill(const Machine& machine) {
    for (const auto& [offset, size] : {std::pair<size_t, size_t>{0, 4}, {4, 60}, {60, 68}, {100, 70000}}) {
        const Buffer buffer(machine, 80000);
        machine.execute([&, o = offset, s = size](VkCommandBuffer commands) {
            vkCmdFillBuffer(commands, buffer.buffer, o, s, 0x04030201);
            barrier(commands);
        });
        Bytes expected(80000);
        for (size_t i = 0; i < size; ++i) expected[offset + i] = static_cast<uint8_t>(i % 4 + 1);
        expectEqual(buffer.content(), expected, "fill");
    }
}

void copy(const Machine& machine) {
    constexpr size_t kSize = 200000;
    const Bytes content = randomBytes(kSize, 1);
    Buffer source(machine, kSize);
    source.set(content);
    const VkBufferCopy regions[] = {{0, 0, 1}, {1, 3, 62}, {63, 64, 65}, {257, 1000, 5000}, {10000, 10007, 150000}};
    for (const VkBufferCopy& region : regions) {
        const Buffer target(machine, kSize);
        machine.execute([&](VkCommandBuffer commands) {
            vkCmdCopyBuffer(commands, source.buffer, target.buffer, 1, &region);
            barrier(commands);
        });
        Bytes expected(kSize);
        std::copy_n(content.begin() + static_cast<ptrdiff_t>(region.srcOffset), region.size,
                    expected.begin() + static_cast<ptrdiff_t>(region.dstOffset));
        expectEqual(target.content(), expected, "copy");
    }
    const Buffer updated(machine, 4096);
    machine.execute([&](VkCommandBuffer commands) {
        vkCmdUpdateBuffer(commands, updated.buffer, 20, 1000, content.data());
        barrier(commands);
    });
    Bytes expected(4096);
    std::copy_n(content.begin(), 1000, expected.begin() + 20);
    expectEqual(updated.content(), expected, "update");
}

size_t levelBytes(const Image& image, const FormatRow& format, uint32_t level) {
    const VkExtent3D extent = image.extent(level);
    const uint32_t block = format.format == VK_FORMAT_BC1_RGBA_UNORM_BLOCK ? 4 : 1;
    return size_t{(extent.width + block - 1) / block} * ((extent.height + block - 1) / block) * extent.depth *
           image.size.layers * format.bytes;
}

/// Whatever bits texels have, they come back, from each level and layer.
void formats(const Machine& machine) {
    for (const FormatRow& format : kFormats) {
        for (const VkImageTiling tiling : {VK_IMAGE_TILING_LINEAR, VK_IMAGE_TILING_OPTIMAL}) {
            const bool linear = tiling == VK_IMAGE_TILING_LINEAR;
            if (linear && format.format == VK_FORMAT_BC1_RGBA_UNORM_BLOCK) continue;
            for (ImageSize size :
                 {ImageSize{.width = 64, .height = 64}, ImageSize{.width = 130, .height = 57, .levels = 8},
                  ImageSize{.width = 40, .height = 24, .levels = 2, .layers = 3},
                  ImageSize{.width = 36, .height = 20, .depth = 5, .levels = 3}}) {
                if (linear && (size.levels > 1 || size.layers > 1 || size.depth > 1)) continue;
                const Image image(machine, format.format, size, tiling);
                std::vector<Bytes> contents;
                for (uint32_t level = 0; level < size.levels; ++level) {
                    contents.push_back(randomBytes(levelBytes(image, format, level), level + 7));
                    image.upload(contents.back(), level);
                }
                for (uint32_t level = 0; level < size.levels; ++level)
                    expectEqual(image.download(contents[level].size(), level), contents[level], format.name);
            }
        }
    }
}

void depths(const Machine& machine) {
    constexpr ImageSize kSize{.width = 70, .height = 33};
    constexpr size_t kPixels = 70 * 33;
    const Image small(machine, VK_FORMAT_D16_UNORM, kSize, VK_IMAGE_TILING_OPTIMAL,
                      VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, VK_IMAGE_ASPECT_DEPTH_BIT);
    const Bytes content = randomBytes(2 * kPixels, 3);
    small.upload(content);
    expectEqual(small.download(content.size()), content, "D16");
    const Image both(machine, VK_FORMAT_D24_UNORM_S8_UINT, kSize, VK_IMAGE_TILING_OPTIMAL,
                     VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
                     VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT);
    Bytes depth = randomBytes(4 * kPixels, 4);
    for (size_t i = 3; i < depth.size(); i += 4) depth[i] = 0;
    const Bytes stencil = randomBytes(kPixels, 5);
    both.upload(depth, 0, VK_IMAGE_ASPECT_DEPTH_BIT);
    both.upload(stencil, 0, VK_IMAGE_ASPECT_STENCIL_BIT);
    Bytes read = both.download(depth.size(), 0, VK_IMAGE_ASPECT_DEPTH_BIT);
    for (size_t i = 3; i < read.size(); i += 4) read[i] = 0;  // undefined
    expectEqual(read, depth, "depth of D24S8");
    expectEqual(both.download(kPixels, 0, VK_IMAGE_ASPECT_STENCIL_BIT), stencil, "stencil of D24S8");
}

void copyImages(const Machine& machine) {
    const Image source(machine, VK_FORMAT_R8G8B8A8_UNORM, {.width = 100, .height = 80}, VK_IMAGE_TILING_OPTIMAL);
    const Image target(machine, VK_FORMAT_R32_UINT, {.width = 90, .height = 90}, VK_IMAGE_TILING_OPTIMAL);
    const Bytes content = randomBytes(100 * 80 * 4, 11);
    source.upload(content);
    Bytes expected = randomBytes(90 * 90 * 4, 12);
    target.upload(expected);
    const VkImageCopy region{.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                             .srcOffset = {13, 7, 0},
                             .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                             .dstOffset = {5, 30, 0},
                             .extent = {61, 44, 1}};
    machine.execute([&](VkCommandBuffer commands) {
        vkCmdCopyImage(commands, source.image, VK_IMAGE_LAYOUT_GENERAL, target.image, VK_IMAGE_LAYOUT_GENERAL, 1,
                       &region);
        barrier(commands);
    });
    for (size_t y = 0; y < 44; ++y)
        std::memcpy(&expected[((30 + y) * 90 + 5) * 4], &content[((7 + y) * 100 + 13) * 4], size_t{61} * 4);
    expectEqual(target.download(expected.size()), expected, "copied image");
}

void blit(const Machine& machine, const Image& source, const Image& target, VkFilter filter, bool mirrorX,
          bool mirrorY) {
    VkImageBlit region{.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                       .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}};
    const auto corner = [](const Image& image, bool x, bool y) {
        return VkOffset3D{x ? static_cast<int32_t>(image.size.width) : 0,
                          y ? static_cast<int32_t>(image.size.height) : 0, 0};
    };
    region.srcOffsets[0] = corner(source, mirrorX, mirrorY);
    region.srcOffsets[1] = corner(source, !mirrorX, !mirrorY);
    region.dstOffsets[1] = corner(target, true, true);
    region.srcOffsets[1].z = region.dstOffsets[1].z = 1;
    machine.execute([&](VkCommandBuffer commands) {
        vkCmdBlitImage(commands, source.image, VK_IMAGE_LAYOUT_GENERAL, target.image, VK_IMAGE_LAYOUT_GENERAL, 1,
                       &region, filter);
        barrier(commands);
    });
}

void blits(const Machine& machine) {
    constexpr uint32_t kWidth = 32;
    constexpr uint32_t kHeight = 20;
    const Image source(machine, VK_FORMAT_R8G8B8A8_UNORM, {.width = kWidth, .height = kHeight},
                       VK_IMAGE_TILING_OPTIMAL);
    const Bytes content = randomBytes(size_t{kWidth} * kHeight * 4, 21);
    source.upload(content);
    const Image large(machine, VK_FORMAT_B8G8R8A8_UNORM, {.width = 3 * kWidth, .height = 2 * kHeight},
                      VK_IMAGE_TILING_OPTIMAL);
    for (uint32_t mirror = 0; mirror < 4; ++mirror) {
        blit(machine, source, large, VK_FILTER_NEAREST, (mirror & 1) != 0, (mirror & 2) != 0);
        Bytes expected(content.size() * 6);
        for (uint32_t y = 0; y < 2 * kHeight; ++y) {
            for (uint32_t x = 0; x < 3 * kWidth; ++x) {
                const uint32_t fromX = (mirror & 1) != 0 ? kWidth - 1 - x / 3 : x / 3;
                const uint32_t fromY = (mirror & 2) != 0 ? kHeight - 1 - y / 2 : y / 2;
                const uint8_t* from = &content[(fromY * kWidth + fromX) * 4];
                uint8_t* to = &expected[(y * 3 * kWidth + x) * 4];
                to[0] = from[2], to[1] = from[1], to[2] = from[0], to[3] = from[3];
            }
        }
        expectEqual(large.download(expected.size()), expected, "scaled to the nearest");
    }
    // Half the size, between four texels: their mean.
    const Image half(machine, VK_FORMAT_R8G8B8A8_UNORM, {.width = kWidth / 2, .height = kHeight / 2},
                     VK_IMAGE_TILING_OPTIMAL);
    blit(machine, source, half, VK_FILTER_LINEAR, false, false);
    const Bytes mean = half.download(content.size() / 4);
    for (uint32_t i = 0; i < mean.size(); ++i) {
        const uint32_t x = i / 4 % (kWidth / 2);
        const uint32_t y = i / 4 / (kWidth / 2);
        const auto at = [&](uint32_t dx, uint32_t dy) {
            return static_cast<double>(content[((2 * y + dy) * kWidth + 2 * x + dx) * 4 + i % 4]);
        };
        const double expected = (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4;
        EXPECT(std::abs(mean[i] - expected) <= 0.51);
    }
    const Image wide(machine, VK_FORMAT_R32G32B32A32_SFLOAT, {.width = kWidth, .height = kHeight},
                     VK_IMAGE_TILING_OPTIMAL);
    blit(machine, source, wide, VK_FILTER_NEAREST, false, false);
    const Bytes floats = wide.download(content.size() * 4);
    for (size_t i = 0; i < content.size(); ++i) {
        float value = 0;
        std::memcpy(&value, &floats[4 * i], sizeof value);
        EXPECT(std::abs(value - static_cast<float>(content[i]) / 255.0f) < 1e-6f);
    }
}

template <typename Texel>
void expectCleared(const Machine& machine, VkFormat format, const VkClearColorValue& color, const Texel& texel,
                   const char* what) {
    for (const VkImageTiling tiling : {VK_IMAGE_TILING_LINEAR, VK_IMAGE_TILING_OPTIMAL}) {
        const Image image(machine, format, {.width = 45, .height = 31}, tiling);
        const VkImageSubresourceRange all{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
        machine.execute([&](VkCommandBuffer commands) {
            vkCmdClearColorImage(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &all);
        });
        const std::vector<Texel> expected(size_t{45} * 31, texel);
        const auto* bytes = reinterpret_cast<const uint8_t*>(expected.data());
        expectEqual(image.download(expected.size() * sizeof(Texel)), {bytes, bytes + expected.size() * sizeof(Texel)},
                    what);
    }
}

void clears(const Machine& machine) {
    const VkClearColorValue color{.float32 = {1.0f, 0.0f, 0.5f, 0.25f}};
    expectCleared<uint32_t>(machine, VK_FORMAT_R8G8B8A8_UNORM, color, 0x408000ff, "RGBA8");
    expectCleared<uint32_t>(machine, VK_FORMAT_B8G8R8A8_UNORM, color, 0x40ff0080, "BGRA8");
    expectCleared<uint32_t>(machine, VK_FORMAT_R8G8B8A8_SRGB, color, 0x40bc00ff, "RGBA8 in sRGB");
    expectCleared<uint8_t>(machine, VK_FORMAT_R8_UNORM, color, 0xff, "R8");
    expectCleared<float>(machine, VK_FORMAT_R32_SFLOAT, {.float32 = {0.1f}}, 0.1f, "R32F");
    expectCleared<uint32_t>(machine, VK_FORMAT_R32_UINT, {.uint32 = {0xdeadbeef}}, 0xdeadbeef, "R32UI");
    expectCleared<uint16_t>(machine, VK_FORMAT_R16_SINT, {.int32 = {-300}}, static_cast<uint16_t>(-300), "R16I");
    expectCleared<uint32_t>(machine, VK_FORMAT_A2B10G10R10_UNORM_PACK32, {.float32 = {1.0f, 0.0f, 1.0f, 1.0f}},
                            0xfff003ff, "RGB10A2");
}

/// Newer drivers draw to copy halves.
void halves(const Machine& machine) {
    expectCleared<uint64_t>(machine, VK_FORMAT_R16G16B16A16_SFLOAT, {.float32 = {1.0f, 0.0f, 0.5f, 0.25f}},
                            0x3400'3800'0000'3c00, "half floats");
}

/// A pass that only clears: four samples, and one image that they are resolved to.
void passes(const Machine& machine, uint32_t width, uint32_t height) {
    const ImageSize size{.width = width, .height = height};
    const Image many(machine, VK_FORMAT_R8G8B8A8_UNORM, size, VK_IMAGE_TILING_OPTIMAL,
                     VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, VK_IMAGE_ASPECT_COLOR_BIT, 4);
    const Image one(machine, VK_FORMAT_R8G8B8A8_UNORM, size, VK_IMAGE_TILING_OPTIMAL,
                    VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    const auto view = [&](const Image& image) {
        const VkImageViewCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                         .image = image.image,
                                         .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                         .format = VK_FORMAT_R8G8B8A8_UNORM,
                                         .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
        VkImageView made = VK_NULL_HANDLE;
        SUCCEED(vkCreateImageView(machine.device, &info, nullptr, &made));
        return made;
    };
    const VkRenderingAttachmentInfo attachment{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                               .imageView = view(many),
                                               .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                               .resolveMode = VK_RESOLVE_MODE_AVERAGE_BIT,
                                               .resolveImageView = view(one),
                                               .resolveImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                               .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                               .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                               .clearValue = {.color = {.float32 = {0.0f, 1.0f, 0.2f, 1.0f}}}};
    const VkRenderingInfo rendering{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                                    .renderArea = {{0, 0}, {width, height}},
                                    .layerCount = 1,
                                    .colorAttachmentCount = 1,
                                    .pColorAttachments = &attachment};
    machine.execute([&](VkCommandBuffer commands) {
        vkCmdBeginRendering(commands, &rendering);
        vkCmdEndRendering(commands);
        barrier(commands);
    });
    const std::vector<uint32_t> expected(size_t{width} * height, 0xff33ff00);
    const auto* bytes = reinterpret_cast<const uint8_t*>(expected.data());
    expectEqual(one.download(expected.size() * 4), {bytes, bytes + expected.size() * 4}, "resolved");
}

}  // namespace

int main(int argc, char** argv) {
    const Machine machine;
    for (int i = 1; i < argc; ++i) {
        const std::string_view what = argv[i];
        if (what == "fill") fill(machine);
        if (what == "copy") copy(machine);
        if (what == "formats") formats(machine);
        if (what == "depths") depths(machine);
        if (what == "images") copyImages(machine);
        if (what == "blits") blits(machine);
        if (what == "clears") clears(machine);
        if (what == "halves") halves(machine);
        if (what == "sizes") {
            // Two numbers each: width and height of a pass.
            for (; i + 2 < argc; i += 2)
                passes(machine, static_cast<uint32_t>(std::atoi(argv[i + 1])),
                       static_cast<uint32_t>(std::atoi(argv[i + 2])));
            continue;
        }
        if (what == "passes") {
            passes(machine, 200, 120);
            passes(machine, 1300, 700);
        }
        std::printf("%s: done\n", argv[i]);
    }
    return 0;
}
