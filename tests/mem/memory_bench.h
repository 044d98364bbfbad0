// SPDX-License-Identifier: MIT
#pragma once
// A box that stands for all units of a GPU, and pseudo-random traffic for it: what each unit asks for in a cycle
// depends on the cycle, the unit and what the controller accepts, so two controllers that behave alike see the same
// requests.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mem/memory_controller.h"
#include "sim/simulation.h"

namespace cyclorama::mem {

struct TrafficSettings {
    uint64_t seed = 1;
    uint32_t rate = 30;    ///< of busy units: requests in 100 cycles
    uint32_t phase = 512;  ///< cycles between changes of who is busy
    uint32_t writePercent = 40;
    uint32_t locality = 70;  ///< requests in 100 that follow a stream
    uint32_t systemPermille = 0;
    func::Address firstAddress{};  ///< of the memory
    uint64_t gpuMemoryBytes = 1 << 26;
    uint64_t systemMemoryBytes = 1 << 20;
    uint32_t burstBytes = 32;
    sim::Cycle end = 13000;
};

/// splitmix64.
constexpr uint64_t scramble(uint64_t z) {
    z += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

class Traffic {
  public:
    explicit Traffic(const TrafficSettings& settings) : s_(settings) {}

    /// Request that the unit with this number would send in the cycle, if any.
    bool decide(sim::Cycle cycle, bool writer, uint32_t bus, AcceptState accepts, bool ownBusFree,
                MemoryTransaction& transaction) const {
        if (cycle >= s_.end) return false;
        const uint64_t h = scramble(s_.seed * 1000003 + cycle * 64 + bus);
        const uint64_t phase = cycle / s_.phase;
        if (scramble(s_.seed + phase * 77) % 4 == 0) return false;
        const bool busy = scramble(s_.seed * 31 + phase * 64 + bus) % 3 != 0;
        if (h % 1000 >= (busy ? s_.rate : s_.rate / 20) * 10) return false;
        const bool write = writer && (h >> 10) % 100 < s_.writePercent;
        if (write ? !(accepts.writes && ownBusFree) : !accepts.reads) return false;
        transaction.access = write ? Access::Write : Access::Read;
        place(cycle, bus, phase, scramble(h), transaction);
        return true;
    }

  private:
    void place(sim::Cycle cycle, uint32_t bus, uint64_t phase, uint64_t h, MemoryTransaction& transaction) const {
        const uint64_t lines = s_.gpuMemoryBytes / 64;
        const uint64_t stream = scramble(s_.seed * 7 + bus + phase * 131) % lines;
        uint64_t line = h % 100 < s_.locality ? (stream + cycle / 4 % 64) % lines : (h >> 8) % lines;
        if ((h >> 40) % 8 == 0) line = (h >> 8) % 128;
        transaction.address = s_.firstAddress + line * 64;
        transaction.bytes = 64;
        if ((h >> 50) % 4 == 0) {
            const uint32_t bursts = s_.burstBytes < 64 ? 64 / s_.burstBytes : 1;
            transaction.address += static_cast<uint32_t>((h >> 52) % bursts) * s_.burstBytes;
            const uint32_t room = 64 - transaction.address.misalignment(64);
            transaction.bytes = 4 + static_cast<uint32_t>((h >> 56) % (room / 4)) * 4;
        }
        if (s_.systemPermille != 0 && (h >> 20) % 1000 < s_.systemPermille) {
            transaction.address =
                func::Address(func::MemoryKind::System, (h >> 30) % (s_.systemMemoryBytes / 64 - 1) * 64);
            transaction.bytes = 64;
        }
    }

    TrafficSettings s_;
};

/// An answer, or a change of what a unit is told that the controller accepts.
struct BenchEvent {
    sim::Cycle cycle = 0;
    uint32_t bus = 0;
    uint32_t id = 0;  ///< of the answer
    bool isAnswer = false;
    AcceptState accepts{};  ///< where it is none
    bool operator==(const BenchEvent&) const = default;
};

class MemoryBench : public sim::Box {
  public:
    MemoryBench(sim::Simulation& simulation, const ClientSettings& clients)
        : Box(simulation, 0, "MemoryBench"), command(*this, "command") {
        for (const ClientInfo& client : clients.clients)
            for (uint32_t unit = 0; unit < client.units; ++unit)
                buses.push_back({.client = client.name,
                                 .unit = static_cast<uint8_t>(unit),
                                 .writes = client.writes,
                                 .port = std::make_unique<MemoryPort>(*this, "bench" + std::to_string(buses.size()))});
    }

    void connect(MemoryController& controller) {
        for (Bus& bus : buses) controller.connect(bus.client, bus.unit, *bus.port);
        command.bind(controller.commands);
    }

    void clock(sim::Cycle cycle) override {
        for (uint32_t i = 0; i < buses.size(); ++i) {
            Bus& bus = buses[i];
            for (const MemoryTransaction& answer : bus.port->data.take(cycle))
                events.push_back({.cycle = cycle, .bus = i, .id = answer.id, .isAnswer = true, .accepts = {}});
            const AcceptState accepts = bus.port->accepts.read(cycle);
            if (accepts != bus.last) events.push_back({.cycle = cycle, .bus = i, .accepts = accepts});
            bus.last = accepts;
            MemoryTransaction transaction;
            if (!decide(cycle, i, accepts, cycle >= bus.freeFrom, transaction)) continue;
            transaction.id = sent++;
            if (transaction.access == Access::Write) bus.freeFrom = cycle + bus.port->cyclesFor(transaction.bytes);
            bus.port->send(cycle, transaction);
        }
    }
    std::string describeWait() const override { return {}; }

    virtual bool decide(sim::Cycle cycle, uint32_t bus, AcceptState accepts, bool ownBusFree,
                        MemoryTransaction& transaction) = 0;

    struct Bus {
        std::string_view client{};
        uint8_t unit = 0;
        bool writes = false;
        std::unique_ptr<MemoryPort> port;
        sim::Cycle freeFrom = 0;
        AcceptState last{};
    };
    std::vector<Bus> buses;
    std::vector<BenchEvent> events;
    uint32_t sent = 0;
    sim::Output<MemoryControllerCommand> command;
};

/// Pseudo-random traffic on every bus.
class TrafficBench final : public MemoryBench {
  public:
    TrafficBench(sim::Simulation& simulation, const ClientSettings& clients, const TrafficSettings& settings)
        : MemoryBench(simulation, clients), traffic_(settings) {}
    bool decide(sim::Cycle cycle, uint32_t bus, AcceptState accepts, bool ownBusFree,
                MemoryTransaction& transaction) override {
        return traffic_.decide(cycle, buses[bus].writes, bus, accepts, ownBusFree, transaction);
    }

  private:
    Traffic traffic_;
};

/// Requests at given cycles, sent whatever the controller says.
class ScriptBench final : public MemoryBench {
  public:
    struct Line {
        sim::Cycle cycle = 0;
        uint32_t bus = 0;
        MemoryTransaction transaction;
    };
    ScriptBench(sim::Simulation& simulation, const ClientSettings& clients, std::vector<Line> lines)
        : MemoryBench(simulation, clients), script(std::move(lines)) {}
    bool decide(sim::Cycle cycle, uint32_t bus, AcceptState, bool, MemoryTransaction& transaction) override {
        for (const Line& line : script) {
            if (line.cycle != cycle || line.bus != bus) continue;
            transaction = line.transaction;
            return true;
        }
        return false;
    }
    std::vector<Line> script;
};

/// Count and digest of all answers: their cycles, buses and identifiers in order.
struct Digest {
    uint64_t answers = 0;
    uint64_t hash = 0xcbf29ce484222325u;
    bool operator==(const Digest&) const = default;
};
inline Digest digestOf(const std::vector<BenchEvent>& events) {
    Digest digest;
    for (const BenchEvent& event : events) {
        if (!event.isAnswer) continue;
        ++digest.answers;
        for (const uint64_t value : {event.cycle, uint64_t{event.bus}, uint64_t{event.id}})
            digest.hash = (digest.hash ^ value) * 0x100000001b3u;
    }
    return digest;
}

}  // namespace cyclorama::mem
