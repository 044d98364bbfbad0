// SPDX-License-Identifier: MIT
#pragma once
// A command processor with the blocks after it, on memory of the test's own: streams run as a job does.

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adreno/chip_context.h"
#include "adreno/command_stream.h"
#include "adreno/memory_context.h"
#include "families/adreno/isa/codec.h"
#include "machine/values/memory_view.h"
#include "mem/address_space.h"

namespace cyclorama::adreno::test {

/// Streams and programs lie at the start of what is mapped; tests have the rest.
inline constexpr uint64_t kStreamAddress = 0x1'0000'0000;
inline constexpr uint64_t kProgramAddress = 0x1'0001'0000;
inline constexpr uint64_t kDataAddress = 0x1'0002'0000;
inline constexpr uint64_t kMappedBytes = 8 << 20;
/// Nothing is mapped there.
inline constexpr uint64_t kNowhereAddress = 0x1'8000'0000;

inline Chip fixtureChip() {
    Chip chip;
    chip.gmemBytes = 1 << 16;
    chip.gmemBase = 0x100000;
    chip.shaderProcessors = 2;
    chip.fibersPerProcessor = 2048;
    return chip;
}

class PipelineFixture : public testing::Test {
  protected:
    PipelineFixture()
        : memory_(mem::FlatAddressSpace{.onChipMemoryBytes = fixtureChip().gmemBytes}),
          context_(fixtureChip(), findings_, 2, hangTimer_) {
        memory_.mappings()->mapZeros(kStreamAddress, kMappedBytes);
    }

    void run(const CommandStream& stream) {
        ASSERT_TRUE(memory_.write(kStreamAddress, std::as_bytes(std::span(stream.words()))));
        context_.processor.begin({{.address = kStreamAddress, .words = static_cast<uint32_t>(stream.words().size())}});
        const machine::MemoryView view(memory_);
        MemoryContext operationContext(memory_);
        while (const auto command = context_.processor.next(view)) {
            if (const auto* const write = std::get_if<gpu::WriteMemory>(&command->operation)) {
                EXPECT_TRUE(memory_.write(write->address, write->data));
            } else if (const auto* const work = std::get_if<gpu::FamilyOperationPointer>(&command->operation)) {
                machine::execute(**work, operationContext);
            } else {
                ADD_FAILURE() << "an operation of another kind";
            }
        }
    }
    /// Writes a program, and gives how many units of 16 instructions it takes.
    uint32_t putProgram(std::string_view text, uint64_t address = kProgramAddress) {
        const auto words = ir3::assembleProgram(text);
        if (const auto* const error = std::get_if<ir3::AssemblyError>(&words)) {
            ADD_FAILURE() << "line " << error->line << ": " << error->reason;
            return 0;
        }
        std::vector<uint64_t> program = std::get<std::vector<uint64_t>>(words);
        program.resize((program.size() + 15) / 16 * 16);
        EXPECT_TRUE(memory_.write(address, std::as_bytes(std::span(program))));
        return static_cast<uint32_t>(program.size() / 16);
    }
    uint32_t at(uint64_t address) const { return memory_.load<uint32_t>(address).value_or(0xbad); }
    void set(uint64_t address, uint32_t value) { ASSERT_TRUE(memory_.store(address, value)); }

    std::vector<std::string> reported() const {
        std::vector<std::string> identifiers;
        for (const sim::Finding& finding : findings_.all()) identifiers.emplace_back(finding.kind.identifier);
        return identifiers;
    }

    mem::AddressSpace memory_;
    sim::Findings findings_;
    NoWaiting hangTimer_;
    ChipContext context_;
};

}  // namespace cyclorama::adreno::test
