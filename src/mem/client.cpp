// SPDX-License-Identifier: MIT
#include "mem/client.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sim/error.h"
#include "sim/fault.h"

namespace cyclorama::mem {

namespace {

constexpr uint32_t kMostUnits = 256;
/// mem::Client has 8 bits, as have the keys of MemoryFootprint.
constexpr size_t kMostClients = 256;

void require(bool holds, const std::string& reason) {
    if (!holds) throw sim::Error("", "", reason);
}

}  // namespace

Client Clients::add(const ClientInfo& info) {
    require(!info.name.empty(), "a client of the memory controller needs a name");
    require(std::ranges::find(infos_, info.name, &ClientInfo::name) == infos_.end(),
            fmt::format("the memory controller has a client {} already", info.name));
    require(info.units >= 1 && info.units <= kMostUnits,
            fmt::format("the memory controller needs 1 to {} units of {}", kMostUnits, info.name));
    require(info.busWidth != 0, fmt::format("the bus of {} needs a width", info.name));
    require(infos_.size() < kMostClients, fmt::format("the memory controller takes {} clients at most", kMostClients));
    infos_.push_back(info);
    return static_cast<Client>(infos_.size() - 1);
}

Client Clients::find(std::string_view name) const {
    const auto found = std::ranges::find(infos_, name, &ClientInfo::name);
    if (found == infos_.end()) throw sim::Fault(fmt::format("the memory controller has no client {}", name));
    return static_cast<Client>(found - infos_.begin());
}

uint32_t Clients::buses() const {
    return std::accumulate(infos_.begin(), infos_.end(), 0u,
                           [](uint32_t sum, const ClientInfo& info) { return sum + info.units; });
}

}  // namespace cyclorama::mem
