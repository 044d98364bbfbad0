// SPDX-License-Identifier: MIT
#include "machine/timing/shader/shader_ports.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "machine/timing/draw/work_names.h"

namespace cyclorama::machine::timing {

namespace {

constexpr std::array<std::string_view, 3> kShaderStatuses = {"Ready", "Empty", "Busy"};
static_assert(kShaderStatuses.size() == static_cast<size_t>(ShaderStatus::Busy) + 1);

}  // namespace

std::string describe(const ShaderElements& elements) {
    if (elements.target == ShaderTarget::Vertex)
        return elements.padding ? "padding of vertices" : fmt::format("vertex {}", elements.id);
    return fmt::format("quad {}, {} fragments from {}{}{}", elements.id, elements.count, elements.first,
                       elements.killed != 0 ? fmt::format(", killed {:#x}", elements.killed) : "",
                       elements.padding ? ", padding" : "");
}

std::string describe(ShaderStatus status) { return std::string(kShaderStatuses.at(static_cast<size_t>(status))); }

std::function<std::string(const ShaderElements&)> elementNames(const VertexPool& vertices, const QuadPool& quads) {
    return [&vertices, &quads](const ShaderElements& elements) -> std::string {
        if (elements.target == ShaderTarget::Vertex)
            return elements.padding ? "padding of vertices" : nameOfVertex(vertices, elements.id);
        return fmt::format("{}, {} fragments from {}{}{}", nameOfQuad(quads, elements.id), elements.count,
                           elements.first, elements.killed != 0 ? fmt::format(", killed {:#x}", elements.killed) : "",
                           elements.padding ? ", padding" : "");
    };
}

}  // namespace cyclorama::machine::timing
