// SPDX-License-Identifier: MIT
#include "cli/shown_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cyclorama::cli {
namespace {

using namespace std::chrono_literals;

/// Frames of so much time give their rate, or the last two where they took longer.
constexpr auto kRateOver = 2s;
/// Between two texts within a frame.
constexpr auto kBetweenTexts = 250ms;

}  // namespace

ShownFrames::ShownFrames(machine::FrameSink& kept, const sim::Findings& findings, DisplayWindow::Settings window)
    : kept_(kept), findings_(findings), window_(std::move(window), pause_) {
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
    pause_.reachFrame();
    if (!frame.picture.rgba.empty()) window_.show(frame.picture, statusText());
    pause_.wait();
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
