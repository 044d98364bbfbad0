// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>
#include <utility>

#include "families/vivante/isa/codec.h"
#include "families/vivante/isa/text_symbols.h"

namespace cyclorama::vivante {

namespace {

/// One line of text. The first failure stands; nothing after it counts.
class LineParser {
  public:
    explicit LineParser(std::string_view line) : line_(line) {}

    std::variant<InstructionWords, AssemblyError> parse() {
        parseName();
        parseOperands();
        skipBlanks();
        if (!rest().empty()) fail("there is more after the instruction");
        if (error_) return *error_;
        return pack(fields_);
    }

  private:
    std::string_view rest() const { return line_.substr(at_); }

    void skipBlanks() {
        while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
    }

    void fail(std::string reason) {
        if (!error_) error_ = AssemblyError{.line = 1, .column = at_ + 1, .reason = std::move(reason)};
    }

    bool accept(std::string_view text) {
        if (error_ || !rest().starts_with(text)) return false;
        at_ += text.size();
        return true;
    }

    void expect(std::string_view text) {
        if (!accept(text)) fail("'" + std::string(text) + "' is missing");
    }

    /// Letters, digits and underscores.
    std::string_view word() {
        const auto isWord = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        };
        size_t length = 0;
        while (length < rest().size() && isWord(rest()[length])) ++length;
        const std::string_view found = rest().substr(0, length);
        at_ += length;
        return found;
    }

    uint32_t number(uint32_t largest) {
        uint32_t value = 0;
        const auto [end, result] = std::from_chars(rest().data(), rest().data() + rest().size(), value);
        if (result != std::errc{} || value > largest) {
            fail("a number up to " + std::to_string(largest) + " is missing");
            return 0;
        }
        at_ += static_cast<size_t>(end - rest().data());
        return value;
    }

    template <typename Table>
    std::optional<uint8_t> find(const Table& table, std::string_view text) const {
        const auto found = std::ranges::find(table, text, &Symbol::text);
        return found != table.end() ? std::optional(found->value) : std::nullopt;
    }

    /// The symbol that comes next, if one does.
    template <typename Table>
    std::optional<uint8_t> acceptSymbol(const Table& table) {
        for (const Symbol& symbol : table)
            if (accept(symbol.text)) return symbol.value;
        return std::nullopt;
    }

    void parseName() {
        const std::string_view name = word();
        const auto rows = instructionTable();
        const auto found = std::ranges::find(rows, name, &OpcodeRow::name);
        if (const auto extended = find(kExtendedNames, name)) {
            row_ = &rowOf(kExtended);
            fields_.sources[2] = {
                .use = true, .reg = *extended, .addressing = kUnsignedImmediate, .group = kImmediateGroup};
            extended_ = true;
        } else if (found != rows.end()) {
            row_ = &*found;
        } else {
            at_ = 0;
            return fail("'" + std::string(name) + "' is no instruction");
        }
        fields_.opcode = row_->code;
        const bool hasSuffixes = row_->form != Form::Texture && row_->form != Form::Flow && !hasNoOperands(*row_);
        fields_.unpacked = hasSuffixes;
        while (accept(".")) parseSuffix(word());
    }

    void parseSuffix(std::string_view suffix) {
        if (suffix == "hp") {
            fields_.full = true;
        } else if (suffix == "sat") {
            fields_.saturate = true;
        } else if (suffix == "pack") {
            fields_.unpacked = false;
        } else if (suffix == "t0") {
            fields_.lowHalf = true;
        } else if (suffix == "t1") {
            fields_.highHalf = true;
        } else if (suffix.size() == 3 && suffix.starts_with("ls") && suffix[2] >= '1' && suffix[2] <= '7') {
            fields_.texelSwizzle |= static_cast<uint8_t>(suffix[2] - '0');
        } else if (const auto condition = find(kConditions, suffix)) {
            fields_.condition = *condition;
        } else if (const auto type = find(kTypes, suffix)) {
            fields_.type = *type;
        } else if (const auto rounding = find(kRoundings, suffix)) {
            fields_.rounding = *rounding;
        } else if (const auto flag = find(kFlags, suffix)) {
            fields_.texelSwizzle |= *flag;
        } else {
            fail("'" + std::string(suffix) + "' says nothing about an instruction");
        }
    }

    void parseOperands() {
        if (error_) return;
        skipBlanks();
        parseResult();
        if (row_->form == Form::Texture) {
            separator();
            parseSampler();
        }
        for (size_t s = 0; s < 2; ++s) {
            separator();
            parseSource(fields_.sources[s]);
        }
        separator();
        if (row_->form == Form::Flow) {
            constexpr uint32_t kLargestTarget = 0x7fff;
            fields_.setTarget(static_cast<uint16_t>(number(kLargestTarget)));
        } else if (extended_) {
            expect("void");
        } else {
            parseSource(fields_.sources[2]);
        }
    }

    void separator() {
        skipBlanks();
        expect(",");
        skipBlanks();
    }

    void parseResult() {
        if (row_->form == Form::Store) {
            expect("mem");
            fields_.resultMask = parseMask();
            return;
        }
        if (accept("void")) return;
        expect("t");
        fields_.resultUse = true;
        fields_.resultRegister = static_cast<uint8_t>(number(isa::kGeneralRegisters - 1));
        fields_.resultAddressing = acceptSymbol(kAddressings).value_or(0);
        fields_.resultMask = parseMask();
    }

