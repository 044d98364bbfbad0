// SPDX-License-Identifier: MIT
#include "families/vivante/capture/vivante_capture.h"

#include <xxhash.h>

namespace cyclorama::vivante::capture {

uint64_t contentHash(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace cyclorama::vivante::capture
