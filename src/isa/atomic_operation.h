// SPDX-License-Identifier: MIT
#pragma once
// Atomic operations on words of 32 bits.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "isa/executor.h"

namespace cyclorama::isa {

/// An operation with its operands. CompareExchange replaces where the old value is `comparand`; Min and Max compare as
/// integers.
struct AtomicStep {
    AtomicOperation operation = AtomicOperation::Add;
    uint32_t operand = 0;
    uint32_t comparand = 0;
    bool isSigned = false;  ///< of Min and Max

    /// The value that takes the place of the old one.
    constexpr uint32_t operator()(uint32_t old) const {
        const bool less = isSigned ? static_cast<int32_t>(operand) < static_cast<int32_t>(old) : operand < old;
        switch (operation) {
            case AtomicOperation::Add:
                return old + operand;
            case AtomicOperation::Exchange:
                return operand;
            case AtomicOperation::CompareExchange:
                return old == comparand ? operand : old;
            case AtomicOperation::Min:
                return less ? operand : old;
            case AtomicOperation::Max:
                return less ? old : operand;
            case AtomicOperation::Or:
                return old | operand;
            case AtomicOperation::And:
                return old & operand;
            case AtomicOperation::Xor:
                return old ^ operand;
        }
        return old;
    }

    /// Works on a word that other threads may work on at the same time; gives the old value.
    uint32_t apply(uint32_t& word) const {
        const std::atomic_ref<uint32_t> shared(word);
        uint32_t old = shared.load(std::memory_order_relaxed);
        while (!shared.compare_exchange_weak(old, (*this)(old), std::memory_order_relaxed)) {
        }
        return old;
    }
    /// The same for the word that begins at `place`. One that is not aligned is not safe from other threads.
    uint32_t apply(std::byte* place) const {
        if (reinterpret_cast<uintptr_t>(place) % sizeof(uint32_t) == 0)
            return apply(*reinterpret_cast<uint32_t*>(place));
        uint32_t old = 0;
        std::memcpy(&old, place, sizeof old);
        const uint32_t made = (*this)(old);
        std::memcpy(place, &made, sizeof made);
        return old;
    }
};

}  // namespace cyclorama::isa
