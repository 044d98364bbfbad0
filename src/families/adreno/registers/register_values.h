// SPDX-License-Identifier: MIT
#pragma once
// The registers as a command stream wrote them.

#include <bit>
#include <cstdint>
#include <vector>

#include "families/adreno/registers/registers.h"

namespace cyclorama::adreno {

/// The values of all registers that a packet can name, zero at first, and which of them were written lately.
class RegisterValues {
  public:
    void write(uint32_t offset, uint32_t value) {
        if (offset >= kRegisterCount) return;
        values_[offset] = value;
        if (!written_[offset]) recent_.push_back(offset);
        written_[offset] = true;
    }
    uint32_t read(uint32_t offset) const { return offset < kRegisterCount ? values_[offset] : 0; }
    /// The low word at `offset`, the high word behind it.
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

    /// Offsets of the registers that were written since forgetRecent(), each once, in the order of the first write.
    const std::vector<uint32_t>& recent() const { return recent_; }
    void forgetRecent() {
        for (const uint32_t offset : recent_) written_[offset] = false;
        recent_.clear();
    }

  private:
    std::vector<uint32_t> values_ = std::vector<uint32_t>(kRegisterCount);
    std::vector<bool> written_ = std::vector<bool>(kRegisterCount);
    std::vector<uint32_t> recent_;
};

}  // namespace cyclorama::adreno
