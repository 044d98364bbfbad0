// SPDX-License-Identifier: MIT
#include "results/output_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>

#include "results/temporary_folder.h"
#include "sim/error.h"

namespace cyclorama::results {
namespace {

using testing::HasSubstr;

template <typename Action>
std::string errorOf(Action action) {
    try {
        action();
    } catch (const sim::Error& error) {
        return error.what();
    }
    return "";
}

/// Every write to it fails as if the disk were full.
const std::filesystem::path kFullDisk = "/dev/full";

TEST(OutputFile, HoldsWhatWasWritten) {
    const TemporaryFolder folder;
    OutputFile file(folder.path() / "table.csv");
    std::string expected;
    for (int i = 0; i < 50000; ++i) {
        file.stream() << i << ';';
        expected += std::to_string(i) + ';';
    }
    file.flush();
    EXPECT_EQ(contentOf(file.path()), expected);
    file.stream() << "end";
    OutputFile moved = std::move(file);
    moved.close();
    EXPECT_EQ(contentOf(moved.path()), expected + "end");
}

TEST(OutputFile, IsCompressedWhereItsNameSaysSo) {
    const TemporaryFolder folder;
    OutputFile file(folder.path() / "table.csv.gz");
    std::string expected;
    const auto unpacked = [&] {
        gzFile packed = gzopen(file.path().c_str(), "rb");
        std::string text(expected.size() + 1, ' ');
        const int read = gzread(packed, text.data(), static_cast<unsigned>(text.size()));
        gzclose(packed);
        text.resize(static_cast<size_t>(std::max(read, 0)));
        return text;
    };
    for (int i = 0; i < 50000; ++i) {
        file.stream() << i << ';';
        expected += std::to_string(i) + ';';
    }
    file.flush();
    EXPECT_EQ(unpacked(), expected);
    file.stream() << "end";
    expected += "end";
    file.close();
    EXPECT_EQ(unpacked(), expected);
    EXPECT_LT(std::filesystem::file_size(file.path()), expected.size() / 2);
}

TEST(OutputFile, ReplacesAnOlderFile) {
    const TemporaryFolder folder;
    writeFile(folder.path() / "a", "a long content");
    writeFile(folder.path() / "a", "short");
    EXPECT_EQ(contentOf(folder.path() / "a"), "short");
}

TEST(OutputFile, ReportsAFullDisk) {
    OutputFile file(kFullDisk);
    file.stream() << "something";
    EXPECT_THAT(errorOf([&] { file.flush(); }), HasSubstr("/dev/full: cannot be written: No space left on device"));
    EXPECT_THAT(errorOf([&] { file.close(); }), HasSubstr("No space left on device"));
    EXPECT_THAT(errorOf([] { writeFile(kFullDisk, std::string(1 << 20, 'x')); }), HasSubstr("No space left"));
    EXPECT_TRUE(std::filesystem::exists(kFullDisk));
}

TEST(OutputFile, FailsTheStreamWhenTheDiskIsFull) {
    OutputFile file(kFullDisk);
    for (int i = 0; i < 100000; ++i) file.stream() << "something";
    EXPECT_TRUE(file.stream().fail());
}

TEST(OutputFile, ReportsAFileThatCannotBeMade) {
    const TemporaryFolder folder;
    EXPECT_THAT(errorOf([&] { OutputFile(folder.path() / "missing" / "file"); }),
                HasSubstr("missing/file: cannot be made: No such file or directory"));
    EXPECT_THAT(errorOf([&] { OutputFile{folder.path()}; }), HasSubstr("Is a directory"));
}

TEST(OutputFile, RefusesWritesAfterClosing) {
    const TemporaryFolder folder;
    OutputFile file(folder.path() / "a");
    file.close();
    file.stream() << "late";
    EXPECT_TRUE(file.stream().fail());
    EXPECT_EQ(contentOf(file.path()), "");
}

TEST(OutputFolder, IsMadeWithThoseAboveIt) {
    const TemporaryFolder folder;
    const OutputFolder results(folder.path() / "a" / "b");
    EXPECT_TRUE(std::filesystem::is_directory(folder.path() / "a" / "b"));
    EXPECT_EQ(results.file("x.png"), folder.path() / "a" / "b" / "x.png");
    EXPECT_EQ(OutputFolder(results.path()).path(), results.path());
}

TEST(OutputFolder, RefusesAFileInItsPlace) {
    const TemporaryFolder folder;
    writeFile(folder.path() / "file", "");
    EXPECT_NE(errorOf([&] { OutputFolder(folder.path() / "file"); }), "");
    EXPECT_THAT(errorOf([&] { OutputFolder(folder.path() / "file" / "below"); }), HasSubstr("Not a directory"));
}

}  // namespace
}  // namespace cyclorama::results
