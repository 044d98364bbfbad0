// SPDX-License-Identifier: MIT
// Savings by changes of a configuration, of the cycles in which something set the pace.

#include "machine/values/observed_change.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "machine/timing/pipeline/pipeline_changes.h"
#include "machine/timing/topology/change.h"

namespace cyclorama::machine {
namespace {

using timing::Change;

const std::vector<ObservedUnit> kObservedUnits{{.name = "CommandProcessor"},       {.name = "VectorShader0"},
                                               {.name = "VectorShader1"},          {.name = "TextureUnitFSh0-0"},
                                               {.name = "MemoryController"},       {.name = "ChannelScheduler.Sched0"},
                                               {.name = "ChannelScheduler.Sched1"}};
constexpr uint32_t kSecondShader = 2, kTextureUnit = 3, kMemoryFront = 4, kSecondChannel = 6;

std::vector<ObservedChange> changesFor(const Configuration& configuration) {
    return timing::observedChanges(timing::pipelineChanges(configuration), configuration, kObservedUnits);
}

/// The change of one parameter; null without one.
const ObservedChange* changeOfSetting(const std::vector<ObservedChange>& changes, std::string_view setting) {
    const auto found =
        std::ranges::find_if(changes, [&](const auto& each) { return each.settings.front().starts_with(setting); });
    return found == changes.end() ? nullptr : &*found;
}

TEST(ObservedChange, SetsTwiceTheValueOfTheConfiguration) {
    Configuration configuration;
    configuration.gpu.shaderClock = 594;
    const auto changes = changesFor(configuration);
    const ObservedChange* const clock = changeOfSetting(changes, "GPU.ShaderClock");
    ASSERT_NE(clock, nullptr);
    EXPECT_EQ(clock->settings, std::vector<std::string>{"GPU.ShaderClock=1188"});
}

TEST(ObservedChange, IsLeftOutWhereTheConfigurationDoesNotAllowIt) {
    // ALUs for all elements of a vector already, and a test in every cycle.
    const auto changes = changesFor({});
    EXPECT_EQ(changeOfSetting(changes, "FRAGMENTSHADER.VectorALUWidth"), nullptr);
    EXPECT_EQ(changeOfSetting(changes, "ZSTENCILTEST.ZALUTestRate"), nullptr);
    Configuration most;
    most.gpu.numFragmentShaders = 64;
    EXPECT_EQ(changeOfSetting(changesFor(most), "GPU.NumFragmentShaders"), nullptr);
    Configuration slow;
    slow.zStencilTest.testRate = 4;
    const auto slowChanges = changesFor(slow);
    ASSERT_NE(changeOfSetting(slowChanges, "ZSTENCILTEST.ZALUTestRate"), nullptr);
    EXPECT_EQ(changeOfSetting(slowChanges, "ZSTENCILTEST.ZALUTestRate")->settings.front(),
              "ZSTENCILTEST.ZALUTestRate=2");
}

TEST(ObservedChange, OfAClockSavesHalfWhateverSetsThePace) {
    const auto changes = changesFor({});
    for (const bool full : {false, true})
        for (const bool atFullRate : {false, true}) {
            const LimitCause shader{
                .unit = kSecondShader, .through = kSecondShader, .full = full, .atFullRate = atFullRate};
            EXPECT_EQ(savedPart(*changeOfSetting(changes, "GPU.ShaderClock"), shader), 0.5);
            const LimitCause memory{
                .unit = kSecondChannel, .through = kTextureUnit, .full = full, .atFullRate = atFullRate};
            EXPECT_EQ(savedPart(*changeOfSetting(changes, "GPU.MemoryClock"), memory), 0.5);
            EXPECT_EQ(savedPart(*changeOfSetting(changes, "GPU.ShaderClock"), memory), 0);
        }
    // Units before the channels have the main clock.
    EXPECT_EQ(savedPart(*changeOfSetting(changes, "GPU.MemoryClock"), {.unit = kMemoryFront, .through = kTextureUnit}),
              0);
}

TEST(ObservedChange, OfAWidthSavesNothingOfLatency) {
    Configuration narrow;
    narrow.vectorShader.length = 16;
    narrow.vectorShader.aluWidth = 1;
    const auto changes = changesFor(narrow);
    LimitCause shader{.unit = kSecondShader, .through = kSecondShader, .full = true};
    LimitCause memory{.unit = kSecondChannel, .through = kTextureUnit, .full = true};
    EXPECT_EQ(savedPart(*changeOfSetting(changes, "FRAGMENTSHADER.VectorALUWidth"), shader), 0);
    EXPECT_EQ(savedPart(*changeOfSetting(changes, "MEMORYCONTROLLER.V2BurstBytesPerCycle"), memory), 0);
    shader.atFullRate = memory.atFullRate = true;
    EXPECT_EQ(savedPart(*changeOfSetting(changes, "FRAGMENTSHADER.VectorALUWidth"), shader), 0.5);
    EXPECT_EQ(savedPart(*changeOfSetting(changes, "MEMORYCONTROLLER.V2BurstBytesPerCycle"), memory), 0.5);
}

TEST(ObservedChange, OfTheNumberOfUnitsSavesOnlyWhereWorkWaits) {
    const auto changes = changesFor({});
    const ObservedChange& more = *changeOfSetting(changes, "GPU.NumFragmentShaders");
    EXPECT_EQ(savedPart(more, {.unit = kSecondShader, .through = kSecondShader, .atFullRate = true}), 0);
    EXPECT_EQ(savedPart(more, {.unit = kSecondShader, .through = kSecondShader, .full = true}), 0.5);
}

TEST(ObservedChange, OfALevelOfTheTextureCachesSavesWhatItWouldHaveHad) {
    const auto changes = changesFor({});
    const ObservedChange& first = *changeOfSetting(changes, "FRAGMENTSHADER.TextureCacheLines=");
    const ObservedChange& second = *changeOfSetting(changes, "FRAGMENTSHADER.TextureCacheLinesL1=");
    for (const uint32_t unit : {kTextureUnit, kMemoryFront, kSecondChannel})
        for (uint8_t levels = 0; levels < 4; ++levels) {
            const LimitCause cause{.unit = unit, .through = kTextureUnit, .inLarger = levels};
            EXPECT_EQ(savedPart(first, cause), levels & 1 ? 1 : 0);
            EXPECT_EQ(savedPart(second, cause), levels & 2 ? 1 : 0);
        }
}

}  // namespace
}  // namespace cyclorama::machine
