// SPDX-License-Identifier: MIT
#include "families/attila/driver/programs/register_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "families/attila/driver/programs/indexed_registers.h"

namespace cyclorama::attila {
namespace {

using namespace virgl::tgsi;

/// First and last instruction that name a temporary; empty for one that none names.
struct Range {
    uint32_t first = std::numeric_limits<uint32_t>::max();
    uint32_t last = 0;

    bool empty() const { return first > last; }
    void add(uint32_t instruction) {
        first = std::min(first, instruction);
        last = std::max(last, instruction);
    }
};

class Ranges {
  public:
    explicit Ranges(const TgsiProgram& program) {
        std::vector<uint32_t> loops;
        for (uint32_t at = 0; at < program.instructions.size(); ++at) {
            const Instruction& instruction = program.instructions[at];
            if (const auto& to = instruction.destination) note(program, to->file, to->index, to->indirect, at);
            for (const Source& from : instruction.sources) note(program, from.file, from.index, from.indirect, at);
            if (instruction.opcode == Opcode::BeginLoop) loops.push_back(at);
            if (instruction.opcode != Opcode::EndLoop) continue;
            extendOver({.first = loops.back(), .last = at});
            loops.pop_back();
        }
    }

    std::vector<Range> ranges;

  private:
    /// A register at an index may be any of its array.
    void note(const TgsiProgram& program, File file, int32_t index, const std::optional<Indirect>& indirect,
              uint32_t at) {
        if (file != File::Temporary) return;
        const auto number = static_cast<uint32_t>(index);
        const RegisterRange named =
            indirect ? arrayAround(program, file, index) : RegisterRange{.first = number, .last = number};
        if (named.last >= ranges.size()) ranges.resize(named.last + 1);
        for (uint32_t i = named.first; i <= named.last; ++i) ranges[i].add(at);
    }
    void extendOver(const Range& loop) {
        for (Range& range : ranges) {
            if (range.empty() || range.last < loop.first) continue;
            range.add(loop.first);
            range.add(loop.last);
        }
    }
};

}  // namespace

RegisterPlan::RegisterPlan(const TgsiProgram& program) {
    const std::vector<Range> ranges = Ranges(program).ranges;
    registers_.resize(ranges.size());
    std::vector<size_t> order;
    for (size_t i = 0; i < ranges.size(); ++i)
        if (!ranges[i].empty()) order.push_back(i);
    std::ranges::stable_sort(order, {}, [&](size_t i) { return ranges[i].first; });
    /// By register: the last instruction that needs what is in it.
    std::vector<uint32_t> takenUntil;
    for (const size_t i : order) {
        // An instruction reads its operands before it writes: its result may take the place of the last of them.
        auto free = std::ranges::find_if(takenUntil, [&](uint32_t last) { return last <= ranges[i].first; });
        if (free == takenUntil.end()) free = takenUntil.insert(free, 0);
        *free = ranges[i].last;
        registers_[i] = static_cast<uint32_t>(free - takenUntil.begin());
    }
    count_ = static_cast<uint32_t>(takenUntil.size());
}

std::string RegisterPlan::name(int32_t temporary) const {
    return fmt::format("r{}", registers_[static_cast<size_t>(temporary)]);
}

}  // namespace cyclorama::attila
