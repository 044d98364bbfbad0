// SPDX-License-Identifier: MIT
#pragma once
// States of the blocks of a buffer, kept on chip for one line each: a block is clear, plain, or compressed to one of a
// few sizes. A fast clear sets them all and leaves memory alone; they are saved to memory and restored from it on
// command, four bits a block.
//
// A unit owns runs of `blocksPerUnit` blocks of the buffer, in turn with the other units. Values of clear blocks that
// were not used yet come from ClearedLines.

#include <optional>
#include <span>
#include <vector>

#include "machine/timing/display/block_states.h"
#include "machine/timing/rop/buffer_backend.h"
#include "machine/timing/rop/cleared_lines.h"
#include "machine/timing/rop/rop_settings.h"
#include "mem/address_space.h"
#include "sim/lazy_array.h"

namespace cyclorama::machine::timing {

class BlockStateBackend final : public BufferBackend {
  public:
    BlockStateBackend(const RopCacheSettings& settings, uint32_t unit, uint32_t units, mem::AddressSpace& space);

    struct Buffer {
        func::Address address{};
        /// Place in memory where states are saved.
        func::Address stateAddress{};
        /// False: lines are neither compressed nor do their blocks have states.
        bool compression = true;
    };
    void setBuffer(const Buffer& buffer) { buffer_ = buffer; }
    const Buffer& buffer() const { return buffer_; }

    ClearedLines& clearedLines() { return clearedLines_; }

    // Transfers of all states; over when no longer busy().
    void startSave() { transfer_ = Transfer::Save; }
    void startRestore() { transfer_ = Transfer::Restore; }
    /// All blocks become plain.
    void resetStates() { states_.fill({}); }
    /// Cycles of a fast clear or a reset of states.
    uint32_t cyclesToReset() const { return cyclesFor(settings_.stateBlocks); }
    /// Cycles to handle a number of blocks, rounded up.
    uint32_t cyclesFor(uint32_t blocks) const {
        return (blocks + settings_.blocksClearedPerCycle - 1) / settings_.blocksClearedPerCycle;
    }

    /// The first blocks of the buffer that belong to the unit.
    std::vector<BlockInfo> states(uint32_t blocks) const;

    void reset(bool cleared) override;
    LineAllocation allocation(func::Address address, const LineRing<LineWriteback>& leaving) const override;
    LineMetadata leavingLine(func::Address address, uint32_t) override { return {.key = blockOfUnit(address)}; }
    LineMetadata comingLine(func::Address address, uint32_t) override { return {.key = blockOfUnit(address)}; }
    bool lookUpFill(const LineMetadata&) override { return true; }
    bool lookUpWriteback(const LineMetadata&) override { return true; }
    uint32_t bytesInMemory(const LineMetadata& line) const override;
    StoredLine store(const LineMetadata& line, std::span<const std::byte> bytes) override;
    std::optional<uint32_t> reportedBlock(func::Address address) const override;
    bool busy() const override { return transfer_ != Transfer::None; }
    std::optional<MetadataAccess> next() override;
    void sent() override;
    void arrived(uint32_t bytes) override { movedBlocks_ += bytes * kStatesPerByte; }
    /// Clean lines leave as well.
    bool flush(mem::FetchCache& cache) override { return cache.flush(); }

  private:
    /// In memory.
    static constexpr uint32_t kStatesPerByte = 2;

    enum class Transfer : uint8_t { None, Save, Restore };

    bool hasState(uint64_t block) const { return buffer_.compression && block < settings_.stateBlocks; }
    BlockInfo stateOf(uint64_t block) const {
        return hasState(block) ? states_[static_cast<uint32_t>(block)] : BlockInfo{};
    }
    uint32_t blockOfUnit(func::Address address) const;
    uint32_t blockOfBuffer(func::Address address) const {
        return static_cast<uint32_t>((address - buffer_.address) >> blockShift_);
    }
    func::Address stateAddress(uint32_t block) const;
    void encodeStates();
    void decodeStates();
    uint32_t savedBlocks() const { return settings_.stateBlocks / kStatesPerByte * kStatesPerByte; }

    RopCacheSettings settings_;
    uint32_t unit_;
    uint32_t units_;
    mem::AddressSpace* space_;
    uint32_t blockShift_;
    Buffer buffer_;
    sim::LazyArray<BlockInfo> states_;
    ClearedLines clearedLines_;
    Transfer transfer_ = Transfer::None;
    uint32_t movedBlocks_ = 0;      // saved, or restored
    uint32_t requestedBlocks_ = 0;  // of a restore
};

}  // namespace cyclorama::machine::timing
