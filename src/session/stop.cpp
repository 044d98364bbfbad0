// SPDX-License-Identifier: MIT
#include "session/stop.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>

#include "sim/error.h"

namespace cyclorama::session {
namespace {

using machine::StateRow;

[[noreturn]] void refusePlace(const std::string& text) {
    throw sim::Error("--stop-at", "",
                     fmt::format("'{}' is neither cycle=N nor some of frame=N,draw=N,command=N", text));
}

std::string textOf(std::span<const StateRow> rows) {
    std::string text;
    for (const StateRow& row : rows) text += fmt::format("    {}, {}: {}\n", row.topic, row.name, row.value);
    return text;
}

}  // namespace

std::optional<StopPlace> stopPlaceOf(const std::string& text, bool timed) {
    if (text.empty()) return std::nullopt;
    StopPlace place{.text = text};
    if (text.ends_with(',')) refusePlace(text);
    bool named = false;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        const size_t equals = part.find('=');
        if (equals == std::string_view::npos) refusePlace(text);
        const std::string_view digits = part.substr(equals + 1);
        uint64_t number = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (error != std::errc() || end != digits.data() + digits.size()) refusePlace(text);
        const std::string_view name = part.substr(0, equals);
        if (name == "cycle")
            place.cycle = number;
        else if (name == "frame")
            place.command.frame = number;
        else if (name == "draw")
            place.command.draw = number;
        else if (name == "command")
            place.command.ordinal = number;
        else
            refusePlace(text);
        named = named || name != "cycle";
    }
    if (named == place.cycle.has_value()) refusePlace(text);
    if (place.cycle && !timed) throw sim::Error("--stop-at", "", "cycles pass with --mode timing alone");
    return place;
}

Stop::Stop(StopPlace place) : place_(std::move(place)) {
    if (place_.cycle)
        pause_.set({.frames = machine::RunPause::kNever, .draws = machine::RunPause::kNever, .cycles = *place_.cycle});
    else
        pause_.setCommand(place_.command);
}

void Stop::resume() {
    reached_ = true;
    constexpr uint64_t kNever = machine::RunPause::kNever;
    pause_.set({.frames = kNever, .draws = kNever, .cycles = kNever});
}

void Stop::started(uint32_t number, const machine::StartedOperation& operation) {
    Operation& started = underWay_[number];
    started.draw = operation.draw.has_value();
    const std::string draw = operation.draw ? fmt::format(", draw {}", *operation.draw) : "";
    started.title =
        fmt::format("frame {}{}, command {}: {}", pause_.frame(), draw, operation.position.ordinal, operation.title);
    if (operation.cycle) started.title += fmt::format(", since cycle {}", *operation.cycle);
}

void Stop::state(uint32_t operation, std::span<const machine::StateRows> parts) {
    const auto found = underWay_.find(operation);
    if (found == underWay_.end()) return;
    found->second.rows.clear();
    for (const machine::StateRows& rows : parts)
        found->second.rows.insert(found->second.rows.end(), rows->begin(), rows->end());
}

void Stop::end(uint32_t operation, std::optional<uint64_t> /*cycle*/) {
    if (const auto found = underWay_.find(operation); found != underWay_.end()) {
        if (found->second.draw) {
            lastDraw_ = std::move(found->second);
            ++endedDraws_;
        }
        underWay_.erase(found);
    }
}

std::string Stop::describe(const std::string& units, std::span<const machine::Counted> counted) const {
    const machine::RunPause::Place& done = pause_.place();
    std::string text;
    if (const auto& command = pause_.stopped()) {
        text = fmt::format("at frame {}, draw {}, command {}: {}\n", command->frame, command->draw,
                           command->position.ordinal, command->title);
        if (!command->state.empty()) text += "  its state\n" + textOf(command->state);
    } else {
        text = fmt::format("before cycle {}, in frame {}\n", done.cycles, pause_.frame());
    }
    text += fmt::format("{} frames and {} draws are done\n", done.frames, endedDraws_);
    for (const auto& [number, operation] : underWay_)
        text += fmt::format("under way: {}\n{}", operation.title, textOf(operation.rows));
    if (lastDraw_) text += fmt::format("the last draw that ended: {}\n{}", lastDraw_->title, textOf(lastDraw_->rows));
    if (!units.empty()) return text + units;
    for (const machine::Counted& count : counted)
        if (count.sum != 0) text += fmt::format("{}: {} {}\n", count.name, count.sum, count.unit);
    return text;
}

}  // namespace cyclorama::session
