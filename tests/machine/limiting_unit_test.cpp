// SPDX-License-Identifier: MIT
// Scenes made for one unit to set their pace, and the unit that is found.

#include "machine/timing/pipeline/limiting_unit.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <string>

#include "machine/functional_scene.h"

namespace cyclorama::machine {
namespace {

/// Adds up the cycles in which each unit set the pace, by name.
class Paces final : public RunObserver {
  public:
    void machine(const ObservedMachine& machine) override {
        for (const ObservedUnit& unit : machine.units) names_.push_back(unit.name);
    }
    void sample(const RunSample& sample) override {
        for (const RunSample::Limit& limit : sample.limits) {
            cycles_[names_.at(limit.cause.unit)] += limit.cycles;
            if (limit.cause.full) full_ += limit.cycles;
            if (limit.cause.atFullRate) atFullRate_[names_.at(limit.cause.unit)] += limit.cycles;
        }
    }

    uint64_t sum() const {
        return std::accumulate(cycles_.begin(), cycles_.end(), uint64_t{0},
                               [](uint64_t sum, const auto& unit) { return sum + unit.second; });
    }
    /// The part of the units whose names begin so.
    double part(std::string_view prefix) const {
        uint64_t cycles = 0;
        for (const auto& [name, each] : cycles_)
            if (name.starts_with(prefix)) cycles += each;
        return static_cast<double>(cycles) / static_cast<double>(sum());
    }
    /// The part in which more work waited.
    double full() const { return static_cast<double>(full_) / static_cast<double>(sum()); }
    /// Part of the cycles of the units with such names in which their rate set the pace.
    double atFullRate(std::string_view prefix) const {
        uint64_t cycles = 0;
        for (const auto& [name, each] : atFullRate_)
            if (name.starts_with(prefix)) cycles += each;
        return static_cast<double>(cycles) / (part(prefix) * static_cast<double>(sum()));
    }
    std::string text() const {
        std::string text;
        for (const auto& [name, cycles] : cycles_)
            if (cycles != 0) text += name + " " + std::to_string(cycles) + ", ";
        return text;
    }

