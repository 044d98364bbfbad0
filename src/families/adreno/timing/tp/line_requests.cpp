// SPDX-License-Identifier: MIT
#include "families/adreno/timing/tp/line_requests.h"

#include <algorithm>

namespace cyclorama::adreno {

LineRequests::Read* LineRequests::find(uint64_t address) {
    const size_t place = address / kLineBytes % kPlaces;
    if ((taken_ >> place & 1) == 0) return nullptr;
    const Latest& latest = latest_[place];
    if (latest.address == address) return latest.number > sent_ ? &at(latest.number) : nullptr;
    for (uint64_t number = std::max(ofOthers_, sent_) + 1; number <= asked_; ++number)
        if (at(number).request.line.address == address) return &at(number);
    return nullptr;
}

void LineRequests::ask(uint64_t address, uint64_t bytes, sim::Cycle earliest) {
    if (Read* const known = find(address)) {
        known->request.line.bytes |= bytes;
        return;
    }
    const auto id = static_cast<uint32_t>(++asked_ % LinePort::kMost);
    unsent_.push(
        {.request = {.line = {.address = address, .bytes = bytes, .lanes = 1}, .id = id}, .earliest = earliest});
    const size_t place = address / kLineBytes % kPlaces;
    taken_ |= uint32_t{1} << place;
    latest_[place] = {.address = address, .number = asked_};
}

void LineRequests::receive(uint32_t id) {
    early_.set(id);
    while (arrived_ != sent_) {
        const size_t next = (arrived_ + 1) % LinePort::kMost;
        if (!early_.test(next)) return;
        early_.reset(next);
        ++arrived_;
    }
}

}  // namespace cyclorama::adreno
