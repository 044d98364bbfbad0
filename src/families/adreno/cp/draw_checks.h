// SPDX-License-Identifier: MIT
#pragma once
// Checks of packets that draw or set groups of draw state, before they are executed.

#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/cp/stream_stack.h"
#include "families/adreno/pc/draw_operands.h"

namespace cyclorama::adreno {

/// True, and the processor hangs, for a packet of a group of draw state: groups neither draw nor set groups.
bool hangsInGroup(const StreamStack& streams, PacketReporter& reporter);
/// False, with a finding, for a source of indices that is not executed. Indices in memory need the words of the packet
/// that name them: `hasIndices`.
bool checkSource(const DrawInitiator& initiator, bool hasIndices, PacketReporter& reporter);

}  // namespace cyclorama::adreno
