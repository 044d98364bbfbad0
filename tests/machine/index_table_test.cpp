// SPDX-License-Identifier: MIT
#include "machine/functional/index_table.h"

#include <gtest/gtest.h>

#include <limits>

namespace cyclorama::machine {
namespace {

void expectSlots(IndexTable& table, const std::vector<uint32_t>& indices, const std::vector<uint32_t>& slots,
                 const std::vector<uint32_t>& unique) {
    std::vector<uint32_t> slotsGiven;
    std::vector<uint32_t> uniqueGiven;
    table.assign(indices, slotsGiven, uniqueGiven);
    EXPECT_EQ(slotsGiven, slots);
    EXPECT_EQ(uniqueGiven, unique);
}

TEST(IndexTable, GivesEqualIndicesOneSlotInTheOrderOfTheirFirst) {
    constexpr uint32_t kLast = std::numeric_limits<uint32_t>::max();
    IndexTable table;
    expectSlots(table, {}, {}, {});
    expectSlots(table, {7, 5, 7, 6, 5}, {0, 1, 0, 2, 1}, {7, 5, 6});
    // Far apart; what was there before is forgotten.
    expectSlots(table, {5, kLast, 0, kLast, 5, 1u << 20}, {0, 1, 2, 1, 0, 3}, {5, kLast, 0, 1u << 20});
    expectSlots(table, {kLast, kLast - 1, kLast}, {0, 1, 0}, {kLast, kLast - 1});
    expectSlots(table, {6, 5}, {0, 1}, {6, 5});
}

TEST(IndexTable, DistinguishesManyIndicesFarApart) {
    IndexTable table;
    std::vector<uint32_t> indices;
    for (uint32_t i = 0; i < 1000; ++i) indices.push_back(i * 4'000'037u);
    indices.insert(indices.end(), indices.begin(), indices.begin() + 1000);
    std::vector<uint32_t> slots;
    std::vector<uint32_t> unique;
    table.assign(indices, slots, unique);
    ASSERT_EQ(unique.size(), 1000u);
    for (uint32_t i = 0; i < 2000; ++i) ASSERT_EQ(slots[i], i % 1000);
}

}  // namespace
}  // namespace cyclorama::machine
