// SPDX-License-Identifier: MIT
#include "cli/report_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "cli/report_amounts.h"
#include "cli/report_times.h"
#include "sim/error.h"

namespace cyclorama::cli {
namespace {

using Json = nlohmann::json;
using results::PerfettoArgument;
using results::PerfettoEvent;

std::vector<PerfettoArgument> arguments(const Json& table, size_t row, std::initializer_list<const char*> columns) {
    std::vector<PerfettoArgument> found;
    for (const char* column : columns) {
        const Json& value = table.at(column)[row];
        if (value.is_string())
            found.push_back({column, value.get<std::string>()});
        else if (!value.is_null())
            found.push_back({column, value.get<int64_t>()});
    }
    return found;
}

class ReportTracks {
  public:
    ReportTracks(results::PerfettoTrace& trace, const TracedReport& report)
        : trace_(trace), report_(report), times_(report.tables, report.file) {}

    void add() {
        root_ = trace_.addTrack({.name = report_.name, .description = description()});
        addFrames();
        addLabels();
        addPasses();
        addShares();
        addFlights();
        addWaits();
        addFindings();
        addReportAmounts(trace_, root_, report_.tables, times_);
    }

  private:
    const Json& table(const char* name) const { return report_.tables.at(name); }
    uint64_t time(const Json& cycle) const { return times_.nanoseconds(cycle.get<int64_t>()); }

    std::string description() const {
        const Json& meta = table("meta");
        const Json& keys = meta.at("key");
        const auto found = std::find(keys.begin(), keys.end(), "workload");
        const std::string workload =
            found == keys.end() ? "" : meta.at("value")[static_cast<size_t>(found - keys.begin())].get<std::string>();
        return fmt::format("{}; a cycle takes {} ps", workload, times_.period());
    }

    void addFrames() {
        const uint64_t track = trace_.addTrack({.name = "Frames", .parent = root_});
        const Json& frames = table("frames");
        for (const size_t row : rowsByTime(frames, "first_cycle", "end_cycle")) {
            const Json& number = frames.at("number")[row];
            trace_.begin({.track = track,
                          .time = time(frames.at("first_cycle")[row]),
                          .name = number.is_null() ? "after the last frame" : fmt::format("frame {}", number.dump()),
                          .category = "frame",
                          .arguments = arguments(frames, row, {"first_cycle", "end_cycle", "image"})});
            trace_.end(track, time(frames.at("end_cycle")[row]));
        }
    }

    /// The labels of an operation, the outermost first.
    std::vector<size_t> labelsOf(size_t operation) const {
        std::vector<size_t> chain;
        const Json& parents = table("labels").at("parent");
        for (Json label = table("operations").at("label")[operation]; !label.is_null(); label = parents[chain.back()]) {
            if (!chain.empty() && label >= chain.back())
                throw sim::Error(report_.file, "",
                                 fmt::format("table labels, row {}: its parent does not come before it", chain.back()));
            chain.push_back(label.get<size_t>());
        }
        std::ranges::reverse(chain);
        return chain;
    }

    void addLabels() {
        const Json& labels = table("labels");
        if (labels.at("id").empty()) return;
        const uint64_t track = trace_.addTrack({.name = "Labels", .parent = root_});
        const Json& operations = table("operations");
        std::vector<size_t> open;
        uint64_t reached = 0;
        const auto change = [&](const std::vector<size_t>& next, uint64_t begin) {
            const auto same = static_cast<size_t>(std::ranges::mismatch(open, next).in1 - open.begin());
            for (; open.size() > same; open.pop_back()) trace_.end(track, reached);
            for (; open.size() < next.size(); open.push_back(next[open.size()]))
                trace_.begin({.track = track,
                              .time = begin,
                              .name = labels.at("text")[next[open.size()]].get<std::string>(),
                              .category = "label"});
        };
        for (const size_t row : rowsByTime(operations, "share_first_cycle", "share_end_cycle")) {
            change(labelsOf(row), time(operations.at("share_first_cycle")[row]));
            reached = time(operations.at("share_end_cycle")[row]);
        }
        change({}, reached);
    }

