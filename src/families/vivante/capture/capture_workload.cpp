// SPDX-License-Identifier: MIT
#include "families/vivante/capture/capture_workload.h"

#include "families/vivante/capture/capture_dump.h"
#include "families/vivante/capture/capture_replay.h"
#include "families/vivante/parameters.h"

namespace cyclorama::vivante {

std::optional<uint64_t> CaptureWorkload::run(const family::RunRequest& request) {
    return replayCapture(reader_, request);
}

void CaptureWorkload::dump(std::ostream& out) { dumpCapture(reader_, out); }

bool CaptureWorkload::isOf(const machine::Configuration& chip) const {
    const ChipParameters& described = parametersOf(chip).chip;
    const Chip& own = reader_.chip();
    return described.model == own.model && described.revision == own.revision && described.productId == own.productId &&
           described.customerId == own.customerId && described.ecoId == own.ecoId;
}

}  // namespace cyclorama::vivante
