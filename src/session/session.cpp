// SPDX-License-Identifier: MIT
#include "session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <utility>

#include "report/schema.h"
#include "session/buffer_table.h"
#include "session/configuration_file.h"

namespace cyclorama::session {
namespace {

std::optional<results::OutputFolder> openFolder(const std::optional<std::string>& path) {
    return path ? std::optional<results::OutputFolder>(std::in_place, *path) : std::nullopt;
}

std::unique_ptr<results::Progress> startProgress(const SessionOptions& options) {
    if (!options.showProgress) return nullptr;
    return std::make_unique<results::Progress>(std::cerr,
                                               results::ProgressSettings{.terminal = results::standardErrorIsTerminal(),
                                                                         .columns = results::standardErrorColumns(),
                                                                         .frames = options.expectedFrames});
}

std::unique_ptr<report::Recorder> startReport(const SessionOptions& options, const std::string& mode,
                                              const std::optional<results::OutputFolder>& folder,
                                              const sim::Findings& findings) {
    if (!options.report) return nullptr;
    return std::make_unique<report::Recorder>(report::Recorder::Settings{.file = folder->file(report::kReportFile),
                                                                         .workload = options.workload,
                                                                         .mode = mode,
                                                                         .configuration = options.configuration,
                                                                         .findings = findings});
}

}  // namespace

/// The ends of a run's outputs: each is reached, whatever becomes of those before it.
class Session::Endings {
  public:
    template <typename End>
    void reach(const End& end) {
        try {
            end();
        } catch (const std::exception& error) {
            if (failure_ != nullptr) return;
            failure_ = std::current_exception();
            reason_ = error.what();
        }
    }
    /// Of the first end that failed.
    const std::optional<std::string>& reason() const { return reason_; }
    void rethrow() const {
        if (failure_ != nullptr) std::rethrow_exception(failure_);
    }

