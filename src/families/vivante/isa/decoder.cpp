// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <utility>

#include "families/vivante/isa/codec.h"
#include "func/formats/float_formats.h"

namespace cyclorama::vivante {

namespace {

using Kernel = isa::Operation;

constexpr unsigned kUniform1Start = 128;
constexpr uint8_t kNop = 0;

isa::Swizzle swizzleOf(uint8_t bits) {
    return {static_cast<uint8_t>(bits & 3), static_cast<uint8_t>(bits >> 2 & 3), static_cast<uint8_t>(bits >> 4 & 3),
            static_cast<uint8_t>(bits >> 6)};
}

/// Codes beyond the components of the address register index nothing.
isa::Indexing indexingOf(uint8_t code) {
    return code <= static_cast<uint8_t>(isa::Indexing::ByW) ? static_cast<isa::Indexing>(code) : isa::Indexing::None;
}

void broadcast(isa::SourceOperand& source, unsigned component) { source.swizzle.fill(source.swizzle[component]); }

/// Decodes one instruction of a program.
class InstructionDecoder {
  public:
    InstructionDecoder(const InstructionFields& fields, const DecodeOptions& options, uint32_t index,
                       uint32_t programSize)
        : fields_(fields), row_(rowOf(fields.opcode)), options_(options), index_(index), programSize_(programSize) {}

    /// The instruction, or why it does nothing.
    std::variant<isa::Instruction, DecodeFault> decode() {
        if (row_.support == Support::NotExecuted) return DecodeFault::NotExecuted;
        instruction_.opcode = fields_.opcode;
        instruction_.type = typeOf(fields_.type);
        instruction_.operation = isa::isFloat(instruction_.type) ? row_.operation : row_.intOperation;
        const bool hasSources = decodeSources() && decodeCondition();
        if (!hasSources) return fault_;
        decodeResult();
        if (!adapt()) return fault_;
        instruction_.cost = row_.cost;
        // The scalar unit has neither integers nor conditions.
        const bool typed = isa::operationInfo(instruction_.operation).kind == isa::OperationKind::Typed;
        if (typed) instruction_.cost.scalarUnit = isa::ScalarUnit::Never;
        return instruction_;
    }

  private:
    bool fail(DecodeFault fault) {
        fault_ = fault;
        return false;
    }

    bool decodeSources() {
        for (unsigned s = 0; s < isa::kMaxSources; ++s) {
            if (row_.sources[s] < 0) continue;
            const int from = row_.sources[s] - (dividesFirstSources() ? 1 : 0);
            const SourceFields* fields = &fields_.sources[static_cast<size_t>(from)];
            if (!fields->use) fields = substitute();
            if (fields == nullptr) {
                if ((row_.optional >> from & 1) != 0) continue;
                return fail(DecodeFault::MissingSource);
            }
            if (!decodeSource(*fields, instruction_.sources[s])) return false;
        }
        return true;
    }

    /// Instructions of one source take it wherever it is.
    const SourceFields* substitute() const {
        if (row_.form != Form::Plain || row_.sources[0] < 0 || row_.sources[1] >= 0) return nullptr;
        const auto used = std::ranges::find_if(fields_.sources, &SourceFields::use);
        return used != fields_.sources.end() ? &*used : nullptr;
    }

    /// Older compilers have the sources of a division in the first places (Mesa 22: etnaviv_compiler_nir_emit).
    bool dividesFirstSources() const {
        return row_.operation == Kernel::Divide && fields_.sources[0].use && !fields_.sources[2].use;
    }

    bool decodeSource(const SourceFields& fields, isa::SourceOperand& source) {
        source.index = fields.reg;
        source.swizzle = swizzleOf(fields.swizzle);
        source.negate = fields.negate;
        source.absolute = fields.absolute;
        source.indexing = indexingOf(fields.addressing);
        switch (static_cast<RegisterGroup>(fields.group)) {
            case RegisterGroup::Temporary:
            case RegisterGroup::TemporaryFull:
                source.bank = isa::RegisterBank::General;
                return true;
            case RegisterGroup::Internal:
                source.bank = isa::RegisterBank::Internal;
                source.index = 0;
                source.indexing = isa::Indexing::None;
                return true;
            case RegisterGroup::Uniform0:
            case RegisterGroup::Uniform1:
                source.bank = isa::RegisterBank::Constant;
                if (fields.group == static_cast<uint8_t>(RegisterGroup::Uniform1)) source.index += kUniform1Start;
                return true;
            case RegisterGroup::Immediate:
                source = {.bank = isa::RegisterBank::Inline, .bits = immediateBits(fields)};
                return true;
        }
        return fail(DecodeFault::RegisterGroup);
    }

