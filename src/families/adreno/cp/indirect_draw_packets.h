// SPDX-License-Identifier: MIT
#pragma once
// Draws whose numbers are in memory (Mesa: adreno_pm4.xml).

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "families/adreno/cp/draw_starter.h"
#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/cp/packet_table.h"
#include "families/adreno/cp/processor_memory.h"
#include "families/adreno/cp/processor_registers.h"
#include "families/adreno/cp/repeated_packet.h"
#include "families/adreno/cp/stream_stack.h"
#include "families/adreno/sp/loaded_units.h"

namespace cyclorama::adreno {

class IndirectDrawPackets {
  public:
    /// All outlive the set. `vertexUnits`: what is loaded for the vertex program, whose constants get numbers of the
    /// draw.
    IndirectDrawPackets(const StreamStack& streams, ProcessorMemory& memory, ProcessorRegisters& registers,
                        LoadedUnits::Stage& vertexUnits, RepeatedPacket& repeated, DrawStarter& starter,
                        PacketReporter& reporter)
        : streams_(streams),
          memory_(memory),
          registers_(registers),
          vertexUnits_(vertexUnits),
          repeated_(repeated),
          starter_(starter),
          reporter_(reporter) {}

    static std::span<const PacketRow<IndirectDrawPackets>> rows();

  private:
    struct Draws {
        DrawInitiator initiator;
        bool indexed = false;
        uint64_t indexAddress = 0;
        uint32_t mostIndices = 0;
        uint64_t address = 0;
        uint32_t count = 1;
        uint32_t stride = 0;
        /// Place in the vertex program's constants to which the draw's number, first vertex and first instance go, in
        /// vectors of four; 0 for nowhere.
        uint32_t parameters = 0;
    };
    /// In memory: count, instances, first index or vertex, then where indexed what is added to the indices, and the
    /// first instance.
    struct Numbers {
        std::array<uint32_t, 5> words{};
        bool indexed = false;

        uint32_t firstVertex() const { return indexed ? words[3] : words[2]; }
        uint32_t firstInstance() const { return indexed ? words[4] : words[3]; }
    };

    PacketResult drawIndirectOnce(const FetchedPacket& packet);
    PacketResult drawIndexedIndirectOnce(const FetchedPacket& packet);
    /// The words of the packet by its operation. The count in memory can only lessen the packet's.
    PacketResult drawIndirectMulti(const FetchedPacket& packet);

    /// Numbers of one of the draws; nothing, with a finding, where nothing is mapped.
    std::optional<Numbers> load(const Draws& draws, uint32_t draw);
    /// The registers and constants that the processor writes for a draw whose numbers it has read itself.
    void setParameters(const Draws& draws, const Numbers& numbers, uint32_t draw);
    /// One draw for each execution of the packet.
    PacketResult execute(const FetchedPacket& packet, const Draws& draws);

    const StreamStack& streams_;
    ProcessorMemory& memory_;
    ProcessorRegisters& registers_;
    LoadedUnits::Stage& vertexUnits_;
    RepeatedPacket& repeated_;
    DrawStarter& starter_;
    PacketReporter& reporter_;
};

}  // namespace cyclorama::adreno
