// SPDX-License-Identifier: MIT
#pragma once
// Values by number, of many numbers of which few have one at a time.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace cyclorama::report {

template <typename Value>
class NumberedSums {
  public:
    /// In order of the numbers.
    using Rows = std::vector<std::pair<uint32_t, Value>>;

    /// The value of a number, which begins as nothing.
    Value& operator[](uint32_t number) {
        if (number >= values_.size()) [[unlikely]]
            grow(number);
        has_[number / kWordBits] |= uint64_t{1} << number % kWordBits;
        return values_[number];
    }
    /// All that have one. None has one then.
    Rows take() {
        size_t count = 0;
        for (const uint64_t word : has_) count += static_cast<size_t>(std::popcount(word));
        Rows rows;
        rows.reserve(count);
        for (uint32_t word = 0; word < has_.size(); ++word) {
            for (uint64_t rest = std::exchange(has_[word], 0); rest != 0; rest &= rest - 1) {
                const uint32_t number = word * kWordBits + static_cast<uint32_t>(std::countr_zero(rest));
                rows.emplace_back(number, std::exchange(values_[number], Value{}));
            }
        }
        return rows;
    }

  private:
    static constexpr uint32_t kWordBits = 64;

    void grow(uint32_t number) {
        has_.resize(number / kWordBits + 1);
        values_.resize(has_.size() * kWordBits);
    }

    std::vector<Value> values_;
    std::vector<uint64_t> has_;  // a bit for each number
};

}  // namespace cyclorama::report