    bool decodeCondition() {
        const isa::OperationKind kind = isa::operationInfo(instruction_.operation).kind;
        const bool tests = kind == isa::OperationKind::Conditional || kind == isa::OperationKind::Discard ||
                           instruction_.operation == Kernel::Branch || instruction_.operation == Kernel::BranchAny;
        if (!tests) return true;
        const std::optional<isa::Condition> condition = conditionOf(fields_.condition);
        if (!condition) return fail(DecodeFault::Condition);
        instruction_.condition = *condition;
        if (instruction_.condition != isa::Condition::True && instruction_.sources[0].bank == isa::RegisterBank::None)
            return fail(DecodeFault::MissingSource);
        return true;
    }

    void decodeResult() {
        const isa::OperationInfo& info = isa::operationInfo(instruction_.operation);
        isa::DestinationOperand& destination = instruction_.destination;
        destination.writeMask = fields_.resultMask;
        if (!info.writesResult) return;
        destination.saturate = fields_.saturate;
        if (info.kind == isa::OperationKind::Address) {
            destination.bank = isa::RegisterBank::Address;
            return;
        }
        destination.bank = fields_.resultUse ? isa::RegisterBank::General : isa::RegisterBank::None;
        destination.index = fields_.resultRegister;
        destination.indexing = indexingOf(fields_.resultAddressing);
    }

    /// Adapts operands to the forms and opcodes that have them otherwise.
    bool adapt() {
        switch (row_.form) {
            case Form::Texture:
                adaptTexture();
                return true;
            case Form::Flow:
                if (fields_.target() > programSize_) return fail(DecodeFault::Target);
                instruction_.jumpOffset = int32_t{fields_.target()} - static_cast<int32_t>(index_);
                return true;
            case Form::Load:
            case Form::Store:
                instruction_.shift = fields_.texelSwizzle & 7;
                return true;
            case Form::Plain:
                return adaptPlain();
        }
        return true;
    }

    void adaptTexture() {
        instruction_.unit = fields_.sampler;
        instruction_.samplerIndexing = indexingOf(fields_.samplerAddressing());
        instruction_.texelSwizzle = swizzleOf(fields_.texelSwizzle);
        instruction_.type = isa::DataType::Float32;
        const bool parameter =
            instruction_.operation == Kernel::SampleBias || instruction_.operation == Kernel::SampleLod;
        if (!parameter && instruction_.operation != Kernel::SampleGradient) {
            instruction_.sources[1] = {};
        } else if (parameter && instruction_.sources[1].bank == isa::RegisterBank::None) {
            // Chips before HALTI5 have the parameter beside the coordinate (Mesa: etnaviv_nir, etna_lower_io).
            instruction_.sources[1] = instruction_.sources[0];
            broadcast(instruction_.sources[1], 3);
        }
    }

    bool adaptPlain() {
        const bool rounds = fields_.rounding == 1;
        switch (instruction_.operation) {
            case Kernel::SinQuarter:
            case Kernel::CosQuarter:
                // Chips with "fast transcendentals" have another instruction here (etna_viv: INST_OPCODE SIN).
                if (!rounds) break;
                instruction_.operation =
                    instruction_.operation == Kernel::SinQuarter ? Kernel::SinHalf : Kernel::CosHalf;
                instruction_.factors = true;
                break;
            case Kernel::Log2Polynomial:
            case Kernel::Divide:
                instruction_.factors = rounds;
                break;
            case Kernel::Mov:
                // Moves the bits; only modifiers look at the type.
                if (!isa::isFloat(instruction_.type) &&
                    (instruction_.sources[0].negate || instruction_.sources[0].absolute)) {
                    instruction_.operation = Kernel::IntAdd;
                    instruction_.sources[1] = {.bank = isa::RegisterBank::Inline};
                }
                break;
            case Kernel::FindLsb:
                return adaptExtended();
            default:
                break;
        }
        if (worksOnScalars()) {
            for (isa::SourceOperand& source : instruction_.sources) broadcast(source, 0);
        }
        return true;
    }

