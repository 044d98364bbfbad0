// SPDX-License-Identifier: MIT
#include "families/adreno/checks/processor_writes.h"

#include <fmt/format.h>

#include <algorithm>

#include "families/adreno/checks/check_findings.h"

namespace cyclorama::adreno {

void ProcessorWrites::write(uint64_t address, uint64_t bytes) {
    uint64_t& end = ends_[address];
    end = std::max(end, address + bytes);
    longest_ = std::max(longest_, bytes);
}

OptionalIssue ProcessorWrites::read(uint64_t address, uint64_t bytes) const {
    for (auto write = ends_.lower_bound(address + bytes); write != ends_.begin();) {
        --write;
        if (write->second > address)
            return Issue{.kind = &findings::kReadBeforeWrite, .detail = fmt::format("{:#x}, {} bytes", address, bytes)};
        if (write->first + longest_ <= address) break;
    }
    return std::nullopt;
}

}  // namespace cyclorama::adreno
