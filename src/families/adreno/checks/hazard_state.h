// SPDX-License-Identifier: MIT
#pragma once
// The registers and constants between two instructions that are not there yet, or are still to be read.

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

#include "families/adreno/checks/register_uses.h"

namespace cyclorama::adreno::ir3::hazards {

inline constexpr size_t kConstantWords = size_t{512} * kComponents;

using SlotSet = std::bitset<slots::kCount>;
using ConstantSet = std::bitset<kConstantWords>;
using SlotCycles = std::array<int32_t, slots::kCount>;

/// The state between two instructions. Cycles count from the start of the block.
struct HazardState {
    SlotSet shortWait;           ///< values that (ss) waits for
    SlotSet longWait;            ///< values that (sy) waits for
    SlotSet shortReads;          ///< sources that are read at the latest when (ss) is over
    SlotSet eitherReads;         ///< the same, or (sy)
    SlotSet scalarHalves;        ///< half registers that the scalar unit gives
    SlotSet scalarFulls;         ///< full ones, as halves
    SlotSet scalarReads;         ///< that the scalar unit has still to read
    ConstantSet shortConstants;  ///< that STC writes
    ConstantSet longConstants;   ///< that LDC.K writes
    /// From when on an arithmetic instruction may read the slot as a half register, as part of a full one, and from
    /// when on others may read it.
    SlotCycles asHalf{};
    SlotCycles asFull{};
    SlotCycles byOthers{};
    /// The last instruction that wrote or, where it is waited for, read the slot.
    std::array<uint32_t, slots::kCount> producer{};
    uint32_t constantProducer = 0;

    /// All that waits are for.
    static constexpr SlotSet HazardState::*kSets[] = {
        &HazardState::shortWait,    &HazardState::longWait,    &HazardState::shortReads, &HazardState::eitherReads,
        &HazardState::scalarHalves, &HazardState::scalarFulls, &HazardState::scalarReads};

    void waitShort() {
        shortWait.reset();
        shortReads.reset();
        eitherReads.reset();
        scalarHalves.reset();
        scalarFulls.reset();
        scalarReads.reset();
        shortConstants.reset();
    }
    void waitLong() {
        longWait.reset();
        eitherReads.reset();
        longConstants.reset();
    }
    /// Takes in the state at the end of a block before; true if that changed it.
    bool join(const HazardState& other);
    /// Counts cycles from here.
    void rebase(int32_t cycle);
};

}  // namespace cyclorama::adreno::ir3::hazards
