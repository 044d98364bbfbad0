// SPDX-License-Identifier: MIT
#pragma once
// The registers as a command stream wrote them.

#include <array>
#include <bit>
#include <cstdint>

#include "families/adreno/registers/registers.h"
#include "gpu/shared.h"

namespace cyclorama::adreno {

/// The values of all registers that a packet can name, zero at first. A copy is a snapshot: it costs a reference for
/// each block of 4096 registers, and shares pages of 64 registers until one of the two writes to them.
class RegisterValues {
  public:
    void write(uint32_t offset, uint32_t value) {
        if (offset >= kRegisterCount) return;
        Block& block = blocks_[offset / kBlockRegisters].edit();
        block[offset / kPageRegisters % kPages].edit()[offset % kPageRegisters] = value;
    }
    uint32_t read(uint32_t offset) const {
        if (offset >= kRegisterCount) return 0;
        const Block& block = *blocks_[offset / kBlockRegisters];
        return (*block[offset / kPageRegisters % kPages])[offset % kPageRegisters];
    }
    /// The low word at `offset`, the high word after it.
    uint64_t read64(uint32_t offset) const { return read(offset) | static_cast<uint64_t>(read(offset + 1)) << 32; }

    // By name, "RB_DEPTH_CNTL/ZFUNC"_field or "RB_Z_BOUNDS_MIN"_reg; `index` in an array of registers.
    /// In units of one; without sign.
    uint32_t field(const Field& field, uint32_t index = 0) const {
        return static_cast<uint32_t>(field.of(read(field.reg.word(index))));
    }
    bool flag(const Field& field, uint32_t index = 0) const { return this->field(field, index) != 0; }
    uint32_t word(const Register& reg, uint32_t index = 0) const { return read(reg.word(index)); }
    float real(const Register& reg, uint32_t index = 0) const { return std::bit_cast<float>(word(reg, index)); }
    uint64_t address(const Register& reg, uint32_t index = 0) const { return read64(reg.word(index)); }

  private:
    static constexpr uint32_t kPageRegisters = 64;
    static constexpr uint32_t kPages = 64;
    static constexpr uint32_t kBlockRegisters = kPages * kPageRegisters;

    using Page = std::array<uint32_t, kPageRegisters>;
    using Block = std::array<gpu::Shared<Page>, kPages>;

    std::array<gpu::Shared<Block>, kRegisterCount / kBlockRegisters> blocks_;
};

}  // namespace cyclorama::adreno
