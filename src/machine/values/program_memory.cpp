// SPDX-License-Identifier: MIT
#include "machine/values/program_memory.h"

#include <algorithm>
#include <span>

#include "isa/atomic_operation.h"

namespace cyclorama::machine {

uint32_t ProgramMemory::load(func::Address address, unsigned bytes) {
    uint32_t value = 0;
    if (!memory_->read(address, std::as_writable_bytes(std::span(&value, 1)).first(std::min(bytes, 4u)))) ++faults_;
    return value;
}

void ProgramMemory::store(func::Address address, unsigned bytes, uint32_t value) {
    if (!memory_->write(address, std::as_bytes(std::span(&value, 1)).first(std::min(bytes, 4u)))) ++faults_;
}

uint32_t ProgramMemory::atomic(isa::AtomicOperation operation, func::Address address, uint32_t operand,
                               uint32_t comparand, bool isSigned) {
    const auto bytes = memory_->span(address.alignedDown(sizeof(uint32_t)), sizeof(uint32_t));
    if (!bytes) {
        ++faults_;
        return 0;
    }
    // Fragments of several workers may meet here.
    const isa::AtomicStep step{
        .operation = operation, .operand = operand, .comparand = comparand, .isSigned = isSigned};
    return step.apply(bytes->data());
}

}  // namespace cyclorama::machine
