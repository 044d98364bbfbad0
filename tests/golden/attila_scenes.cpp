// SPDX-License-Identifier: MIT
#include "golden/attila_scenes.h"

#include <cmath>

#include "attila_scene/vector.h"
#include "families/attila/registers/address_word.h"
#include "func/texture/texture_layout.h"
#include "golden/attila_programs.h"

namespace cyclorama::golden {
namespace {

using attila::ControlCommand;
using attila_scene::Buffers;
using attila_scene::Driver;
using attila_scene::Image;
using attila_scene::Matrix;
using attila_scene::Mesh;
using attila_scene::Program;
using attila_scene::Register;
using attila_scene::Shader;
using attila_scene::Texel;

using Color = std::array<double, 4>;

constexpr attila_scene::Display kDisplay = {.width = 96, .height = 64, .samples = 1};
/// Room for the states of all blocks of a frame.
constexpr size_t kStateBytes = 4096;
constexpr Color kWhite = {1, 1, 1, 1};
constexpr Color kBlack = {0, 0, 0, 1};

/// Uploads `Assets`, then draws each frame with them.
template <typename Assets>
AttilaScene makeScene(const attila_scene::Display& display, uint32_t frames,
                      const std::function<void(Driver&, const Assets&, uint32_t frame)>& drawFrame) {
    return {.display = display, .frames = frames, .draw = [frames, drawFrame](Driver& driver) {
                const Assets assets(driver);
                for (uint32_t frame = 0; frame < frames; ++frame) {
                    drawFrame(driver, assets, frame);
                    driver.present();
                }
            }};
}

void setMatrix(Driver& driver, const Matrix& toClip) {
    for (uint32_t row = 0; row < 4; ++row) driver.setConstant(Shader::Vertex, row, toClip.rows[row]);
}

void setLight(Driver& driver, const Color& color, const Color& ambient) {
    driver.setConstant(Shader::Vertex, 4, {0.36, 0.48, 0.8, 0});
    driver.setConstant(Shader::Vertex, 5, color);
    driver.setConstant(Shader::Vertex, 6, ambient);
}

/// The same colour whatever the normal.
void setColor(Driver& driver, const Color& color) { setLight(driver, {0, 0, 0, 0}, color); }

/// Moves the square from -1 to 1 to a part of the screen.
Matrix onScreen(double x, double y, double width, double height, double depth = 0) {
    return attila_scene::translation({x, y, depth}) * attila_scene::scaling({width, height, 0});
}

Matrix camera() { return attila_scene::perspective(1.0, 1.5, 0.5, 30); }

void blend(Driver& driver, func::BlendEquation equation, func::BlendFactor source, func::BlendFactor destination) {
    driver.set(Register::ColorBlend, true);
    driver.set(Register::BlendEquation, equation);
    driver.set(Register::BlendSourceRgb, source);
    driver.set(Register::BlendDestinationRgb, destination);
    driver.set(Register::BlendSourceAlpha, source);
    driver.set(Register::BlendDestinationAlpha, destination);
}

/// Stripes, and holes of alpha 0 in a grid.
Image stripes(uint32_t size) {
    return attila_scene::makeImage(size, size, [](double u, double v) {
        const double wave = u * 4 - std::floor(u * 4);
        const bool hole = (u * 8 - std::floor(u * 8)) < 0.5 && (v * 8 - std::floor(v * 8)) < 0.5;
        return Texel{.color = {wave, v, 1 - u * v}, .alpha = hole ? 0.0 : 1.0};
    });
}

Image checkers(uint32_t size) {
    return attila_scene::makeImage(size, size, [](double u, double v) {
        const bool odd = (static_cast<int>(u * 8) + static_cast<int>(v * 8)) % 2 != 0;
        return odd ? Texel{.color = {0.9, 0.8, 0.2}} : Texel{.color = {0.1, 0.2, 0.5 * u}};
    });
}

/// Blocks of DXT with all of their words used, each level down to one block.
func::TextureState compressedTexture(Driver& driver, uint32_t log2Size, func::TextureCompression compression) {
    func::TextureState state;
    state.enabled = true;
    state.width = state.height = 1u << log2Size;
    state.depth = 1;
    state.log2Width = state.log2Height = log2Size;
    state.compression = compression;
    state.wrapS = state.wrapT = func::WrapMode::MirroredRepeat;
    state.minFilter = func::FilterMode::LinearMipmapNearest;
    state.magFilter = func::FilterMode::Linear;
    state.maxLevel = log2Size - 2;
    const uint32_t words = compression == func::TextureCompression::Dxt1Rgb ? 2 : 4;
    const func::TextureLayout layout(state, func::TextureUnitSettings{});
    uint32_t random = 1;
    for (uint32_t level = 0; level <= state.maxLevel; ++level) {
        const uint32_t blocks = func::levelSize(state.width, level) / 4;
        std::vector<uint32_t> image(static_cast<size_t>(blocks) * blocks * words);
        for (uint32_t& word : image) word = random = random * 1664525 + 1013904223;
        state.address[level][0] = driver.upload(func::layoutTexture(layout, level, std::as_bytes(std::span(image))));
    }
    return state;
}

void bind(Driver& driver, uint32_t unit, const func::TextureState& texture) {
    driver.bind(unit, texture);
    driver.set(Register::TextureCompression, texture.compression, unit);
    driver.set(Register::TextureBlocking, texture.blocking, unit);
}

/// Vertices in the order of their upload instead of indices.
void drawArrays(Driver& driver, func::PrimitiveType primitive, const Buffers& vertices, uint32_t count) {
    driver.set(Register::IndexMode, false);
    driver.set(Register::Primitive, primitive);
    driver.draw({.vertices = vertices.vertices, .indices = vertices.indices, .indexCount = count});
    driver.set(Register::IndexMode, true);
    driver.set(Register::Primitive, func::PrimitiveType::Triangles);
}

struct Quads {
    explicit Quads(Driver& driver)
        : square(driver.upload(attila_scene::makeScreen())),
          vertices(driver.load(Shader::Vertex, kLitVertices)),
          colored(driver.load(Shader::Fragment, kColorFragments)),
          textured(driver.load(Shader::Fragment, kTexturedFragments)),
          holed(driver.load(Shader::Fragment, kHoledFragments)),
          striped(driver.makeTexture(stripes(32), false, 1)) {}

