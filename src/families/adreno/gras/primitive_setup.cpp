// SPDX-License-Identifier: MIT
#include "families/adreno/gras/primitive_setup.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cyclorama::adreno {
namespace {

// Attributes of a corner while it is clipped: its position, the shares that the primitive's corners have in it, and its
// distances from the planes of the program.
constexpr uint32_t kShares = 1;
constexpr uint32_t kDistances = 2;
constexpr uint32_t kPlanes = 8;

constexpr uint32_t kMostCorners = 3;

// Codes of a corner: bits 0 to 7 for negative distances, those of the two depth planes, and one for what has to be cut.
constexpr uint32_t kBeforeNear = 1u << 8;
constexpr uint32_t kBeyondFar = 1u << 9;
constexpr uint32_t kCut = 1u << 10;

float floatAt(const uint32_t* record, uint32_t place) { return std::bit_cast<float>(record[place]); }

func::Vec4 positionAt(const uint32_t* words, bool inWindow) {
    func::Vec4 position;
    for (uint32_t c = 0; c < 4; ++c) position[c] = floatAt(words, c);
    if (inWindow) position[3] = 1.0f;
    return position;
}

/// The least step of depth that is sure to be seen (OpenGL, Vulkan: r of the depth bias): a step of fixed point, which
/// rounding makes neither 0 nor 2 of.
double depthStep(DepthFormat format, double largest) {
    switch (format) {
        case DepthFormat::Unorm16:
            return 1.0 / 0xffff;
        case DepthFormat::Float32:
            return std::ldexp(1.0, std::ilogb(std::max(std::abs(largest), 0x1p-126)) - 23);
        default:
            return 1.0 / 0xffffff;
    }
}

}  // namespace

PrimitiveSetup::PrimitiveSetup(const RasterControl& control, const PrimitiveDraw& draw)
    : control_(control), draw_(draw) {}

const func::RasterState& PrimitiveSetup::stateOf(uint32_t viewport) {
    std::optional<func::RasterState>& state = states_[viewport];
    if (!state) state = rasterState(control_, viewport);
    return *state;
}

std::optional<uint32_t> PrimitiveSetup::commonViewport() const {
    if (control_.takesViewport && draw_.layout.viewport != VertexLayout::kNone) return std::nullopt;
    return std::min(control_.viewportOfView ? batch_.view : 0u, kViewports - 1);
}

void PrimitiveSetup::begin(const PrimitiveBatch& batch) {
    batch_ = batch;
    next_ = 0;
    vertices_.clear();
    const std::optional<uint32_t> viewport = commonViewport();
    if (!viewport) return;
    const func::RasterState& state = stateOf(*viewport);
    vertices_.resize(batch.words.size() / draw_.layout.stride);
    for (uint32_t i = 0; i < vertices_.size(); ++i) placeVertex(i, state, vertices_[i]);
}

void PrimitiveSetup::placeVertex(uint32_t vertex, const func::RasterState& state, Corner& corner) const {
    corner.position = positionAt(batch_.position(draw_, vertex), control_.clip.inWindow);
    corner.record = batch_.record(draw_, vertex);
    corner.codes = codesOf(corner, state);
    corner.window = func::toWindow(corner.position, state);
}

bool PrimitiveSetup::next(RasterList& list) {
    if (next_ == batch_.primitives.size()) return false;
    list_ = &list;
    setUp(batch_.primitives[next_++]);
    return true;
}

void PrimitiveSetup::setUp(const Primitive& primitive) {
    const uint32_t count = std::min(draw_.verticesPerPrimitive(), kMostCorners);
    Shared shared;
    place(primitive, batch_.record(draw_, primitive.vertices[draw_.provokingLast ? count - 1 : 0]), shared.triangle);
    shared.state = &stateOf(shared.triangle.viewport);
    std::array<Corner, kMostCorners> all;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t vertex = primitive.vertices[i];
        if (vertices_.empty())
            placeVertex(vertex, *shared.state, all[i]);
        else
            all[i] = vertices_[vertex];
    }
    const std::span<const Corner> corners = std::span(all).first(count);
    if (isOutside(corners)) return;
    ++left_;
    if (count == 3)
        addTriangle(corners, shared);
    else if (count == 2)
        addLine(corners, shared);
    else
        addPoint(corners[0], shared);
}

