// The block states of a ROP's cache: how they are saved to memory, restored and reset.

#include <algorithm>

#include "machine/timing/rop/rop_cache.h"

namespace cyclorama::machine::timing {

namespace {

/// A state takes four bits in memory, the first of two in the low bits of a byte: the level below the state
/// (ATTILA: ROPCache::encodeBlocks).
constexpr uint32_t encode(BlockInfo block) { return static_cast<uint32_t>(block.state) << 2 | (block.level & 3u); }

constexpr BlockInfo decode(uint32_t bits) {
    const uint32_t state = bits >> 2 & 3;
    if (state > static_cast<uint32_t>(BlockState::Compressed)) return {};
    return {.state = static_cast<BlockState>(state), .level = static_cast<uint8_t>(bits & 3)};
}

}  // namespace

bool RopCache::goOn(Mode& mode) {
    if (mode == Mode::Running) return true;
    disturb();
    const bool starts = mode == Mode::Off;
    mode = starts ? Mode::Running : Mode::Off;
    return starts;
}

bool RopCache::resetStates() {
    if (resetStates_ == Mode::Off) {
        settleLines();
        resetCycles_ = (settings_.stateBlocks + settings_.blocksClearedPerCycle - 1) / settings_.blocksClearedPerCycle;
    }
    return goOn(resetStates_);
}

void RopCache::updateResetStates() {
    if (--resetCycles_ > 0) return;
    lines_.move();
    states_.fill({});
    resetStates_ = Mode::Done;
}

uint32_t RopCache::stateAddress(uint32_t block) const {
    const uint32_t bytes = settings_.stateBlocks / kStatesPerByte;
    const uint32_t padded = (bytes + mem::kTransactionBytes - 1) / mem::kTransactionBytes * mem::kTransactionBytes;
    return buffer_.stateAddress + unit_ * padded + block / kStatesPerByte;
}

void RopCache::encodeStates() {
    for (uint32_t block = 0; block + 1 < settings_.stateBlocks; block += kStatesPerByte)
        space_->store(stateAddress(block),
                      static_cast<uint8_t>(encode(states_[block]) | encode(states_[block + 1]) << 4));
}

void RopCache::decodeStates() {
    for (uint32_t block = 0; block + 1 < settings_.stateBlocks; block += kStatesPerByte) {
        const uint32_t bits = space_->load<uint8_t>(stateAddress(block)).value_or(0);
        states_.set(block, decode(bits));
        states_.set(block + 1, decode(bits >> 4));
    }
}

std::optional<mem::MemoryTransaction> RopCache::moveStates(mem::Access access) {
    const bool saves = access == mem::Access::Write;
    uint32_t& next = saves ? movedBlocks_ : requestedBlocks_;
    const uint32_t blocks = settings_.stateBlocks / kStatesPerByte * kStatesPerByte;
    if (movedBlocks_ == blocks) {
        if (!saves) decodeStates();
        (saves ? save_ : restore_) = Mode::Done;
        movedBlocks_ = requestedBlocks_ = 0;
        return std::nullopt;
    }
    if (next == blocks || transferWrite_ || transferRead_ || freeTickets_ == 0 ||
        !(saves ? accepts_.writes : accepts_.reads))
        return std::nullopt;
    if (saves && next == 0) encodeStates();
    mem::MemoryTransaction transaction{.address = stateAddress(next),
                                       .bytes = std::min(mem::kTransactionBytes, (blocks - next) / kStatesPerByte),
                                       .client = settings_.client,
                                       .unit = static_cast<uint8_t>(unit_),
                                       .access = access};
    next += transaction.bytes * kStatesPerByte;
    --freeTickets_;
    if (saves) {
        transferWrite_ = true;
        transferCycles_ = port_->cyclesFor(transaction.bytes);
    } else {
        transaction.id = tickets_.pop();
    }
    return transaction;
}

}  // namespace cyclorama::machine::timing
