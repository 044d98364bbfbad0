// SPDX-License-Identifier: MIT
#include "families/adreno/capture/stream_workload.h"

#include "families/adreno/capture/crash_replay.h"
#include "families/adreno/capture/devcore_dump.h"
#include "families/adreno/capture/devcore_reader.h"
#include "families/adreno/capture/rd_dump.h"
#include "families/adreno/capture/rd_parts.h"
#include "families/adreno/capture/rd_replay.h"
#include "families/adreno/chip/parameters.h"

namespace cyclorama::adreno {
namespace {

/// Files give the step of a chip in other ways than its preset.
bool isSameChip(const machine::Configuration& chip, std::optional<uint32_t> chipId) {
    return chipId && parametersOf(chip).chip.chipId >> 8 == *chipId >> 8;
}

}  // namespace

std::unique_ptr<family::WorkloadRun> RdWorkload::start(const family::RunRequest& request) {
    return replayRd(reader_, request);
}

void RdWorkload::dump(std::ostream& out) { dumpRd(reader_, out); }

std::unique_ptr<reduce::Capture> RdWorkload::takeApart(std::span<const std::byte> bytes) const {
    return takeRdApart(bytes, reader_.name());
}

bool RdWorkload::isOf(const machine::Configuration& chip) const {
    RdReader reader(reader_.name());
    return isSameChip(chip, chipIdOf(reader));
}

std::unique_ptr<family::WorkloadRun> CrashWorkload::start(const family::RunRequest& request) {
    return replayCrash(readCrashDump(path_), path_, request);
}

void CrashWorkload::dump(std::ostream& out) { dumpCrash(readCrashDump(path_), path_, out); }

bool CrashWorkload::isOf(const machine::Configuration& chip) const {
    return isSameChip(chip, readCrashDump(path_).chipId);
}

}  // namespace cyclorama::adreno
