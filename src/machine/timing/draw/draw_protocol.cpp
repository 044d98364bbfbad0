// SPDX-License-Identifier: MIT
#include "machine/timing/draw/draw_protocol.h"

#include <fmt/format.h>

#include <array>

#include "machine/timing/draw/work.h"

namespace cyclorama::machine::timing {

namespace {

template <typename Enum, size_t count>
std::string_view nameIn(const std::array<std::string_view, count>& names, Enum value) {
    return names.at(static_cast<size_t>(value));
}

constexpr std::array<std::string_view, 13> kOperations = {
    "Reset",           "Draw",    "End",  "Clear",     "Flush",     "SaveBlockState", "RestoreBlockState",
    "ResetBlockState", "Present", "Blit", "DumpColor", "DumpDepth", "DumpStencil"};
static_assert(kOperations.size() == static_cast<size_t>(UnitOperation::DumpStencil) + 1);

constexpr std::array<std::string_view, 13> kStatuses = {
    "Reset",           "Ready", "Drawing", "End",     "Present", "Dump", "Flush", "SaveBlockState", "RestoreBlockState",
    "ResetBlockState", "Blit",  "Clear",   "ClearEnd"};
static_assert(kStatuses.size() == static_cast<size_t>(UnitStatus::ClearEnd) + 1);

}  // namespace

std::string_view nameOf(UnitOperation operation) { return nameIn(kOperations, operation); }

std::string describe(const UnitCommand& command) {
    const std::string draw = command.draw == nullptr ? "" : fmt::format(", draw {}", command.draw->number);
    return fmt::format("{}{}", nameOf(command.operation), draw);
}

std::string describe(UnitStatus status) { return std::string(nameIn(kStatuses, status)); }

}  // namespace cyclorama::machine::timing
