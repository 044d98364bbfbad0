// SPDX-License-Identifier: MIT
// The texture unit against what ATTILA's does in each cycle for the same requests and answers of memory.

#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <sstream>

#include "machine/timing/texture_bench.h"
#include "support/paths.h"

namespace cyclorama::machine::timing {
namespace {

using Event = TextureTestShader::Event;
using Sent = TextureTestMemory::Sent;

func::TextureState readTexture(std::istream& in) {
    func::TextureState state;
    uint32_t wrapS = 0, wrapT = 0, minFilter = 0, magFilter = 0;
    in >> state.width >> state.height >> state.log2Width >> state.log2Height >> wrapS >> wrapT >> minFilter >>
        magFilter >> state.minLevel >> state.maxLevel >> state.maxAnisotropy;
    state.enabled = true;
    state.wrapS = static_cast<func::WrapMode>(wrapS);
    state.wrapT = static_cast<func::WrapMode>(wrapT);
    state.minFilter = static_cast<func::FilterMode>(minFilter);
    state.magFilter = static_cast<func::FilterMode>(magFilter);
    for (uint32_t level = 0; level <= state.maxLevel; ++level) {
        uint32_t address = 0;
        in >> std::hex >> address;
        state.address[level][0] = address;
    }
    return state;
}

TextureRequest readRequest(std::istream& in, const std::deque<func::PreparedTexture>& textures) {
    TextureRequest request;
    size_t texture = 0;
    in >> request.thread >> texture >> std::hex;
    request.texture = &textures.at(texture);
    for (func::Vec4& coordinate : request.operand)
        for (size_t c = 0; c < 2; ++c) {
            uint32_t bits = 0;
            in >> bits;
            coordinate[c] = std::bit_cast<float>(bits);
        }
    return request;
}

/// Events of ATTILA's unit.
struct Recording {
    std::vector<Event> results;
    std::vector<Sent> reads;
    std::vector<sim::Cycle> tickets;
    sim::Cycle last = 0;
};

Recording readRecording(TextureBench& bench, std::deque<func::PreparedTexture>& textures,
                        const func::TextureUnitSettings& sampling) {
    std::ifstream file(paths::data("attila_texture_unit.txt"));
    Recording recording;
    for (std::string line; std::getline(file, line);) {
        std::istringstream in(line);
        std::string kind;
        in >> kind;
        if (kind == "texture") textures.emplace_back(readTexture(in), sampling);
        if (kind == "texture" || kind == "#") continue;
        sim::Cycle cycle = 0;
        in >> cycle;
        recording.last = std::max(recording.last, cycle);
        if (kind == "request") bench.shader.script.emplace(cycle, readRequest(in, textures));
        if (kind == "ticket") recording.tickets.push_back(cycle + 1);
        if (kind == "result") in >> recording.results.emplace_back(Event{cycle + 1, 0}).thread;
        if (kind == "read") {
            uint32_t address = 0;
            uint32_t bytes = 0;
            in >> std::hex >> address >> std::dec >> bytes;
            recording.reads.push_back({.cycle = cycle, .address = address, .bytes = bytes});
        }
        if (kind == "data") {
            mem::MemoryTransaction& data = bench.memory.script[cycle];
            in >> data.id >> data.bytes;
        }
    }
    return recording;
}

TEST(TextureUnitAgainstAttilaTest, DoesTheSameInEveryCycle) {
    TextureTimingSettings settings;
    settings.addressAluLatency = 6;
    settings.filterAluLatency = 4;
    settings.waitReadWindow = 32;
    settings.cache.requestQueueSize = settings.cache.inputQueueSize = settings.cache.secondInputQueueSize = 32;
    settings.cache.secondLevel.ways = settings.cache.secondLevel.lines = 16;
    settings.sampling.anisotropyAlgorithm = func::AnisotropyAlgorithm::TwoAxis;
    TextureBench bench(settings);
    bench.memory.latency = 0;
    std::deque<func::PreparedTexture> textures;
    const Recording recording = readRecording(bench, textures, settings.sampling);
    ASSERT_EQ(recording.results.size(), 50u);
    bench.runThrough(recording.last + 1);

    EXPECT_EQ(bench.shader.received, recording.results);
    EXPECT_EQ(bench.memory.sent, recording.reads);
    constexpr size_t kTicketsBefore = 512;
    ASSERT_GT(bench.shader.ticketCycles.size(), kTicketsBefore);
    EXPECT_EQ(
        std::vector<sim::Cycle>(bench.shader.ticketCycles.begin() + kTicketsBefore, bench.shader.ticketCycles.end()),
        recording.tickets);
}

}  // namespace
}  // namespace cyclorama::machine::timing
