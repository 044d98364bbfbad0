// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gltrace/call.h"

namespace cyclorama::gltrace {

/// Outcome of parsing one or more lines: a call, the beginning of a call whose string continues in the next line, or a
/// refusal.
struct ParsedCall {
    /// None if the string continues, or the text is refused.
    std::optional<Call> call;
    /// Why it is refused, a sentence without a full stop; empty where it is not.
    std::string reason;
    bool goesOn() const { return !call && reason.empty(); }
};

/// Takes a call apart: NAME(ARGUMENT,...), and =RESULT after it if there is one. The call's line is left to the
/// caller.
ParsedCall parseCall(std::string_view text);

}  // namespace cyclorama::gltrace
