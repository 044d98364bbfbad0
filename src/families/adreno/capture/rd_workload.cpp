// SPDX-License-Identifier: MIT
#include "families/adreno/capture/rd_workload.h"

#include "families/adreno/capture/rd_dump.h"
#include "sim/error.h"

namespace cyclorama::adreno {

std::optional<uint64_t> RdWorkload::run(const family::RunRequest& /*request*/) {
    throw sim::Error(reader_.name(), "",
                     "the streams of an Adreno GPU are not executed: shader processors and the pipeline of draws are "
                     "missing; `cyclorama dump` prints them");
}

void RdWorkload::dump(std::ostream& out) { dumpRd(reader_, out); }

}  // namespace cyclorama::adreno
