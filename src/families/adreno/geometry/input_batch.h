// SPDX-License-Identifier: MIT
#pragma once
// Primitives of a draw that are worked on together, and the vertices that they share.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace cyclorama::adreno {

class InputBatch {
  public:
    /// A batch is full from so many vertices or primitives on.
    static constexpr size_t kVertices = 1024;
    static constexpr size_t kPrimitives = 1024;

    explicit InputBatch(uint32_t verticesPerPrimitive) : verticesPerPrimitive_(verticesPerPrimitive) {}

    /// Primitives that follow are of another instance.
    void beginInstance(uint32_t instance) {
        instance_ = instance;
        ++stamp_;
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
        ++stamp_;
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
        Remembered& place = remembered_[index % kRemembered];
        if (place.stamp == stamp_ && place.index == index) return place.vertex;
        const auto vertex = static_cast<uint32_t>(indices_.size());
        indices_.push_back(index);
        instances_.push_back(instance_);
        place = {.stamp = stamp_, .index = index, .vertex = vertex};
        return vertex;
    }

    static constexpr size_t kRemembered = 4096;
    /// A vertex that may come again, at the place that its index gives it.
    struct Remembered {
        uint64_t stamp = 0;
        uint32_t index = 0;
        uint32_t vertex = 0;
    };

    uint32_t verticesPerPrimitive_;
    uint32_t instance_ = 0;
    /// Vertices of the instance and batch: those of others are not remembered.
    uint64_t stamp_ = 1;
    std::vector<uint32_t> indices_;
    std::vector<uint32_t> instances_;
    std::vector<uint32_t> corners_;
    std::vector<uint32_t> ids_;
    std::vector<Remembered> remembered_ = std::vector<Remembered>(kRemembered);
};

}  // namespace cyclorama::adreno
