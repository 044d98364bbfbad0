// SPDX-License-Identifier: MIT
// The reader of .rd files: sections, and what is wrong with files that are not.

#include "families/adreno/capture/rd_reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "adreno/stream_builder.h"
#include "results/temporary_folder.h"
#include "sim/error.h"
#include "workload/byte_output.h"

namespace cyclorama::adreno {
namespace {

std::string errorOf(const auto& action) {
    try {
        action();
    } catch (const sim::Error& error) {
        return error.what();
    }
    return "none";
}

void readAll(std::span<const std::byte> bytes) {
    RdReader reader(bytes, "file");
    while (reader.next()) {
    }
}

RdBuilder sample() {
    RdBuilder file;
    file.section(RdKind::GpuId, {630}).text(RdKind::Command, "program/1: fence=2");
    file.buffer(0x1'0000'1000, std::vector<uint32_t>{1, 2, 3}).stream(0x1'0000'1000, 3);
    return file;
}

TEST(AdrenoRdReader, GivesSectionsInTheirOrder) {
    const RdBuilder file = sample();
    RdReader reader(file.bytes, "file");
    std::optional<RdSection> section = reader.next();
    EXPECT_EQ(section->kind, RdKind::GpuId);
    EXPECT_EQ(reader.gpuId(*section), 630u);
    section = reader.next();
    EXPECT_EQ(section->kind, RdKind::Command);
    EXPECT_EQ(section->offset, 12u);
    EXPECT_EQ(section->content.size(), 18u);
    section = reader.next();
    EXPECT_EQ(reader.place(*section).address, 0x1'0000'1000u);
    EXPECT_EQ(reader.place(*section).size, 12u);
    EXPECT_EQ(reader.next()->content.size(), 12u);
    section = reader.next();
    EXPECT_EQ(section->kind, RdKind::StreamPlace);
    EXPECT_EQ(reader.place(*section).size, 3u);
    EXPECT_FALSE(reader.next());
}

TEST(AdrenoRdReader, LeavesPaddingOutAndTakesPlacesOfTwoWords) {
    RdBuilder file;
    file.word(0xffffffff);
    file.word(0xffffffff);
    file.section(RdKind::BufferPlace, {0x1000, 64});
    RdReader reader(file.bytes, "file");
    const std::optional<RdSection> section = reader.next();
    ASSERT_TRUE(section);
    EXPECT_EQ(section->offset, 8u);
    EXPECT_EQ(reader.place(*section).address, 0x1000u);
    EXPECT_FALSE(reader.next());
}

TEST(AdrenoRdReader, ReadsTheChipWithoutItsSpeedBin) {
    RdBuilder file;
    file.section(RdKind::ChipId, {0x06030500, 0x0000ffff});
    RdReader reader(file.bytes, "file");
    EXPECT_EQ(reader.chipId(*reader.next()), 0x06030500u);
}

TEST(AdrenoRdReader, RefusesFilesThatAreCutOff) {
    const std::vector<std::byte> whole = sample().bytes;
    EXPECT_EQ(errorOf([&] { readAll(whole); }), "none");
    // Ends of sections.
    const std::vector<size_t> ends = {0, 12, 38, 58, 78, whole.size()};
    for (size_t size = 0; size < whole.size(); ++size) {
        const bool end = std::find(ends.begin(), ends.end(), size) != ends.end();
        EXPECT_EQ(errorOf([&] { readAll(std::span(whole).first(size)); }) == "none", end) << size;
    }
    EXPECT_EQ(errorOf([&] { readAll(std::span(whole).first(5)); }), "file:offset 0: a section's header is cut off");
    EXPECT_EQ(errorOf([&] { readAll(std::span(whole).first(30)); }),
              "file:offset 12: a section of kind 2 claims 18 bytes, of which 10 are there");
}

TEST(AdrenoRdReader, TakesNoMemoryForWhatALengthClaims) {
    RdBuilder file;
    file.word(12);
    file.word(0xfffffff0);
    EXPECT_EQ(errorOf([&] { readAll(file.bytes); }),
              "file:offset 0: a section of kind 12 claims 4294967280 bytes, of which 0 are there");
}

TEST(AdrenoRdReader, RefusesSectionsThatAreTooShortForTheirMeaning) {
    RdBuilder file;
    file.section(RdKind::BufferPlace, {0x1000});
    RdReader reader(file.bytes, "file");
    const std::optional<RdSection> section = reader.next();
    EXPECT_EQ(errorOf([&] { reader.place(*section); }), "file:offset 0: a section of kind 3 has 4 bytes, too few");
}

TEST(AdrenoRdReader, KnowsItsFilesByTheirFirstBytesCompressedOrNot) {
    const results::TemporaryFolder folder;
    const auto write = [&](const std::string& name, std::span<const std::byte> bytes) {
        std::string path = (folder.path() / name).string();
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        return path;
    };
    const std::vector<std::byte> bytes = sample().bytes;
    EXPECT_TRUE(isRdFile(write("a.rd", bytes)));
    const std::string compressed = (folder.path() / "a.rd.gz").string();
    workload::GzipFileOutput output(compressed);
    output.write(bytes);
    output.close();
    EXPECT_TRUE(isRdFile(compressed));
    EXPECT_EQ(RdReader(compressed).next()->kind, RdKind::GpuId);
    EXPECT_FALSE(isRdFile(write("empty", {})));
    EXPECT_FALSE(isRdFile(write("text", std::as_bytes(std::span("a text that is no such file")))));
    RdBuilder other;
    other.section(RdKind::GpuId, {630, 1});
    EXPECT_FALSE(isRdFile(write("other", other.bytes)));
}

}  // namespace
}  // namespace cyclorama::adreno
