// SPDX-License-Identifier: MIT
#include "families/adreno/timing/cp/state_loads.h"

#include <fmt/format.h>

#include <optional>

#include "families/adreno/stream/load_state.h"

namespace cyclorama::adreno {
namespace {

void preloadProgram(const LoadState& load, std::deque<sim::Output<InstructionPreload>>& caches, sim::Cycle cycle) {
    if (load.source != LoadSource::Indirect || load.units == 0) return;
    const InstructionPreload program{.line = load.address / kInstructionLineBytes, .lines = load.units};
    for (sim::Output<InstructionPreload>& cache : caches) cache.write(cycle, program);
}

}  // namespace

StateLoads::StateLoads(sim::Box& owner, uint32_t processors) : constants(owner, "constants") {
    for (uint32_t i = 0; i < processors; ++i) preloads_.emplace_back(owner, fmt::format("preload{}", i));
}

bool StateLoads::loads(const FetchedPacket& packet) {
    return packet.header.is(Opcode::LoadState) || packet.header.is(Opcode::LoadStateGeometry) ||
           packet.header.is(Opcode::LoadStateFragment);
}

void StateLoads::begin(const FetchedPacket& packet, std::span<const ProcessorRead> reads, sim::Cycle cycle) {
    if (!loads(packet)) return;
    const std::optional<LoadState> load = LoadState::decode(packet.words);
    if (load && load->state == LoadedState::Program) return preloadProgram(*load, preloads_, cycle);
    // One load is one range.
    if (!reads.empty() && reads.front().bytes != 0)
        constants.ask(cycle, StateLoad{.address = reads.front().address, .bytes = reads.front().bytes});
}

}  // namespace cyclorama::adreno
