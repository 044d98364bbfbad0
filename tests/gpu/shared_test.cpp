// SPDX-License-Identifier: MIT
#include "gpu/shared.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>

namespace cyclorama::gpu {
namespace {

using Numbers = std::array<int, 100>;

TEST(Shared, CopiesAreTheSameUntilOneIsChanged) {
    Shared<Numbers> first;
    first.edit()[3] = 5;
    Shared<Numbers> second = first;
    EXPECT_TRUE(second.same(first));
    EXPECT_EQ(&*second, &*first);

    second.edit()[3] = 6;
    EXPECT_FALSE(second.same(first));
    EXPECT_EQ((*first)[3], 5);
    EXPECT_EQ((*second)[3], 6);

    first = second;
    EXPECT_TRUE(first.same(second));
    EXPECT_EQ((*first)[3], 6);
}

TEST(Shared, DefaultsShareOneValue) {
    const Shared<Numbers> untouched;
    Shared<Numbers> changed;
    EXPECT_TRUE(changed.same(untouched));
    EXPECT_EQ(&*changed, &*untouched);
    changed.edit()[0] = 1;
    EXPECT_FALSE(changed.same(untouched));
    EXPECT_EQ((*untouched)[0], 0);
    EXPECT_EQ((*Shared<Numbers>())[0], 0);
}

// A copy that is kept is what makes a change visible: it never takes part in it.
TEST(Shared, EachChangeIsAnotherGenerationForThoseWhoKeepCopies) {
    Shared<Numbers> value(Numbers{});
    Shared<Numbers> kept;
    for (int i = 1; i < 5; ++i) {
        EXPECT_FALSE(value.same(kept));
        kept = value;
        EXPECT_TRUE(value.same(kept));
        value.edit()[0] = i;
        EXPECT_EQ((*kept)[0], i - 1);
    }
}

TEST(Shared, ChangesInPlaceWhatNobodyElseHolds) {
    Shared<Numbers> value;
    const int* place = value.edit().data();
    EXPECT_EQ(value.edit().data(), place);
    std::make_optional(value).reset();  // a copy that comes and goes
    EXPECT_EQ(value.edit().data(), place);
}

}  // namespace
}  // namespace cyclorama::gpu
