// SPDX-License-Identifier: MIT
// Each parameter does what its text says. One that is modelled changes the cycles, a counter or the picture of a timed
// run; what cannot is held by the test that its entry names, and so is, to the cycle or to the place, each latency and
// each queue. The tables of machine/parameter_effects/ have an entry for every parameter that is modelled.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "families/registry.h"
#include "machine/configuration/parameter_use.h"
#include "machine/configuration/rules/configuration_rules.h"
#include "machine/functional_scene.h"
#include "machine/parameter_effects/elsewhere.h"
#include "machine/parameter_effects/geometry.h"
#include "machine/parameter_effects/memory.h"
#include "machine/parameter_effects/output.h"
#include "machine/parameter_effects/rasterization.h"
#include "machine/parameter_effects/shading.h"
#include "sim/error.h"
#include "support/expressions.h"
#include "support/paths.h"

namespace cyclorama::machine {
namespace {

/// Indices of a grid of `columns` x `rows` squares, two triangles each.
std::vector<uint32_t> gridIndices(uint32_t columns, uint32_t rows) {
    std::vector<uint32_t> indices;
    for (uint32_t row = 0; row < rows; ++row)
        for (uint32_t column = 0; column < columns; ++column) {
            const uint32_t at = row * (columns + 1) + column;
            for (const uint32_t index : {at, at + 1, at + columns + 2, at, at + columns + 2, at + columns + 1})
                indices.push_back(index);
        }
    return indices;
}

/// A bit of everything: indexed meshes, textured and blended, in front of and behind each other. All vertices are
/// written first: the draws follow each other without a wait.
Scene busyScene() {
    constexpr uint32_t kWidth = 96;
    constexpr uint32_t kHeight = 64;
    constexpr uint32_t kColumns = 8;
    constexpr uint32_t kRows = 5;
    constexpr uint32_t kLayers = 3;
    constexpr uint32_t kLayerBytes = 0x4000;
    Scene scene(kWidth, kHeight);
    gpu::DrawState& state = scene.state;
    for (uint32_t layer = 0; layer < kLayers; ++layer) {
        std::vector<Vertex> vertices;
        for (uint32_t y = 0; y <= kRows; ++y)
            for (uint32_t x = 0; x <= kColumns; ++x) {
                const float u = static_cast<float>(x) / kColumns;
                const float v = static_cast<float>(y) / kRows;
                // Some of it is outside of the picture; texels are nearer to each other at the right and at the top.
                vertices.push_back(
                    {scene.at(kWidth * (u * 1.15f - 0.1f * static_cast<float>(layer)), kHeight * (v * 1.2f - 0.1f),
                              0.5f - 0.3f * static_cast<float>(layer) + 0.5f * u * v),
                     {u * (1.0f + 15.0f * u), v * (0.5f + v), u * v, 0.5f}});
            }
        scene.write(kVertexAddress + layer * kLayerBytes, vertices);
    }
    scene.write(kVertexAddress + kLayers * kLayerBytes, scene.everything(kBlue, 0.99f));
    const std::vector<uint32_t> indices = gridIndices(kColumns, kRows);
    scene.write(kIndexAddress, indices);

    state.hierarchicalZ = true;
    scene.depthTest(func::CompareFunction::Less);
    state.depthStencil.edit().depthWrite = true;
    state.vertexOutputs[0] = state.vertexOutputs[1] = true;
    state.fragmentInputs[2] = state.fragmentInputs[3] = true;
    func::TextureState& texture = scene.texture(7);
    texture.minFilter = func::FilterMode::LinearMipmapLinear;
    texture.magFilter = func::FilterMode::Linear;
    texture.maxLevel = 7;
    texture.maxAnisotropy = 4;
    for (uint32_t level = 1; level <= 7; ++level) texture.address[level][0] = kTextureAddress + level * 0x20000;
    // Half of it of one colour, for what compresses colours.
    std::vector<uint32_t> texels(0x40000);
    for (uint32_t at = 0; at < texels.size(); ++at) texels[at] = (at & 4096) != 0 ? ~0u : 0xff000000u + 0x010307u * at;
    scene.write(kTextureAddress, texels);
    scene.fragmentProgram("tex r0, i1, t0\nmul r1, r0, i1\nrcp r2.x, i1.x\nmad o1, r1, r2.x, i1 <- end");

    const auto readFrom = [&](uint32_t layer) {
        for (const uint32_t stream : {0u, 1u})
            state.input.edit().streams[stream].address = kVertexAddress + layer * kLayerBytes + stream * 16;
    };
    for (uint32_t layer = 0; layer < kLayers; ++layer) {
        readFrom(layer);
        scene.useIndices();
        state.input.edit().count = static_cast<uint32_t>(indices.size());
        state.color.edit().targets[0].color.blend.enabled = layer == 1;
        state.color.edit().targets[0].color.blend.destinationColor = func::BlendFactor::One;
        scene.command(gpu::Draw{});
    }
    // Behind all that was drawn.
    readFrom(kLayers);
    state.input.edit().indexed = false;
    state.input.edit().count = 6;
    scene.command(gpu::Draw{});
    scene.present();
    return scene;
}

class ParameterEffects : public testing::Test {
  protected:
    /// With all settings of some groups; spaces separate them, but not within quotes.
    static Configuration configuration(std::initializer_list<std::string_view> groups) {
        Configuration configuration = families::defaultConfiguration();
        for (const std::string_view group : groups) {
            std::string setting;
            bool quoted = false;
            for (const char c : std::string(group) + ' ') {
                if (c == '"') quoted = !quoted;
                if (c != ' ' || quoted)
                    setting += c;
                else if (!setting.empty())
                    configuration.set(std::exchange(setting, {}));
            }
        }
        check(configuration);
        refuseUnmodelledSettings(configuration);
        return configuration;
    }

