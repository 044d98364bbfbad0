// SPDX-License-Identifier: MIT
#pragma once
// Operations over lanes of 32-bit words, for instruction sets whose registers are scalars. Floats are in the words'
// bits. Denormals are kept or flushed as the host is set to (isa/denormals.h).

#include <cstddef>
#include <cstdint>

namespace cyclorama::isa {

/// In the formulas a, b and c are the sources.
enum class WordOperation : uint8_t {
    None,       ///< nothing is computed
    Copy,       ///< a
    FloatAdd,   ///< a + b
    FloatMul,   ///< a * b
    FloatMad,   ///< a * b, rounded, + c
    FloatMin,   ///< the lesser one, -0 before 0; the other one where one is not a number
    FloatMax,   ///< the greater one, 0 before -0; the other one where one is not a number
    FloatSign,  ///< -1, 0 or 1; 0 where a is not a number
    FloatFloor,
    FloatCeil,
    FloatRoundEven,  ///< to the nearest integer, of two the even one
    FloatRoundAway,  ///< to the nearest integer, of two the one further from zero
    FloatTruncate,
    FloatReciprocal,
    FloatReciprocalSqrt,
    FloatSqrt,
    FloatLog2,
    FloatExp2,
    FloatSin,  ///< a in radians
    FloatCos,
    // Comparisons give 1 or 0, in the order less, less or equal, greater, greater or equal, equal, not equal.
    FloatLess,
    FloatLessEqual,
    FloatGreater,
    FloatGreaterEqual,
    FloatEqual,
    FloatNotEqual,
    SignedLess,
    SignedLessEqual,
    SignedGreater,
    SignedGreaterEqual,
    SignedEqual,
    SignedNotEqual,
    UnsignedLess,
    UnsignedLessEqual,
    UnsignedGreater,
    UnsignedGreaterEqual,
    UnsignedEqual,
    UnsignedNotEqual,
    Add,
    AddSaturatedSigned,
    AddSaturatedSigned16,  ///< of sign-extended 16-bit integers, clamped to their range
    AddSaturatedUnsigned,
    AddSaturatedUnsigned16,
    HalvingAddSigned,    ///< (a + b) >> 1 without overflow
    HalvingAddUnsigned,  ///< the same, unsigned
    Subtract,
    SubtractSaturatedSigned,
    SubtractSaturatedSigned16,
    SubtractSaturatedUnsigned,
    MinSigned,
    MinUnsigned,
    MaxSigned,
    MaxUnsigned,
    Multiply,          ///< low 32 bits
    Multiply24Signed,  ///< low 32 bits of the product of the low 24 bits, sign-extended
    Multiply24Unsigned,
    Multiply16,  ///< low half of a times low half of b
    MultiplyAdd,
    Multiply24SignedAdd,
    Multiply24UnsignedAdd,
    MultiplyCrossAdd,  ///< (low half of a times high half of b) << 16, + c
    MultiplyLowAdd,    ///< (low half of a times low half of b) << 16, + c
    AddThree,          ///< a + b + c
    And,
    Or,
    Xor,
    Not,
    // Shift amounts are taken modulo the size.
    ShiftLeft,
    ShiftLeft16,
    ShiftRight,
    ShiftRight16,
    ShiftRightSigned,
    ShiftRightSigned16,
    ShiftRightAnd,  ///< (b >> a) & c
    ShiftRightAnd16,
    ShiftLeftAnd,  ///< (b << a) & c
    ShiftLeftAnd16,
    ShiftRightOr,  ///< (b >> a) | c
    ShiftRightOr16,
    ShiftLeftOr,  ///< (b << a) | c
    ShiftLeftOr16,
    AndOr,  ///< (a & b) | c
    ReverseBits,
    ReverseBits16,
    LeadingZeros,  ///< all bits set for zero
    LeadingZeros16,
    LeadingSigns,  ///< zeros of a, or of ~a where a is negative; all bits set where that is zero
    LeadingSigns16,
    CountBits,
    SelectNonZero,      ///< b != 0 ? a : c
    SelectNotNegative,  ///< b >= 0 as an integer ? a : c
    SelectFloatNotNegative,
    Dot2Unsigned,      ///< sum of two products of unsigned bytes, the low ones, + c
    Dot2UnsignedHigh,  ///< of the high two
    Dot2Mixed,         ///< the bytes of a are signed
    Dot2MixedHigh,
    Dot4Unsigned,
    Dot4Signed,
    Dot4Mixed,
    Dot4MixedSaturated  ///< the sum with c is clamped
};
inline constexpr size_t kWordOperations = static_cast<size_t>(WordOperation::Dot4MixedSaturated) + 1;

/// Computes `lanes` lanes, a multiple of eight. A result may be one of its own sources; sources that the operation does
/// not have are not read, and may be null.
using WordKernel = void (*)(size_t lanes, uint32_t* result, const uint32_t* a, const uint32_t* b, const uint32_t* c);

WordKernel wordKernel(WordOperation operation);

/// Sources that the operation reads.
unsigned sourcesOf(WordOperation operation);

}  // namespace cyclorama::isa
