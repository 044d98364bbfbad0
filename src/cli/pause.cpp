// SPDX-License-Identifier: MIT
#include "cli/pause.h"

namespace cyclorama::cli {

void Pause::toggle() { change(state() == State::Stands ? State::Runs : State::Stands); }

void Pause::step() { change(State::Steps); }

void Pause::end() {
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        state_ = State::Runs;
    }
    changed_.notify_all();
}

void Pause::change(State state) {
    {
        const std::lock_guard lock(mutex_);
        if (!ended_) state_ = state;
    }
    changed_.notify_all();
}

Pause::State Pause::state() const {
    const std::lock_guard lock(mutex_);
    return state_;
}

void Pause::reachFrame() {
    const std::lock_guard lock(mutex_);
    if (state_ == State::Steps) state_ = State::Stands;
}

void Pause::wait() {
    std::unique_lock lock(mutex_);
    if (state_ != State::Stands) return;
    const auto begin = std::chrono::steady_clock::now();
    changed_.wait(lock, [this] { return state_ != State::Stands; });
    waited_ += std::chrono::steady_clock::now() - begin;
}

Pause::Duration Pause::waited() const {
    const std::lock_guard lock(mutex_);
    return waited_;
}

}  // namespace cyclorama::cli
