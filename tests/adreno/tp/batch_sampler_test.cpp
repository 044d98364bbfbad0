// SPDX-License-Identifier: MIT
// Lanes that are sampled together have the results of those that are sampled texel by texel, to the bit.

#include "families/adreno/tp/batch_sampler.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <optional>
#include <random>

#include "adreno/tp/texture_words.h"

namespace cyclorama::adreno {
namespace {

constexpr unsigned kLanes = 64;
constexpr uint32_t kByteTexels = 0x30;  // FMT6_8_8_8_8_UNORM

/// Levels of 16x16, 8x8, ... texels with random bytes, in each layer.
struct RandomTexture {
    static constexpr uint32_t kLayerBytes = 1 << 12;
    explicit RandomTexture(const TestTexture& words, uint32_t seed = 1) : words_(words) {
        std::mt19937 random(seed);
        // Floats from about 0 to 1.
        for (size_t i = 0; i < bytes_.size(); ++i)
            bytes_[i] = static_cast<std::byte>(words.format == 0x4a && i % 4 == 3 ? 0x3f : random());
    }
    static TestTexture square(uint32_t format) {
        return {.format = format, .width = 16, .height = 16, .pitch = 64, .arrayPitch = kLayerBytes, .levels = 5};
    }
    Texture bound() { return boundTexture(words_, bytes_); }

  private:
    TestTexture words_;
    std::vector<std::byte> bytes_ = std::vector<std::byte>(size_t{6} * kLayerBytes);
};

/// Lanes all over the texture and around it.
void scatter(TestRequest& test) {
    std::mt19937 random(2);
    std::uniform_real_distribution<float> place(-0.4f, 1.4f);
    for (unsigned lane = 0; lane < kLanes; ++lane)
        for (unsigned i = 0; i < 3; ++i) test.coordinate[i].lane[lane] = std::bit_cast<uint32_t>(place(random));
}

SamplerDescriptor samplerWith(TextureWrap wrap, TextureFilter filter) {
    SamplerDescriptor sampler;
    sampler.magnification = sampler.minification = filter;
    sampler.mixesLevels = filter == TextureFilter::Linear;
    sampler.wrap.fill(wrap);
    sampler.maxLod = 4.0f;
    sampler.compare = func::CompareFunction::LessEqual;
    return sampler;
}

/// A texture, a sampler, an instruction and the lanes' coordinates, drawn by lot.
class RandomSample {
  public:
    RandomSample(uint32_t seed, bool compares) : random_(seed), source_(describeTexture(compares), seed) {
        sampler_.mixesLevels = flip();
        sampler_.usesLevels = flip();
        sampler_.magnification = flip() ? TextureFilter::Linear : TextureFilter::Nearest;
        sampler_.minification = flip() ? TextureFilter::Linear : TextureFilter::Nearest;
        for (TextureWrap& wrap : sampler_.wrap) wrap = static_cast<TextureWrap>(below(5));
        sampler_.maxLod = static_cast<float>(below(5));
        sampler_.lodBias = static_cast<float>(below(16)) / 8.0f - 1.0f;
        sampler_.seamlessCube = flip();
        sampler_.normalized = below(8) != 0;
        sampler_.compare = static_cast<func::CompareFunction>(below(8));
        fields_.shadow = compares;
        fields_.threeDimensional = cube_;
        fields_.array = layered_;
        fields_.offset = !cube_ && below(4) == 0;
        fields_.writeMask = static_cast<uint8_t>(below(16));
        constexpr std::array kOpcodes = {ir3::Opcode::Sample, ir3::Opcode::SampleBias, ir3::Opcode::SampleLod};
        opcode_ = kOpcodes[below(kOpcodes.size())];
        spread_ = std::array{0.02f, 0.2f, 1.0f, 4.0f}[below(4)];
    }

