// SPDX-License-Identifier: MIT
#include "families/attila/driver/programs/multiply_adds.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace cyclorama::attila {
namespace {

using namespace virgl::tgsi;

/// How often a program names a temporary.
struct Uses {
    uint32_t reads = 0;
    uint32_t writes = 0;
};

bool isTemporary(const Source& source) { return source.file == File::Temporary; }
bool writesTemporary(const Instruction& instruction) {
    return instruction.destination && instruction.destination->file == File::Temporary;
}

/// True where control may come from or go to elsewhere.
bool endsBlock(const Instruction& instruction) {
    switch (instruction.opcode) {
        case Opcode::If:
        case Opcode::Else:
        case Opcode::Endif:
        case Opcode::BeginLoop:
        case Opcode::EndLoop:
        case Opcode::Break:
        case Opcode::Continue:
        case Opcode::Return:
            return true;
        default:
            return false;
    }
}

bool namesTemporariesByIndex(const Instruction& instruction) {
    return (writesTemporary(instruction) && instruction.destination->indirect) ||
           std::ranges::any_of(instruction.sources,
                               [](const Source& source) { return isTemporary(source) && source.indirect; });
}

class MultiplyAdds {
  public:
    explicit MultiplyAdds(std::span<Instruction> instructions) : instructions_(instructions) {
        for (const Instruction& instruction : instructions_) {
            if (writesTemporary(instruction)) ++uses_[instruction.destination->index].writes;
            for (const Source& source : instruction.sources)
                if (isTemporary(source)) ++uses_[source.index].reads;
        }
    }

    /// Leaves Nop where a product was.
    void join() {
        size_t block = 0;
        for (size_t at = 0; at < instructions_.size(); ++at) {
            if (endsBlock(instructions_[at])) block = at + 1;
            if (instructions_[at].opcode != Opcode::Add) continue;
            for (size_t operand = 0; operand < 2; ++operand)
                if (const auto product = productOf(instructions_[at], operand, block, at)) {
                    joinWith(instructions_[at], operand, instructions_[*product]);
                    break;
                }
        }
    }

  private:
    /// Place of the product that an operand of a sum is, if the sum can take it over: from `block` on.
    std::optional<size_t> productOf(const Instruction& sum, size_t operand, size_t block, size_t at) const {
        const Source& source = sum.sources[operand];
        if (!isTemporary(source) || source.absolute) return std::nullopt;
        const Uses& uses = uses_.at(source.index);
        if (uses.reads != 1 || uses.writes != 1) return std::nullopt;
        for (size_t place = at; place-- > block;) {
            const Instruction& product = instructions_[place];
            if (!writesTemporary(product) || product.destination->index != source.index) continue;
            if (product.opcode != Opcode::Mul || product.saturate || !covers(product.destination->mask, source, sum))
                return std::nullopt;
            const auto stays = [&](const Source& factor) {
                return !factor.indirect && !isWritten(factor, place + 1, at);
            };
            return std::ranges::all_of(product.sources, stays) ? std::optional(place) : std::nullopt;
        }
        return std::nullopt;
    }

    static bool covers(uint8_t mask, const Source& source, const Instruction& reader) {
        for (uint32_t c = 0; c < source.swizzle.size(); ++c)
            if ((reader.destination->mask >> c & 1) != 0 && (mask >> source.swizzle[c] & 1) == 0) return false;
        return true;
    }

    bool isWritten(const Source& source, size_t first, size_t end) const {
        return isTemporary(source) &&
               std::ranges::any_of(instructions_.subspan(first, end - first), [&](const Instruction& instruction) {
                   return writesTemporary(instruction) && instruction.destination->index == source.index;
               });
    }

    static void joinWith(Instruction& sum, size_t operand, Instruction& product) {
        const Source replaced = sum.sources[operand];
        const Source other = sum.sources[1 - operand];
        std::vector<Source> factors = product.sources;
        for (Source& factor : factors) {
            const auto swizzle = factor.swizzle;
            for (size_t c = 0; c < swizzle.size(); ++c) factor.swizzle[c] = swizzle[replaced.swizzle[c]];
        }
        factors[0].negate = factors[0].negate != replaced.negate;
        sum.opcode = Opcode::Mad;
        sum.sources = {factors[0], factors[1], other};
        product = Instruction{.line = product.line};
    }

    std::span<Instruction> instructions_;
    std::map<int32_t, Uses> uses_;
};

}  // namespace

TgsiProgram withMultiplyAdds(TgsiProgram program) {
    if (std::ranges::any_of(program.instructions, namesTemporariesByIndex)) return program;
    MultiplyAdds(program.instructions).join();
    std::erase_if(program.instructions, [](const Instruction& each) { return each.opcode == Opcode::Nop; });
    return program;
}

}  // namespace cyclorama::attila
