// SPDX-License-Identifier: MIT
#pragma once
// The table of operations over lanes of 32-bit words, which the executors of all instruction sets take their arithmetic
// of integers and bits from. Floats are in the words' bits. Denormals are kept or flushed as the host is set to
// (isa/denormals.h).
//
// Long because: the table has a row for each operation.

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
    FloatCopySign,    ///< a with the sign of b
    FloatClampBelow,  ///< a limited to 0 to b; 0 where a is not a number
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
    HalvingAddUpSigned,  ///< (a + b + 1) >> 1 without overflow
    HalvingAddUpUnsigned,
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
    MultiplyAddSaturatedSigned,
    MultiplyAddSaturatedUnsigned,
    MultiplyHighAddSigned,  ///< high 32 bits of a * b, + c
    MultiplyHighAddUnsigned,
    Multiply24SignedAdd,
    Multiply24UnsignedAdd,
    MultiplyCrossAdd,  ///< (low half of a times high half of b) << 16, + c
    MultiplyLowAdd,    ///< (low half of a times low half of b) << 16, + c
    AddThree,          ///< a + b + c
    // Quotients by zero have all bits set; remainders are a.
    DivideSigned,
    DivideUnsigned,
    RemainderSigned,
    RemainderUnsigned,
    AbsoluteSigned,
    SignOfSigned,  ///< -1, 0 or 1
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
    RotateLeft,
    SelectBits,     ///< (a & b) | (~a & c)
    ExtractSigned,  ///< the c bits of a from bit b on, of which the highest is the sign; 0 where c is 0
    ExtractUnsigned,
    ReverseBits,
    ReverseBits16,
    ReverseBytes,
    LeadingZeros,  ///< all bits set for zero
    LeadingZeros16,
    LeadingSigns,  ///< zeros of a, or of ~a where a is negative; all bits set where that is zero
    LeadingSigns16,
    LeadingZerosOr,  ///< leading zeros of a; b for zero
    // The number of a bit from the lowest on; all bits set if no such bit is set.
    LowestBit,
    HighestBit,
    HighestBitSigned,  ///< of ~a where a is negative
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

/// Computes `lanes` lanes, a multiple of eight, each of four bytes, whether its type is float or an integer. A result
/// may be one of its own sources; sources that the operation does not have are not read, and may be null.
using WordKernel = void (*)(size_t lanes, void* result, const void* a, const void* b, const void* c);

/// The version for the host that the process runs on.
WordKernel wordKernel(WordOperation operation);

/// The two versions of a kernel (func/lanes/host_versions.h), which give the same bits; null for None.
struct WordKernelVersions {
    WordKernel plain;
    WordKernel wide;
};
const WordKernelVersions& wordKernelVersions(WordOperation operation);

/// Sources that the operation reads.
unsigned sourcesOf(WordOperation operation);

}  // namespace cyclorama::isa
