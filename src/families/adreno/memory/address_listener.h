// SPDX-License-Identifier: MIT
#pragma once
// Hears of the addresses that the lanes of a program access, for machines that account for their time.

#include <cstdint>

namespace cyclorama::adreno {

class AddressListener {
  public:
    virtual ~AddressListener() = default;
    /// One lane's access to `bytes` bytes from `address` on.
    virtual void access(uint64_t address, uint64_t bytes) = 0;
};

}  // namespace cyclorama::adreno