    void draw(Driver& driver, const Program& fragments, const Matrix& place, const Color& color) const {
        driver.usePrograms(vertices, fragments);
        setMatrix(driver, place);
        setColor(driver, color);
        driver.draw(square);
    }

    Buffers square;
    Program vertices;
    Program colored;
    Program textured;
    Program holed;
    func::TextureState striped;
};

void drawLayers(Driver& driver, const Quads& quads, uint32_t) {
    using func::BlendEquation;
    using func::BlendFactor;
    driver.clear({0.2, 0.1, 0.3, 1});
    bind(driver, 0, quads.striped);
    quads.draw(driver, quads.textured, onScreen(0, 0, 1, 1), kWhite);
    blend(driver, BlendEquation::Add, BlendFactor::SourceAlpha, BlendFactor::OneMinusSourceAlpha);
    quads.draw(driver, quads.colored, onScreen(-0.3, 0.1, 0.5, 0.7), {1, 0, 0.2, 0.4});
    blend(driver, BlendEquation::ReverseSubtract, BlendFactor::One, BlendFactor::One);
    quads.draw(driver, quads.textured, onScreen(0.4, -0.2, 0.4, 0.6), {0.3, 0.3, 0.1, 0.5});
    blend(driver, BlendEquation::Max, BlendFactor::One, BlendFactor::One);
    quads.draw(driver, quads.colored, onScreen(0.5, 0.6, 0.4, 0.3), {0.1, 0.6, 0.3, 1});
    blend(driver, BlendEquation::Add, BlendFactor::DestinationColor, BlendFactor::SourceAlphaSaturate);
    quads.draw(driver, quads.colored, onScreen(-0.6, -0.5, 0.3, 0.4), {0.5, 0.9, 0.9, 0.5});
    driver.set(Register::ColorBlend, false);

    driver.setConstant(Shader::Fragment, 0, {0.5, 0, 0, 0});
    quads.draw(driver, quads.holed, onScreen(0, 0.5, 0.9, 0.4), {1, 1, 0.5, 1});
    driver.set(Register::ColorMaskGreen, false);
    quads.draw(driver, quads.colored, onScreen(0.1, -0.6, 0.6, 0.3), {0, 1, 1, 1});
    driver.set(Register::ColorMaskGreen, true);
    driver.set(Register::ScissorTest, true);
    driver.set(Register::ScissorX, 13u);
    driver.set(Register::ScissorY, 7u);
    driver.set(Register::ScissorWidth, 21u);
    driver.set(Register::ScissorHeight, 38u);
    quads.draw(driver, quads.colored, onScreen(-0.4, 0, 0.5, 1), {0.8, 0.8, 0.1, 1});
    driver.set(Register::ScissorTest, false);
    driver.set(Register::LogicalOperation, true);
    driver.set(Register::LogicalOperationFunction, func::LogicOperation::Xor);
    quads.draw(driver, quads.colored, onScreen(0.6, -0.1, 0.3, 0.3), {0.7, 0.4, 0.9, 1});
    driver.set(Register::LogicalOperation, false);
}

struct Solids {
    explicit Solids(Driver& driver)
        : sphere(driver.upload(attila_scene::makeSphere(12, 8))),
          box(driver.upload(attila_scene::makeBox())),
          vertices(driver.load(Shader::Vertex, kLitVertices)),
          colored(driver.load(Shader::Fragment, kColorFragments)) {}

