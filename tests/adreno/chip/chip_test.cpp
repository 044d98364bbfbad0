// SPDX-License-Identifier: MIT
// The chip that a configuration describes: each parameter is one of its numbers, and reaches no other.

#include "families/adreno/chip/chip.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "families/adreno/adreno.h"
#include "sim/error.h"

namespace cyclorama::adreno {
namespace {

machine::Configuration defaults() {
    const Adreno family;
    return family::defaultConfiguration(std::array<const family::Family*, 1>{&family});
}

machine::Configuration describedChip() {
    machine::Configuration configuration = defaults();
    configuration.set("ADRENO.ChipId=0x06030001");
    return configuration;
}

/// A parameter, another value than its default, and the number of the chip that it then is.
struct Number {
    std::string parameter;
    std::string text;
    uint64_t value = 0;
    std::function<uint64_t(const Chip&)> of;
};

TEST(AdrenoChip, HasEachOfTheConfigurationsNumbers) {
    constexpr uint64_t kKibibyte = 1024;
    constexpr uint64_t kGibibyte = uint64_t{1} << 30;
    const std::vector<Number> numbers = {
        {"ChipId", "0x06050002", 0x0605'0002, [](const Chip& chip) { return chip.chipId; }},
        {"GpuId", "650", 650, [](const Chip& chip) { return chip.gpuId; }},
        {"Generation", "3", 3, [](const Chip& chip) { return static_cast<uint64_t>(chip.generation); }},
        {"GmemSize", "1152", 1152 * kKibibyte, [](const Chip& chip) { return chip.gmemBytes; }},
        {"GmemBase", "0x100000", 0x10'0000, [](const Chip& chip) { return chip.gmemBase; }},
        {"AddressSpaceSize", "16", 16 * kGibibyte, [](const Chip& chip) { return chip.addressSpaceBytes; }},
        {"HighestBankBit", "16", 16, [](const Chip& chip) { return chip.highestBankBit; }},
        {"UbwcSwizzle", "7", 7, [](const Chip& chip) { return chip.ubwcSwizzle; }},
        {"MacrotileMode", "1", 1, [](const Chip& chip) { return chip.macrotileMode; }},
        {"ShaderProcessors", "3", 3, [](const Chip& chip) { return chip.shaderProcessors; }},
        {"RegisterVectors", "64", 64, [](const Chip& chip) { return chip.registerVectors; }},
        {"FibersPerProcessor", "4096", 4096, [](const Chip& chip) { return chip.fibersPerProcessor; }},
        {"InstructionCacheUnits", "127", 127, [](const Chip& chip) { return chip.instructionCacheUnits; }},
    };
    machine::Configuration configuration = describedChip();
    for (const Number& number : numbers) {
        const Chip before = chipOf(configuration);
        EXPECT_NE(number.of(before), number.value) << number.parameter;
        configuration.set("ADRENO." + number.parameter + '=' + number.text);
        const Chip after = chipOf(configuration);
        for (const Number& other : numbers)
            EXPECT_EQ(other.of(after), &other == &number ? number.value : other.of(before))
                << other.parameter << " after " << number.parameter;
    }
    configuration.set("ADRENO.ChipName=AX");
    EXPECT_EQ(chipOf(configuration).name, "AX");
}

TEST(AdrenoChip, IsNotThereWithoutANumber) { EXPECT_THROW((void)chipOf(defaults()), sim::Error); }

}  // namespace
}  // namespace cyclorama::adreno
