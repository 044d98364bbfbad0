// SPDX-License-Identifier: MIT
#pragma once
// Numbers, each once, in the order in which they came first.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cyclorama::adreno {

/// For tens of numbers. A number is searched for only where another one has taken its place in a small table.
class DistinctNumbers {
  public:
    void add(uint64_t number) {
        const size_t place = number % kPlaces;
        const uint64_t bit = uint64_t{1} << place;
        if ((taken_ & bit) != 0) {
            if (latest_[place] == number) return;
            latest_[place] = number;
            if (std::find(numbers_.rbegin(), numbers_.rend(), number) != numbers_.rend()) return;
        }
        taken_ |= bit;
        latest_[place] = number;
        numbers_.push_back(number);
    }
    void clear() {
        taken_ = 0;
        numbers_.clear();
    }
    const std::vector<uint64_t>& numbers() const { return numbers_; }

  private:
    static constexpr size_t kPlaces = 64;

    uint64_t taken_ = 0;  ///< a bit for each place that has had a number
    std::array<uint64_t, kPlaces> latest_{};
    std::vector<uint64_t> numbers_;
};

}  // namespace cyclorama::adreno
