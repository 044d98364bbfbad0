// SPDX-License-Identifier: MIT
// Draws a scene, which its first argument names, without a display, and writes the picture to the file that the second
// one names (PPM). What it counts it prints. Exit status 0, or 1 and the line of what did not succeed.

#include <cstring>
#include <map>
#include <string>
#include <utility>

#include "vulkan_device.h"

namespace {

// Words of the programs (glslangValidator writes them from the files beside this one).
#include "capture_vert.h"
#include "lines_geom.h"
#include "numbers_vert.h"
#include "pass_geom.h"
#include "patch_tesc.h"
#include "patch_tese.h"
#include "plain_frag.h"
#include "plain_vert.h"
#include "split_geom.h"
#include "views_vert.h"

constexpr uint32_t kSize = 96;

struct Vertex {
    float x, y;
    float red, green, blue, alpha;
};

struct Offset {
    float x, y;
};

/// Programs of a pipeline, and what it is not like the others in.
struct PipelineOptions {
    std::span<const uint32_t> vertex = plain_vert;
    std::span<const uint32_t> control{};
    std::span<const uint32_t> evaluation{};
    std::span<const uint32_t> geometry{};
    VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    bool restarts = false;
    bool discards = false;
    bool culls = false;
    uint32_t views = 0;
};

class Scene {
  public:
    void record(const PipelineOptions& options, const std::function<void(VkCommandBuffer)>& draw);
    void write(const char* file) const;

    HostBuffer vertices(std::span<const Vertex> content) const {
        return device.makeBuffer(content.size_bytes(), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, std::as_bytes(content));
    }
    template <typename T>
    HostBuffer words(std::span<const T> content, VkBufferUsageFlags usage) const {
        return device.makeBuffer(content.size_bytes(), usage, std::as_bytes(content));
    }
    void bind(VkCommandBuffer commands, std::span<const Vertex> content,
              std::span<const Offset> offsets = std::span(&kNoOffset, 1)) const {
        const std::array buffers{vertices(content).buffer, words(offsets, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT).buffer};
        const std::array<VkDeviceSize, 2> starts{};
        vkCmdBindVertexBuffers(commands, 0, 2, buffers.data(), starts.data());
    }

    static constexpr Offset kNoOffset{0, 0};
    VulkanDevice device;
    uint32_t layers = 1;

  private:
    VkPipeline makePipeline(const PipelineOptions& options) const;

