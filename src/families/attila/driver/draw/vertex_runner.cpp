// SPDX-License-Identifier: MIT
#include "families/attila/driver/draw/vertex_runner.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>

#include "families/attila/driver/memory/buffer_storage.h"
#include "families/attila/driver/vertices/vertex_formats.h"
#include "func/formats/color_format.h"
#include "func/memory/load_value.h"
#include "isa/executor.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

/// Vertices that the driver looks at in one draw.
constexpr uint32_t kMostVertices = 1 << 24;

/// Each vertex that a draw names, once.
struct VertexNumbers {
    std::vector<uint32_t> unique;
    /// Place in `unique` of each vertex of the draw.
    std::vector<size_t> places;
};

VertexNumbers vertexNumbers(const virgl::State& state, const virgl::DrawRequest& request) {
    VertexNumbers made;
    std::unordered_map<uint32_t, size_t> seen;
    for (uint32_t number : drawnVertices(state, request)) {
        if (request.indexed) number += static_cast<uint32_t>(request.indexBias);
        const auto [at, isNew] = seen.try_emplace(number, made.unique.size());
        if (isNew) made.unique.push_back(number);
        made.places.push_back(at->second);
    }
    return made;
}

/// An attribute as the streamer of the GPU reads it.
func::Vec4 attribute(const virgl::State& state, uint32_t input, uint32_t vertex, uint32_t instance) {
    const virgl::VertexElements& elements = *state.vertexElements;
    if (input >= elements.size()) return {0, 0, 0, 1};
    const virgl::VertexElement& element = elements[input];
    const virgl::VertexBuffer& buffer = state.vertexBuffers[element.buffer];
    if (!buffer.resource) return {0, 0, 0, 1};
    if (!buffer.resource->description.isBuffer()) throw virgl::Malformed("vertices in a texture");
    const uint32_t entry = element.divisor == 0 ? vertex : instance / element.divisor;
    const uint64_t at = uint64_t{buffer.offset} + element.offset + uint64_t{buffer.stride} * entry;
    const std::span<const std::byte> content = bufferOf(*buffer.resource).content();
    return vertexValue(vertexFormat(element.format), content.subspan(std::min<uint64_t>(at, content.size())));
}

/// The guest's constants, followed by those of the translation.
std::vector<func::Vec4> constantsOf(const virgl::State& state, const TranslatedProgram& program) {
    const std::vector<uint32_t>& guest = state.stage(virgl::Stage::Vertex).constants;
    std::vector<func::Vec4> made(program.firstConstant);
    const auto to = std::as_writable_bytes(std::span(made));
    std::ranges::copy(std::as_bytes(std::span(guest)).first(std::min(to.size(), guest.size() * sizeof guest[0])),
                      to.begin());
    made.insert(made.end(), program.constants.begin(), program.constants.end());
    if (program.clipPlanes) std::ranges::copy(enabledClipPlanes(state), made.begin() + *program.clipPlanes);
    return made;
}

}  // namespace

std::span<const std::byte> indicesOf(const virgl::State& state, const virgl::DrawRequest& request) {
    const virgl::IndexBuffer& indices = state.indexBuffer;
    if (!indices.resource || !indices.resource->description.isBuffer())
        throw virgl::Malformed("a draw without indices");
    const uint64_t bytes = uint64_t{request.count} * indices.indexBytes;
    if (indices.offset + bytes > indices.resource->description.width)
        throw virgl::Unsupported("indices beyond their buffer");
    return bufferOf(*indices.resource).content().subspan(indices.offset, bytes);
}

std::vector<uint32_t> drawnVertices(const virgl::State& state, const virgl::DrawRequest& request) {
    if (request.count > kMostVertices) throw virgl::Unsupported("more than 2^24 vertices at once");
    std::vector<uint32_t> numbers(request.count);
    if (request.indexed)
        func::loadNumbers(indicesOf(state, request).data(), state.indexBuffer.indexBytes, numbers);
    else
        std::iota(numbers.begin(), numbers.end(), request.start);
    return numbers;
}

std::vector<func::VertexAttributes> VertexRunner::run(const virgl::State& state, const virgl::DrawRequest& request,
                                                      const LoadedProgram& program, uint32_t instance) {
    if (program.translated.samplers != 0)
        throw virgl::Unsupported("programs that read textures for the vertices of points and lines");
    const VertexNumbers numbers = vertexNumbers(state, request);
    constants_ = constantsOf(state, program.translated);
    std::vector<func::VertexAttributes> shaded(numbers.unique.size());
    for (size_t first = 0; first < shaded.size(); first += isa::kMaxLanes) {
        const size_t lanes = std::min<size_t>(isa::kMaxLanes, shaded.size() - first);
        group_->start(program.program, static_cast<int>(lanes));
        for (uint32_t rest = program.program.resources.inputsRead; rest != 0; rest &= rest - 1) {
            const auto input = static_cast<uint32_t>(std::countr_zero(rest));
            for (size_t lane = 0; lane < lanes; ++lane)
                group_->setInput(static_cast<int>(lane), input,
                                 input == program.translated.instanceAttribute
                                     ? func::Vec4{static_cast<float>(instance), 0, 0, 1}
                                     : attribute(state, input, numbers.unique[first + lane], instance));
        }
        runGroup(program, std::span(shaded).subspan(first, lanes));
    }
    std::vector<func::VertexAttributes> vertices;
    vertices.reserve(numbers.places.size());
    for (const size_t place : numbers.places) vertices.push_back(shaded[place]);
    return vertices;
}

void VertexRunner::runGroup(const LoadedProgram& program, std::span<func::VertexAttributes> vertices) {
    const isa::ExecutionContext context{
        .constants = constants_, .relativeConstants = constants_, .branchGranularity = 1};
    if (isa::execute(program.program, *group_, context).status != isa::ExecutionStatus::Finished)
        throw virgl::Unsupported("a vertex program that does not end");
    for (uint32_t rest = program.program.resources.outputsWritten; rest != 0; rest &= rest - 1) {
        const auto output = static_cast<uint32_t>(std::countr_zero(rest));
        for (size_t lane = 0; lane < vertices.size(); ++lane) {
            func::Vec4& value = vertices[lane][output];
            value = group_->output(static_cast<int>(lane), output);
            if (output != func::kColorAttribute) continue;
            for (float& component : value) component = func::clampToUnit(component);
        }
    }
}

}  // namespace cyclorama::attila
