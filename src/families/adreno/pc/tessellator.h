// SPDX-License-Identifier: MIT
#pragma once
// The fixed function between hull and domain programs: cuts a patch's domain into points, lines or triangles as its
// factors say (Vulkan 1.3, chapter on tessellation).

#include <array>
#include <cstdint>
#include <vector>

namespace cyclorama::adreno {

enum class TessDomain : uint8_t { Quads, Triangles, Isolines };
/// PC_TESS_CNTL.
enum class TessSpacing : uint8_t { Equal = 0, FractionalOdd = 2, FractionalEven = 3 };
enum class TessOutput : uint8_t { Points = 0, Lines = 1, ClockwiseTriangles = 2, CounterTriangles = 3 };

struct TessFactors {
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

struct TessMode {
    TessDomain domain = TessDomain::Triangles;
    TessSpacing spacing = TessSpacing::Equal;
    TessOutput output = TessOutput::CounterTriangles;

    uint32_t cornersPerPrimitive() const {
        return output == TessOutput::Points ? 1 : output == TessOutput::Lines ? 2 : 3;
    }
};

/// Empty if an outer factor is not above zero.
void tessellate(const TessMode& mode, const TessFactors& factors, DomainMesh& mesh);

}  // namespace cyclorama::adreno
