// SPDX-License-Identifier: MIT
// The fields of the words of categories 5 to 7. Facts: Mesa, src/freedreno/isa/ir3-cat*.xml.

#include "families/adreno/isa/word_forms.h"
#include "families/adreno/isa/word_operands.h"

namespace cyclorama::adreno::ir3 {

namespace {

template <typename Bits, typename In>
void codeDescriptor(Bits& bits, In& in) {
    auto& texture = in.texture;
    if (!texture.indirect) {
        bits.field(21, 4, texture.sampler);
        bits.field(25, 7, texture.texture);
        return;
    }
    bits.field(29, 3, texture.mode);
    uint8_t low = texture.base & 1;
    uint8_t high = texture.base >> 1;
    bits.field(47, 1, low);
    bits.field(19, 2, high);
    if constexpr (Bits::kReads) texture.base = static_cast<uint8_t>(low | high << 1);
    if (texture.mode == DescriptorSource::BindlessImmediate) {
        bits.field(21, 4, texture.sampler);
        bits.field(25, 4, texture.texture);
    } else if (texture.mode == DescriptorSource::BindlessA1Immediate) {
        bits.field(21, 8, texture.sampler);
    } else {
        codeRegister(bits, 21, in.sources[2]);
        if constexpr (Bits::kReads) {
            in.sources[2].half =
                texture.mode == DescriptorSource::Uniform || texture.mode == DescriptorSource::Nonuniform;
        }
    }
}

/// Members of all instructions of category 5 but one.
template <typename Bits, typename In>
void codeTexel(Bits& bits, const OpcodeRow& row, In& in) {
    bits.flag(0, in.full);
    bits.flag(59, in.joins);
    bits.flag(60, in.syncLong);
    bits.field(44, 3, in.type);
    bits.field(40, 4, in.texture.writeMask);
    codeRegister(bits, 32, in.destinations[0]);
    bits.flag(48, in.texture.threeDimensional);
    bits.flag(49, in.texture.array);
    bits.flag(52, in.texture.offset);
    if ((row.traits & kOneSource) != 0) codeRegister(bits, 1, in.sources[0]);
    if ((in.texture.offset && row.form != Form::Broadcast) || (row.traits & kTwoSources) == kTwoSources) {
        codeRegister(bits, 9, in.sources[1]);
    } else if (in.texture.immediateOffset) {
        kindOf(bits, in.sources[1], OperandKind::Immediate);
        bits.field(9, 8, in.sources[1].value);
    }
    if constexpr (Bits::kReads) {
        in.destinations[0].half = isHalf(in.type);
        in.sources[0].half = in.sources[0].kind == OperandKind::Register && !in.full;
        in.sources[1].half = in.sources[1].kind == OperandKind::Register && !in.full;
    }
}

template <typename Bits, typename In>
void codeTexture(Bits& bits, const OpcodeRow& row, In& in) {
    auto& texture = in.texture;
    bits.flag(51, texture.indirect);
    bits.flag(50, texture.shadow);
    if (row.form == Form::TextureLoad) {
        bits.flag(18, texture.notOneDimensional);
        bits.flag(53, texture.immediateOffset);
    } else {
        bits.flag(53, texture.projected);
    }
    codeTexel(bits, row, in);
    codeDescriptor(bits, in);
}

template <typename Bits, typename In>
void codeQuad(Bits& bits, const OpcodeRow& row, In& in) {
    if (row.form == Form::Broadcast) bits.field(19, 2, in.texture.clusterBits);
    codeTexel(bits, row, in);
}

template <typename Bits, typename In>
void codeGlobal(Bits& bits, Form form, In& in) {
    const bool stores = form == Form::GlobalStore || form == Form::IndexedGlobalStore;
    const bool indexed = form == Form::IndexedGlobalLoad || form == Form::IndexedGlobalStore;
    bits.field(24, 3, in.memory.size);
    if (indexed) {
        bits.field(9, 2, in.memory.offset);
        bits.field(12, 2, in.memory.shift);
    }
    if (stores) {
        codeRegister(bits, 41, in.sources[0]);
        codeRegister(bits, 1, in.sources[2]);
        bits.flag(40, in.memory.immediateOffset);
    } else {
        codeRegister(bits, 14, in.sources[0]);
        codeRegister(bits, 32, in.destinations[0]);
    }
    if (indexed) {
        codeRegister(bits, stores ? 32 : 1, in.sources[1]);
    } else if (!stores) {
        bits.signedField(1, 13, in.memory.offset);
    }
}

/// An offset of 13 bits whose low eight are at 32 and whose others are at 9.
template <typename Bits, typename In>
void codeSplitOffset(Bits& bits, In& in) {
    int32_t high = in.memory.offset >> 8;
    int32_t low = in.memory.offset & 0xff;
    bits.signedField(9, 5, high);
    bits.field(32, 8, low);
    if constexpr (Bits::kReads) in.memory.offset = high * 256 + low;
}

/// The number of a constant, or what is added to a1.x for it.
template <typename Bits, typename In>
void codeConstantResult(Bits& bits, In& in) {
    kindOf(bits, in.destinations[0], OperandKind::Constant);
    bits.field(32, 8, in.destinations[0].value);
    bits.flag(40, in.memory.viaA1);
}

template <typename Bits, typename In>
void codeOffsetAccess(Bits& bits, Form form, In& in) {
    bits.field(24, form == Form::ConstantStore ? 3 : 8, in.memory.size);
    if (form == Form::OffsetStore) {
        codeRegister(bits, 41, in.sources[0]);
        codeRegister(bits, 1, in.sources[1]);
        codeSplitOffset(bits, in);
    } else if (form == Form::ConstantStore) {
        codeRegister(bits, 1, in.sources[1]);
        codeConstantResult(bits, in);
    } else {
        codeRegister(bits, 32, in.destinations[0]);
        if (form == Form::OffsetLoad) {
            codeRegister(bits, 14, in.sources[0]);
            bits.signedField(1, 13, in.memory.offset);
        } else {
            bits.field(1, 13, in.memory.offset);
        }
    }
}

template <typename Bits, typename In>
void codeConstantLoad(Bits& bits, In& in) {
    bits.signedField(1, 13, in.memory.offset);
    codeRegister(bits, 14, in.sources[0]);
    bits.field(23, 4, in.memory.size);
    codeConstantResult(bits, in);
}

/// Atomic operations on local memory and on addresses.
template <typename Bits, typename In>
void codeAtomic(Bits& bits, In& in) {
    bits.field(9, 2, in.memory.dimensions);
    bits.flag(11, in.memory.typed);
    bits.field(12, 2, in.memory.elements);
    bool firstNumber = in.sources[0].kind == OperandKind::Immediate;
    bool secondNumber = in.sources[1].kind == OperandKind::Immediate;
    bits.flag(22, firstNumber);
    bits.flag(23, secondNumber);
    codeRegisterOrNumber(bits, 14, firstNumber, in.sources[0]);
    codeRegisterOrNumber(bits, 24, secondNumber, in.sources[1]);
    codeRegister(bits, 32, in.destinations[0]);
}

template <typename Bits, typename In>
void codeResource(Bits& bits, In& in) {
    bits.field(9, 2, in.memory.dimensions);
    codeRegister(bits, 32, in.destinations[0]);
    bool number = in.sources[0].kind == OperandKind::Immediate;
    bits.flag(53, number);
    codeRegisterOrNumber(bits, 41, number, in.sources[0]);
}

/// The buffer of an instruction: its number is sources[0].
template <typename Bits, typename In>
void codeBuffer(Bits& bits, In& in) {
    bits.field(1, 3, in.memory.base);
    bits.field(6, 2, in.memory.mode);
    bits.flag(8, in.memory.bindless);
    bits.field(12, 2, in.memory.elements);
    codeRegisterOrNumber(bits, 41, in.memory.mode == BufferMode::Immediate, in.sources[0]);
}

template <typename Bits, typename In>
void codeUniform(Bits& bits, Form form, In& in) {
    codeBuffer(bits, in);
    bool number = in.sources[1].kind == OperandKind::Immediate;
    bits.flag(23, number);
    codeRegisterOrNumber(bits, 24, number, in.sources[1]);
    if (form == Form::Uniform) {
        bits.field(9, 2, in.memory.offset);
        bits.flag(11, in.memory.uniformResult);
        codeRegister(bits, 32, in.destinations[0]);
    } else {
        uint16_t lessOne = static_cast<uint16_t>(in.memory.size - 1);
        bits.field(32, 8, lessOne);
        if constexpr (Bits::kReads) in.memory.size = static_cast<uint16_t>(lessOne + 1);
    }
}

template <typename Bits, typename In>
void codeBufferAccess(Bits& bits, const OpcodeRow& row, In& in) {
    codeBuffer(bits, in);
    bits.field(9, 2, in.memory.dimensions);
    bits.flag(11, in.memory.typed);
    bits.field(49, 3, in.type);
    auto& data = row.opcode == Opcode::StoreBuffer ? in.sources[2] : in.destinations[0];
    codeRegister(bits, 32, data);
    if (row.form == Form::BufferQuery) return;
    codeRegister(bits, 24, in.sources[1]);
    if (row.form == Form::BufferAtomic) return;
    bits.flag(23, in.memory.immediateOffset);
    int32_t high = in.memory.offset >> 5;
    int32_t low = in.memory.offset & 31;
    bits.field(4, 2, high);
    bits.field(54, 5, low);
    if constexpr (Bits::kReads) {
        in.memory.offset = high * 32 + low;
        data.half = isHalf(in.type);
    }
}

template <typename Bits, typename In>
void codeSystemValue(Bits& bits, In& in) {
    bits.field(1, 3, in.memory.base);
    bits.field(6, 2, in.memory.mode);
    bits.flag(8, in.memory.bindless);
    bits.field(12, 2, in.memory.elements);
    codeRegister(bits, 32, in.destinations[0]);
}

template <typename Bits, typename In>
void codeShuffle(Bits& bits, In& in) {
    codeRegister(bits, 1, in.sources[0]);
    bool number = in.sources[1].kind == OperandKind::Immediate;
    bits.flag(23, number);
    codeRegisterOrNumber(bits, 24, number, in.sources[1]);
    codeRegister(bits, 32, in.destinations[0]);
    bits.field(45, 3, in.memory.shuffle);
    if constexpr (Bits::kReads) in.sources[0].half = isHalf(in.type);
}

template <typename Bits, typename In>
void codeMemory(Bits& bits, const OpcodeRow& row, In& in) {
    bits.flag(59, in.joins);
    bits.flag(60, in.syncLong);
    const bool typed = row.form != Form::Uniform && row.form != Form::UniformConstants;
    if (typed) bits.field(49, 3, in.type);
    switch (row.form) {
        case Form::GlobalStore:
            codeGlobal(bits, row.form, in);
            codeSplitOffset(bits, in);
            break;
        case Form::GlobalLoad:
        case Form::IndexedGlobalLoad:
        case Form::IndexedGlobalStore:
            codeGlobal(bits, row.form, in);
            break;
        case Form::ConstantLoad:
            codeConstantLoad(bits, in);
            break;
        case Form::OffsetLoad:
        case Form::VaryingLoad:
        case Form::OffsetStore:
        case Form::ConstantStore:
            codeOffsetAccess(bits, row.form, in);
            break;
        case Form::Resource:
            codeResource(bits, in);
            break;
        case Form::LocalAtomic:
        case Form::GlobalAtomic:
            codeAtomic(bits, in);
            break;
        case Form::UniformConstants:
        case Form::Uniform:
            codeUniform(bits, row.form, in);
            break;
        case Form::SystemValue:
            codeSystemValue(bits, in);
            break;
        case Form::Shuffle:
            codeShuffle(bits, in);
            break;
        default:
            codeBufferAccess(bits, row, in);
            break;
    }
    if constexpr (Bits::kReads) {
        if ((row.traits & kHalfShown) != 0) {
            for (Operand* data : {&in.destinations[0], &in.sources[2]}) {
                data->half = data->kind == OperandKind::Register && isHalf(in.type);
            }
        }
    }
}

template <typename Bits, typename In>
void codeBarrier(Bits& bits, Form form, In& in) {
    bits.flag(44, in.syncShort);
    bits.flag(59, in.joins);
    bits.flag(60, in.syncLong);
    if (form == Form::Barrier) bits.field(51, 4, in.scope);
    if (form == Form::Sleep || form == Form::Cache) bits.field(51, 1, in.scope);
}

}  // namespace

template <typename Bits, typename In>
void codeAccess(Bits& bits, const OpcodeRow& row, In& in) {
    const Form form = row.form;
    if (form == Form::Texture || form == Form::TextureLoad) {
        codeTexture(bits, row, in);
    } else if (form == Form::Bare) {
        bits.flag(59, in.joins);
        bits.flag(60, in.syncLong);
    } else if (form <= Form::QuadShuffle) {
        codeQuad(bits, row, in);
    } else if (form <= Form::Shuffle) {
        codeMemory(bits, row, in);
    } else {
        codeBarrier(bits, form, in);
    }
}

template void codeAccess(WordReader&, const OpcodeRow&, Instruction&);
template void codeAccess(WordWriter&, const OpcodeRow&, const Instruction&);

}  // namespace cyclorama::adreno::ir3
