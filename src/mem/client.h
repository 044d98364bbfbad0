// SPDX-License-Identifier: MIT
#pragma once
// The clients of a memory controller: kinds of unit that have a bus to it, registered by name.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cyclorama::mem {

/// A client by its place among those of the controller.
enum class Client : uint8_t {};

struct ClientInfo {
    /// A literal, as in the names of statistics.
    std::string_view name{};
    /// Units of the kind, each with a bus: 1 to 256.
    uint32_t units = 1;
    /// Bytes a cycle on each bus.
    uint32_t busWidth = 64;
    /// Number of units for which two entries of the request buffer each are kept free.
    uint32_t unitsWithEntries = 1;
    /// Write buffers are kept free for two writes of each unit.
    bool writes = false;
    /// A unit belongs to the render output pipe of the same number; such units share its part of a split request
    /// buffer.
    bool ofRenderOutput = false;
    /// Turn in which the simple controller reads requests within a cycle: lower turns first, clients of the same turn
    /// by the numbers of their units. The GDDR controller reads them in the order of registration.
    uint8_t turn = 0;
};

/// The clients of one controller in the order of registration.
class Clients {
  public:
    /// Throws sim::Error if the name is empty or taken, or a number is out of range.
    Client add(const ClientInfo& info);

    /// Throws sim::Fault if no client has the name.
    Client find(std::string_view name) const;
    const ClientInfo& operator[](Client client) const { return infos_[static_cast<size_t>(client)]; }
    size_t size() const { return infos_.size(); }
    auto begin() const { return infos_.begin(); }
    auto end() const { return infos_.end(); }
    /// Buses of all units.
    uint32_t buses() const;

  private:
    std::vector<ClientInfo> infos_;
};

/// A value for each client.
template <typename T>
class PerClient {
  public:
    explicit PerClient(size_t clients) : values_(clients) {}
    T& operator[](Client client) { return values_[static_cast<size_t>(client)]; }
    const T& operator[](Client client) const { return values_[static_cast<size_t>(client)]; }

  private:
    std::vector<T> values_;
};

}  // namespace cyclorama::mem
