// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "families/vivante/isa/codec.h"
#include "families/vivante/isa/text_symbols.h"

namespace cyclorama::vivante {

namespace {

/// The symbol of a value, or an empty text if it needs none.
template <typename Table>
std::string_view symbolOf(const Table& table, uint32_t value) {
    const auto found = std::ranges::find(table, value, &Symbol::value);
    return found != table.end() ? found->text : std::string_view{};
}

void addSuffix(std::string& name, std::string_view suffix) {
    if (!suffix.empty()) name.append(".").append(suffix);
}

std::string swizzleText(uint8_t swizzle) {
    std::string text = ".";
    for (unsigned c = 0; c < isa::kComponents; ++c) text += kComponentNames[swizzle >> (2 * c) & 3];
    return text;
}

std::string maskText(uint8_t mask) {
    if (mask == isa::kAllComponents) return {};
    std::string text = ".";
    for (unsigned c = 0; c < isa::kComponents; ++c) text += (mask >> c & 1) != 0 ? kComponentNames[c] : '_';
    return text;
}

std::string immediateText(const SourceFields& source) {
    const uint32_t bits = immediateBits(source);
    switch (source.addressing >> 1) {
        case 0: {
            const auto value = std::bit_cast<float>(bits);
            if (!std::isfinite(value)) return fmt::format("#{:05x}", bits >> 12);
            const std::string text = fmt::format("{}", value);
            return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
        }
        case 1:
            return std::to_string(static_cast<int32_t>(bits));
        case 2:
            return std::to_string(bits) + "u";
        default: {
            // All twenty bits, of which the half takes sixteen.
            SourceFields raw = source;
            raw.addressing = static_cast<uint8_t>(kUnsignedImmediate | (source.addressing & 1));
            return fmt::format("{:#x}h", immediateBits(raw));
        }
    }
}

std::string sourceText(const SourceFields& source) {
    if (!source.use) return "void";
    if (source.group == kImmediateGroup) return immediateText(source);
    const std::string_view bar = source.absolute ? "|" : "";
    return fmt::format("{}{}{}{}{}{}{}", source.negate ? "-" : "", bar, symbolOf(kGroups, source.group), source.reg,
                       symbolOf(kAddressings, source.addressing), swizzleText(source.swizzle), bar);
}

std::string resultText(const InstructionFields& fields, Form form) {
    if (form == Form::Store) return "mem" + maskText(fields.resultMask);
    if (form == Form::Flow || !fields.resultUse) return "void";
    return fmt::format("t{}{}{}", fields.resultRegister, symbolOf(kAddressings, fields.resultAddressing),
                       maskText(fields.resultMask));
}

std::string nameText(const InstructionFields& fields, const OpcodeRow& row, std::string_view base) {
    std::string name(base);
    if (row.form == Form::Texture || hasNoOperands(row)) return name;
    if (row.form != Form::Flow) {
        if (fields.full) addSuffix(name, "hp");
        if (fields.saturate) addSuffix(name, "sat");
    }
    addSuffix(name, symbolOf(kConditions, fields.condition));
    if (row.form != Form::Flow) {
        for (const Symbol& flag : kFlags)
            if ((fields.texelSwizzle & flag.value) != 0) addSuffix(name, flag.text);
    }
    addSuffix(name, symbolOf(kTypes, fields.type));
    if (row.form == Form::Flow) return name;
    if ((fields.texelSwizzle & kShiftMask) != 0) addSuffix(name, fmt::format("ls{}", fields.texelSwizzle & kShiftMask));
    if (!fields.unpacked) addSuffix(name, "pack");
    if (fields.lowHalf) addSuffix(name, "t0");
    if (fields.highHalf) addSuffix(name, "t1");
    addSuffix(name, symbolOf(kRoundings, fields.rounding));
    return name;
}

}  // namespace

std::string disassemble(const InstructionWords& words) {
    const InstructionFields fields = unpack(words);
    const OpcodeRow& row = rowOf(fields.opcode);
    const SourceFields& last = fields.sources[2];
    std::string_view base = row.name;
    if (row.code == kExtended && last.use && last.group == kImmediateGroup && last.addressing == kUnsignedImmediate &&
        last.swizzle == 0 && !last.negate && !last.absolute && !symbolOf(kExtendedNames, last.reg).empty()) {
        base = symbolOf(kExtendedNames, last.reg);
    }
    std::string text = nameText(fields, row, base);
    text += ' ';
    if (text.size() < kOperandColumn) text.resize(kOperandColumn, ' ');
    text += resultText(fields, row.form);
    if (row.form == Form::Texture) {
        text += fmt::format(", tex{}{}{}", fields.sampler, symbolOf(kAddressings, fields.samplerAddressing()),
                            swizzleText(fields.texelSwizzle));
    }
    text += ", " + sourceText(fields.sources[0]) + ", " + sourceText(fields.sources[1]) + ", ";
    if (row.form == Form::Flow) return text + std::to_string(fields.target());
    return text + (base == row.name ? sourceText(last) : "void");
}

std::vector<std::string> listInstructions(const isa::Program& program) {
    std::vector<std::string> texts;
    for (size_t i = 0; i + kInstructionWords <= program.words.size(); i += kInstructionWords) {
        InstructionWords word;
        std::copy_n(program.words.begin() + static_cast<std::ptrdiff_t>(i), kInstructionWords, word.begin());
        texts.push_back(disassemble(word));
    }
    texts.emplace_back("end");
    return texts;
}

std::string disassembleProgram(std::span<const uint32_t> words, bool withWords) {
    std::string listing;
    for (size_t i = 0; i + kInstructionWords <= words.size(); i += kInstructionWords) {
        const InstructionWords word{words[i], words[i + 1], words[i + 2], words[i + 3]};
        listing += fmt::format("{:4}: ", i / kInstructionWords);
        if (withWords) listing += fmt::format("{:08x} {:08x} {:08x} {:08x}  ", word[0], word[1], word[2], word[3]);
        listing += disassemble(word) + "\n";
    }
    return listing;
}

}  // namespace cyclorama::vivante
