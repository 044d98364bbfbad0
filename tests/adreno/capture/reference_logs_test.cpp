// SPDX-License-Identifier: MIT
// Our dumps of Mesa's sample files beside the logs that Mesa's own tools are held to. scripts/setup/mesa keeps both
// when it builds 25.0.7. Mesa's cffdump printed the first stream of each .rd file, an indirect buffer once a pass.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "adreno/capture/dump_entries.h"
#include "families/adreno/capture/devcore_dump.h"
#include "families/adreno/capture/devcore_reader.h"
#include "families/adreno/capture/rd_dump.h"
#include "mesa/mesa_is_there.h"

namespace cyclorama::adreno {
namespace {

using Kind = DumpEntry::Kind;

std::filesystem::path samples() { return mesaPrefix("25.0.7") / "share/freedreno-source/.gitlab-ci"; }

/// Packets whose words Mesa does not describe, or not all: ours have lines more.
bool hasWordsOfOurOwn(const std::string& command) {
    static const std::vector<std::string> kNames = {"CP_INDIRECT_BUFFER ",
                                                    "CP_SET_MODE ",
                                                    "CP_SET_VISIBILITY_OVERRIDE ",
                                                    "CP_SKIP_IB2_ENABLE_GLOBAL ",
                                                    "CP_SKIP_IB2_ENABLE_LOCAL ",
                                                    "CP_MEM_WRITE ",
                                                    "CP_SET_PROTECTED_MODE ",
                                                    "CP_SET_SECURE_MODE ",
                                                    "CP_MEM_TO_MEM "};
    return std::ranges::any_of(kNames, [&](const std::string& name) { return command.starts_with(name); });
}

/// Equal, or Mesa has the number of a word where ours has its name: "{ 1 = 0x8801 }".
bool saysTheSame(const DumpEntry& reference, const DumpEntry& own) {
    if (reference == own) return true;
    if (reference.kind != Kind::Field || own.kind != Kind::Field) return false;
    const auto value = [](const std::string& text) { return text.substr(std::min(text.find(" = "), text.size())); };
    return reference.text.size() > 2 && std::isdigit(static_cast<unsigned char>(reference.text[2])) != 0 &&
           value(reference.text) == value(own.text);
}

/// A register of 64 bits in a crash dump, of which Mesa has the upper half alone: it lost the lower one.
bool isUpperHalf(const DumpEntry& reference, const DumpEntry& own) {
    if (reference.kind != Kind::Crash || own.kind != Kind::Crash) return false;
    const auto name = [](const std::string& text) {
        return text.substr(text.find(' '), text.find(':') - text.find(' '));
    };
    return name(reference.text) == name(own.text) + "_HI" &&
           std::stoull(reference.text, nullptr, 16) == std::stoull(own.text, nullptr, 16) >> 32;
}

/// All entries of the reference come among ours, in their order, with nothing between them but words of our own, and
/// as many registers of a crash dump as Mesa says that it lost: those behind the lower half of a register whose upper
/// half the kernel left out.
void compare(const std::vector<DumpEntry>& reference, const std::vector<DumpEntry>& own, size_t lost = 0) {
    std::string command;
    size_t at = 0;
    int differences = 0;
    for (const DumpEntry& entry : reference) {
        while (at < own.size() && own[at].kind == Kind::Field && !saysTheSame(entry, own[at]) &&
               hasWordsOfOurOwn(command))
            ++at;
        if (lost > 0 && at + 1 < own.size() && own[at].kind == Kind::Crash && own[at] != entry &&
            own[at + 1] == entry) {
            --lost;
            ++at;
        }
        ASSERT_LT(at, own.size()) << "our dump ends before: " << entry.text;
        if (lost > 0 && isUpperHalf(entry, own[at])) {
            --lost;
        } else if (!saysTheSame(entry, own[at])) {
            ADD_FAILURE() << "in " << command << "\n  Mesa: " << entry.text << "\n  ours: " << own[at].text;
            if (++differences == 10) return;
        }
        if (own[at].kind == Kind::Command || own[at].kind == Kind::Write) command = own[at].text;
        ++at;
    }
    std::cout << reference.size() << " packets, fields, registers and values of Mesa's, " << differences
              << " of them not ours; " << at << " of ours in the same place\n";
}

/// The standard output of a program.
std::string outputOf(const std::string& command) {
    std::string text;
    FILE* const pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return text;
    std::array<char, 1 << 16> part{};
    for (size_t read = 0; (read = fread(part.data(), 1, part.size(), pipe)) > 0;) text.append(part.data(), read);
    EXPECT_EQ(pclose(pipe), 0) << command;
    return text;
}

/// Without what single packets write to registers: Mesa's logs of crash dumps leave it out, and have the registers at
/// the draws.
std::vector<DumpEntry> withoutWrites(const std::vector<DumpEntry>& entries) {
    std::vector<DumpEntry> rest;
    bool writes = false;
    for (const DumpEntry& entry : entries) {
        if (entry.kind == Kind::Value && writes) continue;
        writes = entry.kind == Kind::Write || (entry.kind == Kind::Command ? entry.text.starts_with("CP_REG_WRITE ")
                                                                           : writes && entry.kind == Kind::Field);
        if (entry.kind != Kind::Write) rest.push_back(entry);
    }
    return rest;
}

struct Sample {
    const char* name;
    /// Entries of its log, so that an empty comparison is none.
    size_t entries;
};

void PrintTo(const Sample& sample, std::ostream* out) { *out << sample.name; }

class ReferenceLog : public testing::TestWithParam<Sample> {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(samples()))
            GTEST_SKIP() << samples() << " is not there: scripts/setup/mesa 25.0.7";
    }
    static std::vector<DumpEntry> reference() {
        std::ifstream log(samples() / "reference" / (std::string(GetParam().name) + ".log"));
        return entriesOf(log, entryOfReference);
    }
};

