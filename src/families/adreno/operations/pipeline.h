// SPDX-License-Identifier: MIT
#pragma once
// The blocks behind the command processor, as far as they last from one operation to the next. A context has one.

#include <memory>

#include "families/adreno/checks/checks.h"
#include "families/adreno/chip/always_on_clock.h"
#include "families/adreno/chip/chip.h"
#include "families/adreno/chip/reporter.h"
#include "families/adreno/chip/work_counters.h"
#include "families/adreno/observation/state_parts.h"
#include "families/adreno/operations/chip_state.h"
#include "families/adreno/pc/recent_vertices.h"
#include "families/adreno/sp/program_cache.h"
#include "families/adreno/vsc/binning_pass.h"
#include "machine/functional/worker_pool.h"

namespace cyclorama::adreno {

struct Pipeline {
    /// `findings` outlives it. `threads` work together on an operation; 0: as many as the host has cores.
    Pipeline(const Chip& itsChip, sim::Findings& findings, uint32_t threads = 0);

    const Chip chip;
    Reporter reporter;
    ChipState state;
    Checks checks;
    ProgramCache programs;
    WorkCounters counters;
    BinningPass binning;
    /// For the draw that is executed.
    RecentVertices recentVertices;
    /// For observers of the run.
    StateParts stateParts;
    std::shared_ptr<AlwaysOnClock> clock = std::make_shared<AlwaysOnClock>();
    machine::WorkerPool workers;
};

}  // namespace cyclorama::adreno
