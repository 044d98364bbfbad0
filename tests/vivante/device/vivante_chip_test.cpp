// SPDX-License-Identifier: MIT
// The chip that a driver sees, from the parameters of a configuration.

#include "families/vivante/device/vivante_chip.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "families/vivante/vivante.h"
#include "sim/error.h"

namespace cyclorama::vivante {
namespace {

machine::Configuration defaults() {
    const Vivante family;
    return family::defaultConfiguration(std::array<const family::Family*, 1>{&family});
}

TEST(VivanteChip, HasEachOfTheConfigurationsNumbers) {
    const std::vector<std::pair<std::string, uint32_t Chip::*>> numbers = {
        {"Model", &Chip::model},
        {"Revision", &Chip::revision},
        {"ProductId", &Chip::productId},
        {"CustomerId", &Chip::customerId},
        {"EcoId", &Chip::ecoId},
        {"StreamCount", &Chip::streamCount},
        {"RegisterMax", &Chip::registerMax},
        {"ThreadCount", &Chip::threadCount},
        {"VertexCacheSize", &Chip::vertexCacheSize},
        {"ShaderCoreCount", &Chip::shaderCoreCount},
        {"PixelPipes", &Chip::pixelPipes},
        {"VertexOutputBufferSize", &Chip::vertexOutputBufferSize},
        {"BufferSize", &Chip::bufferSize},
        {"InstructionCount", &Chip::instructionCount},
        {"NumConstants", &Chip::constantCount},
        {"VaryingsCount", &Chip::varyingsCount},
    };
    machine::Configuration configuration = defaults();
    configuration.set("VIVANTE.Model=1");
    for (const auto& [name, member] : numbers) {
        const Chip before = vivanteChip(configuration);
        const uint32_t value = before.*member == 2 ? 1 : 2;
        configuration.set("VIVANTE." + name + '=' + std::to_string(value));
        const Chip after = vivanteChip(configuration);
        for (const auto& [other, place] : numbers)
            EXPECT_EQ(after.*place, other == name ? value : before.*place) << other << " after " << name;
    }
    configuration.set("VIVANTE.ChipName=GCX");
    EXPECT_EQ(vivanteChip(configuration).name, "GCX");
}

TEST(VivanteChip, HasTheFeatureWordsInTheirOrder) {
    machine::Configuration configuration = defaults();
    configuration.set("VIVANTE.Model=1");
    configuration.set("VIVANTE.Features=100");
    for (uint32_t word = 0; word < 12; ++word)
        configuration.set("VIVANTE.MinorFeatures" + std::to_string(word) + '=' + std::to_string(101 + word));
    const Chip chip = vivanteChip(configuration);
    ASSERT_EQ(chip.features.size(), 13u);
    for (uint32_t word = 0; word < 13; ++word) EXPECT_EQ(chip.features[word], 100 + word);
}

TEST(VivanteChip, IsNotThereWithoutAModel) { EXPECT_THROW((void)vivanteChip(defaults()), sim::Error); }

}  // namespace
}  // namespace cyclorama::vivante
