// SPDX-License-Identifier: MIT
#include "isa/interpreter.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "func/lanes/host_versions.h"
#include "isa/fast_math.h"
#include "isa/lane_math.h"

namespace cyclorama::isa {

namespace {

int roundedToBlocks(int lanes) { return (lanes + kLaneBlock - 1) / kLaneBlock * kLaneBlock; }

/// One component of a vector operation.
[[gnu::always_inline]] inline void vectorComponentKernel(Operation operation, int width, float* out, const float* a,
                                                         const float* b, const float* c) {
    switch (operation) {
        case Operation::Add:
            mapLanes(
                width, out, [](float x, float y) { return x + y; }, a, b);
            break;
        case Operation::SelectNegativeKill:
            mapLanes(
                width, out, [](float x, float y, float z) { return select(flagOf(x < 0.0f), y, z); }, a, b, c);
            break;
        case Operation::Floor:
            mapLanes(
                width, out, [](float x) { return floorOf(x); }, a);
            break;
        case Operation::Fract:
            mapLanes(
                width, out, [](float x) { return x - floorOf(x); }, a);
            break;
        case Operation::Mad:
            mapLanes(
                width, out, [](float x, float y, float z) { return x * y + z; }, a, b, c);
            break;
        case Operation::Max:
            mapLanes(
                width, out, [](float x, float y) { return x > y ? x : y; }, a, b);
            break;
        case Operation::Min:
            mapLanes(
                width, out, [](float x, float y) { return x < y ? x : y; }, a, b);
            break;
        case Operation::Mov:
            std::copy_n(a, width, out);
            break;
        case Operation::Mul:
            mapLanes(
                width, out, [](float x, float y) { return x * y; }, a, b);
            break;
        case Operation::SetNotLess:
            mapLanes(
                width, out, [](float x, float y) { return x < y ? 0.0f : 1.0f; }, a, b);
            break;
        default:
            break;
    }
}

void vectorComponent(Operation operation, int width, float* out, const float* a, const float* b, const float* c) {
    func::runOnHost<vectorComponentKernel>(operation, width, out, a, b, c);
}

/// True if computing the components in order would overwrite a source before it is read.
bool overwritesSource(const VectorRegister& destination, uint8_t writeMask,
                      const std::array<Operand, kMaxSources>& sources) {
    for (unsigned written = 0; written + 1 < kComponents; ++written) {
        if ((writeMask >> written & 1) == 0) continue;
        const float* values = destination[written].lane.data();
        for (unsigned later = written + 1; later < kComponents; ++later) {
            if ((writeMask >> later & 1) == 0) continue;
            if (std::ranges::any_of(sources, [&](const Operand& source) { return source[later] == values; }))
                return true;
        }
    }
    return false;
}

}  // namespace

Interpreter::Interpreter(ThreadGroup& group, const ExecutionContext& context)
    : group_(group),
      context_(context),
      width_(roundedToBlocks(group.lanes())),
      reader_(group, context.constants,
              context.relativeConstants.empty() ? context.constants : context.relativeConstants, width_) {}

void Interpreter::setExecuting(LaneMask lanes) {
    if (lanes == executing_) return;
    executing_ = lanes;
    allExecute_ = lanes == firstLanes(group_.lanes());
    executingFlags_.assign(lanes);
}

void Interpreter::execute(const Instruction& instruction, size_t index) {
    switch (operationInfo(instruction.operation).kind) {
        case OperationKind::Control:
            if (instruction.operation == Operation::NextSample) nextSample();
            break;
        case OperationKind::Vector:
            vectorFloat(instruction);
            break;
        case OperationKind::Typed:
            typed(instruction);
            break;
        case OperationKind::Conditional:
            conditional(instruction);
            break;
        case OperationKind::Dot:
            dot(instruction);
            break;
        case OperationKind::Scalar:
            scalar(instruction);
            break;
        case OperationKind::Special:
            special(instruction);
            break;
        case OperationKind::Predicate:
            setPredicate(instruction);
            break;
        case OperationKind::Accumulator:
            accumulator(instruction);
            break;
        case OperationKind::Derivative:
            derivative(instruction);
            break;
        case OperationKind::Address:
            if (instruction.operation == Operation::MoveAddress) return moveAddress(instruction);
            floorToIntegers(instruction);
            break;
        case OperationKind::Texture:
            sample(instruction, index);
            break;
        case OperationKind::Attribute:
            attribute(instruction, index);
            break;
        case OperationKind::Discard:
            discard(instruction);
            break;
        case OperationKind::Kill:
            killSample(instruction);
            break;
        case OperationKind::Export:
            exportDepth(instruction);
            break;
        case OperationKind::Jump:
        case OperationKind::Branch:
            break;
        case OperationKind::Memory:
            memory(instruction);
            break;
    }
}

LaneMask Interpreter::jumpCondition(const Instruction& instruction) {
    LaneFlags flags{};
    reader_.readFlags(instruction, 0, flags);
    return flags.mask(group_.lanes());
}

VectorRegister* Interpreter::destinationOf(const Instruction& instruction) {
    const DestinationOperand& destination = instruction.destination;
    if (destination.index >= registerCount(destination.bank)) return nullptr;
    switch (destination.bank) {
        case RegisterBank::Output:
            return &group_.outputs[destination.index];
        case RegisterBank::Temporary:
            return &group_.temporaries[destination.index];
        case RegisterBank::Address:
            return &group_.addresses[destination.index];
        case RegisterBank::General:
            return destination.indexing == Indexing::None ? &group_.general[destination.index] : nullptr;
        default:
            return nullptr;
    }
}

const LaneFlags* Interpreter::writeFlags(const Instruction& instruction) {
    if (!instruction.predicate.enabled) return allExecute_ ? nullptr : &executingFlags_;
    const uint32_t flip = flagOf(instruction.predicate.inverted);
    mapLanes(
        width_, writeFlags_.lane.data(),
        [flip](uint32_t executing, uint32_t predicate) { return executing & (predicate ^ flip); },
        executingFlags_.lane.data(), group_.predicates[instruction.predicate.index].lane.data());
    return &writeFlags_;
}

Interpreter::Result Interpreter::scratchResult() {
    return {scratch_[0].lane.data(), scratch_[1].lane.data(), scratch_[2].lane.data(), scratch_[3].lane.data()};
}

Interpreter::Result Interpreter::resultFor(const Instruction& instruction,
                                           const std::array<Operand, kMaxSources>& sources) {
    VectorRegister* target = &scratch_;
    const DestinationOperand& destination = instruction.destination;
    if (allExecute_ && !instruction.predicate.enabled && !destination.saturate) {
        VectorRegister* reg = destinationOf(instruction);
        if (reg != nullptr && !overwritesSource(*reg, destination.writeMask, sources)) target = reg;
    }
    return {(*target)[0].lane.data(), (*target)[1].lane.data(), (*target)[2].lane.data(), (*target)[3].lane.data()};
}

[[gnu::always_inline]] inline void Interpreter::commitKernel(const Instruction& instruction, const Result& result,
                                                             bool saturable) {
    const bool saturates = saturable && instruction.destination.saturate;
    VectorRegister* reg = destinationOf(instruction);
    if (reg == nullptr) {
        if (instruction.destination.indexing != Indexing::None) commitIndexed(instruction, result, saturates);
        return;
    }
    const LaneFlags* flags = writeFlags(instruction);
    for (unsigned c = 0; c < kComponents; ++c) {
        if ((instruction.destination.writeMask >> c & 1) == 0) continue;
        float* out = (*reg)[c].lane.data();
        const float* in = result[c];
        if (flags != nullptr) {
            const uint32_t* flag = flags->lane.data();
            if (saturates) {
                mapLanes(
                    width_, out, [](uint32_t f, float x, float old) { return select(f, saturate(x), old); }, flag, in,
                    out);
            } else {
                mapLanes(
                    width_, out, [](uint32_t f, float x, float old) { return select(f, x, old); }, flag, in, out);
            }
        } else if (saturates) {
            mapLanes(
                width_, out, [](float x) { return saturate(x); }, in);
        } else if (in != out) {
            std::copy_n(in, width_, out);
        }
    }
}

void Interpreter::commit(const Instruction& instruction, const Result& result, bool saturable) {
    func::runOnHost<&Interpreter::commitKernel>(*this, instruction, result, saturable);
}

void Interpreter::commitScalar(const Instruction& instruction) {
    float* values = scalar_.lane.data();
    commit(instruction, {values, values, values, values}, true);
}

void Interpreter::vectorFloat(const Instruction& instruction) {
    const unsigned sourceCount = operationInfo(instruction.operation).sources;
    std::array<Operand, kMaxSources> sources;
    for (unsigned s = 0; s < kMaxSources; ++s) {
        if (s < sourceCount) {
            reader_.read(instruction, s, sources[s]);
        } else {
            sources[s].fill(nullptr);
        }
    }
    const Result result = resultFor(instruction, sources);
    for (unsigned c = 0; c < kComponents; ++c) {
        if ((instruction.destination.writeMask >> c & 1) == 0) continue;
        vectorComponent(instruction.operation, width_, result[c], sources[0][c], sources[1][c], sources[2][c]);
    }
    if (instruction.operation == Operation::SelectNegativeKill) {
        LaneFlags killing{};
        for (unsigned c = 0; c < kComponents; ++c) {
            if ((instruction.destination.writeMask >> c & 1) == 0) continue;
            mapLanes(
                width_, killing.lane.data(), [](uint32_t f, float x) { return f | flagOf(x < 0.0f); },
                killing.lane.data(), result[c]);
        }
        killCurrentSample(killing);
    }
    commit(instruction, result, true);
}

void Interpreter::floorToIntegers(const Instruction& instruction) {
    const Operand source = reader_.read(instruction, 0);
    for (unsigned c = 0; c < kComponents; ++c) {
        mapLanes(
            width_, scratch_[c].lane.data(), [](float x) { return std::bit_cast<float>(floorToInteger(x)); },
            source[c]);
    }
    Instruction wholeRegister = instruction;
    wholeRegister.destination.writeMask = kAllComponents;
    commit(wholeRegister, scratchResult(), false);
}

void Interpreter::dot(const Instruction& instruction) {
    const Operand a = reader_.read(instruction, 0);
    const bool twoSources = operationInfo(instruction.operation).sources == 2;
    const Operand b = twoSources ? reader_.read(instruction, 1) : a;
    float* out = scalar_.lane.data();
    switch (instruction.operation) {
        case Operation::Dp2:
            mapLanes(
                width_, out, [](float ax, float bx, float ay, float by) { return ax * bx + ay * by; }, a[0], b[0], a[1],
                b[1]);
            break;
        case Operation::Dp3:
            mapLanes(
                width_, out,
                [](float ax, float bx, float ay, float by, float az, float bz) { return ax * bx + ay * by + az * bz; },
                a[0], b[0], a[1], b[1], a[2], b[2]);
            break;
        case Operation::Dp4:
            mapLanes(
                width_, out,
                [](float ax, float bx, float ay, float by, float az, float bz, float aw, float bw) {
                    return ax * bx + ay * by + az * bz + aw * bw;
                },
                a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3]);
            break;
        case Operation::Dph:
            mapLanes(
                width_, out,
                [](float ax, float bx, float ay, float by, float az, float bz, float bw) {
                    return ax * bx + ay * by + az * bz + bw;
                },
                a[0], b[0], a[1], b[1], a[2], b[2], b[3]);
            break;
        default:
            break;
    }
    commitScalar(instruction);
}

