// SPDX-License-Identifier: MIT
#include "families/adreno/timing/ccu/gmem.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "families/adreno/timing/chip/turns.h"
#include "sim/divide_up.h"
#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

/// Room for answers that would arrive together.
constexpr uint32_t kRoomForAnswers = 2 * CcuPort::kMost;

}  // namespace

Gmem::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : busy(registry, {"BUSY_CYCLES_GMEM", "cycles", "Cycles in which GMEM was read or written."}),
      reads(registry, {"READS_GMEM", "lines", "Lines that tests, blending and moves read."}),
      writes(registry, {"WRITES_GMEM", "lines", "Lines that tests, colours, moves and clears wrote."}) {}

Gmem::Gmem(sim::Simulation& simulation, sim::DomainId domain, const GmemSettings& settings)
    : Box(simulation, domain, "GMEM"),
      settings_(settings),
      statistics_(simulation.statistics()),
      parts_(settings.parts) {}

Gmem::~Gmem() = default;

/// The digits of a block's number, in the base of the parts, are added up.
uint32_t Gmem::partOf(uint64_t address, uint32_t parts) {
    if (parts == 1) return 0;
    uint64_t sum = 0;
    if (std::has_single_bit(parts)) {
        const auto bits = static_cast<uint32_t>(std::countr_zero(parts));
        for (uint64_t block = address / kCcuBlockBytes; block != 0; block >>= bits) sum += block;
        return static_cast<uint32_t>(sum) & (parts - 1);
    }
    for (uint64_t block = address / kCcuBlockBytes; block != 0; block /= parts) sum += block % parts;
    return static_cast<uint32_t>(sum % parts);
}

CcuPort& Gmem::addPort(uint32_t part, const std::string& client) {
    return *parts_[part]
                .clients
                .emplace_back(Client{.port = std::make_unique<CcuPort>(*this, fmt::format("{}{}", client, part))})
                .port;
}

uint32_t Gmem::answerLatency(const GmemSettings& settings) {
    return settings.latency + sim::divideUp(kLineBytes, settings.bytesPerCycle) + kRoomForAnswers;
}

void Gmem::addCounters(ChipCounters& counters) const {
    counters.add("CCU_GMEM_READ"_counter, statistics_.reads);
    counters.add("CCU_GMEM_WRITE"_counter, statistics_.writes);
}

void Gmem::clock(sim::Cycle cycle) {
    working_ = false;
    for (Part& part : parts_) serve(part, cycle);
    if (working_) ++statistics_.busy;
    sim::Cycle next = sim::kNever;
    for (const Part& part : parts_)
        for (const Client& client : part.clients)
            if (!client.queue.empty())
                next = std::min(next, std::max(part.free[client.queue.front().write ? 1 : 0], cycle + 1));
    sleepUntil(next);
}

void Gmem::serve(Part& part, sim::Cycle cycle) {
    for (Client& client : part.clients)
        for (const auto& access : client.port->access.take(cycle)) client.queue.push(access);
    takeTurns(static_cast<uint32_t>(part.clients.size()), part.turn,
              [&](uint32_t number) { return serveClient(part, part.clients[number], cycle); });
}

bool Gmem::serveClient(Part& part, Client& client, sim::Cycle cycle) {
    bool any = false;
    while (!client.queue.empty() && part.free[client.queue.front().write ? 1 : 0] <= cycle) {
        const CcuAccess access = client.queue.pop();
        part.free[access.write ? 1 : 0] = cycle + cyclesOf(access);
        ++(access.write ? statistics_.writes : statistics_.reads);
        answer(access, *client.port, cycle);
        any = true;
    }
    working_ = working_ || any;
    return any;
}

void Gmem::answer(const CcuAccess& access, CcuPort& port, sim::Cycle cycle) {
    uint32_t latency = cyclesOf(access) + (access.write ? 0 : settings_.latency - 1);
    while (!port.answers.wire().hasRoom(cycle, latency)) ++latency;
    port.answers.write(cycle, CcuAnswer{.id = access.id}, latency);
}

uint32_t Gmem::cyclesOf(const CcuAccess& access) const {
    return std::max(sim::divideUp(static_cast<uint32_t>(std::popcount(access.bytes)), settings_.bytesPerCycle), 1u);
}

sim::Backlog Gmem::backlog() const {
    sim::Backlog most = sim::Backlog::None;
    for (const Part& part : parts_)
        for (const Client& client : part.clients)
            if (!client.queue.empty())
                most = std::max(most, client.queue.full() ? sim::Backlog::Full : sim::Backlog::Some);
    return most;
}

void Gmem::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    for (const Part& part : parts_)
        for (const Client& client : part.clients)
            queues.push_back({.name = "accesses",
                              .unit = "accesses",
                              .used = client.queue.size(),
                              .capacity = client.queue.capacity()});
}

}  // namespace cyclorama::adreno
