// SPDX-License-Identifier: MIT
// buffers.csv of a replayed capture: hashes of what the GPU and the program left in each buffer, whether a frame shows
// it or not. Expected hashes are those of bytes that the test makes.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <vector>

#include "adreno/capture/recorded_chip.h"
#include "cli/run_program.h"
#include "families/adreno/capture/adreno_capture.h"
#include "families/adreno/packets/packets.h"
#include "support/paths.h"

namespace cyclorama::cli {
namespace {

using BufferTable = ProgramTest;

using Buffer = std::vector<std::byte>;

constexpr size_t kBufferBytes = 4096;
constexpr uint64_t kStreamAddress = 0x1'0000'0000;
constexpr uint64_t kTargetAddress = 0x1'0001'0000;
constexpr uint32_t kWrittenWord = 3;

void setWord(Buffer& buffer, size_t word, uint32_t value) {
    std::memcpy(buffer.data() + word * sizeof value, &value, sizeof value);
}

/// A capture in which the GPU writes `value` to a word of buffer 8. Then the program, for which all of it was zero,
/// changes its first word, if it `hides` the GPU's.
void recordWrite(const std::filesystem::path& path, uint32_t value, bool hides) {
    using namespace adreno;
    workload::GzipFileOutput output(path.string());
    AdrenoCaptureWriter writer(output, recordedChip());
    Buffer stream(kBufferBytes);
    Buffer target(kBufferBytes);
    writer.map(0, kStreamAddress, 7, stream);
    writer.map(0, kTargetAddress, 8, target);
    constexpr uint64_t kAt = kTargetAddress + kWrittenWord * sizeof(uint32_t);
    const std::array<uint32_t, 4> words{commandHeader(Opcode::MemoryWrite, 3), static_cast<uint32_t>(kAt),
                                        static_cast<uint32_t>(kAt >> 32), value};
    std::memcpy(stream.data(), words.data(), sizeof words);
    writer.writeChanges();
    writer.write(family::capture::Submit{
        .stream =
            CapturedJob{.streams = {{.address = kStreamAddress, .bytes = sizeof words}}, .counterValues = {}}.bytes()});
    if (hides) {
        setWord(target, 0, 1);
        writer.writeChanges();
    }
    output.close();
}

std::string line(uint64_t buffer, uint64_t content, uint64_t overwritten) {
    return fmt::format("{};{};{:016x};{:016x}\n", buffer, kBufferBytes, content, overwritten);
}

uint64_t chained(uint64_t before, const Buffer& bytes) {
    const std::array<uint64_t, 2> both{before, family::capture::contentHash(bytes)};
    return family::capture::contentHash(std::as_bytes(std::span(both)));
}

TEST_F(BufferTable, HasWhatTheGpuLeftAndTheProgramHid) {
    Buffer left(kBufferBytes);
    setWord(left, kWrittenWord, 42);
    Buffer changed(kBufferBytes);
    setWord(changed, 0, 1);
    for (const std::string mode : {"functional", "timing"}) {
        recordWrite(file("shown.cyc"), 42, false);
        ProgramResult result = run({"run", "shown.cyc", "--mode", mode, "--buffers", "--out", "shown"});
        ASSERT_EQ(result.status, 0) << result.err;
        std::string table = content("shown/buffers.csv");
        EXPECT_TRUE(table.starts_with("buffer;bytes;content;overwritten\n7;4096;")) << table;
        EXPECT_TRUE(table.ends_with(line(8, family::capture::contentHash(left), 0))) << mode << table;

        recordWrite(file("hidden.cyc"), 42, true);
        result = run({"run", "hidden.cyc", "--mode", mode, "--buffers", "--out", "hidden"});
        ASSERT_EQ(result.status, 0) << result.err;
        table = content("hidden/buffers.csv");
        EXPECT_TRUE(table.ends_with(line(8, family::capture::contentHash(changed), chained(0, left)))) << mode << table;
    }
}

TEST_F(BufferTable, IsWrittenWhereItIsAskedFor) {
    recordWrite(file("shown.cyc"), 42, true);
    ASSERT_EQ(run({"run", "shown.cyc", "--out", "shown"}).status, 0);
    EXPECT_FALSE(std::filesystem::exists(file("shown/buffers.csv")));
}

TEST_F(BufferTable, IsTheSameOfBothMachines) {
    for (const std::string name : {"medley-gc2000", "medley-bins-a630", "compute-a630", "tessellation-a630"}) {
        const std::string capture = paths::source("tests/golden/captures/" + name + ".cyc");
        ASSERT_EQ(run({"run", capture, "--buffers", "--out", "drawn"}).status, 0);
        ASSERT_EQ(run({"run", capture, "--mode", "timing", "--buffers", "--out", "timed"}).status, 0);
        EXPECT_EQ(content("timed/buffers.csv"), content("drawn/buffers.csv")) << name;
    }
}

}  // namespace
}  // namespace cyclorama::cli
