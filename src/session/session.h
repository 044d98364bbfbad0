// SPDX-License-Identifier: MIT
#pragma once
// One run of the simulator, whatever gives it work: a workload file or a live program. Owns what every run has: its
// configuration, the outputs in the folder of results, the frames, the findings, the summary.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "family/workload.h"
#include "machine/configuration/configuration.h"
#include "machine/values/run_observers.h"
#include "report/recorder.h"
#include "results/output_file.h"
#include "results/progress.h"
#include "results/summary.h"
#include "session/frame_reports.h"
#include "session/frame_writer.h"
#include "session/progress_server.h"
#include "session/stop.h"
#include "session/timing_files.h"
#include "session/waveform.h"
#include "session/work_tracer.h"
#include "sim/finding.h"

namespace cyclorama::session {

enum class RunMode : uint8_t { Functional, Timing };

struct SessionOptions {
    /// The workload's file, or the program's command line: for the summary.
    std::string workload;
    RunMode mode = RunMode::Functional;
    /// Resolved; has passed machine::check().
    machine::Configuration configuration;
    /// Folder of results; nothing is written without one.
    std::optional<std::string> folder;
    /// False: no pictures of the frames are written.
    bool pictures = true;
    /// False: a timed run clocks every box in every cycle, slower, with the same results.
    bool sleeping = true;
    /// Shows the progress on standard error.
    bool showProgress = false;
    /// Port of the page that shows the progress, 0 for one that is free; no page without one.
    std::optional<uint16_t> serve{};
    /// Prints to standard error in the end where the time went and what was found.
    bool printOutcome = true;
    /// Frames that the progress expects; none if only the workload's end shows them.
    std::optional<uint32_t> expectedFrames{};
    /// Writes a report into the folder, which there must be.
    bool report = false;
    /// Writes buffers.csv into the folder, which there must be.
    bool hashesBuffers = false;
    /// Not empty: reports of single frames can be asked for, each in the folder that this names for the frame. Without
    /// `report`.
    std::function<std::filesystem::path(uint32_t frame)> frameReportFolder{};
    /// Writes a waveform of a timed run.
    std::optional<WaveformSettings> waveform{};
    /// A pixel or vertex to follow, into a file in the folder, which there must be.
    TraceSettings trace{};
    /// The run stands still there: run() then prints what is under way to standard output, and ends it.
    std::optional<StopPlace> stop{};
};

class Session {
  public:
    /// Creates the folder of results and writes config.ini. Throws sim::Error where it cannot.
    explicit Session(SessionOptions options);

    /// Executes a workload and ends the session; where the workload fails, the summary says why, and its exception
    /// leaves this function.
    void run(family::Workload& workload);

    /// The parts of the session for a run that run() does not make. All live as long as the session.
    family::RunRequest request();

    /// Null where the options name no folder for them.
    FrameReports* frameReports() { return frameReports_ ? &*frameReports_ : nullptr; }

    /// Null where the options name no place to stop at.
    Stop* stop() { return stop_ ? &*stop_ : nullptr; }

    /// The end of a run that run() does not make.
    struct Outcome {
        /// GPU cycles of the whole run; none from a functional machine.
        std::optional<uint64_t> cycles{};
        /// Findings that are not among request().findings; they come first.
        std::vector<sim::Finding> findings{};
        /// Reason why the simulation failed.
        std::optional<std::string> error{};
        /// The buffers that a capture left, for buffers.csv.
        std::optional<std::vector<family::BufferHash>> buffers{};
    };
    /// Ends a run at the place that it has reached: its cycles and, where the options ask for them, its buffers.
    Outcome end(family::WorkloadRun& run) const;

    /// Waits for the frames, writes the ends of all files and summary.json, and prints the outcome. Call once. Throws
    /// sim::Error where an output could not be written: after the others, with the first reason.
    const results::RunSummary& finish(Outcome outcome);

  private:
    void openFiles();
    class Endings;
    void endOutputs(Endings& endings);
    void endFrameReport();
    /// Goes through a run, to its end or to the place to stop at.
    void advance(family::WorkloadRun& run);
    SessionOptions options_;
    std::optional<results::OutputFolder> folder_;
    results::RunSummary summary_;
    std::unique_ptr<results::Progress> progress_;
    sim::Findings findings_;
    std::unique_ptr<report::Recorder> recorder_;
    std::optional<FrameReports> frameReports_;
    FrameWriter frames_;
    std::optional<ProgressServer> server_;
    std::optional<TimingFiles> files_;
    std::optional<Waveform> waveform_;
    std::optional<WorkTracer> tracer_;
    std::optional<Stop> stop_;
    /// All of these that observe the run.
    machine::RunObservers observers_;
};

}  // namespace cyclorama::session
