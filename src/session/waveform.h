// SPDX-License-Identifier: MIT
#pragma once
// The signals between units as a waveform (docs/reference/traces.md).

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "machine/values/run_observer.h"
#include "results/fst_file.h"
#include "sim/trace.h"

namespace cyclorama::session {

struct WaveformSettings {
    std::filesystem::path file;
    /// Shell patterns, with * and ?, of the signals to record; empty: all.
    std::vector<std::string> patterns = {};
    /// Cycles of the main clock.
    sim::Cycle firstCycle = 0;
    uint64_t cycles = 0;
};

/// Gathers what arrives on signals in a window of a run, and writes it in the end. As an observer of the run it learns
/// the clocks.
class Waveform final : public sim::SignalTrace, public machine::RunObserver {
  public:
    /// Throws sim::Error where the file cannot be made. The other trace, which may be null, must outlive it.
    Waveform(WaveformSettings settings, sim::SignalTrace* otherTrace);

    /// After the run. Throws sim::Error where nothing was gathered, or the file cannot be written.
    void write();

    void machine(const machine::ObservedMachine& machine) override;

  protected:
    bool wants(const sim::SignalEvent& event) const override;
    void record(const sim::SignalEvent& event, const std::string& value) override;

  private:
    struct Gathered {
        /// Picoseconds of its clock.
        uint64_t period = 0;
        /// Texts of what arrived, by picoseconds.
        std::map<uint64_t, std::vector<std::string>> arrivals = {};
    };
    struct Change;

    bool inWindow(const sim::SignalEvent& event) const;
    bool matches(std::string_view signal) const;
    uint64_t periodOf(std::string_view signal) const;
    void addChanges(const std::string& name, const Gathered& gathered, std::vector<Change>& changes);

    WaveformSettings settings_;
    sim::SignalTrace* otherTrace_;
    results::FstFile file_;
    machine::ObservedMachine machine_;
    std::map<std::string, Gathered, std::less<>> signals_;
};

}  // namespace cyclorama::session
