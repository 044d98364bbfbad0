// SPDX-License-Identifier: MIT
#include "families/attila/driver/programs/indexed_registers.h"

#include <fmt/format.h>

#include <algorithm>

#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {

using namespace virgl::tgsi;

RegisterRange arrayAround(const TgsiProgram& program, File file, int32_t index) {
    std::optional<RegisterRange> all;
    for (const Declaration& declaration : program.declarations) {
        if (declaration.file != file) continue;
        const RegisterRange range{declaration.first, declaration.last};
        const bool within =
            index >= 0 && static_cast<uint32_t>(index) >= range.first && static_cast<uint32_t>(index) <= range.last;
        if (declaration.array && within) return range;
        if (!all) all = range;
        all->first = std::min(all->first, range.first);
        all->last = std::max(all->last, range.last);
    }
    if (!all) throw virgl::Unsupported("registers by address of a file that is not declared");
    return *all;
}

IndexedRegisters::IndexedRegisters(const TgsiProgram& program, uint32_t firstScratch, ProgramText& text)
    : program_(program), firstScratch_(firstScratch), text_(text) {
    const auto note = [this](File file, const std::optional<Indirect>& indirect) {
        if (indirect && file != File::Constant && indirect->address < used_.size()) used_[indirect->address] = true;
    };
    for (const Instruction& instruction : program.instructions) {
        if (instruction.destination) note(instruction.destination->file, instruction.destination->indirect);
        for (const Source& source : instruction.sources) note(source.file, source.indirect);
    }
}

void IndexedRegisters::setAddress(uint32_t address, uint8_t mask, const TextOperand& value) {
    if (!used_[address]) return;
    const TextResult kept = text_.scratch(firstScratch_ + address, mask);
    text_.emit("frc", kept, value);
    text_.emit("add", kept, value, kept.operand().negated());
}

TextOperand IndexedRegisters::load(const Source& source, uint32_t operand, const NameOf& nameOf) {
    const TextResult copy = text_.scratch(loads() + operand);
    choose(source.file, source.index, *source.indirect, nameOf, [&](const std::string& name) {
        text_.emitAlways(fmt::format("(p{}) mov {}, {}", kIndexPredicate, copy.text(), name));
    });
    return copy.operand();
}

TextResult IndexedRegisters::result(uint8_t mask, bool saturate) {
    TextResult made = text_.scratch(stores(), mask);
    made.saturate = saturate;
    return made;
}

void IndexedRegisters::store(const Destination& destination, const NameOf& nameOf) {
    const TextResult from = text_.scratch(stores());
    choose(destination.file, destination.index, *destination.indirect, nameOf, [&](const std::string& name) {
        if (!text_.predicate().empty())
            text_.emitAlways(fmt::format("andp p{0}, p{0}, {1}", kIndexPredicate, text_.predicate()));
        const TextResult to{.reg = name, .mask = destination.mask};
        text_.emitAlways(fmt::format("(p{}) mov {}, {}", kIndexPredicate, to.text(), from.reg));
    });
}

TextOperand IndexedRegisters::index(const Indirect& indirect) {
    if (indirect.address >= isa::kAddressRegisters) throw virgl::BeyondGpu("more address registers than the chip has");
    return text_.scratch(firstScratch_ + indirect.address).operand().component(indirect.component);
}

void IndexedRegisters::choose(File file, int32_t offset, const Indirect& indirect, const NameOf& nameOf,
                              const std::function<void(const std::string&)>& use) {
    const RegisterRange range = arrayAround(program_, file, offset);
    const TextOperand at = index(indirect);
    for (uint32_t i = range.first; i <= range.last; ++i) {
        const std::optional<std::string> name = nameOf(i);
        if (!name) continue;
        const float wanted = static_cast<float>(static_cast<int32_t>(i) - offset);
        const TextOperand element = text_.literal({wanted, wanted, wanted, wanted});
        text_.emitAlways(fmt::format("setpeq p{}, {}, {}", kIndexPredicate, at.text(), element.text()));
        use(*name);
    }
}

}  // namespace cyclorama::attila
