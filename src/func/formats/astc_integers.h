// SPDX-License-Identifier: MIT
#pragma once
// Sequences of integers in blocks of ASTC (Khronos Data Format Specification 1.3, chapter ASTC, Integer Sequence
// Encoding and unquantization).

#include <cstdint>
#include <span>

#include "func/formats/block_codecs.h"

namespace cyclorama::func {

/// A range of integers from 0 on: some bits, and above them a digit of base 3 or 5.
struct AstcRange {
    uint8_t bits = 0;
    bool trits = false;
    bool quints = false;
};

/// Ranges of weights, by the range's number in the block's mode less 2; and of colours, from the smallest on.
extern const std::array<AstcRange, 12> kAstcWeightRanges;
extern const std::array<AstcRange, 17> kAstcColorRanges;

/// Bits that `count` integers take.
unsigned astcSequenceBits(const AstcRange& range, unsigned count);

/// The integers from bit `first` on; bits from `end` on are 0.
void decodeAstcSequence(const BlockBits& bits, unsigned first, unsigned end, const AstcRange& range,
                        std::span<uint8_t> values);

/// A weight from 0 to 64, and a colour from 0 to 255, of an integer of a range.
unsigned astcWeight(const AstcRange& range, unsigned value);
unsigned astcColor(const AstcRange& range, unsigned value);

}  // namespace cyclorama::func
