// SPDX-License-Identifier: MIT
#pragma once
// The lines of a buffer that were cleared and not used since. A fast clear leaves memory alone: what a line holds comes
// from the state of its block when it is first used, whatever was written to the same memory meanwhile.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cyclorama::machine::timing {

class ClearedLines {
  public:
    /// `lineBytes` is a power of two.
    explicit ClearedLines(uint32_t lineBytes)
        : lineShift_(static_cast<uint32_t>(std::countr_zero(lineBytes))), line_(lineBytes) {}

    /// The buffer at `address`, which is wholly in `bytes`, was cleared; the result is what a line of it then holds.
    std::span<std::byte> clear(func::Address address, std::span<std::byte> bytes) {
        address_ = address;
        bytes_ = bytes;
        unused_.assign(bytes.size() >> lineShift_, true);
        return line_;
    }
    /// Block states no longer are those of the clear.
    void forget() { unused_.clear(); }

    /// True if uses of the buffer at this address have to be reported by use().
    bool tracks(func::Address address, size_t bytes) const {
        return !unused_.empty() && address == address_ && bytes == bytes_.size();
    }
    /// `count` bytes from `offset` on are about to be read or written.
    void use(uint32_t offset, uint32_t count) {
        for (uint32_t line = offset >> lineShift_; line <= (offset + count - 1) >> lineShift_; ++line) {
            if (line >= unused_.size() || !unused_[line]) continue;
            unused_[line] = false;
            std::ranges::copy(line_, bytes_.begin() + static_cast<std::ptrdiff_t>(size_t{line} << lineShift_));
        }
    }

  private:
    uint32_t lineShift_;
    func::Address address_{};
    std::span<std::byte> bytes_;
    std::vector<std::byte> line_;
    std::vector<bool> unused_;
};

}  // namespace cyclorama::machine::timing
