// SPDX-License-Identifier: MIT
#include "machine/configuration/parameter_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "sim/literal_list.h"

namespace cyclorama::machine {
namespace {

using C = const Configuration&;

/// Beside these, the parameters that families add.
constexpr std::array kImageParameters = std::to_array<std::string_view>({
    "SIMULATOR.InputFile",
    "SIMULATOR.SimFrames",
    "SIMULATOR.StartFrame",
    "GPU.Family",
    "GPU.GPUClock",
    "MEMORYCONTROLLER.MemorySize",
    "MEMORYCONTROLLER.MappedMemorySize",
    "RASTERIZER.RecursiveMode",
    "RASTERIZER.RasterizationBatchSize",
    "RASTERIZER.GenWidth",
    "RASTERIZER.GenHeight",
    "RASTERIZER.ScanWidth",
    "RASTERIZER.ScanHeight",
    "RASTERIZER.OverScanWidth",
    "RASTERIZER.OverScanHeight",
    "FRAGMENTSHADER.VertexAttributeLoadFromShader",
    "FRAGMENTSHADER.AnisotropyAlgorithm",
    "FRAGMENTSHADER.ForceMaxAnisotropy",
    "FRAGMENTSHADER.MaxAnisotropy",
    "FRAGMENTSHADER.TrilinearPrecision",
    "FRAGMENTSHADER.BrilinearThreshold",
    "FRAGMENTSHADER.AnisoRoundPrecision",
    "FRAGMENTSHADER.AnisoRoundThreshold",
    "FRAGMENTSHADER.AnisoRatioMultOfTwo",
    "FRAGMENTSHADER.TextureBlockDimension",
    "FRAGMENTSHADER.TextureSuperBlockDimension",
});

/// Parameters that count under a condition alone.
struct ConditionalUse {
    /// SECTION.Name of each; one that ends in `*` stands for all that begin so.
    sim::LiteralList<std::string_view> parameters;
    std::string_view reason;  ///< what keeps them from counting, after "because"
    bool (*counts)(C, const ParameterNeeds&);
};

constexpr ConditionalUse kConditionalUses[] = {
    {{"SIMULATOR.SimCycles"},
     "SIMULATOR.SimFrames takes precedence where it is not 0",
     [](C c, const ParameterNeeds&) { return c.simulator.frames == 0U; }},
    {{"SIMULATOR.StartSignalDump", "SIMULATOR.SignalDumpCycles"},
     "SIMULATOR.DumpSignalTrace is FALSE, and no waveform is asked for",
     [](C c, const ParameterNeeds& needs) { return c.simulator.dumpSignalTrace || needs.waveform; }},
    {{"SIMULATOR.SignalDumpFile"},
     "SIMULATOR.DumpSignalTrace is FALSE",
     [](C c, const ParameterNeeds&) { return c.simulator.dumpSignalTrace.get(); }},
    {{"SIMULATOR.StatsFile", "SIMULATOR.StatisticsRate"},
     "SIMULATOR.PerCycleStatistics is FALSE",
     [](C c, const ParameterNeeds&) { return c.simulator.perCycleStatistics.get(); }},
    {{"SIMULATOR.StatsFilePerFrame"},
     "SIMULATOR.PerFrameStatistics is FALSE",
     [](C c, const ParameterNeeds&) { return c.simulator.perFrameStatistics.get(); }},
    {{"SIMULATOR.StatsFilePerBatch"},
     "SIMULATOR.PerBatchStatistics is FALSE",
     [](C c, const ParameterNeeds&) { return c.simulator.perBatchStatistics.get(); }},
    {{"SIMULATOR.DumpSignalTrace", "SIMULATOR.PerCycleStatistics", "SIMULATOR.PerBatchStatistics",
      "SIMULATOR.GenerateFragmentMap", "MEMORYCONTROLLER.V2MemoryTrace", "COMMANDPROCESSOR.DumpShaderPrograms",
      "DAC.SaveBlitSourceData"},
     "nothing is written without a folder of results",
     [](C, const ParameterNeeds& needs) { return needs.files; }},
    {{"SIMULATOR.MSAASamples"},
     "SIMULATOR.ForceMSAA is FALSE",
     [](C c, const ParameterNeeds&) { return c.simulator.forceMsaa.get(); }},
    {{"SIMULATOR.FragmentMapMode"},
     "SIMULATOR.GenerateFragmentMap is FALSE",
     [](C c, const ParameterNeeds&) { return c.simulator.generateFragmentMap.get(); }},
    {{"MEMORYCONTROLLER.BurstLength"},
     "MEMORYCONTROLLER.MemoryControllerV2 is FALSE",
     [](C c, const ParameterNeeds&) { return c.memoryController.memoryControllerV2.get(); }},
    {{"MEMORYCONTROLLER.V2ChannelInterleaving", "MEMORYCONTROLLER.V2BankInterleaving",
      "MEMORYCONTROLLER.V2SecondChannelInterleaving", "MEMORYCONTROLLER.V2SecondBankInterleaving"},
     "MEMORYCONTROLLER.V2SplitterType is 1",
     [](C c, const ParameterNeeds&) { return c.gddrMemory.splitterType.get() == SplitterKind::Interleaving; }},
    {{"MEMORYCONTROLLER.V2ChannelInterleavingMask", "MEMORYCONTROLLER.V2BankInterleavingMask",
      "MEMORYCONTROLLER.V2SecondChannelInterleavingMask", "MEMORYCONTROLLER.V2SecondBankInterleavingMask"},
     "MEMORYCONTROLLER.V2SplitterType is 0",
     [](C c, const ParameterNeeds&) { return c.gddrMemory.splitterType.get() == SplitterKind::BitMasks; }},
    {{"MEMORYCONTROLLER.V2SecondChannelInterleaving", "MEMORYCONTROLLER.V2SecondBankInterleaving",
      "MEMORYCONTROLLER.V2SecondChannelInterleavingMask", "MEMORYCONTROLLER.V2SecondBankInterleavingMask"},
     "MEMORYCONTROLLER.V2SecondInterleaving is FALSE",
     [](C c, const ParameterNeeds&) { return c.gddrMemory.secondInterleaving.get(); }},
    {{"MEMORYCONTROLLER.V2BankSelectionPolicy"},
     "MEMORYCONTROLLER.V2ChannelScheduler is not 2",
     [](C c, const ParameterNeeds&) { return c.gddrMemory.channelScheduler.get() == SchedulerKind::BankQueues; }},
    {{"MEMORYCONTROLLER.V2DedicatedChannelReadTransactions"},
     "MEMORYCONTROLLER.V2ChannelScheduler is not 1",
     [](C c, const ParameterNeeds&) { return c.gddrMemory.channelScheduler.get() == SchedulerKind::ReadWriteFifo; }},
    {{"MEMORYCONTROLLER.V2GDDR_t*", "MEMORYCONTROLLER.V2GDDR_CAS", "MEMORYCONTROLLER.V2GDDR_WL"},
     "MEMORYCONTROLLER.V2GDDR_Profile is not \"custom\"",
     [](C c, const ParameterNeeds&) { return c.gddrTiming.profile.get() == GddrProfile::Custom; }},
    {{"FRAGMENTSHADER.TextureCacheLineSizeL1", "FRAGMENTSHADER.TextureCacheWaysL1",
      "FRAGMENTSHADER.TextureCacheLinesL1", "FRAGMENTSHADER.TextureCacheInputQueueL1"},
     "FRAGMENTSHADER.TwoLevelTextureCache is FALSE",
     [](C c, const ParameterNeeds&) { return c.textureUnit.twoLevelCache.get(); }},
};

bool startsWithin(std::string_view name, std::string_view pattern) {
    return pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1)) : name == pattern;
}

