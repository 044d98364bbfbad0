// SPDX-License-Identifier: MIT
#include "results/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace cyclorama::results {
namespace {

constexpr auto kRedrawInterval = std::chrono::milliseconds(100);
constexpr uint32_t kDefaultColumns = 80;
constexpr uint32_t kWidestBar = 40;
constexpr uint32_t kNarrowestBar = 5;
/// Goes to the first column and erases the line.
constexpr std::string_view kEraseLine = "\r\x1b[K";

double seconds(ProgressClock::duration duration) { return std::chrono::duration<double>(duration).count(); }

std::string durationText(double duration) {
    const auto whole = static_cast<uint64_t>(std::llround(duration));
    if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string cyclesText(uint64_t cycles) {
    const auto value = static_cast<double>(cycles);
    if (cycles < 10'000) return fmt::format("{} cycles", cycles);
    if (cycles < 1'000'000) return fmt::format("{:.1f} kcycles", value / 1e3);
    return fmt::format("{:.1f} Mcycles", value / 1e6);
}

}  // namespace

bool standardErrorIsTerminal() {
    const char* terminal = std::getenv("TERM");
    return isatty(STDERR_FILENO) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

uint32_t standardErrorColumns() {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kDefaultColumns;
    return size.ws_col;
}

Progress::Progress(std::ostream& out, ProgressSettings settings)
    : out_(out), settings_(std::move(settings)), start_(settings_.now()), frameStart_(start_) {}

Progress::~Progress() {
    eraseBar();
    out_.flush();
}

void Progress::frameDone(uint32_t index, std::optional<uint64_t> cycles) {
    if (finished_) return;
    ++framesDone_;
    cyclesOfFrames_ += cycles.value_or(0);
    cycles_ = std::max(cycles_, cyclesOfFrames_);
    const ProgressClock::time_point now = settings_.now();
    if (settings_.terminal) {
        drawBar();
    } else {
        std::string line = fmt::format("frame {}", index);
        if (settings_.frames) line += fmt::format(" ({} of {})", framesDone_, *settings_.frames);
        if (cycles) line += fmt::format(": {} cycles,", *cycles);
        out_ << line << (cycles ? " " : ": ") << fmt::format("{:.2f} s", seconds(now - frameStart_)) << std::endl;
    }
    frameStart_ = now;
}

void Progress::advance(uint64_t cycles) {
    if (finished_ || !settings_.terminal) return;
    cycles_ = cycles;
    if (!drawn_ || settings_.now() - *drawn_ >= kRedrawInterval) drawBar();
}

void Progress::message(std::string_view line) {
    const bool redraw = barShown_;
    eraseBar();
    out_ << line << std::endl;
    if (redraw) drawBar();
}

void Progress::finish() {
    if (finished_) return;
    eraseBar();
    finished_ = true;
    std::string line = fmt::format("{} {}", framesDone_, framesDone_ == 1 ? "frame" : "frames");
    if (cycles_ > 0) line += ", " + cyclesText(cycles_);
    out_ << line << fmt::format(", {:.2f} s", elapsedSeconds()) << std::endl;
}

double Progress::elapsedSeconds() const { return seconds(settings_.now() - start_); }

std::string Progress::barText() const {
    std::string text = fmt::format("{} frames", framesDone_);
    if (settings_.frames) text = fmt::format("{}/{} frames", framesDone_, *settings_.frames);
    const double elapsed = elapsedSeconds();
    if (cycles_ > 0) {
        text += ", " + cyclesText(cycles_);
        if (elapsed > 0) text += fmt::format(", {:.0f} kHz", static_cast<double>(cycles_) / elapsed / 1e3);
    }
    text += ", " + durationText(elapsed);
    if (!settings_.frames || *settings_.frames == 0) return text;

    const double done = std::min(1.0, static_cast<double>(framesDone_) / *settings_.frames);
    if (framesDone_ > 0) text += fmt::format(", {} left", durationText(elapsed * (1.0 - done) / done));
    // One column is left free: some terminals go to the next line when the last is written.
    const auto taken = static_cast<uint32_t>(text.size()) + 4;
    if (settings_.columns < taken + kNarrowestBar) return text;
    const uint32_t width = std::min(settings_.columns - taken, kWidestBar);
    const auto filled = static_cast<uint32_t>(done * width);
    return fmt::format("[{}{}] {}", std::string(filled, '#'), std::string(width - filled, '.'), text);
}

void Progress::drawBar() {
    drawn_ = settings_.now();
    barShown_ = true;
    std::string text = barText();
    if (text.size() >= settings_.columns) text.resize(settings_.columns == 0 ? 0 : settings_.columns - 1);
    out_ << kEraseLine << text << std::flush;
}

void Progress::eraseBar() {
    if (!barShown_) return;
    barShown_ = false;
    out_ << kEraseLine << std::flush;
}

}  // namespace cyclorama::results
