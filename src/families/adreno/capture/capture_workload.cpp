// SPDX-License-Identifier: MIT
#include "families/adreno/capture/capture_workload.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "families/adreno/capture/capture_dump.h"
#include "families/adreno/capture/capture_packets.h"
#include "families/adreno/chip/parameters.h"
#include "families/adreno/execution/chip_model.h"
#include "family/capture/capture_cut.h"
#include "family/capture/capture_parts.h"
#include "family/capture/capture_replay.h"
#include "sim/error.h"

namespace cyclorama::adreno {

namespace {

std::unique_ptr<family::WorkloadRun> replay(family::CaptureReader& reader, const Chip& chip,
                                            const family::RunRequest& request, family::RecordWatcher* watcher) {
    const auto clock = std::make_shared<AlwaysOnClock>();
    auto model = std::make_unique<AdrenoChipModel>(chip, clock);
    const family::ExecuteRecord execute = [&reader, clock](device::JobContext& context,
                                                           const family::capture::Submit& record) {
        std::optional<CapturedJob> job = CapturedJob::decode(record.stream);
        if (!job) reader.fail("a submission is no job of the chip's");
        clock->replay(std::move(job->counterValues));
        context.execute({.engine = record.engine, .streams = job->streams});
    };
    return family::replayCapture(reader, std::move(model), execute, request, watcher);
}

}  // namespace

std::unique_ptr<family::WorkloadRun> AdrenoCaptureWorkload::start(const family::RunRequest& request) {
    return replay(reader_, reader_.chip(), request, nullptr);
}

void AdrenoCaptureWorkload::cut(const family::CutRequest& request) {
    const Chip& chip = reader_.chip();
    family::cutCapture(
        reader_.name(),
        {.open = [](const std::string& path) { return std::make_unique<AdrenoCaptureReader>(path); },
         .begin = [&](workload::ByteOutput& output) { return std::make_unique<AdrenoCaptureWriter>(output, chip); },
         .replay = [&](family::CaptureReader& reader, const family::RunRequest& run,
                       family::RecordWatcher* watcher) { return replay(reader, chip, run, watcher); }},
        request);
}

std::unique_ptr<reduce::Capture> AdrenoCaptureWorkload::takeApart(std::span<const std::byte> bytes) const {
    return family::takeCaptureApart(
        bytes,
        {.open = [name = reader_.name()](
                     std::span<const std::byte> all) { return std::make_unique<AdrenoCaptureReader>(all, name); },
         .begin = [chip = reader_.chip()](
                      workload::ByteOutput& output) { return std::make_unique<AdrenoCaptureWriter>(output, chip); },
         .commands = findCapturedPackets});
}

void AdrenoCaptureWorkload::dump(std::ostream& out) { dumpCapture(reader_, out); }

bool AdrenoCaptureWorkload::isOf(const machine::Configuration& chip) const {
    return parametersOf(chip).chip.chipId == reader_.chip().chipId;
}

}  // namespace cyclorama::adreno
