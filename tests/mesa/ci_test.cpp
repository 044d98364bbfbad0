// SPDX-License-Identifier: MIT
// `cyclorama ci`: a sample of a suite of Mesa's own CI, with Mesa's lists, drawn by Mesa on a simulated chip. The rest
// of what it does is tested on stand-ins: tests/scripts/ci_test.py.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "mesa/mesa_is_there.h"
#include "results/temporary_folder.h"
#include "support/paths.h"

namespace cyclorama {
namespace {

/// The version whose files have a suite for the chip.
constexpr const char* kMesa = "25.0.7";

/// The lines of results.csv without the seconds.
std::string statusesIn(const std::filesystem::path& folder) {
    std::string found;
    std::ifstream file(folder / "results.csv");
    for (std::string line; std::getline(file, line);) found += line.substr(0, line.rfind(',')) + '\n';
    return found;
}

TEST(CiTest, RunsASampleOfMesasSuiteAsItsListsSay) {
    if (!mesaIsThere(kMesa))
        GTEST_SKIP() << "Mesa " << kMesa << " is not there; scripts/setup/mesa " << kMesa << " builds it";
    for (const char* program : {"piglit", "wflinfo"})
        if (!std::filesystem::exists(std::filesystem::path("/usr/bin") / program))
            GTEST_SKIP() << program << " is not there (packages piglit and waffle-utils)";
    const results::TemporaryFolder folder;
    const std::string log = (folder.path() / "log").string();
    const std::string command = fmt::format(
        "'{}' ci --gpu gc2000 --mesa {} --suite deqp-etnaviv-gc2000-piglit.toml --include '{}' --out '{}' >'{}' 2>&1",
        paths::program(), kMesa,
        "^spec@!opengl 1.1@(depthstencil-default_fb-blit( samples=[28])?|max-texture-size|depthfunc)$",
        folder.path().string(), log);
    EXPECT_EQ(std::system(command.c_str()), 0) << results::contentOf(log);
    // Mesa's list of the chip's failures has the blit of two samples, its list of skips max-texture-size. The chip has
    // no eight samples.
    EXPECT_EQ(statusesIn(folder.path()),
              "spec@!opengl 1.1@depthfunc,Pass\n"
              "spec@!opengl 1.1@depthstencil-default_fb-blit,Pass\n"
              "spec@!opengl 1.1@depthstencil-default_fb-blit samples=2,ExpectedFail\n"
              "spec@!opengl 1.1@depthstencil-default_fb-blit samples=8,Skip\n"
              "spec@!opengl 1.1@max-texture-size,Skip\n")
        << results::contentOf(log);
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "junit.xml"));
}

}  // namespace
}  // namespace cyclorama