    struct Run {
        uint64_t cycles = 0;
        std::string counters;
        std::vector<uint8_t> picture;
        bool operator==(const Run&) const = default;
    };
    Run run(const Configuration& configuration) const {
        Run run;
        std::ostringstream counters;
        const auto outcome =
            scene_.runTimed({.cycles = kMostCycles, .statistics = {.frames = &counters}}, configuration, &run.cycles);
        if (outcome->frames.empty())
            throw sim::Error("parameter effects", "", "no frame in as many cycles as any needs");
        run.counters = counters.str();
        run.picture = outcome->picture().rgba;
        return run;
    }

    void expectEffects(std::span<const ParameterEffect> effects) {
        std::map<std::string_view, Run> unchanged;
        for (const ParameterEffect& effect : effects) {
            try {
                const auto [base, isNew] = unchanged.try_emplace(effect.context);
                if (isNew) base->second = run(configuration({effect.context}));
                EXPECT_TRUE(run(configuration({effect.context, effect.together, effect.setting})) != base->second)
                    << effect.setting << " changes nothing";
            } catch (const std::exception& error) {
                ADD_FAILURE() << effect.setting << ": " << error.what();
            }
        }
    }

    /// Parameters of time change no picture of a run without time: it makes no use of them.
    void expectPictures(std::span<const ParameterEffect> effects) {
        const auto picture = [&](const Configuration& configuration) {
            return scene_.run({.threads = 1}, configuration)->picture().rgba;
        };
        std::map<std::string_view, std::vector<uint8_t>> unchanged;
        for (const ParameterEffect& effect : effects) {
            const std::string_view name = effect.setting.substr(0, effect.setting.find('='));
            if (std::ranges::find(parametersOfImages(), name) != parametersOfImages().end()) continue;
            // A setting that has to change together with it may be such a parameter.
            const auto [base, isNew] = unchanged.try_emplace(effect.together.empty() ? effect.context : effect.setting);
            if (isNew) base->second = picture(configuration({effect.context}));
            EXPECT_TRUE(picture(configuration({effect.context, effect.together, effect.setting})) == base->second)
                << effect.setting;
        }
    }

  private:
    static constexpr uint64_t kMostCycles = 200'000;

