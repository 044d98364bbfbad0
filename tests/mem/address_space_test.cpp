// SPDX-License-Identifier: MIT
#include "mem/address_space.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cyclorama::mem {
namespace {

using func::Address;
using func::MemoryKind;
using func::MemoryWindows;

constexpr uint64_t kMiB = kMebibyte;

/// The last page of a space of 48 bits.
constexpr uint64_t kLastPage = 0xffff'ffff'f000;

Address system(uint64_t offset) { return {MemoryKind::System, offset}; }

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

TEST(AddressSpace, AnAddressNamesItsMemory) {
    AddressSpace space = smallSpace();
    ASSERT_TRUE(space.store<uint32_t>(0x100, 1));
    ASSERT_TRUE(space.store<uint32_t>(system(0x100), 2));
    EXPECT_EQ(space.load<uint32_t>(0x100), 1u);
    EXPECT_EQ(space.load<uint32_t>(system(0x100)), 2u);
    EXPECT_EQ(space.windows().of(0).readable, 3 * kMiB);
    EXPECT_EQ(space.windows().of(system(0)).readable, kMiB);
    EXPECT_FALSE(space.contains(Address(MemoryKind::OnChip, 0), 1));
}

TEST(AddressSpace, UnwrittenMemoryHoldsThePattern) {
    const AddressSpace space = smallSpace();
    for (const Address address :
         {Address(0), Address(4096), Address(0x100000), Address(0x2ffffc), system(0), system(0xffffc)})
        EXPECT_EQ(space.load<uint32_t>(address), kUnwrittenWord) << address.bits();
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
    EXPECT_EQ(space.load<uint8_t>(system(0)), std::nullopt);
}

TEST(AddressSpace, MoreThanAWindowIsRefused) {
    EXPECT_THROW(AddressSpace({.gpuMemoryBytes = MemoryWindows::kWindowBytes + 1}), std::length_error);
}

TEST(AddressSpace, HasMemoryOnTheChip) {
    AddressSpace space({.gpuMemoryBytes = kMiB, .onChipMemoryBytes = kMiB});
    const Address onChip(MemoryKind::OnChip, 64);
    ASSERT_TRUE(space.store<uint32_t>(onChip, 3));
    EXPECT_EQ(space.load<uint32_t>(onChip), 3u);
    EXPECT_EQ(space.load<uint32_t>(64), kUnwrittenWord);
    EXPECT_FALSE(space.contains(onChip, kMiB - 63));
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

/// A file in memory, as the device makes one for each buffer.
class BufferFile {
  public:
    explicit BufferFile(uint64_t bytes) : file_(memfd_create("buffer", MFD_CLOEXEC)) {
        EXPECT_EQ(ftruncate(file_, static_cast<off_t>(bytes)), 0);
    }
    ~BufferFile() { close(file_); }
    int file() const { return file_; }
    uint32_t wordAt(off_t offset) const {
        uint32_t word = 0;
        EXPECT_EQ(pread(file_, &word, sizeof word, offset), 4);
        return word;
    }

  private:
    int file_;
};

constexpr uint64_t kPage = MappedMemory::kPageBytes;

TEST(AddressSpaceReference, ShowsTheBytesOfTheSpaceThatItIsBoundTo) {
    AddressSpace first = smallSpace();
    AddressSpace second = smallSpace();
    AddressSpace reference{AddressSpaceReference{}};
    EXPECT_FALSE(reference.contains(0, 1));
    reference.bind(first);
    EXPECT_TRUE(reference.store(64, uint32_t{7}));
    EXPECT_EQ(first.load<uint32_t>(64), 7u);
    reference.bind(second);
    EXPECT_EQ(reference.load<uint32_t>(64), kUnwrittenWord);
    EXPECT_EQ(&reference.windows(), &second.windows());
    EXPECT_TRUE(reference.contains(3 * kMiB - 1, 1));
    EXPECT_FALSE(reference.contains(3 * kMiB, 1));
    reference.unbind();
    EXPECT_FALSE(reference.contains(64, 4));
    EXPECT_EQ(first.load<uint32_t>(64), 7u);
}

TEST(AddressSpaceReference, ShowsMappingsAndStaysBoundWhenMoved) {
    AddressSpace flat{FlatAddressSpace{}};
    AddressSpace reference{AddressSpaceReference{}};
    EXPECT_EQ(reference.mappings(), nullptr);
    reference.bind(flat);
    const AddressSpace moved = std::move(reference);
    EXPECT_EQ(moved.mappings(), flat.mappings());
    EXPECT_EQ(&moved.windows(), &flat.windows());
}

TEST(FlatAddressSpace, HasTheBytesThatAreMappedAndNoOthers) {
    AddressSpace space{FlatAddressSpace{}};
    ASSERT_NE(space.mappings(), nullptr);
    EXPECT_EQ(smallSpace().mappings(), nullptr);
    EXPECT_FALSE(space.contains(0, 1));
    EXPECT_TRUE(space.contains(0, 0));
    const BufferFile buffer(4 * kPage);
    // Pages 1 and 2 of the file.
    space.mappings()->map(0x7ffff000, buffer.file(), kPage, 2 * kPage);
    EXPECT_TRUE(space.contains(0x7ffff000, 2 * kPage));
    EXPECT_FALSE(space.contains(0x7ffff000, 2 * kPage + 1));
    EXPECT_FALSE(space.contains(0x7fffefff, 2));
    EXPECT_TRUE(space.store<uint64_t>(0x7ffffffc, 0x2222222211111111));
    EXPECT_EQ(buffer.wordAt(2 * kPage - 4), 0x11111111u);
    EXPECT_EQ(buffer.wordAt(2 * kPage), 0x22222222u);
    EXPECT_EQ(space.load<uint32_t>(0x80000000), 0x22222222u);
    EXPECT_FALSE(space.store<uint32_t>(0x80000ffd, 1));
    EXPECT_FALSE(space.span(0x80000fff, 2).has_value());
    ASSERT_TRUE(space.span(0x7ffff000, 2 * kPage).has_value());

    space.mappings()->unmap(0x80000000, kPage);
    EXPECT_FALSE(space.contains(0x80000000, 4));
    EXPECT_TRUE(space.contains(0x7ffff000, kPage));
    EXPECT_EQ(std::to_integer<int>(*space.windows().find(0x80000000, 1)), 0)
        << "pages that are not mapped read as zeros";
    EXPECT_EQ(buffer.wordAt(2 * kPage), 0x22222222u) << "the file keeps its bytes";
}

TEST(FlatAddressSpace, RangesOfManyPagesNeedThemAll) {
    AddressSpace space{FlatAddressSpace{}};
    const uint64_t bytes = 300 * kPage;
    const uint32_t first = 37 * kPage;
    space.mappings()->mapZeros(first, bytes);
    EXPECT_TRUE(space.contains(first, bytes));
    EXPECT_FALSE(space.contains(first - 1, bytes));
    EXPECT_FALSE(space.contains(first, bytes + 1));
    for (const uint32_t hole : {0u, 27u, 100u, 299u}) {
        space.mappings()->unmap(static_cast<uint32_t>(first + hole * kPage), kPage);
        EXPECT_FALSE(space.contains(first, bytes)) << hole;
        space.mappings()->mapZeros(static_cast<uint32_t>(first + hole * kPage), kPage);
        EXPECT_TRUE(space.contains(first, bytes)) << hole;
    }
}

TEST(FlatAddressSpace, ReachesTheLastAddressAndNoFurther) {
    AddressSpace space{FlatAddressSpace{}};
    space.mappings()->mapZeros(kLastPage, kPage);
    EXPECT_TRUE(space.store<uint32_t>(kLastPage + kPage - 4, 5));
    EXPECT_FALSE(space.contains(kLastPage + kPage - 4, 5));
    EXPECT_FALSE(space.contains(kLastPage, ~uint64_t{0}));
    EXPECT_THROW(space.mappings()->mapZeros(kLastPage, 2 * kPage), std::invalid_argument);
    EXPECT_THROW(space.mappings()->mapZeros(MemoryWindows::kWindowBytes - kPage, 2 * kPage), std::invalid_argument);
    EXPECT_THROW(space.mappings()->mapZeros(system(0), kPage), std::invalid_argument);
    EXPECT_THROW(space.mappings()->mapZeros(0x100, kPage), std::invalid_argument);
    EXPECT_THROW(space.mappings()->mapZeros(0, 100), std::invalid_argument);
    EXPECT_THROW(space.mappings()->map(0, -1, 0, kPage), std::system_error);
    EXPECT_FALSE(space.contains(0, 1));
}

TEST(FlatAddressSpace, CrossesFourGibibytesWithoutASeam) {
    AddressSpace space{FlatAddressSpace{}};
    const uint64_t seam = uint64_t{1} << 32;
    const BufferFile buffer(4 * kPage);
    space.mappings()->map(seam - kPage, buffer.file(), 0, 2 * kPage);
    const std::vector<std::byte> data = countingBytes(100);
    ASSERT_TRUE(space.write(seam - 50, data));
    EXPECT_EQ(space.load<uint8_t>(seam), std::to_integer<uint8_t>(data[50]));
    EXPECT_FALSE(space.contains(0, 1)) << "no address is another one modulo 4 GiB";
    ASSERT_TRUE(space.span(seam - kPage, 2 * kPage).has_value());
    EXPECT_NE(space.windows().find(seam - 50, 100), nullptr);
}

TEST(FlatAddressSpace, CostsOnlyWhatIsTouchedOf48Bits) {
    const uint64_t before = residentBytes();
    AddressSpace space{FlatAddressSpace{}};
    constexpr uint64_t kBuffers = 8;
    for (uint64_t buffer = 0; buffer < kBuffers; ++buffer) {
        const uint64_t address = kLastPage + kPage - (buffer + 1) * (uint64_t{1} << 44);
        space.mappings()->mapZeros(address, 64 * kMiB);
        ASSERT_TRUE(space.store<uint64_t>(address + 32 * kMiB, address));
        EXPECT_EQ(space.load<uint64_t>(address + 32 * kMiB), address);
        EXPECT_FALSE(space.contains(address - 1, 1));
    }
    EXPECT_LT(residentBytes() - before, 16 * kMiB);
}

}  // namespace
}  // namespace cyclorama::mem
