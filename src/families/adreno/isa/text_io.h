// SPDX-License-Identifier: MIT
#pragma once
// An instruction's text, written or read by the same function: a form names each part once.

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cyclorama::adreno::ir3 {

class TextPrinter {
  public:
    static constexpr bool kReads = false;

    /// Text that is always there; a blank stands for any number of them.
    void literal(std::string_view text) { text_ += text; }
    /// Keyword, present if the flag is set.
    void flag(bool value, std::string_view shown) {
        if (value) text_ += shown;
    }
    template <typename T>
    void number(T value) {
        text_ += fmt::format("{}", value);
    }
    /// A number with its sign, nothing for zero.
    void offset(int32_t value) {
        if (value != 0) text_ += fmt::format("{:+}", value);
    }
    /// One of `names`, or the number of the value.
    template <typename T>
    void choice(T value, std::span<const std::string_view> names) {
        const auto index = static_cast<size_t>(value);
        text_ += index < names.size() ? std::string(names[index]) : std::to_string(index);
    }
    void require(bool) {}
    bool valid() const { return true; }
    std::string& text() { return text_; }

  private:
    std::string text_;
};

class TextScanner {
  public:
    static constexpr bool kReads = true;

    explicit TextScanner(std::string_view text) : rest_(text) {}

    void literal(std::string_view text) {
        for (const char c : text) {
            skipBlanks();
            if (c == ' ') continue;
            if (rest_.empty() || rest_.front() != c) return fail();
            rest_.remove_prefix(1);
        }
    }
    bool accepts(std::string_view shown) {
        skipBlanks();
        if (!rest_.starts_with(shown)) return false;
        rest_.remove_prefix(shown.size());
        return true;
    }
    void flag(bool& value, std::string_view shown) { value = accepts(shown); }
    template <typename T>
    void number(T& value) {
        skipBlanks();
        int64_t parsed = 0;
        const bool hexadecimal = rest_.starts_with("0x");
        if (hexadecimal) rest_.remove_prefix(2);
        const auto [end, error] =
            std::from_chars(rest_.data(), rest_.data() + rest_.size(), parsed, hexadecimal ? 16 : 10);
        if (error != std::errc()) return fail();
        rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
        value = static_cast<T>(parsed);
        if (static_cast<int64_t>(value) != parsed && !hexadecimal) fail();
    }
    void offset(int32_t& value) {
        skipBlanks();
        value = 0;
        if (rest_.starts_with('+')) {
            rest_.remove_prefix(1);
            number(value);
        } else if (rest_.starts_with('-')) {
            number(value);
        }
    }
    template <typename T>
    void choice(T& value, std::span<const std::string_view> names) {
        skipBlanks();
        size_t found = names.size();
        for (size_t i = 0; i < names.size(); ++i) {
            const bool longer = found == names.size() || names[i].size() > names[found].size();
            if (rest_.starts_with(names[i]) && longer) found = i;
        }
        if (found < names.size()) {
            rest_.remove_prefix(names[found].size());
            value = static_cast<T>(found);
        } else {
            unsigned other = 0;
            number(other);
            value = static_cast<T>(other);
        }
    }
    void require(bool condition) {
        if (!condition) fail();
    }
    void fail() { valid_ = false; }
    bool valid() const { return valid_; }
    bool finished() {
        skipBlanks();
        return valid_ && rest_.empty();
    }
    std::string_view rest() {
        skipBlanks();
        return rest_;
    }
    void skip(size_t characters) { rest_.remove_prefix(characters); }

  private:
    void skipBlanks() {
        while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0) rest_.remove_prefix(1);
    }

    std::string_view rest_;
    bool valid_ = true;
};

}  // namespace cyclorama::adreno::ir3