  private:
    std::vector<std::string> names_;
    std::map<std::string, uint64_t> cycles_;
    std::map<std::string, uint64_t> atFullRate_;
    uint64_t full_ = 0;
};

Paces pacesOf(const Scene& scene, const Configuration& configuration = {}) {
    Paces paces;
    uint64_t cycles = 0;
    (void)scene.runTimed({.observer = &paces}, configuration, &cycles);
    EXPECT_EQ(paces.sum(), cycles);
    return paces;
}

/// Rectangles over all of the surface, one behind the other.
Scene layers(uint32_t size, uint32_t count, std::string_view fragmentProgram = kPassColor) {
    Scene scene(size, size);
    scene.fragmentProgram(fragmentProgram);
    for (uint32_t i = 0; i < count; ++i) scene.draw(scene.everything(kRed));
    scene.present();
    return scene;
}

std::string arithmetic(uint32_t instructions) {
    std::string text = "mov r0, i1\n";
    for (uint32_t i = 0; i < instructions; ++i) text += "mad r0, r0, i1, r0\n";
    return text + "mov o1, r0 <- end";
}

TEST(LimitingUnit, IsTheShaderWithMuchArithmetic) {
    const Paces paces = pacesOf(layers(128, 4, arithmetic(64)));
    EXPECT_GT(paces.part("VectorShader"), 0.8) << paces.text();
    EXPECT_GT(paces.atFullRate("VectorShader"), 0.7) << paces.text();
}

TEST(LimitingUnit, HasMoreWorkWaitingWhereAllShadersAreFull) {
    // All tiles of the surface are dealt to the first shader, so that others would have nothing to do.
    const Scene scene = layers(128, 4, arithmetic(64));
    EXPECT_LT(pacesOf(scene).full(), 0.1);
    Configuration one;
    one.gpu.numFragmentShaders = 1;
    EXPECT_GT(pacesOf(scene, one).full(), 0.7);
}

TEST(LimitingUnit, IsTheLatencyOfTheShaderWithFewThreads) {
    // A quad with a program of instructions that wait for each other: nothing waits in front of the shader.
    const Paces paces = pacesOf(layers(2, 1, arithmetic(400)));
    EXPECT_GT(paces.part("VectorShader"), 0.6) << paces.text();
    EXPECT_LT(paces.full(), 0.2) << paces.text();
    EXPECT_LT(paces.atFullRate("VectorShader"), 0.6) << paces.text();
}

TEST(LimitingUnit, IsTheMemoryWhereItIsSlow) {
    Configuration slow;
    slow.gpu.memoryClock = 25;
    Scene scene(256, 256);
    scene.depthTest(func::CompareFunction::Less);
    for (const float depth : {0.5f, 0.2f, -0.1f}) scene.draw(scene.everything(kRed, depth));
    scene.present();
    const Paces paces = pacesOf(scene, slow);
    EXPECT_GT(paces.part("ChannelScheduler"), 0.7) << paces.text();
}

TEST(LimitingUnit, IsTheRateOfTheMemoryOrItsLatency) {
    Scene scene(256, 256);
    scene.depthTest(func::CompareFunction::Less);
    for (const float depth : {0.5f, 0.2f, -0.1f}) scene.draw(scene.everything(kRed, depth));
    scene.present();
    Configuration narrow;
    narrow.gddrMemory.channels = 1;
    narrow.gddrMemory.channelInterleavingMask = "";
    narrow.gddrMemory.burstBytesPerCycle = 1;
    const Paces ofNarrow = pacesOf(scene, narrow);
    EXPECT_GT(ofNarrow.part("ChannelScheduler"), 0.7) << ofNarrow.text();
    EXPECT_GT(ofNarrow.atFullRate("ChannelScheduler"), 0.7) << ofNarrow.text();
    Configuration late;
    late.gddrTiming.casLatency = 200;
    const Paces ofLate = pacesOf(scene, late);
    EXPECT_GT(ofLate.part("ChannelScheduler"), 0.3) << ofLate.text();
    EXPECT_LT(ofLate.atFullRate("ChannelScheduler"), 0.3) << ofLate.text();
}

TEST(LimitingUnit, IsTheInterpolatorWithManyAttributes) {
    Configuration narrow;
    narrow.interpolator.numInterpolators = 1;
    Scene scene(128, 128);
    for (uint32_t attribute = 1; attribute < 16; ++attribute) scene.state.fragmentInputs[attribute] = true;
    for (uint32_t i = 0; i < 4; ++i) scene.draw(scene.everything(kRed));
    scene.present();
    const Paces paces = pacesOf(scene, narrow);
    EXPECT_GT(paces.part("Interpolator"), 0.6) << paces.text();
}

TEST(LimitingUnit, IsBeforeTheRasterizerWithoutAnyFragment) {
    Scene scene;
    // All corners of all triangles are one vertex.
    for (const uint32_t stream : {0u, 1u}) scene.state.input.edit().streams[stream].stride = 0;
    scene.state.input.edit().count = 60000;
    scene.command(gpu::Draw{}).present();
    const Paces paces = pacesOf(scene);
    const double geometry =
        paces.part("Streamer") + paces.part("PrimitiveAssembly") + paces.part("Clipper") + paces.part("VectorShader");
    EXPECT_GT(geometry, 0.5) << paces.text();
    EXPECT_LT(paces.part("ColorWrite") + paces.part("ZStencilTest") + paces.part("HierarchicalZ"), 0.05)
        << paces.text();
}

TEST(LimitingUnit, IsTheSameWithBoxesAsleepOrAwake) {
    const Scene scene = layers(64, 3);
    Paces asleep;
    Paces awake;
    (void)scene.runTimed({.observer = &asleep, .sleeping = true});
    (void)scene.runTimed({.observer = &awake, .sleeping = false});
    EXPECT_EQ(asleep.text(), awake.text());
}

}  // namespace
}  // namespace cyclorama::machine
