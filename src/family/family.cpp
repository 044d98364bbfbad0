// SPDX-License-Identifier: MIT
#include "family/family.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/error.h"
#include "workload/capture_header.h"

namespace cyclorama::family {
namespace {

const Family& familyOf(Families families, const machine::Configuration& configuration) {
    const auto own = std::ranges::find(families, configuration.family(), &Family::name);
    return own == families.end() ? *families.front() : **own;
}

}  // namespace

std::unique_ptr<Workload> openWorkload(Families families, const std::string& path) {
    for (const Family* family : families)
        if (std::unique_ptr<Workload> workload = family->open(path)) return workload;
    if (const std::optional<std::string> tag = workload::captureTag(path))
        workload::refuseCaptureOf(*tag, path, workloadKinds(families));
    throw sim::Error(path, "offset 0", "no workload that is known: it does not begin as " + workloadKinds(families));
}

machine::Configuration defaultConfiguration(Families families) {
    std::vector<machine::ConfigurableFamily> configurable;
    for (const Family* family : families) configurable.emplace_back(family->name(), family->parameters());
    return machine::Configuration(std::move(configurable));
}

Target makeTarget(Families families, const machine::Configuration& configuration) {
    if (std::optional<Target> target = familyOf(families, configuration).makeTarget(configuration))
        return std::move(*target);
    throw sim::Error("configuration", "", "is of a GPU that runs no programs: choose another one with --gpu");
}

bool hasTimingMachine(Families families, const machine::Configuration& configuration) {
    return familyOf(families, configuration).topology() != nullptr;
}

machine::timing::TopologyFactory topologyOf(Families families, const machine::Configuration& configuration) {
    if (machine::timing::TopologyFactory topology = familyOf(families, configuration).topology()) return topology;
    throw sim::Error("configuration", "", "is of a GPU without a timing machine: choose another one with --gpu");
}

std::string workloadKinds(Families families) {
    std::string text;
    for (size_t i = 0; i < families.size(); ++i)
        text += fmt::format("{}{}",
                            i == 0                     ? ""
                            : i + 1 == families.size() ? ", or "
                                                       : ", ",
                            families[i]->workloadKind());
    return text;
}

}  // namespace cyclorama::family
