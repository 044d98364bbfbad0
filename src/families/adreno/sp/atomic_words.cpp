// SPDX-License-Identifier: MIT
#include "families/adreno/sp/atomic_words.h"

#include <cstring>

#include "isa/atomic_operation.h"

namespace cyclorama::adreno {

uint32_t applyAtomic(const ir3::AtomicRequest& atomic, unsigned lane, std::byte* place) {
    const isa::AtomicStep step{.operation = atomic.operation,
                               .operand = atomic.operand->lane[lane],
                               .comparand = atomic.comparand->lane[lane],
                               .isSigned = atomic.isSigned};
    if (reinterpret_cast<uintptr_t>(place) % sizeof(uint32_t) == 0)
        return step.apply(*reinterpret_cast<uint32_t*>(place));
    uint32_t old = 0;
    std::memcpy(&old, place, sizeof old);
    const uint32_t made = step(old);
    std::memcpy(place, &made, sizeof made);
    return old;
}

}  // namespace cyclorama::adreno
