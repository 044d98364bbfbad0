// SPDX-License-Identifier: MIT
#include "mem/address_space.h"

namespace cyclorama::mem {

AddressSpace::AddressSpace(const AddressSpaceSettings& settings) {
    add(func::MemoryKind::Dram, settings.gpuMemoryBytes, settings.fillWord);
    add(func::MemoryKind::System, settings.systemMemoryBytes, settings.fillWord);
    add(func::MemoryKind::OnChip, settings.onChipMemoryBytes, settings.fillWord);
}

AddressSpace::AddressSpace(const FlatAddressSpace& settings)
    : ownMapped_(std::make_unique<MappedMemory>(*ownWindows_)), mapped_(ownMapped_.get()) {
    add(func::MemoryKind::OnChip, settings.onChipMemoryBytes, kUnwrittenWord);
    // Takes the first window, where most GPUs have their buffers: accesses of no bytes succeed there from the start.
    mapped_->unmap(func::Address(), MappedMemory::kPageBytes);
}

void AddressSpace::add(func::MemoryKind kind, uint64_t bytes, uint32_t fillWord) {
    if (bytes == 0) return;
    auto& memory = memories_[static_cast<size_t>(kind)];
    memory = std::make_unique<Memory>(Memory{.bytes = LazyMemory(bytes, fillWord), .window = {}});
    memory->window = {.data = memory->bytes.data(), .readable = bytes, .present = bytes};
    ownWindows_->add(func::Address(kind, 0), memory->window);
}

}  // namespace cyclorama::mem