/// The switch that leaves out the model of a section's parameters; none if the machine has the model.
std::optional<std::string> switchOfOtherModel(C c, const Configuration::Item& item) {
    const bool gddr = c.memoryController.memoryControllerV2;
    const bool vector = c.vectorShader.vectorShader;
    const std::string name = item.name();
    if (item.section == &c.simpleMemory && gddr) return "MEMORYCONTROLLER.MemoryControllerV2 is TRUE";
    if ((item.section == &c.gddrMemory || item.section == &c.gddrTiming) && !gddr &&
        name != "MEMORYCONTROLLER.V2MemoryTrace")
        return "MEMORYCONTROLLER.MemoryControllerV2 is FALSE";
    if (item.section == &c.scalarShader && vector) return "FRAGMENTSHADER.VectorShader is TRUE";
    if (item.section == &c.vectorShader && !vector && name != "FRAGMENTSHADER.VectorShader")
        return "FRAGMENTSHADER.VectorShader is FALSE";
    return std::nullopt;
}

bool changesImages(std::string_view name) {
    return std::ranges::find(kImageParameters, name) != kImageParameters.end();
}

/// Why the condition under which a parameter counts does not hold; empty if it does, or without a condition.
std::optional<std::string> unmetCondition(C c, std::string_view name, const ParameterNeeds& needs) {
    for (const ConditionalUse& use : kConditionalUses) {
        const auto concerns = [&](std::string_view pattern) { return startsWithin(name, pattern); };
        const auto* const found = std::find_if(use.parameters.begin(), use.parameters.end(), concerns);
        if (found == use.parameters.end()) continue;
        if (!use.counts(c, needs)) return std::string(use.reason);
    }
    return std::nullopt;
}