  private:
    std::exception_ptr failure_;
    std::optional<std::string> reason_;
};

Session::Session(SessionOptions options)
    : options_(std::move(options)),
      folder_(openFolder(options_.folder)),
      summary_{.workload = options_.workload,
               .mode = options_.mode == RunMode::Timing ? "timing" : "functional",
               .configHash = options_.configuration.hash()},
      progress_(startProgress(options_)),
      recorder_(startReport(options_, summary_.mode, folder_, findings_)),
      frames_({.folder = folder_,
               .pictures = options_.pictures,
               .progress = progress_.get(),
               .recorder = recorder_.get()}) {
    if (options_.frameReportFolder)
        frameReports_.emplace(FrameReports::Settings{.workload = options_.workload,
                                                     .mode = summary_.mode,
                                                     .configuration = options_.configuration,
                                                     .findings = findings_,
                                                     .folder = options_.frameReportFolder});
    if (options_.serve) {
        server_.emplace(ProgressServer::Settings{.workload = options_.workload,
                                                 .mode = summary_.mode,
                                                 .port = *options_.serve,
                                                 .frames = options_.expectedFrames},
                        findings_, frames_);
        std::cerr << fmt::format("progress: {}\n", server_->address()) << std::flush;
    }
    openFiles();
    if (options_.stop) stop_.emplace(*options_.stop);
    observers_.add(recorder_.get());
    if (frameReports_) observers_.add(&*frameReports_);
    if (waveform_) observers_.add(&*waveform_);
    if (tracer_) observers_.add(&*tracer_);
    if (stop_) observers_.add(&*stop_);
}

void Session::openFiles() {
    if (!folder_) return;
    writeConfiguration(*folder_, options_.configuration);
    if (options_.mode == RunMode::Timing) files_.emplace(*folder_, options_.configuration);
    if (options_.waveform) waveform_.emplace(*options_.waveform, files_ ? files_->trace() : nullptr);
    if (!options_.trace) return;
    const uint32_t first = options_.configuration.simulator.startFrame;
    const auto frame = [this, first] { return std::max(first, frames_.nextFrame()); };
    tracer_.emplace(options_.trace, folder_->file(kWorkTraceFile), frame);
}

void Session::endFrameReport() {
    const std::optional<std::filesystem::path> folder = frameReports_->end(summary_.error);
    if (folder && options_.printOutcome)
        std::cerr << fmt::format("report of the work after the last frame: {}\n", folder->string());
}

family::RunRequest Session::request() {
    family::RunRequest request{.configuration = options_.configuration,
                               .timing = std::nullopt,
                               .frames = server_ ? static_cast<machine::FrameSink&>(*server_) : frames_,
                               .findings = findings_};
    request.observer = observers_.joined();
    request.hashesBuffers = options_.hashesBuffers;
    if (stop_) request.pause = &stop_->pause();
    if (options_.mode == RunMode::Functional) return request;
    machine::TimingMachine::Options& timing = request.timing.emplace();
    timing.sleeping = options_.sleeping;
    timing.detectStalls = options_.configuration.simulator.detectStalls;
    if (files_) {
        timing.statistics = files_->statistics();
        timing.trace = files_->trace();
        timing.memoryTrace = files_->memoryTrace();
    }
    if (waveform_) timing.trace = &*waveform_;
    return request;
}

void Session::advance(family::WorkloadRun& run) {
    const bool ended = run.advance();
    if (!stop_) return;
    if (ended)
        std::cerr << fmt::format("the run ended before {}\n", stop_->place().text);
    else
        std::cout << stop_->describe(run.describeUnits(), run.counted()) << std::flush;
}

void Session::run(family::Workload& workload) {
    Outcome outcome;
    try {
        const std::unique_ptr<family::WorkloadRun> run = workload.start(request());
        advance(*run);
        outcome = end(*run);
    } catch (const std::exception& error) {
        outcome.error = error.what();
        try {
            finish(std::move(outcome));
        } catch (const std::exception& second) {
            std::cerr << fmt::format("{}\n", second.what());
        }
        throw;
    }
    finish(std::move(outcome));
}

Session::Outcome Session::end(family::WorkloadRun& run) const {
    Outcome outcome{.cycles = run.finish()};
    if (options_.hashesBuffers) outcome.buffers = run.buffers();
    return outcome;
}

const results::RunSummary& Session::finish(Outcome outcome) {
    if (progress_) progress_->finish();
    summary_.cycles = outcome.cycles;
    summary_.error = std::move(outcome.error);
    summary_.findings = std::move(outcome.findings);
    summary_.findings.insert(summary_.findings.end(), findings_.all().begin(), findings_.all().end());
    Endings endings;
    endings.reach([this] { frames_.finish(); });
    summary_.frames = frames_.frames();
    if (options_.printOutcome)
        std::cerr << results::timesText(summary_.frames) << results::findingsText(summary_.findings);
    endings.reach([&] {
        if (folder_ && outcome.buffers) writeBuffers(*folder_, *outcome.buffers);
    });
    endOutputs(endings);
    if (!summary_.error) summary_.error = endings.reason();
    endings.reach([this] {
        if (folder_) results::writeSummary(folder_->path(), summary_);
    });
    endings.rethrow();
    return summary_;
}

void Session::endOutputs(Endings& endings) {
    if (files_) endings.reach([this] { files_->close(); });
    if (recorder_)
        endings.reach([this] {
            recorder_->finish({.cycles = summary_.cycles, .findings = summary_.findings, .error = summary_.error});
        });
    if (frameReports_) endings.reach([this] { endFrameReport(); });
    if (waveform_) endings.reach([this] { waveform_->write(); });
    if (!tracer_) return;
    endings.reach([this] { tracer_->close(); });
    if (options_.printOutcome) std::cerr << fmt::format("trace: {}\n", folder_->file(kWorkTraceFile).string());
}

}  // namespace cyclorama::session