/// The provoking vertex, layer and viewport. A layer that the target has not is its last.
void PrimitiveSetup::place(const Primitive& primitive, const uint32_t* provoking, RasterTriangle& triangle) const {
    triangle.view = static_cast<uint8_t>(batch_.view);
    triangle.primitive = primitive.id;
    triangle.provoking = provoking;
    const auto integer = [&](bool taken, uint32_t at) {
        return taken && at != VertexLayout::kNone ? provoking[at] : 0;
    };
    const uint32_t layer =
        integer(control_.takesLayer, draw_.layout.layer) + (control_.layerOfView ? triangle.view : 0u);
    const uint32_t viewport =
        integer(control_.takesViewport, draw_.layout.viewport) + (control_.viewportOfView ? triangle.view : 0u);
    triangle.layer = static_cast<uint16_t>(std::min(layer, control_.lastLayer));
    triangle.viewport = static_cast<uint8_t>(std::min(viewport, kViewports - 1));
}

float PrimitiveSetup::distance(const uint32_t* record, uint32_t number) const {
    const uint32_t at = draw_.layout.distances[number / 4];
    return at == VertexLayout::kNone ? 0.0f : floatAt(record, at + number % 4);
}

uint32_t PrimitiveSetup::codesOf(const Corner& corner, const func::RasterState& state) const {
    const ClipControl& clip = control_.clip;
    const func::Vec4& p = corner.position;
    uint32_t codes = 0;
    if (clip.nearPlane && p[2] < (clip.zeroToOne ? 0.0f : -p[3])) codes |= kBeforeNear;
    if (clip.farPlane && p[2] > p[3]) codes |= kBeyondFar;
    if (func::needsClipping(p, state)) codes |= kCut;
    for (uint32_t planes = clip.clipDistances | clip.cullDistances; planes != 0; planes &= planes - 1) {
        const auto number = static_cast<uint32_t>(std::countr_zero(planes));
        // A distance that is no number is as good as negative.
        if (distance(corner.record, number) >= 0.0f) continue;
        codes |= 1u << number;
        if ((clip.clipDistances >> number & 1) != 0) codes |= kCut;
    }
    return codes;
}

/// True where all corners are outside of one plane.
bool PrimitiveSetup::isOutside(std::span<const Corner> corners) {
    uint32_t common = ~kCut;
    for (const Corner& corner : corners) common &= corner.codes;
    return common != 0;
}

bool PrimitiveSetup::needsCut(std::span<const Corner> corners) {
    return std::ranges::any_of(corners, [](const Corner& corner) { return (corner.codes & kCut) != 0; });
}

std::vector<PrimitiveSetup::Corner> PrimitiveSetup::cut(std::span<const Corner> corners,
                                                        const func::RasterState& state) {
    polygon_.clear();
    for (size_t i = 0; i < corners.size(); ++i) {
        func::VertexAttributes vertex{};
        vertex[func::kPositionAttribute] = corners[i].position;
        vertex[kShares][i] = 1.0f;
        for (uint32_t planes = control_.clip.clipDistances; planes != 0; planes &= planes - 1) {
            const auto number = static_cast<uint32_t>(std::countr_zero(planes));
            vertex[kDistances + number / 4][number % 4] = distance(corners[i].record, number);
        }
        polygon_.push_back(vertex);
    }
    func::clipToGuardBand(polygon_, state);
    for (uint32_t number = 0; number < kPlanes; ++number)
        if ((control_.clip.clipDistances >> number & 1) != 0)
            func::clipAtDistance(polygon_, kDistances + number / 4, number % 4);
    std::vector<Corner> left;
    if (polygon_.size() < corners.size()) return left;
    for (const func::VertexAttributes& vertex : polygon_)
        left.push_back({.position = vertex[func::kPositionAttribute],
                        .shares = vertex[kShares],
                        .window = func::toWindow(vertex[func::kPositionAttribute], state)});
    return left;
}

