// SPDX-License-Identifier: MIT
#pragma once
// Frames on their way to where they are kept, shown in a window as they pass.

#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <optional>
#include <string>

#include "cli/display_window.h"
#include "cli/pause.h"
#include "cli/report_request.h"
#include "device/objects/device_findings.h"
#include "machine/values/frame_sink.h"
#include "session/frame_reports.h"
#include "sim/finding.h"

namespace cyclorama::cli {

/// Frames and cycles come from one thread, which waits here while the user has the simulation stand still.
class ShownFrames final : public machine::FrameSink {
  public:
    /// `kept` gets all that it would get without a window; `findings` are those of the machine, by the same thread.
    /// Both must outlive this, as the settings say of the window. `reports` makes reports of single frames; where it is
    /// null, the report of all frames is `reportFile`.
    ShownFrames(machine::FrameSink& kept, const sim::Findings& findings, DisplayWindow::Settings window,
                session::FrameReports* reports, const std::string& reportFile);

    /// The device's findings count as well. Before the first frame; they have to outlive the last.
    void count(const device::DeviceFindings& findings) { deviceFindings_ = &findings; }
    /// Nothing may hold the simulation any more: the program that made the frames is done.
    void endPauses() { pause_.end(); }

    void present(const machine::PresentedFrame& frame) override;
    void advance(uint64_t cycles) override;
    bool wantsPictures() const override { return kept_.wantsPictures() || window_.isOpen(); }
    void dump(const std::string& name, const func::Picture& picture) override { kept_.dump(name, picture); }
    void program(const std::string& name, std::span<const std::byte> code) override { kept_.program(name, code); }

  private:
    using Clock = std::chrono::steady_clock;

    /// Time of the simulation so far, which does not pass while it stands still.
    Clock::duration simulated() const { return Clock::now() - start_ - pause_.waited(); }
    void noteFrame();
    /// Ends the report of the frame, if one is recorded.
    void endReport(const machine::PresentedFrame& frame);
    /// Begins the report of the next frame, if the user wants one.
    void beginReport(uint32_t frame);
    void reportFailed(uint32_t frame, const std::exception& error);
    std::string statusText() const;

    machine::FrameSink& kept_;
    const sim::Findings& findings_;
    const device::DeviceFindings* deviceFindings_ = nullptr;
    session::FrameReports* reports_;
    Pause pause_;
    ReportRequest request_;
    DisplayWindow window_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point told_ = start_;
    std::optional<uint32_t> frame_;
    std::deque<Clock::duration> frameTimes_;  // ends of the last frames
    uint64_t cyclesOfFrames_ = 0;
    std::optional<uint64_t> cycles_;
};

}  // namespace cyclorama::cli
