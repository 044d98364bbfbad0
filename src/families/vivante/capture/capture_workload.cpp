// SPDX-License-Identifier: MIT
#include "families/vivante/capture/capture_workload.h"

#include <fmt/format.h>

#include <memory>

#include "families/vivante/capture/capture_dump.h"
#include "families/vivante/capture/packet_parts.h"
#include "families/vivante/capture/vivante_capture_writer.h"
#include "families/vivante/chip/parameters.h"
#include "families/vivante/execution/chip_model.h"
#include "families/vivante/uapi/etnaviv_uapi.h"
#include "family/capture/capture_cut.h"
#include "family/capture/capture_parts.h"
#include "family/capture/capture_replay.h"
#include "sim/error.h"

namespace cyclorama::vivante {
namespace {

void executeRecord(device::JobContext& context, const capture::Submit& record) {
    const auto engine = record.engine != 0 ? etnaviv::ExecState::Pipe2D : etnaviv::ExecState::Pipe3D;
    const device::CommandStream stream{.address = record.address, .bytes = record.stream.size(), .copy = record.stream};
    context.execute({.engine = static_cast<uint32_t>(engine), .streams = std::span(&stream, 1)});
}

}  // namespace

std::unique_ptr<family::WorkloadRun> CaptureWorkload::start(const family::RunRequest& request) {
    if (request.timing && parametersOf(request.configuration).chip.model != reader_.chip().model)
        throw sim::Error(
            reader_.name(), "",
            fmt::format("is of a {}; the configuration has to be one of that chip: --gpu NAME", reader_.chip().name));
    return family::replayCapture(reader_, std::make_unique<VivanteChipModel>(reader_.chip()), executeRecord, request);
}

void CaptureWorkload::cut(const family::CutRequest& request) {
    const Chip& chip = reader_.chip();
    family::cutCapture(
        reader_.name(),
        {.open = [](const std::string& path) { return std::make_unique<VivanteCaptureReader>(path); },
         .begin = [&](workload::ByteOutput& output) { return std::make_unique<VivanteCaptureWriter>(output, chip); },
         .replay =
             [&](family::CaptureReader& reader, const family::RunRequest& run, family::RecordWatcher* watcher) {
                 return family::replayCapture(reader, std::make_unique<VivanteChipModel>(chip), executeRecord, run,
                                              watcher);
             }},
        request);
}

std::unique_ptr<reduce::Capture> CaptureWorkload::takeApart(std::span<const std::byte> bytes) const {
    return family::takeCaptureApart(
        bytes,
        {.open = [name = reader_.name()](
                     std::span<const std::byte> all) { return std::make_unique<VivanteCaptureReader>(all, name); },
         .begin = [chip = reader_.chip()](
                      workload::ByteOutput& output) { return std::make_unique<VivanteCaptureWriter>(output, chip); },
         .commands = findPackets});
}

void CaptureWorkload::dump(std::ostream& out) { dumpCapture(reader_, out); }

bool CaptureWorkload::isOf(const machine::Configuration& chip) const {
    const ChipParameters& described = parametersOf(chip).chip;
    const Chip& own = reader_.chip();
    return described.model == own.model && described.revision == own.revision && described.productId == own.productId &&
           described.customerId == own.customerId && described.ecoId == own.ecoId;
}

}  // namespace cyclorama::vivante
