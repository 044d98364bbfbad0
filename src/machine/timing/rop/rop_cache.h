#pragma once
// The cache of a render output pipe's unit (ATTILA: ROPCache, ZCacheV2, ColorCacheV2): lines are fetched ahead of
// their use; a line that leaves is read out through a port, compressed and written in transactions of 64 bytes, a line
// that comes in is read, decompressed and written in through a port; each of these steps works on one line at a time
// and has a queue before it. The state of each block of the buffer (clear, plain, compressed) is on chip, so that a
// clear takes a cycle for every BlocksClearedPerCycle blocks, and filling a line of a clear block takes no traffic.
//
// Sizes in memory are those of the buffer's bytes in the address space when the line reaches the compressor.
//
// Surfaces in rows or tiles have no block states, are not compressed, and a flush writes dirty lines alone. Where they
// have tile status it is looked up, in a cache of its own with the same port to memory, before a line is read and
// before one is written: lines of cleared tiles are not read, and leave whole.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "machine/timing/rop/rop_cache_parts.h"
#include "machine/timing/rop/rop_ports.h"
#include "machine/timing/rop/rop_settings.h"
#include "machine/timing/rop/rop_statistics.h"
#include "machine/timing/rop/tile_status_cache.h"
#include "mem/address_space.h"
#include "mem/fetch_cache.h"
#include "mem/memory_controller.h"
#include "mem/transaction.h"
#include "sim/lazy_array.h"
#include "sim/queue.h"
#include "sim/repeated_cycle.h"
#include "sim/time.h"

namespace cyclorama::machine::timing {

class RopCache {
  public:
    RopCache(sim::StatisticsRegistry& registry, const std::string& statisticsSuffix, const RopCacheSettings& settings,
             uint32_t unit, uint32_t units, mem::AddressSpace& space, mem::MemoryPort& port);

    /// The buffer that block states belong to, and whether lines are compressed and block states used at all.
    struct Buffer {
        uint32_t address = 0;
        uint32_t stateAddress = 0;
        bool compression = true;
        /// In rows or tiles.
        bool tiled = false;
    };
    void setBuffer(const Buffer& buffer) {
        buffer_ = buffer;
        disturb();
    }
    const Buffer& buffer() const { return buffer_; }

    // For the unit's pipeline, after update(). One fetch or allocation a cycle. False: to be tried again, and
    // failure() says what a try counts and whether the next goes differently in any case, or no sooner than moved().
    bool fetch(uint32_t address, mem::CacheSlot& slot, uint32_t reserves);
    bool allocate(uint32_t address, mem::CacheSlot& slot, uint32_t reserves);
    bool read(sim::Cycle cycle, mem::CacheSlot slot, uint32_t bytes) {
        if (!portReady(readPorts_, cycle) || !cache_.read(slot, bytes)) return false;
        readPorts_.use(cycle, portCycles(bytes));
        return true;
    }
    bool write(sim::Cycle cycle, uint32_t address, mem::CacheSlot slot, uint32_t bytes, uint64_t mask) {
        if (!portReady(writePorts_, cycle) || !cache_.write(address, slot, bytes, mask)) return false;
        writePorts_.use(cycle, portCycles(bytes));
        return true;
    }
    const sim::RepeatedCycle& failure() const { return failure_; }
    /// A fetch of the address was refused, and would be again, whatever moved().
    bool refuses(uint32_t address) const { return cache_.refuses(address); }

    /// Quads with so many bytes a sample and step never wait for a port: lines take one at most, and there are two.
    bool keepsPortFree(uint32_t bytes) const {
        return readPorts_.count > 1 && writePorts_.count > 1 && portCycles(bytes) == 1;
    }
    // More samples of a quad of which the first was read or written, where that is so.
    void readOn(mem::CacheSlot slot, uint32_t bytes, uint32_t times) { cache_.readOn(slot, bytes, times); }
    /// A use of a line that is counted later.
    void touch(mem::CacheSlot slot) { cache_.touch(slot); }
    mem::FetchCache::WriteRun startRun(uint32_t address, mem::CacheSlot slot, uint32_t bytes) {
        return cache_.startRun(address, slot, bytes);
    }
    void writeOn(const mem::FetchCache::WriteRun& run, uint64_t bits, uint32_t times) {
        cache_.writeOn(run, bits, times);
    }

