// SPDX-License-Identifier: MIT
#pragma once
// The texture unit of a shader unit (TP), with the first cache.
//
//   a queue of instructions -> [taken one by one: it takes effect, its texels are known]
//       -> [tags: TextureLanesPerCycle lanes and TextureCacheLinesPerCycle lines a cycle] -> hit  ->
//                                                                  -> miss: lines of UCHE, in order of the lanes
//       -> queue of lanes -> [their lines have arrived; TextureFilterBytesPerCycle a cycle] -> the instruction's answer
//
// Lanes stay in order. A group of lanes, a quad or more, takes a cycle at least, and as many as its lines need in the
// tags and its texels in the filter, those that several lanes read for each of them. Lines that a group misses are
// joined by lines of UCHE. Textures with flags (UBWC) need the line of their blocks' flags, from a cache of its own.
//
// Parameters: [ADRENO] Texture*; docs/develop/timing_adreno.md has their sources.
// Inputs: instructions of the shader unit, and textures that are read ahead of its waves' programs; lines from UCHE.
// Outputs: answers, reads of lines.
// Statistics: TP_*, by the names of the chips' own counters where there are any; sums over all units.
//
// Values: an instruction is executed by the functional machine's sampler when this box takes it, between two cycles
// (betweenCycles()), and so after UCHE's accesses of that cycle. The cache has tags only; it forgets its lines when
// work of a later packet comes. Blocks with flags have then the sizes that their pixels take (compressed_blocks.h): a
// line of the cache that misses is in a line of UCHE among those, or in the flags alone.
// Simplified: compressed formats are in the cache as they are in memory. Flags are in the order of their blocks.
// Decompression takes no time. Sizes, numbers of levels and levels of detail are answered as texels are.

#include <cstdint>
#include <string>
#include <vector>

#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/lines/compressed_blocks.h"
#include "families/adreno/timing/lines/line_port.h"
#include "families/adreno/timing/programs/texel_groups.h"
#include "families/adreno/timing/sp/access_queue.h"
#include "families/adreno/timing/tp/line_requests.h"
#include "families/adreno/timing/tp/measured_blocks.h"
#include "families/adreno/timing/tp/texel_cache.h"
#include "sim/box.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

class TexturePipe final : public sim::Box {
  public:
    /// `space` outlives it.
    TexturePipe(sim::Simulation& simulation, sim::DomainId domain, const TexturePipeSettings& settings, uint32_t number,
                const mem::AddressSpace& space);

    /// The longest from an answer to its arrival, and answers that may arrive in a cycle.
    static uint32_t answerLatency(const TexturePipeSettings& settings);
    static constexpr uint32_t kAnswers = 4;

    /// From and to the shader unit.
    sim::Signal<AccessMessage> access;
    sim::Output<AccessAnswer> answers;
    /// To and from UCHE.
    sim::Output<LineRequest> reads;
    sim::Signal<LineAnswer> lines;

    void addCounters(ChipCounters& counters) const;
    void clock(sim::Cycle cycle) override;
    /// After each cycle, all boxes having been clocked.
    void betweenCycles();
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    bool atFullRate() const override { return !waitsForLines() && backlog() == sim::Backlog::Full; }
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    bool waitsForLines() const { return requests_.asked() != requests_.arrived(); }

  private:
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        void countFilters(const TexelGroups::Group& group);

        sim::Counter busy, waitForLines, latency, instructions, lines, misses, pixels;
        sim::Counter points, linear, levels, anisotropic;
        sim::Counter flags, flagMisses, filterBusy;
    };
    /// Lanes after the tags.
    struct Waiting {
        uint64_t requests = 0;  ///< their lines, and those before, have arrived with this one
        sim::Cycle earliest = 0;
        uint32_t cycles = 0;              ///< of the filter
        MemoryAccess* answers = nullptr;  ///< the instruction that they are the last of
    };
    void receive(sim::Cycle cycle);
    /// The lines of the first lanes that wait have come.
    bool mayFilter() const { return !waiting_.empty() && waiting_.front().requests <= requests_.arrived(); }
    /// Lanes whose lines have come go to the filter.
    void drain(sim::Cycle cycle);
    void lookUp(sim::Cycle cycle);
    bool hasRoom() const;
    /// Looks the next group of lanes up, in a cycle. `last`: of its instruction.
    void lookUpGroup(const TexelGroups::Group& group, bool last, sim::Cycle cycle);
    /// Asks for lines that are not there.
    void lookUpLines(const TexelGroups::Group& group, sim::Cycle cycle);
    /// Asks for bytes of a line of textures, where memory has them.
    void ask(uint64_t address, uint64_t bytes, sim::Cycle cycle);
    /// Their lines have come in `cycle`.
    void filter(const Waiting& lanes, sim::Cycle cycle);
    void answer(MemoryAccess& done, sim::Cycle cycle);
    void send(sim::Cycle cycle);
    bool takes(sim::Cycle cycle) const;
    void sleepUntilNext(sim::Cycle cycle);

    TexturePipeSettings settings_;
    Statistics statistics_;
    BlockSizes sizes_;
    MeasuredBlocks blocks_;
    TexelCache tags_;
    TexelCache flagTags_;
    sim::BoundedQueue<MemoryAccess*> queue_;
    MemoryAccess* current_ = nullptr;  ///< whose lanes are looked up
    TexelGroups texels_;               ///< its
    TexelGrouping grouping_;
    size_t nextGroup_ = 0;
    size_t nextLine_ = 0;
    uint32_t newestWork_ = 0;
    sim::Cycle tagsFree_ = 0;
    sim::Cycle filterFree_ = 0;
    sim::BoundedQueue<Waiting> waiting_;
    LineRequests requests_;
    bool taking_ = false;   ///< after this cycle
    bool accepts_ = false;  ///< what was taken, in the next one
};

}  // namespace cyclorama::adreno
