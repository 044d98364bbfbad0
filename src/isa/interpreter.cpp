#include "isa/interpreter.h"

#include <algorithm>
#include <bit>

#include "isa/lane_math.h"

namespace cyclorama::isa {

namespace {

int roundedToBlocks(int lanes) { return (lanes + kLaneBlock - 1) / kLaneBlock * kLaneBlock; }

/// One component of an opcode that works component by component.
void vectorComponent(Opcode opcode, int width, float* out, const float* a, const float* b, const float* c) {
    switch (opcode) {
        case Opcode::Add:
            mapLanes(
                width, out, [](float x, float y) { return x + y; }, a, b);
            break;
        case Opcode::Cmp:
        case Opcode::CmpKil:
            mapLanes(
                width, out, [](float x, float y, float z) { return select(flagOf(x < 0.0f), y, z); }, a, b, c);
            break;
        case Opcode::Flr:
            mapLanes(
                width, out, [](float x) { return floorOf(x); }, a);
            break;
        case Opcode::Frc:
            mapLanes(
                width, out, [](float x) { return x - floorOf(x); }, a);
            break;
        case Opcode::Mad:
            mapLanes(
                width, out, [](float x, float y, float z) { return x * y + z; }, a, b, c);
            break;
        case Opcode::Max:
            mapLanes(
                width, out, [](float x, float y) { return x > y ? x : y; }, a, b);
            break;
        case Opcode::Min:
            mapLanes(
                width, out, [](float x, float y) { return x < y ? x : y; }, a, b);
            break;
        case Opcode::Mov:
            std::copy_n(a, width, out);
            break;
        case Opcode::Mul:
            mapLanes(
                width, out, [](float x, float y) { return x * y; }, a, b);
            break;
        case Opcode::Sge:
            mapLanes(
                width, out, [](float x, float y) { return x < y ? 0.0f : 1.0f; }, a, b);
            break;
        case Opcode::Slt:
            mapLanes(
                width, out, [](float x, float y) { return x < y ? 1.0f : 0.0f; }, a, b);
            break;
        default:
            break;
    }
}

/// Whether computing the components in order would overwrite a source before it is read.
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
    const OpcodeInfo& info = opcodeInfo(instruction.opcode);
    switch (info.kind) {
        case OpcodeKind::Control:
            if (instruction.opcode == Opcode::Chs) nextSample();
            break;
        case OpcodeKind::Vector:
            if (info.type == OperandType::Integer) {
                vectorInteger(instruction);
            } else if (info.type == OperandType::FixedPoint) {
                fixedPoint(instruction);
            } else if (instruction.opcode == Opcode::Arl) {
                loadAddress(instruction);
            } else {
                vectorFloat(instruction);
            }
            break;
        case OpcodeKind::Dot:
            dot(instruction);
            break;
        case OpcodeKind::Scalar:
            scalar(instruction);
            break;
        case OpcodeKind::Special:
            special(instruction);
            break;
        case OpcodeKind::Predicate:
            setPredicate(instruction);
            break;
        case OpcodeKind::Derivative:
            derivative(instruction);
            break;
        case OpcodeKind::Texture:
            texture(instruction, index);
            break;
        case OpcodeKind::Attribute:
            attribute(instruction, index);
            break;
        case OpcodeKind::Kill:
            kill(instruction);
            break;
        case OpcodeKind::Export:
            exportDepth(instruction);
            break;
        case OpcodeKind::Jump:
        case OpcodeKind::Branch:
            break;
        case OpcodeKind::Typed:
            typed(instruction);
            break;
        case OpcodeKind::TypedScalar:
            typedScalar(instruction);
            break;
        case OpcodeKind::Address:
            moveAddress(instruction);
            break;
        case OpcodeKind::Memory:
            memory(instruction);
            break;
        case OpcodeKind::Discard:
            discard(instruction);
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

void Interpreter::commit(const Instruction& instruction, const Result& result, bool saturable) {
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

void Interpreter::commitScalar(const Instruction& instruction) {
    float* values = scalar_.lane.data();
    commit(instruction, {values, values, values, values}, true);
}

void Interpreter::vectorFloat(const Instruction& instruction) {
    const unsigned sourceCount = opcodeInfo(instruction.opcode).sources;
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
        vectorComponent(instruction.opcode, width_, result[c], sources[0][c], sources[1][c], sources[2][c]);
    }
    if (instruction.opcode == Opcode::CmpKil) {
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

void Interpreter::vectorInteger(const Instruction& instruction) {
    const Operand a = reader_.read(instruction, 0);
    const Operand b = reader_.read(instruction, 1);
    const bool adds = instruction.opcode == Opcode::AddI;
    const Result result = resultFor(instruction, {a, b});
    for (unsigned c = 0; c < kComponents; ++c) {
        if ((instruction.destination.writeMask >> c & 1) == 0) continue;
        const auto integers = [](auto operation) {
            return [operation](float x, float y) {
                return std::bit_cast<float>(operation(std::bit_cast<int32_t>(x), std::bit_cast<int32_t>(y)));
            };
        };
        if (adds) {
            mapLanes(width_, result[c], integers([](int32_t x, int32_t y) { return addWrapping(x, y); }), a[c], b[c]);
        } else {
            mapLanes(width_, result[c], integers([](int32_t x, int32_t y) { return multiplyWrapping(x, y); }), a[c],
                     b[c]);
        }
    }
    commit(instruction, result, false);
}

void Interpreter::loadAddress(const Instruction& instruction) {
    const Operand source = reader_.read(instruction, 0);
    for (unsigned c = 0; c < kComponents; ++c) {
        mapLanes(
            width_, scratch_[c].lane.data(), [](float x) { return std::bit_cast<float>(floorToInteger(x)); },
            source[c]);
    }
    Instruction wholeRegister = instruction;
    wholeRegister.destination.writeMask = kAllComponents;
    commit(wholeRegister,
           {scratch_[0].lane.data(), scratch_[1].lane.data(), scratch_[2].lane.data(), scratch_[3].lane.data()}, false);
}

void Interpreter::dot(const Instruction& instruction) {
    const Operand a = reader_.read(instruction, 0);
    const Operand b = reader_.read(instruction, 1);
    float* out = scalar_.lane.data();
    if (instruction.opcode == Opcode::Dp2) {
        mapLanes(
            width_, out, [](float ax, float bx, float ay, float by) { return ax * bx + ay * by; }, a[0], b[0], a[1],
            b[1]);
    } else if (instruction.opcode == Opcode::Dp4) {
        mapLanes(
            width_, out,
            [](float ax, float bx, float ay, float by, float az, float bz, float aw, float bw) {
                return ax * bx + ay * by + az * bz + aw * bw;
            },
            a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3]);
    } else if (instruction.opcode == Opcode::Dph) {
        mapLanes(
            width_, out,
            [](float ax, float bx, float ay, float by, float az, float bz, float bw) {
                return ax * bx + ay * by + az * bz + bw;
            },
            a[0], b[0], a[1], b[1], a[2], b[2], b[3]);
    } else {
        mapLanes(
            width_, out,
            [](float ax, float bx, float ay, float by, float az, float bz) { return ax * bx + ay * by + az * bz; },
            a[0], b[0], a[1], b[1], a[2], b[2]);
    }
    commitScalar(instruction);
}

template <typename Value>
void Interpreter::fillScalar(const Operand& source, Value value) {
    for (int i = 0; i < group_.lanes(); ++i) scalar_.lane[static_cast<size_t>(i)] = value(source[3][i]);
}

void Interpreter::scalar(const Instruction& instruction) {
    const Operand source = reader_.read(instruction, 0);
    switch (instruction.opcode) {
        case Opcode::Rcp:
            mapLanes(
                width_, scalar_.lane.data(), [](float x) { return 1.0f / x; }, source[3]);
            break;
        case Opcode::Rsq:
            mapLanes(
                width_, scalar_.lane.data(), [](float x) { return rsqOf(x); }, source[3]);
            break;
        case Opcode::Ex2:
            fillScalar(source, exp2Of);
            break;
        case Opcode::Lg2:
            fillScalar(source, [](float x) { return static_cast<float>(log2Of(x)); });
            break;
        case Opcode::Cos:
            fillScalar(source, [](float x) { return std::cos(x); });
            break;
        case Opcode::Sin:
            fillScalar(source, [](float x) { return std::sin(x); });
            break;
        default:
            break;
    }
    commitScalar(instruction);
}

void Interpreter::special(const Instruction& instruction) {
    if (instruction.opcode == Opcode::LitPartial) return litPartial(instruction);
    const Operand a = reader_.read(instruction, 0);
    const Operand b = instruction.opcode == Opcode::Dst ? reader_.read(instruction, 1) : Operand{};
    for (int i = 0; i < group_.lanes(); ++i) {
        Vec4 value{};
        switch (instruction.opcode) {
            case Opcode::Dst:
                value = {1.0f, a[1][i] * b[1][i], a[2][i], b[3][i]};
                break;
            case Opcode::Lit:
                value = litOf(a[0][i], a[1][i], a[3][i]);
                break;
            case Opcode::Exp:
                value = expOf(a[3][i]);
                break;
            case Opcode::Log:
                value = logOf(a[3][i]);
                break;
            default:
                break;
        }
        ThreadGroup::set(scratch_, i, value);
    }
    commit(instruction,
           {scratch_[0].lane.data(), scratch_[1].lane.data(), scratch_[2].lane.data(), scratch_[3].lane.data()}, true);
}

void Interpreter::derivative(const Instruction& instruction) {
    const Operand source = reader_.read(instruction, 0);
    // Neighbour across the quad's columns or rows.
    const int step = instruction.opcode == Opcode::Ddx ? 1 : 2;
    for (unsigned c = 0; c < kComponents; ++c) {
        if ((instruction.destination.writeMask >> c & 1) == 0) continue;
        for (int i = 0; i < width_; ++i) {
            const int first = i & ~step;
            scratch_[c].lane[static_cast<size_t>(i)] = source[c][first + step] - source[c][first];
        }
    }
    commit(instruction,
           {scratch_[0].lane.data(), scratch_[1].lane.data(), scratch_[2].lane.data(), scratch_[3].lane.data()}, true);
}

}  // namespace cyclorama::isa
