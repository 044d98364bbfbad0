// SPDX-License-Identifier: MIT
#pragma once
// The FE's fetching of packets: through the submitted buffers, links, calls and returns.

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "families/vivante/frontend/reporter.h"
#include "gpu/command.h"

namespace cyclorama::vivante {

/// Bytes, links and nested calls that one command buffer may make the FE fetch before it counts as endless: the kernel
/// takes streams of 2 MiB, and links once a submit.
inline constexpr uint64_t kFetchLimit = uint64_t{1} << 23;
inline constexpr uint32_t kLinkLimit = 256;
inline constexpr size_t kCallLimit = 16;

class CommandFetcher {
  public:
    void submit(uint32_t address, uint32_t bytes) { queue_.push_back({address, bytes}); }
    /// Forgets all buffers.
    void clear();

    /// The next packet, padding included, valid until the next call; empty if no buffer is left, or if the
    /// current one ends in a fault, which is reported: failed() then holds.
    std::optional<std::span<const uint32_t>> next(const gpu::MemoryReader& memory, Reporter& report);
    /// The packet's address, and the bytes of its buffer that follow it.
    uint32_t packetAddress() const { return packetAddress_; }
    uint64_t following() const { return position_ < current_.bytes ? current_.bytes - position_ : 0; }
    /// True if the last call of next() ended a buffer in a fault.
    bool failed() const { return failed_; }

    /// Execute LINK, CALL and RETURN. False, after a report, where that is a fault; the buffer is then left.
    bool link(uint32_t address, uint32_t prefetch, const Reporter& report);
    bool call(uint32_t address, uint32_t prefetch, uint32_t returnAddress, uint32_t returnPrefetch,
              const Reporter& report);
    bool returnFromCall(const Reporter& report);
    /// A WAIT was executed: a LINK right after it that leads back to it ends the buffer.
    void wait() { waitAddress_ = packetAddress_; }
    /// Leaves the current buffer.
    void finish();

    bool idle() const { return !active_ && queue_.empty(); }

  private:
    struct Piece {
        uint32_t address = 0;
        uint64_t bytes = 0;
    };

    bool begin(Reporter& report);
    std::optional<std::span<const uint32_t>> fail(const sim::FindingKind& kind, const Reporter& report,
                                                  std::string_view detail);

    std::deque<Piece> queue_;
    bool active_ = false;
    bool failed_ = false;
    Piece current_;
    uint64_t position_ = 0;
    uint32_t packetAddress_ = 0;
    std::optional<uint32_t> waitAddress_;
    std::vector<Piece> returns_;
    uint64_t fetched_ = 0;
    uint32_t links_ = 0;
    uint64_t ordinal_ = 0;
    std::vector<uint32_t> packet_;
};

}  // namespace cyclorama::vivante
