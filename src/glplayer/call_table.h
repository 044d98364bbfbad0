// SPDX-License-Identifier: MIT
#pragma once
// The functions of OpenGL that the player calls with what the trace has, by their types in OpenGL's headers.

#include <string_view>

#include "glplayer/call_arguments.h"

namespace cyclorama::glplayer {

using Procedure = void (*)();

struct CallRow {
    std::string_view name;
    /// Calls the procedure of that name. Throws sim::Error where the arguments are not its parameters'.
    void (*perform)(Procedure procedure, CallArguments& arguments);
};

/// Null for a name that is not among them.
const CallRow* findCall(std::string_view name);

}  // namespace cyclorama::glplayer
