// SPDX-License-Identifier: MIT
// All traces of the reference cases through reader, front end and writer. The cases are found through the environment
// variable CYCLORAMA_ATTILA_CASES; without it the tests are skipped.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "attila/sparse_memory.h"
#include "families/attila/frontend/front_end.h"
#include "families/attila/trace/attila_trace_reader.h"
#include "families/attila/trace/attila_trace_writer.h"
#include "workload/byte_input.h"

namespace cyclorama::attila {
namespace {

class AttilaCases : public testing::Test {
  protected:
    void SetUp() override {
        const char* folder = std::getenv("CYCLORAMA_ATTILA_CASES");
        if (!folder) GTEST_SKIP() << "CYCLORAMA_ATTILA_CASES is not set";
        folder_ = std::filesystem::path(folder) / "traces";
        for (const auto& entry : std::filesystem::directory_iterator(folder_))
            if (entry.path().string().ends_with(".agp.gz")) traces_.push_back(entry.path());
        ASSERT_FALSE(traces_.empty()) << folder_;
    }

    std::filesystem::path folder_;
    std::vector<std::filesystem::path> traces_;
};

std::vector<std::byte> contents(const std::filesystem::path& path) {
    workload::ByteInput input(path.string());
    std::vector<std::byte> bytes;
    std::vector<std::byte> step(1 << 16);
    while (const size_t count = input.read(step))
        bytes.insert(bytes.end(), step.begin(), step.begin() + static_cast<std::ptrdiff_t>(count));
    return bytes;
}

TEST_F(AttilaCases, AreWrittenBackAsTheyWere) {
    for (const auto& path : traces_) {
        const std::vector<std::byte> bytes = contents(path);
        AttilaTraceReader reader(bytes, path.string());
        workload::MemoryOutput output;
        AttilaTraceWriter writer(output, reader.parameters());
        while (const auto record = reader.next()) writer.write(record->transaction);
        // Past the parameters and in the padding of the header, ATTILA leaves whatever was in its memory.
        const auto body = [](const std::vector<std::byte>& all) { return std::span(all).subspan(16396); };
        EXPECT_TRUE(std::ranges::equal(body(output.bytes), body(bytes))) << path;
        EXPECT_EQ(AttilaTraceReader(output.bytes, "copy").parameters(), reader.parameters()) << path;
    }
}

TEST_F(AttilaCases, RunThroughTheFrontEnd) {
    for (const auto& path : traces_) {
        AttilaTraceReader reader(path.string());
        AttilaFrontEnd frontEnd(reader);
        SparseMemory memory;
        uint64_t draws = 0;
        uint64_t presents = 0;
        while (const auto command = frontEnd.next(memory)) {
            if (const auto* write = std::get_if<gpu::WriteMemory>(&command->operation))
                memory.write(write->address, write->data);
            if (std::holds_alternative<gpu::Draw>(command->operation)) {
                ++draws;
                EXPECT_TRUE(frontEnd.state().stages[gpu::Stage::Vertex].program->resources.ends) << path;
                EXPECT_TRUE(frontEnd.state().stages[gpu::Stage::Fragment].program->resources.ends) << path;
                EXPECT_EQ(frontEnd.state().stages[gpu::Stage::Vertex].program->resources.missingRegisters, 0u) << path;
                EXPECT_GT(frontEnd.state().input->count, 0u) << path;
            }
            if (std::holds_alternative<gpu::Present>(command->operation)) ++presents;
        }
        EXPECT_GT(draws, 0u) << path;
        EXPECT_GT(presents, 0u) << path;
    }
}

struct Counts {
    uint32_t writes = 0;
    uint32_t preloads = 0;
    uint32_t registers = 0;
    uint32_t commands = 0;
    uint32_t events = 0;
    bool operator==(const Counts&) const = default;
};

// Counted by a separate program that walks the bytes of the traces.
TEST_F(AttilaCases, HaveTheTransactionsCountedElsewhere) {
    const std::map<std::string, Counts> known = {
        {"triangle", {4, 0, 64, 5, 1}},          {"blendedcubes", {4, 142, 87, 8, 5}},
        {"d3d-texture", {15, 0, 544, 8, 1}},     {"torus", {362, 0, 799, 125, 1}},
        {"simplefog", {162, 0, 434, 85, 1}},     {"spheremap", {151, 0, 383, 40, 1}},
        {"batches60.acd", {186, 0, 914, 67, 1}}, {"floor-aniso8.msaa8", {13, 0, 96, 6, 1}}};
    for (const auto& [name, expected] : known) {
        const std::filesystem::path path = folder_ / (name + ".agp.gz");
        if (!std::filesystem::exists(path)) continue;
        AttilaTraceReader reader(path.string());
        Counts counts;
        while (const auto record = reader.next()) {
            if (const auto* write = std::get_if<MemoryWrite>(&record->transaction))
                ++(write->preload ? counts.preloads : counts.writes);
            counts.registers += std::holds_alternative<RegisterWrite>(record->transaction);
            counts.commands += std::holds_alternative<CommandWrite>(record->transaction);
            counts.events += std::holds_alternative<EventSignal>(record->transaction);
        }
        EXPECT_EQ(counts, expected) << name;
    }
}

/// The file's first bytes, compressed as they are.
std::vector<std::byte> beginning(const std::filesystem::path& path, size_t bytes) {
    std::ifstream file(path, std::ios::binary);
    std::vector<std::byte> read(bytes);
    file.read(reinterpret_cast<char*>(read.data()), static_cast<std::streamsize>(bytes));
    read.resize(static_cast<size_t>(file.gcount()));
    return read;
}

// The first transactions come without the rest of the file.
TEST_F(AttilaCases, StartAtOnce) {
    for (const auto& path : traces_) {
        const std::vector<std::byte> bytes = beginning(path, 4096);
        AttilaTraceReader reader(bytes, path.string());
        EXPECT_TRUE(reader.next()) << path;
    }
}

}  // namespace
}  // namespace cyclorama::attila
