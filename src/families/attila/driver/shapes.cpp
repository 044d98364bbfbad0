// SPDX-License-Identifier: MIT
// Draws of points and lines: the driver runs their vertex program, and the chip draws quads with one that passes on.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "families/attila/driver/polygon_shapes.h"
#include "families/attila/driver/renderer.h"
#include "families/attila/frontend/register_rows.h"
#include "gpu/draw_state.h"
#include "virgl/refusal.h"

namespace cyclorama::attila {
namespace {

using virgl::Primitive;

constexpr AttributeMask kPosition = 1u << func::kPositionAttribute;
constexpr uint32_t kQuadCorners = 4;
constexpr AttributeMask kColors = 1u << func::kColorAttribute | 1u << func::kSecondaryColorAttribute;
constexpr uint32_t kToBackColors = func::kBackColorAttribute - func::kColorAttribute;
/// Neither the sizes of points nor the faces of fragments are attributes that vertices have.
constexpr AttributeMask kHandedOn = (1u << func::kFaceAttribute) - 1;

/// Attributes that a point gives a fragment in the place of its vertex.
AttributeMask spriteAttributes(const virgl::tgsi::Program& fragment, const virgl::Rasterizer& raster) {
    using virgl::tgsi::Semantic;
    const ProgramLink link(fragment);
    AttributeMask mask = 0;
    const auto add = [&](Semantic semantic, uint32_t index) {
        if (const auto attribute = link.attributeOf(semantic, index)) mask |= 1u << *attribute;
    };
    add(Semantic::PointCoord, 0);
    for (AttributeMask rest = raster.pointSprite ? raster.spriteCoordinates : 0; rest != 0; rest &= rest - 1)
        add(Semantic::TexCoord, static_cast<uint32_t>(std::countr_zero(rest)));
    return mask;
}

void addShapes(WindowShapes& shapes, Primitive primitive, std::span<const func::VertexAttributes> vertices) {
    if (primitive == Primitive::Points) {
        for (const func::VertexAttributes& vertex : vertices) shapes.addPoint(vertex);
        return;
    }
    const size_t step = primitive == Primitive::Lines ? 2 : 1;
    for (size_t i = 0; i + 1 < vertices.size(); i += step) {
        if (i == 0 || primitive == Primitive::Lines) shapes.restartPattern();
        shapes.addLine(vertices[i], vertices[i + 1]);
    }
    if (primitive == Primitive::LineLoop && vertices.size() > 1) shapes.addLine(vertices.back(), vertices.front());
}

/// True for a draw that becomes some: `fill` is that of the shapes.
bool becomes(virgl::Fill fill, const virgl::Rasterizer& raster, Primitive primitive) {
    if (isShape(primitive)) return (fill == virgl::Fill::Points) == (primitive == Primitive::Points);
    return raster.fill[0] == fill || raster.fill[1] == fill;
}

void requireShape(const virgl::Rasterizer& raster, Primitive primitive) {
    if (raster.pointSmooth && becomes(virgl::Fill::Points, raster, primitive))
        throw virgl::Unsupported("smooth points");
    if (raster.lineSmooth && becomes(virgl::Fill::Lines, raster, primitive)) throw virgl::Unsupported("smooth lines");
    if (!isShape(primitive) && raster.polygonStipple && becomes(virgl::Fill::Solid, raster, primitive) &&
        raster.fill[0] != raster.fill[1])
        throw virgl::Unsupported("stippled faces beside faces drawn as lines or points");
}

/// The rasterizer's state for quads that are there for other primitives: a front face each, but of back faces of
/// polygons.
virgl::Rasterizer stateOfQuads(const virgl::Rasterizer& raster, bool polygons) {
    virgl::Rasterizer made = raster;
    made.cull = func::CullMode::None;
    made.frontCounterClockwise = false;
    made.twoSided = polygons && raster.twoSided;
    made.fill = {};
    // Applied to what the quads are there for.
    made.clipPlanes = 0;
    made.polygonStipple = polygons && raster.polygonStipple && raster.fill[0] == virgl::Fill::Solid;
    made.offsetTriangles = false;
    made.halfPixelCenter = true;
    // Their corners have the provoking vertex's values.
    made.provokingFirst = false;
    return made;
}

std::string passingProgram(AttributeMask attributes) {
    std::string text;
    for (AttributeMask rest = attributes; rest != 0; rest &= rest - 1)
        text += fmt::format("mov o{0}, i{0}\n", std::countr_zero(rest));
    return text + "nop <- end\n";
}

}  // namespace

bool isShape(Primitive primitive) { return primitive <= Primitive::LineStrip; }

void Renderer::drawShapes(const virgl::State& state, const virgl::DrawRequest& request) {
    requireShape(*state.rasterizer, request.primitive);
    const virgl::Shader& fragmentShader = *state.stage(virgl::Stage::Fragment).shader;
    const SurfaceSize size = registers_.setSurfaces(state);
    const uint32_t edge = std::max(size.width, size.height);
    const bool polygons = !isShape(request.primitive);
    virgl::State drawn = state;
    drawn.rasterizer = std::make_shared<virgl::Rasterizer>(stateOfQuads(*state.rasterizer, polygons));
    virgl::DepthStencilAlpha tests = *state.depthStencilAlpha;
    if (!polygons) tests.stencil[1] = {};
    drawn.depthStencilAlpha = std::make_shared<virgl::DepthStencilAlpha>(tests);
    LoadedProgram& fragment = programs_.find(fragmentShader, fragmentShader, fragmentVariant(drawn));
    ProgramVariant variant = vertexVariant(state, false);
    variant.runByDriver = true;
    const LoadedProgram& vertex = programs_.find(*state.stage(virgl::Stage::Vertex).shader, fragmentShader, variant);

    const bool points = becomes(virgl::Fill::Points, *state.rasterizer, request.primitive);
    ShapeState shape{.viewport = state.viewport,
                     .edge = static_cast<float>(edge),
                     .rasterizer = *state.rasterizer,
                     .flat = ProgramLink::flatAttributes(fragmentShader.program, state.rasterizer->flat),
                     .sprite = points ? spriteAttributes(fragmentShader.program, *state.rasterizer) : 0,
                     .sizeAttribute = func::kFaceAttribute,
                     .clipDistances = clipDistances(ProgramLink(fragmentShader.program), state.rasterizer->clipPlanes)};
    const AttributeMask given = vertex.program.resources.outputsWritten | shape.sprite;
    const AttributeMask read = fragment.program.resources.inputsRead;
    const AttributeMask readOfBack = drawn.rasterizer->twoSided ? (read & kColors) << kToBackColors : 0;
    const AttributeMask attributes = kPosition | (given & (read | readOfBack) & kHandedOn);
    WindowShapes shapes(shape);
    const std::vector<uint32_t> numbers =
        polygons && request.indexed ? drawnVertices(state, request) : std::vector<uint32_t>();
    for (uint32_t instance = 0; instance < request.instances; ++instance) {
        const std::vector<func::VertexAttributes> vertices = vertexRunner_.run(state, request, vertex, instance);
        if (polygons)
            PolygonShapes(shapes, shape, vertex.translated.edgeFlag).add(request.primitive, vertices, numbers);
        else
            addShapes(shapes, request.primitive, vertices);
    }
    if (shapes.corners().empty()) return;

    const ViewportPlan plan{.width = edge, .height = edge, .bounds = {.maxX = size.width, .maxY = size.height}};
    registers_.setViewport(drawn, plan, size);
    registers_.setTextures(drawn, virgl::Stage::Fragment, fragment.translated);
    setStipple(state, fragment, 0);
    setShapeVertices(shapes, attributes);
    programs_.use(programs_.findOwn(virgl::Stage::Vertex, attributes, passingProgram(attributes)), fragment);
    setConstants(drawn, virgl::Stage::Fragment, fragment, plan);
    transactions_.set(Register::Primitive, func::PrimitiveType::Quads);
    const PassPlan passes = planPasses(drawn, writesAlpha(drawn));
    const auto quads = static_cast<uint32_t>(shapes.corners().size() / kQuadCorners);
    const uint32_t step = passes.byTriangle ? 1 : quads;
    for (uint32_t quad = 0; quad < quads; quad += step) {
        transactions_.set(Register::StreamStart, quad * kQuadCorners);
        transactions_.set(Register::StreamCount, step * kQuadCorners);
        for (const virgl::State& pass : passes.passes) {
            registers_.setRasterizer(pass, plan, fragmentShader.program);
            registers_.setDepthStencil(pass, !fragment.translated.kills);
            registers_.setBlending(pass);
            transactions_.command(Command::Draw);
        }
    }
}

void Renderer::setShapeVertices(const WindowShapes& shapes, AttributeMask attributes) {
    std::vector<func::Vec4> values;
    values.reserve(shapes.corners().size() * static_cast<size_t>(std::popcount(attributes)));
    for (const func::VertexAttributes& corner : shapes.corners())
        for (AttributeMask rest = attributes; rest != 0; rest &= rest - 1)
            values.push_back(corner[static_cast<size_t>(std::countr_zero(rest))]);
    const auto bytes = std::as_bytes(std::span(values));
    shapeVertices_ = Allocation();
    shapeVertices_ = Allocation(memory_, bytes.size());
    transactions_.writeMemory(shapeVertices_.address(), bytes);
    const auto stride = static_cast<uint32_t>(static_cast<size_t>(std::popcount(attributes)) * sizeof(func::Vec4));
    uint32_t address = shapeVertices_.address();
    for (uint32_t i = 0; i < detail::kAttilaVertexAttributes; ++i) {
        const bool there = (attributes >> i & 1) != 0;
        transactions_.set(Register::VertexAttributeMap, there ? i : gpu::kNoStream, i);
        if (!there) continue;
        transactions_.set(Register::StreamAddress, address, i);
        transactions_.set(Register::StreamStride, stride, i);
        transactions_.set(Register::StreamData, func::StreamFormat::Float32, i);
        transactions_.set(Register::StreamElements, 4u, i);
        transactions_.set(Register::StreamFrequency, 0u, i);
        transactions_.set(Register::D3d9ColorStream, false, i);
        address += sizeof(func::Vec4);
    }
    transactions_.set(Register::IndexMode, false);
    transactions_.set(Register::StreamInstances, 1u);
}

}  // namespace cyclorama::attila
