// SPDX-License-Identifier: MIT
// When a draw uses low resolution depth. Registers and values: Mesa, registers/adreno/a6xx.xml (GRAS_LRZ_CNTL,
// a6xx_ztest_mode), vulkan/tu_lrz.cc; tracking of the direction: docs/drivers/freedreno/hw/lrz.rst.

#include "families/adreno/gras/lrz_control.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "families/adreno/gras/lrz_stage.h"
#include "mem/address_space.h"

namespace cyclorama::adreno {
namespace {

class LrzControlTest : public testing::Test {
  protected:
    using Direction = LrzTracking::Direction;

    static constexpr uint64_t kDepths = 0x1'0000'0000;
    static constexpr uint64_t kTracking = kDepths + 0x10000;
    static constexpr uint32_t kView = 3 | 1 << 16;

    LrzControlTest() : space_(mem::FlatAddressSpace{}) {
        space_.mappings()->mapZeros(kDepths, 0x20000);
        setAddress("GRAS_LRZ_BUFFER_BASE"_reg, kDepths);
        set("GRAS_LRZ_BUFFER_PITCH/PITCH"_field, 1);
        set("GRAS_LRZ_CNTL/ENABLE"_field, 1);
        set("GRAS_LRZ_CNTL/LRZ_WRITE"_field, 1);
        set("RB_BLEND_CNTL/SAMPLE_MASK"_field, 0xffff);
    }

    /// In units of the field's bits.
    void set(const Field& field, uint32_t value) {
        const uint32_t offset = field.reg.word(0);
        const auto mask = static_cast<uint32_t>(field.value.mask());
        registers_.write(offset, (registers_.read(offset) & ~mask) | (value << field.value.low & mask));
    }
    void setAddress(const Register& reg, uint64_t value) {
        registers_.write(reg.word(0), static_cast<uint32_t>(value));
        registers_.write(reg.word(0) + 1, static_cast<uint32_t>(value >> 32));
    }
    LrzControl decode(uint32_t samples = 1, GpuGeneration generation = GpuGeneration::A6xxGen3) const {
        return decodeLrzControl(registers_, generation, samples);
    }

    /// If a draw uses the buffer's depths, and the buffer's direction after it.
    struct Followed {
        bool uses = false;
        Direction left = Direction::Disabled;

        bool operator==(const Followed&) const = default;
    };
    Followed follow(Direction stored, Direction draws, bool writes, uint32_t view = kView) {
        EXPECT_TRUE(space_.store(kTracking + LrzTracking::kDirection, stored));
        EXPECT_TRUE(space_.store(kTracking + LrzTracking::kDepthView, kView));
        LrzControl control;
        control.tests = control.tracksDirection = true;
        control.writesDirection = writes;
        control.direction = draws;
        control.depthView = view;
        control.trackingAddress = kTracking;
        const bool uses = followsDirection(control, memory_);
        return {uses, space_.load<Direction>(kTracking + LrzTracking::kDirection).value_or(Direction::Disabled)};
    }

