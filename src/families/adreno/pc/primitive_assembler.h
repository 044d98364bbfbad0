// SPDX-License-Identifier: MIT
#pragma once
// Makes primitives of a stream of vertices, in the orders of OpenGL and Vulkan (chapters on primitive topologies).

#include <array>
#include <cstdint>
#include <span>

#include "families/adreno/vpc/primitives.h"

namespace cyclorama::adreno {

/// Kinds of input of a draw (Mesa: adreno_pm4.xml, pc_di_primtype).
enum class InputPrimitive : uint8_t {
    PointsWithSize = 1,
    LineList = 2,
    LineStrip = 3,
    TriangleList = 4,
    TriangleFan = 5,
    TriangleStrip = 6,
    LineLoop = 7,
    Rectangles = 8,
    Points = 9,
    LinesAdjacent = 10,
    LineStripAdjacent = 11,
    TrianglesAdjacent = 12,
    TriangleStripAdjacent = 13,
    /// Patches of one vertex; up to 32 follow.
    Patches = 32
};
inline constexpr uint32_t kMostPatchVertices = 32;

/// Facts about a kind of input.
struct InputShape {
    InputPrimitive primitive = InputPrimitive::Points;
    /// Vertices of one primitive, those of its neighbours among them.
    uint32_t vertices = 0;
    /// The first vertex of the primitive itself, and the distance to the next of it: neighbours are between.
    uint32_t first = 0;
    uint32_t step = 1;
    PrimitiveTopology topology = PrimitiveTopology::Points;
};

/// Null where a draw has no such kind.
const InputShape* findInputShape(uint32_t primitive);
/// Patches of some vertices, 1 to 32.
InputShape patchesOf(uint32_t vertices);

class PrimitiveAssembler {
  public:
    PrimitiveAssembler(const InputShape& shape, bool provokingLast) : shape_(shape), provokingLast_(provokingLast) {}

    /// Takes a vertex, and calls `use` with the vertices of each primitive that is complete.
    template <typename Use>
    void add(uint32_t vertex, Use use);
    /// Ends a strip, fan or loop, and forgets a primitive that is not complete.
    template <typename Use>
    void finish(Use use);

  private:
    template <typename Use>
    void addToStripAdjacent(uint32_t vertex, Use use);
    template <typename Use>
    void emitStripAdjacent(uint32_t triangle, bool last, Use use) const;
    template <typename Use, typename... Vertices>
    static void emit(Use use, Vertices... vertices) {
        const std::array<uint32_t, sizeof...(Vertices)> all{vertices...};
        use(std::span<const uint32_t>(all));
    }
    /// A vertex of the strip so far, of its last sixteen.
    uint32_t at(uint32_t ordinal) const { return kept_[ordinal % kWindow]; }

    static constexpr uint32_t kWindow = 16;

    InputShape shape_;
    bool provokingLast_ = false;
    /// Vertices since the start or the last end.
    uint32_t count_ = 0;
    /// Lists: those of the primitive; strips: a window that goes around; fans and loops: the first one, and the last.
    std::array<uint32_t, kMostPatchVertices> kept_{};
};

template <typename Use>
void PrimitiveAssembler::add(uint32_t vertex, Use use) {
    const uint32_t ordinal = count_++;
    switch (shape_.primitive) {
        case InputPrimitive::LineStrip:
            if (ordinal > 0) emit(use, kept_[0], vertex);
            kept_[0] = vertex;
            return;
        case InputPrimitive::LineLoop:
            if (ordinal == 0)
                kept_[0] = vertex;
            else
                emit(use, kept_[1], vertex);
            kept_[1] = vertex;
            return;
        case InputPrimitive::TriangleFan:
            if (ordinal == 0) kept_[0] = vertex;
            // The first of a fan's triangle is never the provoking one.
            if (ordinal > 1 && provokingLast_) emit(use, kept_[0], kept_[1], vertex);
            if (ordinal > 1 && !provokingLast_) emit(use, kept_[1], vertex, kept_[0]);
            kept_[1] = vertex;
            return;
        case InputPrimitive::TriangleStrip:
            kept_[ordinal % kWindow] = vertex;
            if (ordinal < 2) return;
            if (ordinal % 2 == 0)
                emit(use, at(ordinal - 2), at(ordinal - 1), vertex);
            else if (provokingLast_)
                emit(use, at(ordinal - 1), at(ordinal - 2), vertex);
            else
                emit(use, at(ordinal - 2), vertex, at(ordinal - 1));
            return;
        case InputPrimitive::LineStripAdjacent:
            kept_[ordinal % kWindow] = vertex;
            if (ordinal >= 3) emit(use, at(ordinal - 3), at(ordinal - 2), at(ordinal - 1), vertex);
            return;
        case InputPrimitive::TriangleStripAdjacent:
            return addToStripAdjacent(vertex, use);
        default:
            kept_[ordinal] = vertex;
            if (count_ < shape_.vertices) return;
            use(std::span<const uint32_t>(kept_).first(shape_.vertices));
            count_ = 0;
    }
}

template <typename Use>
void PrimitiveAssembler::finish(Use use) {
    if (shape_.primitive == InputPrimitive::LineLoop && count_ > 1) emit(use, kept_[1], kept_[0]);
    // The last triangle has another neighbour than those before it.
    if (shape_.primitive == InputPrimitive::TriangleStripAdjacent && count_ >= 6)
        emitStripAdjacent((count_ - 6) / 2, true, use);
    count_ = 0;
}

/// A triangle's far neighbour comes two vertices after it.
template <typename Use>
void PrimitiveAssembler::addToStripAdjacent(uint32_t vertex, Use use) {
    const uint32_t ordinal = count_ - 1;
    kept_[ordinal % kWindow] = vertex;
    if (ordinal >= 7 && ordinal % 2 == 1) emitStripAdjacent((ordinal - 7) / 2, false, use);
}

template <typename Use>
void PrimitiveAssembler::emitStripAdjacent(uint32_t triangle, bool last, Use use) const {
    const uint32_t base = 2 * triangle;
    // Neighbours across the side to the triangle before, and to the one after it.
    const uint32_t before = triangle == 0 ? at(base + 1) : at(base - 2);
    const uint32_t after = last ? at(base + 5) : at(base + 6);
    const uint32_t beside = at(base + 3);
    if (triangle % 2 == 0)
        emit(use, at(base), before, at(base + 2), after, at(base + 4), beside);
    else if (provokingLast_)
        emit(use, at(base + 2), before, at(base), beside, at(base + 4), after);
    else
        emit(use, at(base), beside, at(base + 4), after, at(base + 2), before);
}

}  // namespace cyclorama::adreno
