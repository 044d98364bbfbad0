// SPDX-License-Identifier: MIT
#pragma once
// Captures taken apart for `cyclorama reduce`: frames, submissions, buffers and contents by their records, and commands
// by the family that knows the packets.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "family/capture/capture_reader.h"
#include "family/capture/capture_writer.h"
#include "reduce/capture.h"
#include "workload/byte_output.h"

namespace cyclorama::family {

using CaptureRecords = std::vector<capture::Record>;

/// The packets of a capture, found without executing any.
class CommandParts {
  public:
    virtual ~CommandParts() = default;

    virtual uint64_t draws() const = 0;
    /// Packets that start work (Draws), others (State), and words of these (StateWords); 0 for other levels.
    virtual size_t units(reduce::Level level) const = 0;
    /// Takes the units whose flags are not set out of the records that they were found in.
    virtual void remove(reduce::Level level, const std::vector<bool>& kept, CaptureRecords& records) const = 0;
};

/// A family's part.
struct PartsFamily {
    std::function<std::unique_ptr<CaptureReader>(std::span<const std::byte> bytes)> open;
    /// Begins a capture of the same chip.
    std::function<std::unique_ptr<CaptureWriter>(workload::ByteOutput& output)> begin;
    /// Finds the packets; the records outlive what it gives.
    std::function<std::unique_ptr<CommandParts>(const CaptureRecords& records)> commands;
};

/// Throws as CaptureReader does.
std::unique_ptr<reduce::Capture> takeCaptureApart(std::span<const std::byte> bytes, PartsFamily family);

}  // namespace cyclorama::family
