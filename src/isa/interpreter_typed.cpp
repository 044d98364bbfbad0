// SPDX-License-Identifier: MIT
// Operations whose operands have a type and that may test a condition.

#include <algorithm>
#include <bit>
#include <span>

#include "isa/fast_math.h"
#include "isa/half_lanes.h"
#include "isa/interpreter.h"
#include "isa/number_conversions.h"
#include "isa/typed_lanes.h"
#include "isa/word_operations.h"

namespace cyclorama::isa {

namespace {

/// Brings the low bits of every lane into the range of a narrow type.
void narrowLanes(int width, float* out, const float* in, DataType type) {
    mapLanes(
        width, out, [type](float a) { return std::bit_cast<float>(narrowed(bitsOfLane(a), type)); }, in);
}

/// Limits words to the range of a narrow type.
void clampLanes(int width, float* lanes, DataType type) {
    const auto clamp = [=]<typename T>(T low, T high) {
        mapLanes(
            width, lanes, [=](float a) { return std::bit_cast<float>(std::clamp(laneAs<T>(a), low, high)); }, lanes);
    };
    const unsigned bits = bitsOf(type);
    if (isSigned(type))
        clamp(-(int32_t{1} << (bits - 1)), (int32_t{1} << (bits - 1)) - 1);
    else
        clamp(uint32_t{0}, (uint32_t{1} << bits) - 1);
}

/// The way that operands of 8 or 16 bits enter kernels of words.
enum class NarrowOperands : uint8_t {
    Extended,  ///< each by its sign, or by zeros
    FirstHigh  ///< the first one's bits at the top of the word
};

/// The way that a result is brought into the range of a type of 8 or 16 bits.
enum class NarrowResult : uint8_t { Truncated, Clamped };

/// Computation of a typed operation.
struct TypedRow {
    Operation operation{};
    WordOperation ofUnsigned = WordOperation::None;
    WordOperation ofSigned = WordOperation::None;  ///< None: the same
    NarrowOperands operands = NarrowOperands::Extended;
    NarrowResult result = NarrowResult::Truncated;
};

using Word = WordOperation;
constexpr auto kTypedRows = std::to_array<TypedRow>({
    {Operation::Ceil, Word::FloatCeil},
    {Operation::Sign, Word::FloatSign},
    {Operation::CopySign, Word::FloatCopySign},
    {Operation::RoundEven, Word::FloatRoundEven},
    {Operation::RoundAway, Word::FloatRoundAway},
    {Operation::ClampMax, Word::FloatClampBelow},
    {Operation::Or, Word::Or},
    {Operation::And, Word::And},
    {Operation::Xor, Word::Xor},
    {Operation::Not, Word::Not},
    {Operation::ShiftLeft, Word::ShiftLeft},
    {Operation::ShiftRight, Word::ShiftRight, Word::ShiftRightSigned},
    {Operation::Rotate, Word::RotateLeft},
    {Operation::BitSelect, Word::SelectBits},
    {Operation::BitExtract, Word::ExtractUnsigned, Word::ExtractSigned},
    {Operation::PopCount, Word::CountBits},
    {Operation::LeadingZeros, Word::LeadingZerosOr, Word::None, NarrowOperands::FirstHigh},
    {Operation::BitReverse, Word::ReverseBits, Word::None, NarrowOperands::FirstHigh},
    {Operation::ByteReverse, Word::ReverseBytes, Word::None, NarrowOperands::FirstHigh},
    {Operation::FindLsb, Word::LowestBit},
    {Operation::FindMsb, Word::HighestBit, Word::HighestBitSigned},
    {Operation::IntAdd, Word::Add},
    {Operation::IntMul, Word::Multiply},
    {Operation::IntMad, Word::MultiplyAdd},
    {Operation::IntAddSat, Word::AddSaturatedUnsigned, Word::AddSaturatedSigned, NarrowOperands::Extended,
     NarrowResult::Clamped},
    // The third operand of what has two is zero.
    {Operation::IntMulSat, Word::MultiplyAddSaturatedUnsigned, Word::MultiplyAddSaturatedSigned,
     NarrowOperands::Extended, NarrowResult::Clamped},
    {Operation::IntMadSat, Word::MultiplyAddSaturatedUnsigned, Word::MultiplyAddSaturatedSigned,
     NarrowOperands::Extended, NarrowResult::Clamped},
    {Operation::IntMulHigh, Word::MultiplyHighAddUnsigned, Word::MultiplyHighAddSigned, NarrowOperands::FirstHigh},
    {Operation::IntMadHigh, Word::MultiplyHighAddUnsigned, Word::MultiplyHighAddSigned, NarrowOperands::FirstHigh},
    {Operation::IntDiv, Word::DivideUnsigned, Word::DivideSigned},
    {Operation::IntMod, Word::RemainderUnsigned, Word::RemainderSigned},
    {Operation::IntAbs, Word::AbsoluteSigned},
    {Operation::IntSign, Word::SignOfSigned},
    {Operation::HalfAdd, Word::HalvingAddUnsigned, Word::HalvingAddSigned},
    {Operation::HalfAddInc, Word::HalvingAddUpUnsigned, Word::HalvingAddUpSigned},
    {Operation::IntToInt, Word::Copy},
});

/// By operation.
constexpr std::array<TypedRow, kOperations> kRows = [] {
    std::array<TypedRow, kOperations> rows{};
    for (const TypedRow& row : kTypedRows) rows[static_cast<size_t>(row.operation)] = row;
    return rows;
}();

constexpr bool isNarrow(DataType type) { return !isFloat(type) && bitsOf(type) < 32; }

constexpr bool isConversion(Operation operation) {
    return operation == Operation::FloatToInt || operation == Operation::FloatToIntRound ||
           operation == Operation::IntToFloat || operation == Operation::Convert;
}

/// One component of a conversion. Convert: to halves in the low bits, or from those to floats.
void convert(const Instruction& instruction, int width, float* out, const float* in) {
    const auto lanes = static_cast<size_t>(width);
    const DataType type = instruction.type;
    switch (instruction.operation) {
        case Operation::FloatToInt:
            return integersOfFloats(lanes, out, in, type, WordRounding::TowardZero);
        case Operation::FloatToIntRound:
            return integersOfFloats(lanes, out, in, type, WordRounding::ToEven);
        case Operation::IntToFloat:
            if (isNarrow(type)) narrowLanes(width, out, in, type);
            return floatsOfIntegers(lanes, out, isNarrow(type) ? out : in, isSigned(type), WordRounding::ToEven);
        default:
            return type == DataType::Float16 ? narrowFloats(lanes, out, in) : valuesOfHalves(lanes, out, in, 0);
    }
}

/// One component of an instruction in all lanes.
class TypedComponent {
  public:
    TypedComponent(const Instruction& instruction, int width)
        : row_(kRows[static_cast<size_t>(instruction.operation)]),
          type_(instruction.type),
          sources_(operationInfo(instruction.operation).sources),
          takesIntegers_(operationInfo(instruction.operation).type == OperandType::Typed && !isFloat(type_)),
          width_(width) {}

