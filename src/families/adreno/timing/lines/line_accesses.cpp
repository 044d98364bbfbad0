// SPDX-License-Identifier: MIT
#include "families/adreno/timing/lines/line_accesses.h"

#include <algorithm>

namespace cyclorama::adreno {

LineAccess& LineAccesses::lineAt(uint64_t address) {
    const size_t place = address / kLineBytes % kPlaces;
    uint32_t& latest = latest_[place];
    if ((taken_ >> place & 1) != 0) {
        if (lines_[latest].address == address) return lines_[latest];
        const auto known = std::ranges::find(lines_, address, &LineAccess::address);
        latest = static_cast<uint32_t>(known - lines_.begin());
        if (known != lines_.end()) return *known;
    }
    taken_ |= uint32_t{1} << place;
    latest = static_cast<uint32_t>(lines_.size());
    return lines_.emplace_back(LineAccess{.address = address});
}

void LineAccesses::access(uint64_t address, uint64_t bytes) {
    while (bytes != 0) {
        const uint64_t offset = address % kLineBytes;
        const uint64_t part = std::min(bytes, kLineBytes - offset);
        const uint64_t ones = part == kLineBytes ? ~uint64_t{0} : (uint64_t{1} << part) - 1;
        LineAccess& line = lineAt(address - offset);
        line.bytes |= ones << offset;
        ++line.lanes;
        address += part;
        bytes -= part;
    }
}

}  // namespace cyclorama::adreno