using MesaRdLog = ReferenceLog;

TEST_P(MesaRdLog, NamesThePacketsRegistersAndValuesOfOurDump) {
    const std::vector<DumpEntry> expected = reference();
    EXPECT_EQ(expected.size(), GetParam().entries);
    RdReader reader((samples() / "traces" / (std::string(GetParam().name) + ".rd.gz")).string());
    std::stringstream out;
    dumpRd(reader, out);
    compare(expected, entriesOf(out, entryOfDump));
}

INSTANTIATE_TEST_SUITE_P(
    Samples, MesaRdLog,
    testing::Values(Sample{"fd-clouds", 2017},
                    Sample{"dEQP-VK.draw.indirect_draw.indexed.indirect_draw_count.triangle_list", 1057}),
    [](const auto& sample) { return sample.index == 0 ? std::string("clouds") : std::string("indirect_draws"); });

using MesaRdTool = ReferenceLog;

// All streams of the samples, of which the logs above have the first, as Mesa's tool prints them.
TEST_P(MesaRdTool, PrintsThePacketsRegistersAndValuesOfOurDump) {
    const std::filesystem::path tool = mesaPrefix("25.0.7") / "bin/cffdump";
    const std::string path = (samples() / "traces" / (std::string(GetParam().name) + ".rd.gz")).string();
    std::istringstream printed(outputOf(tool.string() + " --unit-test --once " + path));
    const std::vector<DumpEntry> expected = entriesOf(printed, entryOfReference);
    EXPECT_EQ(expected.size(), GetParam().entries);
    RdReader reader(path);
    std::stringstream out;
    dumpRd(reader, out);
    compare(expected, entriesOf(out, entryOfDump));
}

constexpr Sample kWholeFiles[] = {
    {"fd-clouds", 6055},
    {"shadow", 12321},
    {"dEQP-VK.draw.indirect_draw.indexed.indirect_draw_count.triangle_list", 1342},
};

INSTANTIATE_TEST_SUITE_P(Samples, MesaRdTool, testing::ValuesIn(kWholeFiles), [](const auto& sample) {
    return std::string(std::array{"clouds", "shadow", "indirect_draws"}[sample.index]);
});

using MesaCrashLog = ReferenceLog;

TEST_P(MesaCrashLog, NamesThePacketsRegistersAndValuesOfOurDump) {
    const std::vector<DumpEntry> expected = reference();
    EXPECT_EQ(expected.size(), GetParam().entries);
    std::ifstream log(samples() / "reference" / (std::string(GetParam().name) + ".log"));
    size_t lost = 0;
    for (std::string line; std::getline(log, line);)
        if (line.starts_with("WARNING: 64b discontinuity (") && line.find("expected") != std::string::npos) ++lost;
    const std::string path = (samples() / "traces" / (std::string(GetParam().name) + ".devcore")).string();
    std::stringstream out;
    dumpCrash(readCrashDump(path), path, out);
    compare(expected, withoutWrites(entriesOf(out, entryOfDump)), lost);
}

INSTANTIATE_TEST_SUITE_P(Samples, MesaCrashLog,
                         testing::Values(Sample{"crash", 4604}, Sample{"crash_prefetch", 12481},
                                         Sample{"prefetch-test", 96592}),
                         [](const auto& sample) {
                             std::string name = sample.param.name;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

// All four streams of the file, which the log above does not have, and shadow.rd, whose log is of another kind.
TEST(MesaSamples, HaveNoPacketThatIsNotKnown) {
    if (!std::filesystem::exists(samples())) GTEST_SKIP() << samples() << " is not there: scripts/setup/mesa 25.0.7";
    for (const char* name : {"fd-clouds", "shadow"}) {
        RdReader reader((samples() / "traces" / (std::string(name) + ".rd.gz")).string());
        std::ostringstream out;
        dumpRd(reader, out);
        EXPECT_EQ(out.str().find("malformed"), std::string::npos) << name;
        EXPECT_EQ(out.str().find("unknown opcode"), std::string::npos) << name;
        EXPECT_NE(out.str().find("CP_"), std::string::npos) << name;
    }
}

}  // namespace
}  // namespace cyclorama::adreno
