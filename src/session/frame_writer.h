// SPDX-License-Identifier: MIT
#pragma once
// Frames as PNG files, written by a thread of their own: whoever presents them need not wait.

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "machine/values/frame_sink.h"
#include "report/recorder.h"
#include "results/output_file.h"
#include "results/progress.h"
#include "results/summary.h"

namespace cyclorama::session {

class FrameWriter final : public machine::FrameSink {
  public:
    struct Options {
        /// Folder of the pictures; none are written without one.
        std::optional<results::OutputFolder> folder;
        /// False: presented frames are counted, and not written.
        bool pictures = true;
        /// Shows how far the run is; null for none. Must outlive the writer.
        results::Progress* progress = nullptr;
        /// Gets the frames, too; null for none. Frames then come from the thread of the machine. Must outlive the
        /// writer.
        report::Recorder* recorder = nullptr;
    };
    explicit FrameWriter(Options options);
    ~FrameWriter() override;

    /// From any thread. Waits only where many frames are still to be written.
    void present(const machine::PresentedFrame& frame) override;
    void advance(uint64_t cycles) override;
    bool wantsPictures() const override { return options_.folder && options_.pictures; }
    void dump(const std::string& name, const func::Picture& picture) override;
    void program(const std::string& name, std::span<const std::byte> code) override;

    /// Number of the frame after the last one that was presented; 0 before the first.
    uint32_t nextFrame();
    /// Waits until all is written. Throws sim::Error where a picture could not be.
    void finish();
    /// The frames so far, in order. One whose picture could not be written names none.
    std::vector<results::FrameSummary> frames();

  private:
    struct Job {
        std::string file;
        func::Picture picture;
    };
    void add(Job job);
    void work();

    Options options_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> jobs_;
    bool ending_ = false;
    std::optional<std::string> error_;
    std::vector<results::FrameSummary> frames_;
    std::thread thread_;
};

}  // namespace cyclorama::session
