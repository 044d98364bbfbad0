// SPDX-License-Identifier: MIT
#include "scene.h"

#include <numbers>
#include <vector>

#include "programs.h"
#include "shapes/mesh.h"
#include "textures.h"

namespace gles_scene {
namespace {

constexpr float kRadian = std::numbers::pi_v<float> / 180;
constexpr GLsizei kDustCount = 48;
constexpr GLsizei kMonitorSize = 128;
constexpr Vec3 kTableCenter = {0, 0.35f, 0};
constexpr float kTableRadius = 2.3f;

std::vector<Vec3> dustPositions() {
    std::vector<Vec3> positions;
    uint32_t state = 2463534242u;
    const auto next = [&](float from, float to) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return from + (to - from) * static_cast<float>(state >> 8) / 16777216.0f;
    };
    for (GLsizei i = 0; i < kDustCount; ++i) {
        const float x = next(-3.5f, 3.5f);
        const float y = next(0.6f, 4.2f);
        positions.push_back({x, y, next(-2.5f, 2.5f)});
    }
    return positions;
}

Mat4 monitorPlace() { return translation({-2.9f, 2.2f, -1.6f}) * rotationY(28 * kRadian); }

}  // namespace

Scene::Scene()
    : solid_(kSolidVertex, kSolidFragment),
      backdropProgram_(kSolidVertex, kBackdropFragment),
      plain_(kSolidVertex, kPlainFragment),
      dustProgram_(kDustVertex, kDustFragment),
      backdrop_(makeBackdrop()),
      knot_(makeTorusKnot(160, 16, 0.2f)),
      ball_(makeSphere(32, 20)),
      disc_(makeDisc(64)),
      rim_(makeRim(64)),
      quad_(makeQuad()),
      tiles_(makeTiles()),
      perforation_(makePerforation()),
      white_(makeWhite()),
      shadow_(makeShadow()),
      studio_(makeStudio()),
      monitor_(kMonitorSize, kMonitorSize) {
    const std::vector<Vec3> positions = dustPositions();
    glGenBuffers(1, &dust_);
    glBindBuffer(GL_ARRAY_BUFFER, dust_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(positions.size() * sizeof(Vec3)), positions.data(),
                 GL_STATIC_DRAW);
    glDepthFunc(GL_LEQUAL);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
}

void Scene::begin(const Camera& camera) {
    glClearColor(0.05f, 0.06f, 0.08f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    solid_.use();
    solid_.set("viewProjection", camera.viewProjection);
    solid_.set("eye", camera.eye);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_CUBE_MAP, studio_);
    glActiveTexture(GL_TEXTURE0);
}

void Scene::drawMonitor(float degrees) {
    const Vec3 eye = {2.6f, 4.6f, 2.2f};
    const Camera camera = {eye, perspective(48 * kRadian, 1, 0.5f, 40) * lookAt(eye, {0, 1.2f, 0})};
    monitor_.bind();
    begin(camera);
    drawBackdrop(camera);
    drawExhibits(camera, degrees, false);
    drawTurntable(camera, degrees);
}

