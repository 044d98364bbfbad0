// SPDX-License-Identifier: MIT
// Command streams that nobody's driver wrote: packets of any opcode with any words, and words that are none. Each job
// ends, or hangs with a finding; nothing outside of the mapped memory is read or written. Draws and other work for the
// blocks behind the processor are read, not done.
// Input: for each packet a byte of its opcode, one of its words, and those; a word whose first byte is small is an
// address in the mapped memory.

#include <cstdlib>
#include <cstring>
#include <vector>

#include "adreno/chip_context.h"
#include "fuzz/input.h"
#include "machine/values/memory_view.h"
#include "mem/address_space.h"

namespace {

using namespace cyclorama;
using fuzz::Input;

constexpr uint64_t kMemory = uint64_t{1} << 32;
constexpr uint64_t kMemoryBytes = 1 << 16;
/// Streams end long before a hangcheck.
constexpr uint64_t kMostWords = 1 << 14;

/// The words of a packet; addresses take two.
void addWords(Input& input, std::vector<uint32_t>& words, uint32_t count) {
    constexpr uint8_t kAddress = 0x60;
    const size_t end = words.size() + count;
    while (words.size() < end) {
        if (input.byte() >= kAddress) {
            words.push_back(input.word());
            continue;
        }
        words.push_back(input.word() % kMemoryBytes & ~3u);
        if (words.size() < end) words.push_back(kMemory >> 32);
    }
}

std::vector<uint32_t> packets(Input& input) {
    constexpr uint32_t kMostPacketWords = 12;
    std::vector<uint32_t> words;
    while (!input.empty() && words.size() < kMemoryBytes / 8) {
        const uint8_t opcode = input.byte();
        const uint32_t count = input.byte() % kMostPacketWords;
        if (opcode == 0xff)
            words.push_back(input.word());
        else if (opcode >= 0xf0)
            words.push_back(adreno::registerWriteHeader(input.word(), count));
        else
            words.push_back(adreno::commandHeader(static_cast<uint8_t>(opcode & 0x7f), count));
        addWords(input, words, count);
    }
    return words;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Input input(std::span(data, size));
    const std::vector<uint32_t> words = packets(input);
    mem::AddressSpace memory{mem::FlatAddressSpace{}};
    memory.mappings()->mapZeros(kMemory, kMemoryBytes);
    memory.write(kMemory, std::as_bytes(std::span(words)));
    sim::Findings findings;
    adreno::NoWaiting hangTimer;
    adreno::test::ChipContext context(adreno::Chip{}, findings, 1, hangTimer, kMostWords);
    adreno::PacketProcessor& processor = context.processor;
    const machine::MemoryView view(memory);
    // The second job meets what the first has left: registers, predicates, and its own stream as that was changed.
    for (int job = 0; job < 2; ++job) {
        processor.begin({{.address = kMemory, .words = static_cast<uint32_t>(words.size())}});
        while (const auto command = processor.next(view)) {
            if (std::holds_alternative<gpu::FamilyOperationPointer>(command->operation)) continue;
            const auto* const write = std::get_if<gpu::WriteMemory>(&command->operation);
            if (write == nullptr || !memory.write(write->address, write->data)) std::abort();
        }
        if (processor.hung() && findings.all().empty()) std::abort();
    }
    return 0;
}
