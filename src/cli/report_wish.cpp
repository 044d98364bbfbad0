// SPDX-License-Identifier: MIT
#include "cli/report_wish.h"

#include <utility>

namespace cyclorama::cli {

void ReportWish::ask() {
    const std::lock_guard lock(mutex_);
    asked_ = refusal_.empty();
    text_ = asked_ ? "the next frame is to be reported" : refusal_;
}

bool ReportWish::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(asked_, false);
}

void ReportWish::tell(std::string text) {
    const std::lock_guard lock(mutex_);
    if (!asked_) text_ = std::move(text);
}

std::string ReportWish::text() const {
    const std::lock_guard lock(mutex_);
    return text_.empty() ? "" : ", " + text_;
}

}  // namespace cyclorama::cli
