// SPDX-License-Identifier: MIT
#include "families/adreno/checks/gmem_traffic.h"

#include <fmt/format.h>

#include "families/adreno/checks/check_findings.h"

namespace cyclorama::adreno {

OptionalIssue GmemTraffic::move(GmemMove kind, const GmemPart& part) {
    const auto known = loaded_.find(part.offset);
    const std::string detail = fmt::format("{:#x} in GMEM, pixels {}, {} to {}, {}", part.offset, part.left, part.top,
                                           part.right, part.bottom);
    OptionalIssue issue;
    if (known != loaded_.end()) {
        if (kind == GmemMove::Store && known->second.covers(part))
            issue = Issue{.kind = &findings::kNeedlessStore, .detail = detail};
        if (kind != GmemMove::Store && part.covers(known->second))
            issue = Issue{.kind = &findings::kNeedlessLoad, .detail = detail};
    }
    if (kind == GmemMove::Load)
        loaded_[part.offset] = part;
    else if (kind == GmemMove::Clear)
        loaded_.erase(part.offset);
    return issue;
}

}  // namespace cyclorama::adreno
