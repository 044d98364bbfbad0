// SPDX-License-Identifier: MIT
#pragma once
// Primitives of a draw that are worked on together, and the vertices that they share.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "families/adreno/pc/recent_vertices.h"

namespace cyclorama::adreno {

class InputBatch {
  public:
    /// Vertices or primitives of a full batch.
    static constexpr size_t kVertices = 1024;
    static constexpr size_t kPrimitives = 1024;

    /// `recent` outlives it, and is no other batch's until then.
    InputBatch(uint32_t verticesPerPrimitive, RecentVertices& recent)
        : verticesPerPrimitive_(verticesPerPrimitive), recent_(recent) {
        recent_.forgetAll();
    }

    /// Primitives that follow are of another instance.
    void beginInstance(uint32_t instance) {
        instance_ = instance;
        recent_.forgetAll();
    }
    /// A primitive of vertices with some indices, which has a number in its instance.
    void add(std::span<const uint32_t> primitiveIndices, uint32_t id) {
        for (const uint32_t index : primitiveIndices) corners_.push_back(vertexOf(index));
        ids_.push_back(id);
    }
    bool full() const { return indices_.size() >= kVertices || ids_.size() >= kPrimitives; }
    bool empty() const { return ids_.empty(); }
    void clear() {
        indices_.clear();
        instances_.clear();
        corners_.clear();
        ids_.clear();
        recent_.forgetAll();
    }

    /// One for each vertex.
    std::span<const uint32_t> indices() const { return indices_; }
    std::span<const uint32_t> instances() const { return instances_; }
    /// One for each primitive.
    std::span<const uint32_t> ids() const { return ids_; }
    /// Numbers of a primitive's vertices.
    std::span<const uint32_t> corners(size_t primitive) const {
        return std::span(corners_).subspan(primitive * verticesPerPrimitive_, verticesPerPrimitive_);
    }
    uint32_t verticesPerPrimitive() const { return verticesPerPrimitive_; }

  private:
    uint32_t vertexOf(uint32_t index) {
        const auto next = static_cast<uint32_t>(indices_.size());
        const uint32_t vertex = recent_.numberOf(index, next);
        if (vertex == next) {
            indices_.push_back(index);
            instances_.push_back(instance_);
        }
        return vertex;
    }

    uint32_t verticesPerPrimitive_;
    uint32_t instance_ = 0;
    /// Vertices of the current instance and batch; those of earlier ones are forgotten.
    RecentVertices& recent_;
    std::vector<uint32_t> indices_;
    std::vector<uint32_t> instances_;
    std::vector<uint32_t> corners_;
    std::vector<uint32_t> ids_;
};

}  // namespace cyclorama::adreno
