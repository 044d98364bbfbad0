// SPDX-License-Identifier: MIT
#pragma once
// The memory of the streamout's program, which is written word by word through registers (VPC_SO_CNTL, VPC_SO_PROG).

#include <array>
#include <cstddef>
#include <cstdint>

namespace cyclorama::adreno {

class StreamoutProgram {
  public:
    /// Words of a stream: one for two locations of a record.
    static constexpr size_t kStreamWords = 64;
    static constexpr size_t kWords = 4 * kStreamWords;

    /// A write to VPC_SO_CNTL: the next word's place, and whether all are cleared.
    void control(uint32_t word) {
        if ((word >> 16 & 1) != 0) words_ = {};
        next_ = word & (kWords - 1);
    }
    /// A write to VPC_SO_PROG.
    void append(uint32_t word) {
        words_[next_] = word;
        next_ = (next_ + 1) % kWords;
    }
    uint32_t word(size_t stream, size_t index) const { return words_[stream * kStreamWords + index]; }

  private:
    std::array<uint32_t, kWords> words_{};
    size_t next_ = 0;
};

}  // namespace cyclorama::adreno
