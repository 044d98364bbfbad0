// SPDX-License-Identifier: MIT
#pragma once
// The blitter: copies a window of the colour buffer into a texture, one block of the texture after the other. It is
// part of the DAC, which clocks it and owns the memory bus.
//
//   [next block] -> request queue -> [one read of 64 bytes a cycle] -> wait for data -> [decompress] -> [swizzle]
//   -> write queue -> [one write of 64 bytes a cycle]
//
// Parameters: BlockSize and DecompressionUnitLatency of the DAC; the block dimensions of textures. A new block, and the
// swizzling of one, take as many cycles as colour blocks can be needed for it. Writes come before reads.
//
// Values: the window is copied in the address space when the blit starts; the colour caches are flushed by then.
// Simplified: to an image in the layout of frame buffers blocks are written one after the other.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "func/layout/pixel_layout.h"
#include "func/output/block_compression.h"
#include "gpu/draw_state.h"
#include "machine/timing/display/block_states.h"
#include "machine/values/blitter.h"
#include "mem/transaction.h"
#include "sim/queue.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class Blitter {
  public:
    struct Settings {
        uint32_t blockBytes = 256;          // of the colour buffer
        uint32_t decompressionLatency = 1;  // cycles
        uint32_t blockDimension = 2;        // log2 of the texels of a texture's block, each way
        uint32_t superBlockDimension = 4;   // log2 of the blocks of a super block, each way
        func::BlockCompression compression = func::BlockCompression::HiloTwoLevels;
    };

    Blitter(sim::StatisticsRegistry& registry, const Settings& settings);

    /// `layout` is that of the colour buffer at `address`; null if it cannot be read. `result` says what
    /// the copy in the address space did not do.
    void start(const gpu::BlitParameters& window, std::shared_ptr<const func::PixelLayout> layout,
               func::Address address, const BlitResult& result);
    /// From then on blocks are read.
    void setBlockStates(const BlockStates& states, bool used);
    /// The result of the last blit.
    const BlitResult& result() const { return result_; }

    /// One cycle; what goes to memory in it.
    std::optional<mem::MemoryTransaction> update(mem::AcceptState accepts);
    /// The data of a read has come.
    void receive(uint32_t id);
    bool finished() const { return blocksWritten_ == blocksToWrite_; }
    std::string describeWait() const;

  private:
    static constexpr uint32_t kQueueSize = 4;  // all queues but that of blocks waiting for data

    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter readBlocks, writtenBlocks, clear, uncompressed;
        std::array<sim::Counter, 3> compressed;  // by level
        sim::Counter requestFull, receiveFull, decompressionFull, swizzlingFull, writeFull;
    };

    /// A block of the colour buffer that is needed for one of the texture.
    struct Source {
        BlockInfo info;
        func::Address address{};
        uint32_t bytes = 0;
        uint32_t requested = 0;
    };
    /// A block of the texture.
    struct Target {
        func::Address address{};
        std::vector<Source> sources;
        uint32_t reads = 0;    // still to come
        bool waiting = false;  // for data
        uint32_t written = 0;
    };

    std::optional<mem::MemoryTransaction> write(mem::AcceptState accepts);
    std::optional<mem::MemoryTransaction> request(mem::AcceptState accepts);
    void swizzle();
    void decompress();
    void collect();
    void startTarget();
    uint32_t newTarget(uint32_t x, uint32_t y);
    func::Address targetAddress(uint32_t x, uint32_t y) const;

    Settings settings_;
    uint32_t targetBytes_;
    /// Colour blocks that one texture block can need at most; the cycles of a new block and of swizzling.
    uint32_t sourcesPerTarget_;
    uint32_t waitingCapacity_;
    Statistics statistics_;
    BlitResult result_;

    gpu::BlitParameters window_;
    std::shared_ptr<const func::PixelLayout> layout_;
    func::Address address_{};
    const BlockStates* states_ = nullptr;
    bool statesUsed_ = true;

    uint32_t firstX_ = 0, lastX_ = 0, lastY_ = 0;  // blocks of the texture
    uint32_t nextX_ = 0, nextY_ = 0;
    uint32_t blocksToWrite_ = 0;
    uint32_t blocksWritten_ = 0;
    uint32_t newBlockCycles_ = 0;
    uint32_t decompressionCycles_ = 0;
    uint32_t swizzlingCycles_ = 0;

    std::vector<Target> targets_;
    std::vector<uint32_t> freeTargets_;
    sim::BoundedQueue<uint32_t> toRequest_;
    std::vector<uint32_t> waiting_;  // for data, the oldest first
    sim::BoundedQueue<uint32_t> toDecompress_;
    sim::BoundedQueue<uint32_t> toSwizzle_;
    sim::BoundedQueue<uint32_t> toWrite_;
};

}  // namespace cyclorama::machine::timing
