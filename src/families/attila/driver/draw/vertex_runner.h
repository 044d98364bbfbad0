// SPDX-License-Identifier: MIT
#pragma once
// Vertex programs run by the driver, for primitives whose form depends on where their vertices are. Drivers of chips
// without vertex shaders did all vertices so (Mesa's draw module); a program that was amended to move its vertices
// would have to compute both ends of a line, with the attributes of both, of which the chip has 16, and could not cut a
// line that begins on the eye's other side. What the driver runs takes no time of the GPU.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "families/attila/driver/draw/program_cache.h"
#include "func/raster/interpolation.h"
#include "isa/thread_group.h"
#include "virgl/renderer.h"

namespace cyclorama::attila {

/// The indices of a draw. Throws virgl::Unsupported where they leave their buffer.
std::span<const std::byte> indicesOf(const virgl::State& state, const virgl::DrawRequest& request);

/// Numbers of the vertices of a draw, in its order, without the bias of indices. Throws virgl::Unsupported.
std::vector<uint32_t> drawnVertices(const virgl::State& state, const virgl::DrawRequest& request);

class VertexRunner {
  public:
    /// Vertices of an instance in the order of the draw, as the GPU would hand them on; x of the face's attribute is
    /// the size of a point. The program is of the variant runByDriver. Throws virgl::Unsupported for programs that read
    /// textures or do not end, and for indices beyond their buffer.
    std::vector<func::VertexAttributes> run(const virgl::State& state, const virgl::DrawRequest& request,
                                            const LoadedProgram& program, uint32_t instance);

  private:
    void runGroup(const LoadedProgram& program, std::span<func::VertexAttributes> vertices);

    std::unique_ptr<isa::ThreadGroup> group_ = std::make_unique<isa::ThreadGroup>();
    std::vector<func::Vec4> constants_;
};

}  // namespace cyclorama::attila
