// SPDX-License-Identifier: MIT
#pragma once
// Places that addresses are spread over: sets, banks, buses.

#include <bit>
#include <cstddef>
#include <cstdint>

namespace cyclorama::adreno {

/// The remainder of a division by a count that stays the same; without the division where it is a power of two.
class Remainder {
  public:
    explicit Remainder(size_t count) : count_(count), isPower_(std::has_single_bit(count)) {}

    size_t operator()(uint64_t number) const {
        return static_cast<size_t>(isPower_ ? number & (count_ - 1) : number % count_);
    }

  private:
    uint64_t count_;
    bool isPower_;
};

}  // namespace cyclorama::adreno