    /// Samples all lanes. Limits of results that have no effect, as all are from 0 to 1, lead to the way of one texel
    /// after the other.
    void run(TestRequest& test, bool together) {
        setLanes(test);
        test.run(source_.bound(), samplerFor(together), kBorder);
    }
    /// Samples the lanes that can be sampled together, and no others. These lanes.
    isa::WaveMask runTogether(TestRequest& test, bool together) {
        setLanes(test);
        const Texture texture = source_.bound();
        const SamplerDescriptor sampler = samplerFor(together);
        const isa::WaveMask all = test.request.executing;
        LaneGeometry geometry;
        locateLanes(texture, sampler, test.request, all, dependsOnFootprint(texture, sampler), geometry);
        const LevelSelection selection(texture, sampler, test.request, geometry);
        const SampledTexture sampled{texture, sampler, kBorder};
        const BatchSampler batch(sampled, geometry, selection, fields_.shadow, fields_.writeMask);
        return all & ~batch.sample(all, test.data);
    }
    ir3::Opcode opcode() const { return opcode_; }
    bool hasResult(unsigned component) const {
        return fields_.writeMask == 0 || (fields_.writeMask >> component & 1) != 0;
    }

  private:
    static constexpr std::array<uint32_t, 4> kBorder = {std::bit_cast<uint32_t>(0.25f), 0, 0, 0};

    SamplerDescriptor samplerFor(bool together) const {
        SamplerDescriptor sampler = sampler_;
        sampler.clampsResult = !together;
        return sampler;
    }
    void setLanes(TestRequest& test) const {
        test.request.opcode = opcode_;
        test.request.fields = fields_;
        std::mt19937 random(5);
        for (unsigned lane = 0; lane < kLanes; ++lane) setLane(test, lane, random);
    }
    uint32_t below(size_t limit) { return static_cast<uint32_t>(random_() % limit); }
    bool flip() { return below(2) != 0; }

    TestTexture describeTexture(bool compares) {
        constexpr std::array<uint32_t, 4> kColors = {kByteTexels, 0x31, 0x91, kByteTexels};  // 0x31: without alpha
        constexpr std::array<uint32_t, 4> kDepths = {0x15, 0x4a, 0xa0, 0x4a};                // 16 bits, floats, 24 bits
        TestTexture words = RandomTexture::square(compares ? kDepths[below(4)] : kColors[below(4)]);
        words.srgb = words.format == kByteTexels && flip();
        words.levels = 1 + below(5);
        if (words.format == 0x15) words.pitch = 64;
        cube_ = below(4) == 0;
        layered_ = !cube_ && below(3) == 0;
        if (cube_) words.type = TextureType::Cube;
        if (layered_) words.depth = 3;
        if (below(3) == 0) words.tileMode = TileMode::Tiled;
        return words;
    }

    void setLane(TestRequest& test, unsigned lane, std::mt19937& random) const {
        const auto set = [lane](ir3::LaneWords& words, float value) {
            words.lane[lane] = std::bit_cast<uint32_t>(value);
        };
        constexpr std::array kSpecial = {0.0f,
                                         -0.0f,
                                         1.0f,
                                         0.5f,
                                         1e30f,
                                         -1e30f,
                                         std::numeric_limits<float>::infinity(),
                                         std::numeric_limits<float>::quiet_NaN()};
        std::uniform_real_distribution<float> place(-spread_, spread_);
        const float size = sampler_.normalized ? 1.0f : 16.0f;
        const auto coordinate = [&] {
            return random() % 32 == 0 ? kSpecial[random() % kSpecial.size()] : (0.5f + place(random)) * size;
        };
        const unsigned axes = cube_ ? 3 : 2;
        unsigned next = 0;
        for (unsigned i = 0; i < axes; ++i) set(test.coordinate[next++], cube_ ? coordinate() - 0.5f : coordinate());
        if (fields_.shadow) set(test.coordinate[next++], coordinate());
        if (layered_) set(test.coordinate[next++], static_cast<float>(random() % 5));
        unsigned parameter = 0;
        if (fields_.offset) {
            for (; parameter < 2; ++parameter)
                test.parameter[parameter].lane[lane] = static_cast<uint32_t>(random() % 17) - 8;
        }
        set(test.parameter[parameter], place(random) * 2.0f);
    }

