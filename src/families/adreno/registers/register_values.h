// SPDX-License-Identifier: MIT
#pragma once
// The registers as a command stream wrote them.

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "families/adreno/registers/read_record.h"
#include "families/adreno/registers/registers.h"
#include "gpu/shared.h"

namespace cyclorama::adreno {

/// The values of all registers that a packet can name, zero at first. A copy is a snapshot: it costs a reference for
/// each block of 4096 registers, and shares pages of 64 registers until one of the two writes to them.
class RegisterValues {
  public:
    RegisterValues() = default;
    /// A copy is not watched.
    RegisterValues(const RegisterValues& other) : blocks_(other.blocks_) {}
    RegisterValues& operator=(const RegisterValues& other) {
        if (this != &other) blocks_ = other.blocks_;
        return *this;
    }
    ~RegisterValues() = default;

    void write(uint32_t offset, uint32_t value) {
        if (offset >= kRegisterCount) return;
        Block& block = blocks_[offset / kBlockRegisters].edit();
        block[offset / kPageRegisters % kPages].edit()[offset % kPageRegisters] = value;
    }
    uint32_t read(uint32_t offset) const {
        if (offset >= kRegisterCount) return 0;
        if (reads_ != nullptr) reads_->note(offset);
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
    friend class ReadRecording;

    static constexpr uint32_t kPageRegisters = 64;
    static constexpr uint32_t kPages = 64;
    static constexpr uint32_t kBlockRegisters = kPages * kPageRegisters;

    using Page = std::array<uint32_t, kPageRegisters>;
    using Block = std::array<gpu::Shared<Page>, kPages>;

    std::array<gpu::Shared<Block>, kRegisterCount / kBlockRegisters> blocks_;
    mutable RegisterReads* reads_ = nullptr;
};

/// While it exists, reads of registers are recorded, or with null are not. One thread makes it, while no other reads.
class ReadRecording {
  public:
    ReadRecording(const RegisterValues& registers, RegisterReads* reads)
        : registers_(registers), before_(std::exchange(registers.reads_, reads)) {}
    ~ReadRecording() { registers_.reads_ = before_; }
    ReadRecording(const ReadRecording&) = delete;
    ReadRecording& operator=(const ReadRecording&) = delete;

  private:
    const RegisterValues& registers_;
    RegisterReads* const before_;
};

}  // namespace cyclorama::adreno
