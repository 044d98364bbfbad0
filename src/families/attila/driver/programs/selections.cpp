// SPDX-License-Identifier: MIT
#include "families/attila/driver/programs/selections.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace cyclorama::attila {
namespace {

using namespace virgl::tgsi;

/// Components of temporaries that are 0 or 1 whenever they are read.
class TruthValues {
  public:
    explicit TruthValues(const TgsiProgram& program) : program_(program) {
        // Components are taken for such until an instruction is found that writes another value.
        while (std::ranges::any_of(program.instructions, [this](const Instruction& each) { return refute(each); }))
            ;
    }

    /// True if a source, as an instruction with this mask reads it, is 0 or 1.
    bool holds(const Source& source, uint8_t mask) const {
        if (source.negate || source.indirect) return false;
        for (uint32_t c = 0; c < source.swizzle.size(); ++c)
            if ((mask >> c & 1) != 0 && !holdsComponent(source, source.swizzle[c])) return false;
        return true;
    }

  private:
    bool holdsComponent(const Source& source, uint8_t component) const {
        if (source.file == File::Immediate) {
            const auto value =
                std::bit_cast<float>(program_.immediates.at(static_cast<size_t>(source.index))[component]);
            return value == 0.0f || value == 1.0f;
        }
        if (source.file != File::Temporary || writesAnywhere_) return false;
        const auto found = others_.find(source.index);
        return found == others_.end() || (found->second >> component & 1) == 0;
    }

    bool isFace(const Source& source) const {
        return source.file == File::Input && !source.negate &&
               std::ranges::any_of(program_.declarations, [&](const Declaration& declaration) {
                   return declaration.file == File::Input && declaration.semantic == Semantic::Face &&
                          declaration.first == static_cast<uint32_t>(source.index);
               });
    }

    /// True if all that an instruction writes is 0 or 1.
    bool gives(const Instruction& instruction) const {
        const uint8_t mask = instruction.destination->mask;
        const auto allHold = [&](size_t first) {
            return std::ranges::all_of(instruction.sources.begin() + static_cast<std::ptrdiff_t>(first),
                                       instruction.sources.end(),
                                       [&](const Source& source) { return holds(source, mask); });
        };
        switch (instruction.opcode) {
            case Opcode::Slt:
            case Opcode::Sge:
            case Opcode::Seq:
            case Opcode::Sne:
            case Opcode::Sgt:
            case Opcode::Sle:
                return true;
            case Opcode::Mov:
                return allHold(0) || (instruction.saturate && isFace(instruction.sources[0]));
            case Opcode::Mul:
            case Opcode::Min:
            case Opcode::Max:
            case Opcode::Lrp:
                return allHold(0);
            case Opcode::Cmp:
                return allHold(1);
            default:
                return false;
        }
    }

    /// Notes the components that an instruction gives other values; true if that is news.
    bool refute(const Instruction& instruction) {
        if (!instruction.destination || instruction.destination->file != File::Temporary || gives(instruction))
            return false;
        if (instruction.destination->indirect) return !std::exchange(writesAnywhere_, true);
        uint8_t& others = others_[instruction.destination->index];
        const auto now = static_cast<uint8_t>(others | instruction.destination->mask);
        return std::exchange(others, now) != now;
    }

    const TgsiProgram& program_;
    /// By number of the temporary: its components that may have other values.
    std::map<int32_t, uint8_t> others_;
    /// An instruction writes other values to temporaries by an index.
    bool writesAnywhere_ = false;
};

}  // namespace

TgsiProgram withSelections(TgsiProgram program) {
    const TruthValues truth(program);
    for (Instruction& instruction : program.instructions) {
        if (instruction.opcode != Opcode::Lrp || !truth.holds(instruction.sources[0], instruction.destination->mask))
            continue;
        instruction.opcode = Opcode::Cmp;
        instruction.sources[0].negate = true;
        instruction.sources[0].absolute = false;
    }
    return program;
}

}  // namespace cyclorama::attila
