// SPDX-License-Identifier: MIT
#include "machine/configuration/configuration.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "families/registry.h"
#include "sim/error.h"
#include "sim/ini_reader.h"
#include "support/error_of.h"
#include "support/paths.h"

namespace cyclorama::machine {
namespace {

using sim::Error;

const std::string kData = paths::data("");
const std::string kSource = paths::source("");

std::vector<std::string> linesOf(const std::string& fileName) {
    std::ifstream file(fileName);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

std::string written(const Configuration& configuration) {
    std::ostringstream out;
    configuration.write(out);
    return out.str();
}

TEST(Configuration, HoldsEveryParameterOfTheReference) {
    // All headings of the ATTILA configuration reference, with their sections.
    const Configuration configuration = families::defaultConfiguration();
    std::set<std::string> listed;
    for (const std::string& name : linesOf(kData + "attila_parameters.txt")) {
        SCOPED_TRACE(name);
        ASSERT_NO_THROW(configuration.item(name));
        const auto item = configuration.item(name);
        EXPECT_EQ(item.info().source, sim::ParameterSource::Reference);
        listed.insert(item.name());
    }
    EXPECT_EQ(listed.size(), 304U);
    for (const auto& item : configuration.items()) {
        if (item.info().source == sim::ParameterSource::Reference) {
            EXPECT_TRUE(listed.contains(item.name())) << item.name() << " is not in the reference";
        }
    }
}

TEST(Configuration, EveryParameterIsDescribedOnce) {
    const Configuration configuration = families::defaultConfiguration();
    std::set<std::string> names;
    for (const auto& item : configuration.items()) {
        SCOPED_TRACE(item.name());
        const sim::ParameterInfo& info = item.info();
        EXPECT_TRUE(names.insert(item.name()).second);
        for (const std::string_view alias : info.aliases)
            EXPECT_TRUE(names.insert(fmt::format("{}.{}", item.section->sectionName(), alias)).second);
        EXPECT_TRUE(info.sentence.ends_with('.'));
        EXPECT_GE(info.sentence.size(), 15U);
        const bool withoutEffect =
            info.status == ParameterStatus::Unused || info.status == ParameterStatus::NotModelled;
        EXPECT_EQ(withoutEffect || info.status == ParameterStatus::OfDriver, !info.statusReason.empty());
        EXPECT_EQ(item.text(), info.defaultText);
        EXPECT_EQ(info.sentence.find('|'), std::string_view::npos);  // it stands in a Markdown table
    }
    const auto ofAttila = [](const auto& item) {
        return item.section->sectionName() != "VIVANTE" && item.section->sectionName() != "ADRENO";
    };
    EXPECT_EQ(std::ranges::count_if(configuration.items(), ofAttila), 326);
}

TEST(Configuration, DefaultsAreInRange) {
    // Reading back what is written checks each default against its own range.
    const Configuration configuration = families::defaultConfiguration();
    EXPECT_EQ(Configuration::fromText(written(configuration), "defaults", families::defaultConfiguration()),
              configuration);
}

TEST(Configuration, ReadsAttilaFiles) {
    const auto configuration = Configuration::fromText(
        "# A file in ATTILA's format\r\n"
        "[GPU]\r\n"
        "NumStampPipes = 2\r\n"
        "[MEMORYCONTROLLER]\r\n"
        "V2MemoryTrace = FALSE\r\n"
        "V2MemoryTrace = true\r\n"
        "V2ChannelInterleavingMask = \"10 9 8\"\r\n"
        "V2GDDR_Profile=\"600\"\r\n"
        "[RASTERIZER]\r\n"
        "LargeTriangleMinSize = 16.0\r\n"
        "ProcessMicroTrianglesAsFragments = FALSE \r\n"
        "[COLORWRITE]\r\n"
        "BlendALUTestRate = 3\r\n"
        "[FRAGMENTSHADER]\r\n"
        "VectorALUConfig = \"simd4\"",
        "test.ini", families::defaultConfiguration());
    EXPECT_EQ(configuration.gpu.numStampPipes, 2U);
    EXPECT_TRUE(configuration.gddrMemory.memoryTrace);
    EXPECT_EQ(configuration.gddrMemory.channelInterleavingMask.get(), "10 9 8");
    EXPECT_EQ(configuration.gddrTiming.profile.get(), GddrProfile::Mhz600);
    EXPECT_EQ(configuration.micropolygon.largeTriangleMinSize.get(), 16.0F);
    EXPECT_FALSE(configuration.micropolygon.processMicroTrianglesAsFragments);
    EXPECT_EQ(configuration.colorWrite.blendRate, 3U);
    EXPECT_EQ(configuration.vectorShader.aluConfig.get(), VectorAluConfig::Simd4);
    // Defaults of settings that the file omits.
    EXPECT_EQ(configuration.gpu.numFragmentShaders, 4U);
    EXPECT_EQ(configuration.origin(configuration.item("GPU.NumStampPipes")), "test.ini:3");
    EXPECT_EQ(configuration.origin(configuration.item("COLORWRITE.BlendALURate")), "test.ini:13");
    EXPECT_EQ(configuration.origin(configuration.item("GPU.GPUClock")), "default");
}

TEST(Configuration, RefusesUnknownNamesWithTheNearestKnownOne) {
    const auto reading = [](const char* text) {
        return errorOf([&] { Configuration::fromText(text, "bad.ini", families::defaultConfiguration()); });
    };
    EXPECT_EQ(reading("[GPUS]\n"), "bad.ini:1: unknown section 'GPUS'; did you mean 'GPU'?");
    EXPECT_EQ(reading("[SIGNALS]\nClipperInput = 1:1\n"), "bad.ini:1: unknown section 'SIGNALS'");
    EXPECT_EQ(reading("\n[RASTERISER]\n"), "bad.ini:2: unknown section 'RASTERISER'; did you mean 'RASTERIZER'?");
    EXPECT_EQ(reading("[RASTERIZER]\nGenWidht = 8\n"),
              "bad.ini:2: unknown parameter 'GenWidht' in [RASTERIZER]; did you mean 'GenWidth'?");
    EXPECT_EQ(reading("[GPU]\n\nGenWidth = 8\n"),
              "bad.ini:3: unknown parameter 'GenWidth' in [GPU]; it belongs in [RASTERIZER]");
    EXPECT_EQ(reading("[GPU]\nWhatever_123 = 8\n"), "bad.ini:2: unknown parameter 'Whatever_123' in [GPU]");
    EXPECT_EQ(reading("[RASTERIZER]\nGenWidth = wide\n"), "bad.ini:2: RASTERIZER.GenWidth: 'wide' is not an integer");
    EXPECT_EQ(reading("[GPU]\nNumStampPipes = 3\n"),
              "bad.ini:2: GPU.NumStampPipes: '3' is out of range (1, 2, 4 or 8)");
    EXPECT_EQ(reading("[DAC]\nRefreshFrame = 2\n"),
              "bad.ini:2: DAC.RefreshFrame: '2' is not a boolean (TRUE or FALSE)");
}

TEST(Configuration, SetsSingleParameters) {
    Configuration configuration = families::defaultConfiguration();
    configuration.set("GPU.NumStampPipes=8");
    configuration.set("FRAGMENTSHADER.VectorALUConfig=scalar");
    configuration.set("MEMORYCONTROLLER.V2BankInterleavingMask=\"13 12 11\"");
    configuration.set("SIMULATOR.InputFile=a=b.gz");
    EXPECT_EQ(configuration.gpu.numStampPipes, 8U);
    EXPECT_EQ(configuration.vectorShader.aluConfig.get(), VectorAluConfig::Scalar);
    EXPECT_EQ(configuration.gddrMemory.bankInterleavingMask.get(), "13 12 11");
    EXPECT_EQ(configuration.simulator.inputFile.get(), "a=b.gz");
    EXPECT_EQ(configuration.origin(configuration.item("GPU.NumStampPipes")), "--set");

    const auto setting = [&](const char* text) { return errorOf([&] { configuration.set(text); }); };
    EXPECT_EQ(setting("GPU.NumStampPipe=4"),
              "--set: unknown parameter 'NumStampPipe' in [GPU]; did you mean 'NumStampPipes'?");
    EXPECT_EQ(setting("GPX.NumStampPipes=4"), "--set: unknown section 'GPX'; did you mean 'GPU'?");
    EXPECT_EQ(setting("GPU.NumStampPipes=many"), "--set: GPU.NumStampPipes: 'many' is not an integer");
    EXPECT_EQ(setting("GPU.NumStampPipes="), "--set: GPU.NumStampPipes: '' is not an integer");
    EXPECT_EQ(setting("GPU.NumStampPipes"), "--set: expected SECTION.Key=Value, not 'GPU.NumStampPipes'");
    EXPECT_EQ(setting("NumStampPipes=4"), "--set: expected SECTION.Key=Value, not 'NumStampPipes=4'");
    EXPECT_EQ(setting(""), "--set: expected SECTION.Key=Value, not ''");
    EXPECT_EQ(configuration.gpu.numStampPipes, 8U);
}

TEST(Configuration, WhatItWritesReadsBack) {
    Configuration configuration = families::defaultConfiguration();
    configuration.set("GPU.NumStampPipes=2");
    configuration.set("SIMULATOR.InputFile=a trace # with signs.gz");
    configuration.set("SIMULATOR.FragmentMapMode=3");
    configuration.set("RASTERIZER.LargeTriangleMinSize=0.3");
    configuration.set("DAC.RefreshRate=18446744073709551615");
    configuration.set("MEMORYCONTROLLER.V2ChannelInterleavingMask=");
    const auto again = Configuration::fromText(written(configuration), "written", families::defaultConfiguration());
    EXPECT_EQ(again, configuration);
    EXPECT_EQ(again.hash(), configuration.hash());
    EXPECT_NE(again, families::defaultConfiguration());
    EXPECT_NE(written(configuration).find("# (MHz) "), std::string::npos);
}

TEST(Configuration, HashStandsForTheValuesAlone) {
    Configuration configuration = families::defaultConfiguration();
    EXPECT_EQ(configuration.hash().size(), 16U);
    const std::string before = configuration.hash();
    configuration.set("GPU.NumStampPipes=4");  // its default
    EXPECT_EQ(configuration.hash(), before);
    std::set<std::string> hashes = {before};
    for (const char* change : {"GPU.GPUClock=501", "GPU.ShaderClock=501", "DAC.RefreshFrame=FALSE",
                               "SIMULATOR.StatsFile=x", "FRAGMENTSHADER.VectorALUConfig=simd4"}) {
        Configuration changed = families::defaultConfiguration();
        changed.set(change);
        EXPECT_TRUE(hashes.insert(changed.hash()).second) << change;
    }
}

TEST(Configuration, CopiesAreIndependent) {
    Configuration original = families::defaultConfiguration();
    Configuration copy = original;
    copy.set("STREAMER.IndicesCycle=4");
    copy.clipper.units = 7;
    EXPECT_EQ(original.streamer.indicesPerCycle, 2U);
    EXPECT_EQ(copy.streamer.indicesPerCycle, 4U);
    EXPECT_EQ(copy.item("CLIPPER.ClipperUnits").text(), "7");
    original = copy;
    EXPECT_EQ(original, copy);
    EXPECT_EQ(original.origin(original.item("STREAMER.IndicesCycle")), "--set");
}

TEST(Configuration, PresetOfTheReferenceHoldsTheDefaults) {
    const auto preset = Configuration::preset("attila", kSource + "chips", families::defaultConfiguration());
    EXPECT_EQ(preset, families::defaultConfiguration());
    EXPECT_EQ(
        errorOf([] { Configuration::preset("../chips/attila", kSource + "chips", families::defaultConfiguration()); }),
        "../chips/attila: is not the name of a preset; there are a618, a630, a635, a640, a650, a660, attila, "
        "gc2000, gc3000, gc320, gc400, gc400_imx6sx, gc7000l, gc7000nanoultra, gc7000ul, gc860, gc880");
    EXPECT_THROW(Configuration::preset("", kSource + "chips", families::defaultConfiguration()), Error);
    EXPECT_THROW(Configuration::preset("none-such", kSource + "chips", families::defaultConfiguration()), Error);
    EXPECT_THROW(Configuration::preset("attila", kSource + "none-such", families::defaultConfiguration()), Error);
}

TEST(Configuration, DefaultsAreThoseThatTheReferenceStates) {
    // Values of "our current configuration files" in the reference's text.
    const Configuration c = families::defaultConfiguration();
    for (const char* line : {"VERTEXSHADER.ExecutableThreads=12",
                             "VERTEXSHADER.InputBuffers=4",
                             "VERTEXSHADER.ThreadResources=128",
                             "VERTEXSHADER.OutputLatency=11",
                             "PRIMITIVEASSEMBLY.InputBusLatency=10",
                             "PRIMITIVEASSEMBLY.AssemblyQueueSize=32",
                             "CLIPPER.ExecLatency=6",
                             "CLIPPER.ClipBufferSize=32",
                             "RASTERIZER.SetupFIFOSize=32",
                             "RASTERIZER.SetupLatency=10",
                             "RASTERIZER.SetupStartLatency=4",
                             "RASTERIZER.TriangleShaderQueueSize=32",
                             "RASTERIZER.BatchQueueSize=16",
                             "RASTERIZER.HZAccessLatency=5",
                             "RASTERIZER.ShaderInputQueueSize=512",
                             "RASTERIZER.VertexInputQueueSize=128",
                             "RASTERIZER.InterpolatedStampQueueSize=32",
                             "RASTERIZER.ShadedStampQueueSize=2048",
                             "FRAGMENTSHADER.ExecutableThreads=8192",
                             "FRAGMENTSHADER.ThreadResources=16384",
                             "FRAGMENTSHADER.VectorThreads=128",
                             "FRAGMENTSHADER.VectorLength=64",
                             "FRAGMENTSHADER.VectorALUWidth=64",
                             "FRAGMENTSHADER.AddressALULatency=15",
                             "FRAGMENTSHADER.FilterALULatency=10",
                             "FRAGMENTSHADER.AnisotropyAlgorithm=3",
                             "FRAGMENTSHADER.TextureWaitReadWindow=128",
                             "FRAGMENTSHADER.TextureCacheLinesL1=8",
                             "ZSTENCILTEST.ZCacheRequestQueueSize=128",
                             "ZSTENCILTEST.FetchQueueSize=256",
                             "COLORWRITE.ColorCachePortWidth=32",
                             "DAC.RefreshRate=5000000",
                             "DAC.DecompressionUnitLatency=1",
                             "MEMORYCONTROLLER.MaxConsecutiveReads=16"}) {
        const std::string_view text = line;
        const std::size_t equals = text.find('=');
        EXPECT_EQ(c.item(text.substr(0, equals)).text(), text.substr(equals + 1)) << line;
    }
}

TEST(Configuration, DocumentationIsWhatTheDeclarationsSay) {
    std::ostringstream out;
    families::defaultConfiguration().writeDocumentation(out);
    EXPECT_EQ(sim::readTextFile(kSource + "docs/reference/parameters.md", 1 << 20), out.str())
        << "docs/reference/parameters.md is not what `cyclorama config --document` prints";
}

TEST(Configuration, ListsEveryParameterOnALine) {
    Configuration configuration = families::defaultConfiguration();
    configuration.set("RASTERIZER.ScanWidth=32");
    std::ostringstream out;
    configuration.list(out);
    const std::string text = out.str();
    EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), configuration.items().size());
    EXPECT_NE(text.find("RASTERIZER.ScanWidth = 32 fragments"), std::string::npos);
    EXPECT_NE(text.find("# default 16, 2..1024, modelled: Width of a scan tile"), std::string::npos);
}

TEST(Configuration, ReadsTheFilesOfTheReferenceCases) {
    const char* cases = std::getenv("CYCLORAMA_ATTILA_CASES");
    if (cases == nullptr) GTEST_SKIP() << "CYCLORAMA_ATTILA_CASES is not set";
    std::set<std::string> hashes;
    for (const auto& file : std::filesystem::directory_iterator(std::string(cases) + "/configs")) {
        SCOPED_TRACE(file.path().string());
        const auto configuration = Configuration::fromFile(file.path().string(), families::defaultConfiguration());
        hashes.insert(configuration.hash());
        EXPECT_EQ(Configuration::fromText(written(configuration), "written", families::defaultConfiguration()),
                  configuration);
    }
    EXPECT_EQ(hashes.size(), 14U);
    EXPECT_EQ(Configuration::fromFile(std::string(cases) + "/configs/base.ini", families::defaultConfiguration())
                  .scalarShader.threadGroup,
              16U);
}

}  // namespace
}  // namespace cyclorama::machine
