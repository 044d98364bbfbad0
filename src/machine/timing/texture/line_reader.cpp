// SPDX-License-Identifier: MIT
#include "machine/timing/texture/line_reader.h"

#include <algorithm>

namespace cyclorama::machine::timing {

LineReader::Statistics::Statistics(sim::StatisticsRegistry& r, const std::string& s)
    : transactions(r, {"ReadTransactions_" + s, "transactions", "Reads that the unit sent to memory."}),
      bytes(r, {"ReadBytesMemory_" + s, "bytes", "Bytes that memory sent to the unit."}),
      served(r, {"MemoryRequests_" + s, "transactions", "Reads whose data are complete."}),
      latency(r, {"MemoryRequestLatency_" + s, "cycles", "Sum over them of the cycles from request to last data."}) {}

LineReader::LineReader(sim::StatisticsRegistry& registry, const std::string& suffix, uint32_t lines)
    : lines_(lines), tickets_(kMemoryTickets), statistics_(registry, suffix) {
    for (uint32_t ticket = 0; ticket < kMemoryTickets; ++ticket) tickets_.push(ticket);
}

void LineReader::announce(const mem::MemoryTransaction& data, Cycle cycle, uint32_t cycles) {
    receiving_ = true;
    lastDataCycle_ = cycle + cycles - 1;
    ticketReceived_ = data.id;
    bytesReceived_ = data.bytes;
    statistics_.bytes.add(data.bytes);
}

void LineReader::receive(Cycle cycle) {
    if (!receiving_ || cycle != lastDataCycle_) return;
    receiving_ = false;
    const Transaction& transaction = transactions_[ticketReceived_];
    lines_[static_cast<uint32_t>(transaction.line - popped_)].received += bytesReceived_;
    tickets_.push(ticketReceived_);
    ++statistics_.served;
    statistics_.latency.add(cycle - transaction.sent);
}

void LineReader::request(Cycle cycle, mem::MemoryPort& port) {
    if (!wantsMemory() || receiving_ || tickets_.empty() || !port.accepts.read(cycle).reads) return;
    Line& line = lines_[nextToRequest_];
    const uint32_t bytes = std::min(mem::kTransactionBytes, line.bytes - line.requested);
    const uint32_t ticket = tickets_.pop();
    transactions_[ticket] = {.line = popped_ + nextToRequest_, .sent = cycle};
    port.send(cycle, {.address = line.address + line.requested, .bytes = bytes, .id = ticket});
    ++statistics_.transactions;
    line.requested += bytes;
    if (line.requested == line.bytes) ++nextToRequest_;
}

}  // namespace cyclorama::machine::timing
