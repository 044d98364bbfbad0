// SPDX-License-Identifier: MIT
#pragma once
// The time that an instruction takes in a shader's units, as its family's table gives it.

#include <array>
#include <cstddef>
#include <cstdint>

namespace cyclorama::isa {

/// The arrangement of a shader's units: vector units take the components of an operand together, scalar units one after
/// the other. Latencies are those of each instruction, or nearly all the same.
enum class UnitModel : uint8_t { Vector, Scalar, VectorFixedLatency, ScalarFixedLatency };
inline constexpr unsigned kUnitModels = 4;

/// In shader cycles. Zero in either: units of that model do not have the instruction.
struct UnitCost {
    uint8_t latency = 1;
    uint8_t repeatRate = 1;  ///< cycles until the unit takes the next element

    bool operator==(const UnitCost&) const = default;
};

/// The instructions that a scalar unit beside a vector unit can take.
enum class ScalarUnit : uint8_t {
    Never,
    SingleComponent,  ///< if one component is written
    Always
};

struct CostClass {
    std::array<UnitCost, kUnitModels> units{};  ///< by UnitModel
    ScalarUnit scalarUnit = ScalarUnit::Never;

    constexpr const UnitCost& on(UnitModel model) const { return units[static_cast<size_t>(model)]; }

    bool operator==(const CostClass&) const = default;
};

}  // namespace cyclorama::isa