    Scene scene_ = busyScene();
};

TEST_F(ParameterEffects, OfMemory) { expectEffects(kMemoryEffects); }
TEST_F(ParameterEffects, OfGeometry) { expectEffects(kGeometryEffects); }
TEST_F(ParameterEffects, OfRasterization) { expectEffects(kRasterizationEffects); }
TEST_F(ParameterEffects, OfShading) { expectEffects(kShadingEffects); }
TEST_F(ParameterEffects, OfOutput) { expectEffects(kOutputEffects); }

TEST_F(ParameterEffects, OfTimeChangeNoPictureOfARunWithoutTime) {
    for (const std::span<const ParameterEffect> table : std::initializer_list<std::span<const ParameterEffect>>{
             kMemoryEffects, kGeometryEffects, kRasterizationEffects, kShadingEffects, kOutputEffects})
        expectPictures(table);
}

std::vector<ParameterEffect> allEffects() {
    std::vector<ParameterEffect> all;
    for (const std::span<const ParameterEffect> table : std::initializer_list<std::span<const ParameterEffect>>{
             kMemoryEffects, kGeometryEffects, kRasterizationEffects, kShadingEffects, kOutputEffects})
        all.insert(all.end(), table.begin(), table.end());
    return all;
}

std::string nameOf(const ParameterEffect& effect) {
    return std::string(effect.setting.substr(0, effect.setting.find('=')));
}

std::vector<std::string> namesOf(const HeldElsewhere& other) {
    std::istringstream names{std::string(other.names)};
    return {std::istream_iterator<std::string>(names), {}};
}

/// A time that something takes, or places that something has.
bool isLatencyOrQueue(const sim::ParameterInfo& info) {
    if (info.typeName != "integer") return false;
    // How often, and how much of a memory, are neither.
    for (const std::string_view unit : {"cycles", "memory cycles", "GPU cycles", "cycles/stamp"})
        if (info.unit == unit) return true;
    // Without a unit it is a choice.
    for (const std::string_view part : {"Queue", "FIFO", "Buffer", "Window"})
        if (info.name.find(part) != std::string_view::npos) return !info.unit.empty();
    return false;
}

/// `Suite.Name` of all tests in the sources.
std::set<std::string> allTests() {
    std::set<std::string> tests;
    const Expression pattern(R"(TEST(?:_F|_P)?\((\w+),\s*(\w+)\))");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(paths::source("tests"))) {
        if (entry.path().extension() != ".cpp") continue;
        std::ostringstream content;
        content << std::ifstream(entry.path()).rdbuf();
        const std::string text = content.str();
        for (const ExpressionMatch& match : pattern.findAll(text)) tests.insert(match[1] + '.' + match[2]);
    }
    return tests;
}

TEST(ParameterEffectsTable, NamesATestOfItsOwnForEveryLatencyAndQueue) {
    const std::set<std::string> tests = allTests();
    const Configuration configuration = families::defaultConfiguration();
    for (const ParameterEffect& effect : allEffects()) {
        const std::string name = nameOf(effect);
        EXPECT_TRUE(!effect.test.empty() || !isLatencyOrQueue(configuration.item(name).info())) << name;
        EXPECT_TRUE(effect.test.empty() || tests.contains(std::string(effect.test))) << effect.test;
    }
    for (const HeldElsewhere& other : kHeldElsewhere)
        EXPECT_TRUE(tests.contains(std::string(other.test))) << other.test;
}

TEST(ParameterEffectsTable, HasAnEntryForEveryParameterThatHasAnEffect) {
    std::set<std::string, std::less<>> entries;
    const auto add = [&](const std::string& name) {
        EXPECT_TRUE(entries.insert(name).second) << name << " has two entries";
    };
    for (const ParameterEffect& effect : allEffects()) add(nameOf(effect));
    for (const HeldElsewhere& other : kHeldElsewhere)
        for (const std::string& name : namesOf(other)) add(name);
    const Configuration configuration = families::defaultConfiguration();
    for (const auto& item : configuration.items()) {
        const sim::ParameterStatus status = item.info().status;
        const bool shows = status == sim::ParameterStatus::Modelled || status == sim::ParameterStatus::Reported ||
                           status == sim::ParameterStatus::OfDriver;
        EXPECT_EQ(entries.erase(item.name()) != 0, shows) << item.name();
        EXPECT_TRUE(shows || !item.info().statusReason.empty()) << item.name();
    }
    for (const std::string& name : entries) ADD_FAILURE() << name << " is no parameter";
}

}  // namespace
}  // namespace cyclorama::machine
