// SPDX-License-Identifier: MIT
#pragma once

#include "machine/values/fast_clear_tracker.h"
#include "mem/address_space.h"
#include "mem/stale_contents.h"

namespace cyclorama::machine::timing {

/// Memory as a ROP reads and writes it.
struct RopMemory {
    mem::AddressSpace& space;
    /// Contents that draws in flight see in the place of what the host has written since.
    mem::StaleContents& earlier;
    FastClearTracker& fastClears;
};

}  // namespace cyclorama::machine::timing
