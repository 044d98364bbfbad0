// SPDX-License-Identifier: MIT
#pragma once
// Kinds of commands, for people.

#include <cstdint>
#include <string_view>

namespace cyclorama::gpu {

enum class WorkKind : uint8_t {
    State,  // no work: register writes, markers, waits
    Draw,
    Dispatch,
    Clear,
    Resolve,
    Fill,
    Copy,
    Blit,
    Flush,
    Present,
    Write,  // by the host
    Load,   // of programs
    Other
};

constexpr std::string_view nameOf(WorkKind kind) {
    switch (kind) {
        case WorkKind::State:
            return "state";
        case WorkKind::Draw:
            return "draw";
        case WorkKind::Dispatch:
            return "dispatch";
        case WorkKind::Clear:
            return "clear";
        case WorkKind::Resolve:
            return "resolve";
        case WorkKind::Fill:
            return "fill";
        case WorkKind::Copy:
            return "copy";
        case WorkKind::Blit:
            return "blit";
        case WorkKind::Flush:
            return "flush";
        case WorkKind::Present:
            return "present";
        case WorkKind::Write:
            return "write";
        case WorkKind::Load:
            return "load";
        case WorkKind::Other:
            return "other";
    }
    return {};
}

}  // namespace cyclorama::gpu
