// SPDX-License-Identifier: MIT
#include "cli/timing_files.h"

namespace cyclorama::cli {

TimingFiles::TimingFiles(const results::OutputFolder& folder, const machine::Configuration& configuration) {
    const machine::SimulatorParameters& parameters = configuration.simulator;
    const bool statistics = parameters.statistics;
    const auto open = [&](bool wanted, const std::string& name) {
        return wanted ? std::make_unique<results::OutputFile>(folder.file(name)) : nullptr;
    };
    frames_ = open(statistics && parameters.perFrameStatistics, parameters.statsFilePerFrame);
    batches_ = open(statistics && parameters.perBatchStatistics, parameters.statsFilePerBatch);
    windows_ = open(statistics && parameters.perCycleStatistics, parameters.statsFile);
    signals_ = open(parameters.dumpSignalTrace, parameters.signalDumpFile);
    transactions_ = open(configuration.gddrMemory.memoryTrace, "memorytrace.txt");
    windowCycles_ = parameters.statisticsRate;
    if (signals_) trace_.emplace(signals_->stream(), parameters.startSignalDump, parameters.signalDumpCycles);
}

machine::TimingMachine::StatisticsStreams TimingFiles::statistics() const {
    const auto stream = [](const auto& file) { return file ? &file->stream() : nullptr; };
    return {.frames = stream(frames_),
            .batches = stream(batches_),
            .windows = stream(windows_),
            .windowCycles = windowCycles_};
}

void TimingFiles::close() {
    for (const auto* file : {&frames_, &batches_, &windows_, &signals_, &transactions_})
        if (*file) (*file)->close();
}

}  // namespace cyclorama::cli
