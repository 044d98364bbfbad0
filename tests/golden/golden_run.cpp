#include "golden/golden_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <stdexcept>

namespace cyclorama::golden {
namespace {

/// Between the name of a counter, which may hold spaces, and its values.
constexpr std::string_view kIs = " = ";

/// Changed counters of a unit that are printed.
constexpr size_t kShownCounters = 6;

/// What the lines before a line say: which frame and unit they are of.
struct Reader {
    GoldenRun run;
    GoldenFrame* frame = nullptr;
    UnitCounters* unit = nullptr;

    /// False where it is no such line.
    bool read(const std::string& line);
};

bool Reader::read(const std::string& line) {
    if (line.starts_with(' ')) {
        const size_t is = line.find(kIs);
        if (unit == nullptr || is == std::string::npos) return false;
        unit->values[line.substr(1, is - 1)] = line.substr(is + kIs.size());
        return true;
    }
    std::istringstream in(line);
    std::string key;
    in >> key;
    std::string rest;
    std::getline(in >> std::ws, rest);
    const size_t space = rest.rfind(' ');
    const std::string name = rest.substr(0, space);
    const std::string last = space == std::string::npos ? rest : rest.substr(space + 1);
    if (rest.empty()) return false;
    if (key == "workload") {
        run.workload = rest;
    } else if (key == "cycles") {
        (frame == nullptr ? run.cycles : frame->cycles) = std::stoull(rest);
    } else if (key == "finding") {
        run.findings[name] = std::stoull(last);
    } else if (key == "frame") {
        frame = &run.frames.emplace_back();
        unit = nullptr;
    } else if (frame == nullptr) {
        return false;
    } else if (key == "picture") {
        frame->picture = rest;
    } else if (key == "activity") {
        frame->activities[name] = std::stoull(last);
    } else if (key == "unit") {
        unit = &frame->units[name];
        unit->hash = last;
    } else {
        return false;
    }
    return true;
}

std::string change(uint64_t before, uint64_t now) {
    return fmt::format("{} -> {} ({:+})", before, now, static_cast<int64_t>(now - before));
}

/// The names of either map.
template <typename Value>
std::set<std::string> namesOf(const std::map<std::string, Value>& a, const std::map<std::string, Value>& b) {
    std::set<std::string> names;
    for (const auto& [name, value] : a) names.insert(name);
    for (const auto& [name, value] : b) names.insert(name);
    return names;
}

/// The value of that name; that of no entry where there is none.
template <typename Value>
Value valueOf(const std::map<std::string, Value>& values, const std::string& name) {
    const auto found = values.find(name);
    return found != values.end() ? found->second : Value();
}

void compareAmounts(const std::map<std::string, uint64_t>& before, const std::map<std::string, uint64_t>& now,
                    const std::string& what, std::vector<std::string>& out) {
    for (const std::string& name : namesOf(before, now))
        if (const uint64_t a = valueOf(before, name), b = valueOf(now, name); a != b)
            out.push_back(fmt::format("{} {}: {}", what, name, change(a, b)));
}

/// What changed in a unit.
struct UnitChange {
    double share = 0;  // of the counters
    std::string text;
};

UnitChange compareUnit(const std::string& name, const UnitCounters& before, const UnitCounters& now) {
    std::vector<std::string> lines;
    const std::set<std::string> counters = namesOf(before.values, now.values);
    const auto shown = [](const std::string& value) { return value.empty() ? std::string("0") : value; };
    for (const std::string& counter : counters)
        if (const std::string a = valueOf(before.values, counter), b = valueOf(now.values, counter); a != b)
            lines.push_back(fmt::format("\n        {}: {} -> {}", counter, shown(a), shown(b)));
    const double share =
        counters.empty() ? 0 : static_cast<double>(lines.size()) / static_cast<double>(counters.size());
    std::string text = fmt::format("{}: {} of {} counters changed", name, lines.size(), counters.size());
    if (lines.empty()) text += ": counters that are 0 were added, dropped or renamed";
    for (size_t i = 0; i < std::min(lines.size(), kShownCounters); ++i) text += lines[i];
    if (lines.size() > kShownCounters) text += fmt::format("\n        and {} more", lines.size() - kShownCounters);
    return {.share = share, .text = text};
}

void compareFrames(size_t index, const GoldenFrame& before, const GoldenFrame& now, std::vector<std::string>& out) {
    const std::string frame = fmt::format("frame {}", index);
    if (before.picture != now.picture)
        out.push_back(fmt::format("{}: picture {} -> {}", frame, before.picture, now.picture));
    if (before.cycles != now.cycles)
        out.push_back(fmt::format("{}: cycles {}", frame, change(before.cycles, now.cycles)));
    compareAmounts(before.activities, now.activities, frame + ": cycles of", out);
    std::vector<UnitChange> units;
    for (const std::string& name : namesOf(before.units, now.units))
        if (const UnitCounters a = valueOf(before.units, name), b = valueOf(now.units, name); !(a == b))
            units.push_back(compareUnit(name, a, b));
    std::ranges::stable_sort(units, std::ranges::greater{}, &UnitChange::share);
    for (const UnitChange& unit : units) out.push_back(fmt::format("{}: unit {}", frame, unit.text));
}

}  // namespace

std::string textOf(const GoldenRun& run) {
    std::string text = fmt::format("workload {}\ncycles {}\n", run.workload, run.cycles);
    for (const auto& [identifier, count] : run.findings) text += fmt::format("finding {} {}\n", identifier, count);
    for (size_t i = 0; i < run.frames.size(); ++i) {
        const GoldenFrame& frame = run.frames[i];
        text += fmt::format("frame {}\npicture {}\ncycles {}\n", i, frame.picture, frame.cycles);
        for (const auto& [activity, cycles] : frame.activities)
            text += fmt::format("activity {} {}\n", activity, cycles);
        for (const auto& [name, unit] : frame.units) {
            text += fmt::format("unit {} {}\n", name, unit.hash);
            for (const auto& [counter, values] : unit.values) text += fmt::format(" {}{}{}\n", counter, kIs, values);
        }
    }
    return text;
}

GoldenRun parseGoldenRun(std::string_view text) {
    Reader reader;
    std::istringstream in{std::string(text)};
    size_t number = 1;
    for (std::string line; std::getline(in, line); ++number)
        if (!reader.read(line)) throw std::runtime_error(fmt::format("line {}: {}", number, line));
    return reader.run;
}

std::vector<std::string> differences(const GoldenRun& before, const GoldenRun& now) {
    std::vector<std::string> out;
    if (before.workload != now.workload)
        out.push_back(fmt::format("the workload itself is another one: {} -> {}", before.workload, now.workload));
    if (before.cycles != now.cycles) out.push_back("cycles " + change(before.cycles, now.cycles));
    compareAmounts(before.findings, now.findings, "finding", out);
    if (before.frames.size() != now.frames.size())
        out.push_back("frames " + change(before.frames.size(), now.frames.size()));
    for (size_t i = 0; i < std::min(before.frames.size(), now.frames.size()); ++i)
        compareFrames(i, before.frames[i], now.frames[i], out);
    return out;
}

}  // namespace cyclorama::golden
