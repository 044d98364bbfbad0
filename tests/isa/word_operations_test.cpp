// SPDX-License-Identifier: MIT
// The table of word operations: both versions of each kernel over random and special words.

#include "isa/word_operations.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>

#include "func/lanes/host_versions.h"

namespace cyclorama::isa {
namespace {

constexpr size_t kLanes = 64;
using Words = std::array<uint32_t, kLanes>;

/// Zeros, ones, limits of integers, and floats: denormals, infinities, numbers that are none, with and without payload.
constexpr std::array<uint32_t, 20> kSpecial{0,          1,          31,         32,         0x7fff,
                                            0x8000,     0xffff,     0x7fffffff, 0x80000000, 0xffffffff,
                                            0x3f800000, 0xbf800000, 0x00000001, 0x80400000, 0x7f7fffff,
                                            0x7f800000, 0xff800000, 0x7fc00000, 0xffc01234, 0x7f800001};

Words randomWords(std::mt19937& random) {
    Words words{};
    for (uint32_t& word : words)
        word = random() % 4 == 0 ? kSpecial[random() % kSpecial.size()] : static_cast<uint32_t>(random());
    return words;
}

TEST(WordOperations, WideKernelsGiveTheBitsOfPlainOnes) {
    if (!func::isWideHost()) return;
    std::mt19937 random(7);
    for (size_t number = 1; number < kWordOperations; ++number) {
        const auto [plain, wide] = wordKernelVersions(static_cast<WordOperation>(number));
        for (int round = 0; round < 50; ++round) {
            const Words a = randomWords(random);
            const Words b = randomWords(random);
            const Words c = randomWords(random);
            Words expected{};
            Words found{};
            plain(kLanes, expected.data(), a.data(), b.data(), c.data());
            wide(kLanes, found.data(), a.data(), b.data(), c.data());
            for (size_t lane = 0; lane < kLanes; ++lane)
                ASSERT_EQ(found[lane], expected[lane])
                    << "operation " << number << std::hex << " of " << a[lane] << ", " << b[lane] << ", " << c[lane];
        }
    }
}

}  // namespace
}  // namespace cyclorama::isa
