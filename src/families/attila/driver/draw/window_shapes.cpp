// SPDX-License-Identifier: MIT
#include "families/attila/driver/draw/window_shapes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

namespace cyclorama::attila {
namespace {

/// Places are rounded to this part of a pixel, and edges moved by less, so that none runs through centres of pixels.
constexpr double kSubpixels = 256;
constexpr double kNudge = 1.0 / 1024;
/// Beyond this, in pixels, a place says nothing.
constexpr double kFarthest = 1 << 20;
constexpr uint32_t kPatternBits = 16;
/// Pixels that quads of smooth shapes are larger than those, each way.
constexpr double kSmoothEdge = 1;
constexpr double kHalfPixel = 0.5;

double lerp(double a, double b, double t) { return a + t * (b - a); }

func::VertexAttributes mix(const func::VertexAttributes& a, const func::VertexAttributes& b, double t) {
    func::VertexAttributes made;
    for (size_t i = 0; i < made.size(); ++i)
        for (size_t c = 0; c < made[i].size(); ++c) made[i][c] = static_cast<float>(lerp(a[i][c], b[i][c], t));
    return made;
}

func::Vec4 scaled(const std::array<double, 4>& values, double factor) {
    func::Vec4 made{};
    for (size_t c = 0; c < made.size(); ++c) made[c] = static_cast<float>(values[c] * factor);
    return made;
}

/// Part of a line within planes, from one end (0) to the other (1).
struct Part {
    double begin = 0;
    double end = 1;
};

std::optional<Part> partWithin(const std::vector<double>& from, const std::vector<double>& to) {
    Part part;
    for (size_t i = 0; i < from.size(); ++i) {
        if (!(from[i] >= 0) && !(to[i] >= 0)) return std::nullopt;
        if (from[i] >= 0 && to[i] >= 0) continue;
        const double crossing = from[i] / (from[i] - to[i]);
        if (from[i] >= 0)
            part.end = std::min(part.end, crossing);
        else
            part.begin = std::max(part.begin, crossing);
    }
    return part.begin < part.end ? std::optional(part) : std::nullopt;
}

/// Edges of a point about `centre`, by the two rules of OpenGL.
std::pair<double, double> pointEdges(double centre, double size, bool sprite) {
    if (!sprite) {
        size = std::round(size);
        centre = std::fmod(size, 2) == 0 ? std::floor(centre + 0.5) : std::floor(centre) + 0.5;
        return {centre - size / 2, centre + size / 2};
    }
    return {centre - size / 2 - kNudge, centre + size / 2 - kNudge};
}

}  // namespace

double orientation(const func::Vec4& a, const func::Vec4& b, const func::Vec4& c) {
    const auto minor = [](double x, double y, double z, double w) { return x * w - y * z; };
    return a[0] * minor(b[1], b[3], c[1], c[3]) - a[1] * minor(b[0], b[3], c[0], c[3]) +
           a[3] * minor(b[0], b[1], c[0], c[1]);
}

/// A line along its major axis, which it goes upwards in: if not, it is mirrored at 0.
struct WindowShapes::Line {
    const func::VertexAttributes& from;
    const func::VertexAttributes& to;
    Place start, end;
    size_t major = 0;
    bool mirrored = false;

