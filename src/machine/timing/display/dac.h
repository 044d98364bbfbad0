// SPDX-License-Identifier: MIT
#pragma once
// The display: reads a frame, or a buffer that is dumped, through the memory controller, and holds the blitter.
//
//   block states of the ROPs -> [blocks, in order, one a cycle] -> block queue -> [requests of 64 bytes, one a cycle]
//                            -> [decompression, one block at a time] -> shown
//
// Parameters: DacParameters. A block takes as many bytes from memory as its state says, none if it is clear. The
// first waits until all block states have come, BlocksUpdatedPerCycle from each pipe a cycle.
//
// Inputs: commands (Present, dumps, Blit, End, Reset); block states, of each pipe's units, latency BlockUpdateLatency;
// memory data. Outputs: status; memory requests.
// Statistics: the columns with the suffixes DAC and Blitter.
//
// Values: the picture is that of the buffer in the address space when the last block has come. Whoever reads the status
// takes it from there.
// Simplified: without SynchedRefresh what is refreshed is what was presented last, and nothing before that. Blocks
// without a state count as uncompressed.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "func/layout/pixel_layout.h"
#include "func/output/block_compression.h"
#include "machine/configuration/parameters/dac_parameters.h"
#include "machine/timing/display/blitter.h"
#include "machine/timing/display/block_states.h"
#include "machine/timing/draw/draw_protocol.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"
#include "mem/memory_controller.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class Dac final : public sim::Box {
  public:
    static constexpr std::string_view kMemoryClient = "DAC";
    /// Parameters from other sections of the configuration.
    struct Links {
        uint32_t ropUnits = 4;
        func::TileSizes tiles{};
        func::BlockCompression colorCompression = func::BlockCompression::HiloTwoLevels;
        func::BlockCompression depthCompression = func::BlockCompression::HiloThreeLevels;
        func::TextureUnitSettings textures{};
    };

    /// The address space must outlive it.
    Dac(sim::Simulation& simulation, sim::DomainId domain, const DacParameters& parameters, const Links& links,
        mem::AddressSpace& space);

    /// From the command processor.
    sim::Signal<UnitCommand> command;
    /// Reset, Ready, Present, Dump, Blit, End.
    sim::LevelOutput<UnitStatus> status;
    /// From the colour writes and the depth and stencil tests, one for each pipe.
    std::vector<std::unique_ptr<sim::Signal<BlockStateUpdate>>> colorStates;
    std::vector<std::unique_ptr<sim::Signal<BlockStateUpdate>>> depthStates;
    /// Port of client kMemoryClient, unit 0.
    mem::MemoryPort memory;

    void clock(sim::Cycle cycle) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    const Box* holdup() const override;

    /// Parts of the last blit that were refused.
    const BlitResult& blitResult() const { return blitter_.result(); }

  private:
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter blocks, clear, uncompressed;
        std::array<sim::Counter, 3> compressed;  // by level
    };

    /// A block on its way from memory.
    struct Block {
        BlockInfo info;
        func::Address address{};
        uint32_t bytes = 0;
        uint32_t requested = 0;
        uint32_t received = 0;
    };

    /// The buffer that is read.
    struct Buffer {
        func::Address address{};
        uint32_t bytes = 0;
        const BlockStates* states = nullptr;
        func::BlockCompression compression = func::BlockCompression::HiloTwoLevels;
        std::shared_ptr<const func::PixelLayout> layout;
        bool usesStates = true;
    };

    void takeStates(sim::Cycle cycle, sim::Signal<BlockStateUpdate>& input, BlockStates& states);
    void takeCommand(sim::Cycle cycle);
    void reset();
    Buffer colorBuffer(const gpu::DrawState& state);
    Buffer depthBuffer(const gpu::DrawState& state);
    void startReading(const Buffer& buffer, UnitStatus as);
    void startBlit(const gpu::DrawState& state);

    void read(sim::Cycle cycle);
    // Its steps.
    void receive();
    void decompress();
    void request(sim::Cycle cycle);
    void startBlock();

    void blit(sim::Cycle cycle);
    /// Unsynchronised: whether a refresh begins.
    bool refreshesIn(sim::Cycle cycle) const;
    void rest(sim::Cycle cycle);

    DacParameters parameters_;
    Links links_;
    Surfaces surfaces_;
    Statistics statistics_;

    UnitStatus status_ = UnitStatus::Reset;
    BlockStates colorBlockStates_;
    BlockStates depthBlockStates_;
    uint32_t stateCycles_ = 0;

    Buffer buffer_;
    Buffer shown_;
    sim::BoundedQueue<Block> blocks_;
    uint32_t oldestBlock_ = 0;  // number of the first in the queue, which memory requests are known by
    uint32_t toRequest_ = 0;    // the last of the queue
    uint32_t started_ = 0;      // bytes of the buffer
    uint32_t decompressionCycles_ = 0;

    // The transfer on the memory bus.
    uint32_t busCycles_ = 0;
    uint32_t arrivingBytes_ = 0;
    uint32_t arrivingId_ = 0;
    uint32_t freeTickets_;

    mem::AddressSpace* space_;
    Blitter blitter_;
    Buffer blitBuffer_;
    bool blitterHasStates_ = false;
};

}  // namespace cyclorama::machine::timing
