// SPDX-License-Identifier: MIT
// Captures of Adreno chips: what is written comes back, and anything else is refused.

#include "families/adreno/capture/adreno_capture.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <sstream>
#include <variant>

#include "adreno/capture/recorded_chip.h"
#include "families/adreno/capture/capture_dump.h"
#include "families/adreno/chip/always_on_clock.h"
#include "families/adreno/packets/packets.h"
#include "sim/error.h"

namespace cyclorama::adreno {
namespace {

using namespace family::capture;

constexpr uint64_t kAddress = 0x1'2345'6000;

/// A buffer with a stream that reads the counter, and its job.
workload::MemoryOutput recordJob() {
    workload::MemoryOutput output;
    AdrenoCaptureWriter writer(output, recordedChip());
    std::vector<std::byte> memory(4096);
    writer.map(0, kAddress, 7, memory);
    const uint32_t words[] = {commandHeader(Opcode::RegisterToMemory, 3), 0x980, 0x23456100, 1};
    std::memcpy(memory.data(), words, sizeof words);
    writer.writeChanges();
    const CapturedJob job{.streams = {{.address = kAddress, .bytes = sizeof words}}, .counterValues = {5, 7}};
    writer.write(Submit{.stream = job.bytes()});
    writer.executed(std::array<uint64_t, 1>{7});
    return output;
}

std::vector<Record> recordsOf(std::span<const std::byte> bytes) {
    AdrenoCaptureReader reader(bytes, "capture");
    std::vector<Record> records;
    while (auto record = reader.next()) records.push_back(std::move(*record));
    return records;
}

TEST(AdrenoCapture, ReadsBackWhatWasWritten) {
    const workload::MemoryOutput output = recordJob();
    EXPECT_EQ(AdrenoCaptureReader(output.bytes, "capture").chip(), recordedChip());
    const std::vector<Record> records = recordsOf(output.bytes);
    ASSERT_EQ(records.size(), 5u);
    EXPECT_EQ(std::get<MapBuffer>(records[1]).address, kAddress);
    const auto job = CapturedJob::decode(std::get<Submit>(records[3]).stream);
    ASSERT_TRUE(job);
    ASSERT_EQ(job->streams.size(), 1u);
    EXPECT_EQ(job->streams[0].address, kAddress);
    EXPECT_EQ(job->streams[0].bytes, 16u);
    EXPECT_EQ(job->counterValues, (std::vector<uint64_t>{5, 7}));
}

TEST(AdrenoCapture, RefusesJobsThatAreCutOff) {
    const CapturedJob job{.streams = {{.address = 1, .bytes = 2}}, .counterValues = {3}};
    const std::vector<std::byte> bytes = job.bytes();
    for (size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(CapturedJob::decode(std::span(bytes).first(size))) << size;
    std::vector<std::byte> longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(CapturedJob::decode(longer));
}

TEST(AdrenoCapture, RefusesCapturesOfOtherChips) {
    workload::MemoryOutput output;
    Chip chip = recordedChip();
    chip.chipId = 0x07030001;
    AdrenoCaptureWriter writer(output, chip);
    EXPECT_THROW(recordsOf(output.bytes), sim::Error);
}

TEST(AdrenoCapture, DumpsThePacketsOfJobs) {
    const workload::MemoryOutput output = recordJob();
    AdrenoCaptureReader reader(output.bytes, "capture");
    std::ostringstream text;
    dumpCapture(reader, text);
    EXPECT_NE(text.str().find("capture of an a660"), std::string::npos) << text.str();
    EXPECT_NE(text.str().find("CP_REG_TO_MEM"), std::string::npos) << text.str();
}

/// A replayed command processor reads what it read when it was recorded.
TEST(AlwaysOnClock, GivesValuesAgain) {
    AlwaysOnClock clock;
    clock.keepReadings();
    const uint64_t first = clock.now();
    EXPECT_LE(first, clock.now());
    const std::vector<uint64_t> readings = clock.takeReadings();
    ASSERT_EQ(readings.size(), 2u);
    EXPECT_TRUE(clock.takeReadings().empty());
    AlwaysOnClock again;
    again.replay({42, 43});
    EXPECT_EQ(again.now(), 42u);
    EXPECT_EQ(again.now(), 43u);
    EXPECT_GE(again.now(), first) << "no value is left";
}

}  // namespace
}  // namespace cyclorama::adreno