    // The same for lines of surfaces in rows or tiles, for one use each.
    bool fetch(uint32_t address, mem::CacheSlot& slot, const SurfaceStatus& status);
    bool allocate(uint32_t address, mem::CacheSlot& slot, const SurfaceStatus& status);
    /// Gives a line back without a write.
    void release(mem::CacheSlot slot) { cache_.unreserve(slot); }

    /// Data that arrives in `cycle`; before update().
    void takeData(sim::Cycle cycle, const mem::MemoryTransaction& transaction);

    /// In place of update(), once a cycle: whether the cycle is like the last, with nothing for memory.
    bool passes(sim::Cycle cycle, mem::AcceptState accepts) {
        moved_ = false;
        if (cycle >= due_ || accepts != accepts_) return false;
        passed_ = cycle + 1;
        return true;
    }
    /// One cycle; what goes to memory in it. Cycles in which nothing is due may be left out.
    std::optional<mem::MemoryTransaction> update(sim::Cycle cycle, mem::AcceptState accepts);
    /// The next cycle that goes differently, unless data arrives or what may be sent changes.
    sim::Cycle due() const { return due_; }
    /// Lines moved, or an operation did, in the last cycle or since.
    bool moved() const { return moved_; }
    /// Before statistics are taken, all cycles before `end` having passed.
    void settleStatistics(sim::Cycle end) {
        passed_ = end;
        settleLines();
    }

    /// After a line reached the compressor in this cycle: what Hierarchical Z is told.
    bool hasDepthReport() const { return depthReport_.has_value(); }
    std::optional<HierarchicalZUpdate> takeDepthReport();

    // Operations that take many cycles: each is to be called in every cycle until it returns false.
    bool flush() { return goOn(flush_); }
    bool saveStates() { return goOn(save_); }
    bool restoreStates() { return goOn(restore_); }
    bool resetStates();

    /// Empties the cache in the next update(); with `clear` all blocks become clear, or else uncompressed.
    void reset(bool clear);

    /// The first blocks of the buffer that belong to the unit.
    std::vector<BlockInfo> blockStates(uint32_t blocks) const;
    uint32_t stateBlocks() const { return settings_.stateBlocks; }

    std::string describeWait() const;

  private:
    /// In memory, where they are saved.
    static constexpr uint32_t kStatesPerByte = 2;

    enum class Mode : uint8_t { Off, Running, Done };
    /// Of an operation that takes many cycles: whether it goes on.
    bool goOn(Mode& mode);

    void performReset();
    [[gnu::always_inline]] inline void endPortUses(sim::Cycle cycle);
    void settleLines() {
        if (linesFrom_ >= passed_) return;
        lines_.repeat(passed_ - linesFrom_);
        linesFrom_ = passed_;
    }
    /// The lines' next cycle differs from the last. Comes before any change of a time that runs.
    void disturb() {
        settleLines();
        due_ = 0;
        moved_ = true;
    }
    /// A fetch, an allocation or a flush may have left a request.
    void noteRequests() {
        if (request_ == kNoCacheRequest && cache_.waitingRequests() != 0) due_ = 0;
    }
    bool portReady(const CachePorts& ports, sim::Cycle cycle) {
        failure_.start();
        if (ports.ready(cycle)) return true;
        failure_.move();
        return false;
    }
    [[gnu::always_inline]] inline std::optional<mem::MemoryTransaction> updateLines(sim::Cycle cycle);
    /// The lines that come in and leave; what goes to memory.
    [[gnu::always_inline]] inline std::optional<mem::MemoryTransaction> moveLines(sim::Cycle cycle);
    void takeRequest();
    bool spillUnderWay(uint32_t address) const;
    bool flushLines();
    void noteStatus(mem::CacheSlot slot, const LineStatus& status);
    void passStatus(const mem::CacheRequest& request);
    bool askStatus(LineFill& fill);
    bool askStatus(LineSpill& spill);
    std::optional<mem::MemoryTransaction> moveTileStatus();
    void endTransfer();
    void endWrite();
    std::optional<mem::MemoryTransaction> requestFill();
    std::optional<mem::MemoryTransaction> askFor(uint32_t index);
    void readOutLine(sim::Cycle cycle);
    [[gnu::always_inline]] inline void decompress();
    [[gnu::always_inline]] inline void compress();
    void compressLine(LineSpill& spill);
    std::optional<mem::MemoryTransaction> writeSpill();
    void finishSpill();
    void writeInLine(sim::Cycle cycle);
    std::optional<mem::MemoryTransaction> moveStates(mem::Access access);
    void updateResetStates();
    void updateFlush();

