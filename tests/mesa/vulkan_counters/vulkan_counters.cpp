// SPDX-License-Identifier: MIT
// Prints each counter of VK_KHR_performance_query with its value over one dispatch: vulkan_counters WORKGROUPS
// A line each, "CATEGORY NAME VALUE". One pool of queries has all counters; the dispatch is submitted as often as the
// driver needs to count them.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "mesa/vulkan_machine.h"
#include "work_comp.h"

namespace {

constexpr uint32_t kGroupSize = 64;  // invocations

template <typename Function>
Function function(const Machine& machine, const char* name) {
    const auto found = reinterpret_cast<Function>(vkGetInstanceProcAddr(machine.instance, name));
    EXPECT(found != nullptr);
    return found;
}

struct Counters {
    std::vector<VkPerformanceCounterKHR> counters;
    std::vector<VkPerformanceCounterDescriptionKHR> descriptions;
};

Counters countersOf(const Machine& machine) {
    const auto enumerate = function<PFN_vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR>(
        machine, "vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR");
    uint32_t count = 0;
    SUCCEED(enumerate(machine.physical, 0, &count, nullptr, nullptr));
    Counters all;
    all.counters.resize(count, {.sType = VK_STRUCTURE_TYPE_PERFORMANCE_COUNTER_KHR});
    all.descriptions.resize(count, {.sType = VK_STRUCTURE_TYPE_PERFORMANCE_COUNTER_DESCRIPTION_KHR});
    SUCCEED(enumerate(machine.physical, 0, &count, all.counters.data(), all.descriptions.data()));
    return all;
}

/// A program and the buffer that it writes.
struct Work {
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkDescriptorSet set = VK_NULL_HANDLE;
    const uint32_t* numbers = nullptr;
};

VkPipeline makePipeline(const Machine& machine, VkPipelineLayout layout) {
    const VkShaderModuleCreateInfo moduleInfo{
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof work_comp, .pCode = work_comp};
    VkShaderModule module = VK_NULL_HANDLE;
    SUCCEED(vkCreateShaderModule(machine.device, &moduleInfo, nullptr, &module));
    const VkComputePipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                           .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                     .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                     .module = module,
                                                     .pName = "main"},
                                           .layout = layout};
    VkPipeline pipeline = VK_NULL_HANDLE;
    SUCCEED(vkCreateComputePipelines(machine.device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline));
    return pipeline;
}

