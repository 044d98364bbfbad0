// SPDX-License-Identifier: MIT
// Facts: Mesa, src/freedreno/ir3/ir3_compiler_nir.c (what its compiler uses each opcode for) and ir3.h (modifiers,
// conversions of results), src/freedreno/isa/ir3-cat3.xml (dot products).

#include "families/adreno/isa/operations.h"

#include <array>

namespace cyclorama::adreno::ir3 {

namespace {

using isa::WordOperation;

struct ComputeRow {
    Opcode opcode;
    WordOperation full;  ///< of full registers; of comparisons the first of six
    WordOperation half;
    OperandClass operands;
    ResultClass result;
};

/// An operation that is the same for both sizes.
constexpr ComputeRow floats(Opcode opcode, WordOperation operation) {
    return {opcode, operation, operation, OperandClass::Float, ResultClass::Float};
}
constexpr ComputeRow compares(Opcode opcode, WordOperation first, OperandClass operands) {
    return {opcode, first, first, operands, ResultClass::Unsigned};
}
constexpr ComputeRow signedRow(Opcode opcode, WordOperation operation) {
    return {opcode, operation, operation, OperandClass::Signed, ResultClass::Signed};
}
constexpr ComputeRow unsignedRow(Opcode opcode, WordOperation operation) {
    return {opcode, operation, operation, OperandClass::Unsigned, ResultClass::Unsigned};
}
constexpr ComputeRow bits(Opcode opcode, WordOperation full, WordOperation half) {
    return {opcode, full, half, OperandClass::Bits, ResultClass::Unsigned};
}
constexpr ComputeRow bits(Opcode opcode, WordOperation both) { return bits(opcode, both, both); }

constexpr std::array kComputeRows = std::to_array<ComputeRow>({
    floats(Opcode::AddFloat, WordOperation::FloatAdd),
    floats(Opcode::MinFloat, WordOperation::FloatMin),
    floats(Opcode::MaxFloat, WordOperation::FloatMax),
    floats(Opcode::MulFloat, WordOperation::FloatMul),
    floats(Opcode::SignFloat, WordOperation::FloatSign),
    compares(Opcode::CompareFloat, WordOperation::FloatLess, OperandClass::Float),
    floats(Opcode::AbsNegFloat, WordOperation::Copy),
    compares(Opcode::CompareVectorFloat, WordOperation::FloatLess, OperandClass::Float),
    floats(Opcode::FloorFloat, WordOperation::FloatFloor),
    floats(Opcode::CeilFloat, WordOperation::FloatCeil),
    floats(Opcode::RoundEvenFloat, WordOperation::FloatRoundEven),
    floats(Opcode::RoundAwayFloat, WordOperation::FloatRoundAway),
    floats(Opcode::TruncFloat, WordOperation::FloatTruncate),
    unsignedRow(Opcode::AddUnsigned, WordOperation::Add),
    signedRow(Opcode::AddSigned, WordOperation::Add),
    unsignedRow(Opcode::SubUnsigned, WordOperation::Subtract),
    signedRow(Opcode::SubSigned, WordOperation::Subtract),
    compares(Opcode::CompareUnsigned, WordOperation::UnsignedLess, OperandClass::Unsigned),
    compares(Opcode::CompareSigned, WordOperation::SignedLess, OperandClass::Signed),
    unsignedRow(Opcode::MinUnsigned, WordOperation::MinUnsigned),
    signedRow(Opcode::MinSigned, WordOperation::MinSigned),
    unsignedRow(Opcode::MaxUnsigned, WordOperation::MaxUnsigned),
    signedRow(Opcode::MaxSigned, WordOperation::MaxSigned),
    signedRow(Opcode::AbsNegSigned, WordOperation::Copy),
    bits(Opcode::And, WordOperation::And),
    bits(Opcode::Or, WordOperation::Or),
    bits(Opcode::Not, WordOperation::Not),
    bits(Opcode::Xor, WordOperation::Xor),
    compares(Opcode::CompareVectorUnsigned, WordOperation::UnsignedLess, OperandClass::Unsigned),
    compares(Opcode::CompareVectorSigned, WordOperation::SignedLess, OperandClass::Signed),
    unsignedRow(Opcode::MulUnsigned24, WordOperation::Multiply24Unsigned),
    signedRow(Opcode::MulSigned24, WordOperation::Multiply24Signed),
    {Opcode::MulLow, WordOperation::Multiply16, WordOperation::Multiply, OperandClass::Unsigned, ResultClass::Unsigned},
    bits(Opcode::BitReverse, WordOperation::ReverseBits, WordOperation::ReverseBits16),
    {Opcode::LeadingZerosSigned, WordOperation::LeadingSigns, WordOperation::LeadingSigns16, OperandClass::Signed,
     ResultClass::Signed},
    {Opcode::LeadingZeros, WordOperation::LeadingZeros, WordOperation::LeadingZeros16, OperandClass::Bits,
     ResultClass::Signed},
    bits(Opcode::ShiftLeft, WordOperation::ShiftLeft, WordOperation::ShiftLeft16),
    bits(Opcode::ShiftRight, WordOperation::ShiftRight, WordOperation::ShiftRight16),
    {Opcode::ShiftRightSigned, WordOperation::ShiftRightSigned, WordOperation::ShiftRightSigned16, OperandClass::Bits,
     ResultClass::Unsigned},
    bits(Opcode::CountBits, WordOperation::CountBits),
    unsignedRow(Opcode::MadUnsigned16, WordOperation::MultiplyAdd),
    unsignedRow(Opcode::MadShiftedUnsigned16, WordOperation::MultiplyLowAdd),
    signedRow(Opcode::MadSigned16, WordOperation::MultiplyAdd),
    unsignedRow(Opcode::MadShiftedMixed16, WordOperation::MultiplyCrossAdd),
    unsignedRow(Opcode::MadUnsigned24, WordOperation::Multiply24UnsignedAdd),
    signedRow(Opcode::MadSigned24, WordOperation::Multiply24SignedAdd),
    floats(Opcode::MadHalf, WordOperation::FloatMad),
    floats(Opcode::MadFloat, WordOperation::FloatMad),
    bits(Opcode::SelectBits16, WordOperation::SelectNonZero),
    bits(Opcode::SelectBits32, WordOperation::SelectNonZero),
    signedRow(Opcode::SelectSigned16, WordOperation::SelectNotNegative),
    signedRow(Opcode::SelectSigned32, WordOperation::SelectNotNegative),
    floats(Opcode::SelectHalf, WordOperation::SelectFloatNotNegative),
    floats(Opcode::SelectFloat, WordOperation::SelectFloatNotNegative),
    signedRow(Opcode::AddThree16, WordOperation::AddThree),
    signedRow(Opcode::AddThree32, WordOperation::AddThree),
    bits(Opcode::ShiftRightMask, WordOperation::ShiftRightAnd, WordOperation::ShiftRightAnd16),
    bits(Opcode::ShiftLeftMask, WordOperation::ShiftLeftAnd, WordOperation::ShiftLeftAnd16),
    bits(Opcode::ShiftRightOr, WordOperation::ShiftRightOr, WordOperation::ShiftRightOr16),
    bits(Opcode::ShiftLeftOr, WordOperation::ShiftLeftOr, WordOperation::ShiftLeftOr16),
    bits(Opcode::AndOr, WordOperation::AndOr),
    unsignedRow(Opcode::Dot2Accumulate, WordOperation::Dot2Unsigned),
    unsignedRow(Opcode::Dot4Accumulate, WordOperation::Dot4Unsigned),
    floats(Opcode::Reciprocal, WordOperation::FloatReciprocal),
    floats(Opcode::ReciprocalSqrt, WordOperation::FloatReciprocalSqrt),
    floats(Opcode::Log2, WordOperation::FloatLog2),
    floats(Opcode::Exp2, WordOperation::FloatExp2),
    floats(Opcode::Sin, WordOperation::FloatSin),
    floats(Opcode::Cos, WordOperation::FloatCos),
    floats(Opcode::Sqrt, WordOperation::FloatSqrt),
    floats(Opcode::ReciprocalSqrtHalf, WordOperation::FloatReciprocalSqrt),
    floats(Opcode::Log2Half, WordOperation::FloatLog2),
    floats(Opcode::Exp2Half, WordOperation::FloatExp2),
});

constexpr WordOperation following(WordOperation first, size_t distance) {
    return static_cast<WordOperation>(static_cast<size_t>(first) + distance);
}

bool compares(Opcode opcode) {
    switch (opcode) {
        case Opcode::CompareFloat:
        case Opcode::CompareUnsigned:
        case Opcode::CompareSigned:
        case Opcode::CompareVectorFloat:
        case Opcode::CompareVectorUnsigned:
        case Opcode::CompareVectorSigned:
            return true;
        default:
            return false;
    }
}

/// The additions, whose overflow (sat) clamps and (ei) halves.
WordOperation additionOf(const Instruction& instruction) {
    const bool full = instruction.full;
    switch (instruction.opcode) {
        case Opcode::AddUnsigned:
            if (instruction.endsInputs) return WordOperation::HalvingAddUnsigned;
            return full ? WordOperation::AddSaturatedUnsigned : WordOperation::AddSaturatedUnsigned16;
        case Opcode::AddSigned:
            if (instruction.endsInputs) return WordOperation::HalvingAddSigned;
            return full ? WordOperation::AddSaturatedSigned : WordOperation::AddSaturatedSigned16;
        case Opcode::SubUnsigned:
            return WordOperation::SubtractSaturatedUnsigned;
        case Opcode::SubSigned:
            return full ? WordOperation::SubtractSaturatedSigned : WordOperation::SubtractSaturatedSigned16;
        default:
            return WordOperation::None;
    }
}

/// DP2ACC's halves and signs, DP4ACC's signs.
WordOperation dotOf(const Instruction& instruction) {
    if (instruction.opcode == Opcode::Dot4Accumulate) {
        if (!instruction.mixedSigns) return WordOperation::Dot4Unsigned;
        if (instruction.packedHigh) return WordOperation::Dot4Signed;
        return instruction.saturate ? WordOperation::Dot4MixedSaturated : WordOperation::Dot4Mixed;
    }
    const WordOperation low = instruction.mixedSigns ? WordOperation::Dot2Mixed : WordOperation::Dot2Unsigned;
    return following(low, instruction.packedHigh ? 1 : 0);
}

/// Half operands are widened first where bits are reversed, or zeros counted, into a full register (Mesa:
/// ir3/ir3_compiler_nir.c, emit_alu, nir_op_find_lsb and nir_op_ufind_msb). Products of 24 bits have 32, whatever the
/// size of their factors (Mesa: ir3/ir3_cf.c, is_safe_conv).
bool isFull(const Instruction& instruction) {
    const bool widens = instruction.opcode == Opcode::BitReverse || instruction.opcode == Opcode::LeadingZerosSigned ||
                        instruction.opcode == Opcode::LeadingZeros || instruction.opcode == Opcode::MulUnsigned24 ||
                        instruction.opcode == Opcode::MulSigned24;
    return instruction.full || (widens && !instruction.destinations[0].half);
}

const ComputeRow* findRow(Opcode opcode) {
    for (const ComputeRow& row : kComputeRows) {
        if (row.opcode == opcode) return &row;
    }
    return nullptr;
}

}  // namespace

Computation computationOf(const Instruction& instruction) {
    const ComputeRow* row = findRow(instruction.opcode);
    if (row == nullptr) return {};
    const bool full = isFull(instruction);
    Computation computation{full ? row->full : row->half, row->operands, row->result, full};
    if (compares(instruction.opcode)) {
        const auto comparison = static_cast<size_t>(instruction.comparison);
        computation.operation = comparison < kComparisons ? following(row->full, comparison) : WordOperation::None;
    } else if (instruction.saturate || instruction.endsInputs) {
        const WordOperation addition = additionOf(instruction);
        if (addition != WordOperation::None) computation.operation = addition;
    }
    if (isBetween(instruction.opcode, Opcode::Dot2Accumulate, Opcode::Dot4Accumulate)) {
        computation.operation = dotOf(instruction);
    }
    return computation;
}

Support supportOf(Opcode opcode) {
    switch (opcode) {
        case Opcode::CompareVectorFloat:
        case Opcode::CompareVectorUnsigned:
        case Opcode::CompareVectorSigned:
        case Opcode::MadShiftedUnsigned16:
        case Opcode::SelectSigned16:
        case Opcode::SelectSigned32:
        case Opcode::SelectHalf:
        case Opcode::SelectFloat:
        case Opcode::Call:
        case Opcode::Return:
        case Opcode::LocalIncrement:
        case Opcode::LocalDecrement:
        case Opcode::GlobalIncrement:
        case Opcode::GlobalDecrement:
            return Support::Estimated;
        case Opcode::Emit:
        case Opcode::Cut:
        case Opcode::FlowReverse:
        case Opcode::Break:
        case Opcode::BranchIndexed:
        case Opcode::BranchCross:
        case Opcode::MaskGenerate:
        case Opcode::GetBit:
        case Opcode::SetRoundingMode:
        case Opcode::ShiftBoth:
        case Opcode::MaskedDifferences:
        case Opcode::ResourceInfo:
            return Support::NotExecuted;
        default:
            return Support::Executed;
    }
}

}  // namespace cyclorama::adreno::ir3
