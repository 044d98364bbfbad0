// SPDX-License-Identifier: MIT
#pragma once
// Pools of what is in flight in the draw pipeline, one of each for a machine. A stage gets the pools whose objects it
// reads, makes or drops.

#include <array>
#include <cstddef>
#include <cstdint>

#include "func/raster/triangle_setup.h"
#include "gpu/draw_state.h"
#include "machine/timing/draw/work.h"
#include "sim/pool.h"

namespace cyclorama::machine::timing {

/// A pool of objects that count their users: one when acquired; the object is released with its last. T has an integer
/// member `users` with initial value 1.
template <typename T>
class SharedPool : private sim::Pool<T> {
  public:
    using Id = typename sim::Pool<T>::Id;

    using sim::Pool<T>::acquire;
    using sim::Pool<T>::operator[];
    using sim::Pool<T>::inUse;

    /// One more user.
    void use(Id id) { ++(*this)[id].users; }
    /// One user less.
    void drop(Id id) {
        if (--(*this)[id].users == 0) this->release(id);
    }
};

using VertexPool = SharedPool<VertexInFlight>;
using TrianglePool = SharedPool<TriangleInFlight>;

/// Quads, with the inputs and outputs of their fragment programs. Each is a user of its triangle, except the last of a
/// batch, which has none.
class QuadPool {
  public:
    /// The triangles of the quads; must outlive the pool.
    explicit QuadPool(TrianglePool& triangles) : triangles_(&triangles) {}

    /// A quad whose triangle is still to be set, and use()d.
    QuadId acquire() { return quads_.acquire(); }
    /// Releases the quad, and drops its triangle.
    void drop(QuadId id) {
        if (!quads_[id].last) triangles_->drop(quads_[id].triangle);
        quads_.release(id);
    }

    QuadInFlight& operator[](QuadId id) { return quads_[id]; }
    const QuadInFlight& operator[](QuadId id) const { return quads_[id]; }
    /// The triangle of a quad other than the last of a batch.
    const TriangleInFlight& triangleOf(const QuadInFlight& quad) const { return (*triangles_)[quad.triangle]; }
    size_t inUse() const { return quads_.inUse(); }

    /// An input that the fragment program reads, once interpolated. Requires attribute < func::kVertexAttributes.
    QuadVectors& input(uint32_t attribute, QuadId id) { return inputs_[attribute][id]; }
    /// The program's output for a render target that is enabled. Requires target < gpu::kRenderTargets.
    QuadVectors& color(uint32_t target, QuadId id) { return colors_[target][id]; }
    /// An output that was written.
    const QuadVectors& color(uint32_t target, QuadId id) const { return colors_[target][id]; }

  private:
    TrianglePool* triangles_;
    sim::Pool<QuadInFlight> quads_;
    std::array<sim::PoolPlane<QuadVectors>, func::kVertexAttributes> inputs_;
    std::array<sim::PoolPlane<QuadVectors>, gpu::kRenderTargets> colors_;
};

}  // namespace cyclorama::machine::timing