void Interpreter::scalar(const Instruction& instruction) {
    const size_t component = instruction.scalarComponent;
    const float* source = reader_.read(instruction, 0)[component];
    float* out = scalar_.lane.data();
    const auto map = [&](auto operation) { mapLanes(width_, out, operation, source); };
    // Functions of the host's library, for the lanes that there are.
    const auto call = [&](auto function) {
        for (int i = 0; i < group_.lanes(); ++i) out[i] = function(source[i]);
    };
    switch (instruction.operation) {
        case Operation::Reciprocal:
            map([](float x) { return 1.0f / x; });
            break;
        case Operation::Divide:
            mapLanes(
                width_, out, [](float x, float y) { return x / y; }, source, reader_.read(instruction, 1)[component]);
            break;
        case Operation::Sqrt:
            map([](float x) { return std::sqrt(x); });
            break;
        case Operation::ReciprocalSqrt:
            map([](float x) { return 1.0f / std::sqrt(x); });
            break;
        case Operation::SqrtReciprocal:
            map([](float x) { return sqrtReciprocalOf(x); });
            break;
        case Operation::Exp2:
            call(exp2Of);
            break;
        case Operation::Log2:
            call([](float x) { return static_cast<float>(log2Of(x)); });
            break;
        case Operation::Exp2Polynomial:
            map([](float x) { return fastExp2(x); });
            break;
        case Operation::Log2Polynomial:
            map([](float x) { return fastLog2(x); });
            break;
        case Operation::Sin:
            call([](float x) { return std::sin(x); });
            break;
        case Operation::Cos:
            call([](float x) { return std::cos(x); });
            break;
        case Operation::SinQuarter:
            map([](float x) { return fastSinQuarter(x, 0); });
            break;
        case Operation::CosQuarter:
            map([](float x) { return fastSinQuarter(x, 1); });
            break;
        case Operation::SinHalf:
            map([](float x) { return fastSinQuarter(x + x, 0); });
            break;
        case Operation::CosHalf:
            map([](float x) { return fastSinQuarter(x + x, 1); });
            break;
        default:
            break;
    }
    if (!instruction.factors) return commitScalar(instruction);
    float* one = scratch_[0].lane.data();
    std::fill_n(one, width_, 1.0f);
    commit(instruction, {out, one, out, one}, true);
}

