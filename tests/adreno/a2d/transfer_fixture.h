// SPDX-License-Identifier: MIT
#pragma once
// A chip of which only registers and memory are there, for tests of moves between images.

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "families/adreno/operations/chip_operation.h"
#include "families/adreno/registers/registers.h"
#include "mem/address_space.h"

namespace cyclorama::adreno::test {

/// FMT6_8_8_8_8_UNORM.
inline constexpr uint32_t kRgba8 = 0x30;

class TransferTest : public testing::Test {
  protected:
    static constexpr uint64_t kSource = 0x1'0000'0000;
    static constexpr uint64_t kTarget = 0x1'0010'0000;
    static constexpr uint64_t kBytes = 1 << 20;
    static constexpr uint32_t kWorkers = 3;

    TransferTest()
        : pipeline_({.name = "a630",
                     .chipId = 0x06030001,
                     .gmemBytes = 1 << 20,
                     .gmemBase = 0x100000,
                     .highestBankBit = 15,
                     .ubwcSwizzle = 6},
                    findings_, kWorkers),
          memory_(mem::FlatAddressSpace{.onChipMemoryBytes = 1 << 20}) {
        memory_.mappings()->mapZeros(kSource, 2 * kBytes);
        std::memset(execution().memory.gmem(0, 1 << 20), 0, 1 << 20);
    }

    void set(Register reg, uint32_t value) { pipeline_.state.registers.write(reg.word(), value); }
    void setAddress(Register reg, uint64_t address) {
        set(reg, static_cast<uint32_t>(address));
        set({reg.offset + 1, 0}, static_cast<uint32_t>(address >> 32));
    }
    /// `value` is in units of one, whatever the field's unit.
    void set(const Field& field, uint64_t value) {
        RegisterValues& registers = pipeline_.state.registers;
        const uint64_t mask = field.value.mask();
        const uint64_t bits = value >> field.value.shift << field.value.low & mask;
        registers.write(field.reg.word(), static_cast<uint32_t>((registers.read(field.reg.word()) & ~mask) | bits));
    }
    Execution execution() { return executionOn(pipeline_, memory_); }

    template <typename T>
    T at(uint64_t address) const {
        return memory_.load<T>(address).value_or(T{});
    }
    template <typename T>
    void put(uint64_t address, const T& value) {
        ASSERT_TRUE(memory_.store(address, value));
    }
    std::vector<std::string> reported() const {
        std::vector<std::string> identifiers;
        for (const sim::Finding& finding : findings_.all()) identifiers.emplace_back(finding.kind.identifier);
        return identifiers;
    }

    sim::Findings findings_;
    Pipeline pipeline_;
    mem::AddressSpace memory_;
};

}  // namespace cyclorama::adreno::test
