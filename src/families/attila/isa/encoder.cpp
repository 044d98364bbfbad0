// SPDX-License-Identifier: MIT
#include "families/attila/isa/codec.h"
#include "families/attila/isa/word_fields.h"

namespace cyclorama::attila {

namespace {

uint32_t encodeSwizzle(const isa::Swizzle& swizzle) {
    return static_cast<uint32_t>(swizzle[0] << 6 | swizzle[1] << 4 | swizzle[2] << 2 | swizzle[3]);
}

uint32_t encodeMask(uint8_t mask) {
    return static_cast<uint32_t>((mask & 1) << 3 | (mask & 2) << 1 | (mask & 4) >> 1 | (mask & 8) >> 3);
}

uint32_t code(BankCode bank) { return static_cast<uint32_t>(bank); }

uint32_t sourceBankCode(const isa::SourceOperand& source) {
    switch (source.bank) {
        case isa::RegisterBank::Input:
            return code(BankCode::Input);
        case isa::RegisterBank::Output:
            return code(BankCode::Output);
        case isa::RegisterBank::Constant:
            return code(source.index < kConstantHighStart ? BankCode::Constant : BankCode::ConstantHigh);
        case isa::RegisterBank::Address:
            return code(BankCode::Address);
        case isa::RegisterBank::Immediate:
            return code(BankCode::Immediate);
        case isa::RegisterBank::Temporary:
        case isa::RegisterBank::Predicate:
        case isa::RegisterBank::Literal:
            return code(BankCode::Temporary);
        case isa::RegisterBank::None:
        case isa::RegisterBank::General:
        case isa::RegisterBank::Internal:
        case isa::RegisterBank::Inline:
            break;
    }
    return code(BankCode::Invalid);
}

/// Result banks; the code of predicate results is what is left of ATTILA's predicate bank (10) in three bits.
uint32_t resultBankCode(isa::RegisterBank bank) {
    switch (bank) {
        case isa::RegisterBank::Output:
            return code(BankCode::Output);
        case isa::RegisterBank::Temporary:
            return code(BankCode::Temporary);
        case isa::RegisterBank::Address:
            return code(BankCode::Address);
        case isa::RegisterBank::Predicate:
            return code(BankCode::Constant);
        default:
            return code(BankCode::Invalid);
    }
}

void encodeSource(WordFields& fields, const isa::Instruction& instruction, unsigned s, bool boolean) {
    const isa::SourceOperand& source = instruction.sources[s];
    const SourceFields& ids = kSourceFields[s];
    fields.set(ids.bank, sourceBankCode(source));
    if (source.bank == isa::RegisterBank::Literal) {
        fields.set(ids.negate, source.index != 0);
        fields.set(ids.absolute, 1);
        fields.set(ids.swizzle, 0);
        return;
    }
    fields.set(ids.negate, source.negate);
    fields.set(ids.absolute, source.absolute);
    if (source.bank == isa::RegisterBank::Immediate) {
        fields.set(FieldId::Immediate, instruction.immediate);
        return;
    }
    fields.set(ids.reg, source.index);
    const bool hasSwizzle = !boolean || source.bank == isa::RegisterBank::Constant;
    fields.set(ids.swizzle, hasSwizzle ? encodeSwizzle(source.swizzle) : 0);
    if (!source.relative) return;
    fields.set(FieldId::Relative, 1);
    fields.set(FieldId::RelativeRegister, instruction.relativeAddress.addressRegister);
    fields.set(FieldId::RelativeComponent, instruction.relativeAddress.component);
    fields.set(FieldId::RelativeOffset, static_cast<uint32_t>(instruction.relativeAddress.offset));
}

/// Second operands that are no registers: what is left of ATTILA's banks for samplers (8) and samples (9) in three
/// bits.
uint32_t unitBankCode(isa::Operation operation) {
    const isa::OperationKind kind = isa::operationInfo(operation).kind;
    return code(kind == isa::OperationKind::Kill || kind == isa::OperationKind::Export ? BankCode::Output
                                                                                       : BankCode::Input);
}

}  // namespace

Word encode(const isa::Instruction& instruction) {
    const OpcodeRow& row = rowOf(instruction);
    const bool writesResult = isa::operationInfo(row.operation).writesResult;
    WordFields fields;
    fields.set(FieldId::Opcode, row.code);
    fields.set(FieldId::End, instruction.end);
    fields.set(FieldId::WaitPoint, instruction.waitPoint);
    fields.set(FieldId::Predicated, instruction.predicate.enabled);
    fields.set(FieldId::InvertPredicate, instruction.predicate.inverted);
    fields.set(FieldId::PredicateRegister, instruction.predicate.index);
    for (const SourceFields& ids : kSourceFields) {
        fields.set(ids.bank, code(BankCode::Invalid));
        fields.set(ids.swizzle, encodeSwizzle(isa::kIdentitySwizzle));
    }
    // From the last source to the first: an immediate takes the bits of the third source's fields.
    for (unsigned s = row.sources; s-- > 0;) {
        encodeSource(fields, instruction, s, row.operands == Operands::Boolean);
    }
    if (row.form == Form::Predicates) fields.set(FieldId::Swizzle3, 0);
    if (row.form == Form::Jump) fields.set(FieldId::Immediate, static_cast<uint32_t>(instruction.jumpOffset));
    if (row.form == Form::Unit) {
        fields.set(FieldId::Bank2, unitBankCode(row.operation));
        fields.set(FieldId::Register2, instruction.unit);
    }
    fields.set(FieldId::Mask, encodeMask(isa::kAllComponents));
    fields.set(FieldId::ResultBank,
               resultBankCode(writesResult ? instruction.destination.bank : isa::RegisterBank::None));
    if (writesResult) {
        fields.set(FieldId::ResultRegister, instruction.destination.index);
        fields.set(FieldId::Saturate, instruction.destination.saturate);
        if (row.form != Form::Predicates) fields.set(FieldId::Mask, encodeMask(instruction.destination.writeMask));
    }
    return fields.bytes();
}

std::vector<std::byte> encodeProgram(std::span<const isa::Instruction> instructions) {
    std::vector<std::byte> code;
    code.reserve(instructions.size() * kInstructionBytes);
    for (const isa::Instruction& instruction : instructions) {
        const Word word = encode(instruction);
        code.insert(code.end(), word.begin(), word.end());
    }
    return code;
}

}  // namespace cyclorama::attila
