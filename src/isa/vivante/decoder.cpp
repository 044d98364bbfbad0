#include <algorithm>
#include <bit>
#include <utility>

#include "isa/vivante/codec.h"

namespace cyclorama::isa::vivante {

namespace {

constexpr unsigned kUniform1Start = 128;

/// The value of a half, which need not be a number, as a float's bits.
uint32_t floatOfHalf(uint32_t half) {
    const uint32_t sign = (half & 0x8000) << 16;
    const uint32_t magnitude = half & 0x7fff;
    if (magnitude >= 0x7c00) return sign | 0x7f80'0000 | (magnitude & 0x3ff) << 13;
    if (magnitude < 0x400) {
        return std::bit_cast<uint32_t>(static_cast<float>(magnitude) * 5.9604644775390625e-8f) | sign;  // 2^-24
    }
    return sign | ((magnitude << 13) + 0x3800'0000);
}

Swizzle swizzleOf(uint8_t bits) {
    return {static_cast<uint8_t>(bits & 3), static_cast<uint8_t>(bits >> 2 & 3), static_cast<uint8_t>(bits >> 4 & 3),
            static_cast<uint8_t>(bits >> 6)};
}

/// Codes beyond the components of the address register index nothing.
Indexing indexingOf(uint8_t code) {
    return code <= static_cast<uint8_t>(Indexing::ByW) ? static_cast<Indexing>(code) : Indexing::None;
}

bool isCondition(uint8_t code) {
    return code <= static_cast<uint8_t>(Condition::Negative) || code == static_cast<uint8_t>(Condition::HighestBit);
}

bool isInteger(DataType type) { return type != DataType::Float32 && type != DataType::Float16; }

void broadcast(SourceOperand& source, unsigned component) { source.swizzle.fill(source.swizzle[component]); }

/// One instruction of a program.
class InstructionDecoder {
  public:
    InstructionDecoder(const InstructionFields& fields, const DecodeOptions& options, uint32_t programSize)
        : fields_(fields), row_(rowOf(fields.opcode)), options_(options), programSize_(programSize) {}

    /// The instruction, or why it does nothing.
    std::variant<Instruction, DecodeFault> decode() {
        if (row_.support == Support::NotExecuted) return DecodeFault::NotExecuted;
        instruction_.type = static_cast<DataType>(fields_.type);
        instruction_.opcode = isInteger(instruction_.type) ? row_.intOpcode : row_.opcode;
        const bool hasSources = decodeSources() && decodeCondition();
        if (!hasSources) return fault_;
        decodeResult();
        if (!adapt()) return fault_;
        return instruction_;
    }

  private:
    bool fail(DecodeFault fault) {
        fault_ = fault;
        return false;
    }

    bool decodeSources() {
        for (unsigned s = 0; s < kMaxSources; ++s) {
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
        return row_.opcode == Opcode::Divide && fields_.sources[0].use && !fields_.sources[2].use;
    }

    bool decodeSource(const SourceFields& fields, SourceOperand& source) {
        source.index = fields.reg;
        source.swizzle = swizzleOf(fields.swizzle);
        source.negate = fields.negate;
        source.absolute = fields.absolute;
        source.indexing = indexingOf(fields.addressing);
        switch (static_cast<RegisterGroup>(fields.group)) {
            case RegisterGroup::Temporary:
            case RegisterGroup::TemporaryFull:
                source.bank = RegisterBank::General;
                return true;
            case RegisterGroup::Internal:
                source.bank = RegisterBank::Internal;
                source.index = 0;
                source.indexing = Indexing::None;
                return true;
            case RegisterGroup::Uniform0:
            case RegisterGroup::Uniform1:
                source.bank = RegisterBank::Constant;
                if (fields.group == static_cast<uint8_t>(RegisterGroup::Uniform1)) source.index += kUniform1Start;
                return true;
            case RegisterGroup::Immediate:
                source = {.bank = RegisterBank::Inline, .bits = immediateBits(fields)};
                return true;
        }
        return fail(DecodeFault::RegisterGroup);
    }

    bool decodeCondition() {
        const OpcodeKind kind = opcodeInfo(instruction_.opcode).kind;
        const bool tests = instruction_.opcode == Opcode::Select || instruction_.opcode == Opcode::Set ||
                           instruction_.opcode == Opcode::Compare || kind == OpcodeKind::Discard ||
                           instruction_.opcode == Opcode::Branch || instruction_.opcode == Opcode::BranchAny;
        if (!tests) return true;
        if (!isCondition(fields_.condition)) return fail(DecodeFault::Condition);
        instruction_.condition = static_cast<Condition>(fields_.condition);
        if (instruction_.condition != Condition::True && instruction_.sources[0].bank == RegisterBank::None)
            return fail(DecodeFault::MissingSource);
        return true;
    }

    void decodeResult() {
        const OpcodeInfo& info = opcodeInfo(instruction_.opcode);
        DestinationOperand& destination = instruction_.destination;
        destination.writeMask = fields_.resultMask;
        if (!info.writesResult) return;
        destination.saturate = fields_.saturate;
        if (info.kind == OpcodeKind::Address) {
            destination.bank = RegisterBank::Address;
            return;
        }
        destination.bank = fields_.resultUse ? RegisterBank::General : RegisterBank::None;
        destination.index = fields_.resultRegister;
        destination.indexing = indexingOf(fields_.resultAddressing);
    }

    /// What the forms and some opcodes have of their own.
    bool adapt() {
        switch (row_.form) {
            case Form::Texture:
                adaptTexture();
                return true;
            case Form::Flow:
                instruction_.target = fields_.target();
                return instruction_.target <= programSize_ || fail(DecodeFault::Target);
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
        instruction_.type = DataType::Float32;
        const bool parameter = instruction_.opcode == Opcode::SampleBias || instruction_.opcode == Opcode::SampleLod;
        if (!parameter && instruction_.opcode != Opcode::SampleGradient) {
            instruction_.sources[1] = {};
        } else if (parameter && instruction_.sources[1].bank == RegisterBank::None) {
            // Chips before HALTI5 have the parameter beside the coordinate (Mesa: etnaviv_nir, etna_lower_io).
            instruction_.sources[1] = instruction_.sources[0];
            broadcast(instruction_.sources[1], 3);
        }
    }

    bool adaptPlain() {
        const bool rounds = fields_.rounding == 1;
        switch (instruction_.opcode) {
            case Opcode::SinQuarter:
            case Opcode::CosQuarter:
                // Chips with "fast transcendentals" have another instruction here (etna_viv: INST_OPCODE SIN).
                if (!rounds) break;
                instruction_.opcode = instruction_.opcode == Opcode::SinQuarter ? Opcode::SinHalf : Opcode::CosHalf;
                instruction_.factors = true;
                break;
            case Opcode::Log2:
            case Opcode::Divide:
                instruction_.factors = rounds;
                break;
            case Opcode::Mov:
                // Moves the bits; only modifiers look at the type.
                if (isInteger(instruction_.type) &&
                    (instruction_.sources[0].negate || instruction_.sources[0].absolute)) {
                    instruction_.opcode = Opcode::IntAdd;
                    instruction_.sources[1] = {.bank = RegisterBank::Inline};
                }
                break;
            case Opcode::FindLsb:
                return adaptExtended();
            default:
                break;
        }
        // Before the GC3000 integers are worked on one at a time (etna_viv: INST_OPCODE ADD and others).
        if (options_.scalarIntegers && isInteger(instruction_.type) && instruction_.opcode != Opcode::Mov) {
            for (SourceOperand& source : instruction_.sources) broadcast(source, 0);
        }
        return true;
    }

    /// The opcode is in the third source's register (Mesa: etnaviv.xml, extended instructions).
    bool adaptExtended() {
        constexpr uint16_t kFindLsb = 11;
        constexpr uint16_t kFindMsb = 12;
        const uint16_t extended = fields_.sources[2].reg;
        if (extended != kFindLsb && extended != kFindMsb) return fail(DecodeFault::NotExecuted);
        if (extended == kFindMsb) instruction_.opcode = Opcode::FindMsb;
        if (!isInteger(instruction_.type)) instruction_.type = DataType::Unsigned32;
        return true;
    }

    const InstructionFields& fields_;
    const OpcodeRow& row_;
    const DecodeOptions& options_;
    uint32_t programSize_;
    Instruction instruction_;
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
            return floatOfHalf(value & 0xffff);
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
    std::vector<Instruction> instructions;
    instructions.reserve(size_t{count} + 1);
    for (uint32_t i = 0; i < count; ++i) {
        InstructionWords word;
        std::ranges::copy(words.subspan(size_t{i} * kInstructionWords, kInstructionWords), word.begin());
        const InstructionFields fields = unpack(word);
        auto result = InstructionDecoder(fields, options, count).decode();
        if (const auto* fault = std::get_if<DecodeFault>(&result)) {
            decoded.problems.push_back({.fault = *fault, .instruction = i, .opcode = fields.opcode});
            instructions.emplace_back();
        } else {
            instructions.push_back(std::get<Instruction>(result));
        }
    }
    instructions.push_back({.opcode = Opcode::End, .end = true});
    ProgramInterface linkage = options.linkage;
    linkage.general = true;
    decoded.program = makeProgram(std::move(instructions), linkage);
    return decoded;
}

}  // namespace cyclorama::isa::vivante
