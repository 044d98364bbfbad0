// SPDX-License-Identifier: MIT
#include "family/capture/capture_records.h"

#include <xxhash.h>

namespace cyclorama::family::capture {

uint64_t contentHash(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace cyclorama::family::capture
