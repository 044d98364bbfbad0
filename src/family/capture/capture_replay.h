// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "device/execution/chip_model.h"
#include "device/objects/buffer_object.h"
#include "family/capture/capture_reader.h"
#include "family/workload.h"
#include "sim/finding.h"

namespace cyclorama::family {

inline constexpr sim::FindingKind kReplayDiffers{
    .identifier = "replay-differs",
    .severity = sim::Severity::Corruption,
    .sentence = "a submission left other bytes in a buffer than when the capture was recorded",
    .hint = "where the versions of the simulator are the same, report it: each recorded submission has one result"};

/// Executes a submission as the family recorded it.
using ExecuteRecord = std::function<void(device::JobContext& context, const capture::Submit& record)>;

/// The buffers of a capture as the records and the GPU left them.
class ReplayBuffers {
  public:
    /// `hashesWrites`: notes what the program overwrites, for hashes().
    explicit ReplayBuffers(bool hashesWrites = false) : hashesWrites_(hashesWrites) {}

    void apply(const capture::NewBuffer& record);
    void apply(const capture::BufferContent& record);

    const std::shared_ptr<device::BufferObject>& object(uint64_t number) const { return buffers_.at(number).object; }
    std::span<std::byte> bytes(uint64_t number) const { return buffers_.at(number).view->bytes(); }
    /// Numbers of all, from the least on.
    std::vector<uint64_t> numbers() const;
    /// All, from the least number on. Buffers that a machine left alike hash alike, and so does what the records of the
    /// program's own bytes hid of them.
    std::vector<BufferHash> hashes() const;

  private:
    struct Buffer {
        std::shared_ptr<device::BufferObject> object;
        std::unique_ptr<device::MappedView> view;
        /// BufferHash::overwritten.
        uint64_t overwritten = 0;

        /// The program writes to bytes with this hash.
        void overwrite(uint64_t hash);
        uint64_t contentHash() const;
    };

    bool hashesWrites_;
    std::map<uint64_t, Buffer> buffers_;
};

/// Observer of the records of a capture, each before it is applied.
class RecordWatcher {
  public:
    virtual ~RecordWatcher() = default;
    virtual void next(const capture::Record& record, const ReplayBuffers& buffers) = 0;
};

/// Executes the submissions of a capture and presents the frames that it shows. Frames before StartFrame are executed
/// and not presented. The reader, and the watcher if there is one, must outlive the run.
std::unique_ptr<WorkloadRun> replayCapture(CaptureReader& reader, std::unique_ptr<device::ChipModel> chip,
                                           ExecuteRecord execute, const RunRequest& request,
                                           RecordWatcher* watcher = nullptr);

}  // namespace cyclorama::family