void PrimitiveSetup::addTriangle(std::span<const Corner> corners, Shared& shared) {
    if (!needsCut(corners)) return addPolygon(corners, corners, shared);
    const std::vector<Corner> left = cut(corners, *shared.state);
    shared.cutFrom = corners;
    if (left.size() >= 3) addPolygon(left, corners, shared);
}

/// A convex polygon; `whole` are the corners of the triangle that it is a part of.
void PrimitiveSetup::addPolygon(std::span<const Corner> corners, std::span<const Corner> whole, Shared& shared) {
    const func::RasterState& state = *shared.state;
    for (size_t i = 2; i < corners.size(); ++i) {
        const std::array window{corners[0].window, corners[i - 1].window, corners[i].window};
        if (!std::ranges::all_of(window, func::isInReach)) continue;
        const double area = func::windowArea(window, state);
        if (area == 0.0 || std::isnan(area)) continue;
        shared.triangle.backFacing = (area > 0.0) != control_.frontIsClockwise;
        if (shared.triangle.backFacing ? control_.cullsBack : control_.cullsFront) return;
        const func::SetupTriangle setup = planesOf(window, state);
        shared.depthOffset = offsetOf(setup, window, state);
        if (control_.polygonMode == PolygonMode::Triangles) {
            append(setup, {&corners[0], &corners[i - 1], &corners[i]}, shared);
            continue;
        }
        shared.cutFrom = {};
        // Facing and offset are those of any part: all are in the triangle's plane.
        for (size_t edge = 0; edge < whole.size(); ++edge) {
            if (control_.polygonMode == PolygonMode::Points)
                addPoint(whole[edge], shared);
            else
                addLine(std::array{whole[edge], whole[(edge + 1) % whole.size()]}, shared);
        }
        return;
    }
}

void PrimitiveSetup::addLine(std::span<const Corner> corners, Shared shared) {
    const func::RasterState& state = *shared.state;
    std::vector<Corner> left;
    if (needsCut(corners)) {
        left = cut(corners, state);
        if (left.size() != 2) return;
        shared.cutFrom = corners;
        corners = left;
    }
    const func::WindowVertex& from = corners[0].window;
    const func::WindowVertex& to = corners[1].window;
    const auto width = static_cast<double>(control_.lineWidth);
    const func::WindowQuadrangle window =
        control_.rectangularLines ? func::rectangularLine(from, to, width) : func::alignedLine(from, to, width);
    addQuadrangle(window, {&corners[0], &corners[0], &corners[1], &corners[1]}, shared);
}

void PrimitiveSetup::addPoint(const Corner& corner, Shared& shared) {
    const func::Vec4& p = corner.position;
    if (corner.codes != 0) return;
    if (control_.clip.sides && (std::abs(p[0]) > p[3] || std::abs(p[1]) > p[3])) return;
    const bool own = draw_.layout.pointSize != VertexLayout::kNone;
    float size = own ? floatAt(corner.record, draw_.layout.pointSize) : control_.pointSize;
    // Not-a-number counts as the least size.
    size = size >= control_.leastPointSize ? std::min(size, control_.largestPointSize) : control_.leastPointSize;
    const func::WindowVertex& centre = corner.window;
    const double half = static_cast<double>(size) * 0.5;
    shared.triangle.sprite = {.left = static_cast<float>(centre.x - half),
                              .top = static_cast<float>(centre.y - half),
                              .inverseSize = size > 0.0f ? 1.0f / size : 0.0f};
    addQuadrangle(func::squarePoint(centre, static_cast<double>(size)), {&corner, &corner, &corner, &corner}, shared);
}

