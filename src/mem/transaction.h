// SPDX-License-Identifier: MIT
#pragma once
// Requests to a memory controller. A transaction describes an access; its bytes stay in the address space.

#include <cstdint>
#include <string>

#include "func/memory/address.h"
#include "mem/client.h"

namespace cyclorama::mem {

/// Preload writes without taking time: it only counts.
enum class Access : uint8_t { Read, Write, Preload };

/// The most bytes that one transaction moves.
inline constexpr uint32_t kTransactionBytes = 64;

/// A read as it is asked for and as it is answered, or a write.
struct MemoryTransaction {
    /// In DRAM or system memory: memory on the chip has no controller.
    func::Address address{};
    /// 1 to kTransactionBytes, preloads excepted.
    uint32_t bytes = 0;
    /// The client's own, handed back with the answer.
    uint32_t id = 0;
    /// Set by MemoryPort::send(), as the unit's number among those of the client.
    Client client{};
    uint8_t unit = 0;
    Access access = Access::Read;
};

std::string describe(const MemoryTransaction& transaction, const Clients& clients);
/// Without the name of the client.
std::string describe(const MemoryTransaction& transaction);

/// Kinds of access that the controller accepts from a unit in the cycle in which the unit reads it.
struct AcceptState {
    bool reads = true;
    bool writes = true;
    bool operator==(const AcceptState&) const = default;
};
std::string describe(const AcceptState& accepts);

/// Cycles that `bytes` take on a bus of `width` bytes a cycle.
constexpr uint32_t busCycles(uint32_t bytes, uint32_t width) { return (bytes + width - 1) / width; }

}  // namespace cyclorama::mem
