// SPDX-License-Identifier: MIT
#include "scene.h"

#include <cmath>
#include <numbers>

#include "mesh.h"
#include "programs.h"
#include "sky.h"
#include "surfaces.h"

namespace attila_scene {

using cyclorama::func::BlendFactor;
using cyclorama::func::CompareFunction;
using cyclorama::func::CullMode;
using cyclorama::func::StencilOperation;

namespace {

constexpr double kHazeDensity = 0.028;
constexpr Vector kSkyLight = {0.26, 0.29, 0.38};
constexpr Vector kGroundLight = {0.14, 0.11, 0.085};
constexpr double kFloorExtent = 48;
/// Texture repeats a unit of length: a slab is 1.25 units wide.
constexpr double kFloorScale = 0.4;

/// Stencil values: what of the floor is seen, and which part of that is in shadow.
constexpr uint32_t kOnFloor = 1;
constexpr uint32_t kInShadow = 2;

std::array<double, 4> withFourth(Vector v, double w) { return {v.x, v.y, v.z, w}; }

/// Along the light onto the floor.
Matrix shadowProjection(Vector sun) {
    Matrix m;
    m.rows[0][1] = -sun.x / sun.y;
    m.rows[1][1] = 0;
    m.rows[2][1] = -sun.z / sun.y;
    return m;
}

Vector floorLight(bool sunlit) { return sunlit ? kSkyLight + kSky.sun * sunDirection().y : kSkyLight * 0.75; }

}  // namespace

struct Scene::Camera {
    Vector eye;
    Vector right;
    Vector up;
    Vector back;
    Matrix toClip;  // from world space

