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
#include "results/output_file.h"
#include "results/summary.h"

namespace cyclorama::cli {

/// What the summary says of a frame whose picture is in the file `image`.
results::FrameSummary summaryOf(const machine::PresentedFrame& frame, std::string image);

class BackgroundFrameWriter final : public machine::FrameSink {
  public:
    enum class Output : uint8_t { Pictures, Nothing };
    /// Without a folder nothing is written.
    explicit BackgroundFrameWriter(std::optional<results::OutputFolder> folder, Output output = Output::Pictures);
    ~BackgroundFrameWriter() override;

    /// From any thread. Waits only where many frames are still to be written.
    void present(const machine::PresentedFrame& frame) override;
    bool wantsPictures() const override { return output_ == Output::Pictures; }
    void dump(const std::string& name, const func::Picture& picture) override;

    /// Waits until all is written: the frames so far, in order. Throws sim::Error where one could not be written.
    std::vector<results::FrameSummary> finish();

  private:
    struct Job {
        std::string file;
        func::Picture picture;
    };
    void add(Job job);
    void work();

    std::optional<results::OutputFolder> folder_;
    Output output_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> jobs_;
    bool ending_ = false;
    std::optional<std::string> error_;
    std::vector<results::FrameSummary> frames_;
    std::thread thread_;
};

}  // namespace cyclorama::cli
