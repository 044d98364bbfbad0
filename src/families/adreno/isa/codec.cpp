// SPDX-License-Identifier: MIT
#include "families/adreno/isa/codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "families/adreno/isa/encoding.h"
#include "families/adreno/isa/text_forms.h"

namespace cyclorama::adreno::ir3 {

namespace {

std::string_view trimmed(std::string_view text) {
    const size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// The name, up to a blank, after flags such as "(sy)" and "(nop3) ".
std::string_view nameIn(std::string_view text) {
    while (text.starts_with('(')) {
        const size_t end = text.find(')');
        if (end == std::string_view::npos) return {};
        text = trimmed(text.substr(end + 1));
    }
    return text.substr(0, text.find(' '));
}

/// True if a row's text can begin with this name.
bool canBe(const OpcodeRow& row, std::string_view name) {
    if (row.form == Form::Move) {
        return name.starts_with("mov.") || name.starts_with("cov.") || name == "mova" || name == "mova1";
    }
    if (row.form == Form::UniformConstants) return name.starts_with("ldc.");
    return name.starts_with(row.name) && (name.size() == row.name.size() || name[row.name.size()] == '.');
}

/// Replaces "#NAME" by the distance to the named place.
std::string withTargets(std::string_view line, const std::map<std::string, size_t, std::less<>>& labels, size_t place) {
    const size_t mark = line.find('#');
    if (mark == std::string_view::npos) return std::string(line);
    const auto label = labels.find(trimmed(line.substr(mark + 1)));
    if (label == labels.end()) return std::string(line);
    const auto distance = static_cast<int64_t>(label->second) - static_cast<int64_t>(place);
    return fmt::format("{}#{}", line.substr(0, mark), distance);
}

struct SourceLine {
    size_t number;
    std::string_view text;
};

std::vector<SourceLine> linesOf(std::string_view text) {
    std::vector<SourceLine> lines;
    for (size_t number = 1; !text.empty(); ++number) {
        const size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        lines.push_back({number, trimmed(line.substr(0, line.find(';')))});
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    std::erase_if(lines, [](const SourceLine& line) { return line.text.empty(); });
    return lines;
}

}  // namespace

std::vector<uint64_t> programWords(std::span<const std::byte> program) {
    std::vector<uint64_t> words(program.size() / kInstructionBytes);
    for (size_t i = 0; i < words.size() * kInstructionBytes; ++i) {
        words[i / kInstructionBytes] |= std::to_integer<uint64_t>(program[i]) << (i % kInstructionBytes * 8);
    }
    return words;
}

size_t programLength(std::span<const uint64_t> words) {
    size_t furthest = 0;
    for (size_t i = 0; i < words.size(); ++i) {
        const std::optional<Instruction> instruction = decode(words[i]);
        if (!instruction) continue;
        if (instruction->opcode == Opcode::End && furthest <= i) return i + 1;
        const int64_t target = static_cast<int64_t>(i) + instruction->target;
        const Form form = rowOf(instruction->opcode).form;
        const bool jumps = form >= Form::Jump && form <= Form::TwoBranch;
        if (jumps && target > 0 && target < static_cast<int64_t>(words.size())) {
            furthest = std::max(furthest, static_cast<size_t>(target));
        }
    }
    return words.size();
}

std::string disassemble(const Instruction& instruction) {
    TextPrinter text;
    printInstruction(text, rowOf(instruction.opcode), instruction);
    return std::move(text.text());
}

std::string disassemble(uint64_t word) {
    const std::optional<Instruction> instruction = decode(word);
    return instruction ? disassemble(*instruction) : fmt::format("no match: {:016x}", word);
}

std::string disassemble(std::span<const std::byte> program) {
    const std::vector<uint64_t> words = programWords(program);
    std::string listing;
    for (size_t i = 0; i < programLength(words); ++i) {
        listing += fmt::format(":{}:{:04}[{:08x}_{:08x}] {}\n", words[i] >> kCategoryBit, i, words[i] >> 32,
                               words[i] & 0xffffffff, disassemble(words[i]));
    }
    return listing;
}

std::variant<Instruction, AssemblyError> assemble(std::string_view text) {
    const std::string_view line = trimmed(text);
    const std::string_view name = nameIn(line);
    std::vector<const OpcodeRow*> rows;
    for (const OpcodeRow& row : opcodeTable()) {
        if (canBe(row, name)) rows.push_back(&row);
    }
    std::ranges::stable_sort(rows, std::greater{}, [](const OpcodeRow* row) { return row->name.size(); });
    for (const OpcodeRow* row : rows) {
        Instruction instruction;
        TextScanner scanner(line);
        scanInstruction(scanner, *row, instruction);
        if (scanner.finished() && encode(instruction)) return instruction;
    }
    return AssemblyError{1, rows.empty() ? fmt::format("no instruction is called \"{}\"", name)
                                         : fmt::format("\"{}\" has not the operands of \"{}\"", line, name)};
}

std::variant<std::vector<uint64_t>, AssemblyError> assembleProgram(std::string_view text) {
    std::vector<SourceLine> lines = linesOf(text);
    std::map<std::string, size_t, std::less<>> labels;
    std::vector<SourceLine> instructions;
    for (const SourceLine& line : lines) {
        if (line.text.ends_with(':')) {
            labels.emplace(line.text.substr(0, line.text.size() - 1), instructions.size());
        } else {
            instructions.push_back(line);
        }
    }
    std::vector<uint64_t> words;
    for (const SourceLine& line : instructions) {
        const auto result = assemble(withTargets(line.text, labels, words.size()));
        if (const auto* error = std::get_if<AssemblyError>(&result)) return AssemblyError{line.number, error->reason};
        words.push_back(*encode(std::get<Instruction>(result)));
    }
    return words;
}

}  // namespace cyclorama::adreno::ir3
