// SPDX-License-Identifier: MIT
#pragma once
// CP_LOAD_STATE6 and its variants (Mesa: adreno_pm4.xml; vulkan/tu_cmd_buffer.cc, a6xx/fd6_const.cc). Programs and
// bindless descriptors are fetched from memory when they are used: loading them ahead changes no value.

#include <cstdint>
#include <span>

#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/cp/packet_table.h"
#include "families/adreno/cp/processor_memory.h"
#include "families/adreno/sp/loaded_units.h"
#include "families/adreno/stream/load_state.h"

namespace cyclorama::adreno {

class LoadPackets {
  public:
    /// All outlive the set; `loaded` is what is loaded for programs.
    LoadPackets(ProcessorMemory& memory, LoadedUnits& loaded, PacketReporter& reporter)
        : memory_(memory), loaded_(loaded), reporter_(reporter) {}

    static std::span<const PacketRow<LoadPackets>> rows();

  private:
    void loadState(const FetchedPacket& packet);
    /// The source of a load from a uniform buffer, whose number and offset in bytes the packet has; 0, with a finding,
    /// if it was not loaded.
    uint64_t uniformAddress(const FetchedPacket& packet, const LoadState& load);

    ProcessorMemory& memory_;
    LoadedUnits& loaded_;
    PacketReporter& reporter_;
};

}  // namespace cyclorama::adreno
