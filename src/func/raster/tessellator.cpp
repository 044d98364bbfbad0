// SPDX-License-Identifier: MIT
#include "func/raster/tessellator.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace cyclorama::func {
namespace {

constexpr float kMostSegments = 64;

/// The nearest place on the grid that domain points are on: coordinates have 16 bits of fraction (Direct3D 11.3
/// Functional Specification, 14.7.4), so that 1 - u and 1 - u - v are exact, and neighbours meet whichever way they
/// count.
float onGrid(float place) {
    constexpr float kSteps = 65536;
    return std::nearbyint(place * kSteps) / kSteps;
}

/// An edge from 0 to 1 in segments. Its points are spaced the same way from either end, so that neighbours meet.
class Subdivision {
  public:
    /// At least `least` segments, and as many as the spacing allows.
    Subdivision(float factor, TessellationSpacing spacing, uint32_t least = 1) {
        const bool even = spacing == TessellationSpacing::FractionalEven;
        const bool odd = spacing == TessellationSpacing::FractionalOdd;
        if (!(factor > 0)) factor = 0;  // not-a-number, too
        factor_ = std::clamp(factor, even ? 2.0f : 1.0f, odd ? kMostSegments - 1 : kMostSegments);
        segments_ = static_cast<uint32_t>(std::ceil(factor_));
        if (even) segments_ += segments_ % 2;
        if (odd) segments_ += 1 - segments_ % 2;
        if (segments_ < least) {
            segments_ = odd ? 3 : 2;
            factor_ = odd ? 1.0f : 2.0f;
        }
        if (spacing == TessellationSpacing::Equal) factor_ = static_cast<float>(segments_);
    }

    uint32_t segments() const { return segments_; }
    /// Coordinate of a point on the edge, from 0 to 1; points are numbered from 0 to segments().
    float at(uint32_t point) const {
        return 2 * point > segments_ ? 1.0f - fromStart(segments_ - point) : fromStart(point);
    }

  private:
    /// The first and the last segment are the shorter ones.
    float fromStart(uint32_t point) const {
        if (point == 0) return 0.0f;
        if (2 * point == segments_) return 0.5f;
        const float shorter = (1.0f - static_cast<float>(segments_ - 2) / factor_) / 2;
        return onGrid(shorter + static_cast<float>(point - 1) / factor_);
    }

    uint32_t segments_ = 1;
    float factor_ = 1;
};

/// Points along a side, and where they are on it.
struct Row {
    std::vector<uint32_t> points;
    std::vector<float> places;
};

class MeshBuilder {
  public:
    MeshBuilder(const TessellationMode& mode, DomainMesh& mesh) : mode_(mode), mesh_(mesh) {}

    uint32_t point(float u, float v) {
        mesh_.points.push_back({u, v});
        return static_cast<uint32_t>(mesh_.points.size() - 1);
    }
    /// Counter-clockwise, with u to the right and v up.
    void triangle(uint32_t a, uint32_t b, uint32_t c) {
        if (a == b || b == c || a == c) return;
        if (mode_.output == TessellationOutput::ClockwiseTriangles) std::swap(b, c);
        mesh_.corners.insert(mesh_.corners.end(), {a, b, c});
    }
    void line(uint32_t a, uint32_t b) { mesh_.corners.insert(mesh_.corners.end(), {a, b}); }
    /// Fills the strip between a row and another on its left.
    void fill(const Row& right, const Row& left);

