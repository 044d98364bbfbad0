// SPDX-License-Identifier: MIT
#pragma once
// The two paths of lines between memory and a render output unit's cache. Each step works on one line at a time and has
// a queue before it:
//
//   fill       request -> arrival -> decompressor -> write into the cache through a port
//   writeback  read from the cache through a port -> compressor -> write to memory, in transactions of 64 bytes
//
// A fill waits for the line that leaves its slot: until it was read out before it is written in, and, where it is the
// same line, until it is in memory before it is requested. What is read and written is said by the buffer's backend.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "machine/timing/raster/hierarchical_z_update.h"
#include "machine/timing/rop/buffer_backend.h"
#include "machine/timing/rop/line_queues.h"
#include "machine/timing/rop/memory_transfers.h"
#include "machine/timing/rop/rop_settings.h"
#include "machine/timing/rop/rop_statistics.h"
#include "mem/address_space.h"
#include "mem/fetch_cache.h"
#include "sim/repeated_cycle.h"
#include "sim/time.h"

namespace cyclorama::machine::timing {

/// Parts of the cache that both paths use.
struct LinePathContext {
    const RopCacheSettings& settings;
    mem::FetchCache& cache;
    RopCacheStatistics& statistics;
    sim::RepeatedCycle& cycle;  // the one that is simulated
    MemoryTransfers& memory;
    CachePorts& readPorts;
    CachePorts& writePorts;
    /// Backend of the buffer in use.
    BufferBackend*& backend;
};

class FillPath {
  public:
    explicit FillPath(const LinePathContext& context) : context_(context), lines_(context.settings.inputQueueSize) {}
    void reset();

    bool full() const { return lines_.free == 0; }
    uint32_t used() const { return lines_.used(); }
    /// Place of the next line.
    uint32_t nextPlace() const { return lines_.nextFree; }
    void add(const LineFill& line) {
        lines_.push(line);
        ++toRequest_.count;
    }
    void arrived(uint32_t place, uint32_t bytes);

    // The line that leaves the slot of a fill was read out, or is in memory.
    void recordReadOut(uint32_t place, uint32_t request) {
        if (lines_.items[place].request == request) lines_.items[place].waitsForReadOut = false;
    }
    void recordWritten(uint32_t place, uint32_t request) {
        if (lines_.items[place].request == request) lines_.items[place].waitsForMemory = false;
    }

    // Steps of a cycle.
    std::optional<mem::MemoryTransaction> request() { return toRequest_.count != 0 ? requestNext() : std::nullopt; }
    void decompress();
    void writeIn(sim::Cycle cycle) {
        if (decompressed_.count != 0) writeNext(cycle);
    }
    /// A line that was written in has passed its port.
    void endWriteIn();

    sim::Cycle writeInEnds() const { return writeInEnds_; }
    uint32_t& decompressCycles() { return decompressCycles_; }
    std::string describe() const;

  private:
    std::optional<mem::MemoryTransaction> requestNext();
    void writeNext(sim::Cycle cycle);

    LinePathContext context_;
    LineRing<LineFill> lines_;
    LineStage toRequest_;
    uint32_t requested_ = 0;
    LineStage toDecompress_;
    LineStage decompressed_;
    uint32_t decompressCycles_ = 0;
    sim::Cycle writeInEnds_ = sim::kNever;
};

class WritebackPath {
  public:
    WritebackPath(const LinePathContext& context, mem::AddressSpace& space, FillPath& fills)
        : context_(context), space_(&space), fills_(&fills), lines_(context.settings.outputQueueSize) {}
    void reset();

    bool full() const { return lines_.free == 0; }
    uint32_t used() const { return lines_.used(); }
    void add(const LineWriteback& line) {
        lines_.push(line);
        ++toReadOut_.count;
    }
    bool holds(func::Address address) const;
    const LineRing<LineWriteback>& lines() const { return lines_; }

    // Steps of a cycle.
    void readOut(sim::Cycle cycle) {
        if (toReadOut_.count != 0) readNext(cycle);
    }
    void compress();
    bool toWrite() const { return compressed_.count != 0; }
    std::optional<mem::MemoryTransaction> write();
    /// A line that was read out has passed its port.
    void endReadOut() {
        readOutEnds_ = sim::kNever;
        ++toCompress_.count;
    }
    /// A write has passed the bus.
    void endWrite();

    sim::Cycle readOutEnds() const { return readOutEnds_; }
    uint32_t& compressCycles() { return compressCycles_; }
    /// Depth of the line that reached the compressor in this cycle, for Hierarchical Z.
    bool hasDepthReport() const { return depthReport_.has_value(); }
    std::optional<HierarchicalZUpdate> takeDepthReport() { return std::exchange(depthReport_, std::nullopt); }
    std::string describe() const;

  private:
    void readNext(sim::Cycle cycle);
    void compressLine(LineWriteback& line);
    void countStored(uint32_t bytes);
    void finish();

    LinePathContext context_;
    mem::AddressSpace* space_;
    FillPath* fills_;
    LineRing<LineWriteback> lines_;
    LineStage toReadOut_;
    LineStage toCompress_;
    LineStage compressed_;
    uint32_t compressCycles_ = 0;
    sim::Cycle readOutEnds_ = sim::kNever;
    std::optional<HierarchicalZUpdate> depthReport_;
};

// A line goes through the decompressor and the compressor while others are looked at in each cycle.

inline void FillPath::decompress() {
    if (decompressCycles_ > 0) {
        context_.cycle.count(context_.statistics.decompressorBusy);
        if (--decompressCycles_ == 0) {
            ++decompressed_.count;
            context_.cycle.move();
        }
    }
    if (toDecompress_.count == 0) {
        context_.cycle.count(context_.statistics.readInputEmpty);
        return;
    }
    if (decompressCycles_ > 0) return;
    const LineFill& line = lines_.items[toDecompress_.next];
    if (line.size != line.received) {
        context_.cycle.count(context_.statistics.waitRead);
        return;
    }
    context_.cycle.move();
    decompressCycles_ = context_.settings.decompressionLatency;
    toDecompress_.leave(lines_);
}

inline void WritebackPath::compress() {
    if (compressCycles_ > 0) {
        context_.cycle.count(context_.statistics.compressorBusy);
        if (--compressCycles_ == 0) {
            ++compressed_.count;
            context_.cycle.move();
        }
    }
    if (toCompress_.count == 0) {
        context_.cycle.count(context_.statistics.writeOutputEmpty);
        return;
    }
    if (compressCycles_ > 0) return;
    context_.cycle.move();
    compressCycles_ = context_.settings.compressionLatency;
    compressLine(lines_.items[toCompress_.next]);
    toCompress_.leave(lines_);
}

}  // namespace cyclorama::machine::timing
