// SPDX-License-Identifier: MIT
#pragma once
// The command processor's reads and writes of the chip's registers: those with a value of their own, with an effect
// beside their value, and all others.

#include <cstdint>
#include <optional>

#include "families/adreno/checks/register_checks.h"
#include "families/adreno/chip/always_on_clock.h"
#include "families/adreno/chip/query_counters.h"
#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/operations/chip_state.h"
#include "families/adreno/registers/performance_counters.h"

namespace cyclorama::adreno {

/// Registers kept for the streams (Mesa: a6xx.xml, CP_SCRATCH).
inline constexpr uint32_t kFirstScratchRegister = "CP_SCRATCH[].REG"_reg.word();
inline constexpr uint32_t kScratchRegisters = 8;

class ProcessorRegisters {
  public:
    /// All outlive it. Counters and the clock are read as registers.
    ProcessorRegisters(ChipState& chip, const QueryCounters& counters, AlwaysOnClock& clock, RegisterChecks& checks,
                       PacketReporter& reporter)
        : chip_(chip), counters_(counters), clock_(clock), checks_(checks), reporter_(reporter) {}

    /// `offset` in words, as in packets; 0, with a finding, beyond the last register.
    uint32_t read(uint32_t offset);
    /// Protected registers keep their value, and those beyond the last one do not exist: both are reported.
    void write(uint32_t offset, uint32_t value);

  private:
    /// The count of a performance counter; nothing if neither the machine nor a block has it.
    std::optional<uint64_t> countOf(const PerformanceCounter& counter) const;

    ChipState& chip_;
    const QueryCounters& counters_;
    AlwaysOnClock& clock_;
    RegisterChecks& checks_;
    PacketReporter& reporter_;
};

}  // namespace cyclorama::adreno
