// SPDX-License-Identifier: MIT
#include "families/adreno/isa/register_access.h"

#include <algorithm>
#include <bit>

#include "func/formats/float_formats.h"
#include "func/lanes/host_versions.h"
#include "isa/half_lanes.h"
#include "isa/word_conversions.h"

namespace cyclorama::adreno::ir3 {

namespace {

using isa::WordRounding;

/// 0, 1/2, 1, 2, e, pi, 1/pi, 1/log2(e), log2(e), 1/log2(10), log2(10), 4.
constexpr std::array<float, 12> kFloatTable{0.0f,         0.5f,         1.0f,         2.0f,
                                            2.718281828f, 3.141592654f, 0.318309886f, 0.693147181f,
                                            1.442695041f, 0.301029996f, 3.321928095f, 4.0f};

constexpr LaneWords kZero{};

/// A word in all lanes.
[[gnu::always_inline]] inline const LaneWords& splatKernel(unsigned width, uint32_t value, LaneWords& scratch) {
    isa::mapLanes(static_cast<int>(width), scratch.lane.data(), [value] { return value; });
    return scratch;
}

const LaneWords& splat(unsigned width, uint32_t value, LaneWords& scratch) {
    return func::runOnHost<splatKernel>(width, value, scratch);
}

/// The bits of the float that arithmetic takes a half for: denormals are zeros.
uint32_t floatOfHalf(uint32_t half) {
    const bool isDenormal = (half & 0x7c00) == 0;
    return std::bit_cast<uint32_t>(func::exactFloatFromHalf(static_cast<uint16_t>(isDenormal ? half & 0x8000 : half)));
}

/// True for a half that all of arithmetic, and a conversion to a float and back, take for its value.
constexpr bool isNormalHalf(uint32_t half) {
    const uint32_t exponent = half >> 10 & 0x1f;
    return exponent != 0 && exponent != 0x1f;
}

constexpr bool isShared(int32_t number) {
    return number >= kSharedRegisters && number < kSharedRegisters + static_cast<int32_t>(kSharedRegisterCount);
}

isa::WaveMask nonZeroLanes(unsigned width, const LaneWords& values) {
    constexpr unsigned kHalfWave = 64;
    const auto bitsFrom = [&](unsigned first, unsigned end) {
        uint64_t bits = 0;
        for (unsigned lane = first; lane < end; ++lane) bits |= uint64_t{values.lane[lane] != 0} << (lane - first);
        return bits;
    };
    return {bitsFrom(0, std::min(width, kHalfWave)), bitsFrom(kHalfWave, std::max(width, kHalfWave))};
}

/// Applies absolute and negate.
void modify(unsigned width, const Operand& operand, OperandClass as, const LaneWords& from, LaneWords& result) {
    const uint32_t negate = isa::flagOf(operand.negate);
    const uint32_t absolute = isa::flagOf(operand.absolute);
    if (as == OperandClass::Float) {
        const uint32_t keep = ~(absolute & isa::kSignBit);
        const uint32_t flip = negate & isa::kSignBit;
        each(width, result, from, [=](uint32_t x) { return (x & keep) ^ flip; });
    } else if (as == OperandClass::Bits) {
        const uint32_t flip = negate & (operand.half ? kHalfMask : ~uint32_t{0});
        each(width, result, from, [=](uint32_t x) { return x ^ flip; });
    } else {
        each(width, result, from, [=](uint32_t x) {
            const uint32_t inverted = absolute & isa::flagOf((x & isa::kSignBit) != 0);
            const uint32_t positive = (x ^ inverted) - inverted;
            return (positive ^ negate) - negate;
        });
    }
}

}  // namespace

void RegisterAccess::setExecuting(isa::WaveMask lanes) {
    executing_ = lanes;
    allExecute_ = lanes == isa::WaveMask::first(width());
    if (allExecute_ || lanes == flagged_) return;
    flagged_ = lanes;
    for (unsigned i = 0; i < width(); ++i) flags_.lane[i] = isa::flagOf(lanes.test(i));
}

uint32_t RegisterAccess::sharedBits(int32_t number, bool half) const {
    const auto index = static_cast<size_t>(number - kSharedRegisters);
    return half ? wave_.shared[index / 2] >> (index % 2 * 16) & kHalfMask : wave_.shared[index];
}

uint32_t RegisterAccess::halfConstant(int64_t number, OperandClass as) const {
    if (context_.demotesConstants) {
        // A demoted float is rounded, where other types lose their high half.
        const uint32_t value = constant(number);
        return as == OperandClass::Float ? isa::halfOfFloatBits<WordRounding::ToEven>(value) : value & kHalfMask;
    }
    if (number < 0) return 0;
    return constant(number / 2) >> (number % 2 * 16) & kHalfMask;
}

void RegisterAccess::registerBits(int32_t number, bool half, LaneWords& scratch) {
    if (isShared(number)) {
        splat(width(), sharedBits(number, half), scratch);
    } else if (number == kAddressRegister) {
        scratch = wave_.address;
    } else if (number == kAddressRegister1) {
        splat(width(), wave_.address1, scratch);
    } else if (number >= kPredicateRegister && number < int32_t{kNoRegister}) {
        const isa::WaveMask mask = wave_.predicates[static_cast<size_t>(number) % kComponents];
        for (unsigned i = 0; i < width(); ++i) scratch.lane[i] = mask.test(i) ? 1 : 0;
    } else if (number >= kSharedRegisters) {
        scratch = kZero;
    } else {
        halfBits(number, scratch);
    }
}

bool RegisterAccess::hasHalf(int32_t number) const {
    if (number < 0 || number >= kSharedRegisters) return false;
    return !wave_.shape.mergedRegisters || static_cast<size_t>(number) / 2 < wave_.registers.size();
}

void RegisterAccess::halfBits(int32_t number, LaneWords& scratch) {
    if (!hasHalf(number)) {
        splat(width(), 0, scratch);
        return;
    }
    const auto half = static_cast<unsigned>(number);
    halfFloats_.settle(half);
    const bool merged = wave_.shape.mergedRegisters;
    const unsigned shift = merged ? half % 2 * 16 : 0;
    const LaneWords& from = merged ? wave_.registers[half / 2] : wave_.halves[half];
    each(width(), scratch, from, [shift](uint32_t x) { return x >> shift & kHalfMask; });
}

void RegisterAccess::relativeBits(const Operand& operand, unsigned component, OperandClass as, LaneWords& scratch) {
    if (!allExecute_) scratch = kZero;
    if (operand.kind == OperandKind::RelativeRegister) halfFloats_.settleAll();
    isa::forLanes(executing_, [&](unsigned lane) {
        const int64_t number = int64_t{operand.value} + component + static_cast<int32_t>(wave_.address.lane[lane]);
        uint32_t value = 0;
        if (operand.kind == OperandKind::RelativeConstant) {
            value = operand.half ? halfConstant(number, as) : constant(number);
        } else if (number >= 0 && number < kSharedRegisters) {
            const auto index = static_cast<unsigned>(number);
            value = operand.half ? wave_.halfRegisterValue(index, lane) : wave_.registerValue(index, lane);
        }
        scratch.lane[lane] = value;
    });
}

const LaneWords& RegisterAccess::bits(const Operand& operand, unsigned component, LaneWords& scratch, OperandClass as) {
    const int32_t number = operand.value + static_cast<int32_t>(component);
    switch (operand.kind) {
        case OperandKind::Register:
            if (!operand.half && number < kSharedRegisters) {
                const LaneWords* full = words(number);
                if (full == nullptr) return kZero;
                halfFloats_.settleFull(static_cast<unsigned>(number));
                return *full;
            }
            registerBits(number, operand.half, scratch);
            return scratch;
        case OperandKind::Constant:
            return splat(width(), operand.half ? halfConstant(number, as) : constant(number), scratch);
        case OperandKind::Immediate:
            return splat(width(), static_cast<uint32_t>(number) & (operand.half ? kHalfMask : ~uint32_t{0}), scratch);
        case OperandKind::FloatTable: {
            const auto row = static_cast<size_t>(operand.value);
            const auto value = std::bit_cast<uint32_t>(row < kFloatTable.size() ? kFloatTable[row] : 0.0f);
            return splat(width(), operand.half ? isa::halfOfFloatBits<WordRounding::ToEven>(value) : value, scratch);
        }
        case OperandKind::RelativeConstant:
        case OperandKind::RelativeRegister:
            relativeBits(operand, component, as, scratch);
            return scratch;
        default:
            return kZero;
    }
}

const LaneWords& RegisterAccess::widened(const Operand& operand, unsigned component, LaneWords& scratch) {
    const int32_t number = operand.value + static_cast<int32_t>(component);
    const OperandKind kind = operand.kind;
    if (kind == OperandKind::Register && number < kSharedRegisters)
        return hasHalf(number) ? halfFloats_.read(static_cast<unsigned>(number)) : kZero;
    if (kind == OperandKind::Constant)
        return splat(width(), floatOfHalf(halfConstant(number, OperandClass::Float)), scratch);
    const LaneWords& halves = bits(operand, component, scratch, OperandClass::Float);
    if (kind == OperandKind::Immediate || kind == OperandKind::FloatTable)
        return splat(width(), floatOfHalf(halves.lane[0]), scratch);
    isa::widenHalves(width(), scratch.lane.data(), halves.lane.data(), 0);
    return scratch;
}

const LaneWords& RegisterAccess::madeSource(const Operand& operand, unsigned component, OperandClass as,
                                            LaneWords& scratch) {
    const bool isHalfFloat = operand.half && as == OperandClass::Float;
    const LaneWords* values =
        isHalfFloat ? &widened(operand, component, scratch) : &bits(operand, component, scratch, as);
    if (operand.half && as == OperandClass::Signed) {
        each(width(), scratch, *values,
             [](uint32_t x) { return static_cast<uint32_t>(int32_t{static_cast<int16_t>(x)}); });
        values = &scratch;
    }
    if (operand.negate || operand.absolute) {
        modify(width(), operand, as, *values, scratch);
        values = &scratch;
    }
    return *values;
}

void RegisterAccess::give(HalfResults& results) {
    results.given = 0;
    for (unsigned c = 0; c < kComponents; ++c) {
        const unsigned number = results.first + c;
        if (!hasHalf(static_cast<int32_t>(number)) || !halfFloats_.isPending(number)) continue;
        std::copy_n(halfFloats_.read(number).lane.begin(), width(), results.values[c].lane.begin());
        results.given |= 1u << c;
    }
}

LaneWords* RegisterAccess::place(const Operand& operand, unsigned component) {
    const int32_t number = operand.value + static_cast<int32_t>(component);
    if (!allExecute_ || operand.half || operand.kind != OperandKind::Register || number >= kSharedRegisters)
        return nullptr;
    LaneWords* const full = words(number);
    if (full != nullptr) halfFloats_.forgetFull(static_cast<unsigned>(number));
    return full;
}

LaneWords* RegisterAccess::placeOfHalf(const Operand& operand, unsigned component) {
    const int32_t number = operand.value + static_cast<int32_t>(component);
    if (!allExecute_ || !operand.half || operand.kind != OperandKind::Register || !hasHalf(number)) return nullptr;
    return &halfFloats_.replace(static_cast<unsigned>(number));
}

void RegisterAccess::storeHalves(const Operand& operand, unsigned component, const LaneWords& floats) {
    if (LaneWords* const place = placeOfHalf(operand, component)) {
        std::copy_n(floats.lane.begin(), width(), place->lane.begin());
        return;
    }
    LaneWords halves;
    isa::narrowFloats(width(), halves.lane.data(), floats.lane.data());
    store(operand, component, halves);
}

bool RegisterAccess::isPendingHalf(const Operand& operand) const {
    if (!operand.half || operand.negate || operand.absolute) return false;
    const bool exists = operand.kind == OperandKind::Register && hasHalf(operand.value);
    return exists && halfFloats_.isPending(static_cast<unsigned>(operand.value));
}

bool RegisterAccess::copyHalfFloats(const Operand& from, const Operand& to) {
    if (from.kind == OperandKind::Immediate && isNormalHalf(static_cast<uint32_t>(from.value) & kHalfMask)) {
        LaneWords* const place = placeOfHalf(to, 0);
        if (place != nullptr) splat(width(), floatOfHalf(static_cast<uint32_t>(from.value) & kHalfMask), *place);
        return place != nullptr;
    }
    if (!isPendingHalf(from)) return false;
    const auto number = static_cast<unsigned>(from.value);
    LaneWords* const place = placeOfHalf(to, 0);
    if (place == nullptr) return false;
    const LaneWords& values = halfFloats_.read(number);
    if (&values != place) std::copy_n(values.lane.begin(), width(), place->lane.begin());
    return true;
}

void RegisterAccess::storeShared(int32_t number, bool half, uint32_t value) {
    const auto index = static_cast<size_t>(number - kSharedRegisters);
    if (!half) {
        wave_.shared[index] = value;
        return;
    }
    const unsigned shift = index % 2 * 16;
    uint32_t& word = wave_.shared[index / 2];
    word = (word & ~(kHalfMask << shift)) | (value & kHalfMask) << shift;
}

void RegisterAccess::storeSpecial(int32_t number, const LaneWords& values) {
    if (number == kAddressRegister) {
        isa::forLanes(executing_, [&](unsigned lane) {
            wave_.address.lane[lane] = static_cast<uint32_t>(int32_t{static_cast<int16_t>(values.lane[lane])});
        });
    } else if (number == kAddressRegister1) {
        wave_.address1 = values.lane[executing_.lowest()];
    } else if (number >= kPredicateRegister && number < int32_t{kNoRegister}) {
        isa::WaveMask& predicate = wave_.predicates[static_cast<size_t>(number) % kComponents];
        predicate = (predicate & ~executing_) | (nonZeroLanes(width(), values) & executing_);
    }
}

void RegisterAccess::storeRelative(const Operand& operand, unsigned component, const LaneWords& values) {
    halfFloats_.settleAll();
    halfFloats_.forgetAll();
    isa::forLanes(executing_, [&](unsigned lane) {
        const int64_t number = int64_t{operand.value} + component + static_cast<int32_t>(wave_.address.lane[lane]);
        if (number < 0 || number >= kSharedRegisters) return;
        const auto index = static_cast<unsigned>(number);
        if (operand.half) {
            wave_.setHalfRegister(index, lane, static_cast<uint16_t>(values.lane[lane]));
        } else {
            wave_.setRegister(index, lane, values.lane[lane]);
        }
    });
}

void RegisterAccess::changeBits(unsigned number, bool half) {
    if (half) {
        if (!allExecute_) halfFloats_.settle(number);
        halfFloats_.forget(number);
    } else {
        if (!allExecute_) halfFloats_.settleFull(number);
        halfFloats_.forgetFull(number);
    }
}

void RegisterAccess::store(const Operand& operand, unsigned component, const LaneWords& values) {
    if (executing_.none()) return;
    if (operand.kind == OperandKind::RelativeRegister) return storeRelative(operand, component, values);
    const int32_t number = operand.value + static_cast<int32_t>(component);
    // Moves to shared registers take the value of the first active fiber (Mesa, ir3/ir3_lower_subgroups.c).
    if (isShared(number)) return storeShared(number, operand.half, values.lane[executing_.lowest()]);
    if (number >= kSharedRegisters) return storeSpecial(number, values);
    const bool apart = operand.half && !wave_.shape.mergedRegisters;
    LaneWords* to = apart ? &wave_.halves[static_cast<size_t>(number)] : words(operand.half ? number / 2 : number);
    if (to == nullptr) return;
    changeBits(static_cast<unsigned>(number), operand.half);
    if (allExecute_ && (!operand.half || apart)) {
        std::copy_n(values.lane.begin(), width(), to->lane.begin());
        return;
    }
    const unsigned shift = operand.half && !apart ? static_cast<unsigned>(number) % 2 * 16 : 0;
    const uint32_t size = operand.half && !apart ? kHalfMask << shift : ~uint32_t{0};
    if (allExecute_) {
        isa::mapLanes(
            static_cast<int>(width()), to->lane.data(),
            [=](uint32_t before, uint32_t value) { return (before & ~size) | (value << shift & size); },
            to->lane.data(), values.lane.data());
        return;
    }
    isa::mapLanes(
        static_cast<int>(width()), to->lane.data(),
        [=](uint32_t before, uint32_t value, uint32_t flag) {
            return isa::chosen(flag & size, value << shift, before);
        },
        to->lane.data(), values.lane.data(), flags_.lane.data());
}

}  // namespace cyclorama::adreno::ir3
