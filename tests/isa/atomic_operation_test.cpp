// SPDX-License-Identifier: MIT
#include "isa/atomic_operation.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace cyclorama::isa {
namespace {

TEST(AtomicStep, GivesTheOldWordAtAnyPlace) {
    for (const size_t place : {4u, 5u, 6u, 7u}) {
        alignas(4) std::array<std::byte, 16> bytes{};
        const uint32_t before = 0xfffffffe;
        std::memcpy(&bytes[place], &before, sizeof before);
        const AtomicStep step{.operation = AtomicOperation::Add, .operand = 0x102};
        EXPECT_EQ(step.apply(&bytes[place]), before);
        std::array<std::byte, 16> after{};
        after[place + 1] = std::byte{1};
        EXPECT_EQ(bytes, after) << "at byte " << place;
    }
}

TEST(AtomicStep, ComparesAsSignedOrNot) {
    const auto made = [](AtomicOperation operation, bool isSigned) {
        return AtomicStep{.operation = operation, .operand = 0x80000000, .comparand = 0, .isSigned = isSigned}(1);
    };
    EXPECT_EQ(made(AtomicOperation::Min, true), 0x80000000);
    EXPECT_EQ(made(AtomicOperation::Min, false), 1u);
    EXPECT_EQ(made(AtomicOperation::Max, true), 1u);
    EXPECT_EQ(made(AtomicOperation::Max, false), 0x80000000);
}

}  // namespace
}  // namespace cyclorama::isa
