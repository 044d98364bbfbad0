// SPDX-License-Identifier: MIT
#include "machine/values/observed_work.h"

#include <array>
#include <string_view>

namespace cyclorama::machine {

namespace {

struct WorkCounter {
    std::string_view name;
    std::string_view unit;
    std::string_view sentence;
    uint64_t WorkCounters::*value;
};

constexpr std::array<WorkCounter, kWorkCounters> kCounters{
    WorkCounter{"Draws", "draws", "Draws.", &WorkCounters::draws},
    {"Vertices", "vertices", "Vertices that were shaded.", &WorkCounters::vertices},
    {"Triangles", "triangles", "Triangles that were assembled.", &WorkCounters::triangles},
    {"TrianglesRasterized", "triangles", "Triangles that were neither rejected nor culled.",
     &WorkCounters::trianglesRasterized},
    {"Fragments", "fragments", "Fragments that were covered, before any test.", &WorkCounters::fragments},
    {"FragmentsShaded", "fragments", "Fragments that no early test removed.", &WorkCounters::fragmentsShaded},
    {"ShaderInstructions", "instructions", "Instructions of single threads.", &WorkCounters::shaderInstructions},
    {"TextureSamples", "samples", "Texture instructions of single threads.", &WorkCounters::textureSamples}};

}  // namespace

ObservedMachine observedWork() {
    ObservedMachine machine;
    for (const WorkCounter& counter : kCounters)
        machine.counters.push_back(
            {.name = std::string(counter.name), .unit = counter.unit, .sentence = counter.sentence});
    return machine;
}

std::vector<Counted> countedWork(const WorkCounters& now) {
    std::vector<Counted> all;
    all.reserve(kCounters.size());
    for (const WorkCounter& counter : kCounters)
        all.push_back({.name = std::string(counter.name),
                       .unit = counter.unit,
                       .sentence = counter.sentence,
                       .sum = now.*counter.value});
    return all;
}

std::vector<RunSample::Counter> workSince(const WorkCounters& before, const WorkCounters& now) {
    std::vector<RunSample::Counter> amounts;
    for (uint32_t i = 0; i < kWorkCounters; ++i)
        if (const uint64_t sum = now.*kCounters[i].value - before.*kCounters[i].value; sum != 0)
            amounts.push_back({.number = i, .sum = sum});
    return amounts;
}

}  // namespace cyclorama::machine
