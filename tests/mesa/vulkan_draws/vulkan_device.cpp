// SPDX-License-Identifier: MIT
#include "vulkan_device.h"

VulkanDevice::VulkanDevice() {
    const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo instanceInfo{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                            .pApplicationInfo = &application};
    SUCCEED(vkCreateInstance(&instanceInfo, nullptr, &instance_));
    uint32_t count = 1;
    const VkResult found = vkEnumeratePhysicalDevices(instance_, &count, &physical_);
    EXPECT((found == VK_SUCCESS || found == VK_INCOMPLETE) && count == 1);
    const float priority = 1;
    const VkDeviceQueueCreateInfo queueInfo{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                            .queueFamilyIndex = 0,
                                            .queueCount = 1,
                                            .pQueuePriorities = &priority};
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
    const std::array<const char*, 1> extensions = {VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME};
    const VkDeviceCreateInfo deviceInfo{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                        .pNext = &features,
                                        .queueCreateInfoCount = 1,
                                        .pQueueCreateInfos = &queueInfo,
                                        .enabledExtensionCount = extensions.size(),
                                        .ppEnabledExtensionNames = extensions.data()};
    SUCCEED(vkCreateDevice(physical_, &deviceInfo, nullptr, &device_));
    vkGetDeviceQueue(device_, 0, 0, &queue_);
    const VkCommandPoolCreateInfo poolInfo{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = 0};
    SUCCEED(vkCreateCommandPool(device_, &poolInfo, nullptr, &pool_));
}

VkDeviceMemory VulkanDevice::allocate(const VkMemoryRequirements& needs) const {
    VkPhysicalDeviceMemoryProperties properties{};
    vkGetPhysicalDeviceMemoryProperties(physical_, &properties);
    constexpr VkMemoryPropertyFlags kWanted =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    uint32_t type = 0;
    while ((needs.memoryTypeBits >> type & 1) == 0 ||
           (properties.memoryTypes[type].propertyFlags & kWanted) != kWanted) {
        ++type;
        EXPECT(type < properties.memoryTypeCount);
    }
    const VkMemoryAllocateInfo info{
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = type};
    VkDeviceMemory memory = VK_NULL_HANDLE;
    SUCCEED(vkAllocateMemory(device_, &info, nullptr, &memory));
    return memory;
}

HostBuffer VulkanDevice::makeBuffer(size_t size, VkBufferUsageFlags usage, std::span<const std::byte> content) const {
    const VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
    HostBuffer made;
    SUCCEED(vkCreateBuffer(device_, &info, nullptr, &made.buffer));
    VkMemoryRequirements needs{};
    vkGetBufferMemoryRequirements(device_, made.buffer, &needs);
    VkDeviceMemory memory = allocate(needs);
    SUCCEED(vkBindBufferMemory(device_, made.buffer, memory, 0));
    void* mapped = nullptr;
    SUCCEED(vkMapMemory(device_, memory, 0, VK_WHOLE_SIZE, 0, &mapped));
    made.bytes = static_cast<std::byte*>(mapped);
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
    SUCCEED(vkCreateImage(device_, &info, nullptr, &made.image));
    VkMemoryRequirements needs{};
    vkGetImageMemoryRequirements(device_, made.image, &needs);
    VkDeviceMemory memory = allocate(needs);
    SUCCEED(vkBindImageMemory(device_, made.image, memory, 0));
    void* mapped = nullptr;
    SUCCEED(vkMapMemory(device_, memory, 0, VK_WHOLE_SIZE, 0, &mapped));
    made.bytes = static_cast<std::byte*>(mapped);
    constexpr int kGrey = 0x40;
    std::memset(made.bytes, kGrey, needs.size);
    const VkImageSubresource first{.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT};
    vkGetImageSubresourceLayout(device_, made.image, &first, &made.layout);
    const VkImageViewCreateInfo viewInfo{
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = made.image,
        .viewType = layers > 1 ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D,
        .format = kFormat,
        .subresourceRange = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .levelCount = 1, .layerCount = layers}};
    SUCCEED(vkCreateImageView(device_, &viewInfo, nullptr, &made.view));
    return made;
}

VkShaderModule VulkanDevice::makeShader(std::span<const uint32_t> words) const {
    const VkShaderModuleCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = words.size_bytes(), .pCode = words.data()};
    VkShaderModule shader = VK_NULL_HANDLE;
    SUCCEED(vkCreateShaderModule(device_, &info, nullptr, &shader));
    return shader;
}

void VulkanDevice::submit(const std::function<void(VkCommandBuffer)>& record) const {
    const VkCommandBufferAllocateInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                           .commandPool = pool_,
                                           .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                           .commandBufferCount = 1};
    VkCommandBuffer commands = VK_NULL_HANDLE;
    SUCCEED(vkAllocateCommandBuffers(device_, &info, &commands));
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    SUCCEED(vkBeginCommandBuffer(commands, &begin));
    record(commands);
    SUCCEED(vkEndCommandBuffer(commands));
    const VkSubmitInfo submission{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    SUCCEED(vkQueueSubmit(queue_, 1, &submission, VK_NULL_HANDLE));
    SUCCEED(vkQueueWaitIdle(queue_));
}
