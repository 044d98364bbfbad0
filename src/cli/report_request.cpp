// SPDX-License-Identifier: MIT
#include "cli/report_request.h"

#include <utility>

namespace cyclorama::cli {

void ReportRequest::request() {
    const std::lock_guard lock(mutex_);
    pending_ = refusal_.empty();
    status_ = pending_ ? "the next frame is to be reported" : refusal_;
}

bool ReportRequest::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(pending_, false);
}

void ReportRequest::setStatus(std::string status) {
    const std::lock_guard lock(mutex_);
    if (!pending_) status_ = std::move(status);
}

std::string ReportRequest::statusText() const {
    const std::lock_guard lock(mutex_);
    return status_.empty() ? "" : ", " + status_;
}

}  // namespace cyclorama::cli
