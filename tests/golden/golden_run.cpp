// SPDX-License-Identifier: MIT
#include "golden/golden_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace cyclorama::golden {
namespace {

/// In place of the hash of a unit that counted nothing.
constexpr std::string_view kIdle = "-";

/// Between the name of a counter, which may hold spaces, and its values.
constexpr std::string_view kIs = " = ";

/// Changed counters of a unit that are printed.
constexpr size_t kShownCounters = 6;

/// Reads a run line by line: the run so far, with the frame and the unit that the next line belongs to.
struct Reader {
    GoldenRun run;
    GoldenFrame* frame = nullptr;
    UnitCounters* unit = nullptr;
    std::vector<std::string> unitNames;  // of the windows

    /// False where it is no such line.
    bool read(const std::string& line);
    bool readFrame(const std::string& key, const std::string& rest);
    bool readWindow(const std::string& rest);
};

/// The parts before and after the last space; without a space, the whole text twice.
std::pair<std::string, std::string> splitLast(const std::string& text) {
    const size_t space = text.rfind(' ');
    return {text.substr(0, space), space == std::string::npos ? text : text.substr(space + 1)};
}

std::vector<std::string> words(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

bool Reader::read(const std::string& line) {
    if (line.starts_with(' ')) {
        const size_t is = line.find(kIs);
        if (unit == nullptr || is == std::string::npos) return false;
        unit->values[line.substr(1, is - 1)] = line.substr(is + kIs.size());
        return true;
    }
    const size_t space = line.find(' ');
    if (space == std::string::npos) return false;
    const std::string key = line.substr(0, space);
    const std::string rest = line.substr(space + 1);
    if (key == "workload") {
        run.workload = rest;
    } else if (key == "cycles" && frame == nullptr) {
        run.cycles = std::stoull(rest);
    } else if (key == "finding") {
        const auto [identifier, count] = splitLast(rest);
        run.findings[identifier] = std::stoull(count);
    } else if (key == "frame") {
        frame = &run.frames.emplace_back();
        unit = nullptr;
    } else if (key == "units") {
        unitNames = words(rest);
    } else if (key == "window") {
        return readWindow(rest);
    } else {
        return frame != nullptr && readFrame(key, rest);
    }
    return true;
}

bool Reader::readFrame(const std::string& key, const std::string& rest) {
    const auto [name, last] = splitLast(rest);
    if (key == "picture") {
        frame->picture = rest;
    } else if (key == "cycles") {
        frame->cycles = std::stoull(rest);
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

bool Reader::readWindow(const std::string& rest) {
    const std::vector<std::string> hashes = words(rest);
    if (hashes.size() != unitNames.size() + 1) return false;
    GoldenWindow& window = run.windows.emplace_back(GoldenWindow{.cycles = hashes[0]});
    for (size_t i = 0; i < unitNames.size(); ++i)
        if (hashes[i + 1] != kIdle) window.units[unitNames[i]] = hashes[i + 1];
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

/// The counters of a unit that changed.
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

/// Reports the first window that differs: later differences follow from it.
void compareWindows(const std::vector<GoldenWindow>& before, const std::vector<GoldenWindow>& now,
                    std::vector<std::string>& out) {
    const auto [a, b] = std::ranges::mismatch(before, now);
    if (a == before.end() || b == now.end()) return;
    std::string units;
    for (const std::string& name : namesOf(a->units, b->units))
        if (valueOf(a->units, name) != valueOf(b->units, name)) units += ' ' + name;
    out.push_back(fmt::format("first in cycles {}:{}", b->cycles, units.empty() ? " the number of cycles" : units));
}

void writeWindows(const std::vector<GoldenWindow>& windows, std::string& text) {
    std::set<std::string> names;
    for (const GoldenWindow& window : windows)
        for (const auto& [name, hash] : window.units) names.insert(name);
    if (names.empty()) return;
    text += fmt::format("units {}\n", fmt::join(names, " "));
    for (const GoldenWindow& window : windows) {
        text += "window " + window.cycles;
        for (const std::string& name : names) {
            const std::string hash = valueOf(window.units, name);
            text += fmt::format(" {}", hash.empty() ? kIdle : std::string_view(hash));
        }
        text += '\n';
    }
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
    writeWindows(run.windows, text);
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
    compareWindows(before.windows, now.windows, out);
    compareAmounts(before.findings, now.findings, "finding", out);
    if (before.frames.size() != now.frames.size())
        out.push_back("frames " + change(before.frames.size(), now.frames.size()));
    for (size_t i = 0; i < std::min(before.frames.size(), now.frames.size()); ++i)
        compareFrames(i, before.frames[i], now.frames[i], out);
    return out;
}

}  // namespace cyclorama::golden
