// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

namespace cyclorama::machine::timing {

/// Request of a command that all units know; Other: one of the unit alone.
enum class UnitRequest : uint8_t { Reset, Start, End, Other };

/// The states and commands of a pipeline's units. `kReset` is the first state. Both have a describe() beside them.
template <typename P>
concept UnitProtocol = requires(typename P::Status status, const typename P::Command& command) {
    { P::kReset } -> std::convertible_to<typename P::Status>;
    { P::kReady } -> std::convertible_to<typename P::Status>;
    { P::kWorking } -> std::convertible_to<typename P::Status>;
    { P::kEnded } -> std::convertible_to<typename P::Status>;
    /// States in which a unit that does not work takes commands: kReady and kEnded at least.
    { P::takesCommands(status) } -> std::same_as<bool>;
    { P::requestOf(command) } -> std::same_as<UnitRequest>;
    /// The work of a command to start; null is refused.
    { P::workOf(command) } -> std::same_as<typename P::Work*>;
    /// The operation, for messages.
    { P::nameOf(command) } -> std::convertible_to<std::string_view>;
};

/// A part gets its unit's commands, and shows no status of its own.
enum class UnitKind : uint8_t { Whole, Part };

}  // namespace cyclorama::machine::timing
