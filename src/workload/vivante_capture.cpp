#include "workload/vivante_capture.h"

#include <xxhash.h>

namespace cyclorama::workload::vivante_capture {

uint64_t contentHash(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace cyclorama::workload::vivante_capture
