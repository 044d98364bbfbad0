// SPDX-License-Identifier: MIT
// Draws of points and lines: the driver runs their vertex program, and the chip draws quads with one that passes on.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "families/attila/driver/draw/polygon_shapes.h"
#include "families/attila/driver/draw/renderer.h"
#include "families/attila/driver/programs/program_link.h"
#include "families/attila/driver/programs/program_variant.h"
#include "virgl/protocol/refusal.h"

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
AttributeMask spriteAttributes(const virgl::tgsi::TgsiProgram& fragment, const virgl::RasterizerState& raster) {
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
bool becomes(virgl::Fill fill, const virgl::RasterizerState& raster, Primitive primitive) {
    if (isShape(primitive)) return (fill == virgl::Fill::Points) == (primitive == Primitive::Points);
    return raster.fill[0] == fill || raster.fill[1] == fill;
}

Smooth smoothOf(const virgl::RasterizerState& raster, Primitive primitive) {
    if (raster.smooth.points && !raster.pointSprite && becomes(virgl::Fill::Points, raster, primitive))
        return Smooth::Points;
    return raster.smooth.lines && becomes(virgl::Fill::Lines, raster, primitive) ? Smooth::Lines : Smooth::None;
}

void requireShape(const virgl::RasterizerState& raster, Primitive primitive) {
    const Smooth smooth = smoothOf(raster, primitive);
    if (smooth == Smooth::Lines && raster.lineStipple) throw virgl::Unsupported("smooth lines with a stipple");
    if (smooth != Smooth::None && !isShape(primitive) && raster.fill[0] != raster.fill[1])
        throw virgl::Unsupported("smooth edges or corners of polygons beside faces of another kind");
    if (!isShape(primitive) && raster.polygonStipple && becomes(virgl::Fill::Solid, raster, primitive) &&
        raster.fill[0] != raster.fill[1])
        throw virgl::Unsupported("stippled faces beside faces drawn as lines or points");
}

/// Rasterizer state for quads that emulate points, lines and polygon modes. All are front faces, except those of
/// polygons' back faces.
virgl::RasterizerState stateOfQuads(const virgl::RasterizerState& raster, bool polygons) {
    virgl::RasterizerState made = raster;
    made.cull = func::CullMode::None;
    made.frontCounterClockwise = false;
    made.twoSided = polygons && raster.twoSided;
    made.fill = {};
    // Already applied to the emulated primitive.
    made.clipPlanes = 0;
    made.polygonStipple = polygons && raster.polygonStipple && raster.fill[0] == virgl::Fill::Solid;
    made.offsetTriangles = false;
    made.halfPixelCenter = true;
    // Their corners have the provoking vertex's values.
    made.provokingFirst = false;
    return made;
}

/// The state with which the quads are drawn.
virgl::State stateOfQuads(const virgl::State& state, bool polygons) {
    virgl::State drawn = state;
    drawn.rasterizer = std::make_shared<virgl::RasterizerState>(stateOfQuads(*state.rasterizer, polygons));
    virgl::DepthStencilAlpha tests = *state.depthStencilAlpha;
    if (!polygons) tests.stencil[1] = {};
    drawn.depthStencilAlpha = std::make_shared<virgl::DepthStencilAlpha>(tests);
    return drawn;
}

/// `edge`: of the square viewport that the quads are drawn in, in pixels.
ShapeState shapeOf(const virgl::State& state, Primitive primitive, uint32_t edge, Smooth smooth) {
    const virgl::RasterizerState& raster = *state.rasterizer;
    const auto& program = state.stage(virgl::Stage::Fragment).shader->program;
    const ProgramLink link(program);
    const bool points = becomes(virgl::Fill::Points, raster, primitive);
    ShapeState shape{.viewport = state.viewport,
                     .edge = static_cast<float>(edge),
                     .rasterizer = raster,
                     .flat = ProgramLink::flatAttributes(program, raster.flat),
                     .sprite = points ? spriteAttributes(program, raster) : 0,
                     .sizeAttribute = func::kFaceAttribute,
                     .clipDistances = clipDistances(link, raster.clipPlanes)};
    if (smooth != Smooth::None) shape.coverage = coverageAttribute(link);
    return shape;
}

/// Attributes of the quads' corners: those that the fragment program reads, of the ones that the vertex program writes
/// or the shape itself has.
AttributeMask cornerAttributes(const ShapeState& shape, AttributeMask written, AttributeMask read, bool twoSided) {
    const AttributeMask coverage = shape.coverage ? 1u << *shape.coverage : 0;
    const AttributeMask given = coverage | written | shape.sprite;
    const AttributeMask readOfBack = twoSided ? (read & kColors) << kToBackColors : 0;
    return kPosition | (given & (read | readOfBack) & kHandedOn);
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
    const virgl::State drawn = stateOfQuads(state, polygons);
    ProgramVariant fragmentWork = fragmentVariant(drawn);
    // Samples are covered one by one.
    if (!state.rasterizer->multisample || samplesOfProgram(state) == 1)
        fragmentWork.smooth = smoothOf(*state.rasterizer, request.primitive);
    LoadedProgram& fragment = programs_.find(fragmentShader, fragmentShader, fragmentWork);
    ProgramVariant variant = vertexVariant(state, false);
    variant.runByDriver = true;
    const LoadedProgram& vertex = programs_.find(*state.stage(virgl::Stage::Vertex).shader, fragmentShader, variant);

    const ShapeState shape = shapeOf(state, request.primitive, edge, fragmentWork.smooth);
    const AttributeMask attributes =
        cornerAttributes(shape, vertex.program.resources.outputsWritten, fragment.program.resources.inputsRead,
                         drawn.rasterizer->twoSided);
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

    ViewportPlan plan{.width = edge, .height = edge, .bounds = {.maxX = size.width, .maxY = size.height}};
    // Near and far planes alone clip points (OpenGL ES 2.0, section 2.13): one whose centre is beside the viewport
    // shows the part that is within it, as dEQP-GLES2 wants in clipping.point.
    if (becomes(virgl::Fill::Points, *state.rasterizer, request.primitive))
        plan.bounds = planViewport(state.viewport, size).bounds;
    if (fragment.translated.writesDepth) takeProgramDepth(plan, state);
    registers_.setViewport(drawn, plan, size);
    registers_.setTextures(drawn, virgl::Stage::Fragment, fragment.translated);
    setStipple(state, fragment, 0);
    setShapeVertices(shapes, attributes, plan);
    programs_.use(programs_.findOwn(virgl::Stage::Vertex, attributes, passingProgram(attributes)), fragment);
    setConstants(drawn, virgl::Stage::Fragment, fragment, plan);
    transactions_.set(Register::Primitive, func::PrimitiveType::Quads);
    const PassPlan passes = planPasses(drawn);
    const auto quads = static_cast<uint32_t>(shapes.corners().size() / kQuadCorners);
    const uint32_t step = passes.byTriangle ? 1 : quads;
    requireFewForKeptStencil(passes, quads);
    const auto setPass = [&](const virgl::State& pass) { setTests(pass, plan, fragmentShader.program, fragment); };
    for (uint32_t quad = 0; quad < quads; quad += step) {
        setVertexOrder(transactions_, {.start = quad * kQuadCorners, .count = step * kQuadCorners});
        for (const DrawPass& pass : passes.passes) drawPass(state, pass, setPass);
    }
}

void Renderer::setShapeVertices(const WindowShapes& shapes, AttributeMask attributes, const ViewportPlan& plan) {
    std::vector<func::Vec4> values;
    values.reserve(shapes.corners().size() * static_cast<size_t>(std::popcount(attributes)));
    for (const func::VertexAttributes& corner : shapes.corners())
        for (AttributeMask rest = attributes; rest != 0; rest &= rest - 1)
            values.push_back(corner[static_cast<size_t>(std::countr_zero(rest))]);
    if (plan.moves)
        for (size_t i = 0; i < values.size(); i += static_cast<size_t>(std::popcount(attributes)))
            values[i][2] = values[i][2] * plan.scale[2] + values[i][3] * plan.offset[2];
    const auto bytes = std::as_bytes(std::span(values));
    shapeVertices_ = Allocation();
    shapeVertices_ = Allocation(memory_, bytes.size());
    transactions_.writeMemory(shapeVertices_.address(), bytes);
    const auto stride = static_cast<uint32_t>(static_cast<size_t>(std::popcount(attributes)) * sizeof(func::Vec4));
    uint32_t address = shapeVertices_.address();
    VertexStreams streams;
    for (AttributeMask rest = attributes; rest != 0; rest &= rest - 1) {
        streams[static_cast<size_t>(std::countr_zero(rest))] = VertexStream{.address = address, .stride = stride};
        address += sizeof(func::Vec4);
    }
    setVertexStreams(transactions_, streams);
}

}  // namespace cyclorama::attila
