// SPDX-License-Identifier: MIT
#pragma once
// Primitives on their way from the last geometry stage to the rasterizer: batches of vertices, each a record of words
// as the VPC holds it, and of the primitives between them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace cyclorama::adreno {

enum class PrimitiveTopology : uint8_t { Points, Lines, Triangles };

/// The stage whose registers say how its vertices are clipped and placed: GRAS_VS_*, GRAS_DS_* or GRAS_GS_*.
enum class LastStage : uint8_t { Vertex, Domain, Geometry };

/// Places in a vertex's record, in words. A varying's place is its location (VPC_VARYING_INTERP, bary.f).
struct VertexLayout {
    static constexpr uint32_t kNone = 0xff;

    /// Words from one record to the next.
    uint32_t stride = 0;
    /// x, y, z and w in clip coordinates. Those of further views follow at once.
    uint32_t position = kNone;
    uint32_t pointSize = kNone;
    /// Integers.
    uint32_t layer = kNone;
    uint32_t viewport = kNone;
    /// Clip and cull distances 0 to 3, and 4 to 7.
    std::array<uint32_t, 2> distances{kNone, kNone};
};

/// All that is the same for the primitives of a draw.
struct PrimitiveDraw {
    PrimitiveTopology topology = PrimitiveTopology::Triangles;
    LastStage stage = LastStage::Vertex;
    VertexLayout layout;
    /// Positions of a record: one, or one for each view.
    uint32_t positions = 1;
    /// Varyings in which a fragment program finds not the vertices' words but the primitive's number and its view
    /// (VPC_CNTL_0).
    uint32_t primitiveIdLocation = VertexLayout::kNone;
    uint32_t viewIdLocation = VertexLayout::kNone;
    /// The provoking vertex is the last of the primitive's, else the first.
    bool provokingLast = false;

    uint32_t verticesPerPrimitive() const { return static_cast<uint32_t>(topology) + 1; }
};

struct Primitive {
    /// Numbers of vertices in the batch, as many as the topology has, in the order that gives triangles their winding.
    std::array<uint32_t, 3> vertices{};
    /// The primitive's number in its instance.
    uint32_t id = 0;
};

struct PrimitiveBatch {
    /// The records, one after the other.
    std::span<const uint32_t> words;
    /// In the order in which they are drawn.
    std::span<const Primitive> primitives;
    /// The number of the view that is drawn, and of its position in the records.
    uint32_t view = 0;
    uint32_t positionOfView = 0;
    /// The number of the stream, of four that geometry programs write.
    uint32_t stream = 0;

    const uint32_t* record(const PrimitiveDraw& draw, uint32_t vertex) const {
        return words.data() + static_cast<size_t>(vertex) * draw.layout.stride;
    }
    /// The words of x, y, z and w.
    const uint32_t* position(const PrimitiveDraw& draw, uint32_t vertex) const {
        return record(draw, vertex) + draw.layout.position + 4 * static_cast<size_t>(positionOfView);
    }
};

/// A draw's geometry stages as the stages after them see them: each batch is made when it is asked for.
class PrimitiveSource {
  public:
    virtual ~PrimitiveSource() = default;
    /// Lasts as long as the source.
    virtual const PrimitiveDraw& draw() const = 0;
    /// The next primitives, valid until the next call; some batches have none. Null at the end of the draw.
    virtual const PrimitiveBatch* next() = 0;
    /// Executes the rest of the draw, for all that its stages do besides making primitives.
    void drain() {
        while (next() != nullptr) {
        }
    }
};

}  // namespace cyclorama::adreno
