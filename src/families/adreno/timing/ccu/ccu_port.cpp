// SPDX-License-Identifier: MIT
#include "families/adreno/timing/ccu/ccu_port.h"

#include <fmt/format.h>

#include <bit>

#include "families/adreno/timing/lines/line_accesses.h"
#include "sim/divide_up.h"

namespace cyclorama::adreno {
namespace {

/// Room for answers that would arrive together.
constexpr uint32_t kDelayedAnswers = 2 * CcuPort::kMost;

}  // namespace

std::string describe(const CcuAccess& access) {
    return fmt::format("{} {} bytes of {:#x}", access.write ? "write" : "read", std::popcount(access.bytes),
                       access.address);
}

std::string describe(const CcuAnswer& answer) { return fmt::format("access {}", answer.id); }

CcuPort::CcuPort(sim::Box& owner, const std::string& name)
    : access(owner, {.name = name + ".access", .width = kWidth, .latency = 1}), answers(owner, name + ".answers") {}

uint32_t CcuPort::answerLatency(const CcuSettings& settings) {
    return settings.latency + sim::divideUp(kLineBytes, settings.bytesPerCycle) + kDelayedAnswers;
}

}  // namespace cyclorama::adreno
