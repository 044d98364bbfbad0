// SPDX-License-Identifier: MIT
#include "machine/values/program_memory.h"

#include <algorithm>
#include <atomic>
#include <span>

namespace cyclorama::machine {

namespace {

uint32_t combine(isa::AtomicOperation operation, uint32_t old, uint32_t operand, uint32_t comparand, bool isSigned) {
    const auto less = [isSigned](uint32_t a, uint32_t b) {
        return isSigned ? static_cast<int32_t>(a) < static_cast<int32_t>(b) : a < b;
    };
    switch (operation) {
        case isa::AtomicOperation::Add:
            return old + operand;
        case isa::AtomicOperation::Exchange:
            return operand;
        case isa::AtomicOperation::CompareExchange:
            return old == comparand ? operand : old;
        case isa::AtomicOperation::Min:
            return less(operand, old) ? operand : old;
        case isa::AtomicOperation::Max:
            return less(old, operand) ? operand : old;
        case isa::AtomicOperation::Or:
            return old | operand;
        case isa::AtomicOperation::And:
            return old & operand;
        case isa::AtomicOperation::Xor:
            return old ^ operand;
    }
    return old;
}

}  // namespace

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
    std::atomic_ref<uint32_t> word(*reinterpret_cast<uint32_t*>(bytes->data()));
    uint32_t old = word.load(std::memory_order_relaxed);
    while (!word.compare_exchange_weak(old, combine(operation, old, operand, comparand, isSigned))) {
    }
    return old;
}

}  // namespace cyclorama::machine
