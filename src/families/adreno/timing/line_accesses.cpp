// SPDX-License-Identifier: MIT
#include "families/adreno/timing/line_accesses.h"

#include <algorithm>

namespace cyclorama::adreno {

LineAccess& LineAccesses::lineAt(uint64_t address) {
    // The last one is the likeliest.
    const auto known = std::find_if(lines_.rbegin(), lines_.rend(),
                                    [address](const LineAccess& line) { return line.address == address; });
    return known != lines_.rend() ? *known : lines_.emplace_back(LineAccess{.address = address});
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
