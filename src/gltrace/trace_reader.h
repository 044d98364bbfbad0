// SPDX-License-Identifier: MIT
#pragma once
// Reads the calls of a GLInterceptor trace in order. The format was read off traces and their public player: its first
// line is GLI0.t (floating-point numbers as text) or GLI0.h (as their bits); then a call a line, whose strings may span
// lines. Lines that begin with '#' are comments, with "#!" directives.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gltrace/call.h"
#include "workload/byte_input.h"

namespace cyclorama::gltrace {

class TraceReader {
  public:
    /// Reads the first line. Throws sim::Error where it is not that of a trace in text.
    explicit TraceReader(workload::ByteInput input);

    Encoding encoding() const { return encoding_; }
    const std::string& name() const { return input_.name(); }

    using Entry = std::variant<Call, Directive>;
    /// The next call or directive; nothing at the end. Throws sim::Error, with the line, for what is neither.
    std::optional<Entry> next();

  private:
    /// The next line without its end; false at the end of the file.
    bool readLine(std::string& line);
    /// The next byte; nothing at the end of the file.
    std::optional<char> readByte();
    /// The call that begins in a line; reads more lines while a string of it continues.
    Call readCall(std::string text);
    [[noreturn]] void refuse(uint64_t line, const std::string& reason) const;

    workload::ByteInput input_;
    Encoding encoding_ = Encoding::Text;
    std::vector<std::byte> chunk_;
    size_t chunkSize_ = 0;
    size_t chunkPosition_ = 0;
    uint64_t line_ = 0;
};

/// The size of the pictures of a trace: its directive RES, else its first glViewport; empty if it has neither.
/// Throws sim::Error where it is malformed before that.
std::optional<FrameSize> frameSizeOf(const std::string& path);

}  // namespace cyclorama::gltrace
