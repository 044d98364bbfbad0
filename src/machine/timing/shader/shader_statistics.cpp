// SPDX-License-Identifier: MIT
#include "machine/timing/shader/shader_statistics.h"

namespace cyclorama::machine::timing {

FetchStatistics::FetchStatistics(sim::StatisticsRegistry& r, const std::string& s)
    : fetched(r, {"FetchedInstr_ShF-" + s, "element instructions", "Instructions fetched, for each element."}),
      refetched(r, {"ReFetchedInstr_ShF-" + s, "element instructions", "Fetches that decode asked for again."}),
      inputs(r, {"Inputs_ShF-" + s, "elements", "Vertices and fragments received."}),
      outputs(r, {"Outputs_ShF-" + s, "elements", "Vertices and fragments sent."}),
      inputAttributes(r, {"InputActiveInputAttributes_ShF-" + s, "attributes", "Active inputs of all elements."}),
      outputAttributes(r, {"InputActiveOutputAttributes_ShF-" + s, "attributes", "Active outputs of all elements."}),
      registers(r, {"InputRegisters_ShF-" + s, "registers", "Registers that all elements' programs were given."}),
      blocks(r, {"Blocks_ShF-" + s, "commands", "Threads that decode blocked."}),
      unblocks(r, {"Unblocks_ShF-" + s, "commands", "Threads that decode unblocked."}),
      readyThreads(r, {"ReadyThreads_ShF-" + s, "threads", "Threads ready to fetch, summed over the cycles."}),
      readyThreadsAverage(r, {"ReadyThreadsAvg_ShF-" + s, "threads", "Threads ready to fetch in a cycle."}),
      readyThreadsMost(r, {"ReadyThreadsMax_ShF-" + s, "threads", "Most threads ready to fetch in a cycle."}),
      readyThreadsFewest(r, {"ReadyThreadsMin_ShF-" + s, "threads", "Fewest threads ready to fetch in a cycle."}),
      blockedThreads(r, {"BlockedThreads_ShF-" + s, "threads", "Blocked threads, summed over the cycles."}),
      finishedThreads(r,
                      {"FinishedThreads_ShF-" + s, "threads", "Threads waiting to be sent, summed over the cycles."}),
      freeThreads(r, {"FreeThreads_ShF-" + s, "threads", "Free threads, summed over the cycles."}),
      resources(r, {"UsedResources_ShF-" + s, "registers", "Vector registers taken, summed over the cycles."}),
      emptyCycles(r, {"EmptyCycles_ShF-" + s, "cycles", "Cycles without any thread."}),
      fetchCycles(r, {"FetchCycles_ShF-" + s, "cycles", "Cycles between a fetch and the next one possible."}),
      noReadyCycles(r, {"NoReadyCycles_ShF-" + s, "cycles", "Cycles in which no thread was ready to fetch."}) {}

void ThreadCounts::addTo(FetchStatistics& statistics, uint64_t cycles) const {
    statistics.readyThreadsAverage.sample(ready, cycles);
    statistics.readyThreadsMost.show(ready);
    statistics.readyThreadsFewest.show(ready);
    statistics.readyThreads.add(ready * cycles);
    statistics.blockedThreads.add(blocked * cycles);
    statistics.finishedThreads.add(finished * cycles);
    statistics.freeThreads.add(free * cycles);
    statistics.resources.add(resources * cycles);
}

ExecuteStatistics::ExecuteStatistics(sim::StatisticsRegistry& r, const std::string& s)
    : executed(r, {"ExecutedInstructions_ShDX-" + s, "element instructions", "Instructions that were executed."}),
      blocked(r, {"BlockedInstructions_ShDX-" + s, "element instructions",
                  "Cycles for which instructions of a group waited in decode (scalar shader model)."}),
      fillers(r, {"FakedInstructions_ShDX-" + s, "element instructions",
                  "Fillers beside lone instructions (scalar shader model)."}),
      removed(r, {"RemovedInstructions_ShDX-" + s, "element instructions",
                  "Instructions dropped in decode (scalar shader model)."}),
      blocks(r, {"BlockCommands_ShDX-" + s, "commands", "Threads blocked."}),
      unblocks(r, {"UnblockCommands_ShDX-" + s, "commands", "Threads unblocked."}),
      ends(r, {"EndCommands_ShDX-" + s, "commands", "Threads ended."}),
      replays(r, {"ReplayCommands_ShDX-" + s, "commands", "Instructions to fetch again, and jumps."}),
      textures(r, {"TextureRequests_ShDX-" + s, "quads", "Requests sent to the texture units."}),
      depthExports(r, {"ZExports_ShDX-" + s, "commands", "Depth exports of threads."}) {}

}  // namespace cyclorama::machine::timing