Work makeWork(const Machine& machine, uint32_t words) {
    Work work;
    const VkBufferCreateInfo bufferInfo{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                        .size = words * sizeof(uint32_t),
                                        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    VkBuffer buffer = VK_NULL_HANDLE;
    SUCCEED(vkCreateBuffer(machine.device, &bufferInfo, nullptr, &buffer));
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(machine.device, buffer, &needs);
    std::byte* place = nullptr;
    SUCCEED(vkBindBufferMemory(machine.device, buffer, machine.allocateShared(needs, &place), 0));
    work.numbers = reinterpret_cast<const uint32_t*>(place);

    const VkDescriptorSetLayoutBinding binding{.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                               .descriptorCount = 1,
                                               .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    const VkDescriptorSetLayoutCreateInfo setInfo{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
    VkDescriptorSetLayout setLayout = VK_NULL_HANDLE;
    SUCCEED(vkCreateDescriptorSetLayout(machine.device, &setInfo, nullptr, &setLayout));
    const VkPipelineLayoutCreateInfo layoutInfo{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &setLayout};
    SUCCEED(vkCreatePipelineLayout(machine.device, &layoutInfo, nullptr, &work.layout));
    work.pipeline = makePipeline(machine, work.layout);

    const VkDescriptorPoolSize size{.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .descriptorCount = 1};
    const VkDescriptorPoolCreateInfo poolInfo{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
    VkDescriptorPool pool = VK_NULL_HANDLE;
    SUCCEED(vkCreateDescriptorPool(machine.device, &poolInfo, nullptr, &pool));
    const VkDescriptorSetAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                 .descriptorPool = pool,
                                                 .descriptorSetCount = 1,
                                                 .pSetLayouts = &setLayout};
    SUCCEED(vkAllocateDescriptorSets(machine.device, &allocation, &work.set));
    const VkDescriptorBufferInfo range{.buffer = buffer, .range = VK_WHOLE_SIZE};
    const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                     .dstSet = work.set,
                                     .descriptorCount = 1,
                                     .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                     .pBufferInfo = &range};
    vkUpdateDescriptorSets(machine.device, 1, &write, 0, nullptr);
    return work;
}

/// Submits the commands once for each pass, and waits for each.
void submitPasses(const Machine& machine, VkCommandBuffer commands, uint32_t passes) {
    for (uint32_t pass = 0; pass < passes; ++pass) {
        const VkPerformanceQuerySubmitInfoKHR which{.sType = VK_STRUCTURE_TYPE_PERFORMANCE_QUERY_SUBMIT_INFO_KHR,
                                                    .counterPassIndex = pass};
        const VkSubmitInfo info{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                .pNext = &which,
                                .commandBufferCount = 1,
                                .pCommandBuffers = &commands};
        const VkFence fence = machine.makeFence();
        SUCCEED(vkQueueSubmit(machine.queue, 1, &info, fence));
        SUCCEED(machine.wait(fence));
    }
}

std::vector<VkPerformanceCounterResultKHR> measure(const Machine& machine, const Work& work, uint32_t workgroups,
                                                   uint32_t counters) {
    std::vector<uint32_t> indices(counters);
    for (uint32_t i = 0; i < counters; ++i) indices[i] = i;
    const VkQueryPoolPerformanceCreateInfoKHR performance{
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_PERFORMANCE_CREATE_INFO_KHR,
        .counterIndexCount = counters,
        .pCounterIndices = indices.data()};
    uint32_t passes = 0;
    function<PFN_vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR>(
        machine, "vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR")(machine.physical, &performance, &passes);
    const VkQueryPoolCreateInfo info{.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                     .pNext = &performance,
                                     .queryType = VK_QUERY_TYPE_PERFORMANCE_QUERY_KHR,
                                     .queryCount = 1};
    VkQueryPool pool = VK_NULL_HANDLE;
    SUCCEED(vkCreateQueryPool(machine.device, &info, nullptr, &pool));
    const VkAcquireProfilingLockInfoKHR lock{.sType = VK_STRUCTURE_TYPE_ACQUIRE_PROFILING_LOCK_INFO_KHR,
                                             .timeout = kFenceTimeout};
    SUCCEED(function<PFN_vkAcquireProfilingLockKHR>(machine, "vkAcquireProfilingLockKHR")(machine.device, &lock));

    machine.execute([&](VkCommandBuffer commands) { vkCmdResetQueryPool(commands, pool, 0, 1); });
    const VkCommandBuffer commands = machine.record([&](VkCommandBuffer buffer) {
        vkCmdBindPipeline(buffer, VK_PIPELINE_BIND_POINT_COMPUTE, work.pipeline);
        vkCmdBindDescriptorSets(buffer, VK_PIPELINE_BIND_POINT_COMPUTE, work.layout, 0, 1, &work.set, 0, nullptr);
        vkCmdBeginQuery(buffer, pool, 0, 0);
        vkCmdDispatch(buffer, workgroups, 1, 1);
        vkCmdEndQuery(buffer, pool, 0);
    });
    submitPasses(machine, commands, passes);
    std::vector<VkPerformanceCounterResultKHR> results(counters);
    const size_t bytes = results.size() * sizeof(VkPerformanceCounterResultKHR);
    // Vulkan has results of such queries in 64 bits, and forbids to ask for these; Turnip writes 32 of each, parted by
    // no more, unless asked (Mesa 22.3.6 and 25.0.7).
    SUCCEED(vkGetQueryPoolResults(machine.device, pool, 0, 1, bytes, results.data(), bytes,
                                  VK_QUERY_RESULT_WAIT_BIT | VK_QUERY_RESULT_64_BIT));
    return results;
}

}  // namespace

int main(int argc, char** argv) {
    EXPECT(argc == 2);
    const auto workgroups = static_cast<uint32_t>(std::strtoul(argv[1], nullptr, 10));
    Machine machine{std::span<const char* const>{}};
    const VkPhysicalDevicePerformanceQueryFeaturesKHR features{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PERFORMANCE_QUERY_FEATURES_KHR,
        .performanceCounterQueryPools = VK_TRUE};
    machine.open(&features, std::array{VK_KHR_PERFORMANCE_QUERY_EXTENSION_NAME});
    const Work work = makeWork(machine, workgroups * kGroupSize);
    const Counters all = countersOf(machine);
    const auto results = measure(machine, work, workgroups, static_cast<uint32_t>(all.counters.size()));
    for (uint32_t i = 0; i < workgroups * kGroupSize; ++i) EXPECT(work.numbers[i] == 2 * i);
    for (size_t i = 0; i < results.size(); ++i)
        std::printf("%s %s %llu\n", all.descriptions[i].category, all.descriptions[i].name,
                    static_cast<unsigned long long>(results[i].uint64));
    return 0;
}
