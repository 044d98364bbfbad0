// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "session/workload_counts.h"

namespace cyclorama::session {
namespace {

using Column = WorkloadColumn;

/// Amounts of the columns, each after a semicolon.
std::string cells(const WorkloadAmounts& amounts) {
    std::string text;
    for (const uint64_t amount : amounts.all()) text += fmt::format(";{}", amount);
    return text;
}

std::string columnNames() {
    std::string text;
    for (const WorkloadColumnInfo& column : workloadColumns()) text += fmt::format(";{}", column.name);
    return text;
}

WorkloadAmounts sumOf(const WorkloadCounts& counts) {
    WorkloadAmounts sum;
    for (const auto& [frame, amounts] : counts.frames()) sum.add(amounts);
    return sum;
}

/// Rows of words, each column as wide as its longest.
void writeAligned(const std::vector<std::vector<std::string>>& rows, std::ostream& out) {
    std::vector<size_t> widths(rows.front().size());
    for (const auto& row : rows)
        for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    for (const auto& row : rows) {
        std::string line;
        for (size_t i = 0; i < row.size(); ++i) line += fmt::format("{}{:>{}}", i == 0 ? "" : "  ", row[i], widths[i]);
        out << line << '\n';
    }
}

void writeFrames(const WorkloadCounts& counts, std::ostream& out) {
    const WorkloadAmounts sum = sumOf(counts);
    std::vector<std::string> names{"Frame"};
    const auto row = [&sum](std::string name, const WorkloadAmounts& amounts) {
        std::vector<std::string> cells{std::move(name)};
        for (size_t i = 0; i < kWorkloadColumns; ++i)
            if (sum.all()[i] != 0) cells.push_back(std::to_string(amounts.all()[i]));
        return cells;
    };
    for (size_t i = 0; i < kWorkloadColumns; ++i)
        if (sum.all()[i] != 0) names.emplace_back(workloadColumns()[i].name);
    std::vector<std::vector<std::string>> rows{std::move(names)};
    for (const auto& [frame, amounts] : counts.frames()) rows.push_back(row(std::to_string(frame), amounts));
    rows.push_back(row("all", sum));
    writeAligned(rows, out);
}

void writePrimitives(const WorkloadCounts& counts, std::ostream& out) {
    struct Sums {
        uint64_t draws = 0;
        uint64_t indices = 0;
        uint64_t triangles = 0;
    };
    std::map<std::string, Sums> byKind;
    for (const WorkloadCounts::Draw& draw : counts.draws()) {
        Sums& sums = byKind[draw.primitives];
        ++sums.draws;
        sums.indices += draw.amounts[Column::Indices];
        sums.triangles += draw.amounts[Column::Triangles];
    }
    for (const auto& [kind, sums] : byKind)
        out << fmt::format("{}: {} draws, {} indices, {} triangles\n", kind, sums.draws, sums.indices, sums.triangles);
}

}  // namespace

void writeWorkloadText(const WorkloadCounts& counts, std::ostream& out) {
    writeFrames(counts, out);
    out << '\n';
    writePrimitives(counts, out);
    out << fmt::format("\n{} programs\n", counts.programs().size());
    for (const WorkloadCounts::Program& program : counts.programs())
        out << fmt::format("  {}: {} instructions, {} registers, in {} draws; {} executed by single threads\n",
                           program.stage, program.instructions(), program.registers, program.uses, program.executed());
    out << fmt::format("\n{} textures\n", counts.textures().size());
    for (const auto& [texture, draws] : counts.textures())
        out << fmt::format("  {} at {}: {}{}{}, in {} draws\n", texture.format, texture.image, texture.size,
                           texture.others.empty() ? "" : ", ", texture.others, draws);
}

void writeFrameTable(const WorkloadCounts& counts, std::ostream& out) {
    out << "Frame" << columnNames() << '\n';
    for (const auto& [frame, amounts] : counts.frames()) out << frame << cells(amounts) << '\n';
}

void writeDrawTable(const WorkloadCounts& counts, std::ostream& out) {
    out << "Frame;Draw;Command;Primitives" << columnNames() << '\n';
    for (const WorkloadCounts::Draw& draw : counts.draws())
        out << fmt::format("{};{};{};{}{}\n", draw.frame, draw.number, draw.command, draw.primitives,
                           cells(draw.amounts));
}

void writeProgramTable(const WorkloadCounts& counts, std::ostream& out) {
    out << "Program;Stage;Instructions;Registers;Draws;Executed\n";
    for (size_t i = 0; i < counts.programs().size(); ++i) {
        const WorkloadCounts::Program& program = counts.programs()[i];
        out << fmt::format("{};{};{};{};{};{}\n", i, program.stage, program.instructions(), program.registers,
                           program.uses, program.executed());
    }
}

void writeTextureTable(const WorkloadCounts& counts, std::ostream& out) {
    out << "Image;Format;Size;Others;Draws\n";
    for (const auto& [texture, draws] : counts.textures())
        out << fmt::format("{};{};{};{};{}\n", texture.image, texture.format, texture.size, texture.others, draws);
}

}  // namespace cyclorama::session
