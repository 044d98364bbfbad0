// SPDX-License-Identifier: MIT
#pragma once
// A court: a knot of stone and a ring of pillars on slabs, in the light of a lamp that casts shadows, and a ball of
// glass in front. A frame has two passes: depths as the lamp sees them, then the picture.

#include <array>
#include <cstdint>
#include <vector>

#include "gpu.h"
#include "shapes/matrix.h"
#include "shapes/mesh.h"

namespace vulkan_scene {

using shapes::Mat4;
using shapes::Vec3;

class Scene {
  public:
    /// The picture's format is R8G8B8A8 in fractions of one. `samples` a pixel: 1 or 4.
    Scene(const Gpu& gpu, vk::Extent2D size, uint32_t samples);

    /// Records a frame at `degrees` of the knot's turn. The picture is then in the layout of a source of transfers.
    void record(const vk::raii::CommandBuffer& commands, float degrees);
    const Image& picture() const { return picture_; }

  private:
    struct Shape {
        Buffer vertices;
        Buffer indices;
        uint32_t indexCount = 0;
    };
    /// Constants of a draw, as the shaders declare them.
    struct Object {
        Mat4 model;
        std::array<float, 4> tint = {1, 1, 1, 1};
        std::array<float, 4> surface = {1, 32, 0, 0};
    };
    struct Body {
        const Shape* shape = nullptr;
        Object object;
        uint32_t instances = 1;
        bool opaque = true;
    };
    /// Constants of a frame, as the shaders declare them.
    struct FrameConstants {
        Mat4 viewProjection;
        Mat4 lampViewProjection;
        std::array<float, 4> eye{};
        std::array<float, 4> toLamp{};
    };

    Shape makeShape(const shapes::Mesh& mesh) const;
    void makeStoneImage();
    void makeTargets(vk::Extent2D size);
    void makePasses();
    void makeDescriptors();
    void makePipelines();
    vk::raii::Pipeline makePipeline(bool shadow, bool opaque) const;
    std::vector<Body> bodies(float degrees) const;
    FrameConstants constants() const;
    void drawBodies(const vk::raii::CommandBuffer& commands, const std::vector<Body>& all, bool opaque) const;

    const Gpu& gpu_;
    vk::SampleCountFlagBits samples_;
    Shape ground_, knot_, pillar_, capital_, ball_;
    Image stone_, shadowMap_, depth_, samplesOfPicture_, picture_;
    vk::raii::Sampler stoneSampler_ = nullptr;
    vk::raii::Sampler shadowSampler_ = nullptr;
    vk::raii::RenderPass shadowPass_ = nullptr;
    vk::raii::RenderPass picturePass_ = nullptr;
    vk::raii::Framebuffer shadowTarget_ = nullptr;
    vk::raii::Framebuffer pictureTarget_ = nullptr;
    Buffer frameConstants_;
    vk::raii::DescriptorSetLayout setLayout_ = nullptr;
    vk::raii::DescriptorPool pool_ = nullptr;
    vk::raii::DescriptorSet set_ = nullptr;
    vk::raii::PipelineLayout layout_ = nullptr;
    vk::raii::Pipeline shadowPipeline_ = nullptr;
    vk::raii::Pipeline solidPipeline_ = nullptr;
    vk::raii::Pipeline glassPipeline_ = nullptr;
};

}  // namespace vulkan_scene