    bool worksOnScalars() const {
        if (isa::isFloat(instruction_.type) || instruction_.operation == Kernel::Mov) return false;
        constexpr uint8_t kMultiplyLow = 0x3c;
        constexpr uint8_t kMultiplyHigh = 0x40;
        constexpr uint8_t kMultiplyAddLow = 0x4c;
        const bool product =
            fields_.opcode == kMultiplyLow || fields_.opcode == kMultiplyHigh || fields_.opcode == kMultiplyAddLow;
        return options_.scalarIntegers || (options_.scalarProducts && product);
    }

    /// The opcode is in the third source's register (Mesa: etnaviv.xml, extended instructions).
    bool adaptExtended() {
        constexpr uint16_t kFindLsb = 11;
        constexpr uint16_t kFindMsb = 12;
        const uint16_t extended = fields_.sources[2].reg;
        if (extended != kFindLsb && extended != kFindMsb) return fail(DecodeFault::NotExecuted);
        if (extended == kFindMsb) instruction_.operation = Kernel::FindMsb;
        if (!!isa::isFloat(instruction_.type)) instruction_.type = isa::DataType::Unsigned32;
        return true;
    }

    const InstructionFields& fields_;
    const OpcodeRow& row_;
    const DecodeOptions& options_;
    uint32_t index_;
    uint32_t programSize_;
    isa::Instruction instruction_;
    DecodeFault fault_ = DecodeFault::NotExecuted;
};

}  // namespace

uint32_t immediateBits(const SourceFields& source) {
    const uint32_t value = source.reg | static_cast<uint32_t>(source.swizzle) << 9 | (source.negate ? 1u << 17 : 0) |
                           (source.absolute ? 1u << 18 : 0) | (source.addressing & 1u) << 19;
    switch (source.addressing >> 1) {
        case 0:
            return value << 12;
        case 1:
            return static_cast<uint32_t>(static_cast<int32_t>(value << 12) >> 12);
        case 2:
            return value;
        default:
            return std::bit_cast<uint32_t>(func::exactFloatFromHalf(static_cast<uint16_t>(value & 0xffff)));
    }
}

std::string DecodeProblem::message() const {
    std::string reason;
    switch (fault) {
        case DecodeFault::NotExecuted:
            reason = "what it does is not simulated";
            break;
        case DecodeFault::Condition:
            reason = "it has no condition that exists";
            break;
        case DecodeFault::RegisterGroup:
            reason = "a source is of a register group that does not exist";
            break;
        case DecodeFault::MissingSource:
            reason = "it lacks a source";
            break;
        case DecodeFault::Target:
            reason = "it goes to beyond the end of the program";
            break;
    }
    return "instruction " + std::to_string(instruction) + " (" + std::string(rowOf(opcode).name) +
           ") does nothing: " + reason;
}

DecodedProgram decodeProgram(std::span<const uint32_t> words, const DecodeOptions& options) {
    DecodedProgram decoded;
    const auto count = static_cast<uint32_t>(words.size() / kInstructionWords);
    std::vector<isa::Instruction> instructions;
    instructions.reserve(size_t{count} + 1);
    for (uint32_t i = 0; i < count; ++i) {
        InstructionWords word;
        std::ranges::copy(words.subspan(size_t{i} * kInstructionWords, kInstructionWords), word.begin());
        const InstructionFields fields = unpack(word);
        auto result = InstructionDecoder(fields, options, i, count).decode();
        if (const auto* fault = std::get_if<DecodeFault>(&result)) {
            decoded.problems.push_back({.fault = *fault, .instruction = i, .opcode = fields.opcode});
            instructions.push_back({.opcode = fields.opcode, .cost = rowOf(kNop).cost});
        } else {
            instructions.push_back(std::get<isa::Instruction>(result));
        }
    }
    instructions.push_back({.operation = Kernel::End, .end = true, .cost = rowOf(kNop).cost});
    isa::ProgramInterface linkage = options.linkage;
    linkage.registers = isa::RegisterOrganization::Unified;
    decoded.program = isa::makeProgram(std::move(instructions), linkage);
    decoded.program.words.assign(words.begin(), words.end());
    decoded.program.list = listInstructions;
    // Source: piglit, fs-underflow-mul-compare-zero, finds the product 2^-149 to be zero on the GC2000 (Mesa's list of
    // what fails there does not name it).
    return decoded;
}

}  // namespace cyclorama::vivante
