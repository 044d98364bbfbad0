// SPDX-License-Identifier: MIT
#include "session/frame_reports.h"

#include <limits>
#include <span>
#include <utility>

#include "report/schema.h"
#include "results/output_file.h"
#include "results/png_writer.h"
#include "session/configuration_file.h"

namespace cyclorama::session {

FrameReports::FrameReports(Settings settings) : settings_(std::move(settings)) { setWatching(false); }

FrameReports::~FrameReports() = default;

void FrameReports::begin(uint32_t frame) {
    if (recorder_) return;
    const results::OutputFolder folder(settings_.folder(frame));
    writeConfiguration(folder, settings_.configuration);
    recorder_ = std::make_unique<report::Recorder>(report::Recorder::Settings{.file = folder.file(report::kReportFile),
                                                                              .workload = settings_.workload,
                                                                              .mode = settings_.mode,
                                                                              .configuration = settings_.configuration,
                                                                              .findings = settings_.findings});
    folder_ = folder.path();
    first_ = operations();
    findingsBefore_.clear();
    for (const sim::Finding& finding : settings_.findings.all()) findingsBefore_.push_back(finding.count);
    if (machine_) {
        machine_->cycle = cycle_.value_or(machine_->cycle);
        recorder_->machine(*machine_);
    }
    setWatching(true);
}

std::filesystem::path FrameReports::end(const machine::PresentedFrame& frame) {
    const std::unique_ptr<report::Recorder> recorder = take();
    std::string image;
    if (!frame.picture.rgba.empty()) {
        image = results::frameFileName(frame.index);
        results::writePng(folder_ / image,
                          {.width = frame.picture.width, .height = frame.picture.height, .rgba = frame.picture.rgba});
    }
    recorder->endFrame(
        {.number = frame.index, .width = frame.picture.width, .height = frame.picture.height, .image = image});
    recorder->finish({.cycles = frame.cycles, .findings = newFindings()});
    return folder_;
}

std::optional<std::filesystem::path> FrameReports::end(const std::optional<std::string>& error) {
    if (!recorder_) return std::nullopt;
    take()->finish({.findings = newFindings(), .error = error});
    return folder_;
}

std::unique_ptr<report::Recorder> FrameReports::take() {
    setWatching(false);
    return std::move(recorder_);
}

std::vector<sim::Finding> FrameReports::newFindings() const {
    std::vector<sim::Finding> all = settings_.findings.all();
    for (size_t i = 0; i < findingsBefore_.size(); ++i) all[i].count -= findingsBefore_[i];
    std::erase_if(all, [](const sim::Finding& finding) { return finding.count == 0; });
    return all;
}

void FrameReports::machine(const machine::ObservedMachine& machine) {
    machine_ = machine;
    if (recorder_) recorder_->machine(machine);
}

void FrameReports::command(const machine::TakenCommand& command) {
    if (recorder_) recorder_->command(command);
}

void FrameReports::started(uint32_t /*number*/, const machine::StartedOperation& operation) {
    if (recorder_) recorder_->start(operation);
}

isa::IssueCounts* FrameReports::program(uint32_t operation, const machine::ObservedProgram& program) {
    return has(operation) ? recorder_->program(operation - first_, program) : nullptr;
}

gpu::PixelCounts* FrameReports::pixels(uint32_t operation, const machine::ObservedSurface& surface) {
    return has(operation) ? recorder_->pixels(operation - first_, surface) : nullptr;
}

void FrameReports::startFragments(uint32_t operation, uint64_t cycle) {
    if (has(operation)) recorder_->startFragments(operation - first_, cycle);
}

void FrameReports::end(uint32_t operation, std::optional<uint64_t> cycle) {
    if (has(operation)) recorder_->end(operation - first_, cycle);
}

void FrameReports::sample(const machine::RunSample& sample) {
    if (sample.cycle) cycle_ = sample.cycle;
    if (recorder_) recorder_->sample(sample);
}

uint64_t FrameReports::nextSample() const {
    return recorder_ ? recorder_->nextSample() : std::numeric_limits<uint64_t>::max();
}

void FrameReports::wait(const isa::IssueCounts& program, uint32_t instruction, machine::InstructionWait reason,
                        uint64_t cycles) {
    if (recorder_) recorder_->wait(program, instruction, reason, cycles);
}

void FrameReports::traffic(std::span<const mem::MemoryFootprint::Block> blocks) {
    if (recorder_) recorder_->traffic(blocks);
}

void FrameReports::banks(const mem::BankUses& uses) {
    if (recorder_) recorder_->banks(uses);
}

void FrameReports::caches(std::string_view kind, std::span<const mem::CacheBlocks::Block> blocks) {
    if (recorder_) recorder_->caches(kind, blocks);
}

bool FrameReports::watchesState() const { return recorder_ && recorder_->watchesState(); }

void FrameReports::state(uint32_t operation, std::span<const machine::StateRows> parts) {
    if (has(operation)) recorder_->state(operation - first_, parts);
}

bool FrameReports::watchesTargets() const { return recorder_ && recorder_->watchesTargets(); }

std::vector<machine::ImagePart> FrameReports::wantedParts(uint32_t operation, bool after,
                                                          const machine::ObservedTarget& target) {
    return has(operation) ? recorder_->wantedParts(operation - first_, after, target)
                          : std::vector<machine::ImagePart>{};
}

bool FrameReports::wantsBefore(const machine::ObservedTarget& target, const machine::ImagePart& part) {
    return recorder_ && recorder_->wantsBefore(target, part);
}

void FrameReports::show(uint32_t operation, bool after, const machine::ObservedTarget& target,
                        const machine::ShownParts& parts) {
    if (has(operation)) recorder_->show(operation - first_, after, target, parts);
}

}  // namespace cyclorama::session
