// SPDX-License-Identifier: MIT
// Stencil writes of some of the bits whose values depend on what is there: against the definition of OpenGL 2.1, 4.1.4.

#include "families/attila/driver/textures/kept_stencil.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "attila/forms_driver.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

using namespace test;
using func::StencilOperation;

constexpr uint32_t kDepthBits = 24;
constexpr uint32_t kMiddle = 0x800000;
/// Pixels of these columns are in both triangles of a draw, and in the first alone.
constexpr uint32_t kInBoth = 9;
constexpr uint32_t kInFirst = 12;

uint32_t stencilAt(uint32_t x, uint32_t y) { return (x * 37 + y * 101) & 0xff; }
/// Every other row is nearer than what is drawn.
uint32_t depthAt(uint32_t y) { return y % 2 == 0 ? kMiddle / 2 : kMiddle + kMiddle / 2; }

uint32_t operated(StencilOperation operation, uint32_t value, uint32_t reference) {
    switch (operation) {
        case StencilOperation::Keep:
            return value;
        case StencilOperation::Zero:
            return 0;
        case StencilOperation::Replace:
            return reference;
        case StencilOperation::IncrementSaturate:
            return value == 0xff ? value : value + 1;
        case StencilOperation::DecrementSaturate:
            return value == 0 ? value : value - 1;
        case StencilOperation::Invert:
            return ~value & 0xff;
        case StencilOperation::IncrementWrap:
            return (value + 1) & 0xff;
        default:
            return (value - 1) & 0xff;
    }
}

/// A stencil value after so many triangles, with the function GREATER.
uint32_t expected(const virgl::StencilFace& face, uint32_t reference, uint32_t x, uint32_t y, uint32_t triangles) {
    uint32_t value = stencilAt(x, y);
    for (uint32_t i = 0; i < triangles; ++i) {
        const bool passes = (reference & face.compareMask) > (value & face.compareMask);
        const StencilOperation operation = !passes                ? face.stencilFail
                                           : depthAt(y) > kMiddle ? face.depthPass
                                                                  : face.depthFail;
        value = (value & ~uint32_t{face.writeMask}) | (operated(operation, value, reference) & face.writeMask);
    }
    return value;
}

class KeptStencilTest : public testing::Test {
  protected:
    void SetUp() override {
        std::vector<uint32_t> texels;
        for (uint32_t y = 0; y < kFormsEdge; ++y)
            for (uint32_t x = 0; x < kFormsEdge; ++x) texels.push_back(stencilAt(x, y) << kDepthBits | depthAt(y));
        driver_.target(driver_.texture(virgl::Format::Rgba8), depth_);
        driver_.renderer.upload(*depth_, {.box = {.width = kFormsEdge, .height = kFormsEdge, .depth = 1}},
                                std::as_bytes(std::span(texels)), {.stride = kFormsEdge * 4});
    }
    void use(const virgl::StencilFace& face, uint8_t reference) {
        driver_.state.depthStencilAlpha = std::make_shared<virgl::DepthStencilAlpha>(virgl::DepthStencilAlpha{
            .depthTest = true, .depthFunction = func::CompareFunction::Less, .stencil = {face, {}}});
        driver_.state.stencilReference.fill(reference);
    }
    void drawBoth() {
        constexpr float kX = 10.5f / (kFormsEdge / 2.0f) - 1;
        constexpr std::array<float, 4> kGreen = {0, 1, 0, 1};
        driver_.draw({{{-1, -1, 0, 1}, kGreen},
                      {{3, -1, 0, 1}, kGreen},
                      {{-1, 3, 0, 1}, kGreen},
                      {{-9, 0, 0, 1}, kGreen},
                      {{kX, -5, 0, 1}, kGreen},
                      {{kX, 5, 0, 1}, kGreen}});
    }

    FormsDriver driver_;
    std::shared_ptr<virgl::Resource> depth_ = driver_.texture(virgl::Format::Z24S8);
};

TEST_F(KeptStencilTest, WritesTheBitsOfTheMaskByEachOperation) {
    constexpr std::array kOperations = {StencilOperation::Keep,
                                        StencilOperation::Zero,
                                        StencilOperation::Replace,
                                        StencilOperation::IncrementSaturate,
                                        StencilOperation::DecrementSaturate,
                                        StencilOperation::Invert,
                                        StencilOperation::IncrementWrap,
                                        StencilOperation::DecrementWrap};
    for (size_t i = 0; i < kOperations.size(); ++i) {
        SetUp();
        const virgl::StencilFace face{.enabled = true,
                                      .function = func::CompareFunction::Greater,
                                      .stencilFail = kOperations[i],
                                      .depthPass = kOperations[(i + 1) % kOperations.size()],
                                      .depthFail = kOperations[(i + 3) % kOperations.size()],
                                      .compareMask = 0xf7,
                                      .writeMask = 0x5b};
        constexpr uint8_t kReference = 0x96;
        use(face, kReference);
        drawBoth();
        for (uint32_t y = 0; y < kFormsEdge; ++y) {
            const auto both = driver_.texel<uint32_t>(*depth_, kInBoth, y);
            const auto first = driver_.texel<uint32_t>(*depth_, kInFirst, y);
            ASSERT_EQ(both >> kDepthBits, expected(face, kReference, kInBoth, y, 2)) << i << " " << y;
            ASSERT_EQ(first >> kDepthBits, expected(face, kReference, kInFirst, y, 1)) << i << " " << y;
            ASSERT_EQ(first & (kMiddle * 2 - 1), depthAt(y));
        }
    }
}

TEST_F(KeptStencilTest, IsForFewTriangles) {
    use({.enabled = true, .depthPass = StencilOperation::Invert, .writeMask = 1}, 0);
    const std::vector<Corner> many(257 * 3, Corner{{0, 0, 0, 1}, {}});
    EXPECT_THROW(driver_.draw(many), virgl::Unsupported);
}

}  // namespace
}  // namespace cyclorama::attila
