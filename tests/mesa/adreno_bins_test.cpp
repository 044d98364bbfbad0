// SPDX-License-Identifier: MIT
// The bins in which Turnip has an Adreno chip draw a picture: as many and as large as the driver's own formula says,
// for all chips and both Mesas. The chip finds its GMEM, and the driver the chip, in what the device tells.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"
#include "support/expressions.h"
#include "support/paths.h"

namespace cyclorama {
namespace {

/// A chip, and the alignments of its tiles: those of 25.0.7 (Mesa: freedreno_devices.py). 22.3.6 has 32 rows for all.
struct TiledChip {
    std::string preset;
    uint32_t gmemBytes = 0;
    uint32_t alignWidth = 32;
    uint32_t alignHeight = 16;
};

void PrintTo(const TiledChip& chip, std::ostream* out) { *out << chip.preset; }

struct Size {
    uint32_t width = 0;
    uint32_t height = 0;

    bool operator==(const Size&) const = default;
};

/// Bins of a picture: their size, and how many there are.
struct Bins {
    Size size;
    uint32_t count = 0;

    bool operator==(const Bins&) const = default;
};

void PrintTo(const Bins& bins, std::ostream* out) {
    *out << fmt::format("{} bins of {}x{}", bins.count, bins.size.width, bins.size.height);
}

constexpr Size kLargestTile{.width = 1024, .height = 1008};
/// Bytes of a pixel: four samples of four.
constexpr uint32_t kPixelBytes = 16;

constexpr uint32_t divideUp(uint32_t value, uint32_t by) { return (value + by - 1) / by; }
constexpr uint32_t alignUp(uint32_t value, uint32_t to) { return divideUp(value, to) * to; }

/// Pixels for which GMEM has room (Mesa: tu_pass.c, tu_render_pass_gmem_config).
uint32_t pixelsInGmem(uint32_t gmemBytes, const Size& align) {
    constexpr uint32_t kBlockShift = 3;
    const uint32_t block = (1u << kBlockShift) * align.width * align.height;
    constexpr uint32_t kBlocks = kPixelBytes >> kBlockShift;
    return std::max(gmemBytes / block & ~(kBlocks - 1), kBlocks) * block / kPixelBytes;
}

/// 22.3.6: from one tile on, more columns or rows until a tile fits (tu_util.c).
Bins binsOfOldMesa(const Size& picture, const Size& align, uint32_t pixels) {
    Size count{1, 1};
    const auto columns = [&] { return alignUp(divideUp(picture.width, count.width), align.width); };
    const auto rows = [&] { return alignUp(divideUp(picture.height, count.height), align.height); };
    while (columns() > kLargestTile.width) ++count.width;
    while (rows() > kLargestTile.height) ++count.height;
    while (columns() * rows() > pixels) ++(columns() > std::max(align.width, rows()) ? count.width : count.height);
    return {.size = {columns(), rows()}, .count = count.width * count.height};
}

/// 25.0.7: of all widths the one with the fewest tiles, and of those the most square tile (tu_util.cc).
Bins binsOfNewMesa(const Size& picture, const Size& align, uint32_t pixels) {
    Bins best;
    const Size largest{.width = std::min(kLargestTile.width, alignUp(picture.width, align.width)),
                       .height = std::min(kLargestTile.height, alignUp(picture.height, align.height))};
    for (uint32_t width = align.width; width <= largest.width; width += align.width) {
        uint32_t height = std::min(pixels / width, largest.height) / align.height * align.height;
        if (height == 0) continue;
        const uint32_t rows = divideUp(picture.height, height);
        const uint32_t count = divideUp(picture.width, width) * rows;
        height = alignUp(divideUp(picture.height, rows), align.height);
        const auto skew = [](const Size& size) {
            return std::abs(static_cast<int>(size.width) - static_cast<int>(size.height));
        };
        if (best.count == 0 || count < best.count || (count == best.count && skew({width, height}) < skew(best.size)))
            best = {.size = {width, height}, .count = count};
    }
    return best;
}

/// The number after `name` in a line of a dump.
std::optional<uint32_t> numberIn(const std::string& line, const std::string& name) {
    const ExpressionMatch found = Expression("\\b" + name + " = (0x[0-9a-f]+|[0-9]+)").find(line);
    if (found.empty()) return std::nullopt;
    return static_cast<uint32_t>(std::stoul(found[1], nullptr, 0));
}

/// The bins of each submission of a dump that has some.
std::vector<Bins> binsIn(const std::string& dump) {
    std::vector<Bins> all;
    Size size;
    std::set<std::pair<uint32_t, uint32_t>> offsets;
    const auto end = [&] {
        if (size.width != 0) all.push_back({.size = size, .count = static_cast<uint32_t>(offsets.size())});
        size = {};
        offsets.clear();
    };
    std::istringstream lines(dump);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("submit ")) end();
        // Lists of what draws find begin with values.
        const std::string written = line.substr(std::min(line.find_first_not_of(' '), line.size()));
        if (written.starts_with("RB_BIN_CONTROL2:") && numberIn(line, "BINW").value_or(0) != 0)
            size = {*numberIn(line, "BINW"), numberIn(line, "BINH").value_or(0)};
        if (written.starts_with("RB_WINDOW_OFFSET2:") && numberIn(line, "X"))
            offsets.emplace(*numberIn(line, "X"), numberIn(line, "Y").value_or(0));
    }
    end();
    return all;
}

