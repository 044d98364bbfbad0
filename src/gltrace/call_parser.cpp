// SPDX-License-Identifier: MIT
#include "gltrace/call_parser.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace cyclorama::gltrace {
namespace {

/// The text is no call; the reason.
struct Refusal {
    std::string reason;
};
/// A string has no end yet.
struct Unfinished {};

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWord(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_'; }
/// Characters of a number in any form: -1.5e-039, 0x0.0x3ff00000, 1.#QNAN.
bool isNumeral(char c) { return isWord(c) || c == '-' || c == '+' || c == '.' || c == '#'; }

class Parser {
  public:
    explicit Parser(std::string_view text) : text_(text) {}

    Call call() {
        Call call;
        skipBlanks();
        call.name = taken(isWord);
        if (call.name.empty()) throw Refusal{fmt::format("a call was expected, not {}", here())};
        skipBlanks();
        expect('(', fmt::format("after {}", call.name));
        skipBlanks();
        if (!accept(')')) {
            do call.arguments.push_back(argument());
            while (accept(','));
            expect(')', fmt::format("after argument {} of {}", call.arguments.size(), call.name));
        }
        skipBlanks();
        if (accept('=')) {
            call.result = result();
            skipBlanks();
        }
        if (!done()) throw Refusal{fmt::format("{} follows the call of {}", here(), call.name)};
        return call;
    }

  private:
    bool done() const { return position_ == text_.size(); }
    char next() const { return done() ? '\0' : text_[position_]; }
    std::string here() const { return done() ? std::string("the end of the line") : fmt::format("'{}'", printable()); }
    std::string printable() const {
        const auto code = static_cast<unsigned char>(next());
        return code >= 0x20 && code < 0x7f ? std::string(1, next()) : fmt::format("\\x{:02x}", code);
    }
    void skipBlanks() {
        while (next() == ' ' || next() == '\t' || next() == '\r') ++position_;
    }
    bool accept(char c) {
        if (next() != c || done()) return false;
        ++position_;
        return true;
    }
    void expect(char c, const std::string& place) {
        skipBlanks();
        if (!accept(c)) throw Refusal{fmt::format("'{}' was expected {}, not {}", c, place, here())};
    }
    std::string taken(bool (*belongs)(char)) {
        const size_t first = position_;
        while (!done() && belongs(text_[position_])) ++position_;
        return std::string(text_.substr(first, position_ - first));
    }

    Argument argument() {
        skipBlanks();
        Argument found;
        const char c = next();
        if (c == '{')
            found = array();
        else if (c == '*')
            found = buffer();
        else if (c == '"')
            found = string();
        else if (c == 'U' && text_.substr(position_).starts_with("U0x"))
            found = {.kind = Argument::Kind::Unresolved, .text = taken(isWord), .numbers = {}, .names = {}};
        else if (isDigit(c) || c == '-' || c == '+' || c == '.')
            found = number();
        else if (isWord(c))
            found = names({});
        else
            throw Refusal{fmt::format("an argument was expected, not {}", here())};
        skipBlanks();
        return found;
    }

    Argument number() {
        std::string text = taken(isNumeral);
        skipBlanks();
        if (next() == '|') return names(std::move(text));
        Argument found{.kind = Argument::Kind::Number, .text = text, .numbers = {}, .names = {}};
        found.numbers.emplace_back(std::move(text));
        return found;
    }

    Argument names(std::string first) {
        Argument found{.kind = Argument::Kind::Names, .text = {}, .numbers = {}, .names = {}};
        found.names.push_back(first.empty() ? taken(isWord) : std::move(first));
        found.text = found.names.back();
        skipBlanks();
        while (accept('|')) {
            skipBlanks();
            found.names.push_back(taken(isWord));
            if (found.names.back().empty()) throw Refusal{fmt::format("a name was expected, not {}", here())};
            found.text += "|" + found.names.back();
            skipBlanks();
        }
        return found;
    }

    Argument array() {
        Argument found{.kind = Argument::Kind::Array, .text = {}, .numbers = {}, .names = {}};
        const size_t first = position_++;
        skipBlanks();
        if (!accept('}')) {
            do {
                skipBlanks();
                std::string element = taken(isNumeral);
                if (element.empty()) throw Refusal{fmt::format("a number was expected, not {}", here())};
                found.numbers.emplace_back(std::move(element));
                skipBlanks();
            } while (accept(','));
            expect('}', "after an array");
        }
        found.text = text_.substr(first, position_ - first);
        return found;
    }

    Argument buffer() {
        Argument found{.kind = Argument::Kind::Buffer, .text = {}, .numbers = {}, .names = {}};
        ++position_;
        const std::string digits = taken(isDigit);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), found.buffer);
        if (error != std::errc() || digits.empty()) throw Refusal{"'*' is not followed by the number of a buffer"};
        found.text = "*" + digits;
        return found;
    }

    Argument string() {
        const size_t end = text_.find('"', position_ + 1);
        if (end == std::string_view::npos) throw Unfinished{};
        Argument found{.kind = Argument::Kind::String,
                       .text = std::string(text_.substr(position_ + 1, end - position_ - 1)),
                       .numbers = {},
                       .names = {}};
        position_ = end + 1;
        return found;
    }

    /// Results may have any form; those in words, as "NOT TRACED" and "FOUND!", say nothing.
    Argument result() {
        skipBlanks();
        if (next() == '"') return string();
        std::string_view rest = text_.substr(position_);
        position_ = text_.size();
        while (!rest.empty() && (rest.back() == ' ' || rest.back() == '\t' || rest.back() == '\r'))
            rest.remove_suffix(1);
        Argument found{.kind = Argument::Kind::Nothing, .text = std::string(rest), .numbers = {}, .names = {}};
        if (rest.starts_with("U0x")) found.kind = Argument::Kind::Unresolved;
        if (const Number number(found.text); number.integer()) {
            found.kind = Argument::Kind::Number;
            found.numbers.push_back(number);
        }
        return found;
    }

    std::string_view text_;
    size_t position_ = 0;
};

}  // namespace

ParsedCall parseCall(std::string_view text) {
    try {
        return {.call = Parser(text).call(), .reason = {}};
    } catch (const Refusal& refusal) {
        return {.call = std::nullopt, .reason = refusal.reason};
    } catch (const Unfinished&) {
        return {.call = std::nullopt, .reason = {}};
    }
}

}  // namespace cyclorama::gltrace
