#include "cli/frame_writer.h"

#include "results/png_writer.h"
#include "sim/error.h"

namespace cyclorama::cli {
namespace {

/// Pictures that may wait; each is some megabytes.
constexpr size_t kMostWaiting = 16;

}  // namespace

results::FrameSummary summaryOf(const machine::PresentedFrame& frame, std::string image) {
    results::FrameSummary summary{.index = frame.index, .image = std::move(image), .cycles = frame.cycles};
    for (const auto& activity : frame.use.activities)
        summary.activities.push_back({.name = std::string(activity.name), .amount = activity.cycles});
    for (const auto& unit : frame.use.traffic)
        summary.traffic.push_back(
            {.unit = std::string(unit.unit), .readBytes = unit.readBytes, .writtenBytes = unit.writtenBytes});
    return summary;
}

BackgroundFrameWriter::BackgroundFrameWriter(std::optional<results::OutputFolder> folder, Output output)
    : folder_(std::move(folder)), output_(folder_ ? output : Output::Nothing), thread_([this] { work(); }) {}

BackgroundFrameWriter::~BackgroundFrameWriter() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void BackgroundFrameWriter::present(const machine::PresentedFrame& frame) {
    const std::string file = wantsPictures() ? results::frameFileName(frame.index) : "";
    {
        const std::lock_guard lock(mutex_);
        frames_.push_back(summaryOf(frame, file));
    }
    if (wantsPictures()) add({.file = file, .picture = frame.picture});
}

void BackgroundFrameWriter::dump(const std::string& name, const func::Picture& picture) {
    if (folder_) add({.file = name + ".png", .picture = picture});
}

void BackgroundFrameWriter::add(Job job) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.size() < kMostWaiting || ending_; });
    jobs_.push_back(std::move(job));
    lock.unlock();
    changed_.notify_all();
}

std::vector<results::FrameSummary> BackgroundFrameWriter::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.empty(); });
    if (error_) throw sim::Error(folder_->path().string(), "", *error_);
    return frames_;
}

void BackgroundFrameWriter::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return !jobs_.empty() || ending_; });
        if (jobs_.empty()) return;
        // It stays in the queue until it is written, for finish().
        const Job& job = jobs_.front();
        lock.unlock();
        std::optional<std::string> failure;
        try {
            results::writePng(folder_->file(job.file),
                              {.width = job.picture.width, .height = job.picture.height, .rgba = job.picture.rgba});
        } catch (const std::exception& error) {
            failure = error.what();
        }
        lock.lock();
        if (failure && !error_) error_ = failure;
        jobs_.pop_front();
        changed_.notify_all();
    }
}

}  // namespace cyclorama::cli
