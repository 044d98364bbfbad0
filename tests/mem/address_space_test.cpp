#include "mem/address_space.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace cyclorama::mem {
namespace {

constexpr uint64_t kMiB = uint64_t{1} << 20;

AddressSpace smallSpace() { return AddressSpace({.gpuMemoryBytes = 3 * kMiB, .systemMemoryBytes = kMiB}); }

std::vector<std::byte> countingBytes(size_t count) {
    std::vector<std::byte> bytes(count);
    for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i * 7 + 1);
    return bytes;
}

/// Bytes of this process in physical memory, from the kernel's own account.
uint64_t residentBytes() {
    std::ifstream status("/proc/self/statm");
    uint64_t total = 0;
    uint64_t resident = 0;
    status >> total >> resident;
    return resident * 4096;
}

TEST(AddressSpace, TheTopBitSelectsTheMemory) {
    AddressSpace space = smallSpace();
    ASSERT_TRUE(space.store<uint32_t>(0x100, 1));
    ASSERT_TRUE(space.store<uint32_t>(kSystemMemoryBit | 0x100, 2));
    EXPECT_EQ(space.load<uint32_t>(0x100), 1u);
    EXPECT_EQ(space.load<uint32_t>(kSystemMemoryBit | 0x100), 2u);
    EXPECT_EQ(space.sizeOfMemoryAt(0), 3 * kMiB);
    EXPECT_EQ(space.sizeOfMemoryAt(kSystemMemoryBit), kMiB);
}

TEST(AddressSpace, UnwrittenMemoryHoldsThePattern) {
    const AddressSpace space = smallSpace();
    for (const uint32_t address : {0u, 4096u, 0x100000u, 0x2ffffcu, kSystemMemoryBit, kSystemMemoryBit | 0xffffcu})
        EXPECT_EQ(space.load<uint32_t>(address), kUnwrittenWord) << address;
    const AddressSpace zeros({.gpuMemoryBytes = kMiB, .systemMemoryBytes = 0, .fillWord = 0});
    EXPECT_EQ(zeros.load<uint32_t>(0x80000), 0u);
}

TEST(AddressSpace, AWriteChangesItsBytesAlone) {
    AddressSpace space = smallSpace();
    const std::vector<std::byte> data = countingBytes(9001);
    ASSERT_TRUE(space.write(0x0ffff3, data));
    std::vector<std::byte> back(data.size());
    ASSERT_TRUE(space.read(0x0ffff3, back));
    EXPECT_EQ(back, data);
    EXPECT_EQ(space.load<uint8_t>(0x0ffff2), 0xAD);
    EXPECT_EQ(space.load<uint8_t>(static_cast<uint32_t>(0x0ffff3 + data.size())), 0xFE);
    EXPECT_EQ(space.load<uint32_t>(0x1ffff4), kUnwrittenWord);
}

TEST(AddressSpace, AnAccessThatLeavesItsMemoryFailsWhole) {
    AddressSpace space = smallSpace();
    const uint32_t last = 3 * kMiB - 1;
    EXPECT_TRUE(space.contains(last, 1));
    EXPECT_FALSE(space.contains(last, 2));
    EXPECT_TRUE(space.contains(last + 1, 0));
    EXPECT_FALSE(space.contains(last + 2, 0));
    EXPECT_FALSE(space.contains(0x7fffffff, 2));
    EXPECT_FALSE(space.contains(0xffffffff, 1));
    EXPECT_FALSE(space.contains(0, ~uint64_t{0}));

    std::array<std::byte, 4> bytes{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
    EXPECT_FALSE(space.write(last - 2, bytes));
    EXPECT_EQ(space.load<uint8_t>(last), 0xDE);
    EXPECT_FALSE(space.read(last - 2, bytes));
    EXPECT_EQ(bytes[0], std::byte{1});
    EXPECT_EQ(space.load<uint64_t>(last), std::nullopt);
    EXPECT_FALSE(space.store<uint16_t>(last, 1));
    EXPECT_FALSE(space.span(last, 2).has_value());
}

TEST(AddressSpace, ASpanIsTheMemoryInPlace) {
    AddressSpace space = smallSpace();
    const auto window = space.span(0x2000, 16);
    ASSERT_TRUE(window.has_value());
    ASSERT_EQ(window->size(), 16u);
    (*window)[3] = std::byte{0x5a};
    EXPECT_EQ(space.load<uint8_t>(0x2003), 0x5a);
}

TEST(AddressSpace, AMemoryOfNoBytesHoldsNothing) {
    const AddressSpace space({.gpuMemoryBytes = 0, .systemMemoryBytes = 0});
    EXPECT_FALSE(space.contains(0, 1));
    EXPECT_EQ(space.load<uint8_t>(kSystemMemoryBit), std::nullopt);
}

TEST(AddressSpace, MoreThanTheAddressBitsReachIsRefused) {
    EXPECT_THROW(AddressSpace({.gpuMemoryBytes = (uint64_t{1} << 31) + 1, .systemMemoryBytes = 0}), std::length_error);
}

TEST(AddressSpace, ConfiguredMemoryCostsNothingUntilWritten) {
    const uint64_t before = residentBytes();
    AddressSpace space({.gpuMemoryBytes = 2048 * kMiB, .systemMemoryBytes = 1024 * kMiB});
    ASSERT_TRUE(space.store<uint32_t>(2048 * kMiB - 4, 1));
    EXPECT_LT(residentBytes() - before, 64 * kMiB);
}

TEST(AddressSpace, MovingKeepsTheBytes) {
    AddressSpace from = smallSpace();
    ASSERT_TRUE(from.store<uint32_t>(64, 77));
    const AddressSpace to = std::move(from);
    EXPECT_EQ(to.load<uint32_t>(64), 77u);
}

}  // namespace
}  // namespace cyclorama::mem
