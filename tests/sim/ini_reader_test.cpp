// SPDX-License-Identifier: MIT
#include "sim/ini_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "sim/error.h"

namespace cyclorama::sim {
namespace {

/// Events that the reader reported, as text.
class Recorder final : public IniHandler {
  public:
    void section(std::string_view name, std::uint32_t line) override { text += fmt::format("{}:[{}]\n", line, name); }
    void entry(std::string_view key, std::string_view value, std::uint32_t line) override {
        text += fmt::format("{}:{}={}|\n", line, key, value);
    }
    std::string text;
};

std::string read(std::string_view text) {
    Recorder recorder;
    readIni(text, "test.ini", recorder);
    return recorder.text;
}

std::string errorOf(std::string_view text) {
    try {
        read(text);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(IniReader, ReadsSectionsKeysStringsAndComments) {
    EXPECT_EQ(read("# comment\n"
                   "\n"
                   "[GPU]\n"
                   "NumStampPipes = 4\n"
                   "  GPUClock=500   # MHz\n"
                   "\t# indented comment\n"
                   "[MEMORYCONTROLLER] # the memory\n"
                   "V2ChannelInterleavingMask = \"10 9 8\"\n"
                   "V2DebugString=\"a # b = [c]\" # and a comment\n"
                   "V2BankSelectionPolicy = \"\"\n"),
              "3:[GPU]\n4:NumStampPipes=4|\n5:GPUClock=500|\n7:[MEMORYCONTROLLER]\n"
              "8:V2ChannelInterleavingMask=10 9 8|\n9:V2DebugString=a # b = [c]|\n10:V2BankSelectionPolicy=|\n");
}

TEST(IniReader, LineEndingsDoNotMatter) {
    const std::string expected = "1:[A]\n2:B=1|\n";
    EXPECT_EQ(read("[A]\nB = 1\n"), expected);
    EXPECT_EQ(read("[A]\r\nB = 1\r\n"), expected);
    EXPECT_EQ(read("[A]\nB = 1"), expected);
    EXPECT_EQ(read("\xef\xbb\xbf[A]\r\nB = 1  \t\r\n\r\n"), expected);
    EXPECT_EQ(read(""), "");
    EXPECT_EQ(read("\n"), "");
}

TEST(IniReader, GivesFileLineAndReason) {
    EXPECT_EQ(errorOf("A = 1\n"), "test.ini:1: the key 'A' comes before any [SECTION]");
    EXPECT_EQ(errorOf("\n[GPU\n"), "test.ini:2: the section's name has no ']'");
    EXPECT_EQ(errorOf("[]\n"), "test.ini:1: a section's name is made of letters, digits and '_'");
    EXPECT_EQ(errorOf("[A B]\n"), "test.ini:1: a section's name is made of letters, digits and '_'");
    EXPECT_EQ(errorOf("[A] B = 1\n"), "test.ini:1: unexpected text 'B = 1'");
    EXPECT_EQ(errorOf("[A]\n\nnonsense\n"), "test.ini:3: expected '[SECTION]' or 'Key = Value'");
    EXPECT_EQ(errorOf("[A]\nB! = 1\n"), "test.ini:2: a key is made of letters, digits and '_'");
    EXPECT_EQ(errorOf("[A]\nB =\n"), "test.ini:2: the key 'B' has no value");
    EXPECT_EQ(errorOf("[A]\nB = # comment\n"), "test.ini:2: the key 'B' has no value");
    EXPECT_EQ(errorOf("[A]\nB = \"open\n"), "test.ini:2: the string has no closing quote");
    EXPECT_EQ(errorOf("[A]\nB = \"x\" y\n"), "test.ini:2: unexpected text 'y'");
    EXPECT_EQ(errorOf(std::string_view("[A]\nB = \0\n", 9)), "test.ini:2: the line holds a control character");
    EXPECT_EQ(errorOf("[A]\n\rB = 1\n"), "test.ini:2: the line holds a control character");
}

TEST(IniReader, RefusesWhatIsTooLong) {
    EXPECT_EQ(errorOf("[A]\nB = " + std::string(kMaximumIniLine, '1')),
              "test.ini:2: the line is longer than 4096 characters");
    EXPECT_EQ(read("[A]\n#" + std::string(kMaximumIniLine - 1, 'x') + "\n"), "1:[A]\n");
    EXPECT_EQ(errorOf(std::string(kMaximumIniFile + 1, '\n')), "test.ini: the file is larger than 1048576 bytes");
}

TEST(ReadTextFile, ReadsWholeFilesUpToTheirBound) {
    const auto path = std::filesystem::temp_directory_path() / fmt::format("cyclorama_text_{}.txt", ::getpid());
    std::ofstream(path, std::ios::binary) << std::string(5000, 'x') << "\r\n";
    EXPECT_EQ(readTextFile(path.string(), 5002), std::string(5000, 'x') + "\r\n");
    EXPECT_THROW(readTextFile(path.string(), 5001), Error);
    std::filesystem::remove(path);
    try {
        readTextFile(path.string(), 10);
        FAIL() << "a file that is not there was read";
    } catch (const Error& error) {
        EXPECT_EQ(error.what(), path.string() + ": cannot be opened: No such file or directory");
    }
    EXPECT_THROW(readTextFile(std::filesystem::temp_directory_path().string(), 10), Error);
    if (std::filesystem::exists("/dev/zero")) {
        EXPECT_THROW(readTextFile("/dev/zero", 1 << 20), Error);
    }
}

}  // namespace
}  // namespace cyclorama::sim
