// SPDX-License-Identifier: MIT
#pragma once
// Findings about requests that the device cannot do (docs/reference/findings.md).

#include <mutex>
#include <string_view>

#include "sim/finding.h"

namespace cyclorama::device {

inline constexpr sim::FindingKind kUnknownIoctl{
    .identifier = "ioctl-not-known",
    .severity = sim::Severity::Note,
    .sentence = "a program made a request that the simulated driver does not know; it was refused",
    .hint = "a kernel without that request refuses it, too; where the program needs it, report it"};

inline constexpr sim::FindingKind kStreamRefused{
    .identifier = "command-stream-refused",
    .severity = sim::Severity::Corruption,
    .sentence = "the kernel's checks refuse a command stream; nothing of it was executed",
    .hint = "addresses go into a stream by relocations alone, and packets end with the stream"};

inline constexpr sim::FindingKind kJobHung{
    .identifier = "gpu-hang",
    .severity = sim::Severity::Hang,
    .sentence = "the GPU made no more progress; its driver dropped the job and started the GPU anew",
    .hint = "a finding before this one names the command that the GPU stood at"};

inline constexpr sim::FindingKind kMissingCounter{
    .identifier = "performance-counter-not-modelled",
    .severity = sim::Severity::Note,
    .sentence = "a performance counter was read that this machine does not count; it reads as zero",
    .hint = "read a counter that the machine has"};

/// Collects findings of several threads, and prints the first of each kind on standard error.
class DeviceFindings {
  public:
    void report(const sim::FindingKind& kind, std::string_view place, std::string_view detail);
    sim::Findings all() const;

  private:
    mutable std::mutex mutex_;
    sim::Findings findings_;
};

}  // namespace cyclorama::device
