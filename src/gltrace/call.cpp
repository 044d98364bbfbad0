// SPDX-License-Identifier: MIT
#include "gltrace/call.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace cyclorama::gltrace {
namespace {

template <typename T>
std::optional<T> whole(std::string_view text, int base) {
    T value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool isHex(std::string_view text) { return text.starts_with("0x") || text.starts_with("0X"); }

template <typename Bits>
std::optional<Bits> bitsOf(std::string_view text) {
    if (!isHex(text)) return std::nullopt;
    return whole<Bits>(text.substr(2), 16);
}

/// Numbers in decimals. The C library of Windows writes an exponent of three digits, and infinities and what is no
/// number as 1.#INF, -1.#IND, 1.#QNAN.
template <typename T>
std::optional<T> decimalOf(std::string_view text) {
    const bool negative = text.starts_with('-');
    std::string_view digits = text;
    if (negative || text.starts_with('+')) digits.remove_prefix(1);
    if (digits.empty() || digits.front() == '-') return std::nullopt;
    const T sign = negative ? T{-1} : T{1};
    if (digits.starts_with("1.#INF")) return sign * std::numeric_limits<T>::infinity();
    if (digits.starts_with("1.#IND") || digits.starts_with("1.#QNAN") || digits.starts_with("1.#SNAN"))
        return std::copysign(std::numeric_limits<T>::quiet_NaN(), sign);
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (end != digits.data() + digits.size()) return std::nullopt;
    // Too small for a double is zero; too large is no number of any program.
    if (error == std::errc::result_out_of_range && digits.find_first_of("eE") != std::string_view::npos &&
        digits.find('-') != std::string_view::npos)
        value = 0;
    else if (error != std::errc())
        return std::nullopt;
    return static_cast<T>(negative ? -value : value);
}

}  // namespace

std::optional<int64_t> Number::integer() const {
    if (isHex(text_)) {
        if (const auto bits = bitsOf<uint64_t>(text_)) return static_cast<int64_t>(*bits);
        return std::nullopt;
    }
    if (text_.starts_with('-')) return whole<int64_t>(text_, 10);
    if (const auto value = whole<uint64_t>(text_, 10)) return static_cast<int64_t>(*value);
    return std::nullopt;
}

std::optional<float> Number::toFloat(Encoding encoding) const {
    if (encoding == Encoding::Hex && isHex(text_)) {
        const auto bits = bitsOf<uint32_t>(text_);
        return bits ? std::optional(std::bit_cast<float>(*bits)) : std::nullopt;
    }
    return decimalOf<float>(text_);
}

std::optional<double> Number::toDouble(Encoding encoding) const {
    if (encoding == Encoding::Text || !isHex(text_)) return decimalOf<double>(text_);
    const std::string_view text = text_;
    const size_t dot = text.find('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const auto low = bitsOf<uint32_t>(text.substr(0, dot));
    const auto high = bitsOf<uint32_t>(text.substr(dot + 1));
    if (!low || !high) return std::nullopt;
    return std::bit_cast<double>(uint64_t{*high} << 32 | *low);
}

std::optional<FrameSize> resolutionOf(std::string_view text) {
    const size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return std::nullopt;
    text = text.substr(first, text.find_last_not_of(" \t") - first + 1);
    const size_t cross = text.find('x');
    if (cross == std::string_view::npos) return std::nullopt;
    const auto width = whole<uint32_t>(text.substr(0, cross), 10);
    const auto height = whole<uint32_t>(text.substr(cross + 1), 10);
    if (!width || !height || *width == 0 || *height == 0) return std::nullopt;
    return FrameSize{.width = *width, .height = *height};
}

}  // namespace cyclorama::gltrace