/// A chip and a version of Mesa.
class TurnipBinsTest : public cli::ProgramTest, public testing::WithParamInterface<std::tuple<TiledChip, std::string>> {
  protected:
    static std::string mesa() { return std::get<1>(GetParam()); }
    static TiledChip chip() { return std::get<0>(GetParam()); }

    void SetUp() override {
        if (!mesaHasTurnip(mesa()))
            GTEST_SKIP() << "Mesa " << mesa() << " with Turnip is not there; scripts/setup/mesa " << mesa()
                         << " builds it";
        if (paths::vulkanTransfer().empty())
            GTEST_SKIP() << "Vulkan's library is not installed (Debian: libvulkan-dev)";
    }
    static Bins expected(const Size& picture) {
        const bool old = mesa() == "22.3.6";
        const Size align{.width = chip().alignWidth, .height = old ? 32 : chip().alignHeight};
        const uint32_t pixels = pixelsInGmem(chip().gmemBytes, align);
        return old ? binsOfOldMesa(picture, align, pixels) : binsOfNewMesa(picture, align, pixels);
    }
};

TEST_P(TurnipBinsTest, AreThoseOfTheFormula) {
    const std::vector<Size> sizes = {{16, 16},    {64, 64},    {100, 30},   {128, 128},  {200, 200},
                                     {256, 256},  {300, 1000}, {320, 240},  {400, 96},   {500, 500},
                                     {512, 512},  {640, 480},  {720, 576},  {800, 600},  {1000, 40},
                                     {1024, 768}, {1100, 33},  {1280, 720}, {1366, 768}, {1920, 1080}};
    std::vector<std::string> arguments = {"exec",
                                          "--gpu",
                                          chip().preset,
                                          "--mesa",
                                          mesa(),
                                          "--record",
                                          "bins.cyc",
                                          "--out",
                                          "out",
                                          "--",
                                          "env",
                                          "TU_DEBUG=gmem",
                                          paths::vulkanTransfer(),
                                          "sizes"};
    std::vector<Bins> all;
    for (const Size& size : sizes) {
        arguments.insert(arguments.end(), {std::to_string(size.width), std::to_string(size.height)});
        all.push_back(expected(size));
    }
    const cli::ProgramResult made = run(arguments);
    ASSERT_EQ(made.status, 0) << made.err;
    EXPECT_EQ(content("out/summary.json").find("\"identifier\""), std::string::npos) << content("out/summary.json");
    const cli::ProgramResult dump = run({"dump", "bins.cyc"});
    ASSERT_EQ(dump.status, 0) << dump.err;
    EXPECT_EQ(binsIn(dump.out), all);
}

constexpr uint32_t kGmemUnit = 1024;

INSTANTIATE_TEST_SUITE_P(
    Chips, TurnipBinsTest,
    testing::Combine(testing::Values(TiledChip{"a618", 512 * kGmemUnit, 32, 32}, TiledChip{"a630", 1024 * kGmemUnit},
                                     TiledChip{"a635", 512 * kGmemUnit}, TiledChip{"a640", 1024 * kGmemUnit},
                                     TiledChip{"a650", 1152 * kGmemUnit, 96}, TiledChip{"a660", 1536 * kGmemUnit, 96}),
                     testing::Values("22.3.6", "25.0.7")),
    kNameOfSetting);

}  // namespace
}  // namespace cyclorama
