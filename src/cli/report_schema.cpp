// SPDX-License-Identifier: MIT
#include "cli/report_schema.h"

namespace cyclorama::cli {
namespace {

ReportColumn integer(std::string_view name) { return {.name = name}; }
ReportColumn optionalInteger(std::string_view name) { return {.name = name, .optional = true}; }
ReportColumn number(std::string_view name) { return {.name = name, .kind = ColumnKind::Number}; }
ReportColumn text(std::string_view name) { return {.name = name, .kind = ColumnKind::Text}; }
ReportColumn optionalText(std::string_view name) { return {.name = name, .kind = ColumnKind::Text, .optional = true}; }
ReportColumn blob(std::string_view name) { return {.name = name, .kind = ColumnKind::Blob}; }
ReportColumn reference(std::string_view name, std::string_view table) { return {.name = name, .references = table}; }
ReportColumn optionalReference(std::string_view name, std::string_view table) {
    return {.name = name, .optional = true, .references = table};
}
ReportColumn picture(std::string_view name) {
    return {.name = name, .kind = ColumnKind::Text, .optional = true, .picture = true};
}

/// A table whose rows have an `id`.
ReportTable numbered(std::string_view name, std::vector<ReportColumn> columns) {
    columns.insert(columns.begin(), integer("id"));
    return {.name = name, .columns = std::move(columns)};
}

std::vector<ReportTable> runTables() {
    return {
        {.name = "meta", .columns = {text("key"), text("value")}},
        {.name = "configuration",
         .keys = 2,
         .columns = {text("section"), text("name"), text("value"), text("default_value"), text("unit"),
                     text("sentence")}},
        numbered("clocks", {text("name"), integer("period_picoseconds")}),
        numbered("frames", {optionalInteger("number"), optionalInteger("first_cycle"), optionalInteger("end_cycle"),
                            optionalInteger("width"), optionalInteger("height"), picture("image")}),
        numbered("operations", {reference("frame", "frames"), text("kind"), text("title"), optionalInteger("draw"),
                                integer("ordinal"), integer("offset"), optionalInteger("first_cycle"),
                                optionalInteger("fragments_cycle"), optionalInteger("end_cycle"),
                                optionalInteger("share_first_cycle"), optionalInteger("share_end_cycle"),
                                optionalReference("label", "labels"), optionalReference("pass", "passes")}),
        numbered("passes", {reference("frame", "frames"), text("kind"), optionalInteger("x"), optionalInteger("y"),
                            optionalInteger("width"), optionalInteger("height")}),
        numbered("labels", {optionalReference("parent", "labels"), text("text"), integer("ordinal")}),
        numbered("states", {text("topic"), text("name"), text("value")}),
        numbered("state_parts", {}),
        {.name = "part_states", .keys = 2, .columns = {reference("part", "state_parts"), reference("state", "states")}},
        {.name = "operation_parts",
         .keys = 2,
         .columns = {reference("operation", "operations"), reference("part", "state_parts")}},
        numbered("commands",
                 {integer("ordinal"), integer("offset"), optionalReference("operation", "operations"), text("text")}),
        numbered("findings", {text("identifier"), text("severity"), text("sentence"), text("hint"), text("place"),
                              text("detail"), integer("count")}),
        {.name = "finding_places",
         .keys = 2,
         .columns = {reference("finding", "findings"), reference("operation", "operations"), integer("count")}},
    };
}

/// A table of values by a time, given by its column and table, and what they are of.
ReportTable valuesBy(std::string_view name, ReportColumn time, ReportColumn subject,
                     const std::vector<ReportColumn>& values) {
    ReportTable table{.name = name, .keys = 2, .columns = {time, subject}};
    table.columns.insert(table.columns.end(), values.begin(), values.end());
    return table;
}

std::vector<ReportTable> timeTables() {
    const ReportColumn operation = reference("operation", "operations");
    const ReportColumn slice = reference("slice", "slices");
    const ReportColumn counter = reference("counter", "counters");
    const ReportColumn unit = reference("unit", "units");
    const ReportColumn cause = reference("cause", "limit_causes");
    const std::vector<ReportColumn> work{integer("busy"), integer("awake"), number("waiting"), integer("cycles")};
    return {
        numbered("counters",
                 {text("name"), text("unit"), text("sentence"), text("kind"), text("section"), text("instance"),
                  optionalText("activity"), optionalText("client"), optionalText("direction")}),
        numbered("slices", {reference("frame", "frames"), integer("first_cycle"), integer("end_cycle")}),
        numbered("units", {text("name"), text("kind"), reference("clock", "clocks")}),
        numbered("wait_reasons", {unit, text("sentence")}),
        valuesBy("operation_counters", operation, counter, {number("value")}),
        valuesBy("slice_counters", slice, counter, {number("value")}),
        valuesBy("frame_counters", reference("frame", "frames"), counter, {number("value")}),
        valuesBy("slice_units", slice, unit, work),
        valuesBy("operation_units", operation, unit, work),
        valuesBy("slice_waits", slice, reference("reason", "wait_reasons"), {number("cycles")}),
        valuesBy("operation_waits", operation, reference("reason", "wait_reasons"), {number("cycles")}),
        numbered("limit_causes",
                 {unit, reference("through", "units"), integer("full"), integer("at_full_rate"), integer("in_larger")}),
        numbered("changes", {text("title")}),
        {.name = "change_settings",
         .keys = 2,
         .columns = {reference("change", "changes"), integer("place"), text("setting")}},
        {.name = "change_effects", .keys = 2, .columns = {reference("change", "changes"), cause, number("saved")}},
        valuesBy("slice_limits", slice, cause, {integer("cycles")}),
        valuesBy("operation_limits", operation, cause, {integer("cycles")}),
    };
}

std::vector<ReportTable> queueTables() {
    const std::vector<ReportColumn> held{integer("sum"), integer("most"), integer("full_cycles")};
    return {
        numbered("queues", {reference("unit", "units"), text("name"), text("holds"), integer("capacity")}),
        valuesBy("operation_queues", reference("operation", "operations"), reference("queue", "queues"), held),
        valuesBy("slice_queues", reference("slice", "slices"), reference("queue", "queues"), held),
        {.name = "dram_banks",
         .keys = 3,
         .columns = {reference("frame", "frames"), integer("channel"), integer("bank"), integer("read"),
                     integer("written"), integer("activates"), integer("conflicts"), integer("hits"),
                     integer("misses")}},
        {.name = "memory_blocks",
         .keys = 3,
         .columns = {reference("frame", "frames"), integer("address"), text("client"), integer("read"),
                     integer("written")}},
        {.name = "cache_blocks",
         .keys = 3,
         .columns = {reference("frame", "frames"), integer("address"), text("cache"), integer("hits"),
                     integer("misses")}},
    };
}

std::vector<ReportTable> workTables() {
    const ReportColumn operation = reference("operation", "operations");
    return {
        numbered("programs", {text("stage"), integer("registers"), integer("instructions")}),
        {.name = "program_instructions",
         .keys = 2,
         .columns = {reference("program", "programs"), integer("instruction"), text("text"), integer("issues"),
                     integer("threads"), integer("turn_cycles"), integer("result_cycles"), integer("texture_cycles"),
                     integer("output_cycles")}},
        {.name = "operation_programs", .keys = 2, .columns = {operation, reference("program", "programs")}},
        numbered("targets", {text("name"), text("aspect"), integer("width"), integer("height"), text("format"),
                             integer("channels")}),
        numbered("target_changes", {operation, reference("target", "targets"), integer("moment"), integer("x"),
                                    integer("y"), integer("width"), integer("height"), blob("difference")}),
        {.name = "operation_targets", .keys = 2, .columns = {operation, reference("target", "targets")}},
        {.name = "pixel_counts",
         .columns = {operation, integer("surface"), integer("surface_width"), integer("surface_height"), integer("x"),
                     integer("y"), integer("width"), integer("height"), integer("rejected_early"), integer("killed"),
                     integer("rejected_late"), integer("written"), integer("helpers"), integer("bytes"),
                     blob("counts")}},
    };
}

std::vector<ReportTable> allTables() {
    std::vector<ReportTable> tables = runTables();
    for (const auto& more : {timeTables(), queueTables(), workTables()})
        tables.insert(tables.end(), more.begin(), more.end());
    return tables;
}

}  // namespace

std::span<const ReportTable> reportSchema() {
    static const std::vector<ReportTable> tables = allTables();
    return tables;
}

}  // namespace cyclorama::cli
