// SPDX-License-Identifier: MIT
#include "reduce/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/error.h"
#include "sim/overloaded.h"

namespace cyclorama::reduce {
namespace {

constexpr std::string_view kOption = "--keep";

[[noreturn]] void refuse(std::string_view text, const std::string& reason) {
    throw sim::Error(std::string(kOption), std::string(text), reason);
}

template <typename T>
std::optional<T> numberOf(std::string_view text, int base = 10) {
    T number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

bool isIdentifier(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

}  // namespace

Condition::Condition(std::string text, Kept kept) : text_(std::move(text)), kept_(std::move(kept)) {}

Condition Condition::parse(std::string_view text) {
    const size_t equals = text.find('=');
    const std::string_view value = equals == std::string_view::npos ? "" : text.substr(equals + 1);
    try {
        return {std::string(text), keptOf(text.substr(0, equals), value)};
    } catch (const std::invalid_argument& error) {
        refuse(text, error.what());
    }
}

Condition::Kept Condition::keptOf(std::string_view name, std::string_view value) {
    if (name == "finding") {
        if (!isIdentifier(value))
            throw std::invalid_argument("a finding has an identifier of lower case words joined by '-'");
        return Finding{std::string(value)};
    }
    if (name == "pixel") return pixelOf(value);
    if (name == "cycles") return cyclesOf(value);
    if (!value.empty() || (name != "hang" && name != "crash"))
        throw std::invalid_argument(
            "is none of finding=IDENTIFIER, hang, pixel=FRAME,X,Y,RRGGBBAA, crash and cycles=OPERATION>N");
    return name == "hang" ? Kept(Hang{}) : Kept(Crash{});
}

Condition::Pixel Condition::pixelOf(std::string_view value) {
    std::vector<std::string_view> parts;
    for (size_t at = 0; at <= value.size();) {
        const size_t end = std::min(value.find(',', at), value.size());
        parts.push_back(value.substr(at, end - at));
        at = end + 1;
    }
    constexpr size_t kColorDigits = 8;
    if (parts.size() == 4 && parts[3].size() == kColorDigits) {
        const auto frame = numberOf<uint32_t>(parts[0]);
        const auto x = numberOf<uint32_t>(parts[1]);
        const auto y = numberOf<uint32_t>(parts[2]);
        const auto color = numberOf<uint32_t>(parts[3], 16);
        if (frame && x && y && color) return {.place = {.frame = *frame, .x = *x, .y = *y}, .color = *color};
    }
    throw std::invalid_argument(
        "a pixel is FRAME,X,Y,RRGGBBAA: three numbers, and a colour of eight hexadecimal digits");
}

Condition::Cycles Condition::cyclesOf(std::string_view value) {
    const size_t greater = value.rfind('>');
    if (greater != std::string_view::npos)
        if (const auto cycles = numberOf<uint64_t>(value.substr(greater + 1)))
            return {.operation = std::string(value.substr(0, greater)), .more = *cycles};
    throw std::invalid_argument(
        "cycles are OPERATION>N: a part of an operation's kind or title, and a number of cycles");
}

Questions Condition::questions() const {
    Questions questions;
    if (const auto* pixel = std::get_if<Pixel>(&kept_)) questions.pixel = pixel->place;
    if (const auto* cycles = std::get_if<Cycles>(&kept_)) questions.operation = cycles->operation;
    return questions;
}

void Condition::require(const Outcome& whole, const std::string& file) const {
    if (!shows(whole, whole))
        throw sim::Error(file, "", fmt::format("does not show {} as a whole: {}", text_, describe(whole)));
}

bool Condition::holds(const Outcome& part, const Outcome& whole) const {
    // A part that ends in another way shows something else.
    const bool ends = part.end == whole.end || part.end == End::Done;
    return ends && shows(part, whole);
}

bool Condition::shows(const Outcome& part, const Outcome& whole) const {
    const auto hangs = [&part](const ShownFinding& finding) {
        return finding.hangs && std::ranges::find(part.findings, finding) != part.findings.end();
    };
    return std::visit(sim::Overloaded{[&](const Finding& kept) {
                                          return std::ranges::find(part.findings, kept.identifier,
                                                                   &ShownFinding::identifier) != part.findings.end();
                                      },
                                      [&](const Hang&) {
                                          if (whole.end == End::StoodStill) return part.end == End::StoodStill;
                                          return std::ranges::any_of(whole.findings, hangs);
                                      },
                                      [&](const Pixel& kept) { return part.pixel == kept.color; },
                                      [&](const Crash&) {
                                          if (part.end != whole.end) return false;
                                          return part.end == End::Failed ||
                                                 (part.end == End::Killed && part.signal == whole.signal);
                                      },
                                      [&](const Cycles& kept) { return part.cycles && *part.cycles > kept.more; }},
                      kept_);
}

std::string describe(const Outcome& outcome) {
    std::string text;
    switch (outcome.end) {
        case End::Done:
            text = "its run ends";
            break;
        case End::Refused:
            text = fmt::format("it is refused ({})", outcome.reason);
            break;
        case End::StoodStill:
            text = "the machine stands still";
            break;
        case End::Failed:
            text = fmt::format("its run fails ({})", outcome.reason);
            break;
        case End::Killed:
            text = fmt::format("signal {} ends its run", outcome.signal);
            break;
        case End::Late:
            text = "its run takes longer than --time-limit";
            break;
    }
    text += outcome.findings.empty() ? ", without findings" : ", with the findings ";
    for (size_t i = 0; i < outcome.findings.size(); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : ", ", outcome.findings[i].identifier);
    if (outcome.pixel) text += fmt::format("; the pixel is {:08x}", *outcome.pixel);
    if (outcome.cycles) text += fmt::format("; the slowest operation takes {} cycles", *outcome.cycles);
    return text;
}

}  // namespace cyclorama::reduce