    std::mt19937 random_;
    bool cube_ = false;
    bool layered_ = false;
    RandomTexture source_;
    SamplerDescriptor sampler_;
    ir3::TextureFields fields_;
    ir3::Opcode opcode_ = ir3::Opcode::Sample;
    float spread_ = 1.0f;
};

/// Lanes by the way in which they were sampled.
struct SampledLanes {
    unsigned together = 0;
    unsigned texelByTexel = 0;
};

/// Of those that are wanted, the first lane with other bits in any result; empty if there is none.
std::optional<unsigned> firstDifference(const RandomSample& sample, const isa::WaveMask& lanes, const TestRequest& one,
                                        const TestRequest& other) {
    std::optional<unsigned> found;
    isa::forLanes(lanes, [&](unsigned lane) {
        for (unsigned c = 0; c < 4; ++c)
            if (sample.hasResult(c) && one.data[c].lane[lane] != other.data[c].lane[lane] && !found) found = lane;
    });
    return found;
}

void expectSameBits(uint32_t seed, bool compares, SampledLanes& lanes) {
    RandomSample sample(seed, compares);
    TestRequest texels(sample.opcode(), kLanes);
    ASSERT_TRUE(sample.runTogether(texels, false).none()) << "state " << seed;
    sample.run(texels, false);
    TestRequest together(sample.opcode(), kLanes);
    const isa::WaveMask sampled = sample.runTogether(together, true);
    ASSERT_EQ(firstDifference(sample, sampled, together, texels), std::nullopt) << "state " << seed;
    lanes.together += sampled.count();
    lanes.texelByTexel += kLanes - sampled.count();
    TestRequest all(sample.opcode(), kLanes);
    sample.run(all, true);
    ASSERT_EQ(firstDifference(sample, all.request.executing, all, texels), std::nullopt) << "state " << seed;
}

/// Compares over random states; both ways must have been taken, and most lanes have been sampled together.
void expectSameBitsOverall(bool compares) {
    constexpr uint32_t kStates = 500;
    SampledLanes lanes;
    for (uint32_t seed = 0; seed < kStates; ++seed) ASSERT_NO_FATAL_FAILURE(expectSameBits(seed, compares, lanes));
    EXPECT_GT(lanes.together, kStates * kLanes / 2);
    EXPECT_GT(lanes.texelByTexel, kStates * kLanes / 50);
}

TEST(BatchSampler, ColoursEqualTexelByTexel) { expectSameBitsOverall(false); }

TEST(BatchSampler, ComparedDepthsEqualTexelByTexel) { expectSameBitsOverall(true); }

TEST(BatchSampler, LeavesLanesAloneThatAreNotWanted) {
    RandomTexture source(RandomTexture::square(kByteTexels));
    const Texture texture = source.bound();
    const SamplerDescriptor sampler = samplerWith(TextureWrap::ClampToBorder, TextureFilter::Linear);
    TestRequest together(ir3::Opcode::Sample, kLanes);
    scatter(together);
    together.run(texture, sampler);
    constexpr uint32_t kUntouched = 0xcdcdcdcd;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        TestRequest alone(ir3::Opcode::Sample, kLanes);
        scatter(alone);
        for (ir3::LaneWords& words : alone.data) words.lane.fill(kUntouched);
        sampleTexture({texture, sampler}, alone.request, isa::WaveMask::only(lane), alone.data);
        for (unsigned c = 0; c < 4; ++c)
            for (unsigned other = 0; other < kLanes; ++other)
                EXPECT_EQ(alone.data[c].lane[other], other == lane ? together.data[c].lane[lane] : kUntouched);
    }
}

}  // namespace
}  // namespace cyclorama::adreno
