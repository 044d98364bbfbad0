// SPDX-License-Identifier: MIT
// The vertices of draws: where their attributes are, and in which order the chip takes them.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "families/attila/driver/draw/renderer.h"
#include "families/attila/driver/vertices/vertex_formats.h"
#include "func/raster/primitive_assembly.h"
#include "func/raster/raster_state.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

func::PrimitiveType primitiveOf(virgl::Primitive primitive) {
    using virgl::Primitive;
    switch (primitive) {
        case Primitive::Triangles:
            return func::PrimitiveType::Triangles;
        case Primitive::TriangleStrip:
            return func::PrimitiveType::TriangleStrip;
        case Primitive::TriangleFan:
        case Primitive::Polygon:
            return func::PrimitiveType::TriangleFan;
        case Primitive::Quads:
            return func::PrimitiveType::Quads;
        default:
            return func::PrimitiveType::QuadStrip;
    }
}

/// Numbers of the vertices of a draw with the bias of indices.
std::vector<uint32_t> biasedVertices(const virgl::State& state, const virgl::DrawRequest& request) {
    std::vector<uint32_t> numbers = drawnVertices(state, request);
    for (uint32_t& number : numbers)
        if (request.indexed) number += static_cast<uint32_t>(request.indexBias);
    return numbers;
}

/// The chip gives a triangle the flat values of its last vertex; OpenGL gives a polygon those of its first, and others
/// where the program asks for that.
bool needsOwnOrder(const virgl::State& state, const virgl::DrawRequest& request) {
    if (request.primitive != virgl::Primitive::Polygon && !state.rasterizer->provokingFirst) return false;
    const uint32_t flat =
        ProgramLink::flatAttributes(state.stage(virgl::Stage::Fragment).shader->program, state.rasterizer->flat);
    return (flat & ~(1u << func::kFaceAttribute)) != 0;
}

/// Numbers of the vertices of a draw's triangles, of which the last has their flat values.
std::vector<uint32_t> ownTriangles(const virgl::State& state, const virgl::DrawRequest& request) {
    const std::vector<uint32_t> numbers = biasedVertices(state, request);
    const func::PrimitiveType primitive = primitiveOf(request.primitive);
    const bool polygon = request.primitive == virgl::Primitive::Polygon;
    const bool turns = needsOwnOrder(state, request);
    std::vector<uint32_t> triangles;
    for (uint32_t i = 0; i < func::primitiveCount(primitive, request.count); ++i) {
        auto places = func::assemblePrimitive(primitive, i).vertices;
        if (turns) {
            const auto first =
                polygon ? std::ranges::find(places, 0u) : places.begin() + func::provokingVertex(primitive, i, false);
            std::rotate(places.begin(), first + 1, places.end());
        }
        for (const uint32_t place : places) triangles.push_back(numbers[place]);
    }
    return triangles;
}

}  // namespace

void Renderer::drawTriangles(const virgl::State& state, const PassPlan& passes, const SetPass& setPass,
                             const virgl::DrawRequest& request, const LoadedProgram& vertex) {
    if (passes.passes.empty()) return;
    const StreamPlan stream{.indexed = true, .indices = ownTriangles(state, request)};
    if (stream.indices.empty()) return;
    constexpr uint32_t kCorners = 3;
    requireFewForKeptStencil(passes, static_cast<uint32_t>(stream.indices.size()) / kCorners * request.instances);
    writeOwnIndices(stream.indices);
    constexpr uint32_t kIndexBytes = sizeof(uint32_t);
    transactions_.set(Register::Primitive, func::PrimitiveType::Triangles);
    for (uint32_t instance = 0; instance < request.instances; ++instance) {
        setAttributes(state, vertex, {.instance = instance, .end = instance + 1}, stream);
        for (uint32_t i = 0; i < stream.indices.size() / kCorners; ++i) {
            const uint32_t place = ownIndices_.address() + i * kCorners * kIndexBytes;
            setVertexOrder(transactions_,
                           {.count = kCorners, .indices = IndexStream{.address = place, .bytes = kIndexBytes}});
            for (const DrawPass& pass : passes.passes) drawPass(state, pass, setPass);
        }
    }
}

/// The bytes of an attribute that a draw reads, from the start of its buffer: of all vertices in a row, or all bytes.
ByteRange Renderer::attributeBytes(const virgl::VertexElement& element, const virgl::VertexBuffer& buffer,
                                   const FirstEntry& first, const StreamPlan& stream) {
    const int64_t start = int64_t{stream.run.start} + first.bias;
    const uint64_t size = buffer.resource->description.width;
    if (stream.indexed || element.divisor != 0 || start < 0) return {.begin = 0, .end = size};
    const uint64_t begin = uint64_t{buffer.offset} + element.offset + static_cast<uint64_t>(start) * buffer.stride;
    return {.begin = begin, .end = begin + uint64_t{stream.run.count - 1} * buffer.stride + sizeof(func::Vec4)};
}