/// Why no part of the run uses the parameter; empty if one does.
std::optional<std::string> reasonOf(C c, const Configuration::Item& item, const ParameterNeeds& needs) {
    const sim::ParameterInfo& info = item.info();
    if (info.status == sim::ParameterStatus::NotModelled) return std::nullopt;
    if (info.status == sim::ParameterStatus::Unused) return std::string(info.statusReason);
    if (info.status == sim::ParameterStatus::OfDriver) {
        const FamilyParameters* const own = c.familyParameters();
        const bool counts = needs.programs && own != nullptr && own->hasDriver();
        return counts ? unmetCondition(c, item.name(), needs) : std::optional(std::string(info.statusReason));
    }
    const std::string name = item.name();
    const ConfigurableFamily* const family = c.ownerOf(*item.section);
    if (family != nullptr && family->name() != c.family())
        return fmt::format("the GPU is of the family {}", c.family());
    const bool ofImages = family != nullptr ? !family->parameters()->isTimed(*item.section) : changesImages(name);
    if (!needs.timed && !ofImages) return "the run is functional: it has no time and writes no statistics";
    if (family != nullptr) return std::nullopt;
    if (auto model = switchOfOtherModel(c, item)) return model;
    return unmetCondition(c, name, needs);
}

}  // namespace

std::span<const std::string_view> parametersOfImages() { return kImageParameters; }

std::vector<std::string> settingsInVain(C configuration, const ParameterNeeds& needs, std::string_view chip) {
    struct Group {
        std::string reason;
        std::string settings;
    };
    std::vector<Group> groups;
    for (const Configuration::Item& item : configuration.items()) {
        if (item.text() == item.info().defaultText) continue;
        const std::string origin = configuration.origin(item);
        if (!chip.empty() && origin.starts_with(chip)) continue;
        const std::optional<std::string> reason = reasonOf(configuration, item, needs);
        if (!reason) continue;
        auto group = std::ranges::find(groups, *reason, &Group::reason);
        if (group == groups.end()) group = groups.insert(groups.end(), Group{*reason, {}});
        group->settings +=
            fmt::format("{}{} = {} ({})", group->settings.empty() ? "" : ", ", item.name(), item.text(), origin);
    }
    std::vector<std::string> sentences;
    sentences.reserve(groups.size());
    for (const Group& group : groups)
        sentences.push_back(fmt::format("set in vain, because {}: {}", group.reason, group.settings));
    return sentences;
}

}  // namespace cyclorama::machine
