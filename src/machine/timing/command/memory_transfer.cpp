// SPDX-License-Identifier: MIT
#include "machine/timing/command/memory_transfer.h"

#include <fmt/format.h>

#include <algorithm>

#include "machine/timing/core/memory_tickets.h"

namespace cyclorama::machine::timing {

namespace {

/// The smallest write, a burst.
constexpr uint32_t kSmallestWrite = 32;

}  // namespace

MemoryTransfer::MemoryTransfer(sim::Box& owner, CommandStatistics& statistics)
    : port(owner, "memory"), statistics_(statistics), freeTickets_(kMemoryTickets) {}

void MemoryTransfer::start(func::Address address, uint32_t bytes) {
    // Transactions start where those of aligned data do.
    const uint32_t before = bytes == 0 ? 0 : address.misalignment(mem::kTransactionBytes);
    address_ = address - before;
    bytes_ = bytes + before;
    sent_ = received_ = 0;
}

void MemoryTransfer::startValue(func::Address address) {
    address_ = address.alignedDown(kSmallestWrite);
    bytes_ = kSmallestWrite;
    sent_ = received_ = 0;
}

bool MemoryTransfer::send(sim::Cycle cycle, mem::Access access) {
    const mem::AcceptState accepts = port.accepts.read(cycle);
    if (!(access == mem::Access::Read ? accepts.reads : accepts.writes) || freeTickets_ == 0) return false;
    const uint32_t size = std::min(bytes_ - sent_, mem::kTransactionBytes);
    if (size == 0) return false;
    port.send(cycle, {.address = address_ + sent_, .bytes = size, .id = nextTicket_++, .access = access});
    --freeTickets_;
    sent_ += size;
    if (access == mem::Access::Write) {
        busCycles_ = port.cyclesFor(size);
        statistics_.bytesWritten.add(size);
    }
    return true;
}

void MemoryTransfer::preload(sim::Cycle cycle) {
    if (bytes_ == 0) return;
    port.send(cycle, {.address = address_, .bytes = bytes_, .id = nextTicket_++, .access = mem::Access::Preload});
}

void MemoryTransfer::receive(const mem::MemoryTransaction& transaction) {
    busCycles_ = port.cyclesFor(transaction.bytes);
    arriving_ = transaction.bytes;
    statistics_.bytesRead.add(transaction.bytes);
}

MemoryTransfer::Progress MemoryTransfer::write(sim::Cycle cycle) {
    if (busCycles_ > 0 && --busCycles_ == 0) ++freeTickets_;
    Progress progress;
    if (sent_ < bytes_ && busCycles_ == 0) progress.moved = send(cycle, mem::Access::Write);
    progress.ended = busCycles_ == 0 && sent_ == bytes_;
    return progress;
}

MemoryTransfer::Progress MemoryTransfer::read(sim::Cycle cycle) {
    if (busCycles_ > 0 && --busCycles_ == 0) {
        received_ += arriving_;
        ++freeTickets_;
    }
    Progress progress;
    if (sent_ < bytes_) progress.moved = send(cycle, mem::Access::Read);
    progress.ended = received_ == bytes_;
    return progress;
}

std::string MemoryTransfer::describe(mem::Access access) const {
    if (access == mem::Access::Write) return fmt::format("has written {} of {} bytes", sent_, bytes_);
    return fmt::format("has got {} of {} bytes of a program", received_, bytes_);
}

}  // namespace cyclorama::machine::timing
