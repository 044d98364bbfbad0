// SPDX-License-Identifier: MIT
// `cyclorama exec` around programs that draw nothing; tests/mesa has those that draw.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "cli/run_program.h"
#include "results/program_version.h"

namespace cyclorama::cli {
namespace {

class ExecCommand : public ProgramTest {
  protected:
    /// A Mesa that is there by its name alone, which is all that programs need that do not draw.
    ExecCommand() {
        const auto prefix = file("cache/cyclorama/mesa-1.0");
        std::filesystem::create_directories(prefix);
        put("cache/cyclorama/mesa-1.0/complete", "");
        setenv("XDG_CACHE_HOME", file("cache").c_str(), 1);
    }
    ~ExecCommand() override { unsetenv("XDG_CACHE_HOME"); }

    /// The names in a folder below the test's own, but those that the test put there.
    std::set<std::string> written(const std::string& name = ".") const {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(file(name)))
            names.insert(entry.path().filename().string());
        for (const char* const own : {"cache", ".out", ".err"}) names.erase(own);
        return names;
    }
};

TEST_F(ExecCommand, WritesNothingUnlessAskedTo) {
    const ProgramResult result = run({"exec", "--mode", "timing", "--", "echo", "done"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, "done\n");
    EXPECT_NE(result.err.find("0 frames, 0 cycles; --out DIR keeps"), std::string::npos) << result.err;
    EXPECT_EQ(written(), std::set<std::string>{});
}

TEST_F(ExecCommand, RunsAProgramInEachModeOfItsDriver) {
    setenv("TU_DEBUG", "perf", 1);
    const ProgramResult result = run({"exec", "--gpu", "a630", "--mode", "timing", "--driver-modes", "sysmem,gmem",
                                      "--out", "results", "--", "sh", "-c", "echo $TU_DEBUG $FD_MESA_DEBUG; exit 3"});
    unsetenv("TU_DEBUG");
    EXPECT_EQ(result.status, 3) << result.err;
    EXPECT_TRUE(result.out.starts_with("perf,sysmem sysmem\nperf,gmem gmem\n")) << result.out;
    EXPECT_NE(result.out.find("          sysmem            gmem   ratio\n"), std::string::npos) << result.out;
    EXPECT_TRUE(result.out.ends_with("gmem: 0 of 0 pictures equal to those of sysmem\n")) << result.out;
    EXPECT_EQ(written("results"), (std::set<std::string>{"gmem", "sysmem"}));
    EXPECT_TRUE(written("results/gmem").contains("summary.json"));
}

TEST_F(ExecCommand, RefusesModesThatADriverDoesNotHave) {
    const auto refusal = [this](const std::string& gpu, const std::string& modes,
                                const std::vector<std::string>& more = {"--", "true"}) {
        std::vector<std::string> arguments{"exec", "--gpu", gpu, "--driver-modes", modes};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProgramResult result = run(arguments);
        EXPECT_EQ(result.status, 2) << modes;
        return result.err;
    };
    EXPECT_NE(refusal("a630", "gmem,fast").find("'fast' is none of gmem, sysmem"), std::string::npos);
    EXPECT_NE(refusal("a630", "gmem,gmem").find("'gmem' comes twice"), std::string::npos);
    EXPECT_NE(refusal("a630", "gmem", {"--record", "x.cyc", "--", "true"}).find("--record"), std::string::npos);
    EXPECT_NE(refusal("gc2000", "gmem").find("the driver etnaviv has none"), std::string::npos);
    EXPECT_NE(refusal("attila", "gmem", {"--vtest-socket", "s"}).find("needs a program"), std::string::npos);
    EXPECT_EQ(written(), std::set<std::string>{});
}

TEST_F(ExecCommand, WritesItsResultsIntoTheFolder) {
    const ProgramResult result = run({"exec", "--out", "results", "--", "sh", "-c", "exit 3"});
    EXPECT_EQ(result.status, 3) << result.err;
    EXPECT_EQ(written(), std::set<std::string>{"results"});
    EXPECT_EQ(written("results"), (std::set<std::string>{"config.ini", "summary.json"}));
    const auto summary = nlohmann::json::parse(content("results/summary.json"));
    EXPECT_EQ(summary.at("workload"), "sh -c exit 3");
    EXPECT_EQ(summary.at("program").at("commit"), results::programVersion().commit);
    EXPECT_TRUE(
        content("results/config.ini").starts_with("# " + results::versionLine(results::programVersion()) + "\n["));
    const ProgramResult again = run({"config", "--config", "results/config.ini"});
    EXPECT_EQ(again.status, 0) << again.err;
}

TEST_F(ExecCommand, TakesTheNewestMesaWithADriverForTheGpu) {
    for (const auto& [version, drivers] : {std::pair{"2.0", "etnaviv\nmsm\n"}, {"10.0", "msm\nvirtio_gpu\n"}}) {
        const std::string prefix = std::string("cache/cyclorama/mesa-") + version;
        std::filesystem::create_directories(file(prefix));
        put(prefix + "/complete", "");
        put(prefix + "/drivers", drivers);
    }
    const auto takenFor = [&](const std::string& gpu) {
        return run({"exec", "--gpu", gpu, "--", "sh", "-c", "echo $LD_LIBRARY_PATH"}).out;
    };
    EXPECT_TRUE(takenFor("gc2000").starts_with(file("cache/cyclorama/mesa-2.0/lib").string())) << takenFor("gc2000");
    EXPECT_TRUE(takenFor("a630").starts_with(file("cache/cyclorama/mesa-10.0/lib").string())) << takenFor("a630");
    // Debian's own Mesa has the driver of this one, unless it is not installed.
    const bool packaged = std::filesystem::exists("/usr/lib/x86_64-linux-gnu/dri/virtio_gpu_dri.so");
    EXPECT_EQ(takenFor("attila").starts_with(file("cache/cyclorama/mesa-10.0/lib").string()), !packaged);
    expectRefusal({"exec", "--mesa", "10.0", "--", "true"}, "has no etnaviv driver");
    EXPECT_EQ(run({"exec", "--mesa", "1.0", "--", "true"}).status, 0) << "what it has is not known";
}

TEST_F(ExecCommand, HandsVulkansDriversToPrograms) {
    const std::vector<std::string> command = {"exec", "--", "sh", "-c", "echo $VK_DRIVER_FILES"};
    EXPECT_EQ(run(command).out, "\n") << "this Mesa has none";
    const auto folder = file("cache/cyclorama/mesa-1.0/share/vulkan/icd.d");
    std::filesystem::create_directories(folder);
    for (const char* const name : {"two.json", "one.json", "readme"})
        put("cache/cyclorama/mesa-1.0/share/vulkan/icd.d/" + std::string(name), "");
    EXPECT_EQ(run(command).out, (folder / "one.json").string() + ":" + (folder / "two.json").string() + "\n");
    // The user's, by either name.
    setenv("VK_DRIVER_FILES", "/mine.json", 1);
    EXPECT_EQ(run(command).out, "/mine.json\n");
    unsetenv("VK_DRIVER_FILES");
    setenv("VK_ICD_FILENAMES", "/mine.json", 1);
    EXPECT_EQ(run(command).out, "\n");
    unsetenv("VK_ICD_FILENAMES");
}

TEST_F(ExecCommand, ReportsTheSignalThatEndedTheProgram) {
    const ProgramResult killed = run({"exec", "--", "sh", "-c", "kill -KILL $$"});
    EXPECT_EQ(killed.status, 128 + 9);
    EXPECT_NE(killed.err.find("cyclorama: signal 9 (Killed) ended sh\n"), std::string::npos) << killed.err;
    const ProgramResult faulted = run({"exec", "--", "sh", "-c", "kill -SEGV $$"});
    EXPECT_EQ(faulted.status, 128 + 11);
    EXPECT_NE(faulted.err.find("cyclorama: signal 11 (SIGSEGV) in "), std::string::npos) << faulted.err;
    EXPECT_NE(faulted.err.find("cyclorama: signal 11 (Segmentation fault) ended sh\n"), std::string::npos)
        << faulted.err;
    // The program's own way to deal with a signal stays.
    const ProgramResult own = run({"exec", "--", "bash", "-c", "trap 'exit 5' SEGV; kill -SEGV $$; true"});
    EXPECT_EQ(own.status, 5) << own.err;
    EXPECT_EQ(own.err.find("signal"), std::string::npos) << own.err;
}

}  // namespace
}  // namespace cyclorama::cli
