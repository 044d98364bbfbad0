// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <optional>

#include "families/attila/isa/codec.h"
#include "families/attila/isa/text_symbols.h"

namespace cyclorama::attila {

namespace {

constexpr unsigned kMaxIndex = 255;
constexpr unsigned kMaxConstant = 511;
constexpr int kMinOffset = -256;
constexpr int kMaxOffset = 255;
constexpr unsigned kRelativeRegisters = 4;

std::string quoted(std::string_view text) {
    std::string result = "'";
    result += text;
    return result += '\'';
}

/// The reason that stopped the parser, and its place; thrown and caught in this file alone.
struct Fault {
    size_t position;
    std::string reason;
};

/// Reads symbols from one line. Every function skips blanks before its symbol.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    bool atEnd() {
        skipBlanks();
        return position_ == text_.size();
    }

    bool accept(std::string_view symbol) {
        skipBlanks();
        if (!text_.substr(position_).starts_with(symbol)) return false;
        position_ += symbol.size();
        return true;
    }

    void expect(std::string_view symbol) {
        if (!accept(symbol)) fail(quoted(symbol) + " expected");
    }

    char peek() {
        skipBlanks();
        return position_ < text_.size() ? text_[position_] : '\0';
    }

    /// A run of letters and digits.
    std::string_view word() {
        skipBlanks();
        const size_t start = position_;
        while (position_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[position_])) != 0) ++position_;
        return text_.substr(start, position_ - start);
    }

    /// The letters x, y, z, w that follow directly.
    std::string_view components() {
        const size_t start = position_;
        while (position_ < text_.size() && kComponentLetters.find(text_[position_]) != std::string_view::npos)
            ++position_;
        return text_.substr(start, position_ - start);
    }

    template <typename Number>
    Number number(std::string_view what, int base = 10) {
        skipBlanks();
        Number value{};
        const auto end = std::from_chars(text_.data() + position_, text_.data() + text_.size(), value, base);
        if (end.ec != std::errc{}) fail(std::string(what) + " expected");
        position_ = static_cast<size_t>(end.ptr - text_.data());
        return value;
    }

    float decimal() {
        skipBlanks();
        float value = 0.0f;
        const auto end = std::from_chars(text_.data() + position_, text_.data() + text_.size(), value);
        if (end.ec != std::errc{}) fail("number expected");
        position_ = static_cast<size_t>(end.ptr - text_.data());
        return value;
    }

    unsigned index(unsigned limit) {
        const unsigned value = number<unsigned>("register number");
        if (value > limit) fail("number " + std::to_string(value) + " is above " + std::to_string(limit));
        return value;
    }

    [[noreturn]] void fail(std::string reason) const { throw Fault{position_, std::move(reason)}; }

  private:
    void skipBlanks() {
        while (position_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[position_])) != 0) ++position_;
    }

    std::string_view text_;
    size_t position_ = 0;
};

uint8_t componentOf(char letter) { return static_cast<uint8_t>(kComponentLetters.find(letter)); }

class Assembler {
  public:
    explicit Assembler(std::string_view text) : scanner_(text) {}

    isa::Instruction run() {
        parsePredicate();
        parseMnemonic();
        parseOperands();
        parseMarks();
        if (!scanner_.atEnd()) scanner_.fail("end of the line expected");
        checkRelativeConstants();
        apply(*row_, instruction_);
        return instruction_;
    }

  private:
    const isa::OperationInfo& info() const { return isa::operationInfo(row_->operation); }

    void parsePredicate() {
        if (!scanner_.accept("(")) return;
        instruction_.predicate.enabled = true;
        instruction_.predicate.inverted = scanner_.accept("!");
        scanner_.expect("p");
        instruction_.predicate.index = static_cast<uint8_t>(scanner_.index(isa::kPredicateRegisters - 1));
        scanner_.expect(")");
    }

    void parseMnemonic() {
        const std::string_view name = scanner_.word();
        const auto rows = instructionTable();
        const auto found = std::ranges::find(rows, name, &OpcodeRow::name);
        if (found == rows.end()) scanner_.fail(quoted(name) + " is no instruction");
        row_ = &*found;
        if (!scanner_.accept("_sat")) return;
        if (!info().writesResult || info().kind == isa::OperationKind::Predicate)
            scanner_.fail("the result cannot be saturated");
        instruction_.destination.saturate = true;
    }

