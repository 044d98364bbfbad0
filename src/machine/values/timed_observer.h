// SPDX-License-Identifier: MIT
#pragma once
// Events of a run that only machines with time report. An observer that wants them is one of these, too.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "mem/bank_use.h"
#include "mem/cache_blocks.h"
#include "mem/footprint.h"

namespace cyclorama::isa {
class IssueCounts;
}  // namespace cyclorama::isa

namespace cyclorama::machine {

/// Reason why a thread waits before an instruction, or after the last one.
enum class InstructionWait : uint8_t {
    /// Others are first.
    Turn,
    /// Results of earlier instructions, jumps among them.
    Results,
    /// Texture units: their answer, or room for a request.
    Texture,
    /// The instruction ended the thread, and its outputs wait to be sent.
    Outputs
};
inline constexpr size_t kInstructionWaits = 4;
/// Cycles by reason.
using WaitCycles = std::array<uint64_t, kInstructionWaits>;

class TimedObserver {
  public:
    virtual ~TimedObserver() = default;

    /// A thread was found to wait at an instruction of a program, and is taken to have done so for so many cycles of
    /// the main clock. The counts are those that the observer gave for the program.
    virtual void wait(const isa::IssueCounts& program, uint32_t instruction, InstructionWait reason,
                      uint64_t cycles) = 0;
    /// Traffic since the last report, unordered. A sample follows.
    virtual void traffic(std::span<const mem::Footprint::Block> blocks) = 0;
    /// Counts of each bank of DRAM since the last report. A sample follows.
    virtual void banks(const mem::BankUses& uses) = 0;
    /// Hits and misses by block of memory, in no order, of all caches of a kind since the last report. The kind's
    /// name lives as long as the program. A sample follows.
    virtual void caches(std::string_view kind, std::span<const mem::CacheBlocks::Block> blocks) = 0;
};

}  // namespace cyclorama::machine
