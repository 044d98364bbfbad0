// SPDX-License-Identifier: MIT
// The configuration that a choice of a machine comes to, and the choices that are refused.

#include "session/machine_choice.h"

#include <gtest/gtest.h>

#include <string>

#include "families/registry.h"
#include "results/output_file.h"
#include "results/temporary_folder.h"
#include "sim/error.h"
#include "support/paths.h"

namespace cyclorama::session {
namespace {

ResolvedMachine resolved(const MachineChoice& choice, MachineUse use = MachineUse::Untimed) {
    return resolve(choice, {.families = families::all(), .folder = paths::source("chips")}, use);
}

/// The reason why a choice is refused; empty where it is not.
std::string refusal(const MachineChoice& choice, MachineUse use = MachineUse::Untimed) {
    try {
        resolved(choice, use);
    } catch (const sim::Error& error) {
        return error.what();
    }
    return "";
}

TEST(MachineChoice, NothingChosenGivesTheDefaults) {
    EXPECT_EQ(resolved({}).configuration, families::defaultConfiguration());
    EXPECT_TRUE(resolved({}).warnings.empty());
}

TEST(MachineChoice, PresetHasItsFamily) {
    EXPECT_EQ(resolved({.gpu = "gc2000"}).configuration.family(), "vivante");
    EXPECT_EQ(resolved({.gpu = "a630"}).configuration.family(), "adreno");
}

TEST(MachineChoice, SettingsWinOverFilesAndTheLastOverTheFirst) {
    const results::TemporaryFolder folder;
    const std::string file = folder.path() / "own.ini";
    results::writeFile(file, "[RASTERIZER]\nScanWidth=32\nScanHeight=32\n");
    const machine::Configuration configuration =
        resolved({.configFile = file, .settings = {"RASTERIZER.ScanWidth=64", "RASTERIZER.ScanWidth=128"}})
            .configuration;
    EXPECT_EQ(configuration.rasterization.scanWidth, 128U);
    EXPECT_EQ(configuration.rasterization.scanHeight, 32U);
}

TEST(MachineChoice, FileWinsOverPreset) {
    const results::TemporaryFolder folder;
    const std::string file = folder.path() / "own.ini";
    results::writeFile(file, "[RASTERIZER]\nScanWidth=32\n");
    EXPECT_EQ(resolved({.configFile = file, .gpu = "gc2000"}).configuration.family(), "attila");
}

TEST(MachineChoice, UnknownPresetIsRefusedWithThoseThatAre) {
    const std::string reason = refusal({.gpu = "gc9999"});
    EXPECT_NE(reason.find("gc9999"), std::string::npos) << reason;
    EXPECT_NE(reason.find("gc2000"), std::string::npos) << reason;
}

TEST(MachineChoice, MissingFileIsRefusedByName) {
    EXPECT_NE(refusal({.configFile = "/nonexistent/own.ini"}).find("/nonexistent/own.ini"), std::string::npos);
}

TEST(MachineChoice, ValueOutOfRangeIsRefused) {
    const std::string reason = refusal({.settings = {"RASTERIZER.ScanWidth=100000"}});
    EXPECT_NE(reason.find("RASTERIZER.ScanWidth"), std::string::npos) << reason;
}

TEST(MachineChoice, UnmodelledRasterizerIsRefusedByItsRule) {
    const std::string reason = refusal({.settings = {"RASTERIZER.UseMicroPolygonRasterizer=TRUE"}});
    EXPECT_NE(reason.find("micropolygon-rasterizer"), std::string::npos) << reason;
    EXPECT_NE(reason.find("RASTERIZER.UseMicroPolygonRasterizer = TRUE"), std::string::npos) << reason;
}

}  // namespace
}  // namespace cyclorama::session
