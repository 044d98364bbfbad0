// SPDX-License-Identifier: MIT
#pragma once
// Half registers as floats: results of half floats stay floats, rounded, until an instruction asks for their bits. So
// programs of half floats convert nothing from one instruction to the next.

#include <array>
#include <cstdint>

#include "families/adreno/isa/wave.h"

namespace cyclorama::adreno::ir3 {

class HalfFloats {
  public:
    explicit HalfFloats(Wave& wave) : wave_(wave) {}

    // Half registers by component; the wave has them.

    /// The values of a half register.
    const LaneWords& read(unsigned number);
    /// The place for new values of all lanes, which have to be halves' values.
    LaneWords& replace(unsigned number);
    /// True if its bits are not written yet.
    bool isPending(unsigned number) const { return among(pending_, number) != 0; }

    /// Before the bits of half registers are read: writes those that are pending.
    void settle(unsigned number);
    void settleAll();
    /// Before the bits of half registers are written, for all lanes or after settling.
    void forget(unsigned number);
    void forgetAll() { current_ = pending_ = {}; }
    /// The same of both half registers that share a full one, where half ones do.
    void settleFull(unsigned number) {
        const unsigned low = 2 * number;
        if (!sharesHalves(number) || (pending_[low / kBits] >> low % kBits & 3) == 0) return;
        settle(low);
        settle(low + 1);
    }
    void forgetFull(unsigned number) {
        if (!sharesHalves(number)) return;
        const unsigned low = 2 * number;
        current_[low / kBits] &= ~(uint64_t{3} << low % kBits);
        pending_[low / kBits] &= ~(uint64_t{3} << low % kBits);
    }

  private:
    static constexpr unsigned kBits = 64;
    /// A bit for each half register.
    using Marks = std::array<uint64_t, kSharedRegisters / kBits>;

    bool sharesHalves(unsigned full) const { return wave_.shape.mergedRegisters && 2 * full < kSharedRegisters; }
    static uint64_t among(const Marks& marks, unsigned number) { return marks[number / kBits] >> number % kBits & 1; }
    static void mark(Marks& marks, unsigned number) { marks[number / kBits] |= uint64_t{1} << number % kBits; }

    Wave& wave_;
    Marks current_{};  ///< values that the register has
    Marks pending_{};  ///< values whose bits it does not have yet
    std::array<LaneWords, kSharedRegisters> values_;
};

}  // namespace cyclorama::adreno::ir3
