// SPDX-License-Identifier: MIT
#include "machine/timing/rop/surface_status.h"

#include <algorithm>

namespace cyclorama::machine::timing {

SurfaceStatus::SurfaceStatus(const MappedSurface& surface, func::Address address, const gpu::TileStatus& status,
                             uint32_t lineBytes)
    : map_(surface.status), address_(address), bytes_(surface.bytes.size()), status_(status), lineBytes_(lineBytes) {}

LineStatus SurfaceStatus::of(func::Address line) const {
    LineStatus result{.line = line};
    if (!map_.enabled()) return result;
    // A surface need not start with a line.
    const uint64_t offset = line - address_ < bytes_ ? line - address_ : 0;
    const uint64_t end = std::min<uint64_t>(bytes_, offset + lineBytes_);
    const uint64_t tile = offset / status_.tileBytes;
    result.tracked = true;
    result.address = status_.address + tile * status_.bitsPerTile / 8;
    result.cleared = true;
    for (uint64_t at = tile * status_.tileBytes; at < end && result.cleared; at += status_.tileBytes)
        result.cleared = map_.cleared(static_cast<uint32_t>(at));
    return result;
}

}  // namespace cyclorama::machine::timing
