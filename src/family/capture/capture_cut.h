// SPDX-License-Identifier: MIT
#pragma once
// Some frames of a capture as a capture of their own.

#include <functional>
#include <memory>
#include <string>

#include "family/capture/capture_reader.h"
#include "family/capture/capture_replay.h"
#include "family/capture/capture_writer.h"
#include "family/workload.h"
#include "workload/byte_output.h"

namespace cyclorama::family {

/// A family's part.
struct CutFamily {
    std::function<std::unique_ptr<CaptureReader>(const std::string& path)> open;
    /// Begins a capture of the chip of the one that is cut.
    std::function<std::unique_ptr<CaptureWriter>(workload::ByteOutput& output)> begin;
    /// Replays a capture that open() gave.
    std::function<std::unique_ptr<WorkloadRun>(CaptureReader& reader, const RunRequest& request,
                                               RecordWatcher* watcher)>
        replay;
};

/// Replays the capture `path` up to the last of the frames, and writes what the others left in its buffers, where these
/// are mapped, and the records of the frames. Replays these, too: throws sim::Error, and leaves no file, where their
/// pictures, or what submissions leave in buffers, are other ones then; and where the capture has no such frames.
void cutCapture(const std::string& path, const CutFamily& family, const CutRequest& request);

}  // namespace cyclorama::family
