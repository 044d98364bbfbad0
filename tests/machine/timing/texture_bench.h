// SPDX-License-Identifier: MIT
#pragma once
// Neighbours of a texture unit in its tests: a memory that answers on time, and a shader that asks from a script.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "machine/timing/texture/texture_unit.h"
#include "mem/memory_controller.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

/// Answers each read `latency(address)` cycles after it came, one at a time; or at given cycles, from a script.
class TextureTestMemory final : public mem::MemoryController {
  public:
    struct Sent {
        sim::Cycle cycle = 0;
        func::Address address{};
        uint32_t bytes = 0;
        bool operator==(const Sent&) const = default;
    };

    TextureTestMemory(sim::Simulation& simulation, uint32_t busWidth)
        : MemoryController(simulation, 0, "memory", settings(busWidth)) {
        commands.driveFromOutside();
    }

    void clock(sim::Cycle cycle) override {
        Bus& unit = *buses().front();
        for (const mem::MemoryTransaction& read : unit.request.take(cycle)) {
            sent.push_back({cycle - 1, read.address, read.bytes});
            if (latency > 0) answers_.push_back({cycle + latency + read.address.offset() / 64 % spread, read});
        }
        if (const auto answer = script.find(cycle + 1); answer != script.end()) unit.data.write(cycle, answer->second);
        if (const auto change = acceptScript.find(cycle); change != acceptScript.end())
            unit.accepts.write(cycle, mem::AcceptState{.reads = change->second, .writes = true});
        if (cycle < busFree_) return;
        for (auto answer = answers_.begin(); answer != answers_.end(); ++answer) {
            if (answer->first > cycle) continue;
            unit.data.write(cycle, answer->second);
            busFree_ = cycle + mem::busCycles(answer->second.bytes, unit.width);
            answers_.erase(answer);
            return;
        }
    }
    bool idle() const override { return answers_.empty(); }
    std::string describeWait() const override { return {}; }

    /// 0: nothing but the script answers. Addresses add up to `spread` - 1 cycles, so answers overtake each other.
    uint32_t latency = 20;
    uint32_t spread = 1;
    std::map<sim::Cycle, mem::MemoryTransaction> script;  // by the cycle in which the unit sees it
    std::map<sim::Cycle, bool> acceptScript;              // by the cycle before
    std::vector<Sent> sent;                               // by the cycle in which the unit sent it

  private:
    static mem::ClientSettings settings(uint32_t busWidth) {
        mem::ClientSettings settings;
        settings.clients.add({.name = TextureUnit::kMemoryClient, .busWidth = busWidth});
        return settings;
    }

    std::deque<std::pair<sim::Cycle, mem::MemoryTransaction>> answers_;
    sim::Cycle busFree_ = 0;
};

/// Sends what its script says, and keeps what comes back with its cycle.
class TextureTestShader final : public sim::Box {
  public:
    struct Event {
        sim::Cycle cycle = 0;
        uint32_t thread = 0;
        bool operator==(const Event&) const = default;
    };

    explicit TextureTestShader(sim::Simulation& simulation)
        : Box(simulation, 0, "shader"),
          requests(*this, "shader.requests"),
          results(*this, {.name = "shader.results"}),
          tickets(*this, {.name = "shader.tickets"}) {}

    void clock(sim::Cycle cycle) override {
        while (const auto result = results.read(cycle)) received.push_back({cycle, result->thread});
        while (tickets.read(cycle)) ticketCycles.push_back(cycle);
        const auto [first, end] = script.equal_range(cycle + 1);
        for (auto request = first; request != end; ++request) requests.write(cycle, request->second);
    }
    std::string describeWait() const override { return {}; }

    sim::Output<TextureRequest> requests;
    sim::Signal<TextureResult> results;
    sim::Signal<TextureTicket> tickets;
    std::multimap<sim::Cycle, TextureRequest> script;  // by the cycle in which the unit sees them
    std::vector<Event> received;
    std::vector<sim::Cycle> ticketCycles;  // in which they came
};

struct TextureBench {
    explicit TextureBench(const TextureTimingSettings& settings, sim::SimulationSettings run = {},
                          uint32_t busWidth = 64)
        : simulation(run),
          domain(simulation.addDomain({.name = "gpu"})),
          memory(simulation, busWidth),
          shader(simulation),
          unit(simulation, domain, {}, settings) {
        memory.connect(TextureUnit::kMemoryClient, 0, unit.memory);
        shader.requests.bind(unit.requests);
        unit.results.bind(shader.results);
        unit.tickets.bind(shader.tickets);
        unit.command.driveFromOutside();
    }

    void runThrough(sim::Cycle last) {
        simulation.runThrough(domain, last);
        simulation.settle();
    }
    std::string statistic(const std::string& name) const {
        return const_cast<sim::Simulation&>(simulation).statistics().text(name + "_TU-FS0TU0", sim::Interval::Frame);
    }
    /// Every column.
    std::vector<std::string> statistics() {
        std::vector<std::string> all;
        for (const auto& [name, columns] : simulation.statistics().columns())
            all.push_back(std::string(name) + " " + simulation.statistics().text(name, sim::Interval::Frame));
        return all;
    }

    sim::Simulation simulation;
    sim::DomainId domain;
    TextureTestMemory memory;
    TextureTestShader shader;
    TextureUnit unit;
};

/// A 2D texture of 64x64 texels of 32 bits at `address`, all levels one after the other.
inline func::TextureState textureState(func::FilterMode filter, uint32_t address = 0x10000) {
    func::TextureState state;
    state.enabled = true;
    state.width = state.height = 64;
    state.log2Width = state.log2Height = 6;
    state.depth = 1;
    state.wrapS = state.wrapT = func::WrapMode::Repeat;
    state.minFilter = filter;
    state.magFilter = filter == func::FilterMode::Nearest ? func::FilterMode::Nearest : func::FilterMode::Linear;
    state.maxLevel = 6;
    for (uint32_t level = 0; level <= 6; ++level) {
        state.address[level][0] = address;
        address += std::max(64u * 64u * 4u >> 2 * level, 1024u);
    }
    return state;
}

/// A quad whose fragments are `step` apart in the unit square, from (s, t) on.
inline func::QuadCoordinates quadAt(float s, float t, float step) {
    return {func::Vec4{s, t, 0, 0}, func::Vec4{s + step, t, 0, 0}, func::Vec4{s, t + step, 0, 0},
            func::Vec4{s + step, t + step, 0, 0}};
}

}  // namespace cyclorama::machine::timing
