// SPDX-License-Identifier: MIT
#include "families/adreno/capture/stream_workload.h"

#include "families/adreno/capture/devcore_dump.h"
#include "families/adreno/capture/devcore_reader.h"
#include "families/adreno/capture/rd_dump.h"
#include "sim/error.h"

namespace cyclorama::adreno {

namespace {

[[noreturn]] void refuseToRun(const std::string& name) {
    throw sim::Error(name, "",
                     "the streams of an Adreno GPU are not executed: shader processors and the pipeline of draws are "
                     "missing; `cyclorama dump` prints them");
}

}  // namespace

std::optional<uint64_t> RdWorkload::run(const family::RunRequest& /*request*/) { refuseToRun(reader_.name()); }

void RdWorkload::dump(std::ostream& out) { dumpRd(reader_, out); }

std::optional<uint64_t> CrashWorkload::run(const family::RunRequest& /*request*/) { refuseToRun(path_); }

void CrashWorkload::dump(std::ostream& out) { dumpCrash(readCrashDump(path_), path_, out); }

}  // namespace cyclorama::adreno
