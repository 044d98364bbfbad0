// SPDX-License-Identifier: MIT
#include "dispatch.h"

#include <array>
#include <cstring>
#include <utility>

namespace vulkan_rates {

struct Dispatch::Objects {
    DispatchRequest request;
    vk::raii::DescriptorSetLayout setLayout = nullptr;
    vk::raii::PipelineLayout layout = nullptr;
    vk::raii::Pipeline pipeline = nullptr;
    vk::raii::DescriptorPool pool = nullptr;
    vk::raii::DescriptorSet set = nullptr;
};

namespace {

constexpr vk::ShaderStageFlagBits kStage = vk::ShaderStageFlagBits::eCompute;
constexpr vk::DescriptorType kStorage = vk::DescriptorType::eStorageBuffer;
constexpr vk::DescriptorType kSampled = vk::DescriptorType::eCombinedImageSampler;

vk::raii::DescriptorSetLayout makeSetLayout(const vk::raii::Device& device, uint32_t buffers, bool texture) {
    std::vector<vk::DescriptorSetLayoutBinding> bindings;
    for (uint32_t i = 0; i < buffers; ++i) bindings.emplace_back(i, kStorage, 1, kStage);
    if (texture) bindings.emplace_back(buffers, kSampled, 1, kStage);
    return {device, vk::DescriptorSetLayoutCreateInfo({}, bindings)};
}

vk::raii::Pipeline makePipeline(const vk::raii::Device& device, const DispatchRequest& request,
                                vk::PipelineLayout layout) {
    const vk::raii::ShaderModule module(device, vk::ShaderModuleCreateInfo({}, request.code));
    std::vector<vk::SpecializationMapEntry> entries;
    for (uint32_t i = 0; i < request.constants.size(); ++i)
        entries.emplace_back(i, static_cast<uint32_t>(i * sizeof(uint32_t)), sizeof(uint32_t));
    const vk::SpecializationInfo constants(static_cast<uint32_t>(entries.size()), entries.data(),
                                           request.constants.size() * sizeof(uint32_t), request.constants.data());
    const vk::PipelineShaderStageCreateInfo stage({}, kStage, *module, "main", &constants);
    return {device, nullptr, vk::ComputePipelineCreateInfo({}, stage, layout)};
}

}  // namespace

Dispatch::Dispatch(const vulkan_scene::Gpu& gpu, DispatchRequest request) {
    const vk::raii::Device& device = gpu.device();
    auto made = std::make_shared<Objects>();
    const auto buffers = static_cast<uint32_t>(request.buffers.size());
    made->setLayout = makeSetLayout(device, buffers, request.texture != nullptr);
    const vk::PushConstantRange range(kStage, 0, static_cast<uint32_t>(request.arguments.size()));
    vk::PipelineLayoutCreateInfo layout;
    layout.setSetLayouts(*made->setLayout);
    if (range.size != 0) layout.setPushConstantRanges(range);
    made->layout = vk::raii::PipelineLayout(device, layout);
    made->pipeline = makePipeline(device, request, *made->layout);
    const std::array sizes{vk::DescriptorPoolSize(kStorage, buffers), vk::DescriptorPoolSize(kSampled, 1)};
    made->pool = vk::raii::DescriptorPool(
        device, vk::DescriptorPoolCreateInfo(vk::DescriptorPoolCreateFlagBits::eFreeDescriptorSet, 1, sizes));
    made->set = std::move(vk::raii::DescriptorSets(device, {*made->pool, *made->setLayout}).front());
    for (uint32_t i = 0; i < buffers; ++i) {
        const vk::DescriptorBufferInfo buffer(*request.buffers[i].handle, 0, VK_WHOLE_SIZE);
        vk::WriteDescriptorSet write(*made->set, i, 0, 1, kStorage);
        write.setBufferInfo(buffer);
        device.updateDescriptorSets(write, nullptr);
    }
    if (request.texture != nullptr) {
        const vk::DescriptorImageInfo image(*request.texture->sampler, *request.texture->image.view,
                                            vk::ImageLayout::eShaderReadOnlyOptimal);
        vk::WriteDescriptorSet write(*made->set, buffers, 0, 1, kSampled);
        write.setImageInfo(image);
        device.updateDescriptorSets(write, nullptr);
    }
    made->request = std::move(request);
    objects_ = std::move(made);
}

void Dispatch::record(const vk::raii::CommandBuffer& commands) const {
    const Objects& objects = *objects_;
    const DispatchRequest& request = objects.request;
    commands.bindPipeline(vk::PipelineBindPoint::eCompute, *objects.pipeline);
    commands.bindDescriptorSets(vk::PipelineBindPoint::eCompute, *objects.layout, 0, *objects.set, nullptr);
    if (!request.arguments.empty()) commands.pushConstants<std::byte>(*objects.layout, kStage, 0, request.arguments);
    commands.dispatch(request.groups[0], request.groups[1], request.groups[2]);
    const vk::MemoryBarrier barrier(vk::AccessFlagBits::eShaderWrite, vk::AccessFlagBits::eShaderRead);
    commands.pipelineBarrier(vk::PipelineStageFlagBits::eComputeShader, vk::PipelineStageFlagBits::eComputeShader, {},
                             barrier, nullptr, nullptr);
}

std::vector<vulkan_scene::Buffer> buffersOf(const vulkan_scene::Gpu& gpu, std::initializer_list<size_t> sizes) {
    std::vector<vulkan_scene::Buffer> buffers;
    for (const size_t bytes : sizes) buffers.push_back(gpu.makeBuffer(bytes, vk::BufferUsageFlagBits::eStorageBuffer));
    return buffers;
}

std::vector<std::byte> bytesOf(std::span<const uint32_t> words) {
    std::vector<std::byte> bytes(words.size_bytes());
    std::memcpy(bytes.data(), words.data(), bytes.size());
    return bytes;
}

Prepared once(const vulkan_scene::Gpu& gpu, DispatchRequest request, double work) {
    const Dispatch dispatch(gpu, std::move(request));
    return {.work = work, .repeat = [dispatch](const vk::raii::CommandBuffer& commands) { dispatch.record(commands); }};
}

}  // namespace vulkan_rates