    double along(const Place& place) const { return mirrored ? -place.window[major] : place.window[major]; }
    double across(const Place& place) const { return place.window[1 - major]; }
    /// True for a place inside the diamond of its own pixel: less than half a pixel from the centre, along plus across.
    bool isInDiamond(const Place& place) const {
        const auto off = [](double value) { return std::fabs(value - std::floor(value) - 0.5); };
        return off(along(place)) + off(across(place)) < 0.5;
    }
    /// First column, and the one after the last.
    std::pair<int32_t, int32_t> columns() const {
        const auto bound = [this](const Place& place) {
            const double position = along(place);
            const double nearest = std::ceil(position - 0.5);
            return static_cast<int32_t>(isInDiamond(place) ? std::min(nearest, std::floor(position)) : nearest);
        };
        return {bound(start), bound(end)};
    }
};

std::vector<double> WindowShapes::distances(const func::VertexAttributes& vertex, bool sides) const {
    const func::Vec4& clip = vertex[func::kPositionAttribute];
    const double w = clip[3];
    std::vector<double> made;
    if (state_.rasterizer.depthClip) {
        made.push_back(state_.rasterizer.depthFromZero ? clip[2] : w + clip[2]);
        made.push_back(w - clip[2]);
    }
    for (const auto& [attribute, component] : state_.clipDistances) made.push_back(vertex[attribute][component]);
    if (sides) made.insert(made.end(), {w + clip[0], w - clip[0], w + clip[1], w - clip[1]});
    return made;
}

WindowShapes::Place WindowShapes::place(const func::Vec4& clip) const {
    Place made{.depth = moved(double{clip[2]} / clip[3]), .w = clip[3]};
    for (size_t axis = 0; axis < 2; ++axis) {
        const double window =
            double{clip[axis]} / clip[3] * state_.viewport.scale[axis] + state_.viewport.offset[axis] + shift();
        made.window[axis] = std::round(window * kSubpixels) / kSubpixels;
    }
    return made;
}

func::Vec4 WindowShapes::clipPosition(double x, double y, double depth, double w) const {
    const auto across = [&](double window) { return static_cast<float>((2 * window / state_.edge - 1) * w); };
    return {across(x), across(y), static_cast<float>(depth * w), static_cast<float>(w)};
}

void WindowShapes::addQuad(const std::array<func::VertexAttributes, 4>& corners) {
    const auto ndc = [&](size_t corner, size_t axis) {
        return corners[corner][func::kPositionAttribute][axis] / corners[corner][func::kPositionAttribute][3];
    };
    const float area =
        (ndc(1, 0) - ndc(0, 0)) * (ndc(3, 1) - ndc(0, 1)) - (ndc(1, 1) - ndc(0, 1)) * (ndc(3, 0) - ndc(0, 0));
    for (size_t i = 0; i < corners.size(); ++i)
        corners_.push_back(corners[(area < 0) == front_ ? corners.size() - 1 - i : i]);
}

double WindowShapes::moved(double depth) const {
    if (depthOffset_ == 0) return depth;
    return std::clamp(depth + depthOffset_, state_.rasterizer.depthFromZero ? 0.0 : -1.0, 1.0);
}

void WindowShapes::addTriangle(const std::array<const func::VertexAttributes*, 3>& vertices) {
    std::array<func::VertexAttributes, 3> corners;
    for (size_t i = 0; i < corners.size(); ++i) {
        corners[i] = *vertices[i];
        func::Vec4& position = corners[i][func::kPositionAttribute];
        for (size_t axis = 0; axis < 2; ++axis) {
            const double window = double{position[axis]} * state_.viewport.scale[axis] +
                                  (state_.viewport.offset[axis] + shift()) * position[3];
            position[axis] = static_cast<float>(2 * window / state_.edge - position[3]);
        }
        position[2] = static_cast<float>(moved(double{position[2]} / position[3]) * position[3]);
    }
    const bool turned = (orientation(corners[0][0], corners[1][0], corners[2][0]) < 0) == front_;
    for (const size_t i : turned ? std::array<size_t, 4>{2, 1, 0, 0} : std::array<size_t, 4>{0, 1, 2, 2})
        corners_.push_back(corners[i]);
}

void WindowShapes::addPoint(const func::VertexAttributes& vertex) {
    const func::Vec4& clip = vertex[func::kPositionAttribute];
    if (!(clip[3] > 0)) return;
    for (const double distance : distances(vertex, false))
        if (!(distance >= 0)) return;
    const Place at = place(clip);
    if (!(std::fabs(at.window[0]) < kFarthest) || !(std::fabs(at.window[1]) < kFarthest)) return;
    const virgl::RasterizerState& raster = state_.rasterizer;
    const float asked = raster.pointSizeOfVertex ? vertex[state_.sizeAttribute][0] : raster.pointSize;
    const double size = asked >= 1 ? std::min(asked, kLargestShape) : 1.0;
    const double radius = size / 2 + kSmoothEdge;
    const bool smooth = state_.coverage.has_value();
    const auto edges = [&](size_t axis) {
        const double centre = at.window[axis];
        return smooth ? std::pair(centre - radius, centre + radius) : pointEdges(centre, size, raster.pointSprite);
    };
    const auto [left, right] = edges(0);
    const auto [low, high] = edges(1);
    std::array<func::VertexAttributes, 4> corners;
    for (size_t i = 0; i < corners.size(); ++i) {
        const bool isRight = i == 1 || i == 2;
        const bool isHigh = i >= 2;
        corners[i] = vertex;
        corners[i][func::kPositionAttribute] =
            clipPosition(isRight ? right : left, isHigh ? high : low, at.depth, at.w);
        const func::Vec4 within = {isRight ? 1.0f : 0.0f, isHigh == raster.spriteFromFirstRow ? 1.0f : 0.0f, 0, 1};
        for (AttributeMask rest = state_.sprite; rest != 0; rest &= rest - 1)
            corners[i][static_cast<size_t>(std::countr_zero(rest))] = within;
        if (smooth)
            corners[i][*state_.coverage] =
                scaled({isRight ? radius : -radius, isHigh ? radius : -radius, size / 2 + kHalfPixel, 1}, at.w);
    }
    addQuad(corners);
}

void WindowShapes::addLine(const func::VertexAttributes& from, const func::VertexAttributes& to) {
    const virgl::RasterizerState& raster = state_.rasterizer;
    const std::optional<Part> part = partWithin(distances(from, true), distances(to, true));
    if (!part) return;
    func::VertexAttributes first = part->begin > 0 ? mix(from, to, part->begin) : from;
    func::VertexAttributes last = part->end < 1 ? mix(from, to, part->end) : to;
    for (AttributeMask rest = state_.flat; rest != 0; rest &= rest - 1) {
        const auto attribute = static_cast<size_t>(std::countr_zero(rest));
        first[attribute] = last[attribute] = (raster.provokingFirst ? from : to)[attribute];
    }
    const func::Vec4& begin = first[func::kPositionAttribute];
    const func::Vec4& end = last[func::kPositionAttribute];
    if (!(begin[3] > 0) || !(end[3] > 0)) return;
    Line line{.from = first, .to = last, .start = place(begin), .end = place(end)};
    const auto distance = [&](size_t axis) { return line.end.window[axis] - line.start.window[axis]; };
    if (!(std::fabs(distance(0)) < kFarthest) || !(std::fabs(distance(1)) < kFarthest)) return;
    if (state_.coverage) return addSmoothLine(line);
    line.major = std::fabs(distance(1)) > std::fabs(distance(0)) ? 1 : 0;
    line.mirrored = distance(line.major) < 0;
    const auto [column, columnEnd] = line.columns();
    int32_t run = column;
    for (int32_t i = column; i < columnEnd; ++i) {
        if (isPixelDrawn()) continue;
        addColumns(line, run, i);
        run = i + 1;
    }
    addColumns(line, run, columnEnd);
}

void WindowShapes::addSmoothLine(const Line& line) {
    const auto& [start, end] = std::pair(line.start.window, line.end.window);
    const double length = std::hypot(end[0] - start[0], end[1] - start[1]);
    if (!(length > 0)) return;
    const std::array<double, 2> along = {(end[0] - start[0]) / length, (end[1] - start[1]) / length};
    const double half = double{state_.rasterizer.lineWidth} / 2 + kSmoothEdge;
    std::array<func::VertexAttributes, 4> corners;
    for (size_t i = 0; i < corners.size(); ++i) {
        const bool isEnd = i == 1 || i == 2;
        const double across = i < 2 ? -half : half;
        const double beyond = isEnd ? kSmoothEdge : -kSmoothEdge;
        const Place& place = isEnd ? line.end : line.start;
        // Varyings and depth end where the line does.
        corners[i] = isEnd ? line.to : line.from;
        corners[i][func::kPositionAttribute] =
            clipPosition(place.window[0] + along[0] * beyond - along[1] * across,
                         place.window[1] + along[1] * beyond + along[0] * across, place.depth, place.w);
        corners[i][*state_.coverage] =
            scaled({across, (isEnd ? length : -length) / 2 + beyond, length / 2 + kHalfPixel, 1}, place.w);
    }
    addQuad(corners);
}

bool WindowShapes::isPixelDrawn() {
    const virgl::RasterizerState& raster = state_.rasterizer;
    if (!raster.lineStipple) return true;
    const uint32_t bit = patternPlace_++ / raster.stippleFactor % kPatternBits;
    return (raster.stipplePattern >> bit & 1) != 0;
}

void WindowShapes::addColumns(const Line& line, int32_t first, int32_t end) {
    if (first >= end) return;
    const double begin = line.along(line.start);
    const double length = line.along(line.end) - begin;
    const double half = std::max(std::round(double{state_.rasterizer.lineWidth}), 1.0) / 2;
    const auto inverse = [&](double t) { return lerp(1 / line.start.w, 1 / line.end.w, t); };
    const double least = std::min(inverse(0), inverse(1)) / 4;
    std::array<func::VertexAttributes, 4> corners;
    for (size_t side = 0; side < 2; ++side) {
        const double column = side == 0 ? first : end;
        // A line of one pixel may be much shorter than that.
        double t = length > 0 ? (column - begin) / length : 0.0;
        const double across = lerp(line.across(line.start), line.across(line.end), t) + kNudge;
        if (inverse(t) < least || t < -1 || t > 2) t = std::clamp(t, 0.0, 1.0);
        const double w = 1 / inverse(t);
        const double depth = std::clamp(lerp(line.start.depth, line.end.depth, t), -1.0, 1.0);
        func::VertexAttributes vertex = mix(line.from, line.to, t * w / line.end.w);
        for (size_t corner = 0; corner < 2; ++corner) {
            std::array<double, 2> window{};
            window[line.major] = line.mirrored ? -column : column;
            window[1 - line.major] = corner == side ? across - half : across + half;
            vertex[func::kPositionAttribute] = clipPosition(window[0], window[1], depth, w);
            corners[2 * side + corner] = vertex;
        }
    }
    addQuad(corners);
}

}  // namespace cyclorama::attila