    Camera(Vector from, Vector target, double verticalAngle, double aspect) : eye(from) {
        const double half = std::tan(verticalAngle / 2);
        const Vector z = normalized(from - target);
        const Vector x = normalized(cross({0, 1, 0}, z));
        const Vector y = cross(z, x);
        right = x * (half * aspect);
        up = y * half;
        back = z;
        Matrix view = {{{{x.x, x.y, x.z, -dot(x, from)},
                         {y.x, y.y, y.z, -dot(y, from)},
                         {z.x, z.y, z.z, -dot(z, from)},
                         {0, 0, 0, 1}}}};
        toClip = perspective(verticalAngle, aspect, 0.5, 120) * view;
    }
};

Scene::Scene(Driver& driver, const Display& display)
    : driver_(driver), aspect_(static_cast<double>(display.width) / display.height) {
    const Image clouds = makeClouds();
    clouds_ = driver_.makeTexture(clouds, false, 1);
    const Image marble = makeMarbleFloor();
    marble_ = driver_.makeTexture(marble, true, 8);
    environment_ = driver_.makeCubeMap(makeEnvironment(
        clouds, 256,
        {.texture = &marble, .scale = kFloorScale, .light = floorLight(true), .hazeDensity = kHazeDensity}));
    screen_ = driver_.upload(makeScreen());
    floorMesh_ = driver_.upload(makeFloor(kFloorExtent, 24));
    addBodies();

    bodyVertex_ = driver_.load(Shader::Vertex, kBodyVertexProgram);
    skyVertex_ = driver_.load(Shader::Vertex, kSkyVertexProgram);
    sky_ = driver_.load(Shader::Fragment, kSkyFragmentProgram);
    body_ = driver_.load(Shader::Fragment, kBodyFragmentProgram);
    floor_ = driver_.load(Shader::Fragment, kFloorFragmentProgram);
    glass_ = driver_.load(Shader::Fragment, kGlassFragmentProgram);
    mark_ = driver_.load(Shader::Fragment, kMarkFragmentProgram);
}

void Scene::addBodies() {
    sphere_ = driver_.upload(makeSphere(64, 40));
    const Buffers box = driver_.upload(makeBox());
    const Buffers knot = driver_.upload(makeTorusKnot(0.20, 256, 24));
    const Buffers ring = driver_.upload(makeTorus(0.30, 72, 28));

    const auto lapis = driver_.makeTexture(makeLapisLazuli(), true, 4);
    const auto crate = driver_.makeTexture(makeWoodenCrate(), true, 4);
    const auto metal = driver_.makeTexture(makeBrushedMetal(), true, 4);
    const auto plain = driver_.makeTexture(makePlain({1, 1, 1}), true, 1);

    const auto ball = [](Vector centre, double radius) {
        return translation(centre) * scaling({radius, radius, radius});
    };
    const Material gold = {
        .tint = {0.14, 0.08, 0.015}, .reflection = {1.0, 0.72, 0.30}, .sharpness = 50, .highlight = 1.6};
    const Material copper = {
        .tint = {0.12, 0.045, 0.025}, .reflection = {0.95, 0.55, 0.40}, .sharpness = 40, .highlight = 1.2};
    bodies_.push_back({sphere_,
                       lapis,
                       {.reflection = {0.05, 0.05, 0.05}, .sharpness = 180, .highlight = 9},
                       ball({-2.35, 1.0, 0.35}, 1.0) * rotationY(0.6)});
    bodies_.push_back(
        {sphere_,
         plain,
         {.tint = {0.01, 0.01, 0.01}, .reflection = {0.93, 0.94, 0.96}, .sharpness = 250, .highlight = 2.5},
         ball({-0.75, 0.62, 1.95}, 0.62)});
    bodies_.push_back(
        {knot, metal, gold, translation({0.05, 1.62, -1.35}) * rotationY(-0.35) * scaling({0.98, 0.98, 0.98})});
    bodies_.push_back({box,
                       crate,
                       {.environment = 0.5, .sharpness = 25, .highlight = 0.6},
                       translation({2.75, 0.72, -0.55}) * rotationY(0.5) * scaling({0.72, 0.72, 0.72})});
    bodies_.push_back(
        {sphere_,
         plain,
         {.tint = {0.62, 0.025, 0.03}, .reflection = {0.045, 0.045, 0.045}, .sharpness = 220, .highlight = 10},
         ball({2.68, 1.86, -0.5}, 0.42)});
    bodies_.push_back({ring, metal, copper, translation({1.45, 0.15, 1.75}) * scaling({0.5, 0.5, 0.5})});
    glassModel_ = ball({1.45, 0.92, 1.75}, 0.76);
}

void Scene::draw(double angle) {
    const double distance = 8.6;
    const double heading = angle + 0.10;
    const Camera camera({distance * std::sin(heading), 2.55, distance * std::cos(heading)}, {0.15, 0.95, 0.0}, 0.62,
                        aspect_);
    driver_.clear({0, 0, 0, 1});
    setLight();

    driver_.setConstant(Shader::Vertex, 8, withFourth(camera.right, 0));
    driver_.setConstant(Shader::Vertex, 9, withFourth(camera.up, 0));
    driver_.setConstant(Shader::Vertex, 10, withFourth(camera.back * -1, 0));
    drawSky();

    setCamera(camera, false);
    markFloor();
    markShadows();

    // The mirrored scene, seen through the floor; faces turn the other way round.
    setCamera(camera, true);
    testStencil(CompareFunction::LessEqual, kOnFloor, StencilOperation::Keep);
    driver_.set(Register::Culling, CullMode::Front);
    drawBodies();
    drawGlass();

    setCamera(camera, false);
    driver_.set(Register::Culling, CullMode::Back);
    drawFloor();

    driver_.set(Register::StencilTest, false);
    driver_.set(Register::HierarchicalZ, true);
    drawBodies();
    drawGlass();
    driver_.set(Register::HierarchicalZ, false);
    driver_.present();
}

void Scene::setLight() {
    driver_.setConstant(Shader::Fragment, 0, withFourth(sunDirection(), 0));
    driver_.setConstant(Shader::Fragment, 1, withFourth(kSky.sun, 0));
    driver_.setConstant(Shader::Fragment, 2, withFourth(kSkyLight, 0));
    driver_.setConstant(Shader::Fragment, 3, withFourth(kGroundLight, 0));
    driver_.setConstant(Shader::Fragment, 4, withFourth(kSky.horizon, -kHazeDensity));
    driver_.setConstant(Shader::Fragment, 5, withFourth(kSky.zenith, 0));
    driver_.setConstant(Shader::Fragment, 6, {0, 0.5, 1, 2});
}

void Scene::setCamera(const Camera& camera, bool mirrored) {
    // A mirrored body is lit as the body itself, seen by the mirrored eye.
    const double sign = mirrored ? -1 : 1;
    const Matrix toClip = camera.toClip * scaling({1, sign, 1});
    for (uint32_t row = 0; row < 4; ++row) driver_.setConstant(Shader::Vertex, row, toClip.rows[row]);
    driver_.setConstant(Shader::Vertex, 7, {camera.eye.x, sign * camera.eye.y, camera.eye.z, 1});
}

void Scene::setModel(const Matrix& model) {
    for (uint32_t row = 0; row < 3; ++row) driver_.setConstant(Shader::Vertex, 4 + row, model.rows[row]);
}

void Scene::writeColor(bool enabled) {
    for (const Register mask :
         {Register::ColorMaskRed, Register::ColorMaskGreen, Register::ColorMaskBlue, Register::ColorMaskAlpha})
        driver_.set(mask, enabled);
}

void Scene::testStencil(CompareFunction function, uint32_t reference, StencilOperation pass) {
    driver_.set(Register::StencilTest, true);
    driver_.set(Register::StencilFunction, function);
    driver_.set(Register::StencilReference, reference);
    driver_.set(Register::DepthPassUpdate, pass);
}

void Scene::drawSky() {
    driver_.set(Register::Culling, CullMode::None);
    driver_.set(Register::DepthTest, false);
    driver_.set(Register::StencilTest, false);
    driver_.usePrograms(skyVertex_, sky_);
    driver_.setConstant(Shader::Fragment, 7, {kCloudScale, kCloudLift, kCloudFadeSlope, kCloudFadeOffset});
    driver_.setConstant(Shader::Fragment, 8, {kSunDiscSlope, kSunDiscOffset, kSunGlow, kSunHalo});
    driver_.setConstant(Shader::Fragment, 9, withFourth(kSky.cloud, 0));
    driver_.bind(0, clouds_);
    driver_.bind(1, environment_);
    driver_.draw(screen_);
}

void Scene::markFloor() {
    writeColor(false);
    driver_.usePrograms(bodyVertex_, mark_);
    testStencil(CompareFunction::Always, kOnFloor, StencilOperation::Replace);
    setModel({});
    driver_.draw(floorMesh_);
}

void Scene::markShadows() {
    // A pixel in the shadow of several bodies counts once.
    testStencil(CompareFunction::Equal, kOnFloor, StencilOperation::IncrementSaturate);
    const Matrix ontoFloor = shadowProjection(sunDirection());
    for (const Body& body : bodies_) {
        setModel(ontoFloor * body.model);
        driver_.draw(body.mesh);
    }
    writeColor(true);
}

void Scene::drawFloor() {
    driver_.usePrograms(bodyVertex_, floor_);
    driver_.bind(0, marble_);
    setModel({});
    driver_.setConstant(Shader::Fragment, 8, {0.14, 0.86, 0.90, kFloorScale});
    driver_.set(Register::ColorBlend, true);
    driver_.set(Register::BlendSourceRgb, BlendFactor::SourceAlpha);
    driver_.set(Register::BlendDestinationRgb, BlendFactor::OneMinusSourceAlpha);
    for (const uint32_t part : {kOnFloor, kInShadow}) {
        testStencil(CompareFunction::Equal, part, StencilOperation::Keep);
        driver_.setConstant(Shader::Fragment, 9, withFourth(floorLight(part == kOnFloor), 1));
        driver_.draw(floorMesh_);
    }
    driver_.set(Register::ColorBlend, false);
}

void Scene::drawBodies() {
    driver_.set(Register::DepthTest, true);
    driver_.usePrograms(bodyVertex_, body_);
    for (const Body& body : bodies_) {
        const Material& material = body.material;
        driver_.bind(0, body.texture);
        driver_.setConstant(Shader::Fragment, 8, withFourth(material.reflection, material.environment));
        driver_.setConstant(Shader::Fragment, 9, {material.sharpness, material.highlight, 1.1, 0.30});
        driver_.setConstant(Shader::Fragment, 10, withFourth(material.tint, 1));
        setModel(body.model);
        driver_.draw(body.mesh);
    }
}

void Scene::drawGlass() {
    constexpr double kRatio = 1 / 1.5;
    driver_.usePrograms(bodyVertex_, glass_);
    driver_.setConstant(Shader::Fragment, 8, {kRatio, kRatio * kRatio, 0.05, 0.95});
    driver_.setConstant(Shader::Fragment, 9, {300, 4, 0.62, 0});
    driver_.setConstant(Shader::Fragment, 10, {0.88, 1.0, 0.95, 1});
    driver_.set(Register::ColorBlend, true);
    driver_.set(Register::BlendSourceRgb, BlendFactor::One);
    driver_.set(Register::BlendDestinationRgb, BlendFactor::OneMinusSourceAlpha);
    setModel(glassModel_);
    driver_.draw(sphere_);
    driver_.set(Register::ColorBlend, false);
}

}  // namespace attila_scene
