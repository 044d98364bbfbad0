// SPDX-License-Identifier: MIT
#pragma once
// Transactions of a cache with memory: tickets for those under way, and the bus, which carries one transfer at a time.

#include <cstdint>
#include <vector>

#include "machine/timing/core/memory_tickets.h"
#include "mem/memory_controller.h"
#include "mem/transaction.h"
#include "sim/queue.h"

namespace cyclorama::machine::timing {

/// A transfer of which the last byte passed the bus.
struct EndedTransfer {
    bool read = false;
    bool write = false;
    uint32_t owner = 0;  // of a read
    uint32_t bytes = 0;  // of a read
};

class MemoryTransfers {
  public:
    explicit MemoryTransfers(mem::MemoryPort& port) : port_(&port), tickets_(kMemoryTickets), owners_(kMemoryTickets) {}

    void reset() {
        cyclesLeft_ = 0;
        reads_ = writes_ = false;
        freeTickets_ = kMemoryTickets;
        tickets_.clear();
        for (uint32_t ticket = 0; ticket < kMemoryTickets; ++ticket) tickets_.push(ticket);
    }

    const mem::AcceptState& accepts() const { return accepts_; }
    void setAccepts(mem::AcceptState accepts) { accepts_ = accepts; }
    bool canRead() const { return free() && accepts_.reads; }
    bool canWrite() const { return free() && accepts_.writes; }

    /// Requires canRead(). `owner` comes back when the data has arrived.
    mem::MemoryTransaction read(func::Address address, uint32_t bytes, uint32_t owner) {
        --freeTickets_;
        const uint32_t ticket = tickets_.pop();
        owners_[ticket] = owner;
        return {.address = address, .bytes = bytes, .id = ticket};
    }
    /// Requires canWrite().
    mem::MemoryTransaction write(func::Address address, uint32_t bytes) {
        --freeTickets_;
        writes_ = true;
        cyclesLeft_ = port_->cyclesFor(bytes);
        return {.address = address, .bytes = bytes, .access = mem::Access::Write};
    }
    /// The data of a read begins to arrive.
    void takeData(const mem::MemoryTransaction& data) {
        ticket_ = data.id;
        ticketBytes_ = data.bytes;
        cyclesLeft_ = port_->cyclesFor(data.bytes);
        reads_ = true;
    }

    bool active() const { return cyclesLeft_ != 0; }
    /// One cycle of the bus; requires active(). Returns true in the last cycle of a transfer.
    bool advance() { return --cyclesLeft_ == 0; }
    EndedTransfer end() {
        const EndedTransfer ended{
            .read = reads_, .write = writes_, .owner = reads_ ? owners_[ticket_] : 0, .bytes = ticketBytes_};
        if (reads_) tickets_.push(ticket_);
        reads_ = writes_ = false;
        ++freeTickets_;
        return ended;
    }
    /// Time of the transfer that runs, for sim::RepeatedCycle.
    uint32_t& cyclesLeft() { return cyclesLeft_; }

  private:
    bool free() const { return !writes_ && !reads_ && freeTickets_ != 0; }

    mem::MemoryPort* port_;
    mem::AcceptState accepts_;
    uint32_t cyclesLeft_ = 0;
    bool reads_ = false;
    bool writes_ = false;
    uint32_t ticket_ = 0;  // of the read whose data arrives
    uint32_t ticketBytes_ = 0;
    uint32_t freeTickets_ = 0;
    sim::BoundedQueue<uint32_t> tickets_;
    std::vector<uint32_t> owners_;
};

}  // namespace cyclorama::machine::timing
