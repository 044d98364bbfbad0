// SPDX-License-Identifier: MIT
#pragma once
// Requests of the vtest protocol, versions 0 and 2 (Mesa: src/virtio/vtest/vtest_protocol.h), which brings virgl over a
// socket. Versions differ in how texels travel: in the socket, or in memory that both sides map.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "virgl/resource.h"

namespace cyclorama::virgl::vtest {

/// Numbers of the requests, and of the answers to them (VCMD_*).
enum class Command : uint32_t {
    GetCapabilities = 1,
    CreateResource = 2,
    DestroyResource = 3,
    TransferGet = 4,
    TransferPut = 5,
    Submit = 6,
    BusyWait = 7,
    CreateRenderer = 8,
    GetCapabilities2 = 9,
    PingVersion = 10,
    Version = 11,
    CreateResource2 = 12,
    TransferGet2 = 13,
    TransferPut2 = 14,
};

/// The name of a request's number, as the protocol has it; empty for numbers of no version that is served.
std::string_view nameOfCommand(uint32_t number);

/// The newest version that is served. Version 1 is not: programs that ask for it get 0.
inline constexpr uint32_t kNewestVersion = 2;

/// Comes before all others: the name of the program.
struct CreateRenderer {
    std::string name;
};
/// Asks for a set of capabilities (virgl/capabilities.h).
struct GetCapabilities {
    uint32_t set = 0;
};
/// Asks whether the server knows of versions.
struct PingVersion {};
/// The version that the program wishes to go on with.
struct ChooseVersion {
    uint32_t wished = 0;
};
struct CreateResource {
    uint32_t handle = 0;
    ResourceDescription description{};
    /// The program shares the resource's memory, of `bytes` where that is not zero.
    bool shared = false;
    uint32_t bytes = 0;
};
struct DestroyResource {
    uint32_t handle = 0;
};
struct Transfer {
    uint32_t handle = 0;
    bool toHost = false;
    Region region{};
    /// The texels are in the resource's shared memory, from `offset` on; else they follow the request, or its answer.
    bool shared = false;
    uint32_t offset = 0;
    /// Rows and bytes of the texels in the socket; strides of zero are those of the region.
    uint32_t stride = 0;
    uint32_t sliceStride = 0;
    uint32_t bytes = 0;
    std::vector<std::byte> data{};
};
struct Submit {
    std::vector<uint32_t> stream;
};
/// Asks whether a resource is in use, or waits until it is not. Handle 0 is of no resource, which is never in use.
struct BusyWait {
    uint32_t handle = 0;
    bool wait = false;
};

using Request = std::variant<CreateRenderer, GetCapabilities, PingVersion, ChooseVersion, CreateResource,
                             DestroyResource, Transfer, Submit, BusyWait>;

}  // namespace cyclorama::virgl::vtest
