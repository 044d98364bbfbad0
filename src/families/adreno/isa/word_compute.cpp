// SPDX-License-Identifier: MIT
// The fields of the words of categories 0 to 4. Facts: Mesa, src/freedreno/isa/ir3-cat*.xml.

#include "families/adreno/isa/word_forms.h"
#include "families/adreno/isa/word_operands.h"

namespace cyclorama::adreno::ir3 {

namespace {

/// The fields that instructions of categories 1 to 4 share.
template <typename Bits, typename In>
void codeFlags(Bits& bits, In& in) {
    bits.flag(44, in.syncShort);
    bits.flag(45, in.unlocks);
    bits.flag(59, in.joins);
    bits.flag(60, in.syncLong);
}

/// Bits that repeat sources, or where nothing is repeated count the cycles of delay.
template <typename Bits, typename In>
void codeRepeats(Bits& bits, In& in, unsigned first, unsigned second, bool delays) {
    bits.field(40, 2, in.repeat);
    bool one = in.delay != 0 ? (in.delay & 1) != 0 : in.sources[0].repeats;
    bool two = in.delay != 0 ? in.delay >> 1 != 0 : in.sources[1].repeats;
    bits.require(in.delay <= 3 && (in.delay == 0 || in.repeat == 0));
    bits.flag(first, one);
    bits.flag(second, two);
    if constexpr (Bits::kReads) {
        const bool isDelay = delays && in.repeat == 0;
        in.delay = static_cast<uint8_t>(isDelay ? (one ? 1 : 0) + (two ? 2 : 0) : 0);
        in.sources[0].repeats = one && !isDelay;
        in.sources[1].repeats = two && !isDelay;
    } else {
        bits.require(!delays || in.repeat != 0 || in.delay != 0 || (!one && !two));
    }
}

/// The result of categories 2 to 4, whose size is the sources' or the other one.
template <typename Bits, typename In>
void codeSizedResult(Bits& bits, In& in) {
    codeRegister(bits, 32, in.destinations[0]);
    bits.flag(46, in.converts);
    if constexpr (Bits::kReads) {
        in.destinations[0].half = in.full == in.converts && in.destinations[0].value <= kLastSized;
    }
}

template <typename In>
void setSourceSizes(In& in, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        if (in.sources[i].kind != OperandKind::FloatTable) in.sources[i].half = !in.full;
    }
}

template <typename Bits, typename In>
void codeFlow(Bits& bits, Form form, In& in) {
    bits.signedField(0, 32, in.target);
    bits.field(40, 3, in.repeat);
    bits.flag(44, in.syncShort);
    bits.flag(48, in.endsQuads);
    bits.flag(59, in.joins);
    bits.flag(60, in.syncLong);
    if (form == Form::JumpLast) bits.field(52, 3, in.index);
    if (form == Form::IndexedBranch) bits.field(32, 5, in.index);
    if (form == Form::TestedPlain || form == Form::Branch || form == Form::TwoBranch) {
        bits.flag(52, in.conditions[0].inverted);
        bits.field(53, 2, in.conditions[0].component);
    }
    if (form == Form::TwoBranch) {
        bits.flag(45, in.conditions[1].inverted);
        bits.field(46, 2, in.conditions[1].component);
    }
}

template <typename Bits, typename In>
void codeTypes(Bits& bits, In& in) {
    bits.field(46, 3, in.type);
    bits.field(50, 3, in.sourceType);
}

/// A register, or one at a0.x.
template <typename Bits, typename In>
void codeMoveResult(Bits& bits, In& in) {
    Operand result = in.destinations[0];
    bool relative = result.kind == OperandKind::RelativeRegister;
    bits.flag(49, relative);
    bits.field(32, 8, result.value);
    if constexpr (Bits::kReads) {
        result.kind = relative ? OperandKind::RelativeRegister : OperandKind::Register;
        in.destinations[0] = result;
    } else {
        bits.require(relative || result.kind == OperandKind::Register);
    }
}

template <typename Bits, typename In>
void codeMove(Bits& bits, In& in) {
    auto& source = in.sources[0];
    codeFlags(bits, in);
    codeTypes(bits, in);
    bits.field(55, 2, in.rounding);
    codeMoveResult(bits, in);
    bits.field(40, 2, in.repeat);
    bits.flag(43, source.repeats);
    unsigned kind = source.kind == OperandKind::Immediate ? 2 : source.kind == OperandKind::Constant ? 1 : 0;
    bits.field(53, 2, kind);
    bits.require(kind != 3);
    if (kind == 2) {
        kindOf(bits, source, OperandKind::Immediate);
        bits.signedField(0, 32, source.value);
    } else if (kind == 1) {
        kindOf(bits, source, OperandKind::Constant);
        bits.field(0, 11, source.value);
        bits.expect(11, 21, 0);
    } else {
        bool relative = source.kind != OperandKind::Register;
        bits.flag(11, relative);
        bits.expect(12, 20, 0);
        if (relative) {
            codeRelative(bits, 0, source);
        } else {
            kindOf(bits, source, OperandKind::Register);
            codeGeneralRegister(bits, 0, source);
        }
    }
    if constexpr (Bits::kReads) {
        in.destinations[0].half = halfMove(in.type);
        source.half = halfMove(in.sourceType);
    }
}

/// Register fields of SWZ, GAT and SCT: those of the low 32 bits in the order of the word.
template <typename Bits, typename In>
void codeMoves(Bits& bits, Form form, In& in) {
    codeFlags(bits, in);
    codeTypes(bits, in);
    bits.field(55, 2, in.rounding);
    codeRegister(bits, 32, in.destinations[0]);
    codeRegister(bits, 0, in.sources[0]);
    if (form == Form::Scatter) {
        for (unsigned i = 1; i < 4; ++i) codeRegister(bits, 8 * i, in.destinations[i]);
    } else {
        codeRegister(bits, 8, in.sources[1]);
    }
    if (form == Form::Swizzle) codeRegister(bits, 16, in.destinations[1]);
    if (form == Form::Gather) {
        for (unsigned i = 2; i < 4; ++i) codeRegister(bits, 8 * i, in.sources[i]);
    }
    if constexpr (Bits::kReads) {
        for (auto& result : in.destinations) result.half = result.kind != OperandKind::None && halfMove(in.type);
        for (auto& source : in.sources) source.half = source.kind != OperandKind::None && halfMove(in.sourceType);
    }
}

template <typename Bits, typename In>
void codeMoveMask(Bits& bits, In& in) {
    codeFlags(bits, in);
    bits.field(55, 2, in.rounding);
    bits.field(40, 2, in.repeat);
    codeMoveResult(bits, in);
}

template <typename Bits, typename In>
void codeTwo(Bits& bits, Form form, In& in) {
    codeFlags(bits, in);
    bits.flag(42, in.saturate);
    bits.flag(47, in.endsInputs);
    bits.flag(52, in.full);
    codeSizedResult(bits, in);
    codeRepeats(bits, in, 43, 51, form != Form::Input);
    codeSource(bits, 0, in.sources[0]);
    if (form != Form::OneSource) codeSource(bits, 16, in.sources[1]);
    if (form == Form::CompareSources) bits.field(48, 3, in.comparison);
    if constexpr (Bits::kReads) setSourceSizes(in, form == Form::OneSource ? 1 : 2);
}

template <typename Bits, typename In>
void codeThree(Bits& bits, const OpcodeRow& row, In& in) {
    codeFlags(bits, in);
    codeShortSource(bits, 0, row.form == Form::ThreeImmediate, in.sources[0]);
    codeRegister(bits, 47, in.sources[1]);
    codeShortSource(bits, 16, row.form == Form::ThreeImmediate || row.form == Form::Wide, in.sources[2]);
    codeRepeats(bits, in, 43, 15, true);
    bits.flag(29, in.sources[2].repeats);
    if (row.form == Form::Dot) {
        bits.flag(14, in.mixedSigns);
        bits.flag(30, in.packedHigh);
    } else {
        bits.flag(14, in.sources[0].negate);
        bits.flag(30, in.sources[1].negate);
    }
    if (row.form == Form::Wide) {
        bits.flag(31, in.full);
        bool fullResult = !in.destinations[0].half;
        bits.flag(46, fullResult);
        codeRegister(bits, 32, in.destinations[0]);
        if constexpr (Bits::kReads) in.destinations[0].half = !fullResult;
    } else {
        bits.flag(31, in.sources[2].negate);
        if (row.form == Form::ThreeImmediate) {
            bits.flag(42, in.full);
        } else {
            bits.flag(42, in.saturate);
            if constexpr (Bits::kReads) in.full = (row.traits & kHalfSources) == 0;
        }
        if (row.form == Form::Dot) {
            codeRegister(bits, 32, in.destinations[0]);
        } else {
            codeSizedResult(bits, in);
        }
    }
    if constexpr (Bits::kReads) setSourceSizes(in, 3);
}

template <typename Bits, typename In>
void codeSpecial(Bits& bits, In& in) {
    codeFlags(bits, in);
    bits.field(40, 2, in.repeat);
    bits.flag(42, in.saturate);
    bits.flag(43, in.sources[0].repeats);
    bits.flag(52, in.full);
    codeSource(bits, 0, in.sources[0]);
    codeSizedResult(bits, in);
    if constexpr (Bits::kReads) setSourceSizes(in, 1);
}

}  // namespace

template <typename Bits, typename In>
void codeCompute(Bits& bits, const OpcodeRow& row, In& in) {
    const Form form = row.form;
    if (form <= Form::TwoBranch) {
        codeFlow(bits, form, in);
    } else if (form == Form::Move) {
        codeMove(bits, in);
    } else if (form == Form::MoveMask) {
        codeMoveMask(bits, in);
    } else if (form <= Form::Scatter) {
        codeMoves(bits, form, in);
    } else if (form <= Form::Input) {
        codeTwo(bits, form, in);
    } else if (form <= Form::Wide) {
        codeThree(bits, row, in);
    } else {
        codeSpecial(bits, in);
    }
}

template void codeCompute(WordReader&, const OpcodeRow&, Instruction&);
template void codeCompute(WordWriter&, const OpcodeRow&, const Instruction&);

}  // namespace cyclorama::adreno::ir3
