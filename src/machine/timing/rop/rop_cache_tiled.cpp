// Lines of surfaces in rows or tiles, and their tile status.

#include "machine/timing/rop/rop_cache.h"

namespace cyclorama::machine::timing {

bool RopCache::fetch(uint32_t address, mem::CacheSlot& slot, const SurfaceStatus& status) {
    mem::CacheSlot before;
    const bool held = cache_.tags().find(address, before);
    if (!fetch(address, slot, 1)) return false;
    if (!held) noteStatus(slot, status.of(static_cast<uint32_t>(cache_.addressOf(slot))));
    return true;
}

bool RopCache::allocate(uint32_t address, mem::CacheSlot& slot, const SurfaceStatus& status) {
    mem::CacheSlot before;
    const bool held = cache_.tags().find(address, before);
    if (!allocate(address, slot, 1)) return false;
    if (!held) noteStatus(slot, status.of(static_cast<uint32_t>(cache_.addressOf(slot))));
    return true;
}

void RopCache::noteStatus(mem::CacheSlot slot, const LineStatus& status) {
    const uint32_t index = cache_.tags().index(slot);
    leavingStatus_[index] = lineStatus_[index];
    lineStatus_[index] = status;
}

/// To the newest spill and fill, which come from this request.
void RopCache::passStatus(const mem::CacheRequest& request) {
    const uint32_t index = cache_.tags().index(request.slot);
    LineStatus& now = lineStatus_[index];
    if (request.spill) {
        LineSpill& spill = spills_.items[spills_.before(spills_.nextFree)];
        const LineStatus& of = now.line == spill.address ? now : leavingStatus_[index];
        spill.asksStatus = of.tracked;
        spill.cleared = of.cleared;
        spill.statusAddress = of.address;
        // The same line may come in again: it is in memory then.
        if (now.line == spill.address) now.cleared = false;
    }
    if (request.fill) {
        LineFill& fill = fills_.items[fills_.before(fills_.nextFree)];
        fill.asksStatus = now.tracked;
        fill.cleared = now.cleared;
        fill.statusAddress = now.address;
    }
}

bool RopCache::askStatus(LineFill& fill) {
    if (tileStatus_) {
        if (!tileStatus_->lookUp(fill.statusAddress)) return false;
        if (fill.cleared) tileStatus_->noteClearedLine();
    }
    fill.asksStatus = false;
    return true;
}

bool RopCache::askStatus(LineSpill& spill) {
    if (tileStatus_) {
        if (!tileStatus_->lookUp(spill.statusAddress)) return false;
        if (spill.cleared) tileStatus_->write(spill.statusAddress);
    }
    spill.asksStatus = false;
    return true;
}

bool RopCache::flushLines() {
    if (!buffer_.tiled) return cache_.flush();
    return cache_.flushDirty() && (!tileStatus_ || tileStatus_->flush());
}

std::optional<mem::MemoryTransaction> RopCache::moveTileStatus() {
    const auto access = tileStatus_->next();
    if (!access || transferWrite_ || transferRead_ || freeTickets_ == 0) return std::nullopt;
    const bool reads = access->access == mem::Access::Read;
    if (!(reads ? accepts_.reads : accepts_.writes)) return std::nullopt;
    mem::MemoryTransaction transaction{.address = access->address,
                                       .bytes = access->bytes,
                                       .client = settings_.client,
                                       .unit = static_cast<uint8_t>(unit_),
                                       .access = access->access};
    --freeTickets_;
    if (reads) {
        transaction.id = tickets_.pop();
        fillOfTicket_[transaction.id] = kTileStatusTicket;
    } else {
        transferWrite_ = true;
        transferCycles_ = port_->cyclesFor(transaction.bytes);
    }
    tileStatus_->sent();
    return transaction;
}

}  // namespace cyclorama::machine::timing
