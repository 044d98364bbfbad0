// SPDX-License-Identifier: MIT
#include "families/adreno/shading/atomic_words.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace cyclorama::adreno {
namespace {

uint32_t combined(const ir3::AtomicRequest& atomic, uint32_t old, uint32_t operand, uint32_t comparand) {
    const auto less = [&](uint32_t a, uint32_t b) {
        return atomic.isSigned ? static_cast<int32_t>(a) < static_cast<int32_t>(b) : a < b;
    };
    switch (atomic.operation) {
        case isa::AtomicOperation::Add:
            return old + operand;
        case isa::AtomicOperation::Exchange:
            return operand;
        case isa::AtomicOperation::CompareExchange:
            return old == comparand ? operand : old;
        case isa::AtomicOperation::Min:
            return less(operand, old) ? operand : old;
        case isa::AtomicOperation::Max:
            return less(operand, old) ? old : operand;
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

uint32_t applyAtomic(const ir3::AtomicRequest& atomic, unsigned lane, std::byte* place) {
    const uint32_t operand = atomic.operand->lane[lane];
    const uint32_t comparand = atomic.comparand->lane[lane];
    uint32_t old = 0;
    if (reinterpret_cast<uintptr_t>(place) % sizeof(uint32_t) != 0) {
        std::memcpy(&old, place, sizeof old);
        const uint32_t made = combined(atomic, old, operand, comparand);
        std::memcpy(place, &made, sizeof made);
        return old;
    }
    const std::atomic_ref<uint32_t> word(*reinterpret_cast<uint32_t*>(place));
    old = word.load(std::memory_order_relaxed);
    while (!word.compare_exchange_weak(old, combined(atomic, old, operand, comparand), std::memory_order_relaxed)) {
    }
    return old;
}

}  // namespace cyclorama::adreno
