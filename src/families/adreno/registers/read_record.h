// SPDX-License-Identifier: MIT
#pragma once
// A record of the registers that were read, on any threads.

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

namespace cyclorama::adreno {

class RegisterReads {
  public:
    /// Registers that are recorded; those of the blocks that draw are among them.
    static constexpr uint32_t kRecorded = 1u << 16;

    void note(uint32_t offset) {
        if (offset >= kRecorded) return;
        std::atomic<uint64_t>& word = words_[offset / kBits];
        const uint64_t bit = uint64_t{1} << offset % kBits;
        if ((word.load(std::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, std::memory_order_relaxed);
    }

    /// Calls use(offset) for each one that was read, in their order.
    template <typename Use>
    void forEach(Use use) const {
        for (uint32_t i = 0; i < words_.size(); ++i)
            for (uint64_t left = words_[i].load(std::memory_order_relaxed); left != 0; left &= left - 1)
                use(i * kBits + static_cast<uint32_t>(std::countr_zero(left)));
    }

  private:
    static constexpr uint32_t kBits = 64;

    std::array<std::atomic<uint64_t>, kRecorded / kBits> words_{};
};

}  // namespace cyclorama::adreno
