// SPDX-License-Identifier: MIT
#pragma once
// The wish of a person who looks at frames to have a report of the next one.

#include <mutex>
#include <string>
#include <utility>

namespace cyclorama::cli {

/// Safe for several threads: one has the keys, another makes reports.
class ReportWish {
  public:
    /// `refusal` answers all wishes; empty where they can be fulfilled.
    explicit ReportWish(std::string refusal) : refusal_(std::move(refusal)) {}

    void ask();
    /// True once after ask().
    bool take();
    /// Says what became of it.
    void tell(std::string text);
    /// To be added to a line of text: what was said last, after a comma; empty if nothing was.
    std::string text() const;

  private:
    const std::string refusal_;
    mutable std::mutex mutex_;
    bool asked_ = false;
    std::string text_;
};

}  // namespace cyclorama::cli
