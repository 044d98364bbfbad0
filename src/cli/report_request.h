// SPDX-License-Identifier: MIT
#pragma once
// Request of a person who looks at frames: a report of the next one.

#include <mutex>
#include <string>
#include <utility>

namespace cyclorama::cli {

/// Safe for several threads: one has the keys, another makes reports.
class ReportRequest {
  public:
    /// `refusal` answers all requests; empty if they can be fulfilled.
    explicit ReportRequest(std::string refusal) : refusal_(std::move(refusal)) {}

    void request();
    /// True once after request().
    bool take();
    /// Outcome of the last request, unless a new one is pending.
    void setStatus(std::string text);
    /// Suffix of a line of text: a comma and the status; empty before the first request.
    std::string statusText() const;

  private:
    const std::string refusal_;
    mutable std::mutex mutex_;
    bool pending_ = false;
    std::string status_;
};

}  // namespace cyclorama::cli
