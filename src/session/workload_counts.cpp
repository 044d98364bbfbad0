// SPDX-License-Identifier: MIT
#include "session/workload_counts.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <set>
#include <utility>
#include <variant>

#include "gpu/work_kind.h"

namespace cyclorama::session {
namespace {

using machine::StateRow;
using Column = WorkloadColumn;

constexpr std::array<WorkloadColumnInfo, kWorkloadColumns> kColumnInfo{
    WorkloadColumnInfo{"Draws", "Draws that the GPU executes."},
    {"Instances", "Instances of all draws."},
    {"Indices", "Indices that draws name, or vertices of those without, in all instances."},
    {"Vertices", "Vertices that were shaded."},
    {"Triangles", "Triangles that were assembled."},
    {"TrianglesRasterized", "Triangles that were neither rejected nor culled."},
    {"Fragments", "Fragments that were covered, before any test."},
    {"FragmentsShaded", "Fragments that no early test removed."},
    {"ShaderInstructions", "Instructions of single threads."},
    {"TextureSamples", "Texture instructions of single threads."},
    {"ChangedGroups", "Groups of state in which a draw differs from the one before."},
    {"ChangedProperties", "Properties in which a draw differs from the one before."},
    {"Programs", "Programs of draws."},
    {"Textures", "Textures of draws."},
    {"Clears", "Clears and fills."},
    {"Copies", "Copies, resolves and blits."},
    {"Dispatches", "Dispatches of compute programs."},
    {"Commands", "Commands of the stream, those that change state alone among them."},
    {"WrittenBytes", "Bytes that the stream writes to memory."}};

std::optional<Column> columnOf(gpu::WorkKind kind) {
    switch (kind) {
        case gpu::WorkKind::Draw:
            return Column::Draws;
        case gpu::WorkKind::Clear:
        case gpu::WorkKind::Fill:
            return Column::Clears;
        case gpu::WorkKind::Resolve:
        case gpu::WorkKind::Copy:
        case gpu::WorkKind::Blit:
            return Column::Copies;
        case gpu::WorkKind::Dispatch:
            return Column::Dispatches;
        default:
            return std::nullopt;
    }
}

uint64_t numberIn(const std::string& text) {
    uint64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

bool isTexture(const StateRow& row) { return row.topic.starts_with("texture "); }

}  // namespace

const std::array<WorkloadColumnInfo, kWorkloadColumns>& workloadColumns() { return kColumnInfo; }

void WorkloadCounts::machine(const machine::ObservedMachine& machine) {
    columnOfCounter_.clear();
    for (const machine::ObservedCounter& counter : machine.counters) {
        const auto found = std::ranges::find(kColumnInfo, counter.name, &WorkloadColumnInfo::name);
        const auto column = static_cast<Column>(found - kColumnInfo.begin());
        // Draws are counted as they start, instructions by program.
        const bool counted =
            found != kColumnInfo.end() && column != Column::Draws && column != Column::ShaderInstructions;
        columnOfCounter_.push_back(counted ? std::optional(column) : std::nullopt);
    }
}

void WorkloadCounts::command(const machine::TakenCommand& command) {
    ++frame()[Column::Commands];
    if (const auto* const write = std::get_if<gpu::WriteMemory>(&command.command.operation))
        frame()[Column::WrittenBytes] += write->data.size();
}

void WorkloadCounts::started(uint32_t number, const machine::StartedOperation& operation) {
    const std::optional<Column> column = columnOf(operation.kind);
    if (column) ++frame()[*column];
    if (column != Column::Draws) return;
    Draw& draw = draws_.emplace_back();
    draw.frame = pause_.frame();
    draw.number = operation.draw.value_or(0);
    draw.command = operation.position.ordinal;
    draw.amounts[Column::Draws] = 1;
    open_ = {.operation = number, .draw = draws_.size() - 1};
}

void WorkloadCounts::state(uint32_t operation, std::span<const machine::StateRows> parts) {
    if (!open_ || open_->operation != operation) return;
    std::vector<StateRow> rows;
    for (const machine::StateRows& part : parts) rows.insert(rows.end(), part->begin(), part->end());
    takeState(draws_[open_->draw], std::move(rows));
}

void WorkloadCounts::takeState(Draw& draw, std::vector<StateRow> rows) {
    takeInput(draw, rows);
    takeTextures(draw, rows);
    std::ranges::sort(rows, std::less{});
    std::vector<StateRow> changed;
    std::ranges::set_symmetric_difference(rows, lastRows_, std::back_inserter(changed), std::less{});
    // A property with another value is there twice.
    std::set<std::pair<std::string, std::string>> properties;
    std::set<std::string> groups;
    for (const StateRow& row : changed) {
        properties.emplace(row.topic, row.name);
        groups.insert(row.topic);
    }
    lastRows_ = std::move(rows);
    WorkloadAmounts amounts;
    amounts[Column::ChangedGroups] = groups.size();
    amounts[Column::ChangedProperties] = properties.size();
    draw.amounts.add(amounts);
    frame().add(amounts);
}

void WorkloadCounts::takeInput(Draw& draw, std::span<const StateRow> rows) {
    uint64_t count = 0;
    uint64_t instances = 1;
    for (const StateRow& row : rows) {
        if (row.topic != "vertex input") continue;
        if (row.name == "primitives") draw.primitives = row.value;
        if (row.name == "indices" || row.name == "vertices") count = numberIn(row.value);
        if (row.name == "instances") instances = numberIn(row.value);
    }
    WorkloadAmounts amounts;
    amounts[Column::Instances] = instances;
    amounts[Column::Indices] = count * instances;
    draw.amounts.add(amounts);
    frame().add(amounts);
}

void WorkloadCounts::takeTextures(Draw& draw, std::span<const StateRow> rows) {
    WorkloadAmounts amounts;
    for (auto row = std::ranges::find_if(rows, isTexture); row != rows.end();) {
        const std::string topic = row->topic;
        Texture texture;
        for (; row != rows.end() && row->topic == topic; ++row) {
            if (row->name == "image")
                texture.image = row->value;
            else if (row->name == "format")
                texture.format = row->value;
            else if (row->name == "size" || row->name == "elements")
                texture.size = row->value;
            else if (row->name != "used by")
                texture.others += (texture.others.empty() ? "" : ", ") + row->name + " " + row->value;
        }
        ++textures_[texture];
        ++amounts[Column::Textures];
        row = std::find_if(row, rows.end(), isTexture);
    }
    draw.amounts.add(amounts);
    frame().add(amounts);
}

uint64_t WorkloadCounts::Program::instructions() const {
    const std::vector<isa::IssueCount> all = counts->counts();
    return static_cast<uint64_t>(
        std::ranges::count_if(all, [](const isa::IssueCount& count) { return count.issues != 0; }));
}

uint64_t WorkloadCounts::Program::executed() const {
    uint64_t sum = 0;
    for (const isa::IssueCount& count : counts->counts()) sum += count.threads;
    return sum;
}

isa::IssueCounts* WorkloadCounts::program(uint32_t operation, const machine::ObservedProgram& program) {
    const auto [place, isNew] = numbers_.try_emplace(program.program, programs_.size());
    if (isNew) {
        const size_t instructions = program.list(program.program.get()).size();
        programs_.push_back({.stage = program.stage,
                             .registers = program.registers,
                             .counts = std::make_unique<isa::IssueCounts>(instructions)});
    }
    const Running running{.operation = operation, .program = place->second};
    Program& used = programs_[place->second];
    // A draw may name it once for each pass that it makes.
    const bool again = std::ranges::any_of(running_, [&](const Running& other) {
        return other.operation == running.operation && other.program == running.program;
    });
    if (again) return used.counts.get();
    running_.push_back(running);
    ++used.uses;
    ++frame()[Column::Programs];
    if (open_ && open_->operation == operation) ++draws_[open_->draw].amounts[Column::Programs];
    return used.counts.get();
}

void WorkloadCounts::end(uint32_t operation, std::optional<uint64_t>) {
    WorkloadAmounts amounts;
    for (const Running& running : running_) {
        if (running.operation != operation) continue;
        Program& program = programs_[running.program];
        const uint64_t executed = program.executed();
        amounts[Column::ShaderInstructions] += executed - std::exchange(program.told, executed);
    }
    std::erase_if(running_, [&](const Running& running) { return running.operation == operation; });
    frame().add(amounts);
    if (!open_ || open_->operation != operation) return;
    draws_[open_->draw].amounts.add(amounts);
    open_->ended = true;
}

void WorkloadCounts::sample(const machine::RunSample& sample) {
    WorkloadAmounts amounts;
    for (const machine::RunSample::Counter& counter : sample.counters)
        if (const auto& column = columnOfCounter_.at(counter.number)) amounts[*column] += counter.sum;
    frame().add(amounts);
    if (!open_ || !open_->ended) return;
    draws_[open_->draw].amounts.add(amounts);
    open_.reset();
}

}  // namespace cyclorama::session
