// SPDX-License-Identifier: MIT
#include "machine/timing/streamer/streamer_messages.h"

#include <fmt/format.h>

namespace cyclorama::machine::timing {

std::string describe(const StreamIndex& index) {
    return fmt::format("index {}, instance {}, entry {}, line {}, loader {}{}{}", index.name.index, index.name.instance,
                       index.outputEntry, index.outputLine, index.loader, index.hit ? ", hit" : "",
                       index.last ? ", last" : "");
}

std::string describe(const FreedRequests& freed) { return fmt::format("{} requests", freed.requests); }

std::string describe(const FreedOutputs& freed) {
    return fmt::format("{} entries, {} lines", freed.entries, freed.lines);
}

std::string describe(const LineRelease& release) {
    return fmt::format("line {}{}", release.line, release.confirmed ? ", confirmed" : "");
}

std::string describe(const VertexRequest& request) { return fmt::format("{} vertices", request.vertices); }

}  // namespace cyclorama::machine::timing
