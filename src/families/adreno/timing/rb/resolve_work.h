// SPDX-License-Identifier: MIT
#pragma once
// A move or clear of a bin (the event BLIT) under way.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "families/adreno/operations/transfer_operations.h"
#include "families/adreno/timing/programs/packet_work.h"
#include "families/adreno/timing/rb/resolve_plan.h"

namespace cyclorama::adreno {

class ResolveWork final : public PacketWork {
  public:
    /// `space` outlives it, as does the command unit.
    ResolveWork(std::shared_ptr<const GmemBlitOperation> operation, mem::AddressSpace& space, uint32_t itsNumber,
                sim::Box& commandUnit)
        : PacketWork(*operation, itsNumber, commandUnit),
          blit_(std::move(operation)),
          memory_(blit_->memoryIn(space)) {}

    /// Finds the images, and reports what is wrong with them; false if nothing is moved.
    bool open() {
        opened_ = blit_->open(memory_);
        if (opened_) plan_.emplace(*opened_);
        return opened_.has_value();
    }
    /// Draws before it that have to be done first.
    void setDrawsBefore(uint32_t draws) { drawsBefore_ = draws; }
    uint32_t drawsBefore() const { return drawsBefore_; }

    // The resolve unit's.
    /// The move takes effect.
    void move() {
        claimFindings();
        blit_->move(*opened_, memory_);
    }
    ResolvePlan& plan() { return *plan_; }

    void giveUp() override {}
    void countStep(uint64_t) override {}

  private:
    std::shared_ptr<const GmemBlitOperation> blit_;
    GpuMemory memory_;
    std::optional<OpenGmemBlit> opened_;
    std::optional<ResolvePlan> plan_;
    uint32_t drawsBefore_ = 0;
};

/// A move that begins, or one that is over.
struct ResolveMessage {
    ResolveWork* work = nullptr;
};
std::string describe(const ResolveMessage& message);

}  // namespace cyclorama::adreno
