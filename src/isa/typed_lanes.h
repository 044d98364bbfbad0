// SPDX-License-Identifier: MIT
#pragma once
// Loops over the lanes of a group for typed operands.

#include <bit>
#include <cstdint>

#include "isa/lane_math.h"

namespace cyclorama::isa {

constexpr bool isSigned(DataType type) {
    return type == DataType::Signed32 || type == DataType::Signed16 || type == DataType::Signed8;
}
constexpr unsigned bitsOf(DataType type) {
    switch (type) {
        case DataType::Signed8:
        case DataType::Unsigned8:
            return 8;
        case DataType::Signed16:
        case DataType::Unsigned16:
        case DataType::Float16:
            return 16;
        default:
            return 32;
    }
}

/// An integer of a narrow type, from the low bits of another.
constexpr uint32_t narrowed(uint32_t value, DataType type) {
    if (bitsOf(type) == 32) return value;
    const unsigned unused = 32 - bitsOf(type);
    const uint32_t high = value << unused;
    return isSigned(type) ? static_cast<uint32_t>(static_cast<int32_t>(high) >> unused) : high >> unused;
}

inline uint32_t bitsOfLane(float value) { return std::bit_cast<uint32_t>(value); }

/// A lane's bits as a float, a signed or an unsigned integer.
template <typename T>
T laneAs(float value) {
    return std::bit_cast<T>(value);
}

/// Calls `use` with the test of a condition on two values of type T.
template <typename T, typename Use>
void withCondition(Condition condition, Use use) {
    const auto bits = [](T value) { return std::bit_cast<uint32_t>(value); };
    switch (condition) {
        case Condition::True:
            return use([](T, T) { return true; });
        case Condition::Greater:
            return use([](T a, T b) { return a > b; });
        case Condition::Less:
            return use([](T a, T b) { return a < b; });
        case Condition::GreaterEqual:
            return use([](T a, T b) { return a >= b; });
        case Condition::LessEqual:
            return use([](T a, T b) { return a <= b; });
        case Condition::Equal:
            return use([](T a, T b) { return a == b; });
        case Condition::NotEqual:
            return use([](T a, T b) { return a != b; });
        case Condition::And:
            return use([bits](T a, T b) { return (bits(a) & bits(b)) != 0; });
        case Condition::Or:
            return use([bits](T a, T b) { return (bits(a) | bits(b)) != 0; });
        case Condition::Xor:
            return use([bits](T a, T b) { return (bits(a) ^ bits(b)) != 0; });
        case Condition::Not:
            return use([](T a, T) { return a == T{0}; });
        case Condition::NotZero:
            return use([](T a, T) { return a != T{0}; });
        case Condition::NotNegative:
            return use([](T a, T) { return a >= T{0}; });
        case Condition::Positive:
            return use([](T a, T) { return a > T{0}; });
        case Condition::NotPositive:
            return use([](T a, T) { return a <= T{0}; });
        case Condition::Negative:
            return use([](T a, T) { return a < T{0}; });
        case Condition::HighestBit:
            return use([bits](T a, T) { return (bits(a) & kSignBit) != 0; });
    }
}

/// Calls `use` with the test of a condition on two lanes' bits, as the type has them.
template <typename Use>
void withTypedCondition(DataType type, Condition condition, Use use) {
    if (isFloat(type)) {
        withCondition<float>(condition, use);
    } else if (isSigned(type)) {
        withCondition<int32_t>(condition, [&use](auto test) {
            use([test](float a, float b) { return test(laneAs<int32_t>(a), laneAs<int32_t>(b)); });
        });
    } else {
        withCondition<uint32_t>(condition, [&use](auto test) {
            use([test](float a, float b) { return test(laneAs<uint32_t>(a), laneAs<uint32_t>(b)); });
        });
    }
}

}  // namespace cyclorama::isa
