// SPDX-License-Identifier: MIT
#include "machine/timing/command/command_statistics.h"

namespace cyclorama::machine::timing {

CommandStatistics::CommandStatistics(sim::StatisticsRegistry& registry)
    : registerWrites(registry, {"RegisterWrites_CP", "writes", "Register writes, and cycles that they waited."}),
      bytesWritten(registry, {"BytesWritten_CP", "bytes", "Bytes that the host wrote into the GPU's memory."}),
      bytesRead(registry, {"BytesRead_CP", "bytes", "Bytes of shader programs that were read."}),
      writeTransactions(registry, {"WriteTransactions_CP", "writes", "Writes of the host into the GPU's memory."}),
      batches(registry, {"Batches_CP", "draws", "Draws."}),
      frames(registry, {"Frames_CP", "frames", "Frames that were presented."}),
      blits(registry, {"Bit Blits_CP", "blits", "Blits."}),
      ready(registry, {"Ready_CP", "cycles", "Cycles in which nothing was under way but commands."}),
      draw(registry, {"Draw_CP", "cycles", "Cycles in which a draw was in the geometry units."}),
      endGeometry(registry, {"EndGeometry_CP", "cycles",
                             "Cycles in which a draw's fragments alone, or they and the next draw, were under way."}),
      endFragment(registry, {"EndFragment_CP", "cycles", "Cycles between the end of a draw and what follows."}),
      clear(registry, {"Clear_CP", "cycles", "Cycles of clears."}),
      present(registry, {"Swap_CP", "cycles", "Cycles in which a frame was presented."}),
      flush(registry, {"Flush_CP", "cycles", "Cycles in which caches were flushed."}),
      blockStates(registry, {"SaveRestoreState_CP", "cycles", "Cycles in which block states were saved or restored."}),
      memoryWrite(registry, {"MemoryWrite_CP", "cycles", "Cycles in which the host's data was written."}),
      memoryRead(registry, {"MemoryRead_CP", "cycles", "Cycles in which programs were read."}),
      memoryPreload(registry, {"MemoryPreload_CP", "cycles", "Cycles of writes that take no more than that."}),
      blit(registry, {"bitBlitCycles_CP", "cycles", "Cycles of blits."}) {}

}  // namespace cyclorama::machine::timing