VertexStream Renderer::attributeStream(const virgl::State& state, uint32_t attribute, const FirstEntry& first,
                                       const StreamPlan& stream) {
    const virgl::VertexElement& element = (*state.vertexElements)[attribute];
    const virgl::VertexBuffer& buffer = state.vertexBuffers[element.buffer];
    if (programForm_.loadsAttributes && element.divisor != 0)
        throw virgl::Unsupported("attributes of instances that vertex programs load");
    if (!buffer.resource->description.isBuffer()) throw virgl::Malformed("vertices in a texture");
    BufferStorage& storage = bufferOf(*buffer.resource);
    const VertexFormat format = vertexFormat(element.format);
    VertexStream made;
    if (format.streamed) {
        storage.bring(attributeBytes(element, buffer, first, stream));
        made = {.address = storage.address() + buffer.offset + element.offset,
                .stride = buffer.stride,
                .format = format.format,
                .components = format.components,
                .exchanged = format.exchanged};
    } else {
        const uint64_t start = std::min<uint64_t>(uint64_t{buffer.offset} + element.offset, storage.content().size());
        const bool all = stream.indexed || element.divisor != 0;
        made = streams_.converted(attribute, format,
                                  {.bytes = storage.content().subspan(start),
                                   .stride = buffer.stride,
                                   .count = all ? UINT64_MAX : uint64_t{stream.run.start} + stream.run.count});
    }
    made.divisor = element.divisor;
    // The chip has no number to add to indices.
    if (element.divisor == 0)
        made.address += static_cast<uint32_t>(first.bias) * made.stride;
    else
        made.address += first.instance / element.divisor * made.stride;
    return made;
}

void Renderer::setAttributes(const virgl::State& state, const LoadedProgram& vertex, const FirstEntry& first,
                             const StreamPlan& stream) {
    const virgl::VertexElements& elements = *state.vertexElements;
    VertexStreams streams;
    for (uint32_t i = 0; i < streams.size() && i < elements.size(); ++i)
        if ((vertex.attributesRead >> i & 1) != 0 && state.vertexBuffers[elements[i].buffer].resource != nullptr)
            streams[i] = attributeStream(state, i, first, stream);
    if (const auto instance = vertex.translated.instanceAttribute) {
        if (programForm_.loadsAttributes) throw virgl::Unsupported("attributes of instances that vertex programs load");
        streams[*instance] = streams_.instanceNumbers(first.instance, first.end);
    }
    setVertexStreams(transactions_, streams);
}

/// True where the address of an attribute's first entry would be none of the memory's with the bias of indices.
bool Renderer::biasLeavesMemory(const virgl::State& state, const virgl::DrawRequest& request) const {
    if (!request.indexed || request.indexBias == 0) return false;
    return std::ranges::any_of(*state.vertexElements, [&](const virgl::VertexElement& element) {
        const virgl::VertexBuffer& buffer = state.vertexBuffers[element.buffer];
        if (!buffer.resource || !buffer.resource->description.isBuffer()) return false;
        const int64_t start = int64_t{bufferOf(*buffer.resource).address()} + buffer.offset + element.offset +
                              int64_t{request.indexBias} * buffer.stride;
        return start < 0 || start >= static_cast<int64_t>(memory_.size());
    });
}

Renderer::StreamPlan Renderer::planStream(const virgl::State& state, const virgl::DrawRequest& request) const {
    StreamPlan plan{
        .run = {.primitive = primitiveOf(request.primitive), .start = request.start, .count = request.count},
        .indexed = request.indexed};
    if (needsOwnOrder(state, request)) {
        plan.indices = ownTriangles(state, request);
        plan.run.primitive = func::PrimitiveType::Triangles;
    } else if (biasLeavesMemory(state, request)) {
        plan.indices = biasedVertices(state, request);
    }
    if (!plan.indices.empty()) {
        plan.run.start = 0;
        plan.run.count = static_cast<uint32_t>(plan.indices.size());
        plan.indexed = true;
        return plan;
    }
    if (!request.indexed) return plan;
    // The offset of the indices is that of the draw's first one, whatever the number of that.
    plan.run.start = 0;
    indicesOf(state, request);
    if (request.primitive != virgl::Primitive::Triangles) return plan;
    if (const auto quads = quadRun(drawnVertices(state, request))) plan = {.run = *quads, .indexed = false};
    return plan;
}

void Renderer::writeOwnIndices(std::span<const uint32_t> indices) {
    const auto bytes = std::as_bytes(indices);
    ownIndices_ = Allocation();
    ownIndices_ = Allocation(memory_, bytes.size());
    transactions_.writeMemory(ownIndices_.address(), bytes);
}

void Renderer::setStream(const virgl::State& state, const virgl::DrawRequest& request, const StreamPlan& plan) {
    std::optional<IndexStream> indices;
    if (!plan.indices.empty()) {
        writeOwnIndices(plan.indices);
        indices = IndexStream{.address = ownIndices_.address(), .bytes = sizeof(uint32_t)};
    } else if (plan.indexed) {
        const virgl::IndexBuffer& from = state.indexBuffer;
        BufferStorage& buffer = bufferOf(*from.resource);
        buffer.bring({.begin = from.offset, .end = from.offset + uint64_t{request.count} * from.indexBytes});
        indices = IndexStream{.address = buffer.address() + from.offset, .bytes = from.indexBytes};
    }
    transactions_.set(Register::Primitive, plan.run.primitive);
    setVertexOrder(
        transactions_,
        {.start = plan.run.start, .count = plan.run.count, .instances = request.instances, .indices = indices});
}

}  // namespace cyclorama::attila
