// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "families/attila/isa/codec.h"
#include "families/attila/isa/word_fields.h"

namespace cyclorama::attila {

namespace {

isa::Swizzle decodeSwizzle(uint32_t code) {
    return {static_cast<uint8_t>(code >> 6 & 3), static_cast<uint8_t>(code >> 4 & 3),
            static_cast<uint8_t>(code >> 2 & 3), static_cast<uint8_t>(code & 3)};
}

/// The mask field has x in its highest bit, the internal form in its lowest.
uint8_t decodeMask(uint32_t code) {
    return static_cast<uint8_t>((code >> 3 & 1) | (code >> 1 & 2) | (code << 1 & 4) | (code << 3 & 8));
}

/// Internal bank of a register source; None if the bank cannot be a source.
isa::RegisterBank sourceBank(BankCode code) {
    switch (code) {
        case BankCode::Input:
            return isa::RegisterBank::Input;
        case BankCode::Constant:
        case BankCode::ConstantHigh:
            return isa::RegisterBank::Constant;
        case BankCode::Temporary:
            return isa::RegisterBank::Temporary;
        case BankCode::Address:
            return isa::RegisterBank::Address;
        case BankCode::Immediate:
            return isa::RegisterBank::Immediate;
        case BankCode::Output:
        case BankCode::Invalid:
            break;
    }
    return isa::RegisterBank::None;
}

/// Internal bank of a result; None if the bank cannot be written.
isa::RegisterBank resultBank(BankCode code) {
    switch (code) {
        case BankCode::Output:
            return isa::RegisterBank::Output;
        case BankCode::Temporary:
            return isa::RegisterBank::Temporary;
        case BankCode::Address:
            return isa::RegisterBank::Address;
        default:
            return isa::RegisterBank::None;
    }
}

bool isConstantCode(BankCode code) { return code == BankCode::Constant || code == BankCode::ConstantHigh; }

class Decoder {
  public:
    explicit Decoder(std::span<const std::byte, kInstructionBytes> word) : fields_(word) {}

    std::variant<isa::Instruction, DecodeError> run() {
        const uint8_t code = static_cast<uint8_t>(fields_.get(FieldId::Opcode));
        const OpcodeRow* row = rowOf(code);
        if (row == nullptr) return DecodeError{.fault = DecodeFault::UnknownOpcode, .opcode = code};
        decodeFlags();
        decodeOperands(*row);
        if (error_) {
            error_->opcode = code;
            return *error_;
        }
        apply(*row, instruction_);
        return instruction_;
    }

  private:
    void decodeFlags() {
        instruction_.end = fields_.get(FieldId::End) != 0;
        instruction_.waitPoint = fields_.get(FieldId::WaitPoint) != 0;
        instruction_.predicate.enabled = fields_.get(FieldId::Predicated) != 0;
        if (!instruction_.predicate.enabled) return;
        instruction_.predicate.inverted = fields_.get(FieldId::InvertPredicate) != 0;
        instruction_.predicate.index = static_cast<uint8_t>(fields_.get(FieldId::PredicateRegister));
    }

    void decodeOperands(const OpcodeRow& row) {
        if (row.form == Form::NoOperands) return;
        for (unsigned s = 0; s < row.sources && !error_; ++s) {
            if (row.operands == Operands::Boolean) {
                decodeBooleanSource(s);
            } else {
                decodeSource(s, row.sources);
            }
        }
        if (error_) return;
        if (row.form == Form::Unit) instruction_.unit = static_cast<uint16_t>(fields_.get(FieldId::Register2));
        if (row.form == Form::Jump) instruction_.jumpOffset = static_cast<int32_t>(fields_.get(FieldId::Immediate));
        decodeRelativeAddress();
        if (isa::operationInfo(row.operation).writesResult) decodeResult(row);
    }

    void decodeSource(unsigned s, unsigned sources) {
        const SourceFields& ids = kSourceFields[s];
        const BankCode code = static_cast<BankCode>(fields_.get(ids.bank));
        isa::SourceOperand& source = instruction_.sources[s];
        source.bank = sourceBank(code);
        source.negate = fields_.get(ids.negate) != 0;
        source.absolute = fields_.get(ids.absolute) != 0;
        if (source.bank == isa::RegisterBank::Immediate && s == 1) {
            if (sources > 2) {
                error_ = DecodeError{.fault = DecodeFault::ImmediateOfThree};
                return;
            }
            instruction_.immediate = fields_.get(FieldId::Immediate);
            return;
        }
        if (source.bank == isa::RegisterBank::None || source.bank == isa::RegisterBank::Immediate) {
            error_ = DecodeError{
                .fault = DecodeFault::SourceBank, .source = s + 1, .bank = static_cast<uint8_t>(fields_.get(ids.bank))};
            return;
        }
        decodeRegister(source, ids, code);
        source.swizzle = decodeSwizzle(fields_.get(ids.swizzle));
    }

