// SPDX-License-Identifier: MIT
#pragma once
// Requests to a memory controller. A transaction describes an access; its bytes stay in the address space.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "func/memory/address.h"

namespace cyclorama::mem {

/// The kinds of unit that have a bus to the controller, in the order in which the controller reads their requests.
enum class Client : uint8_t {
    CommandProcessor,
    StreamerFetch,
    StreamerLoader,
    ZStencilTest,
    ColorWrite,
    Dac,
    TextureUnit,
    ResolveEngine  // copies and fills outside of draws; not every GPU has one
};
inline constexpr size_t kClients = 8;

/// As in the names of statistics.
inline constexpr std::array<std::string_view, kClients> kClientNames = {
    "CommandProcessor", "StreamerFetch", "StreamerLoader", "ZStencilTest",
    "ColorWrite",       "DAC",           "TextureUnit",    "ResolveEngine"};

constexpr std::string_view nameOf(Client client) { return kClientNames[static_cast<size_t>(client)]; }

/// A value for each kind of unit.
template <typename T>
struct PerClient {
    std::array<T, kClients> values{};
    T& operator[](Client client) { return values[static_cast<size_t>(client)]; }
    const T& operator[](Client client) const { return values[static_cast<size_t>(client)]; }
};

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
    Client client = Client::CommandProcessor;
    /// Which of the units of that kind.
    uint8_t unit = 0;
    Access access = Access::Read;
};

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
