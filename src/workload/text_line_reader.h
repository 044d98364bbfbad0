// SPDX-License-Identifier: MIT
#pragma once
// A text, line by line.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "workload/byte_input.h"

namespace cyclorama::workload {

class TextLineReader {
  public:
    explicit TextLineReader(ByteInput input) : input_(std::move(input)) {}

    /// The next line, without its end; nothing at the end of the text.
    std::optional<std::string> next() {
        std::string line;
        bool any = false;
        while (const std::optional<char> c = character()) {
            any = true;
            if (*c == '\n') break;
            line += *c;
        }
        if (!any) return std::nullopt;
        ++number_;
        return line;
    }
    /// Number of the last line, from 1.
    uint64_t number() const { return number_; }
    const std::string& name() const { return input_.name(); }

  private:
    std::optional<char> character() {
        if (at_ == have_) {
            have_ = input_.read(std::as_writable_bytes(std::span(buffer_)));
            at_ = 0;
            if (have_ == 0) return std::nullopt;
        }
        return buffer_[at_++];
    }

    ByteInput input_;
    std::array<char, 65536> buffer_{};
    size_t at_ = 0;
    size_t have_ = 0;
    uint64_t number_ = 0;
};

}  // namespace cyclorama::workload
