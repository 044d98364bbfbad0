// SPDX-License-Identifier: MIT
#include "families/adreno/cp/hang_timer.h"

#include <algorithm>
#include <thread>

namespace cyclorama::adreno {
namespace {

constexpr std::chrono::microseconds kFirstPause{10};
constexpr std::chrono::microseconds kLongestPause{1000};

}  // namespace

HangcheckTimer::HangcheckTimer()
    : HangcheckTimer([](std::chrono::microseconds pause) { std::this_thread::sleep_for(pause); }) {}

void HangcheckTimer::begin() {
    left_ = kPeriod;
    pause_ = kFirstPause;
}

bool HangcheckTimer::lasts() {
    if (left_ <= std::chrono::microseconds::zero()) return false;
    wait_(pause_);
    left_ -= pause_;
    pause_ = std::min(2 * pause_, kLongestPause);
    return true;
}

}  // namespace cyclorama::adreno