    std::string passName(size_t pass) const {
        const Json& passes = table("passes");
        const auto kind = passes.at("kind")[pass].get<std::string>();
        const Json& x = passes.at("x")[pass];
        return x.is_null() ? kind : fmt::format("{} at {}, {}", kind, x.dump(), passes.at("y")[pass].dump());
    }

    /// Each over the shares of its operations.
    void addPasses() {
        if (table("passes").at("id").empty()) return;
        const uint64_t track = trace_.addTrack({.name = "Passes", .parent = root_});
        const Json& operations = table("operations");
        Json open;
        uint64_t reached = 0;
        for (const size_t row : rowsByTime(operations, "share_first_cycle", "share_end_cycle")) {
            const Json& pass = operations.at("pass")[row];
            if (pass != open) {
                if (!open.is_null()) trace_.end(track, reached);
                if (!pass.is_null())
                    trace_.begin({.track = track,
                                  .time = time(operations.at("share_first_cycle")[row]),
                                  .name = passName(pass.get<size_t>()),
                                  .category = "pass"});
                open = pass;
            }
            reached = time(operations.at("share_end_cycle")[row]);
        }
        if (!open.is_null()) trace_.end(track, reached);
    }

    PerfettoEvent operation(size_t row, uint64_t track, const Json& cycle) const {
        const Json& operations = table("operations");
        const Json& draw = operations.at("draw")[row];
        const auto kind = operations.at("kind")[row].get<std::string>();
        PerfettoEvent event{
            .track = track,
            .time = time(cycle),
            .name = draw.is_null() ? kind : fmt::format("{} {}", kind, draw.dump()),
            .category = kind,
            .arguments = arguments(operations, row,
                                   {"title", "frame", "ordinal", "offset", "first_cycle", "fragments_cycle",
                                    "end_cycle", "share_first_cycle", "share_end_cycle"})};
        event.arguments.insert(event.arguments.begin(), {"operation", static_cast<int64_t>(row)});
        return event;
    }

    /// A flow from an operation to what a unit did in its share.
    struct Wait {
        size_t unit;
        uint64_t flow;
        std::vector<PerfettoArgument> reasons;
        std::string longest;
        double cycles;
    };

    void addShares() {
        collectWaits();
        const uint64_t track = trace_.addTrack(
            {.name = "Shares of time",
             .parent = root_,
             .description = "Operations, each from the end of the one that ended before it to its own end."});
        const Json& operations = table("operations");
        for (const size_t row : rowsByTime(operations, "share_first_cycle", "share_end_cycle")) {
            PerfettoEvent event = operation(row, track, operations.at("share_first_cycle")[row]);
            if (const auto waits = waits_.find(row); waits != waits_.end())
                for (const Wait& wait : waits->second) event.flowsFrom.push_back(wait.flow);
            trace_.begin(event);
            trace_.end(track, time(operations.at("share_end_cycle")[row]));
        }
    }

    /// Several at a time: for each kind as many tracks of one name as take them without overlaps.
    void addFlights() {
        const uint64_t group = trace_.addTrack(
            {.name = "In the machine",
             .parent = root_,
             .description = "Operations from when the command processor took them to their end, by kind."});
        struct Lane {
            uint64_t track;
            int64_t end;
        };
        std::map<std::string, std::vector<Lane>> lanes;
        const Json& operations = table("operations");
        for (size_t row = 0; row < operations.at("id").size(); ++row) {
            const Json& first = operations.at("first_cycle")[row];
            if (first.is_null()) continue;
            const auto kind = operations.at("kind")[row].get<std::string>();
            std::vector<Lane>& ofKind = lanes[kind];
            auto lane = std::ranges::find_if(ofKind, [&](const Lane& one) { return first >= one.end; });
            if (lane == ofKind.end()) {
                ofKind.push_back({trace_.addTrack({.name = kind, .parent = group}), 0});
                lane = ofKind.end() - 1;
            }
            addFlight(row, lane->track);
            const Json& end = operations.at("end_cycle")[row];
            lane->end = end.is_null() ? std::numeric_limits<int64_t>::max() : end.get<int64_t>();
        }
    }

