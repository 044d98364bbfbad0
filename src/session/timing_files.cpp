// SPDX-License-Identifier: MIT
#include "session/timing_files.h"

#include <fstream>

namespace cyclorama::session {

TimingFiles::TimingFiles(const results::OutputFolder& folder, const machine::Configuration& configuration) {
    using Simulator = machine::SimulatorParameters;
    const Simulator& parameters = configuration.simulator;
    const auto open = [&](const std::string& name) { return std::make_unique<results::OutputFile>(folder.file(name)); };
    if (parameters.statistics) {
        if (parameters.perFrameStatistics)
            frames_ = openStatistics(folder, Simulator::kFrameStatistics, parameters.statsFilePerFrame);
        if (parameters.perBatchStatistics)
            batches_ = openStatistics(folder, Simulator::kBatchStatistics, parameters.statsFilePerBatch);
        if (parameters.perCycleStatistics)
            windows_ = openStatistics(folder, Simulator::kWindowStatistics, parameters.statsFile);
    }
    if (parameters.dumpSignalTrace) signals_ = open(parameters.signalDumpFile);
    if (configuration.gddrMemory.memoryTrace) transactions_ = open("memorytrace.txt");
    windowCycles_ = parameters.statisticsRate;
    if (signals_) trace_.emplace(signals_->stream(), parameters.startSignalDump, parameters.signalDumpCycles);
}

TimingFiles::File TimingFiles::openStatistics(const results::OutputFolder& folder, std::string_view always,
                                              const std::string& named) {
    if (named != always)
        copies_.push_back({.from = folder.file(always), .to = results::OutputFile(folder.file(named))});
    return std::make_unique<results::OutputFile>(folder.file(always));
}

machine::TimingMachine::StatisticsStreams TimingFiles::statistics() const {
    const auto stream = [](const auto& file) { return file ? &file->stream() : nullptr; };
    return {.frames = stream(frames_),
            .batches = stream(batches_),
            .windows = stream(windows_),
            .windowCycles = windowCycles_};
}

void TimingFiles::close() {
    if (trace_) trace_->flush();
    for (const auto* file : {&frames_, &batches_, &windows_, &signals_, &transactions_})
        if (*file) (*file)->close();
    for (Copy& copy : copies_) {
        std::ifstream from(copy.from, std::ios::binary);
        if (from.peek() != std::ifstream::traits_type::eof()) copy.to.stream() << from.rdbuf();
        copy.to.close();
    }
}

}  // namespace cyclorama::session
