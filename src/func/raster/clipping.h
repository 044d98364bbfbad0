#pragma once
// What happens to triangles outside of the view. ATTILA cuts no triangle: those wholly outside of one frustum plane are
// rejected, all others are rasterized from homogeneous edge equations, which need no clipped vertices
// (ATTILA: ClipperEmulator). Its user clip planes are not implemented.

#include <cstdint>

#include "func/types.h"

namespace cyclorama::func {

/// The frustum planes that a vertex in clip space is outside of. Bits: -x, +x, -y, +y, near, far. A NaN is outside.
/// `zeroToOne` is DepthRange::zeroToOne.
uint32_t frustumOutcode(const Vec4& position, bool zeroToOne);

/// Whether all three vertices are outside of one frustum plane.
bool trivialReject(const Vec4& v0, const Vec4& v1, const Vec4& v2, bool zeroToOne);

}  // namespace cyclorama::func
