// SPDX-License-Identifier: MIT
#include "machine/configuration/parameter_use.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "families/registry.h"
#include "support/paths.h"

namespace cyclorama::machine {
namespace {

Configuration with(const std::vector<std::string>& settings) {
    Configuration configuration = families::defaultConfiguration();
    for (const std::string& setting : settings) configuration.set(setting);
    return configuration;
}

/// Settings, the run, and what is said of the last of them; empty where it is of use.
struct UseCase {
    std::vector<std::string> settings;
    ParameterNeeds needs;
    std::string said;
};

constexpr ParameterNeeds kFunctional{};
constexpr ParameterNeeds kTimed{.timed = true};
const std::string kNoTime = "set in vain, because the run is functional: it has no time and writes no statistics: ";

const std::vector<UseCase>& useCases() {
    static const std::vector<UseCase> cases = {
        // Parameters of the driver that wrote a trace.
        {{"SIMULATOR.ForceMSAA=TRUE"},
         kTimed,
         "set in vain, because it concerns the driver alone: a transaction trace already holds what that wrote: "
         "SIMULATOR.ForceMSAA = TRUE (--set)"},
        {{"GPU.Family=attila", "SIMULATOR.ForceFP16ColorBuffer=TRUE"}, {.programs = true}, ""},
        {{"GPU.Family=attila", "SIMULATOR.MSAASamples=8"},
         {.programs = true},
         "set in vain, because SIMULATOR.ForceMSAA is FALSE: SIMULATOR.MSAASamples = 8 (--set)"},
        {{"GPU.Family=attila", "SIMULATOR.ForceMSAA=TRUE", "SIMULATOR.MSAASamples=8"}, {.programs = true}, ""},
        {{"GPU.Family=attila", "SIMULATOR.ForceFP16ColorBuffer=TRUE"},
         kFunctional,
         "set in vain, because it concerns the driver alone: a transaction trace already holds what that wrote: "
         "SIMULATOR.ForceFP16ColorBuffer = TRUE (--set)"},
        {{"VIVANTE.Model=0x2000", "SIMULATOR.ForceFP16ColorBuffer=TRUE"},
         {.programs = true},
         "set in vain, because it concerns the driver alone: a transaction trace already holds what that wrote: "
         "SIMULATOR.ForceFP16ColorBuffer = TRUE (--set)"},
        // Parameters of time.
        {{"SIMULATOR.DumpSignalTrace=TRUE"}, kFunctional, kNoTime + "SIMULATOR.DumpSignalTrace = TRUE (--set)"},
        {{"SIMULATOR.GenerateFragmentMap=TRUE"}, kFunctional, kNoTime + "SIMULATOR.GenerateFragmentMap = TRUE (--set)"},
        {{"STREAMER.IndicesCycle=4"}, kFunctional, kNoTime + "STREAMER.IndicesCycle = 4 (--set)"},
        {{"VIVANTE.Model=0x2000", "VIVANTE.ResolveBlocks=4"},
         kFunctional,
         kNoTime + "VIVANTE.ResolveBlocks = 4 (--set)"},
        {{"SIMULATOR.DumpSignalTrace=TRUE"}, kTimed, ""},
        {{"STREAMER.IndicesCycle=4"}, kTimed, ""},
        {{"VIVANTE.Model=0x2000", "VIVANTE.ResolveBlocks=4"}, kTimed, ""},
        {{"RASTERIZER.ScanWidth=32"}, kFunctional, ""},
        // Parameters of another family's chips.
        {{"GPU.Family=attila", "VIVANTE.ResolveBlocks=4"},
         kTimed,
         "set in vain, because the GPU is of the family attila: VIVANTE.ResolveBlocks = 4 (--set)"},
        // Parameters of a model, or a kind of output, that is not chosen.
        {{"MEMORYCONTROLLER.ReadLatency=20"},
         kTimed,
         "set in vain, because MEMORYCONTROLLER.MemoryControllerV2 is TRUE: MEMORYCONTROLLER.ReadLatency = 20 (--set)"},
        {{"MEMORYCONTROLLER.MemoryControllerV2=FALSE", "MEMORYCONTROLLER.ReadLatency=20"}, kTimed, ""},
        {{"MEMORYCONTROLLER.MemoryControllerV2=FALSE", "MEMORYCONTROLLER.V2MemoryTrace=TRUE"}, kTimed, ""},
        {{"MEMORYCONTROLLER.V2BankInterleaving=512"},
         kTimed,
         "set in vain, because MEMORYCONTROLLER.V2SplitterType is 1: MEMORYCONTROLLER.V2BankInterleaving = 512 "
         "(--set)"},
        {{"MEMORYCONTROLLER.V2GDDR_Profile=perfect", "MEMORYCONTROLLER.V2GDDR_tRP=3"},
         kTimed,
         "set in vain, because MEMORYCONTROLLER.V2GDDR_Profile is not \"custom\": MEMORYCONTROLLER.V2GDDR_tRP = 3 "
         "(--set)"},
        {{"FRAGMENTSHADER.ThreadWindow=FALSE"},
         kTimed,
         "set in vain, because FRAGMENTSHADER.VectorShader is TRUE: FRAGMENTSHADER.ThreadWindow = FALSE (--set)"},
        {{"SIMULATOR.FragmentMapMode=2"},
         kTimed,
         "set in vain, because SIMULATOR.GenerateFragmentMap is FALSE: SIMULATOR.FragmentMapMode = 2 (--set)"},
        {{"SIMULATOR.SimCycles=1000"},
         kTimed,
         "set in vain, because SIMULATOR.SimFrames takes precedence where it is not 0: SIMULATOR.SimCycles = 1000 "
         "(--set)"},
        {{"SIMULATOR.SimFrames=0", "SIMULATOR.SimCycles=1000"}, kTimed, ""},
        {{"SIMULATOR.StartSignalDump=5"},
         kTimed,
         "set in vain, because SIMULATOR.DumpSignalTrace is FALSE, and no waveform is asked for: "
         "SIMULATOR.StartSignalDump = 5 (--set)"},
        {{"SIMULATOR.StartSignalDump=5"}, {.timed = true, .waveform = true}, ""},
        {{"SIMULATOR.DumpSignalTrace=TRUE"},
         {.timed = true, .files = false},
         "set in vain, because nothing is written without a folder of results: SIMULATOR.DumpSignalTrace = TRUE "
         "(--set)"},
    };
    return cases;
}

TEST(ParameterUse, NamesWhatIsSetInVainAndNothingElse) {
    for (const UseCase& useCase : useCases()) {
        SCOPED_TRACE(useCase.settings.back());
        const std::vector<std::string> expected =
            useCase.said.empty() ? std::vector<std::string>{} : std::vector<std::string>{useCase.said};
        EXPECT_EQ(settingsInVain(with(useCase.settings), useCase.needs), expected);
    }
}

TEST(ParameterUse, GathersWhatHasTheSameReason) {
    const auto said = settingsInVain(
        with({"SIMULATOR.ForceMSAA=TRUE", "STREAMER.IndicesCycle=4", "SIMULATOR.MSAASamples=8"}), kFunctional);
    ASSERT_EQ(said.size(), 2u);
    EXPECT_TRUE(said[0].ends_with("SIMULATOR.ForceMSAA = TRUE (--set), SIMULATOR.MSAASamples = 8 (--set)")) << said[0];
}

TEST(ParameterUse, LeavesOutWhatTheFileOfAChipSets) {
    const std::string text = "[STREAMER]\nIndicesCycle = 4\n";
    const Configuration chip = Configuration::fromText(text, "chips/x.ini", families::defaultConfiguration());
    EXPECT_TRUE(settingsInVain(chip, kFunctional, "chips/x.ini:").empty());
    EXPECT_EQ(settingsInVain(chip, kFunctional).size(), 1u);
}

TEST(ParameterUse, IsOfEveryParameterAtItsDefaultAndOfEveryChip) {
    EXPECT_TRUE(settingsInVain(families::defaultConfiguration(), kFunctional).empty());
    EXPECT_TRUE(settingsInVain(families::defaultConfiguration(), kTimed).empty());
    const Configuration configuration = families::defaultConfiguration();
    for (const std::string_view name : parametersOfImages()) EXPECT_EQ(configuration.item(name).name(), name);
    const std::string folder = paths::source("chips");
    for (const std::string& name : Configuration::presets(folder))
        EXPECT_TRUE(
            settingsInVain(Configuration::preset(name, folder, families::defaultConfiguration()), kTimed).empty())
            << name;
}

}  // namespace
}  // namespace cyclorama::machine