    TargetImage target_;
};

VkPipeline Scene::makePipeline(const PipelineOptions& options) const {
    std::vector<VkPipelineShaderStageCreateInfo> stages;
    const auto add = [&](VkShaderStageFlagBits stage, std::span<const uint32_t> words) {
        if (words.empty()) return;
        stages.push_back({.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                          .stage = stage,
                          .module = device.makeShader(words),
                          .pName = "main"});
    };
    add(VK_SHADER_STAGE_VERTEX_BIT, options.vertex);
    add(VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, options.control);
    add(VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT, options.evaluation);
    add(VK_SHADER_STAGE_GEOMETRY_BIT, options.geometry);
    if (!options.discards) add(VK_SHADER_STAGE_FRAGMENT_BIT, plain_frag);

    const std::array<VkVertexInputBindingDescription, 2> bindings{
        {{0, sizeof(Vertex), VK_VERTEX_INPUT_RATE_VERTEX}, {1, sizeof(Offset), VK_VERTEX_INPUT_RATE_INSTANCE}}};
    const std::array<VkVertexInputAttributeDescription, 3> attributes{{{0, 0, VK_FORMAT_R32G32_SFLOAT, 0},
                                                                       {1, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 8},
                                                                       {2, 1, VK_FORMAT_R32G32_SFLOAT, 0}}};
    const VkPipelineVertexInputStateCreateInfo input{.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
                                                     .vertexBindingDescriptionCount = bindings.size(),
                                                     .pVertexBindingDescriptions = bindings.data(),
                                                     .vertexAttributeDescriptionCount = attributes.size(),
                                                     .pVertexAttributeDescriptions = attributes.data()};
    const VkPipelineInputAssemblyStateCreateInfo assembly{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = options.topology,
        .primitiveRestartEnable = options.restarts};
    const VkPipelineTessellationStateCreateInfo tessellation{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO, .patchControlPoints = 4};
    const VkViewport viewport{0, 0, kSize, kSize, 0, 1};
    const VkRect2D scissor{{0, 0}, {kSize, kSize}};
    const VkPipelineViewportStateCreateInfo viewports{.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                                      .viewportCount = 1,
                                                      .pViewports = &viewport,
                                                      .scissorCount = 1,
                                                      .pScissors = &scissor};
    const VkPipelineRasterizationStateCreateInfo raster{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .rasterizerDiscardEnable = options.discards,
        .cullMode = options.culls ? VkCullModeFlags{VK_CULL_MODE_BACK_BIT} : VkCullModeFlags{VK_CULL_MODE_NONE},
        .lineWidth = 1};
    const VkPipelineMultisampleStateCreateInfo samples{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    const VkPipelineColorBlendAttachmentState attachment{.colorWriteMask = 0xf};
    const VkPipelineColorBlendStateCreateInfo blend{.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                                                    .attachmentCount = 1,
                                                    .pAttachments = &attachment};
    const VkPipelineRenderingCreateInfo rendering{.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                                  .viewMask = options.views,
                                                  .colorAttachmentCount = 1,
                                                  .pColorAttachmentFormats = &VulkanDevice::kFormat};
    const VkPipelineLayoutCreateInfo layoutInfo{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    VkPipelineLayout layout = VK_NULL_HANDLE;
    SUCCEED(vkCreatePipelineLayout(device.device(), &layoutInfo, nullptr, &layout));
    const VkGraphicsPipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                            .pNext = &rendering,
                                            .stageCount = static_cast<uint32_t>(stages.size()),
                                            .pStages = stages.data(),
                                            .pVertexInputState = &input,
                                            .pInputAssemblyState = &assembly,
                                            .pTessellationState = &tessellation,
                                            .pViewportState = &viewports,
                                            .pRasterizationState = &raster,
                                            .pMultisampleState = &samples,
                                            .pColorBlendState = &blend,
                                            .layout = layout};
    VkPipeline pipeline = VK_NULL_HANDLE;
    SUCCEED(vkCreateGraphicsPipelines(device.device(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline));
    return pipeline;
}

void Scene::record(const PipelineOptions& options, const std::function<void(VkCommandBuffer)>& draw) {
    if (target_.image == VK_NULL_HANDLE) target_ = device.makeTarget(kSize, kSize, layers);
    VkPipeline pipeline = makePipeline(options);
    device.submit([&](VkCommandBuffer commands) {
        const VkImageMemoryBarrier ready{
            .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
            .dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
            .oldLayout = VK_IMAGE_LAYOUT_PREINITIALIZED,
            .newLayout = VK_IMAGE_LAYOUT_GENERAL,
            .image = target_.image,
            .subresourceRange = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .levelCount = 1, .layerCount = layers}};
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                             0, 0, nullptr, 0, nullptr, 1, &ready);
        const VkRenderingAttachmentInfo color{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                              .imageView = target_.view,
                                              .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                              .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD,
                                              .storeOp = VK_ATTACHMENT_STORE_OP_STORE};
        const VkRenderingInfo rendering{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                                        .renderArea = {{0, 0}, {kSize, kSize}},
                                        .layerCount = 1,
                                        .viewMask = options.views,
                                        .colorAttachmentCount = 1,
                                        .pColorAttachments = &color};
        vkCmdBeginRendering(commands, &rendering);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        draw(commands);
        vkCmdEndRendering(commands);
    });
}

void Scene::write(const char* file) const {
    std::FILE* const out = std::fopen(file, "wb");
    EXPECT(out != nullptr);
    std::fprintf(out, "P6\n%u %u\n255\n", kSize, kSize * layers);
    for (uint32_t layer = 0; layer < layers; ++layer)
        for (uint32_t y = 0; y < kSize; ++y)
            for (uint32_t x = 0; x < kSize; ++x)
                std::fwrite(target_.bytes + target_.layout.offset + layer * target_.layout.arrayPitch +
                                y * target_.layout.rowPitch + x * size_t{4},
                            1, 3, out);
    EXPECT(std::fclose(out) == 0);
}

constexpr std::array<Vertex, 7> kShape{{{-0.8f, -0.8f, 1, 0, 0, 1},
                                        {0.1f, -0.7f, 0, 1, 0, 1},
                                        {-0.6f, 0.2f, 0, 0, 1, 1},
                                        {0.3f, 0.3f, 1, 1, 0, 1},
                                        {-0.3f, 0.8f, 0, 1, 1, 1},
                                        {0.6f, 0.7f, 1, 0, 1, 1},
                                        {0.8f, -0.2f, 1, 1, 1, 1}}};

void triangle(Scene& scene) {
    scene.record({}, [&](VkCommandBuffer commands) {
        scene.bind(commands, kShape);
        vkCmdDraw(commands, 3, 1, 0, 0);
    });
}

void topologies(Scene& scene) {
    // Each kind in its own, shifted by the instance's offset.
    const std::array<Offset, 6> offsets{{{0, 0}, {0.1f, 0}, {0.2f, 0}, {0.1f, 0.1f}, {0.2f, 0.1f}, {0, 0.1f}}};
    const std::array kinds{VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN,
                           VK_PRIMITIVE_TOPOLOGY_LINE_STRIP,     VK_PRIMITIVE_TOPOLOGY_LINE_LIST,
                           VK_PRIMITIVE_TOPOLOGY_POINT_LIST,     VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY};
    for (uint32_t i = 0; i < kinds.size(); ++i)
        scene.record({.topology = kinds[i]}, [&](VkCommandBuffer commands) {
            scene.bind(commands, kShape, offsets);
            vkCmdDraw(commands, 7, 1, 0, i);
        });
}

void indices(Scene& scene) {
    const std::array<uint16_t, 9> narrow{0, 1, 2, 3, 0xffff, 3, 4, 5, 6};
    const std::array<uint32_t, 6> wide{0, 2, 4, 1, 3, 6};
    scene.record({.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, .restarts = true}, [&](VkCommandBuffer commands) {
        scene.bind(commands, kShape);
        vkCmdBindIndexBuffer(commands, scene.words<uint16_t>(narrow, VK_BUFFER_USAGE_INDEX_BUFFER_BIT).buffer, 0,
                             VK_INDEX_TYPE_UINT16);
        vkCmdDrawIndexed(commands, 9, 1, 0, 0, 0);
    });
    scene.record({}, [&](VkCommandBuffer commands) {
        scene.bind(commands, kShape);
        vkCmdBindIndexBuffer(commands, scene.words<uint32_t>(wide, VK_BUFFER_USAGE_INDEX_BUFFER_BIT).buffer, 0,
                             VK_INDEX_TYPE_UINT32);
        vkCmdDrawIndexed(commands, 3, 1, 1, 1, 0);
    });
}

void instances(Scene& scene) {
    std::array<Offset, 5> offsets{};
    for (size_t i = 0; i < offsets.size(); ++i) offsets[i] = {0.2f * static_cast<float>(i), 0.1f};
    scene.record({}, [&](VkCommandBuffer commands) {
        scene.bind(commands, kShape, offsets);
        vkCmdDraw(commands, 3, 3, 0, 1);
    });
    scene.record({.vertex = numbers_vert}, [&](VkCommandBuffer commands) {
        scene.bind(commands, kShape);
        vkCmdDraw(commands, 6, 2, 3, 1);
    });
}

void indirect(Scene& scene) {
    const std::array<VkDrawIndirectCommand, 4> draws{{{3, 2, 0, 0}, {3, 0, 3, 0}, {3, 1, 6, 1}, {6, 1, 9, 4}}};
    const HostBuffer memory = scene.words<VkDrawIndirectCommand>(draws, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    const std::array<uint32_t, 1> three{3};
    const HostBuffer count = scene.words<uint32_t>(three, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    scene.record({.vertex = numbers_vert}, [&](VkCommandBuffer commands) {
        scene.bind(commands, kShape);
        vkCmdDrawIndirectCount(commands, memory.buffer, 0, count.buffer, 0, 4, sizeof(VkDrawIndirectCommand));
        vkCmdDrawIndirect(commands, memory.buffer, 3 * sizeof(VkDrawIndirectCommand), 1, sizeof(VkDrawIndirectCommand));
    });
    const std::array<VkDrawIndexedIndirectCommand, 2> indexed{{{3, 1, 1, 0, 0}, {3, 1, 0, 3, 0}}};
    const std::array<uint16_t, 4> order{0, 1, 2, 3};
    const HostBuffer more = scene.words<VkDrawIndexedIndirectCommand>(indexed, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    scene.record({}, [&](VkCommandBuffer commands) {
        scene.bind(commands, kShape);
        vkCmdBindIndexBuffer(commands, scene.words<uint16_t>(order, VK_BUFFER_USAGE_INDEX_BUFFER_BIT).buffer, 0,
                             VK_INDEX_TYPE_UINT16);
        vkCmdDrawIndexedIndirect(commands, more.buffer, 0, 2, sizeof(VkDrawIndexedIndirectCommand));
    });
}

void geometry(Scene& scene) {
    scene.record({.geometry = split_geom, .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP},
                 [&](VkCommandBuffer commands) {
                     scene.bind(commands, kShape);
                     vkCmdDraw(commands, 7, 1, 0, 0);
                 });
    scene.record({.geometry = lines_geom, .topology = VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY},
                 [&](VkCommandBuffer commands) {
                     scene.bind(commands, kShape);
                     vkCmdDraw(commands, 7, 1, 0, 0);
                 });
}

constexpr std::array<Vertex, 8> kPatches{{{-0.9f, -0.9f, 0.5f, 0, 0, 1},
                                          {-0.1f, -0.8f, 0.5f, 1, 0, 1},
                                          {0, 0, 0, 0, 0, 1},
                                          {-0.8f, 0.9f, 0.5f, 0, 1, 1},
                                          {0.1f, -0.9f, 0.5f, 0.5f, 1, 1},
                                          {0.7f, -0.8f, 1, 0.5f, 1, 1},
                                          {0, 0, 0, 0, 0, 1},
                                          {0.0f, 0.9f, 0.5f, 1, 0.5f, 1}}};

void tessellation(Scene& scene) {
    scene.record({.control = patch_tesc, .evaluation = patch_tese, .topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST},
                 [&](VkCommandBuffer commands) {
                     scene.bind(commands, kPatches);
                     vkCmdDraw(commands, 8, 1, 0, 0);
                 });
    // Both again, at other places; the second is turned, so that one of them shows its back.
    std::array<Vertex, 8> patches = kPatches;
    std::swap(patches[5], patches[7]);
    const std::array offset{Offset{0.1f, 0.15f}};
    scene.record(
        {.control = patch_tesc, .evaluation = patch_tese, .topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST, .culls = true},
        [&](VkCommandBuffer commands) {
            scene.bind(commands, patches, offset);
            vkCmdDraw(commands, 8, 1, 0, 0);
        });
}

void tessellationAndGeometry(Scene& scene) {
    scene.record({.control = patch_tesc,
                  .evaluation = patch_tese,
                  .geometry = pass_geom,
                  .topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST},
                 [&](VkCommandBuffer commands) {
                     scene.bind(commands, kPatches);
                     vkCmdDraw(commands, 8, 1, 0, 0);
                 });
}

void views(Scene& scene) {
    scene.layers = 2;
    scene.record({.vertex = views_vert, .views = 3}, [&](VkCommandBuffer commands) {
        scene.bind(commands, kShape);
        vkCmdDraw(commands, 3, 1, 0, 0);
    });
}

VkQueryPool makeQueries(const Scene& scene, VkQueryType type, VkQueryPipelineStatisticFlags statistics = 0) {
    const VkQueryPoolCreateInfo info{.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                     .queryType = type,
                                     .queryCount = 1,
                                     .pipelineStatistics = statistics};
    VkQueryPool pool = VK_NULL_HANDLE;
    SUCCEED(vkCreateQueryPool(scene.device.device(), &info, nullptr, &pool));
    scene.device.submit([&](VkCommandBuffer commands) { vkCmdResetQueryPool(commands, pool, 0, 1); });
    return pool;
}

void print(const Scene& scene, VkQueryPool pool, size_t count) {
    std::vector<uint64_t> values(count);
    SUCCEED(vkGetQueryPoolResults(scene.device.device(), pool, 0, 1, count * 8, values.data(), count * 8,
                                  VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
    for (const uint64_t value : values) std::printf(" %llu", static_cast<unsigned long long>(value));
    std::printf("\n");
}

/// Two triangles of a strip into buffers that have no room for the third; then drawn from what was kept.
void feedback(Scene& scene) {
    const auto bindBuffers =
        scene.device.find<PFN_vkCmdBindTransformFeedbackBuffersEXT>("vkCmdBindTransformFeedbackBuffersEXT");
    const auto begin = scene.device.find<PFN_vkCmdBeginTransformFeedbackEXT>("vkCmdBeginTransformFeedbackEXT");
    const auto end = scene.device.find<PFN_vkCmdEndTransformFeedbackEXT>("vkCmdEndTransformFeedbackEXT");
    constexpr VkBufferUsageFlags kUse =
        VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT | VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_COUNTER_BUFFER_BIT_EXT;
    const HostBuffer places = scene.device.makeBuffer(1024, kUse);
    const HostBuffer colors = scene.device.makeBuffer(1024, kUse);
    const HostBuffer counters = scene.device.makeBuffer(64, kUse);
    VkQueryPool query = makeQueries(scene, VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT);
    const std::array buffers{places.buffer, colors.buffer};
    const std::array<VkDeviceSize, 2> starts{0, 16};
    const std::array<VkDeviceSize, 2> sizes{24 * 8, 16 * 20};
    const std::array counterBuffers{counters.buffer, counters.buffer};
    const std::array<VkDeviceSize, 2> counterStarts{0, 4};
    scene.record({.vertex = capture_vert, .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP},
                 [&](VkCommandBuffer commands) {
                     scene.bind(commands, kShape);
                     bindBuffers(commands, 0, 2, buffers.data(), starts.data(), sizes.data());
                     vkCmdBeginQuery(commands, query, 0, 0);
                     begin(commands, 0, 0, nullptr, nullptr);
                     vkCmdDraw(commands, 5, 1, 0, 0);
                     end(commands, 0, 2, counterBuffers.data(), counterStarts.data());
                     vkCmdEndQuery(commands, query, 0);
                 });
    std::printf("written, needed:");
    print(scene, query, 2);
    std::array<uint32_t, 2> kept{};
    std::memcpy(kept.data(), counters.bytes, sizeof kept);
    std::printf("bytes: %u %u\n", kept[0], kept[1]);
    std::array<float, 48> words{};
    std::memcpy(words.data(), places.bytes, sizeof words);
    for (size_t i = 0; i < words.size(); ++i)
        std::printf("%.2f%c", static_cast<double>(words[i]), i % 6 == 5 ? '\n' : ' ');
    std::array<float, 28> shades{};
    std::memcpy(shades.data(), colors.bytes + 16, sizeof shades);
    for (size_t i = 0; i < shades.size(); ++i)
        std::printf("%.2f%c", static_cast<double>(shades[i]), i % 4 == 3 ? '\n' : ' ');
}

void statistics(Scene& scene) {
    VkQueryPool query = makeQueries(scene, VK_QUERY_TYPE_PIPELINE_STATISTICS,
                                    VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_VERTICES_BIT |
                                        VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_PRIMITIVES_BIT |
                                        VK_QUERY_PIPELINE_STATISTIC_CLIPPING_INVOCATIONS_BIT |
                                        VK_QUERY_PIPELINE_STATISTIC_CLIPPING_PRIMITIVES_BIT);
    scene.record({.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP}, [&](VkCommandBuffer commands) {
        scene.bind(commands, kShape);
        vkCmdBeginQuery(commands, query, 0, 0);
        vkCmdDraw(commands, 7, 1, 0, 0);
        vkCmdEndQuery(commands, query, 0);
    });
    std::printf("vertices, primitives, to and from the clipper:");
    print(scene, query, 4);
}

}  // namespace

int main(int count, char** arguments) {
    EXPECT(count == 3);
    const std::map<std::string, void (*)(Scene&)> scenes{{"triangle", triangle},
                                                         {"topologies", topologies},
                                                         {"indices", indices},
                                                         {"instances", instances},
                                                         {"indirect", indirect},
                                                         {"geometry", geometry},
                                                         {"tessellation", tessellation},
                                                         {"tessellation_geometry", tessellationAndGeometry},
                                                         {"views", views},
                                                         {"feedback", feedback},
                                                         {"statistics", statistics}};
    const auto found = scenes.find(arguments[1]);
    EXPECT(found != scenes.end());
    Scene scene;
    found->second(scene);
    scene.write(arguments[2]);
    return 0;
}
