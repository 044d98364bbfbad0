// SPDX-License-Identifier: MIT
#include "families/adreno/timing/cp/processor_statistics.h"

namespace cyclorama::adreno {
namespace {

sim::StatisticInfo cyclesOf(std::string_view activity, const char* name, std::string_view sentence) {
    return sim::partOf({.name = name, .unit = "cycles", .sentence = sentence}, sim::StatisticRole::Activity, activity);
}

}  // namespace

ProcessorStatistics::ProcessorStatistics(sim::StatisticsRegistry& registry)
    : cycles(registry, {"ALWAYS_COUNT_CP", "cycles", "All cycles."}),
      flushes(registry, {"CACHE_FLUSH_CP", "flushes", "Flushes and invalidations of caches that events asked for."}),
      packets(registry, {"PACKETS_CP", "packets", "Packets that were executed."}),
      registerPackets(registry, {"SQE_T4_EXEC_CP", "packets", "Packets of type 4 that were executed."}),
      statePackets(registry,
                   {"SQE_LOAD_STATE_EXEC_CP", "packets", "Packets that load state, constants or descriptors."}),
      dataWords(registry, {"PM4_DATA_CP", "words", "Words after the headers of packets that were executed."}),
      registers(registry, {"REGISTER_WRITES_CP", "registers", "Registers that packets wrote."}),
      groups(registry, {"DRAW_STATE_GROUPS_CP", "groups", "Groups of draw state that packets set."}),
      streamBytes(registry, {"STREAM_BYTES_CP", "bytes", "Bytes of packets that were executed."}),
      draws(registry, {"SQE_DRAW_EXEC_CP", "draws", "Draws that packets started."}),
      bytesWritten(registry, {"BYTES_WRITTEN_CP", "bytes", "Bytes that packets and events wrote to memory."}),
      polls(registry, {"POLLS_CP", "looks", "Looks at values that had not come."}),
      full(registry, {"DISPATCH_STALL_CYCLES_CP", "cycles",
                      "Cycles in which a dispatch, draw, blit or move waited for those before it, or for constants."}),
      waitForIdle(registry, {"SQE_PM4_WFI_STALL_CYCLES_CP", "cycles",
                             "Cycles in which the processor waited until all work was done."}),
      ending(registry, {"END_OF_JOB_CYCLES_CP", "cycles",
                        "Cycles in which all packets were executed, and their work was not done."}),
      commands(registry, cyclesOf("commands", "COMMAND_CYCLES_CP", "Cycles in which packets were executed.")),
      streamWait(registry, cyclesOf("stream fetch", "SQE_PM4_STARVE_CYCLES_CP",
                                    "Cycles in which a packet's bytes had not come from memory.")),
      polling(registry, cyclesOf("wait for values", "POLL_CYCLES_CP",
                                 "Cycles in which the processor waited for a value in memory or a register.")),
      noWork(registry, cyclesOf("no job", "IDLE_CYCLES_CP", "Cycles without a job.")),
      // By Awaited.
      awaited{{{registry, cyclesOf("binning", "AWAIT_BINNING_CYCLES_CP",
                                   "Cycles in which the processor waited, and the oldest work was of a binning pass.")},
               {registry, cyclesOf("draws of bins", "AWAIT_BINS_CYCLES_CP",
                                   "Cycles in which the processor waited, and the oldest work was a draw to GMEM.")},
               {registry, cyclesOf("draws to memory", "AWAIT_DRAWS_CYCLES_CP",
                                   "Cycles in which the processor waited, and the oldest work was a draw to memory.")},
               {registry, cyclesOf("moves of bins", "AWAIT_MOVES_CYCLES_CP",
                                   "Cycles in which the processor waited, and the oldest work was a load, store or "
                                   "clear of GMEM, or a clear of low resolution depth.")},
               {registry, cyclesOf("dispatches", "AWAIT_DISPATCHES_CYCLES_CP",
                                   "Cycles in which the processor waited, and the oldest work was a dispatch.")},
               {registry,
                cyclesOf("blits", "AWAIT_BLITS_CYCLES_CP", "Cycles in which the processor waited for the 2D engine.")},
               {registry, cyclesOf("events", "AWAIT_EVENTS_CYCLES_CP",
                                   "Cycles in which the processor waited for flushes and writes of events.")},
               {registry, cyclesOf("other waits", "AWAIT_OTHER_CYCLES_CP",
                                   "Cycles in which the processor waited for its own writes, or after all work was "
                                   "done.")}}} {}

void ProcessorStatistics::addCounters(ChipCounters& counters) {
    chip = &counters;
    counters.add("CP_ALWAYS_COUNT"_counter, cycles);
    counters.add("RBBM_ALWAYS_COUNT"_counter, cycles);
    for (const sim::Counter* const busy : {&commands, &streamWait, &full, &waitForIdle, &polling, &ending})
        counters.add("CP_BUSY_CYCLES"_counter, *busy);
    counters.add("CP_SQE_IDLE"_counter, noWork);
    counters.add("CP_SQE_PM4_STARVE_RB_IB"_counter, streamWait);
    counters.add("CP_SQE_PM4_WFI_STALL"_counter, waitForIdle);
    counters.add("CP_CACHE_FLUSH"_counter, flushes);
    counters.add("CP_PM4_HEADERS"_counter, packets);
    counters.add("CP_PM4_DATA"_counter, dataWords);
    counters.add("CP_SQE_T4_EXEC"_counter, registerPackets);
    counters.add("CP_SQE_LOAD_STATE_EXEC"_counter, statePackets);
    counters.add("CP_SQE_DRAW_EXEC"_counter, draws);
}

void ProcessorStatistics::count(const FetchedPacket& packet, const PacketCost& cost) {
    ++packets;
    if (packet.header.kind == PacketHeader::Kind::RegisterWrite) ++registerPackets;
    if (packet.header.is(Opcode::LoadState) || packet.header.is(Opcode::LoadStateGeometry) ||
        packet.header.is(Opcode::LoadStateFragment))
        ++statePackets;
    dataWords.add(packet.words.size());
    registers.add(cost.registers);
    groups.add(cost.groups);
    streamBytes.add((1 + packet.words.size()) * sizeof(uint32_t));
}

}  // namespace cyclorama::adreno
