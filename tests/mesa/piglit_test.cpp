// SPDX-License-Identifier: MIT
// tests/data/piglit_vivante_failures.txt may only shrink: it names no more tests than failed when all of piglit ran
// last, what it names still fails, and nothing else of a sample of piglit does. The whole of piglit takes some twenty
// minutes a chip: scripts/piglit_conformance.py.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

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
        const std::string command =
            fmt::format("python3 '{}' '{}' --gpu {}:{} --stop-after {} --out '{}' {} >'{}' 2>&1",
                        paths::source("scripts/piglit_conformance.py"), paths::program(), GetParam().chip,
                        GetParam().mesa, kStopAfter, folder.path().string(), selection, log);
        EXPECT_EQ(std::system(command.c_str()), 0) << results::contentOf(log);
    }
};

TEST_P(PiglitTest, PassesASample) { expectAsListed(fmt::format("--tests '{}'", kSample)); }

TEST_P(PiglitTest, FailsWhatIsListed) { expectAsListed(fmt::format("--listed --tests '{}'", kListedSample)); }

INSTANTIATE_TEST_SUITE_P(Chips, PiglitTest, testing::ValuesIn(kColumns),
                         [](const auto& column) { return column.param.chip; });

/// How many tests failed in the runs of all of piglit on a chip, as the table of scripts/piglit_conformance.py says: a
/// row for each run, whose first cell begins with "gc2000, Mesa 22.3.6", and in which "count" and "pass" head two
/// columns.
size_t failuresOfWholeRuns(const Column& column) {
    std::ifstream file(paths::source("docs/conformance_vivante.md"));
    const std::string title = fmt::format("{}, Mesa {}", column.chip, column.mesa);
    std::vector<std::string> head;
    size_t failures = 0;
    for (std::string line; std::getline(file, line);) {
        std::vector<std::string> cells;
        std::istringstream words(line);
        for (std::string cell; std::getline(words, cell, '|');)
            cells.push_back(cell.size() > 2 ? cell.substr(1, cell.size() - 2) : cell);
        const auto count = std::ranges::find(head, "count");
        const auto pass = std::ranges::find(head, "pass");
        if (std::ranges::count(cells, "count") == 1 && std::ranges::count(cells, "pass") == 1)
            head = cells;
        else if (cells.size() < 2)
            head.clear();
        else if (count != head.end() && pass != head.end() && cells[1].starts_with(title))
            failures += std::stoul(cells.at(static_cast<size_t>(count - head.begin()))) -
                        std::stoul(cells.at(static_cast<size_t>(pass - head.begin())));
    }
    return failures;
}

TEST(PiglitList, NamesNoMoreThanFailedInWholeRuns) {
    std::ifstream file(paths::data("piglit_vivante_failures.txt"));
    ASSERT_TRUE(file.is_open());
    std::set<std::string> tests;
    std::map<std::string, size_t> ofColumn;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        EXPECT_TRUE(tests.insert(line.substr(0, line.find(" # "))).second) << "twice: " << line;
        ++ofColumn[line.substr(0, line.find(' ', line.find(' ') + 1))];
    }
    EXPECT_EQ(ofColumn.size(), kColumns.size());
    for (const Column& column : kColumns)
        EXPECT_LE(ofColumn[fmt::format("{} {}", column.chip, column.mesa)], failuresOfWholeRuns(column)) << column.chip;
}

}  // namespace
}  // namespace cyclorama
