// SPDX-License-Identifier: MIT
#pragma once
// The kernel's interface to virtio-gpu (Linux uAPI: virtgpu_drm.h), as far as it is offered: the layouts are an ABI.

#include <cstdint>

namespace cyclorama::virgl::virtio {

/// Numbers of the requests, from DRM_COMMAND_BASE on.
enum class Request : uint32_t {
    Map = 1,
    ExecBuffer,
    GetParam,
    ResourceCreate,
    ResourceInfo,
    TransferFromHost,
    TransferToHost,
    Wait,
    GetCapabilities,
};

struct MapArgument {
    uint64_t offset = 0;
    uint32_t handle = 0;
    uint32_t padding = 0;
};

inline constexpr uint32_t kFenceFdIn = 1 << 0;
inline constexpr uint32_t kFenceFdOut = 1 << 1;

struct ExecBufferArgument {
    uint32_t flags = 0;
    /// Bytes of the stream.
    uint32_t size = 0;
    uint64_t command = 0;
    uint64_t handles = 0;
    uint32_t handleCount = 0;
    int32_t fenceFd = 0;
    uint32_t ring = 0;
    uint32_t padding = 0;
};

enum class Param : uint64_t {
    Features3d = 1,
    CapabilitySetFix = 2,
    ResourceBlob = 3,
    HostVisible = 4,
    CrossDevice = 5,
    ContextInit = 6,
    CapabilitySets = 7,
};

struct GetParamArgument {
    Param param{};
    /// Address of the program's variable for the value.
    uint64_t value = 0;
};

struct ResourceCreateArgument {
    uint32_t target = 0;
    uint32_t format = 0;
    uint32_t bind = 0;
    uint32_t width = 0, height = 0, depth = 0;
    uint32_t arraySize = 0;
    uint32_t lastLevel = 0;
    uint32_t samples = 0;
    uint32_t flags = 0;
    uint32_t bufferHandle = 0;
    uint32_t resourceHandle = 0;
    uint32_t size = 0;
    uint32_t stride = 0;
};

struct ResourceInfoArgument {
    uint32_t bufferHandle = 0;
    uint32_t resourceHandle = 0;
    uint32_t size = 0;
    uint32_t blobMemory = 0;
};

struct TransferArgument {
    uint32_t bufferHandle = 0;
    uint32_t x = 0, y = 0, z = 0;
    uint32_t width = 0, height = 0, depth = 0;
    uint32_t level = 0;
    uint32_t offset = 0;
    uint32_t stride = 0;
    uint32_t layerStride = 0;
};

inline constexpr uint32_t kWaitNoWait = 1;

struct WaitArgument {
    uint32_t handle = 0;
    uint32_t flags = 0;
};

struct GetCapabilitiesArgument {
    uint32_t set = 0;
    uint32_t version = 0;
    uint64_t address = 0;
    uint32_t size = 0;
    uint32_t padding = 0;
};

static_assert(sizeof(ExecBufferArgument) == 40 && sizeof(ResourceCreateArgument) == 56 &&
              sizeof(TransferArgument) == 44);

}  // namespace cyclorama::virgl::virtio