    Buffers sphere;
    Buffers box;
    Program vertices;
    Program colored;
};

void drawWalls(Driver& driver, const Solids& solids, uint32_t frame) {
    using attila_scene::scaling;
    using attila_scene::translation;
    driver.clear({0.1, 0.1, 0.2, 1});
    driver.usePrograms(solids.vertices, solids.colored);
    driver.set(Register::DepthTest, true);
    driver.set(Register::DepthFunction, func::CompareFunction::Less);
    driver.set(Register::HierarchicalZ, true);
    driver.set(Register::Culling, func::CullMode::Back);
    // From the front to the back in the first frame, the other way in the second one.
    for (int i = 0; i < 6; ++i) {
        const int wall = frame == 0 ? i : 5 - i;
        setMatrix(driver, camera() * translation({0.8 * wall - 1.9, 0.15 * wall - 0.4, -3.0 - wall}) *
                              scaling({1.1, 0.7 + 0.3 * wall, 0.1}));
        setLight(driver, {0.6, 0.1 * wall, 0.2, 0}, {0.2, 0.3, 0.1 * wall, 1});
        driver.draw(solids.box);
    }
    for (int ball = 0; ball < 3; ++ball) {
        setMatrix(driver, camera() * translation({1.5 * ball - 1.2, 0.5 * ball, -3.6 - 1.5 * ball}));
        setLight(driver, {0.1, 0.7, 0.5, 0}, {0.1, 0.1, 0.3 * ball, 1});
        driver.draw(solids.sphere);
    }
    // The first wall once more, and a ball that shows in front of nothing but what is nearer.
    driver.set(Register::DepthFunction, func::CompareFunction::Equal);
    setColor(driver, {1, 1, 1, 1});
    setMatrix(driver, camera() * translation({-1.9, -0.4, -3}) * scaling({1.1, 0.7, 0.1}));
    driver.draw(solids.box);
    driver.set(Register::DepthFunction, func::CompareFunction::GreaterEqual);
    driver.set(Register::DepthMask, false);
    setColor(driver, {0, 0, 0.5, 1});
    setMatrix(driver, camera() * translation({1, 0, -6}));
    driver.draw(solids.sphere);
    driver.set(Register::DepthMask, true);
}

struct Shapes {
    explicit Shapes(Driver& driver, std::string_view program = kLitVertices)
        : torus(driver.upload(attila_scene::makeTorus(0.4, 16, 10))),
          vertices(driver.load(Shader::Vertex, program)),
          colored(driver.load(Shader::Fragment, kColorFragments)) {
        Mesh fan;
        for (int i = 0; i < 12; ++i) {
            const auto angle = static_cast<float>(i) / 11;
            fan.vertices.push_back({{i == 0 ? -0.7f : angle - 1, i == 0 ? -0.7f : -angle * angle, 0},
                                    {0, angle, 1 - angle},
                                    {angle, angle}});
            fan.indices.push_back(static_cast<uint16_t>(i));
        }
        arrays = driver.upload(fan);
    }

