// SPDX-License-Identifier: MIT
#pragma once
// The time of a frame, cut into slices. There are never many: when there are, two by two become one.

#include <cstdint>
#include <vector>

#include "report/amounts.h"

namespace cyclorama::report {

class Slices {
  public:
    struct Slice {
        uint64_t first = 0;
        uint64_t end = 0;
        Amounts amounts;
    };

    /// The first slice begins in `cycle`. Before the first sample.
    void begin(uint64_t cycle);
    /// A sample ends in `cycle`, what it counted began where the last one ended.
    void add(uint64_t cycle, const machine::RunSample& sample, const SampleNumbers& numbers);
    /// The cycle after the slice that grows, when it is as long as it gets.
    uint64_t end() const { return end_; }

    /// The slices of the frame; the next one begins.
    std::vector<Slice> take();

  private:
    static constexpr size_t kMost = 256;
    static constexpr uint64_t kFirstLength = 1024;

    /// Ends the slice that samples are added to, and begins the next.
    void close();
    void halve();
    /// The next multiple of the length.
    void setEnd(uint64_t cycle) { end_ = (cycle / length_ + 1) * length_; }

    std::vector<Slice> done_;
    GrowingAmounts growing_;
    uint64_t first_ = 0;  // of what grows
    uint64_t until_ = 0;
    uint64_t length_ = kFirstLength;
    uint64_t end_ = kFirstLength;
};

}  // namespace cyclorama::report
