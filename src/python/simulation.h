// SPDX-License-Identifier: MIT
#pragma once
// One run of a workload, as Python drives it: in steps, with what can be looked at between two of them.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "family/workload.h"
#include "machine/values/counted.h"
#include "machine/values/frame_sink.h"
#include "machine/values/run_pause.h"
#include "mem/address_space.h"
#include "results/summary.h"
#include "session/machine_choice.h"
#include "session/session.h"
#include "sim/finding.h"

namespace cyclorama::python {

/// Frames on their way to the session's files, kept in memory as well.
class KeptFrames final : public machine::FrameSink {
  public:
    using Frame = std::shared_ptr<const machine::PresentedFrame>;

    /// `next` must outlive it.
    explicit KeptFrames(machine::FrameSink& next) : next_(next) {}

    void present(const machine::PresentedFrame& frame) override {
        frames_.push_back(std::make_shared<machine::PresentedFrame>(frame));
        next_.present(frame);
    }
    void advance(uint64_t cycles) override { next_.advance(cycles); }
    void dump(const std::string& name, const func::Picture& picture) override { next_.dump(name, picture); }
    void program(const std::string& name, std::span<const std::byte> code) override { next_.program(name, code); }

    const std::vector<Frame>& frames() const { return frames_; }

  private:
    machine::FrameSink& next_;
    std::vector<Frame> frames_;
};

class Simulation {
  public:
    struct Options {
        std::string workload;
        /// The chip that the workload was recorded on, where the choice names no machine.
        session::MachineChoice machine;
        session::Chips chips;
        bool timed = true;
        /// In place of the configuration's; 0 for all.
        std::optional<uint32_t> frames;
        std::optional<uint32_t> startFrame;
        /// Folder of results; nothing is written without one.
        std::optional<std::string> folder;
        bool report = false;
    };
    /// Throws sim::Error for a workload, a machine or a folder that is refused.
    explicit Simulation(Options options);

    /// Continues to a place or to the end, where the files are written; true if it has ended. Throws what
    /// family::WorkloadRun does, and what it threw before.
    bool advance(const machine::RunPause::Place& next);
    /// Ends the run here: the files are written. Without effect where it has ended.
    void close();
    bool ended() const { return ended_; }

    const machine::RunPause::Place& place() const { return pause_.place(); }
    const std::optional<machine::EndedDraw>& lastDraw() const { return pause_.lastDraw(); }
    const std::vector<KeptFrames::Frame>& frames() const { return frames_.frames(); }
    const std::vector<sim::Finding>& findings() const { return request_.findings.all(); }
    std::vector<machine::Counted> counted() const { return run_->counted(); }
    /// Null where nothing was drawn yet.
    mem::AddressSpace* memory() { return run_->memory(); }
    const machine::Configuration& configuration() const { return request_.configuration; }
    /// Sentences on inadvisable settings of the configuration.
    const std::vector<std::string>& warnings() const { return prepared_.warnings; }

  private:
    struct Prepared {
        std::unique_ptr<family::Workload> workload;
        session::SessionOptions session;
        std::vector<std::string> warnings;
    };
    static Prepared prepare(Options options);

    Prepared prepared_;
    session::Session session_;
    family::RunRequest request_;  // of the session
    KeptFrames frames_;
    machine::RunPause pause_;
    std::unique_ptr<family::WorkloadRun> run_;
    bool ended_ = false;
    std::optional<std::string> error_;
};

}  // namespace cyclorama::python
