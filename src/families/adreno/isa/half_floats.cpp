// SPDX-License-Identifier: MIT
#include "families/adreno/isa/half_floats.h"

#include <bit>

#include "isa/half_lanes.h"

namespace cyclorama::adreno::ir3 {

namespace {

/// Words that a half register's bits are in, and their place there.
struct HalfPlace {
    LaneWords& words;
    unsigned shift;
};

HalfPlace placeOf(Wave& wave, unsigned number) {
    if (!wave.shape.mergedRegisters) return {wave.halves[number], 0};
    return {wave.registers[number / 2], number % 2 * 16};
}

}  // namespace

const LaneWords& HalfFloats::read(unsigned number) {
    LaneWords& values = values_[number];
    if (among(current_, number) != 0) return values;
    const HalfPlace from = placeOf(wave_, number);
    isa::widenHalves(wave_.shape.width, values.lane.data(), from.words.lane.data(), from.shift);
    mark(current_, number);
    return values;
}

LaneWords& HalfFloats::replace(unsigned number) {
    mark(current_, number);
    mark(pending_, number);
    return values_[number];
}

void HalfFloats::settle(unsigned number) {
    if (!isPending(number)) return;
    pending_[number / kBits] &= ~(uint64_t{1} << number % kBits);
    const HalfPlace to = placeOf(wave_, number);
    if (wave_.shape.mergedRegisters) {
        isa::mergeFloats(wave_.shape.width, to.words.lane.data(), values_[number].lane.data(), to.shift);
    } else {
        isa::narrowFloats(wave_.shape.width, to.words.lane.data(), values_[number].lane.data());
    }
}

void HalfFloats::settleAll() {
    for (unsigned i = 0; i < pending_.size(); ++i) {
        while (pending_[i] != 0) settle(i * kBits + static_cast<unsigned>(std::countr_zero(pending_[i])));
    }
}

void HalfFloats::forget(unsigned number) {
    current_[number / kBits] &= ~(uint64_t{1} << number % kBits);
    pending_[number / kBits] &= ~(uint64_t{1} << number % kBits);
}

}  // namespace cyclorama::adreno::ir3
