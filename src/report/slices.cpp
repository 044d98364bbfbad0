// SPDX-License-Identifier: MIT
#include "report/slices.h"

#include <utility>

namespace cyclorama::report {

void Slices::begin(uint64_t cycle) {
    first_ = until_ = cycle;
    setEnd(cycle);
}

void Slices::add(uint64_t cycle, const machine::RunSample& sample, const SampleNumbers& numbers) {
    growing_.add(sample, numbers);
    until_ = cycle;
    if (cycle < end_) return;
    close();
    if (done_.size() >= kMost) halve();
    setEnd(cycle);
}

void Slices::close() {
    done_.push_back({.first = std::exchange(first_, until_), .end = until_, .amounts = growing_.take()});
}

void Slices::halve() {
    length_ *= 2;
    std::vector<Slice> fewer;
    GrowingAmounts both;
    for (Slice& slice : done_) {
        if (fewer.empty() || fewer.back().first / length_ != slice.first / length_) {
            fewer.push_back(std::move(slice));
        } else {
            fewer.back().end = slice.end;
            both.add(fewer.back().amounts);
            both.add(slice.amounts);
            fewer.back().amounts = both.take();
        }
    }
    done_ = std::move(fewer);
}

std::vector<Slices::Slice> Slices::take() {
    if (until_ != first_) close();
    length_ = kFirstLength;
    setEnd(until_);
    return std::exchange(done_, {});
}

}  // namespace cyclorama::report