void PrimitiveSetup::addQuadrangle(const func::WindowQuadrangle& window, const std::array<const Corner*, 4>& corners,
                                   const Shared& shared) {
    if (!std::ranges::all_of(window, func::isInReach)) return;
    constexpr std::array<std::array<size_t, 3>, 2> kHalves = {{{0, 1, 2}, {2, 1, 3}}};
    for (const auto& [a, b, c] : kHalves) {
        func::SetupTriangle setup = planesOf({window[a], window[b], window[c]}, *shared.state);
        func::faceFront(setup);
        append(setup, {corners[a], corners[b], corners[c]}, shared);
    }
}

/// With one sample a pixel, its place is the origin of all that is computed for the pixel.
func::SetupTriangle PrimitiveSetup::planesOf(const std::array<func::WindowVertex, 3>& window,
                                             const func::RasterState& state) const {
    func::SetupTriangle setup = func::setupWindowTriangle(window, state);
    if (control_.samples != 1) return setup;
    const func::SampleOffset& place = control_.samplePlaces[0];
    for (func::PlaneEquation& plane : setup.planes) plane.c += plane.a * (place.x - 0.5) + plane.b * (place.y - 0.5);
    return setup;
}

void PrimitiveSetup::append(const func::SetupTriangle& setup, const std::array<const Corner*, 3>& corners,
                            const Shared& shared) {
    const func::PixelRectangle& box = setup.bounds;
    if (box.minX >= box.maxX || box.minY >= box.maxY) return;
    func::SetupTriangle& kept = list_->setups.emplace_back(setup);
    if (func::cullTriangle(kept, func::CullMode::None)) return list_->setups.pop_back();
    kept.depthOffset = shared.depthOffset;
    RasterTriangle& triangle = list_->triangles.emplace_back(shared.triangle);
    const std::span<const Corner> whole = shared.cutFrom;
    for (size_t i = 0; i < corners.size(); ++i)
        triangle.records[i] = whole.empty() ? corners[i]->record : whole[std::min(i, whole.size() - 1)].record;
    if (!whole.empty()) {
        triangle.part = static_cast<uint32_t>(list_->parts.size());
        list_->parts.push_back(partOf(corners, whole));
    }
    triangle.flatW = setup.inverseW[0] == setup.inverseW[1] && setup.inverseW[1] == setup.inverseW[2];
}

/// The second end of a line counts as its third corner, too, with no share.
ClippedPart PrimitiveSetup::partOf(const std::array<const Corner*, 3>& corners, std::span<const Corner> whole) {
    ClippedPart part;
    for (size_t i = 0; i < corners.size(); ++i) {
        for (size_t k = 0; k < part.w.size(); ++k) part.shares[i][k] = static_cast<double>(corners[i]->shares[k]);
        part.w[i] = static_cast<double>(whole[std::min(i, whole.size() - 1)].position[3]);
    }
    return part;
}

double PrimitiveSetup::offsetOf(const func::SetupTriangle& setup, std::span<const func::WindowVertex> window,
                                const func::RasterState& state) const {
    const DepthBias& offset = control_.depthBias;
    if (!offset.enabled) return 0.0;
    const auto scale = static_cast<double>(state.viewportTransform.scale[2]);
    const auto bias = static_cast<double>(state.viewportTransform.offset[2]);
    double largest = 0.0;
    for (const func::WindowVertex& vertex : window) largest = std::max(largest, std::abs(vertex.z * scale + bias));
    const func::PlaneEquation& depth = setup.planes[func::kDepthPlane];
    const double slope = std::max(std::abs(depth.a), std::abs(depth.b)) * std::abs(scale);
    const double sum = static_cast<double>(offset.slopeFactor) * slope +
                       static_cast<double>(offset.units) * depthStep(control_.depthFormat, largest);
    const auto limit = static_cast<double>(offset.clamp);
    if (limit > 0.0) return std::min(sum, limit);
    return limit < 0.0 ? std::max(sum, limit) : sum;
}

}  // namespace cyclorama::adreno
