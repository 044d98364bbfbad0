// SPDX-License-Identifier: MIT
#include "session/frame_writer.h"

#include <algorithm>

#include "results/png_writer.h"
#include "sim/error.h"

namespace cyclorama::session {
namespace {

/// Pictures that may wait; each is some megabytes.
constexpr size_t kMostWaiting = 16;

/// The summary of a frame whose picture is in the file `image`.
results::FrameSummary summaryOf(const machine::PresentedFrame& frame, std::string image) {
    results::FrameSummary summary{.index = frame.index, .image = std::move(image), .cycles = frame.cycles};
    for (const auto& activity : frame.use.activities)
        summary.activities.push_back({.name = std::string(activity.name), .amount = activity.cycles});
    for (const auto& traffic : frame.use.traffic)
        summary.traffic.push_back({.unit = std::string(traffic.client),
                                   .readBytes = traffic.readBytes,
                                   .writtenBytes = traffic.writtenBytes});
    return summary;
}

}  // namespace

FrameWriter::FrameWriter(Options options) : options_(std::move(options)), thread_([this] { work(); }) {}

FrameWriter::~FrameWriter() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void FrameWriter::present(const machine::PresentedFrame& frame) {
    const bool written = wantsPictures() && !frame.picture.rgba.empty();
    const std::string file = written ? results::frameFileName(frame.index) : "";
    if (options_.recorder != nullptr)
        options_.recorder->endFrame(
            {.number = frame.index, .width = frame.picture.width, .height = frame.picture.height, .image = file});
    {
        const std::lock_guard lock(mutex_);
        frames_.push_back(summaryOf(frame, file));
        if (options_.progress != nullptr) options_.progress->frameDone(frame.index, frame.cycles);
    }
    if (written) add({.file = file, .picture = frame.picture});
}

uint32_t FrameWriter::nextFrame() {
    const std::lock_guard lock(mutex_);
    return frames_.empty() ? 0 : frames_.back().index + 1;
}

void FrameWriter::advance(uint64_t cycles) {
    const std::lock_guard lock(mutex_);
    if (options_.progress != nullptr) options_.progress->advance(cycles);
}

void FrameWriter::program(const std::string& name, std::span<const std::byte> code) {
    if (!options_.folder) return;
    results::writeFile(options_.folder->file(name), {reinterpret_cast<const char*>(code.data()), code.size()});
}

void FrameWriter::dump(const std::string& name, const func::Picture& picture) {
    if (options_.folder) add({.file = name + ".png", .picture = picture});
}

void FrameWriter::add(Job job) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.size() < kMostWaiting || ending_; });
    jobs_.push_back(std::move(job));
    lock.unlock();
    changed_.notify_all();
}

void FrameWriter::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.empty(); });
    if (error_) throw sim::Error(options_.folder->path().string(), "", *error_);
}

std::vector<results::FrameSummary> FrameWriter::frames() {
    const std::lock_guard lock(mutex_);
    return frames_;
}

void FrameWriter::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return !jobs_.empty() || ending_; });
        if (jobs_.empty()) return;
        // It stays in the queue until it is written, for finish().
        const Job& job = jobs_.front();
        lock.unlock();
        std::optional<std::string> failure;
        try {
            results::writePng(options_.folder->file(job.file),
                              {.width = job.picture.width, .height = job.picture.height, .rgba = job.picture.rgba});
        } catch (const std::exception& error) {
            failure = error.what();
        }
        lock.lock();
        if (failure) {
            if (!error_) error_ = failure;
            const auto frame = std::ranges::find(frames_, job.file, &results::FrameSummary::image);
            if (frame != frames_.end()) frame->image.clear();
        }
        jobs_.pop_front();
        changed_.notify_all();
    }
}

}  // namespace cyclorama::session
