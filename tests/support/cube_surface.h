// SPDX-License-Identifier: MIT
#pragma once
// Texels of a cube map as squares on a cube's surface, in whole numbers: which one is next to another is a fold of the
// surface at the cube's edge, and nothing is rounded.

#include <array>
#include <cstdint>

#include "func/texture/cube_faces.h"

namespace cyclorama {

class CubeSurface {
  public:
    /// Faces have `size` x `size` texels.
    explicit CubeSurface(int32_t size) : size_(size) {}

    /// The texel on the other side of the edge, of one that is a step beyond it.
    func::CubeTexel acrossEdge(const func::CubeTexel& texel) const {
        const Frame& frame = kFrames[static_cast<size_t>(texel.face)];
        int32_t s = 2 * texel.x + 1 - size_;
        int32_t t = 2 * texel.y + 1 - size_;
        // Half a texel beyond the edge of the face's plane becomes half a texel below the plane, at the edge.
        fold(s);
        fold(t);
        std::array<int32_t, 3> middle{};
        for (size_t i = 0; i < 3; ++i) middle[i] = frame.s[i] * s + frame.t[i] * t + frame.out[i] * (size_ - 1);
        for (size_t face = 0; face < kFrames.size(); ++face) {
            const Frame& other = kFrames[face];
            if (dot(other.out, middle) != size_) continue;
            return {static_cast<func::CubeFace>(face), (dot(other.s, middle) + size_ - 1) / 2,
                    (dot(other.t, middle) + size_ - 1) / 2};
        }
        return {};
    }

    /// Calls `use` with each texel that is a step beyond an edge of a face.
    template <typename Use>
    void forTexelsBeyondEdges(Use use) const {
        for (size_t face = 0; face < kFrames.size(); ++face) {
            for (int32_t along = 0; along < size_; ++along) {
                for (const int32_t beyond : {-1, size_}) {
                    use(func::CubeTexel{static_cast<func::CubeFace>(face), beyond, along});
                    use(func::CubeTexel{static_cast<func::CubeFace>(face), along, beyond});
                }
            }
        }
    }

  private:
    using Vector = std::array<int32_t, 3>;
    /// Directions of s and t on a face and of the one out of it: OpenGL 4.6, table 8.19.
    struct Frame {
        Vector s, t, out;
    };
    static constexpr std::array<Frame, 6> kFrames = {{
        {{0, 0, -1}, {0, -1, 0}, {1, 0, 0}},
        {{0, 0, 1}, {0, -1, 0}, {-1, 0, 0}},
        {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
        {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}},
        {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}},
        {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
    }};

    static int32_t dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
    void fold(int32_t& place) const {
        if (place > size_) place = size_;
        if (place < -size_) place = -size_;
    }

    int32_t size_;
};

}  // namespace cyclorama
