// SPDX-License-Identifier: MIT
#include "machine/timing/shader/vector_thread.h"

#include <fmt/format.h>

#include <array>

namespace cyclorama::machine::timing {

std::string_view nameOf(DecodeCommandKind kind) {
    constexpr std::array<std::string_view, 6> kNames{"unblock", "block", "end", "repeat", "new pc", "exported depth"};
    static_assert(kNames.size() == static_cast<size_t>(DecodeCommandKind::ExportedDepth) + 1);
    return kNames[static_cast<size_t>(kind)];
}

std::string nameOfInstruction(const std::vector<VectorThread>& threads, uint32_t thread, uint32_t pc) {
    const VectorThread& of = threads[thread];
    const char* const kind = of.target == ShaderTarget::Vertex ? "vertices" : "fragments";
    const DrawRecord* const draw = of.replay.draw;
    return draw == nullptr ? fmt::format("thread {} of {}, instruction {}", thread, kind, pc)
                           : fmt::format("draw {}, thread {} of {}, instruction {}", draw->number, thread, kind, pc);
}

}  // namespace cyclorama::machine::timing
