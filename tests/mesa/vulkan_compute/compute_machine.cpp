// SPDX-License-Identifier: MIT
#include "compute_machine.h"

#include <array>

namespace vulkan_compute {
namespace {

constexpr uint64_t kPatience = 120'000'000'000;

}  // namespace

Machine::Machine(bool robust) {
    const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo instanceInfo{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                            .pApplicationInfo = &application};
    SUCCEED(vkCreateInstance(&instanceInfo, nullptr, &instance_));
    uint32_t count = 1;
    EXPECT(vkEnumeratePhysicalDevices(instance_, &count, &physical_) >= VK_SUCCESS && count == 1);
    const float priority = 1;
    const VkDeviceQueueCreateInfo queueInfo{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                            .queueFamilyIndex = 0,
                                            .queueCount = 1,
                                            .pQueuePriorities = &priority};
    VkPhysicalDeviceVulkan12Features newer{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceFeatures2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &newer};
    vkGetPhysicalDeviceFeatures2(physical_, &all);
    // All that there is, but what changes the meaning of programs or their speed.
    all.features.robustBufferAccess = robust ? VK_TRUE : VK_FALSE;
    const VkDeviceCreateInfo deviceInfo{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                        .pNext = &all,
                                        .queueCreateInfoCount = 1,
                                        .pQueueCreateInfos = &queueInfo};
    SUCCEED(vkCreateDevice(physical_, &deviceInfo, nullptr, &device_));
    vkGetDeviceQueue(device_, 0, 0, &queue_);
    const VkCommandPoolCreateInfo poolInfo{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = 0};
    SUCCEED(vkCreateCommandPool(device_, &poolInfo, nullptr, &pool_));
}

VkDeviceAddress Machine::addressOf(const Buffer& buffer) const {
    const VkBufferDeviceAddressInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                         .buffer = buffer.handle};
    return vkGetBufferDeviceAddress(device_, &info);
}

VkDeviceMemory Machine::allocate(const VkMemoryRequirements& needs) {
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physical_, &memory);
    constexpr VkMemoryPropertyFlags kShared =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    uint32_t type = 0;
    while (type < memory.memoryTypeCount &&
           ((needs.memoryTypeBits >> type & 1) == 0 || (memory.memoryTypes[type].propertyFlags & kShared) != kShared))
        ++type;
    EXPECT(type < memory.memoryTypeCount);
    const VkMemoryAllocateFlagsInfo flags{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                          .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    const VkMemoryAllocateInfo info{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                    .pNext = &flags,
                                    .allocationSize = needs.size,
                                    .memoryTypeIndex = type};
    VkDeviceMemory allocated = VK_NULL_HANDLE;
    SUCCEED(vkAllocateMemory(device_, &info, nullptr, &allocated));
    return allocated;
}

Buffer Machine::makeBuffer(size_t words) {
    const VkBufferCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = words * sizeof(uint32_t),
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                 VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                 VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    Buffer buffer;
    SUCCEED(vkCreateBuffer(device_, &info, nullptr, &buffer.handle));
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device_, buffer.handle, &needs);
    VkDeviceMemory memory = allocate(needs);
    SUCCEED(vkBindBufferMemory(device_, buffer.handle, memory, 0));
    void* place = nullptr;
    SUCCEED(vkMapMemory(device_, memory, 0, VK_WHOLE_SIZE, 0, &place));
    buffer.words = {static_cast<uint32_t*>(place), words};
    for (uint32_t& word : buffer.words) word = 0xcdcdcdcd;
    return buffer;
}

Image Machine::makeImage(VkFormat format, uint32_t width, uint32_t height) {
    const VkImageCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                 .imageType = VK_IMAGE_TYPE_2D,
                                 .format = format,
                                 .extent = {width, height, 1},
                                 .mipLevels = 1,
                                 .arrayLayers = 1,
                                 .samples = VK_SAMPLE_COUNT_1_BIT,
                                 .tiling = VK_IMAGE_TILING_OPTIMAL,
                                 .usage = VK_IMAGE_USAGE_STORAGE_BIT};
    Image image;
    SUCCEED(vkCreateImage(device_, &info, nullptr, &image.handle));
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(device_, image.handle, &needs);
    SUCCEED(vkBindImageMemory(device_, image.handle, allocate(needs), 0));
    const VkImageSubresourceRange all{.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .levelCount = 1, .layerCount = 1};
    const VkImageViewCreateInfo viewInfo{.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                         .image = image.handle,
                                         .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                         .format = format,
                                         .subresourceRange = all};
    SUCCEED(vkCreateImageView(device_, &viewInfo, nullptr, &image.view));
    SUCCEED(submit([&](VkCommandBuffer commands) {
        const VkImageMemoryBarrier barrier{.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                           .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT,
                                           .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
                                           .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                           .image = image.handle,
                                           .subresourceRange = all};
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 0,
                             nullptr, 0, nullptr, 1, &barrier);
    }));
    return image;
}

VkBufferView Machine::makeTexels(const Buffer& buffer, VkFormat format) {
    const VkBufferViewCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                      .buffer = buffer.handle,
                                      .format = format,
                                      .range = VK_WHOLE_SIZE};
    VkBufferView view = VK_NULL_HANDLE;
    SUCCEED(vkCreateBufferView(device_, &info, nullptr, &view));
    return view;
}

