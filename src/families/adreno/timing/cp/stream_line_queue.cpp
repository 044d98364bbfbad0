// SPDX-License-Identifier: MIT
#include "families/adreno/timing/cp/stream_line_queue.h"

namespace cyclorama::adreno {
namespace {

uint64_t lineOf(uint64_t address) { return address / kLineBytes * kLineBytes; }

}  // namespace

void StreamLineQueue::begin(uint64_t address, uint64_t bytes, uint64_t following) {
    const bool continues = !lines_.empty() && (address == head_ || (address > head_ && address < end_));
    if (!continues) {
        // Answers to reads of before find no line with their number.
        lines_.clear();
        head_ = address;
    }
    left_ = address + bytes - head_;
    end_ = address + bytes + following;
}

bool StreamLineQueue::take() {
    bool any = false;
    while (left_ != 0 && !lines_.empty() && lines_.front().arrived) {
        const uint64_t rest = kLineBytes - head_ % kLineBytes;
        const uint64_t bytes = std::min(left_, rest);
        head_ += bytes;
        left_ -= bytes;
        if (bytes == rest) lines_.pop();
        any = true;
    }
    return any;
}

std::optional<uint64_t> StreamLineQueue::next() const {
    const uint64_t line = lineOf(head_) + uint64_t{lines_.size()} * kLineBytes;
    if (line >= end_ || lines_.full()) return std::nullopt;
    return line;
}

void StreamLineQueue::arrive(uint32_t id) {
    for (uint32_t i = 0; i < lines_.size(); ++i)
        if (lines_[i].id == id) lines_[i].arrived = true;
}

}  // namespace cyclorama::adreno
