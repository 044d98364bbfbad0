// SPDX-License-Identifier: MIT
#include "mem/gddr/settings.h"

#include <fmt/format.h>

#include <bit>

#include "sim/error.h"

namespace cyclorama::mem::gddr {

namespace {

void require(bool condition, const char* parameter, const std::string& reason) {
    if (!condition) throw sim::Error("", parameter, reason);
}

}  // namespace

void check(const Settings& s) {
    require(std::has_single_bit(s.channels) && s.channels <= 16, "V2MemoryChannels", "has to be 1, 2, 4, 8 or 16");
    require(std::has_single_bit(s.banks) && s.banks <= 8, "V2BanksPerMemoryChannel", "has to be 1, 2, 4 or 8");
    require(std::has_single_bit(s.burstLength), "BurstLength", "has to be a power of two");
    require(s.burstBytesPerCycle > 0 && s.burstBytes() % s.burstBytesPerCycle == 0, "V2BurstBytesPerCycle",
            fmt::format("has to divide the {} bytes of a burst", s.burstBytes()));
    require(s.rowBytes >= s.burstBytes(), "V2MemoryRowSize", "has to hold a burst at least");
    const uint64_t stripe = uint64_t{s.channels} * s.banks * s.rowBytes;
    require(s.gpuMemoryBytes > 0 && s.gpuMemoryBytes % stripe == 0, "MemorySize",
            fmt::format("has to be a multiple of channels x banks x row, {} bytes", stripe));
    // Each bus may have a transaction under way and another sent before it saw the controller's refusal.
    const uint32_t buses = s.clients.clients.buses();
    require(s.requestQueueSize >= 2 * buses, "RequestQueueSize",
            fmt::format("has to be at least {}, twice the units that use memory", 2 * buses));
    require(s.serviceQueueSize > 0, "ServiceQueueSize", "has to be at least 1");
    require(s.readBuffers > 0, "ReadBufferLines", "has to be at least 1");
    require(s.writeBuffers > 0, "WriteBufferLines", "has to be at least 1");
    require(s.scheduling.maxTransactions > 0, "V2MaxChannelTransactions", "has to be at least 1");
    if (s.scheduling.kind == SchedulerKind::ReadWriteFifo)
        require(s.scheduling.dedicatedReadTransactions < s.scheduling.maxTransactions,
                "V2DedicatedChannelReadTransactions", "has to be less than V2MaxChannelTransactions");
    if (s.scheduling.kind == SchedulerKind::BankQueues)
        require(s.scheduling.maxTransactions % s.banks == 0, "V2MaxChannelTransactions",
                fmt::format("has to be a multiple of the {} banks of a channel", s.banks));
}

}  // namespace cyclorama::mem::gddr
