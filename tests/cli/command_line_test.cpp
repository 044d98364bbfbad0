// SPDX-License-Identifier: MIT
// Usage, `cyclorama config` and `cyclorama dump`, and what each refuses.

#include <gtest/gtest.h>

#include <algorithm>

#include "attila/triangle_trace.h"
#include "cli/run_program.h"
#include "families/registry.h"
#include "machine/configuration/configuration.h"
#include "results/program_version.h"
#include "support/paths.h"

namespace cyclorama::cli {
namespace {

using CommandLine = ProgramTest;

TEST_F(CommandLine, HelpAndVersionSucceed) {
    const ProgramResult help = run({"--help"});
    EXPECT_EQ(help.status, 0);
    for (const char* command : {"run", "dump", "config"}) EXPECT_NE(help.out.find(command), std::string::npos);
    EXPECT_EQ(run({"run", "--help"}).status, 0);
    const ProgramResult version = run({"--version"});
    EXPECT_EQ(version.status, 0);
    EXPECT_EQ(version.out, results::versionText(results::programVersion()) + '\n');
}

TEST_F(CommandLine, BadUsageIsRefused) {
    expectRefusal({}, "A subcommand is required");
    expectRefusal({"run"}, "no workload is named");
    EXPECT_EQ(run({"frobnicate"}).status, 2);
    EXPECT_EQ(run({"run", "--frobnicate"}).status, 2);
    EXPECT_EQ(run({"run", "one", "two"}).status, 2);
    EXPECT_EQ(run({"dump"}).status, 2);
    EXPECT_EQ(run({"config", "--config"}).status, 2);
    put("a.ini", "");
    EXPECT_EQ(run({"config", "--config", "a.ini", "--gpu", "attila"}).status, 2);
}

TEST_F(CommandLine, CiIsRefusedBeforeAnythingRuns) {
    EXPECT_EQ(run({"ci", "--gpu", "attila"}).status, 2);
    EXPECT_EQ(run({"ci", "--suite", "a.toml"}).status, 2);
    EXPECT_EQ(run({"ci", "--gpu", "attila", "--suite", "a.toml", "--fraction", "0"}).status, 2);
    expectRefusal({"ci", "--gpu", "nothing", "--suite", "a.toml"}, "nothing");
    put("a.toml", "[[deqp]]\ndeqp = 1\n");
    // The script's own refusal, with its exit status.
    const ProgramResult refused = run({"ci", "--gpu", "attila", "--suite", "a.toml", "--gpu-version", "some-device"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.err.find("a.toml:2: deqp is to be a text"), std::string::npos) << refused.err;
}

TEST_F(CommandLine, CompareAndBisectAreRefusedBeforeAnythingRuns) {
    expectRefusal({"compare", "--gpu", "nothing", "--mesa", "a", "--with", "b"}, "nothing");
    expectRefusal({"compare", "--gpu", "gc2000", "--set", "GPU.Nothing=1", "--mesa", "a", "--with", "b"}, "Nothing");
    EXPECT_EQ(run({"compare", "--threshold", "-1", "a", "b"}).status, 2);
    EXPECT_EQ(run({"bisect", "--source", ".", "--good", "a", "--gpu", "gc2000"}).status, 2);
    expectRefusal({"bisect", "--source", ".", "--good", "a", "--bad", "b", "--gpu", "nothing"}, "nothing");
    // The scripts' own refusals, with their exit status.
    expectRefusal({"compare", "one", "two"}, "one: there is no such folder or capture");
    expectRefusal({"bisect", "--source", "nowhere", "--good", "a", "--bad", "b", "--gpu", "gc2000", "--", "true"},
                  "nowhere: there is no such folder");
}

TEST_F(CommandLine, ConfigListsEveryParameter) {
    const ProgramResult result = run({"config"});
    EXPECT_EQ(result.status, 0);
    const machine::Configuration configuration = families::defaultConfiguration();
    size_t at = 0;
    for (const auto& item : configuration.items()) {
        const size_t found = result.out.find(item.name() + " = ", at);
        ASSERT_NE(found, std::string::npos) << item.name();
        EXPECT_NE(result.out.find(std::string(item.info().sentence), found), std::string::npos) << item.name();
        at = found;
    }
    EXPECT_EQ(static_cast<size_t>(std::ranges::count(result.out, '\n')), configuration.items().size());
}

TEST_F(CommandLine, ConfigPrintsItsHashAlone) {
    machine::Configuration configuration = families::defaultConfiguration();
    EXPECT_EQ(run({"config", "--hash"}).out, configuration.hash() + "\n");
    configuration.set("MEMORYCONTROLLER.MemorySize=64");
    EXPECT_EQ(run({"config", "--hash", "--set", "MEMORYCONTROLLER.MemorySize=64"}).out, configuration.hash() + "\n");
}

TEST_F(CommandLine, StatisticsListsTheColumnsOfATimedRun) {
    const ProgramResult result = run({"statistics"});
    EXPECT_EQ(result.status, 0);
    EXPECT_TRUE(result.out.starts_with("name;unit;sentence\n"));
    EXPECT_NE(result.out.find("\nCycleCounter;cycles;Cycles of the main clock.\n"), std::string::npos);
}

TEST_F(CommandLine, StatisticsDocumentationIsWhatTheDeclarationsSay) {
    const ProgramResult result = run({"statistics", "--document"});
    EXPECT_EQ(result.status, 0);
    EXPECT_TRUE(result.out == results::contentOf(paths::source("docs/reference/statistics.md")))
        << "docs/reference/statistics.md is not what `cyclorama statistics --document` prints";
}

TEST_F(CommandLine, CountersOfDriversAreDocumentedAsTheBoxesCount) {
    const ProgramResult result = run({"statistics", "--counters", "--document"});
    EXPECT_EQ(result.status, 0);
    EXPECT_TRUE(result.out == results::contentOf(paths::source("docs/reference/performance_counters.md")))
        << "docs/reference/performance_counters.md is not what `cyclorama statistics --counters --document` prints";
}

TEST_F(CommandLine, StatisticsListsTheCountersThatADriverReads) {
    const ProgramResult result = run({"statistics", "--counters", "--gpu", "a630"});
    EXPECT_EQ(result.status, 0);
    EXPECT_TRUE(result.out.starts_with("group;name;sources\nCP;CP_ALWAYS_COUNT;"));
    EXPECT_EQ(run({"statistics", "--counters", "--gpu", "attila"}).out, "group;name;sources\n");
}

TEST_F(CommandLine, ConfigResolvesFilesPresetsAndSettings) {
    put("a.ini", "[MEMORYCONTROLLER]\nMemorySize = 64\n");
    const auto memory = [&](const std::vector<std::string>& arguments) {
        std::vector<std::string> all{"config"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const std::string out = run(all).out;
        const size_t line = out.find("MEMORYCONTROLLER.MemorySize = ");
        return line == std::string::npos ? out : out.substr(line + 30, out.find(' ', line + 30) - line - 30);
    };
    EXPECT_EQ(memory({}), "256");
    EXPECT_EQ(memory({"--gpu", "attila"}), "256");
    EXPECT_EQ(memory({"--config", "a.ini"}), "64");
    EXPECT_EQ(memory({"--config", "a.ini", "--set", "MEMORYCONTROLLER.MemorySize=32"}), "32");
    EXPECT_EQ(memory({"--set", "MEMORYCONTROLLER.MemorySize=32", "--set", "MEMORYCONTROLLER.MemorySize=16"}), "16");
}

TEST_F(CommandLine, BadConfigurationsNameFileAndLine) {
    put("a.ini", "[GPU]\n\nNumStampPipe = 4\n");
    expectRefusal({"config", "--config", "a.ini"}, "a.ini:3: ");
    expectRefusal({"config", "--config", "a.ini"}, "NumStampPipes");
    put("b.ini", "[GPU]\nNumStampPipes = many\n");
    expectRefusal({"config", "--config", "b.ini"}, "b.ini:2: ");
    put("c.ini", "# a comment\n[GPUS]\nNumStampPipes = 4\n");
    expectRefusal({"config", "--config", "c.ini"}, "c.ini:2: unknown section 'GPUS'; did you mean 'GPU'?");
    expectRefusal({"config", "--config", "missing.ini"}, "missing.ini");
    expectRefusal({"config", "--config", "."}, ".");
    expectRefusal({"config", "--gpu", "attilla"}, "attilla");
    expectRefusal({"config", "--gpu", "../chips/attila"}, "attila");
}

TEST_F(CommandLine, BadSettingsNameTheNearestParameter) {
    expectRefusal({"config", "--set", "GPU.NumStampPipe=4"}, "NumStampPipes");
    expectRefusal({"config", "--set", "RASTERISER.ScanWidth=16"}, "RASTERIZER");
    expectRefusal({"config", "--set", "MEMORYCONTROLLER.MemorySize=0"}, "MemorySize");
    expectRefusal({"config", "--set", "MEMORYCONTROLLER.MemorySize=4096"}, "MemorySize");
    expectRefusal({"config", "--set", "MEMORYCONTROLLER.MemorySize"}, "--set");
    expectRefusal({"config", "--set", "MemorySize=4"}, "--set");
}

TEST_F(CommandLine, ContradictionsNameAllThatTakePart) {
    const ProgramResult result = run({"config", "--set", "RASTERIZER.GenWidth=32", "--set", "RASTERIZER.ScanWidth=16"});
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.err.find("GenWidth"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("ScanWidth"), std::string::npos) << result.err;
}

TEST_F(CommandLine, DumpListsTheTrace) {
    const std::vector<std::byte> trace = attila::triangleTrace();
    put("triangle.agp", {reinterpret_cast<const char*>(trace.data()), trace.size()});
    const ProgramResult result = run({"dump", "triangle.agp"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.err, "");
    size_t at = 0;
    for (const char* part :
         {"triangle.agp: ATTILA transaction trace, version 0x0100", "GPU memory, MiB", "256",
          "register  DISPLAY_X_RES = 64", "command   CLEARCOLORBUFFER", "write     0x00020000  36 bytes",
          "mul o1, i1, c0 <- end", "mov o1, i1 <- end", "command   DRAW", "frame 0, batch 0", "end of frame 0"}) {
        const size_t found = result.out.find(part, at);
        EXPECT_NE(found, std::string::npos) << part;
        if (found != std::string::npos) at = found;
    }
    EXPECT_EQ(run({"dump", "triangle.agp"}).out, result.out);
}

TEST_F(CommandLine, DumpSaysWhereATraceIsDamaged) {
    const std::vector<std::byte> trace = attila::triangleTrace();
    put("cut.agp", {reinterpret_cast<const char*>(trace.data()), 16400});
    const ProgramResult result = run({"dump", "cut.agp"});
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.err.find("cut.agp:transaction 0 at offset 16396: the trace ends within a transaction"),
              std::string::npos)
        << result.err;
    EXPECT_NE(result.out.find("ATTILA transaction trace"), std::string::npos) << "what came before it is listed";
    expectRefusal({"dump", "missing.agp"}, "missing.agp: cannot be opened");
}

TEST_F(CommandLine, AFullDeviceIsAnError) {
    const std::vector<std::byte> trace = attila::triangleTrace();
    put("triangle.agp", {reinterpret_cast<const char*>(trace.data()), trace.size()});
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"config"}, {"dump", "triangle.agp"}}) {
        const ProgramResult result = run(arguments, "/dev/full");
        EXPECT_EQ(result.status, 2) << arguments[0];
        EXPECT_NE(result.err.find("standard output"), std::string::npos) << result.err;
    }
}

#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if !__has_feature(address_sanitizer)
// The address sanitizer reserves more than there is here.
TEST_F(CommandLine, NotEnoughMemoryIsSaid) {
    const auto runWithin = [&](const std::string& kibibytes) {
        const std::string command = "ulimit -v " + kibibytes + "; exec \"$0\" \"$@\"";
        return runProgram(folder(), {"-c", command, paths::program(), "run", paths::data("triangle.agp.gz")}, {},
                          "/bin/sh");
    };
    const ProgramResult small = runWithin("50000");
    EXPECT_EQ(small.status, 1);
    EXPECT_EQ(small.err, "cyclorama: not enough memory\n");
    const ProgramResult larger = runWithin("200000");
    EXPECT_EQ(larger.status, 1);
    EXPECT_NE(larger.err.find("reserving memory: Cannot allocate memory"), std::string::npos) << larger.err;
}
#endif

}  // namespace
}  // namespace cyclorama::cli