    Buffers torus;
    Buffers arrays;
    Program vertices;
    Program colored;
};

struct LoadedShapes : Shapes {
    explicit LoadedShapes(Driver& driver) : Shapes(driver, kLitLoadedVertices) {}
};

void drawMeshes(Driver& driver, const Shapes& shapes, uint32_t) {
    using attila_scene::rotationX;
    using attila_scene::rotationY;
    using attila_scene::translation;
    driver.clear(kBlack);
    driver.usePrograms(shapes.vertices, shapes.colored);
    driver.set(Register::DepthTest, true);
    driver.set(Register::Culling, func::CullMode::Back);
    setLight(driver, {0.9, 0.7, 0.3, 0}, {0.05, 0.1, 0.2, 1});
    setMatrix(driver, camera() * translation({0.9, 0.3, -3}) * rotationX(0.8) * rotationY(0.4));
    driver.draw(shapes.torus);
    // Through the near plane and out of the view.
    setMatrix(driver, camera() * translation({-2.3, 0.5, -1.2}) * rotationX(1.2));
    driver.draw(shapes.torus);
    driver.set(Register::Culling, func::CullMode::None);
    setMatrix(driver, {});
    drawArrays(driver, func::PrimitiveType::TriangleFan, shapes.arrays, 12);
    setMatrix(driver, translation({1.1, 1.2, 0}));
    drawArrays(driver, func::PrimitiveType::TriangleStrip, shapes.arrays, 11);
    setMatrix(driver, translation({0.9, 0.2, 0}));
    drawArrays(driver, func::PrimitiveType::Quads, shapes.arrays, 8);
}

struct Textured {
    explicit Textured(Driver& driver)
        : floor(driver.upload(attila_scene::makeFloor(20, 2))),
          square(driver.upload(attila_scene::makeScreen())),
          sphere(driver.upload(attila_scene::makeSphere(12, 8))),
          vertices(driver.load(Shader::Vertex, kLitVertices)),
          textured(driver.load(Shader::Fragment, kTexturedFragments)),
          reflecting(driver.load(Shader::Fragment, kCubeFragments)),
          checkered(driver.makeTexture(checkers(64), false, 8)),
          striped(driver.makeTexture(stripes(32), false, 1)),
          dxt1(compressedTexture(driver, 6, func::TextureCompression::Dxt1Rgb)),
          dxt5(compressedTexture(driver, 5, func::TextureCompression::Dxt5Rgba)),
          cube(driver.makeCubeMap(std::vector<Image>(func::kCubeFaces, stripes(16)))) {
        striped.minFilter = func::FilterMode::NearestMipmapLinear;
        striped.magFilter = func::FilterMode::Nearest;
        cube.srgb = false;
    }

