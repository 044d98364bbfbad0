// SPDX-License-Identifier: MIT
// Allocations before the scene's first frame: shapes, images, passes, pipelines.

#include <algorithm>
#include <bit>
#include <cstddef>

#include "scene.h"
#include "shadow_vert.h"
#include "solid_frag.h"
#include "solid_vert.h"
#include "stone.h"

namespace vulkan_scene {
namespace {

constexpr uint32_t kStoneSize = 256;
constexpr vk::Extent2D kShadowSize = {1024, 1024};
constexpr vk::Format kPictureFormat = vk::Format::eR8G8B8A8Unorm;
constexpr vk::Format kDepthFormat = vk::Format::eD32Sfloat;

vk::ImageSubresourceRange colorLevels(uint32_t first, uint32_t count) {
    return {vk::ImageAspectFlagBits::eColor, first, count, 0, 1};
}

/// Waits for transfers to an image, and changes its layout.
void changeLayout(const vk::raii::CommandBuffer& commands, const Image& image, const vk::ImageSubresourceRange& levels,
                  vk::ImageLayout from, vk::ImageLayout to) {
    commands.pipelineBarrier(
        vk::PipelineStageFlagBits::eTransfer,
        vk::PipelineStageFlagBits::eTransfer | vk::PipelineStageFlagBits::eFragmentShader, {}, {}, {},
        vk::ImageMemoryBarrier(
            vk::AccessFlagBits::eTransferWrite,
            vk::AccessFlagBits::eTransferRead | vk::AccessFlagBits::eTransferWrite | vk::AccessFlagBits::eShaderRead,
            from, to, VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED, *image.handle, levels));
}

vk::AttachmentDescription attachment(vk::Format format, vk::SampleCountFlagBits samples, bool cleared, bool stored,
                                     vk::ImageLayout after) {
    return {{},
            format,
            samples,
            cleared ? vk::AttachmentLoadOp::eClear : vk::AttachmentLoadOp::eDontCare,
            stored ? vk::AttachmentStoreOp::eStore : vk::AttachmentStoreOp::eDontCare,
            vk::AttachmentLoadOp::eDontCare,
            vk::AttachmentStoreOp::eDontCare,
            vk::ImageLayout::eUndefined,
            after};
}

/// A cylinder's mantle with coordinates over its height, too.
shapes::Mesh pillarMesh() {
    constexpr uint32_t kSlices = 24;
    shapes::Mesh mesh = shapes::makeRim(kSlices);
    for (shapes::Vertex& vertex : mesh.vertices) vertex.v = vertex.position.y;
    return mesh;
}

}  // namespace

Scene::Scene(const Gpu& gpu, vk::Extent2D size, uint32_t samples)
    : gpu_(gpu),
      samples_(samples > 1 ? vk::SampleCountFlagBits::e4 : vk::SampleCountFlagBits::e1),
      ground_(makeShape(shapes::makeQuad())),
      knot_(makeShape(shapes::makeTorusKnot(160, 20, 0.22f))),
      pillar_(makeShape(pillarMesh())),
      capital_(makeShape(shapes::makeDisc(24))),
      ball_(makeShape(shapes::makeSphere(32, 20))) {
    makeStoneImage();
    makePasses();
    makeTargets(size);
    frameConstants_ = gpu_.makeBuffer(sizeof(FrameConstants),
                                      vk::BufferUsageFlagBits::eUniformBuffer | vk::BufferUsageFlagBits::eTransferDst);
    makeDescriptors();
    makePipelines();
}

Scene::Shape Scene::makeShape(const shapes::Mesh& mesh) const {
    return {.vertices = gpu_.makeBuffer(mesh.vertices.size() * sizeof(shapes::Vertex),
                                        vk::BufferUsageFlagBits::eVertexBuffer, bytesOf(mesh.vertices)),
            .indices = gpu_.makeBuffer(mesh.indices.size() * sizeof(uint16_t), vk::BufferUsageFlagBits::eIndexBuffer,
                                       bytesOf(mesh.indices)),
            .indexCount = static_cast<uint32_t>(mesh.indices.size())};
}

void Scene::makeStoneImage() {
    using vk::ImageLayout;
    stone_ = gpu_.makeImage({.size = {kStoneSize, kStoneSize},
                             .format = vk::Format::eR8G8B8A8Srgb,
                             .usage = vk::ImageUsageFlagBits::eSampled | vk::ImageUsageFlagBits::eTransferSrc |
                                      vk::ImageUsageFlagBits::eTransferDst,
                             .levels = static_cast<uint32_t>(std::bit_width(kStoneSize))});
    const std::vector<uint8_t> pixels = makeStone(kStoneSize);
    const Buffer staging = gpu_.makeBuffer(pixels.size(), vk::BufferUsageFlagBits::eTransferSrc, bytesOf(pixels));
    gpu_.execute([&](const vk::raii::CommandBuffer& commands) {
        changeLayout(commands, stone_, colorLevels(0, stone_.levels), ImageLayout::eUndefined,
                     ImageLayout::eTransferDstOptimal);
        const vk::ImageSubresourceLayers first(vk::ImageAspectFlagBits::eColor, 0, 0, 1);
        commands.copyBufferToImage(*staging.handle, *stone_.handle, ImageLayout::eTransferDstOptimal,
                                   vk::BufferImageCopy(0, 0, 0, first, {}, {kStoneSize, kStoneSize, 1}));
        auto size = static_cast<int32_t>(kStoneSize);
        for (uint32_t level = 1; level < stone_.levels; ++level, size /= 2) {
            changeLayout(commands, stone_, colorLevels(level - 1, 1), ImageLayout::eTransferDstOptimal,
                         ImageLayout::eTransferSrcOptimal);
            const vk::ImageBlit half({vk::ImageAspectFlagBits::eColor, level - 1, 0, 1},
                                     {vk::Offset3D(0, 0, 0), vk::Offset3D(size, size, 1)},
                                     {vk::ImageAspectFlagBits::eColor, level, 0, 1},
                                     {vk::Offset3D(0, 0, 0), vk::Offset3D(size / 2, size / 2, 1)});
            commands.blitImage(*stone_.handle, ImageLayout::eTransferSrcOptimal, *stone_.handle,
                               ImageLayout::eTransferDstOptimal, half, vk::Filter::eLinear);
        }
        changeLayout(commands, stone_, colorLevels(0, stone_.levels - 1), ImageLayout::eTransferSrcOptimal,
                     ImageLayout::eShaderReadOnlyOptimal);
        changeLayout(commands, stone_, colorLevels(stone_.levels - 1, 1), ImageLayout::eTransferDstOptimal,
                     ImageLayout::eShaderReadOnlyOptimal);
    });
    vk::SamplerCreateInfo sampler({}, vk::Filter::eLinear, vk::Filter::eLinear, vk::SamplerMipmapMode::eLinear);
    sampler.setMaxLod(VK_LOD_CLAMP_NONE);
    stoneSampler_ = vk::raii::Sampler(gpu_.device(), sampler);
    constexpr auto kBorder = vk::SamplerAddressMode::eClampToBorder;
    vk::SamplerCreateInfo compare({}, vk::Filter::eLinear, vk::Filter::eLinear, vk::SamplerMipmapMode::eNearest,
                                  kBorder, kBorder, kBorder);
    compare.setCompareEnable(VK_TRUE).setCompareOp(vk::CompareOp::eLessOrEqual);
    compare.setBorderColor(vk::BorderColor::eFloatOpaqueWhite);
    shadowSampler_ = vk::raii::Sampler(gpu_.device(), compare);
}

void Scene::makePasses() {
    using vk::ImageLayout;
    const vk::AttachmentReference shadowDepth(0, ImageLayout::eDepthStencilAttachmentOptimal);
    const vk::AttachmentDescription shadow =
        attachment(kDepthFormat, vk::SampleCountFlagBits::e1, true, true, ImageLayout::eDepthStencilReadOnlyOptimal);
    vk::SubpassDescription shadowDraws;
    shadowDraws.setPDepthStencilAttachment(&shadowDepth);
    const std::array<vk::SubpassDependency, 2> aroundShadow = {
        vk::SubpassDependency(VK_SUBPASS_EXTERNAL, 0, vk::PipelineStageFlagBits::eFragmentShader,
                              vk::PipelineStageFlagBits::eEarlyFragmentTests, vk::AccessFlagBits::eShaderRead,
                              vk::AccessFlagBits::eDepthStencilAttachmentWrite),
        vk::SubpassDependency(0, VK_SUBPASS_EXTERNAL, vk::PipelineStageFlagBits::eLateFragmentTests,
                              vk::PipelineStageFlagBits::eFragmentShader,
                              vk::AccessFlagBits::eDepthStencilAttachmentWrite, vk::AccessFlagBits::eShaderRead)};
    shadowPass_ = vk::raii::RenderPass(gpu_.device(), vk::RenderPassCreateInfo({}, shadow, shadowDraws, aroundShadow));

    const bool resolves = samples_ != vk::SampleCountFlagBits::e1;
    const vk::AttachmentReference color(0, ImageLayout::eColorAttachmentOptimal);
    const vk::AttachmentReference depth(1, ImageLayout::eDepthStencilAttachmentOptimal);
    const vk::AttachmentReference resolved(2, ImageLayout::eColorAttachmentOptimal);
    std::vector<vk::AttachmentDescription> attachments = {
        attachment(kPictureFormat, samples_, true, !resolves,
                   resolves ? ImageLayout::eColorAttachmentOptimal : ImageLayout::eTransferSrcOptimal),
        attachment(kDepthFormat, samples_, true, false, ImageLayout::eDepthStencilAttachmentOptimal)};
    vk::SubpassDescription draws;
    draws.setColorAttachments(color).setPDepthStencilAttachment(&depth);
    if (resolves) {
        attachments.push_back(
            attachment(kPictureFormat, vk::SampleCountFlagBits::e1, false, true, ImageLayout::eTransferSrcOptimal));
        draws.setResolveAttachments(resolved);
    }
    const std::array<vk::SubpassDependency, 2> aroundPicture = {
        vk::SubpassDependency(
            VK_SUBPASS_EXTERNAL, 0,
            vk::PipelineStageFlagBits::eTransfer | vk::PipelineStageFlagBits::eLateFragmentTests,
            vk::PipelineStageFlagBits::eColorAttachmentOutput | vk::PipelineStageFlagBits::eEarlyFragmentTests,
            vk::AccessFlagBits::eTransferRead | vk::AccessFlagBits::eDepthStencilAttachmentWrite,
            vk::AccessFlagBits::eColorAttachmentWrite | vk::AccessFlagBits::eDepthStencilAttachmentWrite),
        vk::SubpassDependency(0, VK_SUBPASS_EXTERNAL, vk::PipelineStageFlagBits::eColorAttachmentOutput,
                              vk::PipelineStageFlagBits::eTransfer, vk::AccessFlagBits::eColorAttachmentWrite,
                              vk::AccessFlagBits::eTransferRead)};
    picturePass_ = vk::raii::RenderPass(gpu_.device(), vk::RenderPassCreateInfo({}, attachments, draws, aroundPicture));
}

void Scene::makeTargets(vk::Extent2D size) {
    using Usage = vk::ImageUsageFlagBits;
    shadowMap_ = gpu_.makeImage(
        {.size = kShadowSize, .format = kDepthFormat, .usage = Usage::eDepthStencilAttachment | Usage::eSampled});
    depth_ = gpu_.makeImage(
        {.size = size, .format = kDepthFormat, .usage = Usage::eDepthStencilAttachment, .samples = samples_});
    picture_ = gpu_.makeImage(
        {.size = size, .format = kPictureFormat, .usage = Usage::eColorAttachment | Usage::eTransferSrc});
    std::vector<vk::ImageView> views = {*picture_.view, *depth_.view};
    if (samples_ != vk::SampleCountFlagBits::e1) {
        samplesOfPicture_ = gpu_.makeImage(
            {.size = size, .format = kPictureFormat, .usage = Usage::eColorAttachment, .samples = samples_});
        views = {*samplesOfPicture_.view, *depth_.view, *picture_.view};
    }
    shadowTarget_ = vk::raii::Framebuffer(
        gpu_.device(), {{}, *shadowPass_, *shadowMap_.view, kShadowSize.width, kShadowSize.height, 1});
    pictureTarget_ = vk::raii::Framebuffer(gpu_.device(), {{}, *picturePass_, views, size.width, size.height, 1});
}

void Scene::makeDescriptors() {
    using vk::DescriptorType;
    using vk::ShaderStageFlagBits;
    const std::array<vk::DescriptorSetLayoutBinding, 3> bindings = {
        vk::DescriptorSetLayoutBinding(0, DescriptorType::eUniformBuffer, 1,
                                       ShaderStageFlagBits::eVertex | ShaderStageFlagBits::eFragment),
        vk::DescriptorSetLayoutBinding(1, DescriptorType::eCombinedImageSampler, 1, ShaderStageFlagBits::eFragment),
        vk::DescriptorSetLayoutBinding(2, DescriptorType::eCombinedImageSampler, 1, ShaderStageFlagBits::eFragment)};
    setLayout_ = vk::raii::DescriptorSetLayout(gpu_.device(), vk::DescriptorSetLayoutCreateInfo({}, bindings));
    const std::array<vk::DescriptorPoolSize, 2> sizes = {
        vk::DescriptorPoolSize(DescriptorType::eUniformBuffer, 1),
        vk::DescriptorPoolSize(DescriptorType::eCombinedImageSampler, 2)};
    pool_ = vk::raii::DescriptorPool(
        gpu_.device(), vk::DescriptorPoolCreateInfo(vk::DescriptorPoolCreateFlagBits::eFreeDescriptorSet, 1, sizes));
    set_ =
        std::move(vk::raii::DescriptorSets(gpu_.device(), vk::DescriptorSetAllocateInfo(*pool_, *setLayout_)).front());
    const vk::DescriptorBufferInfo frame(*frameConstants_.handle, 0, sizeof(FrameConstants));
    const vk::DescriptorImageInfo shadow(*shadowSampler_, *shadowMap_.view,
                                         vk::ImageLayout::eDepthStencilReadOnlyOptimal);
    const vk::DescriptorImageInfo stone(*stoneSampler_, *stone_.view, vk::ImageLayout::eShaderReadOnlyOptimal);
    gpu_.device().updateDescriptorSets(
        {vk::WriteDescriptorSet(*set_, 0, 0, DescriptorType::eUniformBuffer, {}, frame),
         vk::WriteDescriptorSet(*set_, 1, 0, DescriptorType::eCombinedImageSampler, shadow),
         vk::WriteDescriptorSet(*set_, 2, 0, DescriptorType::eCombinedImageSampler, stone)},
        {});
}

void Scene::makePipelines() {
    const vk::PushConstantRange object(vk::ShaderStageFlagBits::eVertex | vk::ShaderStageFlagBits::eFragment, 0,
                                       sizeof(Object));
    layout_ = vk::raii::PipelineLayout(gpu_.device(), vk::PipelineLayoutCreateInfo({}, *setLayout_, object));
    shadowPipeline_ = makePipeline(true, true);
    solidPipeline_ = makePipeline(false, true);
    glassPipeline_ = makePipeline(false, false);
}

vk::raii::Pipeline Scene::makePipeline(bool shadow, bool opaque) const {
    const auto module = [&](std::span<const uint32_t> code) {
        return vk::raii::ShaderModule(gpu_.device(), vk::ShaderModuleCreateInfo({}, code.size_bytes(), code.data()));
    };
    const vk::raii::ShaderModule vertex = module(shadow ? std::span<const uint32_t>(shadow_vert) : solid_vert);
    const vk::raii::ShaderModule fragment = module(solid_frag);
    std::vector<vk::PipelineShaderStageCreateInfo> stages = {{{}, vk::ShaderStageFlagBits::eVertex, *vertex, "main"}};
    if (!shadow) stages.push_back({{}, vk::ShaderStageFlagBits::eFragment, *fragment, "main"});

    const vk::VertexInputBindingDescription binding(0, sizeof(shapes::Vertex));
    const std::vector<vk::VertexInputAttributeDescription> attributes = {
        {0, 0, vk::Format::eR32G32B32Sfloat, offsetof(shapes::Vertex, position)},
        {1, 0, vk::Format::eR32G32B32Sfloat, offsetof(shapes::Vertex, normal)},
        {2, 0, vk::Format::eR32G32Sfloat, offsetof(shapes::Vertex, u)}};
    const vk::PipelineVertexInputStateCreateInfo input({}, binding, attributes);
    const vk::PipelineInputAssemblyStateCreateInfo assembly({}, vk::PrimitiveTopology::eTriangleList);
    const vk::PipelineViewportStateCreateInfo viewport({}, 1, nullptr, 1, nullptr);
    vk::PipelineRasterizationStateCreateInfo raster;
    raster.setCullMode(opaque && !shadow ? vk::CullModeFlagBits::eBack : vk::CullModeFlagBits::eNone);
    raster.setFrontFace(vk::FrontFace::eCounterClockwise).setLineWidth(1);
    // Surfaces would else shade themselves.
    if (shadow) raster.setDepthBiasEnable(VK_TRUE).setDepthBiasConstantFactor(4).setDepthBiasSlopeFactor(2);
    const vk::PipelineMultisampleStateCreateInfo multisample({}, shadow ? vk::SampleCountFlagBits::e1 : samples_);
    const vk::PipelineDepthStencilStateCreateInfo depth({}, VK_TRUE, opaque ? VK_TRUE : VK_FALSE,
                                                        vk::CompareOp::eLessOrEqual);
    vk::PipelineColorBlendAttachmentState blend;
    using C = vk::ColorComponentFlagBits;
    blend.setColorWriteMask(C::eR | C::eG | C::eB | C::eA).setBlendEnable(opaque ? VK_FALSE : VK_TRUE);
    blend.setSrcColorBlendFactor(vk::BlendFactor::eSrcAlpha);
    blend.setDstColorBlendFactor(vk::BlendFactor::eOneMinusSrcAlpha);
    blend.setSrcAlphaBlendFactor(vk::BlendFactor::eOne).setDstAlphaBlendFactor(vk::BlendFactor::eOne);
    vk::PipelineColorBlendStateCreateInfo blending;
    if (!shadow) blending.setAttachments(blend);
    const std::array<vk::DynamicState, 2> changing = {vk::DynamicState::eViewport, vk::DynamicState::eScissor};
    const vk::PipelineDynamicStateCreateInfo dynamic({}, changing);
    return {
        gpu_.device(), nullptr,
        vk::GraphicsPipelineCreateInfo({}, stages, &input, &assembly, nullptr, &viewport, &raster, &multisample, &depth,
                                       &blending, &dynamic, *layout_, shadow ? *shadowPass_ : *picturePass_)};
}

}  // namespace vulkan_scene