    void parseOperands() {
        bool first = true;
        const auto next = [&] {
            if (!first) scanner_.expect(",");
            first = false;
        };
        if (info().writesResult) {
            next();
            parseDestination();
        }
        for (unsigned s = 0; s < row_->sources; ++s) {
            next();
            if (row_->operands == Operands::Boolean) {
                parseBoolean(instruction_.sources[s]);
            } else {
                parseSource(instruction_.sources[s], s == 1 && row_->sources == 2);
            }
        }
        if (row_->form == Form::Unit) {
            next();
            scanner_.expect(unitLetter(info().kind));
            instruction_.unit = static_cast<uint16_t>(scanner_.index(kMaxIndex));
        }
        if (row_->form == Form::Jump) {
            next();
            instruction_.jumpOffset = scanner_.number<int32_t>("jump offset");
        }
    }

    void parseDestination() {
        isa::DestinationOperand& destination = instruction_.destination;
        const bool predicate = info().kind == isa::OperationKind::Predicate;
        if (row_->form == Form::Predicates) destination.saturate = scanner_.accept("!");
        destination.bank = bank();
        const bool writable = predicate ? destination.bank == isa::RegisterBank::Predicate
                                        : destination.bank == isa::RegisterBank::Output ||
                                              destination.bank == isa::RegisterBank::Temporary ||
                                              destination.bank == isa::RegisterBank::Address;
        if (!writable) scanner_.fail("the result cannot be in this bank");
        destination.index = static_cast<uint16_t>(scanner_.index(kMaxIndex));
        if (predicate) {
            destination.writeMask = 1;
            return;
        }
        if (!scanner_.accept(".")) return;
        destination.writeMask = 0;
        for (const char letter : scanner_.components()) {
            const uint8_t bit = static_cast<uint8_t>(1u << componentOf(letter));
            if (destination.writeMask >= bit) scanner_.fail("components of a mask are in the order xyzw");
            destination.writeMask |= bit;
        }
    }

    void parseBoolean(isa::SourceOperand& source) {
        if (scanner_.accept("true")) {
            source.bank = isa::RegisterBank::Literal;
            source.index = 1;
            return;
        }
        if (scanner_.accept("false")) {
            source.bank = isa::RegisterBank::Literal;
            return;
        }
        source.negate = scanner_.accept("!");
        source.bank = bank();
        if (source.bank == isa::RegisterBank::Predicate) {
            source.index = static_cast<uint16_t>(scanner_.index(kMaxIndex));
            return;
        }
        if (source.bank != isa::RegisterBank::Constant) scanner_.fail("predicate or constant expected");
        parseRegister(source);
        if (std::ranges::count(source.swizzle, source.swizzle[0]) != isa::kComponents)
            scanner_.fail("one component expected");
    }

    void parseSource(isa::SourceOperand& source, bool mayBeImmediate) {
        const auto isImmediate = [&] { return std::isdigit(static_cast<unsigned char>(scanner_.peek())) != 0; };
        const bool minus = scanner_.accept("-");
        const bool negativeNumber = minus && isImmediate();
        source.negate = minus && !negativeNumber;
        const bool parenthesis = source.negate && scanner_.accept("(");
        source.absolute = scanner_.accept("|");
        const bool minusInside = (parenthesis || source.absolute) && scanner_.accept("-");
        if (isImmediate()) {
            if (!mayBeImmediate) scanner_.fail("only source 2 of two can be a number");
            source.bank = isa::RegisterBank::Immediate;
            instruction_.immediate = immediate(negativeNumber || minusInside);
        } else {
            source.bank = bank();
            const bool readable =
                source.bank == isa::RegisterBank::Input || source.bank == isa::RegisterBank::Constant ||
                source.bank == isa::RegisterBank::Temporary || source.bank == isa::RegisterBank::Address;
            if (!readable || minusInside || parenthesis) scanner_.fail("this cannot be read as a source");
            parseRegister(source);
        }
        if (source.absolute) scanner_.expect("|");
        if (parenthesis) scanner_.expect(")");
    }

    uint32_t immediate(bool negative) {
        if (scanner_.accept("0x")) {
            if (negative) scanner_.fail("hexadecimal bits have no sign");
            return scanner_.number<uint32_t>("hexadecimal digits", 16);
        }
        if (row_->operands == Operands::Integer) {
            const int64_t magnitude = scanner_.number<int64_t>("number");
            const int64_t value = negative ? -magnitude : magnitude;
            if (value < INT32_MIN || value > INT32_MAX) scanner_.fail("the number does not fit into 32 bits");
            return std::bit_cast<uint32_t>(static_cast<int32_t>(value));
        }
        const float magnitude = scanner_.decimal();
        return std::bit_cast<uint32_t>(negative ? -magnitude : magnitude);
    }

