// Instructions that do more than compute a vector register: predicates, the accumulator, loads, kills and exports.

#include <algorithm>
#include <bit>

#include "isa/interpreter.h"
#include "isa/lane_math.h"

namespace cyclorama::isa {

namespace {

constexpr LaneValues kZeroLanes{};

/// The condition of a compare opcode, in every lane.
void compare(Opcode opcode, int width, uint32_t* out, const float* a, const float* b) {
    const auto integers = [](auto condition) {
        return [condition](float x, float y) {
            return flagOf(condition(std::bit_cast<int32_t>(x), std::bit_cast<int32_t>(y)));
        };
    };
    switch (opcode) {
        case Opcode::SetPEq:
            mapLanes(
                width, out, [](float x, float y) { return flagOf(x == y); }, a, b);
            break;
        case Opcode::SetPGt:
            mapLanes(
                width, out, [](float x, float y) { return flagOf(x > y); }, a, b);
            break;
        case Opcode::SetPLt:
            mapLanes(
                width, out, [](float x, float y) { return flagOf(x < y); }, a, b);
            break;
        case Opcode::StPEqI:
            mapLanes(width, out, integers([](int32_t x, int32_t y) { return x == y; }), a, b);
            break;
        case Opcode::StPGtI:
            mapLanes(width, out, integers([](int32_t x, int32_t y) { return x > y; }), a, b);
            break;
        // ATTILA's emulator tests for equality here, evidently by mistake; no driver of its own emits the opcode.
        case Opcode::StPLtI:
            mapLanes(width, out, integers([](int32_t x, int32_t y) { return x < y; }), a, b);
            break;
        default:
            break;
    }
}

/// ATTILA starts each product with a one of the result's precision.
FixedPoint product(float a, float b) {
    return multiply(multiply(FixedPoint{.sign = 1, .integer = 1, .fraction = 0}, toFixedPoint(a)), toFixedPoint(b));
}

}  // namespace

void Interpreter::setPredicate(const Instruction& instruction) {
    LaneFlags result{};
    uint32_t* out = result.lane.data();
    if (instruction.opcode == Opcode::AndP) {
        LaneFlags second;
        reader_.readFlags(instruction, 0, result);
        reader_.readFlags(instruction, 1, second);
        mapLanes(
            width_, out, [](uint32_t x, uint32_t y) { return x & y; }, out, second.lane.data());
    } else {
        const Operand a = reader_.read(instruction, 0);
        const Operand b = reader_.read(instruction, 1);
        compare(instruction.opcode, width_, out, a[3], b[3]);
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

void Interpreter::fixedPoint(const Instruction& instruction) {
    const Operand a = reader_.read(instruction, 0);
    const Operand b = reader_.read(instruction, 1);
    const Operand c = instruction.opcode == Opcode::FxMad2 ? reader_.read(instruction, 2) : Operand{};
    const LaneFlags* flags = writeFlags(instruction);
    for (unsigned component = 0; component < kComponents; ++component) {
        if ((instruction.destination.writeMask >> component & 1) == 0) continue;
        for (int i = 0; i < group_.lanes(); ++i) {
            const size_t lane = static_cast<size_t>(i);
            FixedPoint& accumulator = group_.accumulator[component][lane];
            FixedPoint value = product(a[component][i], b[component][i]);
            if (instruction.opcode == Opcode::FxMad) {
                scratch_[component].lane[lane] = toFloat(add(value, accumulator));
                continue;
            }
            if (instruction.opcode == Opcode::FxMad2) value = add(value, toFixedPoint(c[component][i]));
            if (flags == nullptr || flags->lane[lane] != 0) accumulator = value;
        }
    }
    if (instruction.opcode != Opcode::FxMad) return;
    commit(instruction,
           {scratch_[0].lane.data(), scratch_[1].lane.data(), scratch_[2].lane.data(), scratch_[3].lane.data()}, true);
}

void Interpreter::texture(const Instruction& instruction, size_t index) {
    if (instruction.opcode >= Opcode::Sample) return sample(instruction, index);
    const Operand source = reader_.read(instruction, 0);
    VectorRegister projected;
    TextureRequest request{.operation = TextureOperation::Sample,
                           .sampler = instruction.unit,
                           .lanes = group_.lanes(),
                           .quads = context_.quads,
                           .executing = executing_,
                           .active = executing_ & context_.active,
                           .instruction = index,
                           .coordinate = source,
                           .parameter = kZeroLanes.lane.data(),
                           .result = {}};
    for (unsigned c = 0; c < kComponents; ++c) {
        request.result[c] = scratch_[c].lane.data();
        std::fill_n(request.result[c], width_, 0.0f);
    }
    if (instruction.opcode == Opcode::Txl) request.operation = TextureOperation::SampleLod;
    if (instruction.opcode == Opcode::Txl || instruction.opcode == Opcode::Txb) request.parameter = source[3];
    if (instruction.opcode == Opcode::Txp) {
        for (unsigned c = 0; c < 3; ++c) {
            float* out = projected[c].lane.data();
            mapLanes(
                width_, out, [](float x, float w) { return x / w; }, source[c], source[3]);
            request.coordinate[c] = out;
        }
    }
    if (context_.sampler != nullptr) context_.sampler->sample(request);
    commit(instruction, request.result, true);
}

void Interpreter::attribute(const Instruction& instruction, size_t index) {
    const Operand source = reader_.read(instruction, 0);
    LaneValues vertex;
    std::copy_n(source[0], width_, vertex.lane.data());
    AttributeRequest request{.stream = instruction.unit,
                             .lanes = group_.lanes(),
                             .executing = executing_,
                             .active = executing_ & context_.active,
                             .instruction = index,
                             .index = &vertex,
                             .result = {}};
    for (unsigned c = 0; c < kComponents; ++c) {
        request.result[c] = scratch_[c].lane.data();
        std::fill_n(request.result[c], width_, 0.0f);
    }
    if (context_.attributes != nullptr) context_.attributes->load(request);
    commit(instruction, request.result, true);
}

// ATTILA: kills and exports take no notice of the instruction's predicate.
void Interpreter::kill(const Instruction& instruction) {
    const Operand source = reader_.read(instruction, 0);
    LaneFlags flags;
    mapLanes(
        width_, flags.lane.data(),
        [](float x, float y, float z, float w) {
            return flagOf(x < 0.0f) | flagOf(y < 0.0f) | flagOf(z < 0.0f) | flagOf(w < 0.0f);
        },
        source[0], source[1], source[2], source[3]);
    if (instruction.opcode == Opcode::Kil) {
        killCurrentSample(flags);
    } else if (instruction.unit < kSamples) {
        uint32_t* killed = group_.killedSamples[instruction.unit].lane.data();
        mapLanes(
            width_, killed, [](uint32_t old, uint32_t executing, uint32_t flag) { return old | (executing & flag); },
            killed, executingFlags_.lane.data(), flags.lane.data());
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
    const bool single = instruction.opcode == Opcode::Zxp;
    for (int i = 0; i < group_.lanes(); ++i) {
        const size_t lane = static_cast<size_t>(i);
        if (executingFlags_.lane[lane] == 0) continue;
        if (single) {
            group_.depths[0].lane[lane] = source[0][i];
            continue;
        }
        // ATTILA divides the current sample by four and takes no notice of the sample number in the instruction.
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
