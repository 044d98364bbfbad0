// SPDX-License-Identifier: MIT
#include "python/simulation.h"

#include <exception>
#include <utility>

#include "sim/error.h"

namespace cyclorama::python {

Simulation::Prepared Simulation::prepare(Options options) {
    Prepared prepared;
    prepared.workload = family::openWorkload(options.chips.families, options.workload);
    session::MachineChoice choice = std::move(options.machine);
    if (!choice.namesMachine()) choice.gpu = session::presetOf(*prepared.workload, options.chips);
    const auto use = options.timed ? session::MachineUse::Timed : session::MachineUse::Untimed;
    session::ResolvedMachine resolved = session::resolve(choice, options.chips, use);
    machine::Configuration& configuration = resolved.configuration;
    configuration.simulator.inputFile = options.workload;
    if (options.frames) configuration.simulator.frames = *options.frames;
    if (options.startFrame) configuration.simulator.startFrame = *options.startFrame;
    prepared.warnings = std::move(resolved.warnings);
    for (std::string& warning :
         session::settingsInVain(choice, options.chips, configuration,
                                 {.timed = options.timed, .files = options.folder.has_value(), .waveform = false}))
        prepared.warnings.push_back(std::move(warning));
    if (options.report && !options.folder) throw sim::Error("report", "", "needs a folder that it is written to");
    prepared.session = {.workload = options.workload,
                        .mode = options.timed ? session::RunMode::Timing : session::RunMode::Functional,
                        .configuration = std::move(configuration),
                        .folder = std::move(options.folder),
                        .printOutcome = false,
                        .report = options.report};
    return prepared;
}

Simulation::Simulation(Options options)
    : prepared_(prepare(std::move(options))),
      session_(std::move(prepared_.session)),
      request_(session_.request()),
      frames_(request_.frames),
      run_(prepared_.workload->start({.configuration = request_.configuration,
                                      .timing = request_.timing,
                                      .frames = frames_,
                                      .findings = request_.findings,
                                      .observer = request_.observer,
                                      .pause = &pause_})) {}

bool Simulation::advance(const machine::RunPause::Place& next) {
    if (error_) throw sim::Error("the run", "", "has failed: " + *error_);
    if (ended_) return true;
    pause_.set(next);
    if (pause_.due()) return false;
    bool atEnd = false;
    try {
        atEnd = run_->advance();
    } catch (const std::exception& error) {
        error_ = error.what();
        ended_ = true;
        session_.finish({.error = error_});
        throw;
    }
    if (atEnd) close();
    return ended_;
}

void Simulation::close() {
    if (std::exchange(ended_, true)) return;
    session_.finish(session_.end(*run_));
}

}  // namespace cyclorama::python
