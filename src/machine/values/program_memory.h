// SPDX-License-Identifier: MIT
#pragma once
// Loads, stores and atomic operations of shader programs.

#include "isa/executor.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

/// One worker's access. What is not in memory reads as zero and is not written.
class ProgramMemory final : public isa::MemoryAccess {
  public:
    explicit ProgramMemory(mem::AddressSpace& memory) : memory_(&memory) {}

    uint32_t load(func::Address address, unsigned bytes) override;
    void store(func::Address address, unsigned bytes, uint32_t value) override;
    uint32_t atomic(isa::AtomicOperation operation, func::Address address, uint32_t operand, uint32_t comparand,
                    bool isSigned) override;

    /// Accesses outside of memory.
    uint64_t faults() const { return faults_; }
    void resetCounts() { faults_ = 0; }

  private:
    mem::AddressSpace* memory_;
    uint64_t faults_ = 0;
};

}  // namespace cyclorama::machine
