// SPDX-License-Identifier: MIT
#include "machine/timing/rop/block_state_backend.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace cyclorama::machine::timing {

namespace {

/// A state takes four bits in memory, the first of two in the low bits of a byte: the level below the state.
constexpr uint32_t encode(BlockInfo block) { return static_cast<uint32_t>(block.state) << 2 | (block.level & 3u); }

constexpr BlockInfo decode(uint32_t bits) {
    const uint32_t state = bits >> 2 & 3;
    if (state > static_cast<uint32_t>(BlockState::Compressed)) return {};
    return {.state = static_cast<BlockState>(state), .level = static_cast<uint8_t>(bits & 3)};
}

}  // namespace

BlockStateBackend::BlockStateBackend(const RopCacheSettings& settings, uint32_t unit, uint32_t units,
                                     mem::AddressSpace& space)
    : settings_(settings),
      unit_(unit),
      units_(units),
      space_(&space),
      blockShift_(static_cast<uint32_t>(std::countr_zero(settings.geometry.lineBytes))),
      states_(settings.stateBlocks, BlockInfo{}),
      clearedLines_(settings.geometry.lineBytes) {}

void BlockStateBackend::reset(bool cleared) {
    states_.fill({.state = cleared ? BlockState::Clear : BlockState::Uncompressed});
    transfer_ = Transfer::None;
    movedBlocks_ = requestedBlocks_ = 0;
}

LineAllocation BlockStateBackend::allocation(func::Address address, const LineRing<LineWriteback>& leaving) const {
    if (!buffer_.compression) return LineAllocation::Empty;
    // The state of a block is only known once its line has passed the compressor.
    const uint32_t block = blockOfUnit(address);
    for (uint32_t i = 0, e = leaving.oldest(); i < leaving.used(); ++i, e = leaving.after(e))
        if (leaving.items[e].metadata.key == block) return LineAllocation::Later;
    return stateOf(block).state == BlockState::Compressed ? LineAllocation::Fetched : LineAllocation::Empty;
}

uint32_t BlockStateBackend::bytesInMemory(const LineMetadata& line) const {
    const BlockInfo block = stateOf(line.key);
    switch (block.state) {
        case BlockState::Clear:
            return 0;
        case BlockState::Compressed:
            return func::compressedBytes(settings_.algorithm, block.level);
        case BlockState::Uncompressed:
            break;
    }
    return settings_.geometry.lineBytes;
}

StoredLine BlockStateBackend::store(const LineMetadata& line, std::span<const std::byte> bytes) {
    const uint32_t lineBytes = settings_.geometry.lineBytes;
    const BlockInfo before = stateOf(line.key);
    func::BlockSize size{.bytes = lineBytes};
    if (!settings_.compressionDisabled && before.state != BlockState::Uncompressed &&
        bytes.size() == func::kBlockBytes) {
        std::array<uint32_t, func::kBlockWords> words;
        std::memcpy(words.data(), bytes.data(), func::kBlockBytes);
        size = func::classifyBlock(settings_.algorithm, words);
    }
    if (hasState(line.key))
        states_.set(static_cast<uint32_t>(line.key),
                    size.compressed
                        ? BlockInfo{.state = BlockState::Compressed, .level = static_cast<uint8_t>(size.level)}
                        : BlockInfo{.state = BlockState::Uncompressed});
    // The line of a clear block leaves whole: the clear value fills its gaps.
    return {.bytes = size.bytes, .compressed = size.compressed, .whole = before.state == BlockState::Clear};
}

std::optional<uint32_t> BlockStateBackend::reportedBlock(func::Address address) const {
    if (!buffer_.compression) return std::nullopt;
    return blockOfBuffer(address);
}

uint32_t BlockStateBackend::blockOfUnit(func::Address address) const {
    if (!buffer_.compression) return 0;
    const uint32_t block = blockOfBuffer(address);
    const uint32_t run = settings_.blocksPerUnit;
    return block / (run * units_) * run + block % run;
}

std::vector<BlockInfo> BlockStateBackend::states(uint32_t blocks) const {
    std::vector<BlockInfo> first(std::min(blocks, settings_.stateBlocks));
    for (uint32_t block = 0; block < first.size(); ++block) first[block] = states_[block];
    return first;
}

func::Address BlockStateBackend::stateAddress(uint32_t block) const {
    const uint32_t bytes = settings_.stateBlocks / kStatesPerByte;
    const uint32_t padded = (bytes + mem::kTransactionBytes - 1) / mem::kTransactionBytes * mem::kTransactionBytes;
    return buffer_.stateAddress + uint64_t{unit_} * padded + block / kStatesPerByte;
}

void BlockStateBackend::encodeStates() {
    for (uint32_t block = 0; block + 1 < settings_.stateBlocks; block += kStatesPerByte)
        space_->store(stateAddress(block),
                      static_cast<uint8_t>(encode(states_[block]) | encode(states_[block + 1]) << 4));
}

void BlockStateBackend::decodeStates() {
    for (uint32_t block = 0; block + 1 < settings_.stateBlocks; block += kStatesPerByte) {
        const uint32_t bits = space_->load<uint8_t>(stateAddress(block)).value_or(0);
        states_.set(block, decode(bits));
        states_.set(block + 1, decode(bits >> 4));
    }
}

std::optional<MetadataAccess> BlockStateBackend::next() {
    const uint32_t blocks = savedBlocks();
    if (movedBlocks_ == blocks) {
        if (transfer_ == Transfer::Restore) decodeStates();
        transfer_ = Transfer::None;
        movedBlocks_ = requestedBlocks_ = 0;
        return std::nullopt;
    }
    const bool saves = transfer_ == Transfer::Save;
    const uint32_t at = saves ? movedBlocks_ : requestedBlocks_;
    if (at == blocks) return std::nullopt;
    return MetadataAccess{.address = stateAddress(at),
                          .bytes = std::min(mem::kTransactionBytes, (blocks - at) / kStatesPerByte),
                          .access = saves ? mem::Access::Write : mem::Access::Read};
}

void BlockStateBackend::sent() {
    uint32_t& at = transfer_ == Transfer::Save ? movedBlocks_ : requestedBlocks_;
    if (transfer_ == Transfer::Save && at == 0) encodeStates();
    at += std::min(mem::kTransactionBytes * kStatesPerByte, savedBlocks() - at);
}

}  // namespace cyclorama::machine::timing
