// SPDX-License-Identifier: MIT
#include "families/adreno/registers/performance_counters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <string>

#include "adreno/mesa_sources.h"
#include "support/expressions.h"

namespace cyclorama::adreno {
namespace {

TEST(PerformanceCounters, AreFoundByTheirNames) {
    EXPECT_EQ("UCHE_EVICTS"_counter.number, 18u);
    EXPECT_EQ(kCounterBlocks["UCHE_EVICTS"_counter.block].name, "UCHE");
    EXPECT_EQ("PC_2D_DRAWCALLS"_counter.number, 31u);
    EXPECT_EQ(findCounter("UCHE_NOTHING"), std::nullopt);
    for (uint32_t block = 0; block < std::size(kCounterBlocks); ++block)
        for (uint32_t number = 0; number < kCounterBlocks[block].names.size(); ++number)
            EXPECT_EQ(findCounter(kCounterBlocks[block].names[number]),
                      (PerformanceCounter{.block = block, .number = number}));
}

TEST(MesaPerformanceCounters, AreOurs) {
    std::ifstream file(mesaFile("25.0.7", "registers/adreno/a6xx.xml"));
    if (!file) GTEST_SKIP() << "scripts/setup/mesa has not kept Mesa's files";
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const Expression entry("<value value=\"([0-9]+)\" name=\"PERF_([A-Z0-9_]+)\"");
    for (const CounterBlock& block : kCounterBlocks) {
        std::string name(block.name);
        std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        const size_t begin = text.find("<enum name=\"a6xx_" + name + "_perfcounter_select\">");
        ASSERT_NE(begin, std::string::npos) << name;
        const std::string rows = text.substr(begin, text.find("</enum>", begin) - begin);
        size_t number = 0;
        for (const ExpressionMatch& row : entry.findAll(rows)) {
            ASSERT_LT(number, block.names.size()) << name;
            EXPECT_EQ(row[1], std::to_string(number));
            EXPECT_EQ(row[2], block.names[number]);
            ++number;
        }
        EXPECT_EQ(number, block.names.size()) << name;
    }
}

}  // namespace
}  // namespace cyclorama::adreno
