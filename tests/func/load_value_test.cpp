// SPDX-License-Identifier: MIT
#include "func/memory/load_value.h"

#include <gtest/gtest.h>

#include <array>

namespace cyclorama::func {
namespace {

TEST(LoadNumbers, HaveOneTwoOrFourBytesAtAnyPlace) {
    constexpr std::array<std::byte, 9> kBytes{std::byte{0xaa}, std::byte{0x01}, std::byte{0x82},
                                              std::byte{0x03}, std::byte{0x84}, std::byte{0x05},
                                              std::byte{0x06}, std::byte{0x07}, std::byte{0x88}};
    std::array<uint32_t, 2> numbers{};
    loadNumbers(&kBytes[1], 1, numbers);
    EXPECT_EQ(numbers, (std::array<uint32_t, 2>{0x01, 0x82}));
    loadNumbers(&kBytes[1], 2, numbers);
    EXPECT_EQ(numbers, (std::array<uint32_t, 2>{0x8201, 0x8403}));
    loadNumbers(&kBytes[1], 4, numbers);
    EXPECT_EQ(numbers, (std::array<uint32_t, 2>{0x84038201, 0x88070605}));
}

}  // namespace
}  // namespace cyclorama::func
