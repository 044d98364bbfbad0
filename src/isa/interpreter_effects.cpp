// SPDX-License-Identifier: MIT
// Instructions that do more than compute a vector register: predicates, the accumulator, loads, kills and exports.

#include <algorithm>
#include <bit>

#include "isa/interpreter.h"
#include "isa/typed_lanes.h"

namespace cyclorama::isa {

namespace {

/// Each product starts with a one of the result's precision.
FixedPoint product(float a, float b) {
    return multiply(multiply(FixedPoint{.sign = 1, .integer = 1, .fraction = 0}, toFixedPoint(a)), toFixedPoint(b));
}

}  // namespace

void Interpreter::setPredicate(const Instruction& instruction) {
    LaneFlags result{};
    uint32_t* out = result.lane.data();
    if (instruction.operation == Operation::AndPredicates) {
        LaneFlags second;
        reader_.readFlags(instruction, 0, result);
        reader_.readFlags(instruction, 1, second);
        mapLanes(
            width_, out, [](uint32_t x, uint32_t y) { return x & y; }, out, second.lane.data());
    } else {
        const float* a = reader_.read(instruction, 0)[instruction.scalarComponent];
        const float* b = reader_.read(instruction, 1)[instruction.scalarComponent];
        withTypedCondition(instruction.type, instruction.condition, [&](auto test) {
            mapLanes(
                width_, out, [test](float x, float y) { return flagOf(test(x, y)); }, a, b);
        });
    }
    if (instruction.destination.index >= kPredicateRegisters) return;
    const uint32_t flip = flagOf(instruction.destination.saturate);
    uint32_t* predicate = group_.predicates[instruction.destination.index].lane.data();
    const LaneFlags* flags = writeFlags(instruction);
    if (flags == nullptr) flags = &executingFlags_;
    mapLanes(
        width_, predicate,
        [flip](uint32_t flag, uint32_t value, uint32_t old) { return ((value ^ flip) & flag) | (old & ~flag); },
        flags->lane.data(), out, predicate);
}

void Interpreter::accumulator(const Instruction& instruction) {
    const Operand a = reader_.read(instruction, 0);
    const Operand b = reader_.read(instruction, 1);
    const Operand c = instruction.operation == Operation::FixedMad ? reader_.read(instruction, 2) : Operand{};
    const LaneFlags* flags = writeFlags(instruction);
    for (unsigned component = 0; component < kComponents; ++component) {
        if ((instruction.destination.writeMask >> component & 1) == 0) continue;
        for (int i = 0; i < group_.lanes(); ++i) {
            const size_t lane = static_cast<size_t>(i);
            FixedPoint& accumulator = group_.accumulator[component][lane];
            FixedPoint value = product(a[component][i], b[component][i]);
            if (instruction.operation == Operation::FixedMadOut) {
                scratch_[component].lane[lane] = toFloat(add(value, accumulator));
                continue;
            }
            if (instruction.operation == Operation::FixedMad) value = add(value, toFixedPoint(c[component][i]));
            if (flags == nullptr || flags->lane[lane] != 0) accumulator = value;
        }
    }
    if (instruction.operation != Operation::FixedMadOut) return;
    commit(instruction, scratchResult(), true);
}

void Interpreter::attribute(const Instruction& instruction, size_t index) {
    const Operand source = reader_.read(instruction, 0);
    AttributeRequest request{.stream = instruction.unit,
                             .lanes = group_.lanes(),
                             .executing = executing_,
                             .active = executing_ & context_.active,
                             .instruction = index,
                             .index = source[0],
                             .result = {}};
    for (unsigned c = 0; c < kComponents; ++c) {
        request.result[c] = scratch_[c].lane.data();
        std::fill_n(request.result[c], width_, 0.0f);
    }
    if (context_.attributes != nullptr) context_.attributes->load(request);
    commit(instruction, request.result, true);
}

void Interpreter::discard(const Instruction& instruction) {
    LaneFlags flags;
    testCondition(instruction, true, flags);
    killCurrentSample(flags);
}

// Discards, kills and exports take no notice of the instruction's predicate.
void Interpreter::killSample(const Instruction& instruction) {
    const Operand source = reader_.read(instruction, 0);
    if (instruction.unit >= kSamples) return;
    uint32_t* killed = group_.killedSamples[instruction.unit].lane.data();
    for (const float* component : source) {
        mapLanes(
            width_, killed,
            [](uint32_t old, uint32_t executing, float x) { return old | (executing & flagOf(x < 0.0f)); }, killed,
            executingFlags_.lane.data(), component);
    }
}

void Interpreter::killCurrentSample(const LaneFlags& flags) {
    for (int i = 0; i < group_.lanes(); ++i) {
        const size_t lane = static_cast<size_t>(i);
        const uint32_t sample = group_.currentSample[lane];
        if (sample < kSamples) group_.killedSamples[sample].lane[lane] |= flags.lane[lane] & executingFlags_.lane[lane];
    }
}

void Interpreter::exportDepth(const Instruction& instruction) {
    const Operand source = reader_.read(instruction, 0);
    const bool single = instruction.operation == Operation::ExportDepth;
    for (int i = 0; i < group_.lanes(); ++i) {
        const size_t lane = static_cast<size_t>(i);
        if (executingFlags_.lane[lane] == 0) continue;
        if (single) {
            group_.depths[0].lane[lane] = source[0][i];
            continue;
        }
        // The current sample, not the number in the instruction, says which samples.
        const uint32_t first = group_.currentSample[lane] / 4;
        for (unsigned c = 0; c < kComponents && first + c < kSamples; ++c) {
            group_.depths[first + c].lane[lane] = source[c][i];
        }
    }
}

void Interpreter::nextSample() {
    for (size_t lane = 0; lane < kMaxLanes; ++lane) group_.currentSample[lane] += executingFlags_.lane[lane] & 1;
}

}  // namespace cyclorama::isa
