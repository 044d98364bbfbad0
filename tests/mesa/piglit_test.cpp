// tests/data/piglit_vivante_failures.txt may only shrink: what it lists still fails, and nothing else of a sample of
// piglit does. The whole of piglit takes some twenty minutes a chip: scripts/piglit_conformance.py.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
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

/// Lower this with each line that goes.
constexpr size_t kMostListed = 235;

/// Tests of all parts of the machine that take a second together.
constexpr const char* kSample =
    "^spec@(!opengl "
    "1\\.1@(clear|depthfunc|depthrange-clear|linestipple|masked-clear|polygon-offset|"
    "scissor-depth-clear|stencil-drawpixels|texture-al|two-sided-lighting)|arb_occlusion_query@occlusion_query_order|"
    "arb_framebuffer_object@mixed-buffer-sizes|glsl-1.10@execution@glsl-fs-discard-01)$";

/// Of the tests that are listed by the dozen for one cause, those of one extension.
constexpr const char* kListedSample = "^(?!spec@(arb_framebuffer_srgb@blit|(arb|ext)_[a-z_]*@texwrap))";

class PiglitTest : public testing::TestWithParam<Column> {
  protected:
    void SetUp() override {
        const std::string& mesa = GetParam().mesa;
        if (!mesaIsThere(mesa))
            GTEST_SKIP() << "Mesa " << mesa << " is not there; scripts/mesa " << mesa << " builds it";
        for (const char* program : {"piglit", "wflinfo"})
            if (!std::filesystem::exists(std::filesystem::path("/usr/bin") / program))
                GTEST_SKIP() << program << " is not there (packages piglit and waffle-utils)";
    }

    void expectAsListed(const std::string& selection) const {
        const results::TemporaryFolder folder;
        const std::string log = (folder.path() / "log").string();
        const std::string command = "python3 '" + paths::source("scripts/piglit_conformance.py") + "' '" +
                                    paths::program() + "' --gpu " + GetParam().chip + ":" + GetParam().mesa +
                                    " --out '" + folder.path().string() + "' " + selection + " >'" + log + "' 2>&1";
        EXPECT_EQ(std::system(command.c_str()), 0) << results::contentOf(log);
    }
};

TEST_P(PiglitTest, PassesASample) { expectAsListed(std::string("--tests '") + kSample + "'"); }

TEST_P(PiglitTest, FailsWhatIsListed) { expectAsListed(std::string("--listed --tests '") + kListedSample + "'"); }

INSTANTIATE_TEST_SUITE_P(Chips, PiglitTest, testing::Values(Column{"gc2000", "22.3.6"}, Column{"gc7000l", "25.0.7"}),
                         [](const auto& column) { return column.param.chip; });

TEST(PiglitList, OnlyShrinks) {
    std::ifstream file(paths::data("piglit_vivante_failures.txt"));
    ASSERT_TRUE(file.is_open());
    std::set<std::string> tests;
    std::string line;
    while (std::getline(file, line)) {
        if (line.empty() || line[0] == '#') continue;
        EXPECT_TRUE(line.starts_with("gc2000 22.3.6 ") || line.starts_with("gc7000l 25.0.7 ")) << line;
        EXPECT_TRUE(tests.insert(line.substr(0, line.find(" # "))).second) << "twice: " << line;
    }
    EXPECT_EQ(tests.size(), kMostListed) << "one more is a step back; with one less, lower kMostListed";
}

}  // namespace
}  // namespace cyclorama
