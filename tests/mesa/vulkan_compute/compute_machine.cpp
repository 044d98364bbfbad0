// SPDX-License-Identifier: MIT
#include "compute_machine.h"

#include <array>

namespace vulkan_compute {
ComputeMachine::ComputeMachine(bool robust) : machine_(std::span<const char* const>{}) {
    VkPhysicalDeviceVulkan12Features newer{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceFeatures2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &newer};
    vkGetPhysicalDeviceFeatures2(machine_.physical, &all);
    // All that there is, but what changes the meaning of programs or their speed.
    all.features.robustBufferAccess = robust ? VK_TRUE : VK_FALSE;
    machine_.open(&all);
}

VkDeviceAddress ComputeMachine::addressOf(const Buffer& buffer) const {
    const VkBufferDeviceAddressInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                         .buffer = buffer.handle};
    return vkGetBufferDeviceAddress(machine_.device, &info);
}

Buffer ComputeMachine::makeBuffer(size_t words) {
    const VkBufferCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = words * sizeof(uint32_t),
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                 VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                 VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    Buffer buffer;
    SUCCEED(vkCreateBuffer(machine_.device, &info, nullptr, &buffer.handle));
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(machine_.device, buffer.handle, &needs);
    const VkMemoryAllocateFlagsInfo flags{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                          .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    std::byte* place = nullptr;
    SUCCEED(vkBindBufferMemory(machine_.device, buffer.handle, machine_.allocateShared(needs, &place, &flags), 0));
    buffer.words = {reinterpret_cast<uint32_t*>(place), words};
    for (uint32_t& word : buffer.words) word = 0xcdcdcdcd;
    return buffer;
}

Image ComputeMachine::makeImage(VkFormat format, uint32_t width, uint32_t height) {
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
    SUCCEED(vkCreateImage(machine_.device, &info, nullptr, &image.handle));
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(machine_.device, image.handle, &needs);
    SUCCEED(vkBindImageMemory(machine_.device, image.handle,
                              machine_.allocate(needs, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT), 0));
    const VkImageSubresourceRange all{.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .levelCount = 1, .layerCount = 1};
    const VkImageViewCreateInfo viewInfo{.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                         .image = image.handle,
                                         .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                         .format = format,
                                         .subresourceRange = all};
    SUCCEED(vkCreateImageView(machine_.device, &viewInfo, nullptr, &image.view));
    SUCCEED(machine_.tryToExecute([&](VkCommandBuffer commands) {
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

VkBufferView ComputeMachine::makeTexels(const Buffer& buffer, VkFormat format) {
    const VkBufferViewCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                      .buffer = buffer.handle,
                                      .format = format,
                                      .range = VK_WHOLE_SIZE};
    VkBufferView view = VK_NULL_HANDLE;
    SUCCEED(vkCreateBufferView(machine_.device, &info, nullptr, &view));
    return view;
}

VkResult ComputeMachine::run(std::span<const uint32_t> code, std::span<const Binding> bindings,
                             std::span<const uint32_t> arguments, uint32_t x, uint32_t y, uint32_t z) {
    return execute(code, bindings, arguments, [&](VkCommandBuffer commands) { vkCmdDispatch(commands, x, y, z); });
}

VkResult ComputeMachine::runIndirect(std::span<const uint32_t> code, std::span<const Binding> bindings,
                                     std::span<const uint32_t> arguments, const Buffer& counts, VkDeviceSize offset) {
    return execute(code, bindings, arguments,
                   [&](VkCommandBuffer commands) { vkCmdDispatchIndirect(commands, counts.handle, offset); });
}

VkResult ComputeMachine::execute(std::span<const uint32_t> code, std::span<const Binding> bindings,
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
    SUCCEED(vkCreateDescriptorSetLayout(machine_.device, &setInfo, nullptr, &setLayout));
    const VkPushConstantRange range{.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                                    .size = static_cast<uint32_t>(arguments.size_bytes())};
    const VkPipelineLayoutCreateInfo layoutInfo{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                .setLayoutCount = 1,
                                                .pSetLayouts = &setLayout,
                                                .pushConstantRangeCount = arguments.empty() ? 0u : 1u,
                                                .pPushConstantRanges = &range};
    VkPipelineLayout layout = VK_NULL_HANDLE;
    SUCCEED(vkCreatePipelineLayout(machine_.device, &layoutInfo, nullptr, &layout));

    const VkShaderModuleCreateInfo moduleInfo{
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = code.size_bytes(), .pCode = code.data()};
    VkShaderModule module = VK_NULL_HANDLE;
    SUCCEED(vkCreateShaderModule(machine_.device, &moduleInfo, nullptr, &module));
    const VkComputePipelineCreateInfo pipelineInfo{
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
        .layout = layout};
    VkPipeline pipeline = VK_NULL_HANDLE;
    SUCCEED(vkCreateComputePipelines(machine_.device, VK_NULL_HANDLE, 1, &pipelineInfo, nullptr, &pipeline));

    const VkDescriptorPoolCreateInfo poolInfo{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                              .maxSets = 1,
                                              .poolSizeCount = static_cast<uint32_t>(sizes.size()),
                                              .pPoolSizes = sizes.data()};
    VkDescriptorPool pool = VK_NULL_HANDLE;
    SUCCEED(vkCreateDescriptorPool(machine_.device, &poolInfo, nullptr, &pool));
    const VkDescriptorSetAllocateInfo allocateInfo{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                   .descriptorPool = pool,
                                                   .descriptorSetCount = 1,
                                                   .pSetLayouts = &setLayout};
    VkDescriptorSet set = VK_NULL_HANDLE;
    SUCCEED(vkAllocateDescriptorSets(machine_.device, &allocateInfo, &set));
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
        vkUpdateDescriptorSets(machine_.device, 1, &write, 0, nullptr);
    }
    return machine_.tryToExecute([&](VkCommandBuffer commands) {
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

}  // namespace vulkan_compute
