// SPDX-License-Identifier: MIT
// Values of registers, and what their snapshots keep.

#include "families/adreno/registers/register_values.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>

namespace cyclorama::adreno {
namespace {

TEST(RegisterValues, ReadsWhatWasWrittenAndZeroElsewhere) {
    RegisterValues registers;
    registers.write(0x8871, 0x12345678);
    registers.write(kRegisterCount - 1, 9);
    EXPECT_EQ(registers.read(0x8871), 0x12345678u);
    EXPECT_EQ(registers.read(kRegisterCount - 1), 9u);
    EXPECT_EQ(registers.read(0x8870), 0u);
    EXPECT_EQ(registers.read64(0x8870), 0x1234567800000000u);
}

TEST(RegisterValues, OffsetBeyondTheLastIsIgnored) {
    RegisterValues registers;
    registers.write(kRegisterCount, 1);
    EXPECT_EQ(registers.read(kRegisterCount), 0u);
    EXPECT_EQ(registers.read(~0u), 0u);
}

TEST(RegisterValues, SnapshotKeepsValuesAfterLaterWrites) {
    RegisterValues registers;
    registers.write(0x100, 1);
    const RegisterValues snapshot = registers;
    registers.write(0x100, 2);
    registers.write(0x101, 3);    // of the same page
    registers.write(0x140, 4);    // of the next page
    registers.write(0x20000, 5);  // of another block
    for (const uint32_t offset : {0x101u, 0x140u, 0x20000u}) EXPECT_EQ(snapshot.read(offset), 0u) << offset;
    EXPECT_EQ(snapshot.read(0x100), 1u);
    EXPECT_EQ(registers.read(0x100), 2u);
    EXPECT_EQ(registers.read(0x140), 4u);
}

TEST(RegisterValues, WriteToACopyLeavesTheOriginal) {
    RegisterValues registers;
    RegisterValues copy = registers;
    copy.write(7, 1);
    EXPECT_EQ(registers.read(7), 0u);
    EXPECT_EQ(copy.read(7), 1u);
}

/// As a map of values would, whatever is written and copied when.
TEST(RegisterValues, SnapshotsEqualMapsOverRandomWrites) {
    std::mt19937 random(1);
    RegisterValues registers;
    std::map<uint32_t, uint32_t> model;
    std::array<RegisterValues, 4> snapshots;
    std::array<std::map<uint32_t, uint32_t>, 4> models;
    for (uint32_t i = 0; i < 20'000; ++i) {
        const auto offset = static_cast<uint32_t>(random() % 0x3000);
        const auto value = static_cast<uint32_t>(random());
        model[offset] = value;
        registers.write(offset, value);
        if (i % 97 != 0) continue;
        const size_t kept = random() % snapshots.size();
        snapshots[kept] = registers;
        models[kept] = model;
    }
    for (size_t i = 0; i < snapshots.size(); ++i)
        for (const auto& [offset, value] : models[i]) ASSERT_EQ(snapshots[i].read(offset), value) << i << " " << offset;
}

}  // namespace
}  // namespace cyclorama::adreno
