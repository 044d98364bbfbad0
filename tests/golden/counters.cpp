// SPDX-License-Identifier: MIT
#include "golden/counters.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <sstream>
#include <utility>

namespace cyclorama::golden {
namespace {

/// The counter that every table has, of no unit.
constexpr std::string_view kCycles = "CycleCounter";

/// The last part of a column's name and the unit that it stands for.
constexpr std::array<std::pair<std::string_view, std::string_view>, 23> kUnits = {{{"CP", "CommandProcessor"},
                                                                                   {"StF", "StreamerFetch"},
                                                                                   {"StOC", "StreamerOutputCache"},
                                                                                   {"SL*", "StreamerLoader"},
                                                                                   {"InC", "StreamerInputCache"},
                                                                                   {"StC", "StreamerCommit"},
                                                                                   {"PA", "PrimitiveAssembly"},
                                                                                   {"CLP", "Clipper"},
                                                                                   {"TS", "TriangleSetup"},
                                                                                   {"TT", "TriangleTraversal"},
                                                                                   {"HZ", "HierarchicalZ"},
                                                                                   {"FFU", "WorkDistributor"},
                                                                                   {"ShF-FS*", "ShaderFetch"},
                                                                                   {"ShDX-FS*", "ShaderDecodeExecute"},
                                                                                   {"TU-FS*TU*", "TextureUnit"},
                                                                                   {"ZST-SU*", "ZStencilTest"},
                                                                                   {"CW-SU*", "ColorWrite"},
                                                                                   {"TSt-SU*", "TileStatusUnit"},
                                                                                   {"DAC", "DAC"},
                                                                                   {"Blitter", "Blitter"},
                                                                                   {"RS", "ResolveEngine"},
                                                                                   {"MC", "MemoryController"},
                                                                                   {"Sched*", "ChannelScheduler"}}};

/// The part of a counter's name before the number of an instance.
constexpr std::array<std::string_view, 5> kInstances = {"SU", "FS", "TU", "SL", "Sched"};

struct Column {
    std::string counter;  // with `*` for each number of an instance
    std::vector<uint64_t> instance;
};

/// The length of the name of an instance that starts there; 0 where none does.
size_t instanceNameAt(std::string_view name, size_t at) {
    if (at > 0 && std::isalpha(static_cast<unsigned char>(name[at - 1])) != 0) return 0;
    for (const std::string_view instance : kInstances) {
        const size_t number = at + instance.size();
        if (name.substr(at).starts_with(instance) && number < name.size() &&
            std::isdigit(static_cast<unsigned char>(name[number])) != 0)
            return instance.size();
    }
    return 0;
}

Column parseColumn(std::string_view name) {
    Column column;
    for (size_t at = 0; at < name.size();) {
        const size_t length = instanceNameAt(name, at);
        if (length == 0) {
            column.counter += name[at++];
            continue;
        }
        column.counter += name.substr(at, length);
        column.counter += '*';
        uint64_t number = 0;
        for (at += length; at < name.size() && std::isdigit(static_cast<unsigned char>(name[at])) != 0; ++at)
            number = number * 10 + static_cast<uint64_t>(name[at] - '0');
        column.instance.push_back(number);
    }
    return column;
}

std::string unitOf(std::string_view counter) {
    if (counter.starts_with("Sched*_")) return "ChannelScheduler";
    const std::string_view last = counter.substr(counter.rfind('_') + 1);
    const auto* const unit = std::ranges::find(kUnits, last, &std::pair<std::string_view, std::string_view>::first);
    return std::string(unit != kUnits.end() ? unit->second : last);
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
    return parts;
}

/// A counter and the columns of its instances, in their order.
struct CounterColumns {
    std::string unit;
    std::string counter;
    std::vector<size_t> columns;
};

std::vector<CounterColumns> countersIn(const std::vector<std::string>& names) {
    std::map<std::string, std::map<std::vector<uint64_t>, size_t>> columns;
    for (size_t i = 1; i < names.size(); ++i) {
        if (names[i] == kCycles) continue;
        const Column column = parseColumn(names[i]);
        columns[column.counter][column.instance] = i;
    }
    std::vector<CounterColumns> counters;
    for (const auto& [counter, instances] : columns) {
        CounterColumns& added = counters.emplace_back(CounterColumns{unitOf(counter), counter, {}});
        for (const auto& [instance, column] : instances) added.columns.push_back(column);
    }
    return counters;
}

std::map<std::string, UnitCounters> unitsOf(const std::vector<CounterColumns>& counters,
                                            const std::vector<std::string>& row) {
    std::map<std::string, UnitCounters> units;
    std::map<std::string, std::string> hashed;
    for (const CounterColumns& counter : counters) {
        std::string all;
        bool zero = true;
        for (const size_t column : counter.columns) {
            const std::string& value = row.at(column);
            all += (all.empty() ? "" : " ") + value;
            zero = zero && value == "0";
        }
        hashed[counter.unit] += counter.counter + ' ' + all + '\n';
        UnitCounters& unit = units[counter.unit];
        if (!zero) unit.values[counter.counter] = all;
    }
    for (auto& [name, unit] : units)
        unit.hash = fmt::format("{:016x}", XXH3_64bits(hashed[name].data(), hashed[name].size()));
    return units;
}

}  // namespace

std::vector<CounterRow> countersOf(std::string_view table) {
    const std::vector<std::string> lines = split(std::string(table), '\n');
    if (lines.empty()) return {};
    const std::vector<CounterColumns> counters = countersIn(split(lines.front(), ';'));
    std::vector<CounterRow> rows;
    for (size_t i = 1; i < lines.size(); ++i) {
        const std::vector<std::string> values = split(lines[i], ';');
        rows.push_back({.label = values.at(0), .units = unitsOf(counters, values)});
    }
    return rows;
}

}  // namespace cyclorama::golden
