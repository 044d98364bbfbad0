// SPDX-License-Identifier: MIT
// Piglit: the tests that tests/data/conformance_failures.txt names still fail, and no others of a sample.
// The whole of piglit takes some twenty minutes a chip: scripts/measure/conformance.py. The list itself:
// tests/scripts/conformance_test.py.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <string>

#include "mesa/mesa_is_there.h"
#include "results/temporary_folder.h"
#include "support/paths.h"

namespace cyclorama {
namespace {

struct Column {
    std::string chip;
    std::string mesa;
};
void PrintTo(const Column& column, std::ostream* out) { *out << column.chip << ", Mesa " << column.mesa; }

const std::array kColumns{Column{"gc2000", "22.3.6"}, Column{"gc7000l", "25.0.7"}};

/// The seconds after which a run starts no further test, and fails; each test of piglit has a limit of its own.
constexpr unsigned kStopAfter = 900;

/// Tests of all parts of the machine that take a second together.
constexpr const char* kSample =
    "^spec@(!opengl "
    "1\\.1@(clear|depthfunc|depthrange-clear|masked-clear|"
    "scissor-depth-clear|stencil-drawpixels|texture-al)|arb_occlusion_query@occlusion_query_order|"
    "arb_framebuffer_object@mixed-buffer-sizes|glsl-1.10@execution@glsl-fs-discard-01)$";

/// One extension, for the causes that list tests by the dozen.
constexpr const char* kListedSample = "^(?!spec@(arb_framebuffer_srgb@blit|(arb|ext)_[a-z_]*@texwrap))";

class PiglitTest : public testing::TestWithParam<Column> {
  protected:
    void SetUp() override {
        const std::string& mesa = GetParam().mesa;
        if (!mesaIsThere(mesa))
            GTEST_SKIP() << "Mesa " << mesa << " is not there; scripts/setup/mesa " << mesa << " builds it";
        for (const char* program : {"piglit", "wflinfo"})
            if (!std::filesystem::exists(std::filesystem::path("/usr/bin") / program))
                GTEST_SKIP() << program << " is not there (packages piglit and waffle-utils)";
    }

    void expectAsListed(const std::string& selection) const {
        const results::TemporaryFolder folder;
        const std::string log = (folder.path() / "log").string();
        const std::string command =
            fmt::format("'{}' '{}' --suite piglit --gpu {}:{} --stop-after {} --out '{}' {} >'{}' 2>&1",
                        paths::source("scripts/measure/conformance.py"), paths::program(), GetParam().chip,
                        GetParam().mesa, kStopAfter, folder.path().string(), selection, log);
        EXPECT_EQ(std::system(command.c_str()), 0) << results::contentOf(log);
    }
};

TEST_P(PiglitTest, PassesASample) { expectAsListed(fmt::format("--tests '{}'", kSample)); }

TEST_P(PiglitTest, FailsWhatIsListed) { expectAsListed(fmt::format("--listed --tests '{}'", kListedSample)); }

INSTANTIATE_TEST_SUITE_P(Chips, PiglitTest, testing::ValuesIn(kColumns),
                         [](const auto& column) { return column.param.chip; });

}  // namespace
}  // namespace cyclorama
