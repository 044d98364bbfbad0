#include "isa/attila/codec.h"
#include "isa/attila/word_fields.h"

namespace cyclorama::isa::attila {

namespace {

uint32_t encodeSwizzle(const Swizzle& swizzle) {
    return static_cast<uint32_t>(swizzle[0] << 6 | swizzle[1] << 4 | swizzle[2] << 2 | swizzle[3]);
}

uint32_t encodeMask(uint8_t mask) {
    return static_cast<uint32_t>((mask & 1) << 3 | (mask & 2) << 1 | (mask & 4) >> 1 | (mask & 8) >> 3);
}

uint32_t code(BankCode bank) { return static_cast<uint32_t>(bank); }

uint32_t sourceBankCode(const SourceOperand& source) {
    switch (source.bank) {
        case RegisterBank::Input:
            return code(BankCode::Input);
        case RegisterBank::Output:
            return code(BankCode::Output);
        case RegisterBank::Constant:
            return code(source.index < kConstantHighStart ? BankCode::Constant : BankCode::ConstantHigh);
        case RegisterBank::Address:
            return code(BankCode::Address);
        case RegisterBank::Immediate:
            return code(BankCode::Immediate);
        case RegisterBank::Temporary:
        case RegisterBank::Predicate:
        case RegisterBank::Literal:
            return code(BankCode::Temporary);
        case RegisterBank::None:
        case RegisterBank::General:
        case RegisterBank::Internal:
        case RegisterBank::Inline:
            break;
    }
    return code(BankCode::Invalid);
}

/// Result banks; the code of predicate results is what is left of ATTILA's predicate bank (10) in three bits.
uint32_t resultBankCode(RegisterBank bank) {
    switch (bank) {
        case RegisterBank::Output:
            return code(BankCode::Output);
        case RegisterBank::Temporary:
            return code(BankCode::Temporary);
        case RegisterBank::Address:
            return code(BankCode::Address);
        case RegisterBank::Predicate:
            return code(BankCode::Constant);
        default:
            return code(BankCode::Invalid);
    }
}

void encodeSource(WordFields& fields, const Instruction& instruction, unsigned s, bool boolean) {
    const SourceOperand& source = instruction.sources[s];
    const SourceFields& ids = kSourceFields[s];
    fields.set(ids.bank, sourceBankCode(source));
    if (source.bank == RegisterBank::Literal) {
        fields.set(ids.negate, source.index != 0);
        fields.set(ids.absolute, 1);
        fields.set(ids.swizzle, 0);
        return;
    }
    fields.set(ids.negate, source.negate);
    fields.set(ids.absolute, source.absolute);
    if (source.bank == RegisterBank::Immediate) {
        fields.set(FieldId::Immediate, instruction.immediate);
        return;
    }
    fields.set(ids.reg, source.index);
    const bool hasSwizzle = !boolean || source.bank == RegisterBank::Constant;
    fields.set(ids.swizzle, hasSwizzle ? encodeSwizzle(source.swizzle) : 0);
    if (!source.relative) return;
    fields.set(FieldId::Relative, 1);
    fields.set(FieldId::RelativeRegister, instruction.relativeAddress.addressRegister);
    fields.set(FieldId::RelativeComponent, instruction.relativeAddress.component);
    fields.set(FieldId::RelativeOffset, static_cast<uint32_t>(instruction.relativeAddress.offset));
}

/// Second operands that are no registers: what is left of ATTILA's banks for samplers (8) and samples (9) in three
/// bits.
uint32_t unitBankCode(Opcode opcode) {
    const OpcodeKind kind = opcodeInfo(opcode).kind;
    return code(kind == OpcodeKind::Kill || kind == OpcodeKind::Export ? BankCode::Output : BankCode::Input);
}

}  // namespace

Word encode(const Instruction& instruction) {
    const OpcodeInfo& info = opcodeInfo(instruction.opcode);
    const OpcodeEncoding& encoding = encodingOf(instruction.opcode);
    WordFields fields;
    fields.set(FieldId::Opcode, encoding.code);
    fields.set(FieldId::End, instruction.end);
    fields.set(FieldId::WaitPoint, instruction.waitPoint);
    fields.set(FieldId::Predicated, instruction.predicate.enabled);
    fields.set(FieldId::InvertPredicate, instruction.predicate.inverted);
    fields.set(FieldId::PredicateRegister, instruction.predicate.index);
    for (const SourceFields& ids : kSourceFields) {
        fields.set(ids.bank, code(BankCode::Invalid));
        fields.set(ids.swizzle, encodeSwizzle(kIdentitySwizzle));
    }
    // From the last source to the first: an immediate takes the bits of the third source's fields.
    for (unsigned s = info.sources; s-- > 0;) {
        encodeSource(fields, instruction, s, info.type == OperandType::Boolean);
    }
    if (encoding.form == Form::Predicates) fields.set(FieldId::Swizzle3, 0);
    if (encoding.form == Form::Jump) fields.set(FieldId::Immediate, static_cast<uint32_t>(instruction.jumpOffset));
    if (encoding.form == Form::Unit) {
        fields.set(FieldId::Bank2, unitBankCode(instruction.opcode));
        fields.set(FieldId::Register2, instruction.unit);
    }
    fields.set(FieldId::Mask, encodeMask(kAllComponents));
    fields.set(FieldId::ResultBank,
               resultBankCode(info.writesResult ? instruction.destination.bank : RegisterBank::None));
    if (info.writesResult) {
        fields.set(FieldId::ResultRegister, instruction.destination.index);
        fields.set(FieldId::Saturate, instruction.destination.saturate);
        if (encoding.form != Form::Predicates) fields.set(FieldId::Mask, encodeMask(instruction.destination.writeMask));
    }
    return fields.bytes();
}

std::vector<std::byte> encodeProgram(std::span<const Instruction> instructions) {
    std::vector<std::byte> code;
    code.reserve(instructions.size() * kInstructionBytes);
    for (const Instruction& instruction : instructions) {
        const Word word = encode(instruction);
        code.insert(code.end(), word.begin(), word.end());
    }
    return code;
}

}  // namespace cyclorama::isa::attila
