// SPDX-License-Identifier: MIT
#pragma once
// Messages of low resolution depth between boxes.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "families/adreno/operations/transfer_operations.h"
#include "families/adreno/timing/lines/line_accesses.h"
#include "families/adreno/timing/work/packet_work.h"

namespace cyclorama::adreno {

/// Blocks of a triangle that were tested, and those whose depths were replaced.
struct LrzMessage {
    LineAccesses reads{};
    LineAccesses writes{};

    /// A block is an access of its line.
    uint32_t blocks() const {
        uint32_t count = 0;
        for (const LineAccess& line : reads.lines()) count += line.lanes;
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
