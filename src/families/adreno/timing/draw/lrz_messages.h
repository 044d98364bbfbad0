// SPDX-License-Identifier: MIT
#pragma once
// Messages of low resolution depth between boxes.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "families/adreno/gras/lrz_listener.h"
#include "families/adreno/operations/transfer_operations.h"
#include "families/adreno/timing/lines/line_accesses.h"
#include "families/adreno/timing/programs/packet_work.h"

namespace cyclorama::adreno {

/// Blocks of a triangle, or of depths that a draw has left, that were tested, and those whose depths were replaced.
struct LrzMessage {
    LineAccesses reads{};
    LineAccesses bits{};  ///< of the fast clear, that are read
    LineAccesses writes{};

    LrzAddresses addresses() { return {.depths = &reads, .bits = &bits, .writes = &writes}; }
    /// A block is an access of its depth, or, with a fast clear, of its bit.
    uint32_t blocks() const { return std::max(accessesOf(reads), accessesOf(bits)); }
    bool empty() const { return reads.lines().empty() && bits.lines().empty(); }

  private:
    static uint32_t accessesOf(const LineAccesses& all) {
        uint32_t count = 0;
        for (const LineAccess& line : all.lines()) count += line.lanes;
        return count;
    }
};
std::string describe(const LrzMessage& message);

/// A clear under way.
class LrzClearWork final : public PacketWork {
  public:
    /// The command unit outlives it.
    LrzClearWork(std::shared_ptr<const LrzClear> operation, uint32_t itsNumber, sim::Box& commandUnit)
        : PacketWork(*operation, itsNumber, commandUnit), clear_(std::move(operation)) {}

    /// The clear takes effect.
    void clear(mem::AddressSpace& space) {
        claimFindings();
        clear_->clear(clear_->memoryIn(space), &lines_);
    }
    const LineAccesses& lines() const { return lines_; }

    void giveUp() override {}
    void countStep(uint64_t) override {}

  private:
    std::shared_ptr<const LrzClear> clear_;
    LineAccesses lines_;
};

/// One that begins, or is over.
struct LrzClearMessage {
    LrzClearWork* work = nullptr;
};
std::string describe(const LrzClearMessage& message);

}  // namespace cyclorama::adreno