    uint8_t parseMask() {
        if (!accept(".")) return isa::kAllComponents;
        const std::string_view text = word();
        if (text.size() != isa::kComponents) fail("a mask of four components is missing");
        uint8_t mask = 0;
        for (unsigned c = 0; c < isa::kComponents && !error_; ++c) {
            if (text[c] == kComponentNames[c]) {
                mask = static_cast<uint8_t>(mask | 1u << c);
            } else if (text[c] != '_') {
                fail("a mask of four components is missing");
            }
        }
        return mask;
    }

    uint8_t parseSwizzle() {
        expect(".");
        const std::string_view text = word();
        if (text.size() != isa::kComponents) fail("a swizzle of four components is missing");
        uint8_t swizzle = 0;
        for (unsigned c = 0; c < isa::kComponents && !error_; ++c) {
            const size_t component = kComponentNames.find(text[c]);
            if (component == std::string_view::npos) fail("a swizzle of four components is missing");
            swizzle = static_cast<uint8_t>(swizzle | (component & 3) << (2 * c));
        }
        return swizzle;
    }

    void parseSampler() {
        constexpr uint32_t kLargestSampler = 31;
        expect("tex");
        fields_.sampler = static_cast<uint8_t>(number(kLargestSampler));
        const uint8_t addressing = acceptSymbol(kAddressings).value_or(0);
        fields_.rounding = addressing & 3;
        fields_.unpacked = addressing >= 4;
        fields_.texelSwizzle = parseSwizzle();
    }

    void parseSource(SourceFields& source) {
        if (error_ || accept("void")) return;
        source.use = true;
        if (rest().starts_with("#") || startsNumber()) return parseImmediate(source);
        constexpr uint32_t kLargestRegister = 511;
        source.negate = accept("-");
        source.absolute = accept("|");
        const auto group = acceptSymbol(kGroups);
        if (!group) return fail("a source is missing");
        source.group = *group;
        source.reg = static_cast<uint16_t>(number(kLargestRegister));
        source.addressing = acceptSymbol(kAddressings).value_or(0);
        source.swizzle = parseSwizzle();
        if (source.absolute) expect("|");
    }

    bool startsNumber() const {
        const std::string_view digits = rest().starts_with("-") ? rest().substr(1) : rest();
        return !digits.empty() && digits[0] >= '0' && digits[0] <= '9';
    }

    static void setImmediate(SourceFields& source, uint32_t value, uint8_t type) {
        source.group = kImmediateGroup;
        source.reg = value & 0x1ff;
        source.swizzle = static_cast<uint8_t>(value >> 9);
        source.negate = (value >> 17 & 1) != 0;
        source.absolute = (value >> 18 & 1) != 0;
        source.addressing = static_cast<uint8_t>(uint32_t{type} << 1 | (value >> 19 & 1));
    }

    void parseImmediate(SourceFields& source) {
        constexpr uint32_t kBits = 0xfffff;
        if (accept("#")) return setImmediate(source, hexadecimal() & kBits, 0);
        if (accept("0x")) {
            setImmediate(source, hexadecimal() & kBits, 3);
            return expect("h");
        }
        size_t length = rest().starts_with("-") ? 1 : 0;
        while (length < rest().size() &&
               std::string_view("0123456789.e+-").find(rest()[length]) != std::string_view::npos)
            ++length;
        const std::string_view text = rest().substr(0, length);
        if (text.find_first_of(".e") != std::string_view::npos) {
            float value = 0.0f;
            const auto [end, result] = std::from_chars(text.data(), text.data() + text.size(), value);
            if (result != std::errc{} || end != text.data() + text.size()) return fail("a number is missing");
            at_ += length;
            return setImmediate(source, std::bit_cast<uint32_t>(value) >> 12, 0);
        }
        int32_t value = 0;
        const auto [end, result] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (result != std::errc{} || end != text.data() + text.size()) return fail("a number is missing");
        at_ += length;
        setImmediate(source, static_cast<uint32_t>(value) & kBits, accept("u") ? 2 : 1);
    }

    uint32_t hexadecimal() {
        uint32_t value = 0;
        const auto [end, result] = std::from_chars(rest().data(), rest().data() + rest().size(), value, 16);
        if (result != std::errc{}) fail("a hexadecimal number is missing");
        at_ += static_cast<size_t>(end - rest().data());
        return value;
    }

    std::string_view line_;
    size_t at_ = 0;
    const OpcodeRow* row_ = &rowOf(0);
    bool extended_ = false;
    InstructionFields fields_;
    std::optional<AssemblyError> error_;
};

std::string_view withoutComment(std::string_view line) {
    // A '#' within an operand begins an immediate.
    size_t end = line.find(';');
    if (line.starts_with("#")) end = 0;
    return line.substr(0, end);
}

std::string_view withoutNumber(std::string_view line) {
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || line.find_first_not_of(" 0123456789") != colon) return line;
    return line.substr(colon + 1);
}

std::string_view trimmed(std::string_view line) {
    const size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace

std::variant<InstructionWords, AssemblyError> assemble(std::string_view text) {
    return LineParser(trimmed(text)).parse();
}

std::variant<std::vector<uint32_t>, AssemblyError> assembleProgram(std::string_view text) {
    std::vector<uint32_t> words;
    for (size_t number = 1; !text.empty(); ++number) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(withoutNumber(withoutComment(trimmed(text.substr(0, end)))));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty()) continue;
        auto assembled = assemble(line);
        if (auto* error = std::get_if<AssemblyError>(&assembled)) {
            error->line = number;
            return *error;
        }
        const auto& word = std::get<InstructionWords>(assembled);
        words.insert(words.end(), word.begin(), word.end());
    }
    return words;
}

}  // namespace cyclorama::vivante
