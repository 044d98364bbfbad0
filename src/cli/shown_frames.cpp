// SPDX-License-Identifier: MIT
#include "cli/shown_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <utility>

namespace cyclorama::cli {
namespace {

using namespace std::chrono_literals;

/// Frames of so much time give their rate, or the last two where they took longer.
constexpr auto kRateOver = 2s;
/// Between two texts within a frame.
constexpr auto kBetweenTexts = 250ms;

}  // namespace

ShownFrames::ShownFrames(machine::FrameSink& kept, const sim::Findings& findings, DisplayWindow::Settings window,
                         session::FrameReports* reports, const std::string& reportFile)
    : kept_(kept),
      findings_(findings),
      reports_(reports),
      request_(reports_ != nullptr ? "" : fmt::format("all frames are in {}", reportFile)),
      window_(std::move(window), pause_, request_) {
    window_.show(statusText());
}

void ShownFrames::present(const machine::PresentedFrame& frame) {
    if (kept_.wantsPictures())
        kept_.present(frame);
    else
        kept_.present({.index = frame.index, .picture = {}, .cycles = frame.cycles, .use = frame.use});
    frame_ = frame.index;
    noteFrame();
    if (frame.cycles) {
        cyclesOfFrames_ += *frame.cycles;
        cycles_ = std::max(cycles_.value_or(0), cyclesOfFrames_);
    }
    endReport(frame);
    pause_.reachFrame();
    if (!frame.picture.rgba.empty()) window_.show(frame.picture, statusText());
    pause_.wait();
    beginReport(frame.index + 1);
}

void ShownFrames::endReport(const machine::PresentedFrame& frame) {
    if (reports_ == nullptr || !reports_->recording()) return;
    try {
        const std::string folder = reports_->end(frame).string();
        request_.setStatus(fmt::format("report of frame {} in {}", frame.index, folder));
        fmt::print(stderr, "cyclorama: report of frame {} in {}\n", frame.index, folder);
    } catch (const std::exception& error) {
        reportFailed(frame.index, error);
    }
}

void ShownFrames::beginReport(uint32_t frame) {
    if (reports_ == nullptr || !request_.take()) return;
    try {
        reports_->begin(frame);
        request_.setStatus(fmt::format("reporting frame {}", frame));
    } catch (const std::exception& error) {
        reportFailed(frame, error);
    }
}

void ShownFrames::reportFailed(uint32_t frame, const std::exception& error) {
    request_.setStatus(fmt::format("no report of frame {}", frame));
    fmt::print(stderr, "cyclorama: no report of frame {}: {}\n", frame, error.what());
}

void ShownFrames::advance(uint64_t cycles) {
    kept_.advance(cycles);
    cycles_ = cycles;
    if (const auto now = Clock::now(); now - told_ >= kBetweenTexts) {
        told_ = now;
        window_.show(statusText());
    }
    pause_.wait();
}

void ShownFrames::noteFrame() {
    frameTimes_.push_back(simulated());
    while (frameTimes_.size() > 2 && frameTimes_.back() - frameTimes_.front() > kRateOver) frameTimes_.pop_front();
}

std::string ShownFrames::statusText() const {
    std::string text = frame_ ? fmt::format("frame {}", *frame_) : "no frame yet";
    if (frameTimes_.size() > 1) {
        const std::chrono::duration<double> seconds = frameTimes_.back() - frameTimes_.front();
        const double rate = static_cast<double>(frameTimes_.size() - 1) / seconds.count();
        text += rate < 100 ? fmt::format(", {:.3g} frames/s", rate) : fmt::format(", {:.0f} frames/s", rate);
    }
    if (cycles_) text += fmt::format(", {} cycles", *cycles_);
    const size_t findings =
        findings_.all().size() + (deviceFindings_ != nullptr ? deviceFindings_->all().all().size() : 0);
    return text + fmt::format(", {} finding{}", findings, findings == 1 ? "" : "s");
}

}  // namespace cyclorama::cli
