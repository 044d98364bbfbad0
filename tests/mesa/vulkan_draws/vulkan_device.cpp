// SPDX-License-Identifier: MIT
#include "vulkan_device.h"

#include <array>
#include <cstring>

VulkanDevice::VulkanDevice() : machine_(std::span<const char* const>{}) {
    VkPhysicalDeviceTransformFeedbackFeaturesEXT feedback{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT, .transformFeedback = VK_TRUE};
    VkPhysicalDeviceVulkan13Features features13{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                                .pNext = &feedback,
                                                .dynamicRendering = VK_TRUE};
    VkPhysicalDeviceVulkan12Features features12{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                                .pNext = &features13,
                                                .drawIndirectCount = VK_TRUE};
    VkPhysicalDeviceVulkan11Features features11{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                                                .pNext = &features12,
                                                .multiview = VK_TRUE,
                                                .shaderDrawParameters = VK_TRUE};
    VkPhysicalDeviceFeatures2 features{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &features11};
    features.features.geometryShader = VK_TRUE;
    features.features.tessellationShader = VK_TRUE;
    features.features.multiDrawIndirect = VK_TRUE;
    features.features.drawIndirectFirstInstance = VK_TRUE;
    features.features.pipelineStatisticsQuery = VK_TRUE;
    machine_.open(&features, std::array{VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME});
}

HostBuffer VulkanDevice::makeBuffer(size_t size, VkBufferUsageFlags usage, std::span<const std::byte> content) const {
    const VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
    HostBuffer made;
    SUCCEED(vkCreateBuffer(device(), &info, nullptr, &made.buffer));
    VkMemoryRequirements needs{};
    vkGetBufferMemoryRequirements(device(), made.buffer, &needs);
    SUCCEED(vkBindBufferMemory(device(), made.buffer, machine_.allocateShared(needs, &made.bytes), 0));
    std::memset(made.bytes, 0, size);
    if (!content.empty()) std::memcpy(made.bytes, content.data(), content.size());
    return made;
}

TargetImage VulkanDevice::makeTarget(uint32_t width, uint32_t height, uint32_t layers) const {
    const VkImageCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                 .imageType = VK_IMAGE_TYPE_2D,
                                 .format = kFormat,
                                 .extent = {width, height, 1},
                                 .mipLevels = 1,
                                 .arrayLayers = layers,
                                 .samples = VK_SAMPLE_COUNT_1_BIT,
                                 .tiling = VK_IMAGE_TILING_LINEAR,
                                 .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                                 .initialLayout = VK_IMAGE_LAYOUT_PREINITIALIZED};
    TargetImage made;
    SUCCEED(vkCreateImage(device(), &info, nullptr, &made.image));
    VkMemoryRequirements needs{};
    vkGetImageMemoryRequirements(device(), made.image, &needs);
    SUCCEED(vkBindImageMemory(device(), made.image, machine_.allocateShared(needs, &made.bytes), 0));
    constexpr int kGrey = 0x40;
    std::memset(made.bytes, kGrey, needs.size);
    const VkImageSubresource first{.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT};
    vkGetImageSubresourceLayout(device(), made.image, &first, &made.layout);
    const VkImageViewCreateInfo viewInfo{
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = made.image,
        .viewType = layers > 1 ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D,
        .format = kFormat,
        .subresourceRange = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .levelCount = 1, .layerCount = layers}};
    SUCCEED(vkCreateImageView(device(), &viewInfo, nullptr, &made.view));
    return made;
}

VkShaderModule VulkanDevice::makeShader(std::span<const uint32_t> words) const {
    const VkShaderModuleCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = words.size_bytes(), .pCode = words.data()};
    VkShaderModule shader = VK_NULL_HANDLE;
    SUCCEED(vkCreateShaderModule(device(), &info, nullptr, &shader));
    return shader;
}
