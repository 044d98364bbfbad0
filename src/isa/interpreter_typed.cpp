// SPDX-License-Identifier: MIT
// Operations whose operands have a type and that may test a condition.

#include <algorithm>
#include <bit>
#include <span>

#include "func/formats/float_formats.h"
#include "isa/fast_math.h"
#include "isa/interpreter.h"
#include "isa/typed_lanes.h"

namespace cyclorama::isa {

namespace {

/// The lanes of one component of an instruction: its result, and its sources as far as it has them.
struct Component {
    int width = 0;
    float* out = nullptr;
    std::array<const float*, kMaxSources> in{};
};

/// result = operation(a, b, c), on the lanes' bits.
template <typename T, typename Operation>
void mapIntegers(const Component& lanes, Operation operation) {
    mapLanes(
        lanes.width, lanes.out,
        [operation](float a, float b, float c) {
            return std::bit_cast<float>(static_cast<uint32_t>(operation(laneAs<T>(a), laneAs<T>(b), laneAs<T>(c))));
        },
        lanes.in[0], lanes.in[1], lanes.in[2]);
}

template <typename Operation>
void mapFloats(const Component& lanes, Operation operation) {
    mapLanes(lanes.width, lanes.out, operation, lanes.in[0], lanes.in[1]);
}

int32_t clampedTo(int64_t value, DataType type) {
    const unsigned bits = bitsOf(type);
    const int64_t low = isSigned(type) ? -(int64_t{1} << (bits - 1)) : 0;
    const int64_t high = (int64_t{1} << (isSigned(type) ? bits - 1 : bits)) - 1;
    return static_cast<int32_t>(static_cast<uint32_t>(std::clamp(value, low, high)));
}

/// The operands as 64-bit integers, whatever their sign.
template <typename Operation>
void mapWide(const Component& lanes, DataType type, Operation operation) {
    if (isSigned(type)) {
        mapIntegers<int32_t>(lanes, [operation](int32_t a, int32_t b, int32_t c) {
            return operation(int64_t{a}, int64_t{b}, int64_t{c});
        });
    } else {
        mapIntegers<uint32_t>(lanes, [operation](uint32_t a, uint32_t b, uint32_t c) {
            return operation(static_cast<int64_t>(a), static_cast<int64_t>(b), static_cast<int64_t>(c));
        });
    }
}

uint32_t multiplyHigh(uint32_t a, uint32_t b, DataType type) {
    const unsigned bits = bitsOf(type);
    if (isSigned(type)) {
        const int64_t product = int64_t{static_cast<int32_t>(a)} * static_cast<int32_t>(b);
        return static_cast<uint32_t>(static_cast<uint64_t>(product >> bits));
    }
    return static_cast<uint32_t>(uint64_t{a} * b >> bits);
}

/// The low bits of a * b + c of unsigned operands; saturated as 64 bits cannot hold it whole.
uint64_t saturatingMad(uint32_t a, uint32_t b, uint32_t c) { return uint64_t{a} * b + c; }

uint32_t divided(uint32_t a, uint32_t b, DataType type) {
    if (b == 0) return ~uint32_t{0};
    if (!isSigned(type)) return a / b;
    return static_cast<uint32_t>(static_cast<uint64_t>(int64_t{static_cast<int32_t>(a)} / static_cast<int32_t>(b)));
}

uint32_t remainderOf(uint32_t a, uint32_t b, DataType type) {
    if (b == 0) return a;
    if (!isSigned(type)) return a % b;
    return static_cast<uint32_t>(static_cast<uint64_t>(int64_t{static_cast<int32_t>(a)} % static_cast<int32_t>(b)));
}

uint32_t extracted(uint32_t value, uint32_t offset, uint32_t count, bool isSignedType) {
    offset &= 31;
    if (count == 0) return 0;
    const uint32_t bits = std::min(count, 32u);
    const uint32_t unused = 32 - bits;
    const uint32_t high = (value >> offset) << unused;
    return isSignedType ? static_cast<uint32_t>(static_cast<int32_t>(high) >> unused) : high >> unused;
}

uint32_t findMsb(uint32_t value, bool isSignedType) {
    if (isSignedType && (value & kSignBit) != 0) value = ~value;
    return static_cast<uint32_t>(31 - std::countl_zero(value));
}

/// Towards zero or to the nearest, clamped to the type; not-a-number becomes zero.
uint32_t toInteger(float value, DataType type) {
    const unsigned bits = bitsOf(type);
    const double low = isSigned(type) ? -static_cast<double>(uint64_t{1} << (bits - 1)) : 0.0;
    const double high = static_cast<double>((uint64_t{1} << (isSigned(type) ? bits - 1 : bits)) - 1);
    const double number = value == value ? static_cast<double>(value) : 0.0;
    return static_cast<uint32_t>(static_cast<uint64_t>(static_cast<int64_t>(std::clamp(number, low, high))));
}

void floatComponent(Operation operation, DataType type, const Component& lanes) {
    switch (operation) {
        case Operation::Ceil:
            return mapFloats(lanes, [](float a, float) { return -floorOf(-a); });
        case Operation::Sign:
            return mapFloats(lanes, [](float a, float) {
                return select(flagOf(a > 0.0f), 1.0f, select(flagOf(a < 0.0f), -1.0f, 0.0f));
            });
        case Operation::CopySign:
            return mapFloats(
                lanes, [](float a, float b) { return withBits(a, ~kSignBit, std::bit_cast<uint32_t>(b) & kSignBit); });
        case Operation::RoundEven:
            return mapFloats(lanes, [](float a, float) { return roundToEven(a); });
        case Operation::RoundAway:
            return mapFloats(lanes, [](float a, float) { return std::round(a); });
        case Operation::ClampMax:
            return mapFloats(lanes, [](float a, float b) {
                const float positive = select(flagOf(a > 0.0f), a, 0.0f);
                return select(flagOf(positive < b), positive, b);
            });
        case Operation::FloatToInt:
            return mapFloats(lanes, [type](float a, float) { return std::bit_cast<float>(toInteger(a, type)); });
        case Operation::FloatToIntRound:
            return mapFloats(lanes,
                             [type](float a, float) { return std::bit_cast<float>(toInteger(roundToEven(a), type)); });
        case Operation::Convert:
            if (type == DataType::Float16) {
                return mapFloats(lanes, [](float a, float) {
                    return std::bit_cast<float>(uint32_t{func::nearestHalfFromFloat(a)});
                });
            }
            return mapFloats(
                lanes, [](float a, float) { return func::exactFloatFromHalf(static_cast<uint16_t>(bitsOfLane(a))); });
        default:
            return;
    }
}

void bitComponent(Operation operation, DataType type, const Component& lanes) {
    const bool isSignedType = isSigned(type);
    switch (operation) {
        case Operation::Or:
            return mapIntegers<uint32_t>(lanes, [](uint32_t a, uint32_t b, uint32_t) { return a | b; });
        case Operation::And:
            return mapIntegers<uint32_t>(lanes, [](uint32_t a, uint32_t b, uint32_t) { return a & b; });
        case Operation::Xor:
            return mapIntegers<uint32_t>(lanes, [](uint32_t a, uint32_t b, uint32_t) { return a ^ b; });
        case Operation::Not:
            return mapIntegers<uint32_t>(lanes, [](uint32_t a, uint32_t, uint32_t) { return ~a; });
        case Operation::ShiftLeft:
            return mapIntegers<uint32_t>(lanes, [](uint32_t a, uint32_t b, uint32_t) { return a << (b & 31); });
        case Operation::ShiftRight:
            if (isSignedType) {
                return mapIntegers<int32_t>(lanes, [](int32_t a, int32_t b, int32_t) { return a >> (b & 31); });
            }
            return mapIntegers<uint32_t>(lanes, [](uint32_t a, uint32_t b, uint32_t) { return a >> (b & 31); });
        case Operation::Rotate:
            return mapIntegers<uint32_t>(
                lanes, [](uint32_t a, uint32_t b, uint32_t) { return std::rotl(a, static_cast<int>(b & 31)); });
        case Operation::BitSelect:
            return mapIntegers<uint32_t>(lanes, [](uint32_t a, uint32_t b, uint32_t c) { return (a & b) | (~a & c); });
        case Operation::BitExtract:
            return mapIntegers<uint32_t>(
                lanes, [isSignedType](uint32_t a, uint32_t b, uint32_t c) { return extracted(a, b, c, isSignedType); });
        case Operation::PopCount:
            return mapIntegers<uint32_t>(lanes, [](uint32_t a, uint32_t, uint32_t) { return std::popcount(a); });
        case Operation::LeadingZeros:
            return mapIntegers<uint32_t>(lanes, [type](uint32_t a, uint32_t, uint32_t) {
                const uint32_t unused = 32 - bitsOf(type);
                return static_cast<uint32_t>(std::countl_zero(a << unused >> unused)) - unused;
            });
        case Operation::BitReverse:
            return mapIntegers<uint32_t>(
                lanes, [type](uint32_t a, uint32_t, uint32_t) { return reversedBits(a) >> (32 - bitsOf(type)); });
        case Operation::ByteReverse:
            return mapIntegers<uint32_t>(lanes, [type](uint32_t a, uint32_t, uint32_t) {
                const uint32_t swapped = a >> 24 | (a >> 8 & 0xff00) | (a & 0xff00) << 8 | a << 24;
                return swapped >> (32 - bitsOf(type));
            });
        case Operation::FindLsb:
            return mapIntegers<uint32_t>(lanes, [](uint32_t a, uint32_t, uint32_t) {
                return a == 0 ? ~uint32_t{0} : static_cast<uint32_t>(std::countr_zero(a));
            });
        case Operation::FindMsb:
            return mapIntegers<uint32_t>(
                lanes, [isSignedType](uint32_t a, uint32_t, uint32_t) { return findMsb(a, isSignedType); });
        default:
            return;
    }
}

void integerComponent(Operation operation, DataType type, const Component& lanes) {
    switch (operation) {
        case Operation::IntAdd:
            return mapIntegers<uint32_t>(lanes, [](uint32_t a, uint32_t b, uint32_t) { return a + b; });
        case Operation::IntMul:
            return mapIntegers<uint32_t>(lanes, [](uint32_t a, uint32_t b, uint32_t) { return a * b; });
        case Operation::IntMad:
            return mapIntegers<uint32_t>(lanes, [](uint32_t a, uint32_t b, uint32_t c) { return a * b + c; });
        case Operation::IntAddSat:
            return mapWide(lanes, type, [type](int64_t a, int64_t b, int64_t) { return clampedTo(a + b, type); });
        case Operation::IntMulSat:
        case Operation::IntMadSat: {
            const bool adds = operation == Operation::IntMadSat;
            if (!isSigned(type)) {
                const uint64_t high = (uint64_t{1} << bitsOf(type)) - 1;
                return mapIntegers<uint32_t>(lanes, [adds, high](uint32_t a, uint32_t b, uint32_t c) {
                    return static_cast<uint32_t>(std::min(saturatingMad(a, b, adds ? c : 0), high));
                });
            }
            return mapWide(lanes, type, [adds, type](int64_t a, int64_t b, int64_t c) {
                return clampedTo(a * b + (adds ? c : 0), type);
            });
        }
        case Operation::IntMulHigh:
            return mapIntegers<uint32_t>(lanes,
                                         [type](uint32_t a, uint32_t b, uint32_t) { return multiplyHigh(a, b, type); });
        case Operation::IntMadHigh:
            return mapIntegers<uint32_t>(
                lanes, [type](uint32_t a, uint32_t b, uint32_t c) { return multiplyHigh(a, b, type) + c; });
        case Operation::IntDiv:
            return mapIntegers<uint32_t>(lanes,
                                         [type](uint32_t a, uint32_t b, uint32_t) { return divided(a, b, type); });
        case Operation::IntMod:
            return mapIntegers<uint32_t>(lanes,
                                         [type](uint32_t a, uint32_t b, uint32_t) { return remainderOf(a, b, type); });
        case Operation::IntAbs:
            return mapIntegers<uint32_t>(
                lanes, [](uint32_t a, uint32_t, uint32_t) { return (a & kSignBit) != 0 ? 0u - a : a; });
        case Operation::IntSign:
            return mapIntegers<int32_t>(lanes,
                                        [](int32_t a, int32_t, int32_t) { return (a > 0 ? 1 : 0) - (a < 0 ? 1 : 0); });
        case Operation::HalfAdd:
        case Operation::HalfAddInc: {
            const int64_t increment = operation == Operation::HalfAddInc ? 1 : 0;
            return mapWide(lanes, type,
                           [increment](int64_t a, int64_t b, int64_t) { return (a + b + increment) >> 1; });
        }
        case Operation::IntToFloat:
            if (isSigned(type)) {
                return mapLanes(
                    lanes.width, lanes.out, [](float a) { return static_cast<float>(laneAs<int32_t>(a)); },
                    lanes.in[0]);
            }
            return mapLanes(
                lanes.width, lanes.out, [](float a) { return static_cast<float>(laneAs<uint32_t>(a)); }, lanes.in[0]);
        case Operation::IntToInt:
            return mapIntegers<uint32_t>(lanes, [](uint32_t a, uint32_t, uint32_t) { return a; });
        default:
            return bitComponent(operation, type, lanes);
    }
}

/// Brings the low bits of every lane into the range of a narrow type.
void narrowLanes(int width, float* out, const float* in, DataType type) {
    mapLanes(
        width, out, [type](float a) { return std::bit_cast<float>(narrowed(bitsOfLane(a), type)); }, in);
}

}  // namespace

void Interpreter::readOrZero(const Instruction& instruction, std::span<Operand> sources) {
    const unsigned taken = operationInfo(instruction.operation).sources;
    for (unsigned s = 0; s < sources.size(); ++s) {
        if (s < taken && instruction.sources[s].bank != RegisterBank::None) {
            reader_.read(instruction, s, sources[s]);
        } else {
            sources[s].fill(kZeroLanes.lane.data());
        }
    }
}

void Interpreter::typed(const Instruction& instruction) {
    const Operation operation = instruction.operation;
    const OperationInfo& info = operationInfo(operation);
    std::array<Operand, kMaxSources> sources;
    readOrZero(instruction, sources);
    const bool takesIntegers = info.type == OperandType::Typed && !isFloat(instruction.type);
    const bool narrow = takesIntegers && bitsOf(instruction.type) < 32;
    const Result result = narrow ? scratchResult() : resultFor(instruction, sources);
    std::array<LaneValues, kMaxSources> narrowSources;
    for (unsigned c = 0; c < kComponents; ++c) {
        if ((instruction.destination.writeMask >> c & 1) == 0) continue;
        Component lanes{.width = width_, .out = result[c], .in = {sources[0][c], sources[1][c], sources[2][c]}};
        if (narrow) {
            for (unsigned s = 0; s < info.sources; ++s) {
                narrowLanes(width_, narrowSources[s].lane.data(), lanes.in[s], instruction.type);
                lanes.in[s] = narrowSources[s].lane.data();
            }
        }
        if (info.type == OperandType::Typed) {
            integerComponent(operation, instruction.type, lanes);
        } else {
            floatComponent(operation, instruction.type, lanes);
        }
        if (narrow && operation != Operation::IntToFloat) narrowLanes(width_, result[c], result[c], instruction.type);
    }
    commit(instruction, result, !takesIntegers || operation == Operation::IntToFloat);
}

void Interpreter::conditional(const Instruction& instruction) {
    std::array<Operand, kMaxSources> sources;
    readOrZero(instruction, sources);
    const bool narrow = !isFloat(instruction.type) && bitsOf(instruction.type) < 32;
    const Result result = narrow ? scratchResult() : resultFor(instruction, sources);
    std::array<VectorRegister, kMaxSources> narrowSources;
    if (narrow) {
        for (unsigned s = 0; s < kMaxSources; ++s) {
            for (unsigned c = 0; c < kComponents; ++c) {
                if (sources[s][c] == nullptr) continue;
                narrowLanes(width_, narrowSources[s][c].lane.data(), sources[s][c], instruction.type);
                sources[s][c] = narrowSources[s][c].lane.data();
            }
        }
    }
    const auto& [first, second, third] = sources;
    const float one = isFloat(instruction.type) ? 1.0f : std::bit_cast<float>(1u);
    withTypedCondition(instruction.type, instruction.condition, [&, &a = first, &b = second, &c = third](auto test) {
        for (unsigned i = 0; i < kComponents; ++i) {
            if ((instruction.destination.writeMask >> i & 1) == 0) continue;
            if (instruction.operation == Operation::Set) {
                mapLanes(
                    width_, result[i], [test, one](float x, float y) { return select(flagOf(test(x, y)), one, 0.0f); },
                    a[i], b[i]);
            } else if (instruction.operation == Operation::Compare) {
                mapLanes(
                    width_, result[i],
                    [test](float x, float y, float z) { return select(flagOf(test(x, y)), z, 0.0f); }, a[i], b[i],
                    c[i]);
            } else if (isUnary(instruction.condition)) {
                mapLanes(
                    width_, result[i], [test](float x, float y, float z) { return select(flagOf(test(x, y)), y, z); },
                    a[i], b[i], c[i]);
            } else {
                mapLanes(
                    width_, result[i], [test](float x, float y, float z) { return select(flagOf(test(y, x)), z, y); },
                    a[i], b[i], c[i]);
            }
        }
    });
    commit(instruction, result, isFloat(instruction.type));
}

void Interpreter::litPartial(const Instruction& instruction) {
    const bool always = instruction.sources[0].bank == RegisterBank::None;
    const Operand a = always ? Operand{} : reader_.read(instruction, 0);
    const Operand b = reader_.read(instruction, 1);
    const Operand c = reader_.read(instruction, 2);
    for (int i = 0; i < group_.lanes(); ++i) {
        const bool lit = b[2][i] > 0.0f;
        const float diffuse = lit && (always || a[1][i] > 0.0f) ? b[1][i] : 0.0f;
        const float specular = lit && (always || a[2][i] > 0.0f) ? fastExp2(c[0][i]) : 0.0f;
        ThreadGroup::set(scratch_, i, {1.0f, diffuse, specular, 1.0f});
    }
    commit(instruction, scratchResult(), true);
}

void Interpreter::moveAddress(const Instruction& instruction) {
    const Operand source = reader_.read(instruction, 0);
    const bool fromFloat = isFloat(instruction.type);
    for (unsigned c = 0; c < kComponents; ++c) {
        if ((instruction.destination.writeMask >> c & 1) == 0) continue;
        if (fromFloat) {
            mapLanes(
                width_, scratch_[c].lane.data(), [](float x) { return std::bit_cast<float>(floorToInteger(x)); },
                source[c]);
        } else {
            std::copy_n(source[c], width_, scratch_[c].lane.data());
        }
    }
    commit(instruction, scratchResult(), false);
}

void Interpreter::testCondition(const Instruction& instruction, bool anyComponent, LaneFlags& flags) {
    if (instruction.condition == Condition::True) {
        flags.lane.fill(~uint32_t{0});
        return;
    }
    std::array<Operand, 2> sources;
    readOrZero(instruction, sources);
    flags.lane.fill(0);
    withTypedCondition(instruction.type, instruction.condition, [&](auto test) {
        for (unsigned c = 0; c < (anyComponent ? kComponents : 1); ++c) {
            mapLanes(
                width_, flags.lane.data(),
                [test](uint32_t flag, float a, float b) { return flag | flagOf(test(a, b)); }, flags.lane.data(),
                sources[0][c], sources[1][c]);
        }
    });
}

LaneMask Interpreter::branchCondition(const Instruction& instruction) {
    if (instruction.condition == Condition::True) return executing_;
    LaneFlags flags;
    testCondition(instruction, instruction.operation == Operation::BranchAny, flags);
    return flags.mask(group_.lanes()) & executing_;
}

int32_t Interpreter::addressOf(Indexing indexing, int lane) const {
    if (indexing == Indexing::None) return 0;
    return group_.addresses[0][static_cast<size_t>(indexing) - 1].integer(lane);
}

void Interpreter::commitIndexed(const Instruction& instruction, const Result& result, bool saturates) {
    const DestinationOperand& destination = instruction.destination;
    for (LaneMask rest = executing_; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const int64_t index = int64_t{addressOf(destination.indexing, lane)} + destination.index;
        if (index < 0 || index >= int64_t{kGeneralRegisters}) continue;
        for (unsigned c = 0; c < kComponents; ++c) {
            if ((destination.writeMask >> c & 1) == 0) continue;
            const float value = result[c][lane];
            group_.general[static_cast<size_t>(index)][c].lane[static_cast<size_t>(lane)] =
                saturates ? saturate(value) : value;
        }
    }
}

}  // namespace cyclorama::isa