    Buffers floor;
    Buffers square;
    Buffers sphere;
    Program vertices;
    Program textured;
    Program reflecting;
    func::TextureState checkered;
    func::TextureState striped;
    func::TextureState dxt1;
    func::TextureState dxt5;
    func::TextureState cube;
};

void drawTextures(Driver& driver, const Textured& scene, uint32_t) {
    using attila_scene::translation;
    driver.clear({0.3, 0.5, 0.8, 1});
    driver.set(Register::DepthTest, true);
    driver.usePrograms(scene.vertices, scene.textured);
    setColor(driver, kWhite);
    bind(driver, 0, scene.checkered);
    setMatrix(driver, camera() * translation({0, -1, -18}));
    driver.draw(scene.floor);
    bind(driver, 0, scene.dxt1);
    setMatrix(driver, onScreen(-0.6, 0.5, 0.35, 0.4));
    driver.draw(scene.square);
    bind(driver, 0, scene.striped);
    setMatrix(driver, onScreen(0.75, 0.6, 0.2, 0.3));
    driver.draw(scene.square);
    bind(driver, 0, scene.dxt5);
    blend(driver, func::BlendEquation::Add, func::BlendFactor::SourceAlpha, func::BlendFactor::OneMinusSourceAlpha);
    setMatrix(driver, onScreen(-0.1, 0.3, 0.4, 0.25, -0.5));
    driver.draw(scene.square);
    driver.set(Register::ColorBlend, false);
    driver.usePrograms(scene.vertices, scene.reflecting);
    bind(driver, 1, scene.cube);
    setMatrix(driver, camera() * translation({0.8, 0, -3}));
    driver.draw(scene.sphere);
}

void drawStencil(Driver& driver, const Solids& solids, uint32_t) {
    using attila_scene::scaling;
    using attila_scene::translation;
    using func::CompareFunction;
    using func::StencilOperation;
    driver.clear({0.1, 0.2, 0.1, 1});
    driver.usePrograms(solids.vertices, solids.colored);
    driver.set(Register::DepthTest, true);
    setLight(driver, {0.5, 0.4, 0.3, 0}, {0.2, 0.2, 0.2, 1});
    setMatrix(driver, camera() * translation({0, 0, -4}) * scaling({1.5, 0.9, 0.5}));
    driver.draw(solids.box);
    driver.set(Register::StencilTest, true);
    driver.set(Register::StencilFunction, CompareFunction::Always);
    driver.set(Register::DepthMask, false);
    for (const Register mask : {Register::ColorMaskRed, Register::ColorMaskGreen, Register::ColorMaskBlue})
        driver.set(mask, false);
    // Fronts of spheres ahead of the box count up, backs behind it count down.
    for (const bool front : {true, false}) {
        driver.set(Register::Culling, front ? func::CullMode::Back : func::CullMode::Front);
        driver.set(Register::DepthPassUpdate, front ? StencilOperation::IncrementWrap : StencilOperation::Keep);
        driver.set(Register::DepthFailUpdate, front ? StencilOperation::Invert : StencilOperation::DecrementSaturate);
        for (int ball = 0; ball < 3; ++ball) {
            setMatrix(driver, camera() * translation({0.9 * ball - 0.9, 0.2, -3.4}) * scaling({0.7, 0.7, 0.7}));
            driver.draw(solids.sphere);
        }
    }
    for (const Register mask : {Register::ColorMaskRed, Register::ColorMaskGreen, Register::ColorMaskBlue})
        driver.set(mask, true);
    driver.set(Register::Culling, func::CullMode::None);
    driver.set(Register::DepthTest, false);
    driver.set(Register::DepthPassUpdate, StencilOperation::Zero);
    driver.set(Register::StencilCompareMask, 0x0fu);
    for (uint32_t count = 1; count <= 2; ++count) {
        driver.set(Register::StencilFunction, CompareFunction::Equal);
        driver.set(Register::StencilReference, count);
        setColor(driver, {0.9, 0.3 * count, 0.1, 1});
        setMatrix(driver, scaling({1, 1, 0}));
        driver.draw(solids.box);
    }
}

void drawCopies(Driver& driver, const Quads& quads, uint32_t) {
    driver.clear({0.6, 0.2, 0.1, 1});
    bind(driver, 0, quads.striped);
    quads.draw(driver, quads.textured, onScreen(-0.4, -0.2, 0.5, 0.6), {0.9, 1, 0.8, 1});

    quads.draw(driver, quads.colored, onScreen(0.2, 0, 0.35, 0.8), {0.1, 0.5, 0.6, 1});
    // As for another frame buffer in between.
    const std::vector<std::byte> states(kStateBytes);
    driver.set(Register::ColorStateBufferAddress, driver.upload(states));
    driver.set(Register::ZStencilStateBufferAddress, driver.upload(states));
    for (const ControlCommand command :
         {ControlCommand::FlushColor, ControlCommand::FlushZStencil, ControlCommand::SaveColorState,
          ControlCommand::SaveZStencilState, ControlCommand::RestoreColorState, ControlCommand::RestoreZStencilState})
        driver.command(command);

    func::TextureState copy = quads.striped;
    copy.width = copy.height = 64;
    copy.log2Width = copy.log2Height = 6;
    copy.maxLevel = 0;
    copy.minFilter = func::FilterMode::Linear;
    const std::vector<std::byte> empty(64 * 64 * 4);
    copy.address[0][0] = driver.upload(empty);
    for (const uint32_t part : {0u, 1u}) {
        driver.set(Register::BlitX, part * 32);
        driver.set(Register::BlitY, 8 + part * 16);
        driver.set(Register::BlitXOffset, part * 16);
        driver.set(Register::BlitYOffset, part * 32);
        driver.set(Register::BlitWidth, 48u - part * 8);
        driver.set(Register::BlitHeight, 32u);
        driver.set(Register::BlitDestinationAddress, attila::wordOf(copy.address[0][0]));
        driver.set(Register::BlitDestinationWidth2, copy.log2Width);
        driver.set(Register::BlitDestinationFormat, copy.format);
        driver.command(ControlCommand::Blit);
    }
    bind(driver, 0, copy);
    quads.draw(driver, quads.textured, onScreen(0.5, 0.1, 0.45, 0.8), kWhite);
}

void drawBatches(Driver& driver, const Textured& scene, uint32_t) {
    driver.clear(kBlack);
    for (int batch = 0; batch < 40; ++batch) {
        bind(driver, 0, batch % 3 == 0 ? scene.checkered : batch % 3 == 1 ? scene.dxt1 : scene.striped);
        driver.set(Register::DepthTest, batch % 4 != 1);
        driver.set(Register::Culling, batch % 5 == 0 ? func::CullMode::Back : func::CullMode::None);
        driver.set(Register::ColorMaskBlue, batch % 7 != 0);
        if (batch % 6 == 5)
            blend(driver, func::BlendEquation::Add, func::BlendFactor::One, func::BlendFactor::SourceColor);
        else
            driver.set(Register::ColorBlend, false);
        driver.usePrograms(scene.vertices, scene.textured);
        setColor(driver, {0.02 * batch, 1 - 0.02 * batch, 0.5, 1});
        const int column = batch % 8;
        const int row = batch / 8;
        setMatrix(driver, onScreen(0.2 * column - 0.8, 0.3 * row - 0.7, 0.15, 0.2, 0.01 * (batch % 9)));
        driver.draw(scene.square);
        if (batch == 20) driver.command(ControlCommand::ClearZStencilBuffer);
    }
}

struct Shaded : Textured {
    explicit Shaded(Driver& driver) : Textured(driver), longer(driver.load(Shader::Fragment, kLongFragments)) {}
    Program longer;
};

void drawShading(Driver& driver, const Shaded& scene, uint32_t) {
    driver.clear({0, 0, 0.4, 1});
    driver.usePrograms(scene.vertices, scene.longer);
    driver.setConstant(Shader::Fragment, 0, {0, 0.5, 1, 4});
    bind(driver, 0, scene.checkered);
    bind(driver, 1, scene.striped);
    setLight(driver, {0.3, 0.3, 0.3, 0}, {0.7, 0.6, 0.5, 1});
    setMatrix(driver, onScreen(0, 0, 0.9, 0.9));
    driver.draw(scene.square);
    setMatrix(driver, camera() * attila_scene::translation({0, 0, -3}));
    driver.draw(scene.sphere);
}

}  // namespace

std::vector<std::byte> traceOf(const AttilaScene& scene) {
    workload::MemoryOutput output;
    attila::AttilaTraceWriter writer(output, Driver::traceParameters(scene.frames));
    Driver driver(writer, scene.display);
    scene.draw(driver);
    return output.bytes;
}

AttilaScene layers(bool halfFloats) {
    attila_scene::Display display = kDisplay;
    display.halfFloats = halfFloats;
    return makeScene<Quads>(display, 1, drawLayers);
}

AttilaScene walls() { return makeScene<Solids>(kDisplay, 2, drawWalls); }

AttilaScene meshes() { return makeScene<Shapes>(kDisplay, 1, drawMeshes); }

AttilaScene loadedMeshes() { return makeScene<LoadedShapes>(kDisplay, 1, drawMeshes); }

AttilaScene textures() { return makeScene<Textured>(kDisplay, 1, drawTextures); }

AttilaScene stencil(uint32_t samples) {
    attila_scene::Display display = kDisplay;
    display.samples = samples;
    return makeScene<Solids>(display, 1, drawStencil);
}

AttilaScene copies() { return makeScene<Quads>(kDisplay, 1, drawCopies); }

AttilaScene batches() { return makeScene<Textured>(kDisplay, 1, drawBatches); }

AttilaScene shading() { return makeScene<Shaded>(kDisplay, 1, drawShading); }

}  // namespace cyclorama::golden
