// SPDX-License-Identifier: MIT
#include "sim/parameter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace cyclorama::sim {
namespace {

/// Longer texts than this are not echoed in full in a message.
constexpr std::size_t kMaximumEcho = 64;

std::string echo(std::string_view text) {
    return text.size() <= kMaximumEcho ? fmt::format("'{}'", text)
                                       : fmt::format("'{}...'", text.substr(0, kMaximumEcho));
}

bool equalIgnoringCase(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

bool isUnsignedInteger(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

template <typename T>
std::string numberText(T value) {
    return fmt::format("{}", value);
}

/// Reads a whole number, decimal or after 0x hexadecimal.
template <typename T>
std::from_chars_result readNumber(std::string_view text, T& number) {
    const char* const end = text.data() + text.size();
    if constexpr (std::is_integral_v<T>)
        if (text.starts_with("0x")) return std::from_chars(text.data() + 2, end, number, 16);
    return std::from_chars(text.data(), end, number);
}

/// `2, 4 or 8`
template <typename Range, typename Text>
std::string listed(const Range& values, Text text) {
    std::string list;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) list += i + 1 == values.size() ? " or " : ", ";
        list += text(values[i]);
    }
    return list;
}

template <typename T>
ParameterInfo describe(const ParameterDeclaration<T>& declaration, const std::string& typeName,
                       const std::string& defaultText, const std::string& range) {
    return {.name = declaration.name,
            .unit = declaration.unit,
            .sentence = declaration.sentence,
            .aliases = declaration.aliases,
            .status = declaration.status,
            .statusReason = declaration.statusReason,
            .source = declaration.source,
            .typeName = typeName,
            .defaultText = defaultText,
            .range = range,
            .choices = {}};
}

class BooleanCodec final : public ParameterCodec {
  public:
    explicit BooleanCodec(const ParameterDeclaration<bool>& declaration)
        : ParameterCodec(describe(declaration, "boolean", text(declaration.defaultValue), "TRUE or FALSE")) {}

    std::string format(const void* value) const override { return text(*static_cast<const bool*>(value)); }

    // 1 and 0 too: the reference gives "Integer" as the format of one of its booleans (COLORWRITE/DisableCompression).
    std::optional<std::string> assign(void* value, std::string_view text) const override {
        if (equalIgnoringCase(text, "TRUE") || text == "1") {
            *static_cast<bool*>(value) = true;
        } else if (equalIgnoringCase(text, "FALSE") || text == "0") {
            *static_cast<bool*>(value) = false;
        } else {
            return fmt::format("{} is not a boolean (TRUE or FALSE)", echo(text));
        }
        return std::nullopt;
    }

  private:
    static std::string text(bool value) { return value ? "TRUE" : "FALSE"; }
};

template <typename T>
class NumberCodec final : public ParameterCodec {
  public:
    explicit NumberCodec(const ParameterDeclaration<T>& declaration)
        : ParameterCodec(describe(declaration, std::is_integral_v<T> ? "integer" : "number",
                                  text(declaration.defaultValue, declaration.hexadecimal), rangeText(declaration))),
          minimum_(declaration.minimum.value_or(std::numeric_limits<T>::lowest())),
          maximum_(declaration.maximum.value_or(std::numeric_limits<T>::max())),
          allowed_(declaration.allowed),
          hexadecimal_(declaration.hexadecimal) {}

    std::string format(const void* value) const override { return text(*static_cast<const T*>(value), hexadecimal_); }

    std::optional<std::string> assign(void* value, std::string_view text) const override {
        T number{};
        const auto [end, error] = readNumber(text, number);
        const bool whole = end == text.data() + text.size();
        // A sign makes from_chars give up on an unsigned type: -1 is an integer, but out of range.
        const bool negative = std::is_unsigned_v<T> && text.starts_with('-') && isUnsignedInteger(text.substr(1));
        if (negative || (error == std::errc::result_out_of_range && whole)) return outOfRange(text);
        if (error != std::errc{} || !whole || !std::isfinite(static_cast<double>(number)))
            return fmt::format("{} is not {}", echo(text), std::is_integral_v<T> ? "an integer" : "a number");
        if (number < minimum_ || number > maximum_) return outOfRange(text);
        if (!allowed_.empty() && std::find(allowed_.begin(), allowed_.end(), number) == allowed_.end())
            return outOfRange(text);
        *static_cast<T*>(value) = number;
        return std::nullopt;
    }

  private:
    static std::string text(T value, bool hexadecimal) {
        if constexpr (std::is_integral_v<T>)
            if (hexadecimal) return fmt::format("{:#x}", value);
        return numberText(value);
    }

    std::string outOfRange(std::string_view text) const {
        return fmt::format("{} is out of range ({})", echo(text), info().range);
    }

    static std::string rangeText(const ParameterDeclaration<T>& declaration) {
        if (!declaration.allowed.empty()) return listed(declaration.allowed, [](T value) { return numberText(value); });
        const bool bounded = std::is_integral_v<T> || (declaration.minimum && declaration.maximum);
        if (!bounded) return "any finite number";
        return fmt::format("{}..{}", declaration.minimum.value_or(std::numeric_limits<T>::lowest()),
                           declaration.maximum.value_or(std::numeric_limits<T>::max()));
    }

    T minimum_;
    T maximum_;
    LiteralList<T> allowed_;
    bool hexadecimal_;
};

class StringCodec final : public ParameterCodec {
  public:
    explicit StringCodec(const ParameterDeclaration<std::string>& declaration)
        : ParameterCodec(describe(declaration, "string", quote(declaration.defaultValue),
                                  fmt::format("at most {} characters", kMaximumLength))) {}

