// SPDX-License-Identifier: MIT
#include "families/adreno/cp/processor_memory.h"

#include <fmt/format.h>

#include "families/adreno/cp/findings.h"

namespace cyclorama::adreno {
namespace {

/// Such a packet reads until what it waits for is there.
bool polls(const FetchedPacket& packet) {
    const auto opcode = static_cast<Opcode>(packet.header.number);
    return opcode == Opcode::WaitRegisterOrMemory || opcode == Opcode::WaitMemoryGreaterOrEqual;
}

}  // namespace

bool ProcessorMemory::load(uint64_t address, std::span<uint32_t> words) {
    if (!fetch(address, words)) return false;
    if (polls(packet_)) return true;
    reads_.push_back({.address = address, .bytes = words.size_bytes()});
    if (const OptionalIssue issue = checks_.processorRead(packet_.header.number, address, words.size_bytes()))
        reporter_.report(*issue->kind, issue->detail);
    return true;
}

bool ProcessorMemory::fetch(uint64_t address, std::span<uint32_t> words) {
    if (!budget_.spend(words.size())) return false;
    if (memory_->read(address, std::as_writable_bytes(words))) return true;
    reporter_.report(findings::kAccessUnmapped, fmt::format("{:#x}, {} bytes", address, words.size_bytes()));
    return false;
}

std::optional<gpu::Operation> ProcessorMemory::store(uint64_t address, std::span<const uint32_t> words) {
    if (words.empty()) return std::nullopt;
    outgoing_.assign(words.begin(), words.end());
    // A range that can be read can be written.
    std::vector<uint32_t> present(words.size());
    if (!fetch(address, present)) return std::nullopt;
    // Events write when the work before them is done, and are no writes of the processor's own.
    if (static_cast<Opcode>(packet_.header.number) != Opcode::EventWrite)
        checks_.processorWrites.write(address, words.size_bytes());
    return gpu::WriteMemory{.address = address, .data = std::as_bytes(std::span(outgoing_))};
}

}  // namespace cyclorama::adreno
