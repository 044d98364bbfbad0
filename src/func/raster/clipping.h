// SPDX-License-Identifier: MIT
#pragma once
// Rejection of triangles outside of the view, for hardware that cuts none: those wholly outside of one frustum plane
// are rejected, all others are rasterized from homogeneous edge equations, which need no clipped vertices. User clip
// planes are not implemented.

#include <cstdint>

#include "func/types.h"

namespace cyclorama::func {

/// The frustum planes that a vertex in clip space is outside of. Bits: -x, +x, -y, +y, near, far. A NaN is outside.
/// `zeroToOne` is DepthRange::zeroToOne.
uint32_t frustumOutcode(const Vec4& position, bool zeroToOne);

/// True if all three vertices are outside of one frustum plane.
bool trivialReject(const Vec4& v0, const Vec4& v1, const Vec4& v2, bool zeroToOne);

}  // namespace cyclorama::func
