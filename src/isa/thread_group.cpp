// SPDX-License-Identifier: MIT
#include "isa/thread_group.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace cyclorama::isa {

namespace {

constexpr std::array<uint32_t, 32> kBits = [] {
    std::array<uint32_t, 32> bits{};
    for (size_t i = 0; i < bits.size(); ++i) bits[i] = uint32_t{1} << i;
    return bits;
}();

void clear(VectorRegister& reg) { std::memset(&reg, 0, sizeof reg); }

/// Calls clear for each register whose bit is set.
template <typename Registers>
void clearMasked(Registers& registers, uint32_t mask) {
    for (; mask != 0; mask &= mask - 1) clear(registers[static_cast<size_t>(std::countr_zero(mask))]);
}

}  // namespace

LaneMask LaneFlags::mask(int lanes) const {
    LaneMask result = 0;
    for (size_t half = 0; half < 2; ++half) {
        uint32_t bits = 0;
        for (size_t i = 0; i < 32; ++i) bits |= lane[32 * half + i] & kBits[i];
        result |= LaneMask{bits} << (32 * half);
    }
    return result & firstLanes(lanes);
}

void LaneFlags::assign(LaneMask mask) {
    for (size_t half = 0; half < 2; ++half) {
        const uint32_t bits = static_cast<uint32_t>(mask >> (32 * half));
        for (size_t i = 0; i < 32; ++i) lane[32 * half + i] = (bits & kBits[i]) != 0 ? ~uint32_t{0} : 0;
    }
}

void ThreadGroup::start(const Program& program, int lanes) {
    assert(lanes >= 1 && lanes <= kMaxLanes);
    lanes_ = lanes;
    const ProgramResources& resources = program.resources;
    clearMasked(outputs, dirtyOutputs_);
    clearMasked(temporaries, resources.unsetTemporaries);
    clearMasked(addresses, resources.addressRegisters);
    if (resources.unsetGeneral.any()) {
        for (size_t i = 0; i < kGeneralRegisters; ++i)
            if (resources.unsetGeneral.test(i)) clear(general[i]);
    }
    for (uint32_t mask = resources.predicates; mask != 0; mask &= mask - 1) {
        predicates[static_cast<size_t>(std::countr_zero(mask))].lane.fill(0);
    }
    if (dirtySamples_) {
        for (LaneFlags& flags : killedSamples) flags.lane.fill(0);
        for (LaneValues& depth : depths) depth.lane.fill(0.0f);
    }
    currentSample.fill(0);
    if (resources.accumulator) {
        for (auto& component : accumulator) component.fill(FixedPoint{});
    }
    dirtyOutputs_ = program.unified() ? 0 : resources.outputsWritten;
    dirtySamples_ = resources.kills || resources.exportsDepth;
}

VectorRegister& ThreadGroup::inputOf(const Program& program, unsigned input) {
    if (!program.unified()) return input < kInputRegisters ? inputs[input] : unused_;
    const uint8_t reg = input < kInterfaceRegisters ? program.linkage.inputs[input] : kNoRegister;
    return reg < kGeneralRegisters ? general[reg] : unused_;
}

const VectorRegister& ThreadGroup::outputOf(const Program& program, unsigned output) const {
    static constexpr VectorRegister kZeroRegister{};
    if (!program.unified()) return output < kOutputRegisters ? outputs[output] : kZeroRegister;
    const uint8_t reg = output < kInterfaceRegisters ? program.linkage.outputs[output] : kNoRegister;
    return reg < kGeneralRegisters ? general[reg] : kZeroRegister;
}

Vec4 ThreadGroup::get(const VectorRegister& reg, int lane) {
    const size_t i = static_cast<size_t>(lane);
    return {reg[0].lane[i], reg[1].lane[i], reg[2].lane[i], reg[3].lane[i]};
}

void ThreadGroup::set(VectorRegister& reg, int lane, const Vec4& value) {
    for (size_t c = 0; c < kComponents; ++c) reg[c].lane[static_cast<size_t>(lane)] = value[c];
}

void ThreadGroup::setInput(int lane, unsigned index, const Vec4& value) { set(inputs[index], lane, value); }

}  // namespace cyclorama::isa
