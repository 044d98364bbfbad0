// SPDX-License-Identifier: MIT
#include "families/adreno/timing/ccu/ccu_bypass.h"

#include <numeric>

namespace cyclorama::adreno {
namespace {

/// Cycles from the end of an access to the arrival of its answer.
constexpr uint32_t kAnswerLatency = 1;

}  // namespace

CcuBypass::CcuBypass(sim::Box& owner, LineMemory& memory, uint32_t firstId, const std::string& name)
    : port(owner, name), memory_(memory), firstId_(firstId), free_(kMost) {
    std::iota(free_.rbegin(), free_.rend(), 0u);
}

void CcuBypass::fill(uint32_t id, sim::Cycle cycle) {
    const uint32_t place = id - firstId_;
    port.answers.write(cycle, CcuAnswer{.id = reads_[place]}, kAnswerLatency);
    free_.push_back(place);
}

bool CcuBypass::clock(sim::Cycle cycle) {
    for (const auto& access : port.access.take(cycle)) queue_.push(access);
    const bool answered = answerWrite(cycle);
    return send() || answered;
}

bool CcuBypass::answerWrite(sim::Cycle cycle) {
    if (writes_.empty() || !memory_.isWritten(writes_.front().address, writes_.front().number)) return false;
    port.answers.write(cycle, CcuAnswer{.id = writes_.pop().id}, kAnswerLatency);
    return true;
}

bool CcuBypass::send() {
    if (queue_.empty()) return false;
    const CcuAccess& first = queue_.front();
    if (first.write) {
        if (!memory_.hasRoomForWrite(first.address)) return false;
        const uint64_t number = memory_.write(first.address, first.bytes);
        writes_.push({.address = first.address, .number = number, .id = first.id});
    } else {
        reads_[free_.back()] = first.id;
        memory_.read(first.address, firstId_ + free_.back());
        free_.pop_back();
    }
    queue_.pop();
    return true;
}

}  // namespace cyclorama::adreno