    isa::RegisterBank bank() {
        const char letter = scanner_.peek();
        const isa::RegisterBank found = bankOfLetter(letter);
        if (found == isa::RegisterBank::None) scanner_.fail("register expected");
        scanner_.expect(std::string_view(&letter, 1));
        return found;
    }

    void parseRegister(isa::SourceOperand& source) {
        source.index = static_cast<uint16_t>(
            scanner_.index(source.bank == isa::RegisterBank::Constant ? kMaxConstant : kMaxIndex));
        if (source.bank == isa::RegisterBank::Constant && scanner_.accept("[")) parseRelative(source);
        if (scanner_.accept(".")) parseSwizzle(source);
    }

    void parseSwizzle(isa::SourceOperand& source) {
        const std::string_view letters = scanner_.components();
        if (letters.size() != 1 && letters.size() != isa::kComponents) scanner_.fail("one or four components expected");
        for (size_t c = 0; c < isa::kComponents; ++c)
            source.swizzle[c] = componentOf(letters[letters.size() == 1 ? 0 : c]);
    }

    void parseRelative(isa::SourceOperand& source) {
        source.relative = true;
        isa::RelativeAddress relative;
        scanner_.expect("a");
        relative.addressRegister = static_cast<uint8_t>(scanner_.index(kRelativeRegisters - 1));
        scanner_.expect(".");
        const std::string_view component = scanner_.components();
        if (component.size() != 1) scanner_.fail("one component expected");
        relative.component = componentOf(component[0]);
        const bool plus = scanner_.accept("+");
        if (plus || scanner_.peek() == '-') {
            const int offset = scanner_.number<int>("offset");
            if (offset < kMinOffset || offset > kMaxOffset) scanner_.fail("the offset is not in -256 to 255");
            relative.offset = static_cast<int16_t>(offset);
        }
        scanner_.expect("]");
        if (relative_ && *relative_ != relative) scanner_.fail("another relative address is used already");
        relative_ = relative;
        instruction_.relativeAddress = relative;
    }

    void parseMarks() {
        while (scanner_.accept("<-")) {
            if (scanner_.accept("end")) {
                instruction_.end = true;
            } else if (scanner_.accept("wait")) {
                instruction_.waitPoint = true;
            } else {
                scanner_.fail("'end' or 'wait' expected");
            }
        }
    }

    /// The word has one flag for all of an instruction's constants.
    void checkRelativeConstants() {
        if (!relative_) return;
        for (const isa::SourceOperand& source : instruction_.sources) {
            if (source.bank == isa::RegisterBank::Constant && !source.relative) {
                scanner_.fail("either all constants of an instruction are relative or none");
            }
        }
    }

    Scanner scanner_;
    const OpcodeRow* row_ = nullptr;
    isa::Instruction instruction_;
    std::optional<isa::RelativeAddress> relative_;
};

/// The line without comment and without a listing's number.
std::string_view withoutDecoration(std::string_view line, size_t& removed) {
    line = line.substr(0, line.find_first_of("#;"));
    const size_t colon = line.find(':');
    removed = colon == std::string_view::npos ? 0 : colon + 1;
    return line.substr(removed);
}

}  // namespace

std::variant<isa::Instruction, AssemblyError> assemble(std::string_view text) {
    try {
        return Assembler(text).run();
    } catch (const Fault& fault) {
        return AssemblyError{.line = 1, .column = fault.position + 1, .reason = fault.reason};
    }
}

std::variant<std::vector<isa::Instruction>, AssemblyError> assembleProgram(std::string_view text) {
    std::vector<isa::Instruction> instructions;
    for (size_t number = 1; !text.empty(); ++number) {
        const size_t length = std::min(text.find('\n'), text.size());
        size_t removed = 0;
        const std::string_view line = withoutDecoration(text.substr(0, length), removed);
        text.remove_prefix(std::min(length + 1, text.size()));
        if (Scanner(line).atEnd()) continue;
        auto assembled = assemble(line);
        if (AssemblyError* error = std::get_if<AssemblyError>(&assembled)) {
            error->line = number;
            error->column += removed;
            return *error;
        }
        instructions.push_back(std::get<isa::Instruction>(assembled));
    }
    return instructions;
}

}  // namespace cyclorama::attila
