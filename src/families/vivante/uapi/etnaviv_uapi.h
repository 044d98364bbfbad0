// SPDX-License-Identifier: MIT
#pragma once
// The structures and numbers of the kernel's etnaviv interface (Linux uAPI, etnaviv_drm.h): the layouts are an ABI.

#include <cstdint>

#include "device/objects/drm_uapi.h"

namespace cyclorama::vivante::etnaviv {

using namespace device::drm;

/// Numbers of the driver's ioctls, from DRM_COMMAND_BASE on.
enum class Request : uint32_t {
    GetParam = 0,
    GemNew = 2,
    GemInfo = 3,
    GemCpuPrep = 4,
    GemCpuFini = 5,
    GemSubmit = 6,
    WaitFence = 7,
    GemUserptr = 8,
    GemWait = 9,
    PmQueryDomain = 10,
    PmQuerySignal = 11,
};

/// The parameters of GetParam.
enum class Param : uint32_t {
    Model = 0x01,
    Revision = 0x02,
    Features0 = 0x03,
    Features12 = 0x0f,
    StreamCount = 0x10,
    RegisterMax = 0x11,
    ThreadCount = 0x12,
    VertexCacheSize = 0x13,
    ShaderCoreCount = 0x14,
    PixelPipes = 0x15,
    VertexOutputBufferSize = 0x16,
    BufferSize = 0x17,
    InstructionCount = 0x18,
    NumConstants = 0x19,
    NumVaryings = 0x1a,
    SoftpinStartAddress = 0x1b,
    ProductId = 0x1c,
    CustomerId = 0x1d,
    EcoId = 0x1e,
};

inline constexpr uint32_t kMaximumPipes = 4;

struct GetParam {
    uint32_t pipe;
    Param param;
    uint64_t value;
};

inline constexpr uint32_t kBoForceMmu = 0x00100000;

struct GemInfo {
    uint32_t handle;
    uint32_t padding;
    uint64_t offset;
};

struct GemCpuFini {
    uint32_t handle;
    uint32_t flags;
};

struct SubmitReloc {
    uint32_t submitOffset = 0;
    uint32_t bufferIndex = 0;
    uint64_t bufferOffset = 0;
    uint32_t flags = 0;
    uint32_t padding = 0;
};

inline constexpr uint32_t kPmProcessPre = 1;
inline constexpr uint32_t kPmProcessPost = 2;

struct SubmitPmr {
    uint32_t flags = 0;
    uint8_t domain = 0;
    uint8_t padding = 0;
    uint16_t signal = 0;
    uint32_t sequence = 0;
    uint32_t readOffset = 0;
    uint32_t readIndex = 0;
};

inline constexpr uint32_t kSubmitNoImplicit = 1;
inline constexpr uint32_t kSubmitFenceFdIn = 2;
inline constexpr uint32_t kSubmitFenceFdOut = 4;
inline constexpr uint32_t kSubmitSoftpin = 8;

/// Pipes that a command stream may start in.
enum class ExecState : uint32_t { Pipe3D = 0, Pipe2D = 1, PipeVg = 2 };

struct GemSubmit {
    uint32_t fence;
    uint32_t pipe;
    uint32_t execState;
    uint32_t bufferCount;
    uint32_t relocCount;
    uint32_t streamBytes;
    uint64_t buffers;
    uint64_t relocs;
    uint64_t stream;
    uint32_t flags;
    int32_t fenceFd;
    uint64_t pmrs;
    uint32_t pmrCount;
    uint32_t padding;
};

inline constexpr uint32_t kWaitNonBlock = 1;

struct WaitFence {
    uint32_t pipe;
    uint32_t fence;
    uint32_t flags;
    uint32_t padding;
    Timespec timeout;
};

inline constexpr uint32_t kUserptrRead = 1;
inline constexpr uint32_t kUserptrWrite = 2;

struct GemUserptr {
    uint64_t pointer;
    uint64_t size;
    uint32_t flags;
    uint32_t handle;
};

struct GemWait {
    uint32_t pipe;
    uint32_t handle;
    uint32_t flags;
    uint32_t padding;
    Timespec timeout;
};

struct PmDomain {
    uint32_t pipe;
    uint8_t iterator;
    uint8_t id;
    uint16_t signals;
    char name[64];
};

struct PmSignal {
    uint32_t pipe;
    uint8_t domain;
    uint8_t padding;
    uint16_t iterator;
    uint16_t id;
    char name[64];
    uint16_t tail;
};

}  // namespace cyclorama::vivante::etnaviv