    bool usesStates(uint32_t block) const { return buffer_.compression && block < settings_.stateBlocks; }
    BlockInfo stateOf(uint32_t block) const { return usesStates(block) ? states_[block] : BlockInfo{}; }
    uint32_t blockOfUnit(uint32_t address) const;
    uint32_t blockOfBuffer(uint32_t address) const;
    uint32_t stateAddress(uint32_t block) const;
    void encodeStates();
    void decodeStates();
    uint32_t portCycles(uint32_t bytes) const {
        return bytes <= settings_.portWidth ? 1 : (bytes + settings_.portWidth - 1) / settings_.portWidth;
    }

    RopCacheSettings settings_;
    uint32_t unit_;
    uint32_t units_;
    mem::AddressSpace* space_;
    mem::MemoryPort* port_;
    // The last cycle of the lines: it is repeated while nothing moves there, though quads go on. The first cycle that
    // was not counted yet, and the first that has not passed.
    sim::RepeatedCycle lines_;
    sim::Cycle linesFrom_ = 0;
    sim::Cycle passed_ = 0;
    sim::Cycle due_ = 0;
    bool moved_ = false;
    sim::RepeatedCycle failure_;  // of the last try of a quad
    mem::FetchCache cache_;
    RopCacheStatistics statistics_;
    Buffer buffer_;
    uint32_t blockShift_;

    sim::LazyArray<BlockInfo> states_;
    LineRing<LineFill> fills_;
    LineRing<LineSpill> spills_;
    CachePorts readPorts_;
    CachePorts writePorts_;
    uint32_t request_ = kNoCacheRequest;

    // How many lines are at each step, and which is next.
    uint32_t toRequest_ = 0, nextToRequest_ = 0;
    uint32_t requested_ = 0;
    uint32_t toDecompress_ = 0, nextToDecompress_ = 0;
    uint32_t decompressed_ = 0, nextDecompressed_ = 0;
    uint32_t toReadOut_ = 0, nextToReadOut_ = 0;
    uint32_t toCompress_ = 0, nextToCompress_ = 0;
    uint32_t compressed_ = 0, nextCompressed_ = 0;
    uint32_t decompressCycles_ = 0;
    uint32_t compressCycles_ = 0;
    // When the line that is read out, or written in, has passed its port.
    sim::Cycle readOutEnds_ = sim::kNever;
    sim::Cycle writeInEnds_ = sim::kNever;

    mem::AcceptState accepts_;
    uint32_t transferCycles_ = 0;
    bool transferRead_ = false;
    bool transferWrite_ = false;
    uint32_t ticket_ = 0;
    uint32_t ticketBytes_ = 0;
    uint32_t freeTickets_ = 0;
    sim::BoundedQueue<uint32_t> tickets_;
    std::vector<uint32_t> fillOfTicket_;

    std::optional<HierarchicalZUpdate> depthReport_;

    // Surfaces in rows or tiles: what holds for the line of each slot, and for the one that leaves it.
    std::optional<TileStatusCache> tileStatus_;
    std::vector<LineStatus> lineStatus_;
    std::vector<LineStatus> leavingStatus_;

    bool resetPending_ = true;
    bool resetToClear_ = false;
    Mode flush_ = Mode::Off;
    Mode save_ = Mode::Off;
    Mode restore_ = Mode::Off;
    Mode resetStates_ = Mode::Off;
    uint32_t movedBlocks_ = 0;      // saved, or restored
    uint32_t requestedBlocks_ = 0;  // of a restore
    uint32_t resetCycles_ = 0;
};

}  // namespace cyclorama::machine::timing
