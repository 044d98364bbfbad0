// SPDX-License-Identifier: MIT
#include "families/adreno/capture/capture_workload.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "families/adreno/capture/capture_dump.h"
#include "families/adreno/device/chip_model.h"
#include "families/adreno/parameters.h"
#include "family/capture/capture_replay.h"
#include "sim/error.h"

namespace cyclorama::adreno {

std::unique_ptr<family::WorkloadRun> AdrenoCaptureWorkload::start(const family::RunRequest& request) {
    const auto clock = std::make_shared<AlwaysOnClock>();
    auto model = std::make_unique<AdrenoChipModel>(reader_.chip(), clock);
    const family::Play play = [this, clock](device::ExecutionContext& context, const family::capture::Submit& record) {
        std::optional<CapturedJob> job = CapturedJob::decode(record.stream);
        if (!job) reader_.fail("a submission is no job of the chip's");
        clock->giveAgain(std::move(job->counterValues));
        context.execute({.engine = record.engine, .streams = job->streams});
    };
    return family::replayCapture(reader_, std::move(model), play, request);
}

void AdrenoCaptureWorkload::dump(std::ostream& out) { dumpCapture(reader_, out); }

bool AdrenoCaptureWorkload::isOf(const machine::Configuration& chip) const {
    return parametersOf(chip).chip.chipId == reader_.chip().chipId;
}

}  // namespace cyclorama::adreno
