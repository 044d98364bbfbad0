// SPDX-License-Identifier: MIT
#pragma once
// Read access of front ends to a machine's memory.

#include <cstddef>
#include <cstdint>
#include <span>

#include "gpu/command.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

/// `memory` must outlive it.
class MemoryView final : public gpu::MemoryReader {
  public:
    explicit MemoryView(const mem::AddressSpace& memory) : memory_(&memory) {}
    bool read(func::Address address, std::span<std::byte> out) const override { return memory_->read(address, out); }

  private:
    const mem::AddressSpace* memory_;
};

}  // namespace cyclorama::machine