    std::string format(const void* value) const override { return quote(*static_cast<const std::string*>(value)); }

    // The file format has no escapes: what could not be written back is refused.
    std::optional<std::string> assign(void* value, std::string_view text) const override {
        if (text.size() > kMaximumLength) return fmt::format("the string is longer than {} characters", kMaximumLength);
        const auto unwritable = [](unsigned char c) { return c == '"' || c < 0x20 || c == 0x7f; };
        if (std::any_of(text.begin(), text.end(), unwritable))
            return std::string("a string can hold neither quotes nor control characters");
        *static_cast<std::string*>(value) = std::string(text);
        return std::nullopt;
    }

  private:
    static constexpr std::size_t kMaximumLength = 1024;

    static std::string quote(const std::string& text) { return fmt::format("\"{}\"", text); }
};

class ChoiceCodec final : public ParameterCodec {
  public:
    ChoiceCodec(ParameterInfo info, std::vector<Choice<std::uint32_t>> choices)
        : ParameterCodec(std::move(info)), choices_(std::move(choices)) {}

    std::string format(const void* value) const override {
        std::uint32_t number = 0;
        std::memcpy(&number, value, sizeof number);
        return formatChoice(choices_, number);
    }

    std::optional<std::string> assign(void* value, std::string_view text) const override {
        for (const auto& choice : choices_) {
            if (choice.text != text) continue;
            std::memcpy(value, &choice.value, sizeof choice.value);
            return std::nullopt;
        }
        return fmt::format("{} is none of {}", echo(text), info().range);
    }

    static std::string formatChoice(const std::vector<Choice<std::uint32_t>>& choices, std::uint32_t value) {
        for (const auto& choice : choices) {
            if (choice.value == value)
                return isUnsignedInteger(choice.text) ? std::string(choice.text) : fmt::format("\"{}\"", choice.text);
        }
        return numberText(value);
    }

  private:
    std::vector<Choice<std::uint32_t>> choices_;
};

}  // namespace

void ParameterSection::add(std::unique_ptr<ParameterCodec> codec, const void* value) {
    const auto offset = static_cast<const std::byte*>(value) - reinterpret_cast<const std::byte*>(this);
    entries_->push_back({std::move(codec), offset});
}

std::string ParameterSection::format(std::size_t index) const {
    const Entry& entry = (*entries_)[index];
    return entry.codec->format(reinterpret_cast<const std::byte*>(this) + entry.offset);
}

std::optional<std::string> ParameterSection::assign(std::size_t index, std::string_view text) {
    const Entry& entry = (*entries_)[index];
    return entry.codec->assign(reinterpret_cast<std::byte*>(this) + entry.offset, text);
}

std::unique_ptr<ParameterCodec> makeParameterCodec(const ParameterDeclaration<bool>& declaration) {
    return std::make_unique<BooleanCodec>(declaration);
}
std::unique_ptr<ParameterCodec> makeParameterCodec(const ParameterDeclaration<std::uint32_t>& declaration) {
    return std::make_unique<NumberCodec<std::uint32_t>>(declaration);
}
std::unique_ptr<ParameterCodec> makeParameterCodec(const ParameterDeclaration<std::uint64_t>& declaration) {
    return std::make_unique<NumberCodec<std::uint64_t>>(declaration);
}
std::unique_ptr<ParameterCodec> makeParameterCodec(const ParameterDeclaration<float>& declaration) {
    return std::make_unique<NumberCodec<float>>(declaration);
}
std::unique_ptr<ParameterCodec> makeParameterCodec(const ParameterDeclaration<std::string>& declaration) {
    return std::make_unique<StringCodec>(declaration);
}

std::unique_ptr<ParameterCodec> makeChoiceCodec(ParameterInfo info, std::uint32_t defaultValue,
                                                std::vector<Choice<std::uint32_t>> choices) {
    info.defaultText = ChoiceCodec::formatChoice(choices, defaultValue);
    info.range = listed(choices, [](const auto& choice) { return std::string(choice.text); });
    for (const auto& choice : choices)
        info.choices += fmt::format("{}{}: {}", info.choices.empty() ? "" : "; ", choice.text, choice.meaning);
    return std::make_unique<ChoiceCodec>(std::move(info), std::move(choices));
}

std::string_view nearestName(std::string_view name, const std::vector<std::string_view>& candidates) {
    constexpr std::size_t kMaximumName = 128;  // longer ones resemble nothing, and must not cost quadratic time
    if (name.size() > kMaximumName) return {};
    std::string_view nearest;
    std::size_t nearestDistance = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> row;
    for (const std::string_view candidate : candidates) {
        row.resize(candidate.size() + 1);
        for (std::size_t j = 0; j <= candidate.size(); ++j) row[j] = j;
        for (std::size_t i = 1; i <= name.size(); ++i) {
            std::size_t diagonal = row[0];
            row[0] = i;
            for (std::size_t j = 1; j <= candidate.size(); ++j) {
                const bool same = std::tolower(static_cast<unsigned char>(name[i - 1])) ==
                                  std::tolower(static_cast<unsigned char>(candidate[j - 1]));
                const std::size_t substituted = diagonal + (same ? 0 : 1);
                diagonal = row[j];
                row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
            }
        }
        if (row.back() < nearestDistance) {
            nearestDistance = row.back();
            nearest = candidate;
        }
    }
    const std::size_t letters = std::max(name.size(), nearest.size());
    return nearestDistance * 3 <= letters ? nearest : std::string_view{};
}

}  // namespace cyclorama::sim