    /// One that never ended stays open.
    void addFlight(size_t row, uint64_t track) {
        const Json& operations = table("operations");
        trace_.begin(operation(row, track, operations.at("first_cycle")[row]));
        const Json& end = operations.at("end_cycle")[row];
        if (end.is_null()) return;
        const Json& fragments = operations.at("fragments_cycle")[row];
        if (!fragments.is_null() && fragments >= operations.at("first_cycle")[row] && fragments < end) {
            trace_.begin({.track = track, .time = time(fragments), .name = "fragments", .category = "fragments"});
            trace_.end(track, time(end));
        }
        trace_.end(track, time(end));
    }

    void collectWaits() {
        const Json& rows = table("operation_waits");
        const Json& reasons = table("wait_reasons");
        for (size_t row = 0; row < rows.at("operation").size(); ++row) {
            const auto reason = rows.at("reason")[row].get<size_t>();
            const auto unit = reasons.at("unit")[reason].get<size_t>();
            std::vector<Wait>& waits = waits_[rows.at("operation")[row].get<size_t>()];
            auto wait = std::ranges::find(waits, unit, &Wait::unit);
            if (wait == waits.end())
                wait = waits.insert(
                    wait, {.unit = unit, .flow = trace_.addFlow(), .reasons = {}, .longest = {}, .cycles = 0});
            const auto cycles = rows.at("cycles")[row].get<double>();
            const auto sentence = reasons.at("sentence")[reason].get<std::string>();
            if (wait->longest.empty() || cycles > wait->cycles) {
                wait->longest = sentence;
                wait->cycles = cycles;
            }
            wait->reasons.push_back({sentence, cycles});
        }
    }

    void addWaits() {
        if (waits_.empty()) return;
        const uint64_t group = trace_.addTrack(
            {.name = "Waits",
             .parent = root_,
             .description = "Shares of operations in which a unit waited: named after the reason that held it longest, "
                            "with the estimated cycles of all reasons."});
        const Json& units = table("units");
        std::map<size_t, uint64_t> tracks;
        for (const auto& [operation, waits] : waits_)
            for (const Wait& wait : waits) tracks[wait.unit] = 0;
        for (auto& [unit, track] : tracks)
            track = trace_.addTrack({.name = units.at("name")[unit].get<std::string>(), .parent = group});
        const Json& operations = table("operations");
        for (const size_t row : rowsByTime(operations, "share_first_cycle", "share_end_cycle")) {
            const auto waits = waits_.find(row);
            if (waits == waits_.end()) continue;
            for (const Wait& wait : waits->second) {
                trace_.begin({.track = tracks.at(wait.unit),
                              .time = time(operations.at("share_first_cycle")[row]),
                              .name = wait.longest,
                              .category = "wait",
                              .arguments = wait.reasons,
                              .flowsTo = {wait.flow}});
                trace_.end(tracks.at(wait.unit), time(operations.at("share_end_cycle")[row]));
            }
        }
    }

    /// At the operations at which they came up, and at the end of these.
    void addFindings() {
        const Json& places = table("finding_places");
        const Json& findings = table("findings");
        const Json& ends = table("operations").at("end_cycle");
        uint64_t track = 0;
        for (size_t row = 0; row < places.at("finding").size(); ++row) {
            const auto finding = places.at("finding")[row].get<size_t>();
            const Json& cycle = ends[places.at("operation")[row].get<size_t>()];
            if (cycle.is_null()) continue;
            if (track == 0) track = trace_.addTrack({.name = "Findings", .parent = root_});
            PerfettoEvent event{.track = track,
                                .time = time(cycle),
                                .name = findings.at("identifier")[finding].get<std::string>(),
                                .category = "finding",
                                .arguments = arguments(findings, finding, {"severity", "sentence", "hint"})};
            event.arguments.push_back({"operation", places.at("operation")[row].get<int64_t>()});
            event.arguments.push_back({"count", places.at("count")[row].get<int64_t>()});
            trace_.addMoment(event);
        }
    }

    results::PerfettoTrace& trace_;
    const TracedReport& report_;
    ReportTimes times_;
    uint64_t root_ = 0;
    std::map<size_t, std::vector<Wait>> waits_;  // by operation
};

}  // namespace

void addReport(results::PerfettoTrace& trace, const TracedReport& report) { ReportTracks(trace, report).add(); }

}  // namespace cyclorama::cli
