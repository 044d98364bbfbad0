// SPDX-License-Identifier: MIT
#include "families/adreno/capture/capture_workload.h"

#include <fmt/format.h>

#include "families/adreno/capture/capture_dump.h"
#include "families/adreno/device/chip_model.h"
#include "families/adreno/parameters.h"
#include "family/capture/capture_replay.h"
#include "sim/error.h"

namespace cyclorama::adreno {

std::optional<uint64_t> AdrenoCaptureWorkload::run(const family::RunRequest& request) {
    const auto clock = std::make_shared<AlwaysOnClock>();
    const AdrenoChipModel model(reader_.chip(), clock);
    const family::Play play = [&](device::ExecutionContext& context, const family::capture::Submit& record) {
        std::optional<CapturedJob> job = CapturedJob::decode(record.stream);
        if (!job) reader_.fail("a submission is no job of the chip's");
        clock->giveAgain(std::move(job->counterValues));
        context.execute({.engine = record.engine, .streams = job->streams});
    };
    return family::replayCapture(reader_, model, play, request);
}

void AdrenoCaptureWorkload::dump(std::ostream& out) { dumpCapture(reader_, out); }

bool AdrenoCaptureWorkload::isOf(const machine::Configuration& chip) const {
    return parametersOf(chip).chip.chipId == reader_.chip().chipId;
}

}  // namespace cyclorama::adreno
