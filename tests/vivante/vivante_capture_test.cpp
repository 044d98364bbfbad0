// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <variant>

#include "families/vivante/capture/vivante_capture_reader.h"
#include "families/vivante/capture/vivante_capture_writer.h"
#include "sim/error.h"
#include "support/paths.h"
#include "workload/capture_header.h"

namespace cyclorama::vivante {
namespace {

using namespace capture;

const vivante::Chip kChip{.name = "GC2000", .model = 0x2000, .revision = 0x5108, .features = {1, 2, 3}};

std::vector<std::byte> bytesOfText(const std::string& text, size_t size) {
    std::vector<std::byte> bytes(size);
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

/// One buffer of two pages, a submit whose execution changes the first page, a change of the host, and a frame.
workload::MemoryOutput smallCapture() {
    workload::MemoryOutput output;
    VivanteCaptureWriter writer(output, kChip);
    std::vector<std::byte> memory(8192);
    writer.map(0, 0x10000, 7, memory);
    memory[5000] = std::byte{1};
    writer.submit(0, 0x1000, false, bytesOfText("stream", 8));
    memory[0] = std::byte{42};
    writer.executed(std::array<uint64_t, 1>{7});
    memory[1] = std::byte{43};
    writer.present({.frame = 3, .buffer = 7, .pitch = 64, .fourcc = 0x34325258, .width = 16, .height = 16}, memory);
    writer.unmap(0, 0x10000, 8192);
    return output;
}

std::vector<Record> readAll(std::span<const std::byte> bytes) {
    VivanteCaptureReader reader(bytes, "capture");
    std::vector<Record> records;
    while (auto record = reader.next()) records.push_back(std::move(*record));
    return records;
}

TEST(VivanteCapture, ReadsBackWhatWasWritten) {
    const workload::MemoryOutput output = smallCapture();
    VivanteCaptureReader reader(output.bytes, "capture");
    EXPECT_EQ(reader.chip(), kChip);
    const std::vector<Record> records = readAll(output.bytes);
    ASSERT_EQ(records.size(), 8U);
    EXPECT_EQ(std::get<NewBuffer>(records[0]).bytes, 8192U);
    EXPECT_EQ(std::get<MapBuffer>(records[1]).address, 0x10000U);
    // Only the page that the host changed is there, and only since it last looked.
    const auto& first = std::get<BufferContent>(records[2]);
    EXPECT_EQ(first.offset, 4096U);
    EXPECT_EQ(first.data.size(), 4096U);
    EXPECT_EQ(first.data[5000 - 4096], std::byte{1});
    EXPECT_EQ(std::get<Submit>(records[3]).stream, bytesOfText("stream", 8));
    std::vector<std::byte> left(8192);
    left[5000] = std::byte{1};
    left[0] = std::byte{42};
    EXPECT_EQ(std::get<WrittenBuffer>(records[4]).buffer, 7U);
    EXPECT_EQ(std::get<WrittenBuffer>(records[4]).hash, contentHash(left));
    const auto& second = std::get<BufferContent>(records[5]);
    EXPECT_EQ(second.offset, 0U);
    EXPECT_EQ(second.data[1], std::byte{43});
    EXPECT_EQ(std::get<Present>(records[6]).frame, 3U);
    EXPECT_EQ(std::get<UnmapBuffer>(records[7]).bytes, 8192U);
}

// A program fills the buffers of its next draws while the GPU is busy with the ones before.
TEST(VivanteCapture, HasWhatTheHostChangesDuringExecution) {
    workload::MemoryOutput output;
    VivanteCaptureWriter writer(output, kChip);
    std::vector<std::byte> target(4096);
    std::vector<std::byte> vertices(4096);
    writer.map(0, 0x10000, 7, target);
    writer.map(0, 0x20000, 8, vertices);
    writer.submit(0, 0x1000, false, bytesOfText("one", 8));
    target[0] = std::byte{1};
    vertices[5] = std::byte{2};
    writer.executed(std::array<uint64_t, 1>{7});
    writer.submit(0, 0x1000, false, bytesOfText("two", 8));
    const std::vector<Record> records = readAll(output.bytes);
    ASSERT_EQ(records.size(), 8U);
    const auto& content = std::get<BufferContent>(records[6]);
    EXPECT_EQ(content.buffer, 8U);
    EXPECT_EQ(content.data[5], std::byte{2});
    EXPECT_EQ(std::get<Submit>(records[7]).stream, bytesOfText("two", 8));
}

TEST(VivanteCapture, SaysItsFamilyAndVersion) {
    const workload::MemoryOutput output = smallCapture();
    EXPECT_EQ(std::memcmp(output.bytes.data(), "CyclViv\1", 8), 0);
}

TEST(VivanteCapture, ReadsAllCapturesOfTheRepository) {
    size_t read = 0;
    for (const char* const folder : {"examples/gles_scene", "tests/golden/captures"})
        for (const auto& entry : std::filesystem::directory_iterator(paths::source(folder))) {
            if (entry.path().extension() != ".cyc" || workload::captureTag(entry.path()) != "Viv") continue;
            VivanteCaptureReader reader(entry.path().string());
            size_t records = 0;
            while (reader.next()) ++records;
            EXPECT_GT(records, 100U) << entry.path();
            ++read;
        }
    EXPECT_GE(read, 7U);
}

TEST(VivanteCapture, RefusesAllThatIsCutOff) {
    const workload::MemoryOutput output = smallCapture();
    // Between records a shorter file is a shorter capture; elsewhere it is refused.
    size_t whole = 0;
    for (size_t size = 0; size < output.bytes.size(); ++size) {
        try {
            readAll(std::span(output.bytes).first(size));
            ++whole;
        } catch (const sim::Error&) {
        }
    }
    EXPECT_EQ(whole, 8U);
}

TEST(VivanteCapture, RefusesWhatCannotBeReplayed) {
    const auto capture = [](auto&& act) {
        workload::MemoryOutput output;
        VivanteCaptureWriter writer(output, kChip);
        act(writer);
        return output.bytes;
    };
    std::vector<std::byte> memory(4096);
    EXPECT_THROW(readAll(capture([&](auto& writer) { writer.map(0, 0x10001, 1, memory); })), sim::Error);
    EXPECT_THROW(readAll(capture([&](auto& writer) { writer.unmap(0, 0xfffff000, 8192); })), sim::Error);
    EXPECT_THROW(readAll(capture([&](auto& writer) { writer.submit(0, 12, false, {}); })), sim::Error);
    EXPECT_THROW(readAll(capture([&](auto& writer) {
                     writer.present({.buffer = 1, .pitch = 64, .width = 16, .height = 65}, memory);
                 })),
                 sim::Error);
    EXPECT_THROW(readAll(bytesOfText("a file of another kind", 64)), sim::Error);
}

}  // namespace
}  // namespace cyclorama::vivante