VkResult Machine::run(std::span<const uint32_t> code, std::span<const Binding> bindings,
                      std::span<const uint32_t> arguments, uint32_t x, uint32_t y, uint32_t z) {
    return execute(code, bindings, arguments, [&](VkCommandBuffer commands) { vkCmdDispatch(commands, x, y, z); });
}

VkResult Machine::runIndirect(std::span<const uint32_t> code, std::span<const Binding> bindings,
                              std::span<const uint32_t> arguments, const Buffer& counts, VkDeviceSize offset) {
    return execute(code, bindings, arguments,
                   [&](VkCommandBuffer commands) { vkCmdDispatchIndirect(commands, counts.handle, offset); });
}

VkResult Machine::execute(std::span<const uint32_t> code, std::span<const Binding> bindings,
                          std::span<const uint32_t> arguments, const Dispatch& dispatch) {
    std::vector<VkDescriptorSetLayoutBinding> places;
    std::vector<VkDescriptorPoolSize> sizes;
    for (const Binding& binding : bindings) {
        if (binding.element == 0)
            places.push_back(
                {.binding = binding.number, .descriptorType = binding.type, .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT});
        ++places.back().descriptorCount;
        sizes.push_back({.type = binding.type, .descriptorCount = 1});
    }
    const VkDescriptorSetLayoutCreateInfo setInfo{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                  .bindingCount = static_cast<uint32_t>(places.size()),
                                                  .pBindings = places.data()};
    VkDescriptorSetLayout setLayout = VK_NULL_HANDLE;
    SUCCEED(vkCreateDescriptorSetLayout(device_, &setInfo, nullptr, &setLayout));
    const VkPushConstantRange range{.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                                    .size = static_cast<uint32_t>(arguments.size_bytes())};
    const VkPipelineLayoutCreateInfo layoutInfo{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                .setLayoutCount = 1,
                                                .pSetLayouts = &setLayout,
                                                .pushConstantRangeCount = arguments.empty() ? 0u : 1u,
                                                .pPushConstantRanges = &range};
    VkPipelineLayout layout = VK_NULL_HANDLE;
    SUCCEED(vkCreatePipelineLayout(device_, &layoutInfo, nullptr, &layout));

    const VkShaderModuleCreateInfo moduleInfo{
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = code.size_bytes(), .pCode = code.data()};
    VkShaderModule module = VK_NULL_HANDLE;
    SUCCEED(vkCreateShaderModule(device_, &moduleInfo, nullptr, &module));
    const VkComputePipelineCreateInfo pipelineInfo{
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
        .layout = layout};
    VkPipeline pipeline = VK_NULL_HANDLE;
    SUCCEED(vkCreateComputePipelines(device_, VK_NULL_HANDLE, 1, &pipelineInfo, nullptr, &pipeline));

    const VkDescriptorPoolCreateInfo poolInfo{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                              .maxSets = 1,
                                              .poolSizeCount = static_cast<uint32_t>(sizes.size()),
                                              .pPoolSizes = sizes.data()};
    VkDescriptorPool pool = VK_NULL_HANDLE;
    SUCCEED(vkCreateDescriptorPool(device_, &poolInfo, nullptr, &pool));
    const VkDescriptorSetAllocateInfo allocateInfo{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                   .descriptorPool = pool,
                                                   .descriptorSetCount = 1,
                                                   .pSetLayouts = &setLayout};
    VkDescriptorSet set = VK_NULL_HANDLE;
    SUCCEED(vkAllocateDescriptorSets(device_, &allocateInfo, &set));
    for (const Binding& binding : bindings) {
        const VkDescriptorBufferInfo buffer{.buffer = binding.buffer, .range = binding.range};
        const VkDescriptorImageInfo image{.imageView = binding.image, .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
        const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                         .dstSet = set,
                                         .dstBinding = binding.number,
                                         .dstArrayElement = binding.element,
                                         .descriptorCount = 1,
                                         .descriptorType = binding.type,
                                         .pImageInfo = &image,
                                         .pBufferInfo = &buffer,
                                         .pTexelBufferView = &binding.texels};
        vkUpdateDescriptorSets(device_, 1, &write, 0, nullptr);
    }
    return submit([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
        if (!arguments.empty())
            vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, range.size, arguments.data());
        dispatch(commands);
        const VkMemoryBarrier barrier{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                      .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                      .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier,
                             0, nullptr, 0, nullptr);
    });
}

VkResult Machine::submit(const Dispatch& commands) {
    const VkCommandBufferAllocateInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                           .commandPool = pool_,
                                           .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                           .commandBufferCount = 1};
    VkCommandBuffer buffer = VK_NULL_HANDLE;
    SUCCEED(vkAllocateCommandBuffers(device_, &info, &buffer));
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    SUCCEED(vkBeginCommandBuffer(buffer, &begin));
    commands(buffer);
    SUCCEED(vkEndCommandBuffer(buffer));
    const VkFenceCreateInfo fenceInfo{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence = VK_NULL_HANDLE;
    SUCCEED(vkCreateFence(device_, &fenceInfo, nullptr, &fence));
    const VkSubmitInfo submitInfo{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &buffer};
    const VkResult submitted = vkQueueSubmit(queue_, 1, &submitInfo, fence);
    if (submitted != VK_SUCCESS) return submitted;
    return vkWaitForFences(device_, 1, &fence, VK_TRUE, kPatience);
}

}  // namespace vulkan_compute
