// SPDX-License-Identifier: MIT
#include "cli/report_amounts.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace cyclorama::cli {
namespace {

using Json = nlohmann::json;

constexpr double kPercent = 100;

/// A value for each slice.
struct AmountSeries {
    std::string unit = {};
    std::string description = {};
    std::vector<double> values;
};
using SeriesByName = std::map<std::string, AmountSeries>;

class AmountTracks {
  public:
    AmountTracks(results::PerfettoTrace& trace, uint64_t parent, const Json& tables, const ReportTimes& times)
        : trace_(trace), parent_(parent), tables_(tables) {
        const Json& slices = tables.at("slices");
        for (size_t slice = 0; slice < slices.at("id").size(); ++slice) {
            const auto first = slices.at("first_cycle")[slice].get<int64_t>();
            const auto end = slices.at("end_cycle")[slice].get<int64_t>();
            begins_.push_back(times.nanoseconds(first));
            cycles_.push_back(static_cast<double>(std::max<int64_t>(1, end - first)));
            end_ = times.nanoseconds(end);
        }
    }

    void add() {
        if (begins_.empty()) return;
        collectCounters();
        addGroup("Command processor", "States, as parts of the time.", states_);
        addGroup("Memory", "Traffic by user.", traffic_);
        addUnits();
        const uint64_t group = trace_.addTrack({.name = "Counters", .parent = parent_});
        for (const auto& [section, series] : sections_) addGroup(section, "", series, group);
    }

  private:
    AmountSeries& seriesOf(SeriesByName& group, const std::string& name, const std::string& unit) {
        AmountSeries& series = group[name];
        series.unit = unit;
        series.values.resize(begins_.size());
        return series;
    }

    void collectCounters() {
        const Json& rows = tables_.at("slice_counters");
        for (size_t row = 0; row < rows.at("slice").size(); ++row)
            addAmount(rows.at("slice")[row].get<size_t>(), rows.at("counter")[row].get<size_t>(),
                      rows.at("value")[row].get<double>());
    }

    void addAmount(size_t slice, size_t counter, double value) {
        const Json& counters = tables_.at("counters");
        const auto text = [&](const char* column) { return counters.at(column)[counter].get<std::string>(); };
        const double byCycle = value / cycles_[slice];
        if (!counters.at("activity")[counter].is_null()) {
            seriesOf(states_, text("activity"), "%").values[slice] += kPercent * byCycle;
        } else if (!counters.at("client")[counter].is_null()) {
            const Json& direction = counters.at("direction")[counter];
            const std::string way = direction.is_null() ? "" : " " + direction.get<std::string>();
            seriesOf(traffic_, text("client") + way, "bytes/cycle").values[slice] += byCycle;
        } else {
            const bool sum = text("kind") == "sum";
            AmountSeries& series =
                seriesOf(sections_[text("section")], text("name"), sum ? text("unit") + "/cycle" : text("unit"));
            series.description = text("sentence");
            series.values[slice] = sum ? byCycle : value;
        }
    }

    /// Two counters for each unit that was busy or waited: parts of the cycles of its own clock.
    void addUnits() {
        const Json& rows = tables_.at("slice_units");
        std::map<size_t, std::pair<AmountSeries, AmountSeries>> units;
        for (size_t row = 0; row < rows.at("slice").size(); ++row) {
            const auto slice = rows.at("slice")[row].get<size_t>();
            const double cycles = std::max(1.0, rows.at("cycles")[row].get<double>());
            auto& [busy, waiting] = units[rows.at("unit")[row].get<size_t>()];
            busy.values.resize(begins_.size());
            waiting.values.resize(begins_.size());
            busy.values[slice] = kPercent * rows.at("busy")[row].get<double>() / cycles;
            waiting.values[slice] = kPercent * rows.at("waiting")[row].get<double>() / cycles;
        }
        const uint64_t group = trace_.addTrack({.name = "Units", .parent = parent_});
        for (auto& [unit, series] : units) {
            const auto name = tables_.at("units").at("name")[unit].get<std::string>();
            auto& [busy, waiting] = series;
            busy.unit = waiting.unit = "%";
            busy.description = "Cycles in which anything moved through its inputs or outputs.";
            waiting.description = "Cycles in which it had work and nothing moved: an estimate from samples.";
            addSeries(group, name + " busy", busy);
            addSeries(group, name + " waiting", waiting);
        }
    }

    void addGroup(const std::string& name, const std::string& description, const SeriesByName& group) {
        addGroup(name, description, group, parent_);
    }
    void addGroup(const std::string& name, const std::string& description, const SeriesByName& group, uint64_t parent) {
        if (group.empty()) return;
        const uint64_t track = trace_.addTrack({.name = name, .parent = parent, .description = description});
        for (const auto& [title, series] : group) addSeries(track, title, series);
    }

    /// A value where it changes; series that are zero throughout are left out.
    void addSeries(uint64_t group, const std::string& name, const AmountSeries& series) {
        if (std::ranges::all_of(series.values, [](double value) { return value == 0; })) return;
        const uint64_t track =
            trace_.addTrack({.name = name, .parent = group, .description = series.description, .unit = series.unit});
        for (size_t slice = 0; slice < series.values.size(); ++slice)
            if (slice == 0 || series.values[slice] != series.values[slice - 1])
                trace_.addValue(track, begins_[slice], series.values[slice]);
        if (series.values.back() != 0) trace_.addValue(track, end_, 0);
    }

    results::PerfettoTrace& trace_;
    uint64_t parent_;
    const Json& tables_;
    std::vector<uint64_t> begins_;  // nanoseconds
    std::vector<double> cycles_;
    uint64_t end_ = 0;  // of the last slice, nanoseconds
    SeriesByName states_;
    SeriesByName traffic_;
    std::map<std::string, SeriesByName> sections_;
};

}  // namespace

void addReportAmounts(results::PerfettoTrace& trace, uint64_t parent, const Json& tables, const ReportTimes& times) {
    AmountTracks(trace, parent, tables, times).add();
}

}  // namespace cyclorama::cli
