// SPDX-License-Identifier: MIT
#pragma once
// Inputs and outputs of a shader processor.

#include <cstdint>
#include <functional>
#include <string>

#include "machine/timing/draw/work_pools.h"

namespace cyclorama::machine::timing {

enum class ShaderTarget : uint8_t { Vertex, Fragment };
inline constexpr size_t kShaderTargets = 2;

/// A vertex, or some consecutive fragments of one quad: as many elements of a signal. If a quad does not fit into
/// what is left of a cycle it comes and goes in two runs; the widths of both signals count elements, which their
/// writers have to keep.
struct ShaderElements {
    ShaderTarget target = ShaderTarget::Vertex;
    /// Fills up a thread that nothing else follows: `id` means nothing. Padding fragments are those of the quad before.
    bool padding = false;
    uint8_t first = 0;  // fragment of the quad
    uint8_t count = 1;
    /// Outputs: bit f is set if the program killed fragment f. The quad's own `culled` is left for the reader to
    /// update.
    uint8_t killed = 0;
    uint32_t id = 0;  // VertexId or QuadId
};
std::string describe(const ShaderElements& elements);
/// With the names of their vertex or quad, for signals (Signal::describeBy()). The pools must outlive them.
std::function<std::string(const ShaderElements&)> elementNames(const VertexPool& vertices, const QuadPool& quads);

/// Level to the work distributor. Inputs may be sent while it is not Busy, and for the cycle until it is seen.
enum class ShaderStatus : uint8_t { Ready, Empty, Busy };
std::string describe(ShaderStatus status);

}  // namespace cyclorama::machine::timing
