// SPDX-License-Identifier: MIT
#include "families/attila/driver/draw/quad_runs.h"

#include <algorithm>
#include <array>

namespace cyclorama::attila {
namespace {

constexpr size_t kQuadIndices = 6;

/// Places in a quad's vertices of the corners of its triangles, and the vertices from one quad to the next.
struct QuadPattern {
    func::PrimitiveType primitive;
    std::array<uint32_t, kQuadIndices> corners;
    uint32_t step;
};
constexpr std::array<QuadPattern, 2> kQuadPatterns = {
    {{func::PrimitiveType::Quads, {0, 1, 3, 1, 2, 3}, 4}, {func::PrimitiveType::QuadStrip, {2, 0, 3, 0, 1, 3}, 2}}};

bool follows(const QuadPattern& pattern, uint32_t start, std::span<const uint32_t> indices) {
    for (size_t i = 0; i < indices.size(); ++i) {
        const auto quad = static_cast<uint32_t>(i / kQuadIndices);
        if (indices[i] != start + quad * pattern.step + pattern.corners[i % kQuadIndices]) return false;
    }
    return true;
}

}  // namespace

std::optional<PrimitiveRange> quadRun(std::span<const uint32_t> indices) {
    if (indices.empty() || indices.size() % kQuadIndices != 0) return std::nullopt;
    const auto quads = static_cast<uint32_t>(indices.size() / kQuadIndices);
    const uint32_t start = *std::min_element(indices.begin(), indices.begin() + kQuadIndices);
    for (const QuadPattern& pattern : kQuadPatterns)
        if (follows(pattern, start, indices))
            return PrimitiveRange{
                .primitive = pattern.primitive, .start = start, .count = (quads - 1) * pattern.step + 4};
    return std::nullopt;
}

}  // namespace cyclorama::attila
