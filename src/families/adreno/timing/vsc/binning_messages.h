// SPDX-License-Identifier: MIT
#pragma once
// Messages of binning passes between boxes.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "families/adreno/operations/transfer_operations.h"
#include "families/adreno/timing/draw/stream_writes.h"
#include "families/adreno/timing/programs/packet_work.h"

namespace cyclorama::adreno {

/// The bins of a primitive, or the end of a draw.
struct BinMessage {
    uint32_t bins = 0;
    /// The streams at the end of a draw; null before.
    std::shared_ptr<const StreamState> streams{};
    /// RenderMessage's.
    uint64_t lrz = 0;
};
std::string describe(const BinMessage& message);

/// The end of a binning pass under way.
class BinningEnd final : public PacketWork {
  public:
    /// The command unit outlives it.
    BinningEnd(std::shared_ptr<const EndOfBinning> operation, uint32_t itsNumber, sim::Box& commandUnit)
        : PacketWork(*operation, itsNumber, commandUnit), end_(std::move(operation)) {}

    /// The streams are written.
    void write(mem::AddressSpace& space) {
        claimFindings();
        streams_ = StreamState::of(end_->registers(), end_->write(end_->memoryIn(space)));
    }
    const StreamState& streams() const { return streams_; }

    void giveUp() override {}
    void countStep(uint64_t) override {}

  private:
    std::shared_ptr<const EndOfBinning> end_;
    StreamState streams_;
};

/// One that begins, or is over.
struct BinningEndMessage {
    BinningEnd* work = nullptr;
};
std::string describe(const BinningEndMessage& message);

}  // namespace cyclorama::adreno
