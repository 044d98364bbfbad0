// SPDX-License-Identifier: MIT
#pragma once
// Registers, memory and the units that move images, for tests of moves.

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "families/adreno/a2d/blit_engine.h"
#include "families/adreno/a2d/gmem_blit.h"
#include "families/adreno/checks/checks.h"
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

    TransferTest() : memory_(mem::FlatAddressSpace{.onChipMemoryBytes = 1 << 20}) {
        memory_.mappings()->mapZeros(kSource, 2 * kBytes);
        std::memset(gpuMemory().gmem(0, 1 << 20), 0, 1 << 20);
    }

    void set(Register reg, uint32_t value) { registers_.write(reg.word(), value); }
    void setAddress(Register reg, uint64_t address) {
        set(reg, static_cast<uint32_t>(address));
        set({reg.offset + 1, 0}, static_cast<uint32_t>(address >> 32));
    }
    /// `value` is in units of one, whatever the field's unit.
    void set(const Field& field, uint64_t value) {
        const uint64_t mask = field.value.mask();
        const uint64_t bits = value >> field.value.shift << field.value.low & mask;
        registers_.write(field.reg.word(), static_cast<uint32_t>((registers_.read(field.reg.word()) & ~mask) | bits));
    }
    GpuMemory gpuMemory() { return {memory_, gmemRangeOf(chip_), reporter_, &checks_}; }
    /// Does what the registers describe.
    void blit() {
        const GpuMemory memory = gpuMemory();
        BlitEngine(chip_, memory, workers_, reporter_, observer_).run(registers_);
    }
    void blitGmem() {
        const GpuMemory memory = gpuMemory();
        const GmemBlit blit(chip_, memory, workers_, reporter_, observer_);
        if (const auto open = blit.open(registers_)) blit.move(*open);
    }

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

    const Chip chip_{.name = "a630",
                     .chipId = 0x06030001,
                     .gmemBytes = 1 << 20,
                     .gmemBase = 0x100000,
                     .highestBankBit = 15,
                     .ubwcSwizzle = 6};
    sim::Findings findings_;
    Reporter reporter_{findings_};
    Checks checks_{chip_, reporter_};
    machine::WorkerPool workers_{kWorkers};
    const TransferObserver observer_{gmemRangeOf(chip_), &checks_, &checks_};
    RegisterValues registers_;
    mem::AddressSpace memory_;
};

}  // namespace cyclorama::adreno::test
