// SPDX-License-Identifier: MIT
#include "families/adreno/cp/poller.h"

#include <fmt/format.h>

#include <utility>

#include "families/adreno/cp/findings.h"

namespace cyclorama::adreno {

namespace {

/// The kinds of comparison of waits and conditional writes (Mesa: adreno_pm4.xml, cp_cond_function).
bool compare(uint32_t function, uint32_t value, uint32_t reference) {
    switch (function) {
        case 1:
            return value < reference;
        case 2:
            return value <= reference;
        case 3:
            return value == reference;
        case 4:
            return value != reference;
        case 5:
            return value >= reference;
        case 6:
            return value > reference;
        default:
            return true;
    }
}

}  // namespace

std::optional<bool> Poller::holds(const Poll& poll) {
    uint32_t value = 0;
    if (poll.source == Poll::Source::Memory) {
        if (!memory_.load(poll.address, {&value, 1})) return std::nullopt;
    } else {
        const auto number = static_cast<uint32_t>(poll.address);
        value =
            registers_.read(poll.source == Poll::Source::Scratch ? kFirstScratchRegister + number % kScratchRegisters
                                                                 : number & kRegisterBits);
    }
    constexpr uint32_t kSign = 1u << 31;
    // Numbers with a sign are in the order of those without, once their signs are turned.
    const uint32_t turn = poll.isSigned ? kSign : 0;
    return compare(poll.function, (value & poll.mask) ^ turn, poll.reference ^ turn);
}

void Poller::waitFor(const Poll& poll) {
    if (!std::exchange(waits_, false)) hangTimer_.begin();
    for (;;) {
        const std::optional<bool> met = holds(poll);
        if (!met) {
            if (!reporter_.hung()) reporter_.hang(findings::kEndlessWait, "nothing is mapped there");
            return;
        }
        if (*met) return;
        if (!hangTimer_.lasts())
            return reporter_.hang(findings::kEndlessWait,
                                  fmt::format("{:#x} against {:#x}", poll.address, poll.reference));
        waits_ = hangTimer_.passesElsewhere();
        if (waits_) return;
    }
}

}  // namespace cyclorama::adreno