    void compute(float* out, std::array<const float*, kMaxSources> in) {
        if (takesIntegers_ && isNarrow(type_)) {
            for (unsigned s = 0; s < sources_; ++s) in[s] = widened(s, in[s]);
        }
        if (row_.ofUnsigned == Word::LeadingZerosOr) {
            operand_[1].lane.fill(std::bit_cast<float>(uint32_t{bitsOf(type_)}));
            in[1] = operand_[1].lane.data();
        }
        const bool other = isSigned(type_) && row_.ofSigned != Word::None;
        wordKernel(other ? row_.ofSigned : row_.ofUnsigned)(static_cast<size_t>(width_), out, in[0], in[1], in[2]);
        if (bitsOf(type_) < 32) finish(out);
    }

  private:
    const float* widened(unsigned source, const float* in) {
        float* const to = operand_[source].lane.data();
        if (source == 0 && row_.operands == NarrowOperands::FirstHigh) {
            mapLanes(
                width_, to,
                [unused = 32 - bitsOf(type_)](float a) { return std::bit_cast<float>(bitsOfLane(a) << unused); }, in);
        } else {
            narrowLanes(width_, to, in, type_);
        }
        return to;
    }

    void finish(float* out) const {
        if (row_.result == NarrowResult::Clamped) clampLanes(width_, out, type_);
        if (row_.result == NarrowResult::Truncated && takesIntegers_) narrowLanes(width_, out, out, type_);
    }

    const TypedRow row_;
    const DataType type_;
    const unsigned sources_;
    const bool takesIntegers_;
    const int width_;
    std::array<LaneValues, kMaxSources> operand_;
};

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
    const OperationInfo& info = operationInfo(instruction.operation);
    std::array<Operand, kMaxSources> sources;
    readOrZero(instruction, sources);
    const bool takesIntegers = info.type == OperandType::Typed && !isFloat(instruction.type);
    const bool inPlace = !takesIntegers || !isNarrow(instruction.type);
    const Result result = inPlace ? resultFor(instruction, sources) : scratchResult();
    const bool converts = isConversion(instruction.operation);
    TypedComponent component(instruction, width_);
    for (unsigned c = 0; c < kComponents; ++c) {
        if ((instruction.destination.writeMask >> c & 1) == 0) continue;
        if (converts)
            convert(instruction, width_, result[c], sources[0][c]);
        else
            component.compute(result[c], {sources[0][c], sources[1][c], sources[2][c]});
    }
    commit(instruction, result, !takesIntegers || instruction.operation == Operation::IntToFloat);
}

void Interpreter::conditional(const Instruction& instruction) {
    std::array<Operand, kMaxSources> sources;
    readOrZero(instruction, sources);
    const bool narrow = isNarrow(instruction.type);
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
