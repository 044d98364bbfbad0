// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "attila/triangle_trace.h"
#include "families/attila/trace/attila_trace_reader.h"
#include "families/attila/trace/attila_trace_writer.h"
#include "sim/error.h"
#include "support/paths.h"

namespace cyclorama::attila {
namespace {

constexpr AttilaTraceParameters kParameters = {.startFrame = 0x01020304,
                                               .frames = 2,
                                               .gpuMemoryMiB = 256,
                                               .systemMemoryMiB = 16,
                                               .textureBlockDimension = 3,
                                               .textureSuperBlockDimension = 4,
                                               .scanWidth = 16,
                                               .scanHeight = 17,
                                               .overScanWidth = 5,
                                               .overScanHeight = 6,
                                               .doubleBuffer = true,
                                               .shaderFetchRate = 7,
                                               .memoryControllerV2 = true,
                                               .secondInterleaving = true};

std::vector<std::byte> bytesOf(std::initializer_list<int> values) {
    std::vector<std::byte> all;
    for (const int value : values) all.push_back(static_cast<std::byte>(value));
    return all;
}

/// A trace with one transaction of each kind.
std::vector<std::byte> smallTrace() {
    workload::MemoryOutput output;
    AttilaTraceWriter writer(output, kParameters);
    const std::vector<std::byte> data = bytesOf({9, 8, 7});
    writer.write(MemoryWrite{.address = 0x80000010, .descriptor = 5, .locked = true, .preload = true, .data = data});
    writer.writeMemory(0x1000, data);
    writer.write(RegisterWrite{
        .reg = Register::TextureAddress, .index = 114, .value = {{0x11223344, 0, 0, 0xffffffff}}, .descriptor = 6});
    writer.command(ControlCommand::SwapBuffers);
    writer.event(Event::Unnamed, "hi");
    return std::move(output.bytes);
}

/// Error of reading a trace to its end; empty where it succeeds.
std::string errorOf(std::span<const std::byte> bytes) {
    try {
        AttilaTraceReader reader(bytes, "trace");
        while (reader.next()) {
        }
    } catch (const sim::Error& error) {
        return error.what();
    }
    return {};
}

std::vector<std::byte> withTransaction(std::initializer_list<int> transaction) {
    workload::MemoryOutput output;
    const AttilaTraceWriter writer(output, kParameters);
    output.write(bytesOf(transaction));
    return std::move(output.bytes);
}

class AttilaTraceFile : public testing::Test {
  protected:
    AttilaTraceFile()
        : path_(std::filesystem::temp_directory_path() /
                ("cyclorama_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {}
    ~AttilaTraceFile() override { std::filesystem::remove(path_); }

    void put(std::span<const std::byte> bytes) {
        std::ofstream(path_, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    std::vector<std::byte> get() const {
        std::vector<std::byte> bytes(std::filesystem::file_size(path_));
        std::ifstream(path_, std::ios::binary)
            .read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        return bytes;
    }
    std::vector<std::byte> compressed(std::span<const std::byte> bytes) const {
        workload::GzipFileOutput output(path_);
        output.write(bytes);
        output.close();
        return get();
    }

    std::filesystem::path path_;
};

// Offsets as a C compiler for x86 lays out ATTILA's structure AGPTraceFileHeader: a flag takes one byte, the word after
// it begins at a multiple of 4.
TEST(AttilaTraceLayout, HeaderHasItsFieldsWhereAttilaHasThem) {
    const std::vector<std::byte> trace = smallTrace();
    const std::vector<std::byte> start =
        bytesOf({'A', 'T', 'I', 'L', 'A', 't', 0, 0,                // signature
                 0,   1,   0,   0,                                  // version
                 4,   3,   2,   1,   2,   0,   0, 0,                // frames
                 0,   1,   0,   0,   16,  0,   0, 0,                // memories
                 3,   0,   0,   0,   4,   0,   0, 0,                // texture blocks
                 16,  0,   0,   0,   17,  0,   0, 0,                // scan tile
                 5,   0,   0,   0,   6,   0,   0, 0,                // over scan tile
                 1,   0,   0,   0,   7,   0,   0, 0, 1, 1, 0, 0});  // flags and fetch rate
    ASSERT_EQ(start.size(), 64u);
    EXPECT_TRUE(std::equal(start.begin(), start.end(), trace.begin()));
    for (size_t i = start.size(); i < 16396; ++i) ASSERT_EQ(trace[i], std::byte{0}) << i;

    const AttilaTraceReader reader(trace, "trace");
    EXPECT_EQ(reader.parameters(), kParameters);
}

// The fields that AGPTransaction::save writes, one after the other.
TEST(AttilaTraceLayout, TransactionsArePacked) {
    const std::vector<std::byte> trace = smallTrace();
    const std::vector<std::byte> expected =
        bytesOf({2, 0, 0, 0, 0x10, 0,    0,    0x80, 5,   0, 0, 0, 1,    3,    0,    0,    0, 9, 8, 7,  // preload
                 0, 0, 0, 0, 0,    0x10, 0,    0,    0,   0, 0, 0, 0,    3,    0,    0,    0, 9, 8, 7,  // write
                 3, 0, 0, 0, 73,   0,    0,    0,    114, 0, 0, 0, 0x44, 0x33, 0x22, 0x11, 0, 0, 0, 0,  // register
                 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 6,   0, 0, 0,                                      //
                 5, 0, 0, 0, 2,    0,    0,    0,                                                       // command
                 7, 0, 0, 0, 1,    0,    0,    0,    2,   0, 0, 0, 'h',  'i'});                         // event
    EXPECT_EQ(std::vector<std::byte>(trace.begin() + 16396, trace.end()), expected);
}

TEST(AttilaTraceLayout, WhatIsWrittenIsRead) {
    const std::vector<std::byte> trace = smallTrace();
    AttilaTraceReader reader(trace, "trace");

    const auto preload = reader.next();
    const auto& memory = std::get<MemoryWrite>(preload->transaction);
    EXPECT_EQ(memory.address, 0x80000010u);
    EXPECT_EQ(memory.descriptor, 5u);
    EXPECT_TRUE(memory.locked);
    EXPECT_TRUE(memory.preload);
    EXPECT_EQ(std::vector(memory.data.begin(), memory.data.end()), bytesOf({9, 8, 7}));
    EXPECT_EQ(preload->position.ordinal, 0u);
    EXPECT_EQ(preload->position.offset, 16396u);
    EXPECT_EQ(preload->bytes, 20u);

    const auto write = reader.next();
    EXPECT_FALSE(std::get<MemoryWrite>(write->transaction).preload);
    EXPECT_FALSE(std::get<MemoryWrite>(write->transaction).locked);
    EXPECT_EQ(write->position.offset, 16416u);

    const auto reg = reader.next();
    EXPECT_EQ(std::get<RegisterWrite>(reg->transaction).reg, Register::TextureAddress);
    EXPECT_EQ(std::get<RegisterWrite>(reg->transaction).index, 114u);
    EXPECT_EQ(std::get<RegisterWrite>(reg->transaction).value.words[3], 0xffffffffu);
    EXPECT_EQ(std::get<RegisterWrite>(reg->transaction).descriptor, 6u);
    EXPECT_EQ(reg->position.ordinal, 2u);

    EXPECT_EQ(std::get<CommandWrite>(reader.next()->transaction).command, ControlCommand::SwapBuffers);
    const auto event = reader.next();
    EXPECT_EQ(std::get<EventSignal>(event->transaction).event, Event::Unnamed);
    EXPECT_EQ(std::get<EventSignal>(event->transaction).message, "hi");
    EXPECT_FALSE(reader.next());
    EXPECT_FALSE(reader.next());
}

TEST(AttilaTraceErrors, TruncationIsAnErrorUnlessBetweenTransactions) {
    const std::vector<std::byte> trace = smallTrace();
    // Ends of the transactions, from the layout above.
    const std::vector<size_t> whole = {16396, 16416, 16436, 16468, 16476, 16490};
    ASSERT_EQ(trace.size(), whole.back());
    for (size_t length = 0; length < trace.size(); ++length) {
        const std::string error = errorOf(std::span(trace).first(length));
        EXPECT_EQ(error.empty(), std::ranges::find(whole, length) != whole.end()) << length << ": " << error;
    }
}

TEST(AttilaTraceErrors, NameThePlaceAndTheReason) {
    std::vector<std::byte> trace = smallTrace();
    trace[3] = std::byte{'X'};
    EXPECT_EQ(errorOf(trace), "trace:offset 0: no ATTILA transaction trace (the signature is missing)");
    EXPECT_EQ(errorOf({}), "trace:offset 0: no ATTILA transaction trace (the signature is missing)");
    trace = smallTrace();
    trace[8] = std::byte{2};
    EXPECT_EQ(errorOf(trace), "trace:offset 8: version 0x0102 of the trace format is unknown; known is 0x0100");
    trace.resize(100);
    trace[8] = std::byte{0};
    EXPECT_EQ(errorOf(trace), "trace:offset 100: the trace ends within its header of 16396 bytes");

    const std::string start = "trace:transaction 0 at offset 16396: ";
    for (const int type : {1, 4, 6, 8})
        EXPECT_EQ(errorOf(withTransaction({type, 0, 0, 0})),
                  start + "transaction type " + std::to_string(type) + " is unknown");
    EXPECT_EQ(errorOf(withTransaction({0, 0, 0})), start + "the trace ends within a transaction");
    std::vector<std::byte> reg = withTransaction({3, 0, 0, 0, 26, 0, 0, 0});
    reg.resize(reg.size() + 24);
    EXPECT_EQ(errorOf(reg), start + "register 26 is unknown or cannot be written");
    EXPECT_EQ(errorOf(withTransaction({5, 0, 0, 0, 22, 0, 0, 0})), start + "command 22 is unknown");
    EXPECT_EQ(errorOf(withTransaction({7, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0})), start + "event 2 is unknown");
}

TEST(AttilaTraceErrors, SizesBeyondTheMemoryAreRefusedBeforeTheyAreRead) {
    const std::string start = "trace:transaction 0 at offset 16396: ";
    EXPECT_EQ(errorOf(withTransaction({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff})),
              start + "a memory write claims 4294967295 bytes; the trace was made for 256 MiB of GPU memory");
    EXPECT_EQ(errorOf(withTransaction({0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 1, 0, 0, 1})),
              start + "a memory write claims 16777217 bytes; the trace was made for 16 MiB of system memory");
    // Within the memory, but not in the stream.
    EXPECT_EQ(errorOf(withTransaction({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10})),
              start + "the trace ends within a transaction");
    EXPECT_EQ(errorOf(withTransaction({7, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x80})),
              start + "an event's message claims 2147483648 bytes; the limit is 1048576");
}

TEST_F(AttilaTraceFile, IsReadPlainCompressedAndInSeveralMembers) {
    const std::vector<std::byte> trace = smallTrace();
    put(trace);
    const auto count = [](const std::string& path) {
        AttilaTraceReader reader(path);
        int transactions = 0;
        while (reader.next()) ++transactions;
        return transactions;
    };
    EXPECT_EQ(count(path_), 5);

    const std::vector<std::byte> whole = compressed(trace);
    EXPECT_LT(whole.size(), 300u);
    EXPECT_EQ(count(path_), 5);
    EXPECT_EQ(errorOf(whole), "");

    std::vector<std::byte> members = compressed(std::span(trace).first(16400));
    const std::vector<std::byte> second = compressed(std::span(trace).subspan(16400));
    members.insert(members.end(), second.begin(), second.end());
    put(members);
    EXPECT_EQ(count(path_), 5);
}

TEST_F(AttilaTraceFile, IsTheSameForTheSameTransactions) {
    EXPECT_EQ(compressed(smallTrace()), compressed(smallTrace()));
}

// tests/data/triangle.agp.gz is this trace; the bytes that zlib makes of it may differ from host to host.
TEST_F(AttilaTraceFile, OfTheTestDataIsWhatTheWriterMakes) {
    const std::vector<std::byte> trace = triangleTrace();
    workload::ByteInput input(paths::data("triangle.agp.gz"));
    std::vector<std::byte> stored(trace.size() + 1);
    stored.resize(input.read(stored));
    EXPECT_EQ(stored, trace);
    EXPECT_EQ(errorOf(trace), "");
}

TEST_F(AttilaTraceFile, TruncatedOrCorruptCompressionIsAnError) {
    const std::vector<std::byte> whole = compressed(smallTrace());
    for (size_t length = 0; length < whole.size(); ++length)
        EXPECT_NE(errorOf(std::span(whole).first(length)), "") << length;
    // The last eight bytes are the checksum and the length.
    std::vector<std::byte> corrupt = whole;
    corrupt[corrupt.size() - 8] ^= std::byte{1};
    EXPECT_NE(errorOf(corrupt).find("corrupt"), std::string::npos);
    EXPECT_THROW(AttilaTraceReader("/nonexistent/trace.agp.gz"), sim::Error);
    EXPECT_THROW(workload::GzipFileOutput("/nonexistent/trace.agp.gz"), sim::Error);
}

}  // namespace
}  // namespace cyclorama::attila
