// SPDX-License-Identifier: MIT
#include "cli/statistics_documentation.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "families/registry.h"
#include "machine/configuration/settings.h"
#include "machine/values/frame_sink.h"
#include "mem/address_space.h"
#include "results/statistic_sections.h"
#include "sim/fault.h"
#include "sim/finding.h"
#include "sim/simulation.h"
#include "sim/without_numbers.h"

namespace cyclorama::cli {

namespace {

/// The name that the same statistic has in each unit of its kind.
std::string nameInEveryUnit(std::string_view name) {
    if (const size_t scheduler = name.find("_ChSched_"); scheduler != std::string_view::npos)
        return sim::withoutNumbers(name.substr(0, scheduler)) + std::string(name.substr(scheduler));
    const size_t last = name.rfind('_');
    if (last == std::string_view::npos) return std::string(name);
    return std::string(name.substr(0, last)) + sim::withoutNumbers(name.substr(last));
}

struct Meaning {
    std::string unit;
    std::string sentence;
    bool operator==(const Meaning&) const = default;
};
/// By name.
using Meanings = std::map<std::string, Meaning>;

/// One row for those that differ in nothing but numbers.
Meanings mergeNumbered(const Meanings& meanings) {
    std::map<std::string, std::vector<Meanings::const_iterator>> groups;
    for (auto at = meanings.begin(); at != meanings.end(); ++at) groups[sim::withoutNumbers(at->first)].push_back(at);
    Meanings merged;
    for (const auto& [name, members] : groups) {
        const Meaning& first = members.front()->second;
        const bool equal = std::ranges::all_of(
            members, [&first](const Meanings::const_iterator& other) { return other->second == first; });
        if (equal && members.size() > 1)
            merged.emplace(name, first);
        else
            for (const auto& member : members) merged.insert(*member);
    }
    return merged;
}

void gather(const sim::StatisticsRegistry& statistics, std::map<std::string_view, Meanings>& sections) {
    for (const auto& [name, column] : statistics.columns()) {
        const sim::StatisticInfo& info = column.front()->info();
        if (info.unit.empty() || info.sentence.empty())
            throw sim::Fault(fmt::format("statistic {} has no unit or no sentence", name));
        const results::StatisticSection* const section = results::sectionOf(name);
        if (section == nullptr) throw sim::Fault(fmt::format("statistic {} is of a unit without a section", name));
        sections[section->suffix].emplace(
            nameInEveryUnit(name), Meaning{.unit = std::string(info.unit), .sentence = std::string(info.sentence)});
    }
}

/// For a machine that never runs.
class NoFrames final : public machine::FrameSink {
  public:
    void present(const machine::PresentedFrame&) override {}
    void dump(const std::string&, const func::Picture&) override {}
};

/// Calls `use` with the blocks of a machine of that configuration, which never runs, and with all of its statistics.
void withMachine(const machine::Configuration& configuration,
                 const std::function<void(const machine::timing::Topology&, const sim::StatisticsRegistry&)>& use) {
    sim::Simulation simulation;
    mem::AddressSpace space(machine::addressSpaceSettings(configuration));
    sim::Findings findings;
    NoFrames frames;
    const auto topology = family::topologyOf(families::all(), configuration)({.simulation = simulation,
                                                                              .configuration = configuration,
                                                                              .space = space,
                                                                              .findings = findings,
                                                                              .frames = frames});
    use(*topology, simulation.statistics());
}

void withStatistics(const machine::Configuration& configuration,
                    const std::function<void(const sim::StatisticsRegistry&)>& use) {
    withMachine(configuration, [&use](const machine::timing::Topology&, const sim::StatisticsRegistry& statistics) {
        use(statistics);
    });
}

std::vector<machine::timing::DriverCounter> driverCountersOf(const machine::Configuration& configuration) {
    std::vector<machine::timing::DriverCounter> counters;
    withMachine(configuration, [&counters](const machine::timing::Topology& topology, const sim::StatisticsRegistry&) {
        counters = topology.driverCounters();
    });
    // A source for all units of a kind.
    for (machine::timing::DriverCounter& counter : counters) {
        for (std::string& source : counter.sources) source = nameInEveryUnit(source);
        std::ranges::sort(counter.sources);
        counter.sources.erase(std::unique(counter.sources.begin(), counter.sources.end()), counter.sources.end());
    }
    return counters;
}

/// Chips that have the same counters.
struct SameCounters {
    std::vector<std::string> chips;
    std::vector<machine::timing::DriverCounter> counters;
};

void writeCounters(const SameCounters& section, std::ostream& out) {
    const auto answered = std::ranges::count_if(
        section.counters, [](const machine::timing::DriverCounter& counter) { return !counter.sources.empty(); });
    out << fmt::format("\n## {}\n\n{} of {} are answered.\n\n| group | counter | answered by |\n| --- | --- | --- |\n",
                       fmt::join(section.chips, ", "), answered, section.counters.size());
    for (const machine::timing::DriverCounter& counter : section.counters)
        out << fmt::format("| {} | `{}` | {} |\n", counter.group, counter.name,
                           counter.sources.empty() ? "-" : fmt::format("{}", fmt::join(counter.sources, " + ")));
}

}  // namespace

void listStatistics(const machine::Configuration& configuration, std::ostream& out) {
    withStatistics(configuration,
                   [&](const sim::StatisticsRegistry& statistics) { statistics.writeDescriptions(out); });
}

void listDriverCounters(const machine::Configuration& configuration, std::ostream& out) {
    out << "group;name;sources\n";
    for (const machine::timing::DriverCounter& counter : driverCountersOf(configuration))
        out << fmt::format("{};{};{}\n", counter.group, counter.name, fmt::join(counter.sources, " + "));
}

void writeCountersDocumentation(std::span<const NamedConfiguration> chips, std::ostream& out) {
    out << "# Performance counters of the chips\n\n"
           "Made by `cyclorama statistics --counters --document` from the boxes that count; a test holds this file "
           "equal "
           "to\n"
           "them. A driver's queries read these from a timed run: the sum of the columns of statistics that stand "
           "beside "
           "a\n"
           "name ([statistics.md](statistics.md); N and # stand for the number of each unit). A name with a dash reads "
           "as\n"
           "zero, and is the finding `performance-counter-not-modelled` with its name. `cyclorama statistics "
           "--counters\n"
           "--gpu CHIP` lists those of one chip.\n";
    std::vector<SameCounters> sections;
    for (const NamedConfiguration& chip : chips) {
        auto counters = driverCountersOf(chip.configuration);
        if (counters.empty()) continue;
        const auto same = std::ranges::find(sections, counters, &SameCounters::counters);
        if (same == sections.end())
            sections.push_back({.chips = {chip.name}, .counters = std::move(counters)});
        else
            same->chips.push_back(chip.name);
    }
    for (const SameCounters& section : sections) writeCounters(section, out);
}

void writeStatisticsDocumentation(std::span<const machine::Configuration> configurations, std::ostream& out) {
    std::map<std::string_view, Meanings> sections;
    for (const machine::Configuration& configuration : configurations)
        withStatistics(configuration, [&](const sim::StatisticsRegistry& statistics) { gather(statistics, sections); });
    out << "# Statistics of the timing machine\n\n"
           "Made by `cyclorama statistics --document` from the declarations beside the counters, for all chips'\n"
           "presets and both models of memory and of shaders; a test holds this file equal to them. They are the "
           "columns\n"
           "of `stats.frames.csv` and its like. N stands for a number:\n"
           "of the unit, or of one of its parts. `cyclorama statistics` lists those of one machine.\n";
    for (const results::StatisticSection& section : results::statisticSections()) {
        const auto found = sections.find(section.suffix);
        if (found == sections.end()) throw sim::Fault(fmt::format("no statistic is of the {}", section.title));
        out << fmt::format("\n## {}\n\n| name | unit | meaning |\n| --- | --- | --- |\n", section.title);
        for (const auto& [name, meaning] : mergeNumbered(found->second))
            out << fmt::format("| `{}` | {} | {} |\n", name, meaning.unit, meaning.sentence);
    }
}

}  // namespace cyclorama::cli
