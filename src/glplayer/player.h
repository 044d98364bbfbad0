// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "glplayer/call_arguments.h"
#include "glplayer/call_table.h"
#include "glplayer/contexts.h"
#include "glplayer/enumerants.h"
#include "glplayer/place.h"
#include "glplayer/vertex_arrays.h"
#include "glplayer/window.h"
#include "gltrace/buffers.h"
#include "gltrace/trace_reader.h"

namespace cyclorama::glplayer {

struct FrameLimits {
    /// The first frame that is shown; those before it are drawn all the same.
    uint32_t first = 0;
    /// Frames to show; 0 for all.
    uint32_t count = 0;
};

/// Performs the calls of a trace.
class Player {
  public:
    /// The window and the buffers have to outlive this.
    Player(gltrace::TraceReader reader, const gltrace::Buffers& buffers, Window& window, FrameLimits limits);

    /// To the end of the trace or of the limits. Throws sim::Error for a call that is not played or is malformed.
    void play();

  private:
    void perform(const gltrace::Call& call);
    void perform(const gltrace::Directive& directive);
    void performGl(CallArguments& arguments);
    /// Calls of OpenGL whose arguments cannot be handed on as they are. False where it is none of them.
    bool performSpecial(CallArguments& arguments);
    /// Calls of the window system. False where it is none that is known.
    bool performWindowSystem(CallArguments& arguments);
    void makeCurrent(const CallArguments& arguments, size_t context);
    /// ARB programs: the trace's length counts other ends of lines than the string has.
    void programString(CallArguments& arguments);
    /// Display lists of a font, which are not made here, may not be called.
    void refuseFontLists(const CallArguments& arguments);
    void endFrame();
    /// Reports an error that OpenGL has for a call; once for each call and error.
    void checkGl(const CallArguments& arguments);
    /// The function of OpenGL; throws sim::Error where the driver has none.
    Procedure procedure(const CallArguments& arguments);

    gltrace::TraceReader reader_;
    Window& window_;
    FrameLimits limits_;
    Contexts contexts_;
    Enumerants enumerants_;
    ArgumentSources sources_;
    VertexArrays vertexArrays_;
    /// The call that is performed.
    Place place_;
    std::map<std::string, Procedure, std::less<>> procedures_;
    /// First and last of ranges of display lists.
    std::vector<std::pair<int64_t, int64_t>> fontLists_;
    std::set<std::string> told_;
    int64_t listBase_ = 0;
    uint32_t frame_ = 0;
    bool drawing_ = false;
    bool done_ = false;
};

}  // namespace cyclorama::glplayer
