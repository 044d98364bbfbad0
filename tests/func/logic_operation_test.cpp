// SPDX-License-Identifier: MIT
#include "func/output/logic_operation.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace cyclorama::func {
namespace {

/// The truth tables of the OpenGL 4.6 specification, table 17.3, with source 0011 and destination 0101.
TEST(LogicOperation, FollowsTheTruthTables) {
    const std::array<uint64_t, 16> expected = {0b0000, 0b0001, 0b0010, 0b0011, 0b0100, 0b0101, 0b0110, 0b0111,
                                               0b1000, 0b1001, 0b1010, 0b1011, 0b1100, 0b1101, 0b1110, 0b1111};
    for (uint32_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(logicOperation(static_cast<LogicOperation>(i), 0b0011, 0b0101) & 0xf, expected[i]) << i;
    }
}

TEST(LogicOperation, CombinesAllBytes) {
    for (uint32_t i = 0; i < 16; ++i) {
        const auto operation = static_cast<LogicOperation>(i);
        std::array<uint64_t, 5> source;
        std::array<uint64_t, 5> destination;
        for (uint32_t k = 0; k < source.size(); ++k) {
            source[k] = 0x0123456789abcdefu * (k + 1);
            destination[k] = 0xfedcba9876543210u ^ (uint64_t{k} << 40);
        }
        std::array<uint64_t, 5> expected;
        for (uint32_t k = 0; k < source.size(); ++k) expected[k] = logicOperation(operation, source[k], destination[k]);
        selectLogicFunction(operation)(std::as_writable_bytes(std::span(source)),
                                       std::as_bytes(std::span(destination)));
        EXPECT_EQ(source, expected) << i;
    }
}

}  // namespace
}  // namespace cyclorama::func