    /// ATTILA: ShaderInstruction, a boolean source in any bank but the constants is a predicate register.
    void decodeBooleanSource(unsigned s) {
        const SourceFields& ids = kSourceFields[s];
        const BankCode code = static_cast<BankCode>(fields_.get(ids.bank));
        const bool negate = fields_.get(ids.negate) != 0;
        isa::SourceOperand& source = instruction_.sources[s];
        if (fields_.get(ids.absolute) != 0) {
            source.bank = isa::RegisterBank::Literal;
            source.index = negate;
            return;
        }
        source.bank = isConstantCode(code) ? isa::RegisterBank::Constant : isa::RegisterBank::Predicate;
        source.negate = negate;
        decodeRegister(source, ids, code);
        if (source.bank == isa::RegisterBank::Constant) {
            const uint8_t component = decodeSwizzle(fields_.get(ids.swizzle))[3];
            source.swizzle.fill(component);
        }
    }

    void decodeRegister(isa::SourceOperand& source, const SourceFields& ids, BankCode code) {
        source.index = static_cast<uint16_t>(fields_.get(ids.reg));
        if (source.bank != isa::RegisterBank::Constant) return;
        if (code == BankCode::ConstantHigh) source.index = static_cast<uint16_t>(source.index + kConstantHighStart);
        source.relative = fields_.get(FieldId::Relative) != 0;
    }

    void decodeRelativeAddress() {
        const bool used = std::ranges::any_of(instruction_.sources, &isa::SourceOperand::relative);
        if (!used) return;
        constexpr uint32_t kOffsetSign = 0x100;
        const uint32_t offset = fields_.get(FieldId::RelativeOffset);
        instruction_.relativeAddress = {
            .addressRegister = static_cast<uint8_t>(fields_.get(FieldId::RelativeRegister)),
            .component = static_cast<uint8_t>(fields_.get(FieldId::RelativeComponent)),
            .offset = static_cast<int16_t>(static_cast<int>(offset ^ kOffsetSign) - static_cast<int>(kOffsetSign))};
    }

    void decodeResult(const OpcodeRow& row) {
        isa::DestinationOperand& destination = instruction_.destination;
        destination.index = static_cast<uint16_t>(fields_.get(FieldId::ResultRegister));
        if (isa::operationInfo(row.operation).kind == isa::OperationKind::Predicate) {
            destination.bank = isa::RegisterBank::Predicate;
            destination.writeMask = 1;
            destination.saturate = row.form == Form::Predicates && fields_.get(FieldId::Saturate) != 0;
            return;
        }
        destination.bank = resultBank(static_cast<BankCode>(fields_.get(FieldId::ResultBank)));
        if (destination.bank == isa::RegisterBank::None) {
            error_ = DecodeError{.fault = DecodeFault::ResultBank,
                                 .bank = static_cast<uint8_t>(fields_.get(FieldId::ResultBank))};
            return;
        }
        destination.saturate = fields_.get(FieldId::Saturate) != 0;
        destination.writeMask = decodeMask(fields_.get(FieldId::Mask));
    }

    WordFields fields_;
    isa::Instruction instruction_;
    std::optional<DecodeError> error_;
};

}  // namespace

std::string DecodeError::message() const {
    std::string place = "instruction " + std::to_string(instruction) + ": ";
    const OpcodeRow* row = rowOf(opcode);
    const std::string name = row != nullptr ? std::string(row->name) : std::to_string(opcode);
    switch (fault) {
        case DecodeFault::UnknownOpcode:
            return place + "no opcode has the code " + name;
        case DecodeFault::SourceBank:
            return place + "source " + std::to_string(source) + " of " + name + " is in bank " + std::to_string(bank) +
                   ", which cannot be read";
        case DecodeFault::ResultBank:
            return place + "the result of " + name + " is in bank " + std::to_string(bank) +
                   ", which cannot be written";
        case DecodeFault::ImmediateOfThree:
            return place + "source 2 of " + name + " is an immediate, whose bits are those of its third source";
        case DecodeFault::PartialWord:
            return place + "the program ends inside an instruction word";
    }
    return place;
}

std::variant<isa::Instruction, DecodeError> decode(std::span<const std::byte, kInstructionBytes> word) {
    return Decoder(word).run();
}

std::variant<isa::Program, DecodeError> decodeProgram(std::span<const std::byte> code) {
    const size_t words = code.size() / kInstructionBytes;
    std::vector<isa::Instruction> instructions;
    instructions.reserve(words);
    for (size_t i = 0; i < words; ++i) {
        auto decoded = decode(code.subspan(i * kInstructionBytes).first<kInstructionBytes>());
        if (DecodeError* error = std::get_if<DecodeError>(&decoded)) {
            error->instruction = i;
            return *error;
        }
        instructions.push_back(std::get<isa::Instruction>(decoded));
    }
    if (code.size() % kInstructionBytes != 0) {
        return DecodeError{.fault = DecodeFault::PartialWord, .instruction = words};
    }
    return isa::makeProgram(std::move(instructions));
}

}  // namespace cyclorama::attila
