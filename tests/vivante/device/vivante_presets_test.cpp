// SPDX-License-Identifier: MIT
// The presets of chips/ against the makers' feature databases (NXP's and ST's gc_feature_database.h, in Mesa 25 below
// src/etnaviv/hwdb), and against themselves.

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "families/vivante/device/vivante_chip.h"
#include "families/vivante/vivante.h"
#include "support/paths.h"

namespace cyclorama::vivante {
namespace {

/// Features by the databases' names.
struct Named {
    const char* name;
    Feature feature;
};
constexpr std::array kNamed = {
    Named{"FastClear", {0, 0}}, Named{"ZCompression", {0, 5}},
    Named{"Pipe2D", {0, 9}},    Named{"NoEZ", {0, 16}},
    Named{"MC20", {1, 22}},     Named{"MMU", {2, 28}},
    Named{"LinearPE", {3, 4}},  Named{"InstructionCache", {4, 3}},
    Named{"NewHZ", {4, 26}},    Named{"SmallMSAA", {5, 18}},
    Named{"Halti5", {6, 29}},   Named{"BltEngine", {6, 31}},
};

struct Preset {
    const char* name;
    uint32_t revision, cores, threads, pixelPipes, streams, vertexCache;
    std::set<std::string> features;
};

std::ostream& operator<<(std::ostream& out, const Preset& preset) { return out << preset.name; }

const std::vector<Preset> kPresets = {
    {"gc400", 0x4652, 1, 128, 1, 4, 8, {"NoEZ", "MMU", "LinearPE"}},
    {"gc400_imx6sx", 0x4645, 1, 128, 1, 4, 8, {"FastClear", "ZCompression", "Pipe2D"}},
    {"gc860", 0x4621, 1, 256, 1, 1, 8, {"FastClear", "Pipe2D", "MC20"}},
    {"gc880", 0x5106, 1, 256, 1, 8, 8, {"FastClear", "ZCompression", "MC20"}},
    {"gc2000", 0x5108, 4, 1024, 2, 8, 16, {"FastClear", "ZCompression", "NoEZ", "MC20"}},
    {"gc3000",
     0x5450,
     4,
     1024,
     2,
     16,
     16,
     {"FastClear", "ZCompression", "MC20", "MMU", "LinearPE", "InstructionCache", "NewHZ", "SmallMSAA"}},
    {"gc7000l",
     0x6214,
     4,
     1024,
     2,
     16,
     16,
     {"FastClear", "ZCompression", "MC20", "MMU", "LinearPE", "InstructionCache", "NewHZ", "SmallMSAA", "Halti5",
      "BltEngine"}},
    {"gc7000nanoultra", 0x4653, 1, 256, 1, 4, 8, {"FastClear", "ZCompression", "NoEZ", "MMU", "LinearPE"}},
    {"gc7000ul",
     0x6204,
     2,
     512,
     1,
     16,
     16,
     {"FastClear", "MC20", "MMU", "LinearPE", "InstructionCache", "NewHZ", "SmallMSAA", "Halti5"}},
};

machine::Configuration configurationOf(const std::string& name) {
    const Vivante family;
    return machine::Configuration::preset(name, paths::source("chips"),
                                          family::defaultConfiguration(std::array<const family::Family*, 1>{&family}));
}

class VivantePreset : public testing::TestWithParam<Preset> {};

TEST_P(VivantePreset, HasTheStructureOfItsMakersDatabase) {
    const Preset& expected = GetParam();
    const Chip chip = vivanteChip(configurationOf(expected.name));
    EXPECT_EQ(chip.revision, expected.revision);
    EXPECT_EQ(chip.shaderCoreCount, expected.cores);
    EXPECT_EQ(chip.threadCount, expected.threads);
    EXPECT_EQ(chip.pixelPipes, expected.pixelPipes);
    EXPECT_EQ(chip.streamCount, expected.streams);
    EXPECT_EQ(chip.vertexCacheSize, expected.vertexCache);
    std::set<std::string> features;
    for (const Named& named : kNamed)
        if (chip.has(named.feature)) features.insert(named.name);
    EXPECT_EQ(features, expected.features);
}

TEST_P(VivantePreset, IsTimedAsTheChipThatItDescribes) {
    const machine::Configuration configuration = configurationOf(GetParam().name);
    const Chip chip = vivanteChip(configuration);
    EXPECT_EQ(configuration.gpu.numFragmentShaders, chip.shaderCoreCount);
    EXPECT_EQ(configuration.gpu.numVertexShaders, chip.shaderCoreCount);
    EXPECT_EQ(configuration.gpu.numStampPipes, chip.pixelPipes);
    // Lines of vertex data that are under way at a time.
    EXPECT_EQ(configuration.streamer.loaderCacheRequestQueueSize, chip.shaderCoreCount);
    EXPECT_EQ(configuration.streamer.loaderCacheInputQueueSize, chip.shaderCoreCount);
}

INSTANTIATE_TEST_SUITE_P(Chips, VivantePreset, testing::ValuesIn(kPresets),
                         [](const auto& chip) { return std::string(chip.param.name); });

TEST(VivantePresets, AreAllOfThemKnownHereAndHaveNumbersOfTheirOwn) {
    std::set<std::string> known = {"gc320"};  // has no 3D pipe
    for (const Preset& preset : kPresets) known.insert(preset.name);
    std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>> identities;
    std::set<std::string> there;
    for (const auto& entry : std::filesystem::directory_iterator(paths::source("chips"))) {
        const std::string name = entry.path().stem().string();
        if (!name.starts_with("gc")) continue;
        there.insert(name);
        const Chip chip = vivanteChip(configurationOf(name));
        identities.emplace(chip.model, chip.revision, chip.productId, chip.customerId, chip.ecoId);
    }
    EXPECT_EQ(there, known);
    EXPECT_EQ(identities.size(), there.size());
}

/// Parameters of a preset that no comment explains: none stands above them in their section, or above the gap before
/// them.
std::vector<std::string> unexplained(const std::filesystem::path& preset) {
    std::vector<std::string> found;
    std::ifstream in(preset);
    bool explained = false;
    for (std::string line, section; std::getline(in, line);) {
        if (line.starts_with('[')) section = line;
        if (line.empty() || line.starts_with('[')) explained = false;
        if (line.starts_with('#')) explained = true;
        // The comments at the head of the file explain what is the chip's own.
        if (line.find('=') != std::string::npos && !explained && !line.starts_with('#') && section != "[VIVANTE]")
            found.push_back(section + " " + line);
    }
    return found;
}

TEST(VivantePresets, SayWhereEachTimingParameterComesFrom) {
    for (const auto& entry : std::filesystem::directory_iterator(paths::source("chips"))) {
        if (!entry.path().stem().string().starts_with("gc")) continue;
        EXPECT_EQ(unexplained(entry.path()), std::vector<std::string>{}) << entry.path();
    }
}

}  // namespace
}  // namespace cyclorama::vivante
