// SPDX-License-Identifier: MIT
// Attribute loads. Origin: conversions worked by hand from ATTILA's TextureEmulator (attributeDataConvert), reads from
// index2address with lines of 16 bytes.

#include "func/texture/texture_attribute.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "support/spans_as_memory.h"

namespace cyclorama::func {
namespace {

struct ConversionCase {
    StreamFormat format;
    uint32_t bytes;
    uint32_t bits;
    float value;
};

TEST(AttributeLoad, ConvertsEachFormat) {
    const ConversionCase cases[] = {
        {StreamFormat::Unorm8, 1, 0xff, 1.0f},
        {StreamFormat::Snorm8, 1, 0x80, -128 * (1.0f / 127.0f)},
        {StreamFormat::Unorm16, 2, 0x8000, 32768 * (1.0f / 65535.0f)},
        {StreamFormat::Snorm16, 2, 0x8001, -32767 * (1.0f / 32767.0f)},
        {StreamFormat::Unorm32, 4, 0x80000000, 0.5f},
        {StreamFormat::Snorm32, 4, 0xc0000000, -0.5f},
        {StreamFormat::Float16, 2, 0x3800, 0.5f},
        {StreamFormat::Float32, 4, 0xbf800000, -1.0f},
        {StreamFormat::Uint8, 1, 0xff, 255.0f},
        {StreamFormat::Sint8, 1, 0xff, -1.0f},
        {StreamFormat::Uint16, 2, 0xffff, 65535.0f},
        {StreamFormat::Sint16, 2, 0xfffe, -2.0f},
        {StreamFormat::Uint32, 4, 0x01000000, 16777216.0f},
        {StreamFormat::Sint32, 4, 0xffffffff, -1.0f},
    };
    for (const ConversionCase& test : cases) {
        SCOPED_TRACE(static_cast<int>(test.format));
        std::array<std::byte, 4> data;
        std::memcpy(data.data(), &test.bits, 4);
        EXPECT_EQ(streamFormatBytes(test.format), test.bytes);
        EXPECT_EQ(convertStreamComponent(test.format, data.data()), test.value);
    }
}

std::vector<std::byte> countingMemory(size_t size) {
    std::vector<std::byte> memory(size);
    for (size_t n = 0; n < size; n++) {
        memory[n] = static_cast<std::byte>(n);
    }
    return memory;
}

TEST(AttributeLoad, CompletesWithTheDefaultAndReordersColours) {
    const std::vector<std::byte> memory = countingMemory(64);
    AttributeStream stream = {.active = true,
                              .address = 4,
                              .stride = 8,
                              .format = StreamFormat::Uint8,
                              .components = 2,
                              .defaultValue = {-1, -2, -3, -4}};
    TextureFaults faults;
    EXPECT_EQ(loadAttribute(stream, {}, SpansAsMemory(memory), 2, faults), (Vec4{20, 21, -3, -4}));
    stream.d3d9ColorOrder = true;
    EXPECT_EQ(loadAttribute(stream, {}, SpansAsMemory(memory), 2, faults), (Vec4{-3, 21, 20, -4}));
    stream.active = false;
    EXPECT_EQ(loadAttribute(stream, {}, SpansAsMemory(memory), 2, faults), (Vec4{-1, -2, -3, -4}));
    EXPECT_EQ(faults, TextureFaults{});
}

TEST(AttributeLoad, SplitsAtALineIntoReadsOfEqualSize) {
    const AttributeStream stream = {
        .active = true, .address = 8, .stride = 12, .format = StreamFormat::Float32, .components = 3};
    TextureAccessPlan plan;
    planAttributeLoad(stream, {}, {0, 1, 2, 3}, plan);
    const TrilinearPlan& sample = plan.samples.at(0);
    // 8..19 crosses the line at 16: 8 bytes before it, 4 behind; both reads have 8.
    EXPECT_EQ(sample.texelsPerLoop[0], 2);
    EXPECT_EQ(sample.address[0][0], 8u);
    EXPECT_EQ(sample.address[0][1], 16u);
    EXPECT_EQ(plan.bytesPerRead[0], 8u);
    EXPECT_EQ(plan.attribute[0].firstBytes, 8u);
    EXPECT_EQ(plan.attribute[0].secondBytes, 4u);
    // 20..31 does not.
    EXPECT_EQ(sample.texelsPerLoop[1], 1);
    EXPECT_EQ(plan.bytesPerRead[1], 12u);
    // 44..55: 4 bytes before the line at 48, 8 behind; the first read begins 4 bytes early.
    EXPECT_EQ(sample.address[3][0], 40u);
    EXPECT_EQ(sample.address[3][1], 48u);
    EXPECT_EQ(plan.attribute[3].firstOffset, 4u);
}

TEST(AttributeLoad, GivesTheSameInOneStepAsInThree) {
    const std::vector<std::byte> memory = countingMemory(4096);
    TextureAccessPlan plan;
    FetchedTexels reads;
    TextureFaults faults;
    for (uint32_t address = 0; address < 32; address++) {
        for (uint32_t components = 1; components <= 4; components++) {
            for (const auto format : {StreamFormat::Uint8, StreamFormat::Uint16, StreamFormat::Uint32}) {
                const AttributeStream stream = {
                    .active = true, .address = address, .stride = 20, .format = format, .components = components};
                planAttributeLoad(stream, {}, {0, 1, 7, 100}, plan);
                fetchAttribute(plan, SpansAsMemory(memory), reads, faults);
                const auto values = convertAttribute(stream, plan, reads);
                ASSERT_EQ(values[2], loadAttribute(stream, {}, SpansAsMemory(memory), 7, faults));
                ASSERT_EQ(values[3], loadAttribute(stream, {}, SpansAsMemory(memory), 100, faults));
            }
        }
    }
}

TEST(AttributeLoad, ReadsUnalignedAttributesFromTheWordBelow) {
    const std::vector<std::byte> memory = countingMemory(64);
    const AttributeStream stream = {
        .active = true, .address = 2, .stride = 4, .format = StreamFormat::Uint8, .components = 2};
    TextureFaults faults;
    EXPECT_EQ(loadAttribute(stream, {}, SpansAsMemory(memory), 1, faults)[0], 4.0f) << "byte 4, not 6";
}

TEST(AttributeLoad, CountsWhatIsOutsideMemoryAndReadsZero) {
    const std::vector<std::byte> memory = countingMemory(64);
    const AttributeStream stream = {.active = true,
                                    .address = Address(MemoryKind::System, 0),
                                    .stride = 4,
                                    .format = StreamFormat::Uint32,
                                    .components = 1,
                                    .defaultValue = {}};
    TextureFaults faults;
    EXPECT_EQ(loadAttribute(stream, {}, SpansAsMemory(memory), 1, faults)[0], 0.0f);
    EXPECT_EQ(faults.outOfRange, 1u);
}

}  // namespace
}  // namespace cyclorama::func
