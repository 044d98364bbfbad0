// SPDX-License-Identifier: MIT
#include "families/vivante/chip/dialect.h"

#include "gpu/window_dialect.h"

namespace cyclorama::vivante {

// Mesa sets the standard pattern of 4 samples in RA_MULTISAMPLE_UNK00E10; that of 2 is an estimate.
// Depth is t0.z, where the program finds that of its position (Mesa: etnaviv_compiler_nir_ra).
// Denormals: piglit's fs-underflow-mul-compare-zero, whose product is 2^-149, finds it to be zero on the GC2000 (Mesa's
// list of what fails there does not name it).
gpu::Dialect dialect() { return gpu::windowDialect(); }

}  // namespace cyclorama::vivante
