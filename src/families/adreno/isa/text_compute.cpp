// SPDX-License-Identifier: MIT
// The texts of categories 0 to 4. Facts: Mesa, src/freedreno/isa/ir3-cat*.xml.

#include <array>

#include "families/adreno/isa/text_forms.h"
#include "families/adreno/isa/text_parts.h"

namespace cyclorama::adreno::ir3 {

namespace {

constexpr std::array<std::string_view, 8> kRepeatNames{"",       "(rpt1)", "(rpt2)", "(rpt3)",
                                                       "(rpt4)", "(rpt5)", "(rpt6)", "(rpt7)"};
constexpr std::array<std::string_view, kComparisons> kComparisonNames{"lt", "le", "gt", "ge", "eq", "ne"};
constexpr std::array<std::string_view, 4> kRoundingNames{"", "(even)", "(pos_infinity)", "(neg_infinity)"};

template <typename Text, typename C>
void condition(Text& text, C& value) {
    text.flag(value.inverted, "!");
    text.literal("p0.");
    text.choice(value.component, kComponentNames);
}

template <typename Text, typename In>
void flowText(Text& text, const OpcodeRow& row, In& in) {
    syncs(text, in);
    if (row.form != Form::Jump && row.form != Form::JumpLast) text.flag(in.endsQuads, "(eq)");
    text.flag(in.joins, "(jp)");
    if (row.form == Form::Plain) text.choice(in.repeat, kRepeatNames);
    name(text, row, in);
    if (row.form == Form::Plain) return;
    if (row.form == Form::JumpLast) {
        text.literal(".w");
        clusterSize(text, in.index);
    } else if (row.form == Form::IndexedBranch) {
        text.literal(".");
        text.number(in.index);
    }
    text.literal(" ");
    if (row.form == Form::TestedPlain || row.form == Form::Branch || row.form == Form::TwoBranch) {
        condition(text, in.conditions[0]);
        if (row.form == Form::TestedPlain) return;
        text.literal(", ");
    }
    if (row.form == Form::TwoBranch) {
        condition(text, in.conditions[1]);
        text.literal(", ");
    }
    text.literal("#");
    text.number(in.target);
}

template <typename Text, typename In>
void moveSource(Text& text, In& in, bool isAddress) {
    auto& source = in.sources[0];
    if constexpr (Text::kReads) {
        const bool isFloat = in.sourceType == ValueType::F16 || in.sourceType == ValueType::F32;
        const std::string_view rest = text.rest();
        const bool number = !rest.empty() && (std::isdigit(static_cast<unsigned char>(rest.front())) != 0 ||
                                              rest.front() == '-' || rest.starts_with("h("));
        const bool fraction = rest.starts_with("(") && !rest.starts_with("(r)") && !rest.starts_with("(last)");
        if (number || (isFloat && fraction)) {
            source.kind = OperandKind::Immediate;
            scanMoveImmediate(text, source.value, in.sourceType);
        } else {
            scanOperand(text, source);
        }
        source.half = halfMove(in.sourceType);
    } else if (source.kind == OperandKind::Immediate) {
        printMoveImmediate(text, source.value, in.sourceType);
    } else {
        text.flag(isAddress && source.repeats, "(r)");
        printOperand(text, source, OperandStyle::Move);
    }
}

/// MOVA and MOVA1 are moves to a0.x and a1.x of the types of those.
template <typename In>
bool isAddressMove(const In& in, int32_t reg, ValueType type) {
    return in.destinations[0].value == reg && in.sourceType == type && in.type == type;
}

template <typename Text, typename In>
bool addressMove(Text& text, In& in, std::string_view shown, std::string_view registerName, int32_t reg,
                 ValueType type) {
    if constexpr (Text::kReads) {
        if (!text.accepts(shown)) return false;
        in.type = in.sourceType = type;
        in.destinations[0] = {.kind = OperandKind::Register, .half = true, .value = reg};
    } else {
        if (!isAddressMove(in, reg, type)) return false;
        text.literal(shown);
    }
    text.choice(in.rounding, kRoundingNames);
    text.literal(registerName);
    text.literal(", ");
    if constexpr (Text::kReads) in.sources[0].repeats = text.accepts("(r)");
    if constexpr (!Text::kReads) {
        text.flag(in.sources[0].repeats && in.sources[0].kind == OperandKind::Immediate, "(r)");
    }
    moveSource(text, in, true);
    return true;
}

template <typename Text, typename In>
void moveText(Text& text, In& in) {
    syncs(text, in);
    text.flag(in.joins, "(jp)");
    text.choice(in.repeat, kRepeatNames);
    text.flag(in.unlocks, "(ul)");
    if (addressMove(text, in, "mova1 ", "a1.x", kAddressRegister1, ValueType::U16)) return;
    if (addressMove(text, in, "mova ", "a0.x", kAddressRegister, ValueType::S16)) return;
    if constexpr (Text::kReads) {
        text.require(text.accepts("mov.") || text.accepts("cov."));
    } else {
        text.literal(in.type == in.sourceType ? "mov." : "cov.");
    }
    text.choice(in.sourceType, kTypeNames);
    text.choice(in.type, kTypeNames);
    text.literal(" ");
    text.choice(in.rounding, kRoundingNames);
    result(text, in.destinations[0]);
    text.literal(", ");
    moveSource(text, in, false);
}

template <typename Text, typename In>
void movesText(Text& text, const OpcodeRow& row, In& in) {
    syncs(text, in);
    text.flag(in.joins, "(jp)");
    text.flag(in.unlocks, "(ul)");
    name(text, row, in);
    if (row.form == Form::MoveMask) {
        text.literal(".w");
        unsigned width = (in.repeat + 1u) * 32;
        text.number(width);
        if constexpr (Text::kReads) {
            text.require(width % 32 == 0 && width >= 32 && width <= 128);
            in.repeat = static_cast<uint8_t>(width / 32 - 1);
        }
        text.literal(" ");
        return result(text, in.destinations[0]);
    }
    text.literal(".");
    text.choice(in.sourceType, kTypeNames);
    text.choice(in.type, kTypeNames);
    text.literal(" ");
    text.choice(in.rounding, kRoundingNames);
    const size_t results = row.form == Form::Swizzle ? 2 : row.form == Form::Scatter ? 4 : 1;
    const size_t sources = row.form == Form::Swizzle ? 2 : row.form == Form::Gather ? 4 : 1;
    for (size_t i = 0; i < results; ++i) {
        result(text, in.destinations[i]);
        text.literal(", ");
    }
    for (size_t i = 0; i < sources; ++i) {
        if (i != 0) text.literal(", ");
        result(text, in.sources[i]);
    }
}

/// (sat), (rptN) or (nopN), and (ul) of categories 2 to 4.
template <typename Text, typename In>
void computePrefix(Text& text, In& in, bool alwaysDelay) {
    syncs(text, in);
    text.flag(in.joins, "(jp)");
    text.flag(in.saturate, "(sat)");
    bool delays = in.delay != 0 || alwaysDelay;
    text.flag(delays, "(nop");
    if (delays) {
        text.number(in.delay);
        text.literal(") ");
    } else {
        text.choice(in.repeat, kRepeatNames);
    }
    text.flag(in.unlocks, "(ul)");
}

/// Consequences of the operands that were read: the sources' size, and whether the result has it.
template <typename In>
void setSizes(In& in, size_t sizedSource) {
    in.full = !in.sources[sizedSource].half;
    const Operand& to = in.destinations[0];
    in.converts = to.value <= kLastSized && in.full == to.half;
}

template <typename Text, typename In>
void twoText(Text& text, const OpcodeRow& row, In& in) {
    computePrefix(text, in, false);
    name(text, row, in);
    if (row.form == Form::CompareSources) {
        text.literal(".");
        text.choice(in.comparison, kComparisonNames);
    }
    text.literal(" ");
    text.flag(in.endsInputs, "(ei)");
    result(text, in.destinations[0]);
    text.literal(", ");
    operand(text, in.sources[0], OperandStyle::Two);
    if (row.form != Form::OneSource && row.form != Form::Special) {
        text.literal(", ");
        operand(text, in.sources[1], OperandStyle::Two);
    }
    if constexpr (Text::kReads) {
        const bool second = in.sources[0].kind == OperandKind::FloatTable && in.sources[1].kind != OperandKind::None;
        setSizes(in, second ? 1 : 0);
    }
}

template <typename Text, typename In>
void threeText(Text& text, const OpcodeRow& row, In& in) {
    static constexpr std::array<std::string_view, 2> kSigns{".unsigned", ".mixed"};
    static constexpr std::array<std::string_view, 2> kHalves{".low", ".high"};
    computePrefix(text, in, false);
    name(text, row, in);
    if (row.form == Form::Dot) {
        text.choice(in.mixedSigns, kSigns);
        text.choice(in.packedHigh, kHalves);
    }
    text.literal(" ");
    result(text, in.destinations[0]);
    for (auto& source : std::span(in.sources).first(3)) {
        text.literal(", ");
        if constexpr (Text::kReads) {
            scanOperand(text, source);
        } else {
            // In the place of (r) there is (nopN).
            Operand shown = source;
            shown.repeats = source.repeats && in.delay == 0;
            printOperand(text, shown, OperandStyle::Three);
        }
    }
    if constexpr (Text::kReads) {
        setSizes(in, 1);
        if (row.form == Form::Dot || row.form == Form::Wide) in.converts = false;
        if (row.form != Form::ThreeImmediate && row.form != Form::Wide) {
            text.require(in.full == ((row.traits & kHalfSources) == 0));
        }
        for (Operand& source : std::span(in.sources).first(3)) source.half = !in.full;
    }
}

}  // namespace

template <typename Text, typename In>
void computeText(Text& text, const OpcodeRow& row, In& in) {
    const Form form = row.form;
    if (form <= Form::TwoBranch) {
        flowText(text, row, in);
    } else if (form == Form::Move) {
        moveText(text, in);
    } else if (form <= Form::MoveMask) {
        movesText(text, row, in);
    } else if (form <= Form::Input || form == Form::Special) {
        twoText(text, row, in);
    } else {
        threeText(text, row, in);
    }
}

template void computeText(TextPrinter&, const OpcodeRow&, const Instruction&);
template void computeText(TextScanner&, const OpcodeRow&, Instruction&);

}  // namespace cyclorama::adreno::ir3
