// SPDX-License-Identifier: MIT
#pragma once
// A machine that is nothing but memory, for operations of the chip.

#include <cstdint>
#include <stdexcept>

#include "machine/values/operation_context.h"

namespace cyclorama::adreno::test {

/// The part of a machine that the chip's operations use.
class MemoryContext final : public machine::OperationContext {
  public:
    explicit MemoryContext(mem::AddressSpace& memory) : memory_(memory) {}
    mem::AddressSpace& memory() override { return memory_; }
    void memoryWritten() override {}

    const gpu::DrawState& state() const override { throw std::logic_error("no state"); }
    machine::Surfaces& surfaces() override { throw std::logic_error("no surfaces"); }
    const func::TextureUnitSettings& textures() const override { throw std::logic_error("no textures"); }
    void contentsSet(gpu::Buffer) override {}
    machine::FrameSink& frames() override { throw std::logic_error("no frames"); }
    uint32_t countPicture() override { return 0; }
    void report(const sim::FindingKind&) override {}

  private:
    mem::AddressSpace& memory_;
};

}  // namespace cyclorama::adreno::test
