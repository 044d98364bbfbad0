// SPDX-License-Identifier: MIT
// The texts of categories 6 and 7. Facts: Mesa, src/freedreno/isa/ir3-cat*.xml.

#include <array>

#include "families/adreno/isa/text_forms.h"
#include "families/adreno/isa/text_parts.h"

namespace cyclorama::adreno::ir3 {

namespace {

constexpr std::array<std::string_view, 3> kBufferModeNames{"imm", "uniform", "nonuniform"};

/// "g[", "l[" or "p[": the memory that an access of a register and an offset goes to.
inline std::string_view spaceOf(Opcode opcode) {
    return opcode == Opcode::LoadPrivate || opcode == Opcode::StorePrivate ? "p["
           : opcode == Opcode::LoadGlobal || opcode == Opcode::StoreGlobal || opcode == Opcode::LoadGlobalConstants
               ? "g["
               : "l[";
}

/// The address of an indexed access: sources[0] + (sources[1] + offset) << 2, or the offset after the shift.
template <typename Text, typename In>
void indexedAddress(Text& text, In& in) {
    text.literal("g[");
    registerOrNumber(text, in.sources[0]);
    text.literal("+");
    bool inner = in.memory.shift == 0;
    text.flag(inner, "(");
    unsized(text, in.sources[1]);
    if (inner) {
        text.offset(in.memory.offset);
        text.literal(")");
    }
    text.literal("<<");
    int shift = in.memory.shift + 2;
    text.number(shift);
    if constexpr (Text::kReads) {
        text.require(shift >= 2 && shift <= 5 && inner == (shift == 2));
        in.memory.shift = static_cast<uint8_t>(shift - 2);
    }
    if (!inner) {
        text.offset(in.memory.offset);
        text.literal("<<2");
    }
    text.literal("]");
}

template <typename Text, typename In>
void offsetAddress(Text& text, const OpcodeRow& row, In& in) {
    text.literal(spaceOf(row.opcode));
    if (row.form == Form::VaryingLoad) {
        text.number(in.memory.offset);
    } else {
        const bool global =
            row.form == Form::GlobalLoad || row.form == Form::GlobalStore || row.form == Form::ConstantLoad;
        if (global) {
            registerOrNumber(text, in.sources[0]);
        } else {
            unsized(text, in.sources[0]);
        }
        text.offset(in.memory.offset);
    }
    text.literal("]");
}

template <typename Text, typename In>
void constantResult(Text& text, In& in) {
    text.literal("c[");
    text.flag(in.memory.viaA1, "a1.x");
    auto& value = in.destinations[0].value;
    if (in.memory.viaA1) {
        text.offset(value);
    } else {
        text.number(value);
    }
    if constexpr (Text::kReads) in.destinations[0].kind = OperandKind::Constant;
    text.literal("]");
}

template <typename Text, typename In>
void accessText(Text& text, const OpcodeRow& row, In& in) {
    const bool shows = (row.traits & kHalfShown) != 0;
    const bool indexed = row.form == Form::IndexedGlobalLoad || row.form == Form::IndexedGlobalStore;
    const bool stores =
        row.form == Form::GlobalStore || row.form == Form::IndexedGlobalStore || row.form == Form::OffsetStore;
    auto& data = row.form == Form::OffsetStore || row.form == Form::ConstantStore ? in.sources[1]
                 : stores                                                         ? in.sources[2]
                                                                                  : in.destinations[0];
    const auto address = [&] {
        if (indexed) {
            indexedAddress(text, in);
        } else {
            offsetAddress(text, row, in);
        }
    };
    const auto value = [&] {
        if (shows) {
            result(text, data);
        } else {
            unsized(text, data);
        }
    };
    if (row.form == Form::ConstantStore || row.form == Form::ConstantLoad) {
        constantResult(text, in);
    } else if (stores) {
        address();
    } else {
        value();
    }
    text.literal(", ");
    if (row.form == Form::ConstantLoad || (!stores && row.form != Form::ConstantStore)) {
        address();
    } else {
        value();
    }
    text.literal(", ");
    text.number(in.memory.size);
}

template <typename Text, typename In>
void typedText(Text& text, In& in) {
    static constexpr std::array<std::string_view, 2> kTyped{".untyped.", ".typed."};
    text.choice(in.memory.typed, kTyped);
    plusOne(text, in.memory.dimensions);
    text.literal("d.");
}

template <typename Text, typename In>
void atomicText(Text& text, const OpcodeRow& row, In& in) {
    typedText(text, in);
    const bool local = row.form == Form::LocalAtomic;
    text.choice(in.type, std::span<const std::string_view>(local ? kTypeNames : kAtomicTypeNames));
    text.literal(".");
    plusOne(text, in.memory.elements);
    text.literal(local ? ".l " : ".g ");
    unsized(text, in.destinations[0]);
    text.literal(local ? ", l[" : ", ");
    registerOrNumber(text, in.sources[0]);
    text.literal(local ? "], " : ", ");
    registerOrNumber(text, in.sources[1]);
}

template <typename Text, typename In>
void bufferMode(Text& text, In& in) {
    text.literal(".");
    text.choice(in.memory.mode, kBufferModeNames);
    text.flag(in.memory.bindless, ".base");
    if (in.memory.bindless) text.number(in.memory.base);
}

template <typename Text, typename In>
void uniformText(Text& text, const OpcodeRow& row, In& in) {
    if (row.form == Form::UniformConstants) {
        text.literal("ldc.");
        text.number(in.memory.size);
        text.literal(".k");
        bufferMode(text, in);
        text.literal(" c[a1.x], ");
    } else {
        text.literal("ldc");
        text.flag(in.memory.uniformResult, ".u");
        text.literal(".offset");
        text.number(in.memory.offset);
        text.literal(".");
        plusOne(text, in.memory.elements);
        bufferMode(text, in);
        text.literal(" ");
        unsized(text, in.destinations[0]);
        text.literal(", ");
    }
    registerOrNumber(text, in.sources[1]);
    text.literal(", ");
    registerOrNumber(text, in.sources[0]);
}

template <typename Text, typename In>
void bufferText(Text& text, const OpcodeRow& row, In& in) {
    typedText(text, in);
    const bool atomic = row.form == Form::BufferAtomic;
    text.choice(in.type, std::span<const std::string_view>(atomic ? kAtomicTypeNames : kTypeNames));
    text.literal(".");
    plusOne(text, in.memory.elements);
    bufferMode(text, in);
    text.literal(" ");
    auto& data = row.opcode == Opcode::StoreBuffer ? in.sources[2] : in.destinations[0];
    if (row.form == Form::BufferAccess) {
        result(text, data);
    } else {
        unsized(text, data);
    }
    if (row.form != Form::BufferQuery) {
        text.literal(", ");
        unsized(text, in.sources[1]);
    }
    if (row.form == Form::BufferAccess) {
        text.offset(in.memory.offset);
        if constexpr (Text::kReads) in.memory.immediateOffset = in.memory.offset != 0;
    }
    text.literal(", ");
    registerOrNumber(text, in.sources[0]);
}

template <typename Text, typename In>
void shuffleText(Text& text, In& in) {
    static constexpr std::array<std::string_view, 8> kModes{"0", "xor", "up", "down", "4", "5", "rup", "rdown"};
    text.literal(".");
    text.choice(in.memory.shuffle, kModes);
    text.literal(".");
    text.choice(in.type, kTypeNames);
    text.literal(" ");
    result(text, in.destinations[0]);
    listed(text, in.sources[0]);
    text.literal(", ");
    registerOrNumber(text, in.sources[1]);
}

}  // namespace

template <typename Text, typename In>
void memoryText(Text& text, const OpcodeRow& row, In& in) {
    text.flag(in.syncLong, "(sy)");
    text.flag(in.joins, "(jp)");
    if (row.form == Form::Uniform || row.form == Form::UniformConstants) return uniformText(text, row, in);
    name(text, row, in);
    if (row.form == Form::LocalAtomic || row.form == Form::GlobalAtomic) return atomicText(text, row, in);
    if (row.form == Form::Shuffle) return shuffleText(text, in);
    if (row.form >= Form::BufferQuery) return bufferText(text, row, in);
    text.literal(".");
    text.choice(in.type, kTypeNames);
    if (row.form == Form::Resource) {
        text.literal(".");
        plusOne(text, in.memory.dimensions);
        text.literal("d ");
        unsized(text, in.destinations[0]);
        text.literal(", g[");
        registerOrNumber(text, in.sources[0]);
        return text.literal("]");
    }
    text.literal(" ");
    if (row.form == Form::SystemValue) return unsized(text, in.destinations[0]);
    if constexpr (Text::kReads) {
        // Stores always have the bit.
        in.memory.immediateOffset = row.form == Form::GlobalStore || row.form == Form::IndexedGlobalStore;
    }
    accessText(text, row, in);
}

template void memoryText(TextPrinter&, const OpcodeRow&, const Instruction&);
template void memoryText(TextScanner&, const OpcodeRow&, Instruction&);

template <typename Text, typename In>
void barrierText(Text& text, const OpcodeRow& row, In& in) {
    static constexpr std::array<std::string_view, 2> kDurations{".s", ".l"};
    static constexpr std::array<std::string_view, 2> kCaches{".shr", ".all"};
    syncs(text, in);
    text.flag(in.joins, "(jp)");
    name(text, row, in);
    if (row.form == Form::Sleep) text.choice(in.scope, kDurations);
    if (row.form == Form::Cache) text.choice(in.scope, kCaches);
    if (row.form != Form::Barrier) return;
    static constexpr std::array<std::string_view, 4> kScopes{".w", ".r", ".l", ".g"};
    uint8_t scope = in.scope;
    for (unsigned bit = 4; bit-- > 0;) {
        bool value = (scope >> bit & 1) != 0;
        text.flag(value, kScopes[bit]);
        if constexpr (Text::kReads) in.scope = static_cast<uint8_t>(in.scope | (value ? 1u << bit : 0u));
    }
}

template void barrierText(TextPrinter&, const OpcodeRow&, const Instruction&);
template void barrierText(TextScanner&, const OpcodeRow&, Instruction&);

}  // namespace cyclorama::adreno::ir3