void Scene::drawMain(float degrees, float aspect, GLsizei height) {
    const Vec3 eye = {0.4f, 2.6f, 7.4f};
    const Camera camera = {eye, perspective(42 * kRadian, aspect, 0.5f, 40) * lookAt(eye, {-0.2f, 1.55f, 0})};
    begin(camera);
    drawBackdrop(camera);
    drawShadow(camera);

    // The table's top marks where a reflection may be; the exhibits upside down go there, and the top over them.
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_ALWAYS, 1, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glDepthMask(GL_FALSE);
    drawTurntable(camera, degrees);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glStencilFunc(GL_EQUAL, 1, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    drawExhibits(camera, degrees, true);
    glDisable(GL_STENCIL_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDepthFunc(GL_ALWAYS);
    drawTurntable(camera, degrees);
    glDepthFunc(GL_LEQUAL);
    glDisable(GL_BLEND);

    drawExhibits(camera, degrees, false);
    drawScreen(camera);
    drawGlass(camera);
    drawDust(camera, height);
}

void Scene::drawBackdrop(const Camera& camera) {
    backdropProgram_.use();
    backdropProgram_.set("model", Mat4{});
    backdropProgram_.set("viewProjection", camera.viewProjection);
    backdrop_.draw();
}

void Scene::drawExhibits(const Camera& camera, float degrees, bool mirrored) {
    solid_.use();
    solid_.set("viewProjection", camera.viewProjection);
    Mat4 stage = translation(kTableCenter);
    if (mirrored) stage = stage * scaling({1, -1, 1});
    stage = stage * rotationY(degrees * kRadian);
    glEnable(GL_CULL_FACE);
    glFrontFace(mirrored ? GL_CW : GL_CCW);
    const Mat4 knot = stage * translation({-0.55f, 1.4f, -0.1f}) * rotationX(76 * kRadian) *
                      rotationY(2 * degrees * kRadian) * scaling({1.05f, 1.05f, 1.05f});
    drawSolid(knot_, knot, {tiles_, {1, 1, 1}, 48, 0.18f});
    const Mat4 chrome = stage * translation({1.2f, 0.46f, 0.95f}) * scaling({0.45f, 0.45f, 0.45f});
    drawSolid(ball_, chrome, {white_, {0.5f, 0.52f, 0.56f}, 90, 0.82f});
    // One sees the inside of the perforated ball through its holes.
    glDisable(GL_CULL_FACE);
    const Mat4 ball = stage * translation({1.15f, 0.75f, -0.85f}) * scaling({0.75f, 0.75f, 0.75f});
    drawSolid(ball_, ball, {perforation_, {0.55f, 0.85f, 0.9f}, 30, 0.25f});
    glFrontFace(GL_CCW);
}

void Scene::drawTurntable(const Camera& camera, float degrees) {
    solid_.use();
    solid_.set("viewProjection", camera.viewProjection);
    const Mat4 stage = translation(kTableCenter) * rotationY(degrees * kRadian);
    glEnable(GL_CULL_FACE);
    drawSolid(disc_, stage * scaling({kTableRadius, 1, kTableRadius}), {white_, {0.16f, 0.17f, 0.2f}, 60, 0.1f, 0.72f});
    drawSolid(rim_, stage * scaling({kTableRadius, kTableCenter.y, kTableRadius}),
              {white_, {0.3f, 0.31f, 0.34f}, 20, 0.12f});
    glDisable(GL_CULL_FACE);
}

void Scene::drawShadow(const Camera& camera) {
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    const Mat4 place = translation({-0.3f, 0.02f, -0.3f}) * rotationX(-90 * kRadian) * scaling({3.6f, 3.4f, 1});
    drawPlain(quad_, camera, place, shadow_, {1, 1, 1}, 0.85f);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

void Scene::drawScreen(const Camera& camera) {
    const Mat4 place = monitorPlace() * scaling({0.95f, 0.95f, 1});
    drawPlain(quad_, camera, place * translation({0, 0, -0.02f}) * scaling({1.06f, 1.06f, 1}), white_,
              {0.03f, 0.03f, 0.04f}, 1);
    drawPlain(quad_, camera, place, monitor_.texture(), {1, 1, 1}, 1);
}

void Scene::drawGlass(const Camera& camera) {
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    // Premultiplied: what the glass adds, and how much it takes.
    const Mat4 place = translation({2.15f, 1.25f, 1.7f}) * rotationY(-34 * kRadian);
    drawPlain(quad_, camera, place * scaling({0.75f, 1.25f, 1}), white_, {0.05f, 0.12f, 0.13f}, 0.3f);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

void Scene::drawDust(const Camera& camera, GLsizei height) {
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glDepthMask(GL_FALSE);
    dustProgram_.use();
    dustProgram_.set("viewProjection", camera.viewProjection);
    dustProgram_.set("pointScale", 0.14f * static_cast<float>(height));
    glBindBuffer(GL_ARRAY_BUFFER, dust_);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(Vec3), nullptr);
    glDisableVertexAttribArray(1);
    glDisableVertexAttribArray(2);
    glDrawArrays(GL_POINTS, 0, kDustCount);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

void Scene::drawSolid(const Shape& shape, const Mat4& model, const Material& material) const {
    solid_.set("model", model);
    solid_.set("tint", material.tint);
    solid_.set("shininess", material.shininess);
    solid_.set("reflectivity", material.reflectivity);
    solid_.set("opacity", material.opacity);
    glBindTexture(GL_TEXTURE_2D, material.texture);
    shape.draw();
}

void Scene::drawPlain(const Shape& shape, const Camera& camera, const Mat4& model, GLuint texture, Vec3 color,
                      float alpha) const {
    plain_.use();
    plain_.set("model", model);
    plain_.set("viewProjection", camera.viewProjection);
    plain_.set("color", color, alpha);
    glBindTexture(GL_TEXTURE_2D, texture);
    shape.draw();
}

}  // namespace gles_scene
