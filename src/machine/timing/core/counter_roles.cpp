// SPDX-License-Identifier: MIT
#include "machine/timing/core/counter_roles.h"

#include <array>

namespace cyclorama::machine::timing {

namespace {

constexpr std::array<std::pair<const char*, const char*>, 13> kActivities{{{"Ready_CP", "commands"},
                                                                           {"Draw_CP", "geometry"},
                                                                           {"EndGeometry_CP", "fragments"},
                                                                           {"EndFragment_CP", "end of draws"},
                                                                           {"Resolve_CP", "resolve"},
                                                                           {"Flush_CP", "flush"},
                                                                           {"Clear_CP", "clear"},
                                                                           {"Swap_CP", "present"},
                                                                           {"bitBlitCycles_CP", "blit"},
                                                                           {"SaveRestoreState_CP", "block states"},
                                                                           {"MemoryRead_CP", "program loads"},
                                                                           {"MemoryWrite_CP", "memory writes"},
                                                                           {"MemoryPreload_CP", "preloads"}}};
constexpr std::array kSeparators{"_", ""};

}  // namespace

std::span<const std::pair<const char*, const char*>> activityColumns() { return kActivities; }

TrafficColumns trafficColumns(std::string_view client, std::string_view separator) {
    const std::string prefix = std::string(client) + std::string(separator);
    return {.read = prefix + "ReadBytes_MC", .written = prefix + "WriteBytes_MC"};
}

std::span<const char* const> trafficSeparators() { return kSeparators; }

}  // namespace cyclorama::machine::timing
