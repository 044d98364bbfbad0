// SPDX-License-Identifier: MIT
#include "machine/timing/command/command_statistics.h"

namespace cyclorama::machine::timing {

namespace {

sim::StatisticInfo cyclesOf(std::string_view activity, const char* name, std::string_view sentence) {
    return sim::partOf({.name = name, .unit = "cycles", .sentence = sentence}, sim::StatisticRole::Activity, activity);
}

}  // namespace

CommandStatistics::CommandStatistics(sim::StatisticsRegistry& registry,
                                     const std::optional<sim::StatisticInfo>& engineInfo)
    : registerWrites(registry, {"RegisterWrites_CP", "writes", "Register writes, and cycles that they waited."}),
      bytesWritten(registry, {"BytesWritten_CP", "bytes", "Bytes that the host wrote into the GPU's memory."}),
      bytesRead(registry, {"BytesRead_CP", "bytes", "Bytes of shader programs that were read."}),
      writeTransactions(registry, {"WriteTransactions_CP", "writes", "Writes of the host into the GPU's memory."}),
      batches(registry, {"Batches_CP", "draws", "Draws."}),
      frames(registry, {"Frames_CP", "frames", "Frames that were presented."}),
      blits(registry, {"Bit Blits_CP", "blits", "Blits."}),
      ready(registry, cyclesOf("commands", "Ready_CP", "Cycles in which nothing was under way but commands.")),
      draw(registry, cyclesOf("geometry", "Draw_CP", "Cycles in which a draw was in the geometry units.")),
      endGeometry(registry,
                  cyclesOf("fragments", "EndGeometry_CP",
                           "Cycles in which a draw's fragments alone, or they and the next draw, were under way.")),
      endFragment(registry,
                  cyclesOf("end of draws", "EndFragment_CP", "Cycles between the end of a draw and what follows.")),
      engine(engineInfo ? std::make_unique<sim::Counter>(registry, *engineInfo) : nullptr),
      flush(registry, cyclesOf("flush", "Flush_CP", "Cycles in which caches were flushed.")),
      clear(registry, cyclesOf("clear", "Clear_CP", "Cycles of clears.")),
      present(registry, cyclesOf("present", "Swap_CP", "Cycles in which a frame was presented.")),
      blit(registry, cyclesOf("blit", "bitBlitCycles_CP", "Cycles of blits.")),
      blockStates(registry, cyclesOf("block states", "SaveRestoreState_CP",
                                     "Cycles in which block states were saved or restored.")),
      memoryRead(registry, cyclesOf("program loads", "MemoryRead_CP", "Cycles in which programs were read.")),
      memoryWrite(registry,
                  cyclesOf("memory writes", "MemoryWrite_CP", "Cycles in which the host's data was written.")),
      memoryPreload(registry,
                    cyclesOf("preloads", "MemoryPreload_CP", "Cycles of writes that take no more than that.")) {}

}  // namespace cyclorama::machine::timing
