// SPDX-License-Identifier: MIT
// Work in a state that no driver leaves, in the functional machine: whatever registers, descriptors and vertices say,
// only the memory that is mapped is read and written, and the work ends. Input: as hostileWork() has it.

#include <cstdlib>
#include <span>
#include <variant>

#include "adreno/chip_context.h"
#include "adreno/memory_context.h"
#include "fuzz/adreno_hostile_work.h"
#include "machine/values/memory_view.h"

namespace {

using namespace cyclorama;
using namespace cyclorama::adreno;

void run(const test::CommandStream& stream, mem::AddressSpace& memory) {
    if (!memory.write(test::kHostileMemory, std::as_bytes(std::span(stream.words())))) std::abort();
    sim::Findings findings;
    NoWaiting hangTimer;
    Chip chip;
    chip.gmemBytes = 1 << 16;
    chip.gmemBase = 0x100000;
    chip.highestBankBit = 15;
    chip.ubwcSwizzle = 6;
    chip.shaderProcessors = 2;
    chip.fibersPerProcessor = 128;
    test::ChipContext context(chip, findings, 1, hangTimer, 1 << 16);
    PacketProcessor& processor = context.processor;
    test::MemoryContext operationContext(memory);
    const machine::MemoryView view(memory);
    processor.begin({{.address = test::kHostileMemory, .words = static_cast<uint32_t>(stream.words().size())}});
    while (const auto command = processor.next(view)) {
        if (const auto* const write = std::get_if<gpu::WriteMemory>(&command->operation)) {
            if (!memory.write(write->address, write->data)) std::abort();
        } else if (const auto* const work = std::get_if<gpu::FamilyOperationPointer>(&command->operation)) {
            machine::execute(**work, operationContext);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    fuzz::Input input(std::span(data, size));
    mem::AddressSpace memory(mem::FlatAddressSpace{.onChipMemoryBytes = 1 << 16});
    memory.mappings()->mapZeros(test::kHostileMemory, test::kHostileMemoryBytes);
    run(test::hostileWork(input, memory), memory);
    return 0;
}