void Interpreter::special(const Instruction& instruction) {
    if (instruction.operation == Operation::LitPartial) return litPartial(instruction);
    const Operand a = reader_.read(instruction, 0);
    const Operand b = instruction.operation == Operation::Dst ? reader_.read(instruction, 1) : Operand{};
    const size_t scalar = instruction.scalarComponent;
    for (int i = 0; i < group_.lanes(); ++i) {
        Vec4 value{};
        switch (instruction.operation) {
            case Operation::Dst:
                value = {1.0f, a[1][i] * b[1][i], a[2][i], b[3][i]};
                break;
            case Operation::Lit:
                value = litOf(a[0][i], a[1][i], a[3][i]);
                break;
            case Operation::ExpParts:
                value = expPartsOf(a[scalar][i]);
                break;
            case Operation::LogParts:
                value = logPartsOf(a[scalar][i]);
                break;
            default:
                break;
        }
        ThreadGroup::set(scratch_, i, value);
    }
    commit(instruction, scratchResult(), true);
}

void Interpreter::derivative(const Instruction& instruction) {
    const Operand source = reader_.read(instruction, 0);
    // Neighbour across the quad's columns or rows.
    const int step = instruction.operation == Operation::DerivativeX ? 1 : 2;
    for (unsigned c = 0; c < kComponents; ++c) {
        if ((instruction.destination.writeMask >> c & 1) == 0) continue;
        for (int i = 0; i < width_; ++i) {
            const int first = i & ~step;
            scratch_[c].lane[static_cast<size_t>(i)] = source[c][first + step] - source[c][first];
        }
    }
    commit(instruction, scratchResult(), true);
}

}  // namespace cyclorama::isa
