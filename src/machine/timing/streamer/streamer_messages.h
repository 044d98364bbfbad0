// SPDX-License-Identifier: MIT
#pragma once
// Messages between the parts of the streamer, and to primitive assembly.

#include <cstdint>
#include <string>

#include "machine/timing/draw/work.h"

namespace cyclorama::machine::timing {

/// An index from fetch through the output cache to a loader and to the commit.
struct StreamIndex {
    VertexName name;
    /// Entry of the output queue, which puts shaded vertices back in order.
    uint32_t outputEntry = 0;
    /// Line of the output memory, as soon as the output cache has chosen it.
    uint32_t outputLine = 0;
    uint32_t loader = 0;
    /// The line has, or will have, the shaded vertex already.
    bool hit = false;
    /// The last of the batch.
    bool last = false;
};
std::string describe(const StreamIndex& index);

/// Entries of a loader's request queue that became free in one cycle.
struct FreedRequests {
    uint32_t requests = 0;
};
std::string describe(const FreedRequests& freed);

/// Places that the commit gave back in one cycle.
struct FreedOutputs {
    uint32_t entries = 0;
    uint32_t lines = 0;
};
std::string describe(const FreedOutputs& freed);

/// A line of the output memory is not waited for any more. The commit confirms that a cycle later, unless an index that
/// was on its way to it uses the line again.
struct LineRelease {
    uint32_t line = 0;
    bool confirmed = false;
};
std::string describe(const LineRelease& release);

/// Leave to send more vertices.
struct VertexRequest {
    uint32_t vertices = 0;
};
std::string describe(const VertexRequest& request);

}  // namespace cyclorama::machine::timing
