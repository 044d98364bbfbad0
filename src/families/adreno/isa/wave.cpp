// SPDX-License-Identifier: MIT
#include "families/adreno/isa/wave.h"

#include <algorithm>

#include "isa/lane_math.h"

namespace cyclorama::adreno::ir3 {

Wave::Wave(const Ir3Program& program, const WaveShape& waveShape, isa::WaveMask existing)
    : shape(waveShape),
      lanes(existing & isa::WaveMask::first(waveShape.width)),
      registers(std::min<size_t>(std::max(program.registers, waveShape.registers), kSharedRegisters)),
      halves(waveShape.mergedRegisters ? 0 : kSharedRegisters) {
    if (lanes.any()) paths.push_back({0, lanes});
}

void Wave::restart(isa::WaveMask existing) {
    lanes = existing & isa::WaveMask::first(shape.width);
    for (LaneWords& words : registers) std::fill_n(words.lane.begin(), shape.width, 0);
    for (LaneWords& words : halves) std::fill_n(words.lane.begin(), shape.width, 0);
    shared = {};
    address = {};
    address1 = 0;
    predicates = {};
    paths.clear();
    if (lanes.any()) paths.push_back({0, lanes});
    calls.clear();
    predication = Predication::None;
    predicated = helpers = killed = {};
    steps = 0;
}

void Wave::setRegister(unsigned number, unsigned lane, uint32_t value) {
    if (number < registers.size()) registers[number].lane[lane] = value;
}

uint32_t Wave::registerValue(unsigned number, unsigned lane) const {
    return number < registers.size() ? registers[number].lane[lane] : 0;
}

void Wave::setHalfRegister(unsigned number, unsigned lane, uint16_t value) {
    if (!shape.mergedRegisters) {
        if (number < halves.size()) halves[number].lane[lane] = value;
        return;
    }
    const unsigned shift = number % 2 * 16;
    const uint32_t others = registerValue(number / 2, lane) & ~(kHalfMask << shift);
    setRegister(number / 2, lane, others | static_cast<uint32_t>(value) << shift);
}

void Wave::setHalfRegister(unsigned number, const LaneWords& values) {
    const unsigned place = shape.mergedRegisters ? number / 2 : number;
    std::vector<LaneWords>& words = shape.mergedRegisters ? registers : halves;
    if (place >= words.size()) return;
    const unsigned shift = shape.mergedRegisters ? number % 2 * 16 : 0;
    const uint32_t kept = shape.mergedRegisters ? ~(kHalfMask << shift) : 0;
    isa::mapLanes(
        static_cast<int>(shape.width), words[place].lane.data(),
        [=](uint32_t before, uint32_t value) { return (before & kept) | (value & kHalfMask) << shift; },
        words[place].lane.data(), values.lane.data());
}

uint16_t Wave::halfRegisterValue(unsigned number, unsigned lane) const {
    if (!shape.mergedRegisters) return static_cast<uint16_t>(number < halves.size() ? halves[number].lane[lane] : 0);
    return static_cast<uint16_t>(registerValue(number / 2, lane) >> (number % 2 * 16));
}

}  // namespace cyclorama::adreno::ir3
