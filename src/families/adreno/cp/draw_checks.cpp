// SPDX-License-Identifier: MIT
#include "families/adreno/cp/draw_checks.h"

#include <fmt/format.h>

#include "families/adreno/cp/findings.h"

namespace cyclorama::adreno {

bool hangsInGroup(const StreamStack& streams, PacketReporter& reporter) {
    const bool inGroup = streams.inGroup();
    if (inGroup) reporter.hang(findings::kInGroup);
    return inGroup;
}

bool checkSource(const DrawInitiator& initiator, bool hasIndices, PacketReporter& reporter) {
    const uint32_t source = initiator.source();
    const bool known = source == DrawInitiator::Counted || source == DrawInitiator::StreamedOut ||
                       (source == DrawInitiator::Memory && hasIndices && initiator.indexBytes() <= 4);
    if (!known) reporter.report(findings::kDrawSource, fmt::format("initiator {:#x}", initiator.word));
    return known;
}

}  // namespace cyclorama::adreno
