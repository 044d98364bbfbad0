// SPDX-License-Identifier: MIT
#pragma once
// The fixed function between the two programs of tessellation: cuts a patch's domain into points, lines or triangles as
// its factors say (Vulkan 1.3, chapter on tessellation).

#include <array>
#include <cstdint>
#include <vector>

namespace cyclorama::func {

enum class TessellationDomain : uint8_t { Quads, Triangles, Isolines };
enum class TessellationSpacing : uint8_t { Equal, FractionalOdd, FractionalEven };
enum class TessellationOutput : uint8_t { Points, Lines, ClockwiseTriangles, CounterTriangles };

struct TessellationFactors {
    std::array<float, 4> outer{};
    std::array<float, 2> inner{};
};

struct DomainPoint {
    float u = 0;
    float v = 0;
};

/// Points of a domain, and the corners of its primitives: one, two or three each.
struct DomainMesh {
    std::vector<DomainPoint> points;
    std::vector<uint32_t> corners;

    void clear() {
        points.clear();
        corners.clear();
    }
};

struct TessellationMode {
    TessellationDomain domain = TessellationDomain::Triangles;
    TessellationSpacing spacing = TessellationSpacing::Equal;
    TessellationOutput output = TessellationOutput::CounterTriangles;

    uint32_t cornersPerPrimitive() const {
        return output == TessellationOutput::Points ? 1 : output == TessellationOutput::Lines ? 2 : 3;
    }
};

/// Empty if an outer factor is not above zero.
void tessellate(const TessellationMode& mode, const TessellationFactors& factors, DomainMesh& mesh);

}  // namespace cyclorama::func
