// SPDX-License-Identifier: MIT
// The scene's bodies, cameras and the passes of a frame.

#include "scene.h"

#include <numbers>

namespace vulkan_scene {
namespace {

constexpr float kRadian = std::numbers::pi_v<float> / 180;
constexpr uint32_t kPillars = 7;
constexpr Vec3 kLamp = {5, 9, 4};
constexpr Vec3 kEye = {0.6f, 4.2f, 8.6f};

/// From clip coordinates of OpenGL to those of Vulkan: y downwards, depths from 0 to 1.
Mat4 toVulkan() {
    Mat4 result;
    result.at(1, 1) = -1;
    result.at(2, 2) = 0.5f;
    result.at(2, 3) = 0.5f;
    return result;
}

/// Parallel rays: `extent` to each side, depths up to `farPlane`.
Mat4 parallel(float extent, float farPlane) {
    Mat4 result;
    result.at(0, 0) = result.at(1, 1) = 1 / extent;
    result.at(2, 2) = -2 / farPlane;
    result.at(2, 3) = -1;
    return result;
}

}  // namespace

Scene::FrameConstants Scene::constants() const {
    const float aspect = static_cast<float>(picture_.size.width) / static_cast<float>(picture_.size.height);
    const Mat4 camera =
        toVulkan() * shapes::perspective(42 * kRadian, aspect, 0.5f, 40) * shapes::lookAt(kEye, {0, 1.1f, 0});
    const Mat4 lamp = toVulkan() * parallel(6.5f, 24) * shapes::lookAt(kLamp, {0, 0, 0});
    return {.viewProjection = camera,
            .lampViewProjection = lamp,
            .eye = {kEye.x, kEye.y, kEye.z, 1},
            .toLamp = {kLamp.x, kLamp.y, kLamp.z, 0}};
}

std::vector<Scene::Body> Scene::bodies(float degrees) const {
    using shapes::rotationX;
    using shapes::rotationY;
    using shapes::scaling;
    using shapes::translation;
    const Mat4 ground = rotationX(-90 * kRadian) * scaling({14, 14, 1});
    const Mat4 knot = translation({0, 1.55f, 0}) * rotationY(degrees * kRadian) * rotationX(70 * kRadian) *
                      scaling({1.15f, 1.15f, 1.15f});
    const Mat4 pillar = translation({3.4f, 2.4f, 0}) * scaling({0.32f, 2.4f, 0.32f});
    const Mat4 capital = translation({3.4f, 2.4f, 0}) * scaling({0.32f, 1, 0.32f});
    const Mat4 ball = translation({1.5f, 0.7f, 2.6f}) * scaling({0.7f, 0.7f, 0.7f});
    return {{.shape = &ground_, .object = {.model = ground, .surface = {7, 40, 0.1f, 0}}},
            {.shape = &knot_, .object = {.model = knot, .tint = {1, 0.62f, 0.4f, 1}, .surface = {2, 60, 0.35f, 0}}},
            {.shape = &pillar_,
             .object = {.model = pillar,
                        .tint = {0.8f, 0.86f, 1, 1},
                        .surface = {1.5f, 24, 0.1f, static_cast<float>(kPillars)}},
             .instances = kPillars},
            {.shape = &capital_,
             .object = {.model = capital,
                        .tint = {0.8f, 0.86f, 1, 1},
                        .surface = {0.5f, 24, 0.1f, static_cast<float>(kPillars)}},
             .instances = kPillars},
            {.shape = &ball_,
             .object = {.model = ball, .tint = {0.75f, 0.95f, 0.85f, 0.45f}, .surface = {1, 90, 0.9f, 0}},
             .opaque = false}};
}

void Scene::drawBodies(const vk::raii::CommandBuffer& commands, const std::vector<Body>& all, bool opaque) const {
    for (const Body& body : all) {
        if (body.opaque != opaque) continue;
        commands.pushConstants<Object>(*layout_, vk::ShaderStageFlagBits::eVertex | vk::ShaderStageFlagBits::eFragment,
                                       0, body.object);
        commands.bindVertexBuffers(0, *body.shape->vertices.handle, {0});
        commands.bindIndexBuffer(*body.shape->indices.handle, 0, vk::IndexType::eUint16);
        commands.drawIndexed(body.shape->indexCount, body.instances, 0, 0, 0);
    }
}

void Scene::record(const vk::raii::CommandBuffer& commands, float degrees) {
    const std::vector<Body> all = bodies(degrees);
    commands.updateBuffer<FrameConstants>(*frameConstants_.handle, 0, constants());
    commands.pipelineBarrier(vk::PipelineStageFlagBits::eTransfer, vk::PipelineStageFlagBits::eVertexShader, {},
                             vk::MemoryBarrier(vk::AccessFlagBits::eTransferWrite, vk::AccessFlagBits::eUniformRead),
                             {}, {});
    commands.bindDescriptorSets(vk::PipelineBindPoint::eGraphics, *layout_, 0, *set_, {});
    const auto begin = [&](const vk::raii::RenderPass& pass, const vk::raii::Framebuffer& target, vk::Extent2D size,
                           const std::vector<vk::ClearValue>& clears) {
        commands.beginRenderPass({*pass, *target, vk::Rect2D({}, size), clears}, vk::SubpassContents::eInline);
        commands.setViewport(0,
                             vk::Viewport(0, 0, static_cast<float>(size.width), static_cast<float>(size.height), 0, 1));
        commands.setScissor(0, vk::Rect2D({}, size));
    };
    const vk::ClearValue farthest(vk::ClearDepthStencilValue(1, 0));
    const vk::ClearValue sky(vk::ClearColorValue(std::array<float, 4>{0.43f, 0.53f, 0.7f, 1}));

    begin(shadowPass_, shadowTarget_, shadowMap_.size, {farthest});
    commands.bindPipeline(vk::PipelineBindPoint::eGraphics, *shadowPipeline_);
    drawBodies(commands, all, true);
    commands.endRenderPass();

    begin(picturePass_, pictureTarget_, picture_.size, {sky, farthest, sky});
    commands.bindPipeline(vk::PipelineBindPoint::eGraphics, *solidPipeline_);
    drawBodies(commands, all, true);
    commands.bindPipeline(vk::PipelineBindPoint::eGraphics, *glassPipeline_);
    drawBodies(commands, all, false);
    commands.endRenderPass();
}

}  // namespace vulkan_scene