  private:
    const TessellationMode& mode_;
    DomainMesh& mesh_;
};

void MeshBuilder::fill(const Row& right, const Row& left) {
    size_t i = 0;
    size_t j = 0;
    while (i + 1 < right.points.size() || j + 1 < left.points.size()) {
        // The side whose next segment has its middle further back continues.
        bool onRight = j + 1 >= left.points.size();
        if (!onRight && i + 1 < right.points.size())
            onRight = right.places[i] + right.places[i + 1] <= left.places[j] + left.places[j + 1];
        if (onRight) {
            triangle(right.points[i], right.points[i + 1], left.points[j]);
            ++i;
        } else {
            triangle(right.points[i], left.points[j + 1], left.points[j]);
            ++j;
        }
    }
}

/// A corner of the triangle in u and v, by its number: those of w, u and v.
constexpr std::array<DomainPoint, 3> kCorners{{{0, 0}, {1, 0}, {0, 1}}};

/// The corner of a ring: `depth` is how far along the edges from the corner its perpendiculars start.
DomainPoint ringCorner(uint32_t corner, float depth) {
    const float toOthers = depth * 2 / 3;
    const float own = 1 - 2 * toOthers;
    const auto weigh = [&](float DomainPoint::*axis) {
        float sum = 0;
        for (uint32_t i = 0; i < 3; ++i) sum += kCorners[i].*axis * (i == corner ? own : toOthers);
        return sum;
    };
    return {weigh(&DomainPoint::u), weigh(&DomainPoint::v)};
}

DomainPoint between(const DomainPoint& a, const DomainPoint& b, float at) {
    return {a.u + (b.u - a.u) * at, a.v + (b.v - a.v) * at};
}

using Ring = std::array<Row, 3>;

/// Joins the ends of a ring's sides, which are the same points.
void closeRing(Ring& ring, const std::array<uint32_t, 3>& corners) {
    for (uint32_t side = 0; side < 3; ++side) {
        ring[side].points.front() = corners[side];
        ring[side].points.back() = corners[(side + 1) % 3];
    }
}

/// Sides of the outer triangle: from w to u (v = 0), from u to v (w = 0), from v to w (u = 0). The corners are the
/// first points, in the order v, w, u, which points drawn at one place show (piglit:
/// arb_shader_atomic_counters-semantics passes on the chips).
Ring outerRing(MeshBuilder& builder, const TessellationMode& mode, const TessellationFactors& factors) {
    constexpr std::array<uint32_t, 3> kFactorOfSide{1, 2, 0};
    std::array<uint32_t, 3> corners{};
    for (const uint32_t i : {2u, 0u, 1u}) corners[i] = builder.point(kCorners[i].u, kCorners[i].v);
    Ring ring;
    for (uint32_t side = 0; side < 3; ++side) {
        const Subdivision cut(factors.outer[kFactorOfSide[side]], mode.spacing);
        for (uint32_t i = 0; i <= cut.segments(); ++i) {
            const bool end = i == 0 || i == cut.segments();
            const DomainPoint place = between(kCorners[side], kCorners[(side + 1) % 3], cut.at(i));
            ring[side].points.push_back(end ? 0 : builder.point(place.u, place.v));
            ring[side].places.push_back(cut.at(i));
        }
    }
    closeRing(ring, corners);
    return ring;
}

/// The ring whose sides lack `depth` segments at each end.
Ring innerRing(MeshBuilder& builder, const Subdivision& inner, uint32_t depth) {
    const float start = inner.at(depth);
    std::array<DomainPoint, 3> places;
    std::array<uint32_t, 3> corners{};
    for (uint32_t i = 0; i < 3; ++i) places[i] = ringCorner(i, start);
    const bool isPoint = 2 * depth == inner.segments();
    for (uint32_t i = 0; i < 3; ++i)
        corners[i] = isPoint && i > 0 ? corners[0] : builder.point(places[i].u, places[i].v);
    Ring ring;
    for (uint32_t side = 0; side < 3; ++side) {
        for (uint32_t i = depth; i <= inner.segments() - depth; ++i) {
            const bool end = i == depth || i == inner.segments() - depth;
            const float at = isPoint ? 0 : (inner.at(i) - start) / (1 - 2 * start);
            const DomainPoint place = between(places[side], places[(side + 1) % 3], at);
            ring[side].points.push_back(end ? 0 : builder.point(place.u, place.v));
            ring[side].places.push_back(inner.at(i));
        }
    }
    closeRing(ring, corners);
    return ring;
}

bool allOne(const TessellationFactors& factors, size_t outer, size_t inner, TessellationSpacing spacing) {
    const auto isOne = [spacing](float factor) { return Subdivision(factor, spacing).segments() == 1; };
    return std::all_of(factors.outer.begin(), factors.outer.begin() + static_cast<std::ptrdiff_t>(outer), isOne) &&
           std::all_of(factors.inner.begin(), factors.inner.begin() + static_cast<std::ptrdiff_t>(inner), isOne);
}

/// The triangle that a ring without points between its corners is, in the order of the points.
void addCentre(const Ring& ring, MeshBuilder& builder) {
    builder.triangle(ring[2].points[0], ring[0].points[0], ring[1].points[0]);
}

void tessellateTriangle(const TessellationMode& mode, const TessellationFactors& factors, MeshBuilder& builder) {
    Ring ring = outerRing(builder, mode, factors);
    if (allOne(factors, 3, 1, mode.spacing)) return addCentre(ring, builder);
    const Subdivision inner(factors.inner[0], mode.spacing, 2);
    for (uint32_t depth = 1; 2 * depth <= inner.segments(); ++depth) {
        Ring next = innerRing(builder, inner, depth);
        for (uint32_t side = 0; side < 3; ++side) builder.fill(ring[side], next[side]);
        ring = std::move(next);
    }
    if (inner.segments() % 2 == 1) addCentre(ring, builder);
}

/// The outer sides, counter-clockwise from v = 0: their corners, and the factors that cut them.
struct QuadSide {
    DomainPoint from;
    DomainPoint to;
    uint32_t factor;
};
constexpr std::array<QuadSide, 4> kQuadSides{
    {{{0, 0}, {1, 0}, 1}, {{1, 0}, {1, 1}, 2}, {{1, 1}, {0, 1}, 3}, {{0, 1}, {0, 0}, 0}}};

std::array<Row, 4> quadSides(MeshBuilder& builder, const TessellationMode& mode, const TessellationFactors& factors) {
    std::array<Row, 4> rows;
    std::array<uint32_t, 4> corners{};
    for (uint32_t i = 0; i < 4; ++i) corners[i] = builder.point(kQuadSides[i].from.u, kQuadSides[i].from.v);
    for (uint32_t side = 0; side < 4; ++side) {
        const QuadSide& line = kQuadSides[side];
        const Subdivision cut(factors.outer[line.factor], mode.spacing);
        for (uint32_t i = 0; i <= cut.segments(); ++i) {
            const bool end = i == 0 || i == cut.segments();
            const DomainPoint place = between(line.from, line.to, cut.at(i));
            rows[side].points.push_back(end ? 0 : builder.point(place.u, place.v));
            rows[side].places.push_back(cut.at(i));
        }
        rows[side].points.front() = corners[side];
        rows[side].points.back() = corners[(side + 1) % 4];
    }
    return rows;
}

void tessellateQuad(const TessellationMode& mode, const TessellationFactors& factors, MeshBuilder& builder) {
    const std::array<Row, 4> outer = quadSides(builder, mode, factors);
    if (allOne(factors, 4, 2, mode.spacing)) {
        builder.triangle(outer[0].points[0], outer[1].points[0], outer[2].points[0]);
        builder.triangle(outer[0].points[0], outer[2].points[0], outer[3].points[0]);
        return;
    }
    const Subdivision across(factors.inner[0], mode.spacing, 2);
    const Subdivision up(factors.inner[1], mode.spacing, 2);
    const uint32_t width = across.segments() - 1;
    const uint32_t height = up.segments() - 1;
    std::vector<uint32_t> grid;
    for (uint32_t y = 1; y <= height; ++y)
        for (uint32_t x = 1; x <= width; ++x) grid.push_back(builder.point(across.at(x), up.at(y)));
    const auto inside = [&](uint32_t x, uint32_t y) { return grid[(y - 1) * width + x - 1]; };
    for (uint32_t y = 1; y < height; ++y)
        for (uint32_t x = 1; x < width; ++x) {
            // A cell's diagonal points from the domain's nearest corner to its middle, so that rings are symmetrical.
            const bool left = 2 * x + 1 <= across.segments();
            const bool below = 2 * y + 1 <= up.segments();
            if (left == below) {
                builder.triangle(inside(x, y), inside(x + 1, y), inside(x + 1, y + 1));
                builder.triangle(inside(x, y), inside(x + 1, y + 1), inside(x, y + 1));
            } else {
                builder.triangle(inside(x, y), inside(x + 1, y), inside(x, y + 1));
                builder.triangle(inside(x + 1, y), inside(x + 1, y + 1), inside(x, y + 1));
            }
        }
    std::array<Row, 4> rows;
    for (uint32_t x = 1; x <= width; ++x) {
        rows[0].points.push_back(inside(x, 1));
        rows[0].places.push_back(across.at(x));
        rows[2].points.push_back(inside(width + 1 - x, height));
        rows[2].places.push_back(across.at(x));
    }
    for (uint32_t y = 1; y <= height; ++y) {
        rows[1].points.push_back(inside(width, y));
        rows[1].places.push_back(up.at(y));
        rows[3].points.push_back(inside(1, height + 1 - y));
        rows[3].places.push_back(up.at(y));
    }
    for (uint32_t side = 0; side < 4; ++side) builder.fill(outer[side], rows[side]);
}

/// The first factor counts lines, the second one their segments; there is no line at v = 1.
void tessellateIsolines(const TessellationMode& mode, const TessellationFactors& factors, MeshBuilder& builder) {
    const Subdivision lines(factors.outer[0], TessellationSpacing::Equal);
    const Subdivision cut(factors.outer[1], mode.spacing);
    for (uint32_t y = 0; y < lines.segments(); ++y) {
        uint32_t before = builder.point(0, lines.at(y));
        for (uint32_t x = 1; x <= cut.segments(); ++x) {
            const uint32_t next = builder.point(cut.at(x), lines.at(y));
            builder.line(before, next);
            before = next;
        }
    }
}

}  // namespace

void tessellate(const TessellationMode& mode, const TessellationFactors& factors, DomainMesh& mesh) {
    mesh.clear();
    const size_t outer = mode.domain == TessellationDomain::Quads       ? 4
                         : mode.domain == TessellationDomain::Triangles ? 3
                                                                        : 2;
    for (size_t i = 0; i < outer; ++i)
        if (!(factors.outer[i] > 0)) return;
    MeshBuilder builder(mode, mesh);
    if (mode.domain == TessellationDomain::Quads)
        tessellateQuad(mode, factors, builder);
    else if (mode.domain == TessellationDomain::Triangles)
        tessellateTriangle(mode, factors, builder);
    else
        tessellateIsolines(mode, factors, builder);
    if (mode.output != TessellationOutput::Points) return;
    // Each point once.
    mesh.corners.resize(mesh.points.size());
    for (uint32_t i = 0; i < mesh.corners.size(); ++i) mesh.corners[i] = i;
}

}  // namespace cyclorama::func
