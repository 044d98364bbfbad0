// SPDX-License-Identifier: MIT
#include "mem/gddr/bank_selection.h"

#include <gtest/gtest.h>

#include <vector>

#include "sim/error.h"

namespace cyclorama::mem::gddr {
namespace {

using Order = std::vector<uint32_t>;

Order orderOf(BankSelection& selection, const std::vector<BankInfo>& infos) {
    Order order;
    for (const BankInfo& bank : selection.order(~0u, [&](uint32_t bank) { return infos[bank]; }))
        order.push_back(bank.bank);
    return order;
}

const std::vector<BankInfo> kInfos = {{.bank = 0, .age = 30, .queued = 2, .consecutiveHits = 1},
                                      {.bank = 1, .age = 10, .queued = 1, .consecutiveHits = 1},
                                      {.bank = 2, .age = 20, .queued = 2, .consecutiveHits = 2},
                                      {.bank = 3, .age = 0, .queued = 0, .consecutiveHits = 0}};

TEST(BankSelection, EachCriterion) {
    const auto check = [](const char* policy, const Order& expected) {
        BankSelection selection(policy, 4);
        EXPECT_EQ(orderOf(selection, kInfos), expected) << policy;
    };
    check("OLDEST_FIRST", {3, 1, 2, 0});
    check("YOUNGEST_FIRST", {0, 2, 1, 3});
    check("MORE_CONSECUTIVE_HITS", {2, 0, 1, 3});
    check("LESS_CONSECUTIVE_HITS", {3, 0, 1, 2});
    check("MORE_PENDING_REQUESTS", {0, 2, 1, 3});
    check("LESS_PENDING_REQUESTS", {3, 1, 0, 2});
    check("more_pending_requests oldest_first", {2, 0, 1, 3});
    check("ROUND_ROBIN", {1, 2, 3, 0});
}

TEST(BankSelection, TheFirstOfSomeBanks) {
    BankSelection selection("MORE_PENDING_REQUESTS", 4);
    orderOf(selection, kInfos);
    EXPECT_EQ(selection.first(0b1111), 0u);
    EXPECT_EQ(selection.first(0b1110), 2u);
    EXPECT_EQ(selection.first(0b1000), 3u);
    EXPECT_FALSE(selection.byAge());
}

TEST(BankSelection, ByAgeWithoutOrdering) {
    const std::vector<sim::Cycle> ages = {30, 10, 20, 0};
    const BankSelection oldest("OLDEST_FIRST MORE_PENDING_REQUESTS", 4);
    EXPECT_TRUE(oldest.byAge());
    EXPECT_EQ(oldest.firstByAge(0b0111, ages), 1u);
    EXPECT_EQ(oldest.firstByAge(0b0101, ages), 2u);
    const BankSelection youngest("YOUNGEST_FIRST", 4);
    EXPECT_TRUE(youngest.byAge());
    EXPECT_EQ(youngest.firstByAge(0b0111, ages), 0u);
    EXPECT_EQ(youngest.firstByAge(0b0110, ages), 2u);
}

TEST(BankSelection, TiesKeepTheOrderOfTheCallBefore) {
    BankSelection selection("MORE_PENDING_REQUESTS", 3);
    EXPECT_EQ(orderOf(selection, {{.bank = 0}, {.bank = 1}, {.bank = 2, .queued = 1}}), (Order{2, 0, 1}));
    EXPECT_EQ(orderOf(selection, {{.bank = 0}, {.bank = 1}, {.bank = 2}}), (Order{2, 0, 1}));
}

TEST(BankSelection, SkippingIsCallingWithEmptyQueues) {
    for (const char* policy : {"ROUND_ROBIN", "OLDEST_FIRST ROUND_ROBIN", "RANDOM", "ZERO_PENDING_FIRST RANDOM"}) {
        BankSelection called(policy, 4);
        BankSelection skipped(policy, 4);
        const std::vector<BankInfo> empty = {{.bank = 0}, {.bank = 1}, {.bank = 2}, {.bank = 3}};
        orderOf(called, kInfos);
        orderOf(skipped, kInfos);
        for (int i = 0; i < 6; ++i) orderOf(called, empty);
        skipped.skip(6);
        EXPECT_EQ(orderOf(called, kInfos), orderOf(skipped, kInfos)) << policy;
    }
}

TEST(BankSelection, RandomIsTheSameEveryTime) {
    BankSelection one("RANDOM", 8);
    BankSelection two("RANDOM", 8);
    std::vector<BankInfo> infos(8);
    for (uint32_t i = 0; i < 8; ++i) infos[i].bank = i;
    Order last;
    int changes = 0;
    for (int i = 0; i < 20; ++i) {
        const Order order = orderOf(one, infos);
        EXPECT_EQ(order, orderOf(two, infos));
        if (order != last) ++changes;
        last = order;
    }
    EXPECT_GT(changes, 15);
}

TEST(BankSelection, UnknownCriteriaAreNamed) {
    EXPECT_THROW(BankSelection("", 4), sim::Error);
    try {
        BankSelection selection("OLDEST_FIRST FAIR", 4);
        FAIL();
    } catch (const sim::Error& error) {
        EXPECT_EQ(error.place(), "V2BankSelectionPolicy");
        EXPECT_NE(error.reason().find("ROUND_ROBIN"), std::string::npos);
    }
}

}  // namespace
}  // namespace cyclorama::mem::gddr
