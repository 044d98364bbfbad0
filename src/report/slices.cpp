// SPDX-License-Identifier: MIT
#include "report/slices.h"

#include <utility>

namespace cyclorama::report {

void Slices::add(uint64_t cycle, const machine::RunSample& sample, const SampleNumbers& numbers) {
    growing_.amounts.add(sample, numbers);
    growing_.end = cycle;
    if (cycle >= end_) close(cycle);
}

void Slices::close(uint64_t cycle) {
    done_.push_back(std::exchange(growing_, {.first = cycle, .end = cycle, .amounts = {}}));
    if (done_.size() >= kMost) halve();
    setEnd(cycle);
}

void Slices::halve() {
    length_ *= 2;
    std::vector<Slice> fewer;
    for (Slice& slice : done_) {
        if (fewer.empty() || fewer.back().first / length_ != slice.first / length_) {
            fewer.push_back(std::move(slice));
        } else {
            fewer.back().end = slice.end;
            fewer.back().amounts.add(slice.amounts);
        }
    }
    done_ = std::move(fewer);
}

std::vector<Slices::Slice> Slices::take() {
    const uint64_t cycle = growing_.end;
    if (growing_.end != growing_.first) done_.push_back(std::move(growing_));
    growing_ = {.first = cycle, .end = cycle, .amounts = {}};
    length_ = kFirstLength;
    setEnd(cycle);
    return std::exchange(done_, {});
}

}  // namespace cyclorama::report
