// SPDX-License-Identifier: MIT
#pragma once
// Atomic operations on words of 32 bits.

#include <atomic>
#include <cstdint>

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
};

}  // namespace cyclorama::isa