    mem::AddressSpace space_;
    sim::Findings findings_;
    Reporter reporter_{findings_};
    GpuMemory memory_{space_, {}, reporter_};
    RegisterValues registers_;
};

TEST_F(LrzControlTest, TestsWhereDepthIsTestedEarly) {
    // EARLY_Z, LATE_Z, EARLY_Z_LATE_Z (with LRZ), and one without a name.
    for (const auto& [mode, tests] : {std::pair{0u, true}, {1u, false}, {2u, true}, {3u, false}}) {
        set("GRAS_SU_DEPTH_PLANE_CNTL/Z_MODE"_field, mode);
        EXPECT_EQ(decode().tests, tests) << mode;
        EXPECT_EQ(decode().writes, tests) << mode;
    }
}

TEST_F(LrzControlTest, RestsWithoutABuffer) {
    EXPECT_TRUE(decode().enabled());
    set("GRAS_LRZ_CNTL/ENABLE"_field, 0);
    EXPECT_FALSE(decode().enabled());
    set("GRAS_LRZ_CNTL/ENABLE"_field, 1);
    set("GRAS_LRZ_BUFFER_PITCH/PITCH"_field, 0);
    EXPECT_FALSE(decode().enabled());
    set("GRAS_LRZ_BUFFER_PITCH/PITCH"_field, 1);
    setAddress("GRAS_LRZ_BUFFER_BASE"_reg, 0);
    EXPECT_FALSE(decode().enabled());
}

TEST_F(LrzControlTest, WritesOnlyWhereFragmentsAreSureToWrite) {
    EXPECT_TRUE(decode().writes);
    const auto writesWith = [&](const Field& field, uint32_t value, uint32_t before, uint32_t samples = 1) {
        set(field, value);
        const LrzControl control = decode(samples);
        set(field, before);
        EXPECT_TRUE(control.tests) << "it tests in any case";
        return control.writes;
    };
    EXPECT_FALSE(writesWith("GRAS_LRZ_CNTL/LRZ_WRITE"_field, 0, 1));
    EXPECT_FALSE(writesWith("GRAS_BIN_CONTROL/FORCE_LRZ_WRITE_DIS"_field, 1, 0));
    EXPECT_FALSE(writesWith("GRAS_LRZ_CNTL/Z_BOUNDS_ENABLE"_field, 1, 0));
    EXPECT_FALSE(writesWith("RB_BLEND_CNTL/SAMPLE_MASK"_field, 0xfffe, 0xffff));
    EXPECT_TRUE(writesWith("RB_BLEND_CNTL/SAMPLE_MASK"_field, 0x0001, 0xffff)) << "the only sample";
    EXPECT_FALSE(writesWith("RB_BLEND_CNTL/SAMPLE_MASK"_field, 0x0007, 0xffff, 4));
    EXPECT_TRUE(writesWith("RB_BLEND_CNTL/SAMPLE_MASK"_field, 0x000f, 0xffff, 4));
    EXPECT_TRUE(decode().writes);
}

TEST_F(LrzControlTest, BlocksHaveEightSamplesEachWay) {
    const auto size = [&](uint32_t samples) {
        const LrzControl control = decode(samples);
        return std::pair{control.blockWidth, control.blockHeight};
    };
    EXPECT_EQ(size(1), (std::pair{8u, 8u}));
    EXPECT_EQ(size(2), (std::pair{8u, 4u}));
    EXPECT_EQ(size(4), (std::pair{4u, 4u}));
}

TEST_F(LrzControlTest, DirectionIsTrackedFromTheThirdGenerationOn) {
    set("GRAS_LRZ_CNTL/DISABLE_ON_WRONG_DIR"_field, 1);
    EXPECT_TRUE(decode().tracksDirection);
    EXPECT_FALSE(decode(1, GpuGeneration::A6xxGen2).tracksDirection);
    set("GRAS_LRZ_CNTL/DISABLE_ON_WRONG_DIR"_field, 0);
    EXPECT_FALSE(decode().tracksDirection);
}

TEST_F(LrzControlTest, FirstDirectionIsLocked) {
    for (const Direction draws : {Direction::Less, Direction::Greater}) {
        EXPECT_EQ(follow(Direction::NotSet, draws, true), (Followed{true, draws}));
        EXPECT_EQ(follow(Direction::NotSet, draws, false), (Followed{true, Direction::NotSet})) << "without DIR_WRITE";
        EXPECT_EQ(follow(draws, draws, true), (Followed{true, draws}));
        EXPECT_EQ(follow(draws, draws, false), (Followed{true, draws}));
    }
}

TEST_F(LrzControlTest, AnotherDirectionEndsIt) {
    for (const auto& [stored, draws] : {std::pair{Direction::Less, Direction::Greater},
                                        {Direction::Greater, Direction::Less},
                                        {Direction::Less, Direction::NotSet},
                                        {Direction::Greater, Direction::NotSet},
                                        {Direction::NotSet, Direction::NotSet}}) {
        EXPECT_EQ(follow(stored, draws, true), (Followed{false, Direction::Disabled}));
        EXPECT_EQ(follow(stored, draws, false), (Followed{false, stored})) << "without DIR_WRITE";
    }
    for (const Direction draws : {Direction::Disabled, Direction::Less, Direction::Greater, Direction::NotSet})
        EXPECT_EQ(follow(Direction::Disabled, draws, true), (Followed{false, Direction::Disabled})) << "for good";
}

TEST_F(LrzControlTest, ADrawWithoutDirectionLeavesItAlone) {
    for (const Direction stored : {Direction::Less, Direction::Greater, Direction::NotSet})
        EXPECT_EQ(follow(stored, Direction::Disabled, true), (Followed{true, stored}));
}

TEST_F(LrzControlTest, AnotherDepthViewDoesNotUseTheDepths) {
    EXPECT_EQ(follow(Direction::Less, Direction::Less, true, kView + 1), (Followed{false, Direction::Less}));
}

TEST_F(LrzControlTest, ADirectionThatIsNotMappedIsNotFollowed) {
    LrzControl control;
    control.trackingAddress = kDepths + 0x100000;
    EXPECT_TRUE(followsDirection(control, memory_)) << "where none is tracked";
    control.tracksDirection = true;
    EXPECT_FALSE(followsDirection(control, memory_));
}

TEST_F(LrzControlTest, StartsOnlyInTheBuffersDirection) {
    set("GRAS_LRZ_CNTL/DISABLE_ON_WRONG_DIR"_field, 1);
    set("GRAS_LRZ_CNTL/DIR"_field, static_cast<uint32_t>(Direction::Less));
    setAddress("GRAS_LRZ_FAST_CLEAR_BUFFER_BASE"_reg, kTracking);
    RasterControl raster;
    const auto starts = [&](Direction stored) {
        EXPECT_TRUE(space_.store(kTracking + LrzTracking::kDirection, stored));
        const LrzControl control = decodeLrzControl(registers_, GpuGeneration::A6xxGen3, raster.samples);
        return startLrz(control, memory_, raster, nullptr).has_value();
    };
    EXPECT_TRUE(starts(Direction::Less));
    EXPECT_FALSE(starts(Direction::Greater));
    EXPECT_FALSE(starts(Direction::Disabled));
}

// The event LRZ_CLEAR.
TEST_F(LrzControlTest, ClearingForgetsWhatItsSettingsName) {
    setAddress("GRAS_LRZ_FAST_CLEAR_BUFFER_BASE"_reg, kTracking);
    registers_.write("GRAS_LRZ_DEPTH_VIEW"_reg.word(0), kView);
    const auto fill = [&] {
        for (uint64_t i = 0; i < 1024; ++i) ASSERT_TRUE(space_.store(kTracking + i, uint8_t{0x5a}));
    };
    const auto byte = [&](uint64_t at) { return space_.load<uint8_t>(kTracking + at).value_or(0); };
    fill();
    set("GRAS_LRZ_CNTL/FC_ENABLE"_field, 1);
    clearLrz(registers_, memory_, nullptr);
    for (uint64_t i = 0; i < 1024; ++i) EXPECT_EQ(byte(i), i < 512 ? 0 : 0x5a) << i;
    fill();
    set("GRAS_LRZ_CNTL/FC_ENABLE"_field, 0);
    set("GRAS_LRZ_CNTL/DISABLE_ON_WRONG_DIR"_field, 1);
    clearLrz(registers_, memory_, nullptr);
    EXPECT_EQ(byte(0), 0x5a);
    EXPECT_EQ(byte(512), static_cast<uint8_t>(Direction::NotSet));
    EXPECT_EQ(space_.load<uint32_t>(kTracking + 514), kView);
    EXPECT_EQ(byte(518), 0x5a);
    fill();
    set("GRAS_LRZ_CNTL/ENABLE"_field, 0);
    clearLrz(registers_, memory_, nullptr);
    EXPECT_EQ(byte(512), 0x5a);
}

// Mesa: registers/adreno/adreno_common.xml, adreno_compare_func.
TEST_F(LrzControlTest, OrderIsThatOfTheDepthTest) {
    using enum DepthOrder;
    set("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field, 1);
    // NEVER, LESS, EQUAL, LEQUAL, GREATER, NOTEQUAL, GEQUAL, ALWAYS.
    constexpr std::array kOrders = {None, Nearer, None, Nearer, Farther, None, Farther, None};
    for (uint32_t function = 0; function < kOrders.size(); ++function) {
        set("RB_DEPTH_CNTL/ZFUNC"_field, function);
        EXPECT_EQ(depthOrder(registers_), kOrders[function]) << function;
    }
    set("RB_DEPTH_CNTL/ZFUNC"_field, 1);
    set("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field, 0);
    EXPECT_EQ(depthOrder(registers_), None);
}

}  // namespace
}  // namespace cyclorama::adreno
