// SPDX-License-Identifier: MIT
#include "results/statistic_sections.h"

#include <algorithm>
#include <array>

#include "sim/without_numbers.h"

namespace cyclorama::results {

namespace {

constexpr std::array kSections = {StatisticSection{"", "Machine"},
                                  StatisticSection{"CP", "Command processor"},
                                  StatisticSection{"PC", "Indices and primitives of draws"},
                                  StatisticSection{"VFD", "Vertex fetch"},
                                  StatisticSection{"VPC", "Varyings"},
                                  StatisticSection{"HLSQ", "Dispatcher of waves"},
                                  StatisticSection{"TSE", "Setup of primitives"},
                                  StatisticSection{"RAS", "Rasterizer"},
                                  StatisticSection{"LRZ", "Low resolution depth"},
                                  StatisticSection{"VSC", "Visibility streams"},
                                  StatisticSection{"RB", "Render backend"},
                                  StatisticSection{"GMEM", "GMEM"},
                                  StatisticSection{"RESOLVE", "Moves and clears of bins"},
                                  StatisticSection{"SP", "Shader units"},
                                  StatisticSection{"TP", "Texture units of shader units"},
                                  StatisticSection{"UCHE", "Unified cache"},
                                  StatisticSection{"CCU", "Caches of colours and of depth"},
                                  StatisticSection{"StF", "Streamer fetch"},
                                  StatisticSection{"StOC", "Streamer output cache"},
                                  StatisticSection{"SLN", "Streamer loaders"},
                                  StatisticSection{"InC", "Vertex input caches of the streamer loaders"},
                                  StatisticSection{"StC", "Streamer commit"},
                                  StatisticSection{"PA", "Primitive assembly"},
                                  StatisticSection{"CLP", "Clipper"},
                                  StatisticSection{"TS", "Triangle setup"},
                                  StatisticSection{"TT", "Triangle traversal"},
                                  StatisticSection{"HZ", "Hierarchical Z"},
                                  StatisticSection{"FFU", "Work distributor"},
                                  StatisticSection{"ShF-FSN", "Shader processors: fetch"},
                                  StatisticSection{"ShDX-FSN", "Shader processors: decode and execute"},
                                  StatisticSection{"TU-FSNTUN", "Texture units"},
                                  StatisticSection{"ZST-SUN", "Depth and stencil tests"},
                                  StatisticSection{"CW-SUN", "Colour writes"},
                                  StatisticSection{"TSt-SUN", "Tile status caches"},
                                  StatisticSection{"RS", "Resolve unit"},
                                  StatisticSection{"Blitter", "Blitter"},
                                  StatisticSection{"DAC", "Display"},
                                  StatisticSection{"MC", "Memory controller"},
                                  StatisticSection{"SchedN", "Channel schedulers and DRAM of the memory controller"}};

}  // namespace

std::span<const StatisticSection> statisticSections() { return kSections; }

std::string_view instanceOf(std::string_view name) {
    if (const size_t scheduler = name.find("_ChSched_"); scheduler != std::string_view::npos)
        return name.substr(0, scheduler);
    const size_t last = name.rfind('_');
    return last == std::string_view::npos ? std::string_view() : name.substr(last + 1);
}

const StatisticSection* sectionOf(std::string_view name) {
    const auto* const found =
        std::ranges::find(kSections, sim::withoutNumbers(instanceOf(name)), &StatisticSection::suffix);
    return found == kSections.end() ? nullptr : found;
}

}  // namespace cyclorama::results
