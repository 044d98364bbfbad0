// SPDX-License-Identifier: MIT
#pragma once
// The structures and numbers of the kernel's msm interface (Linux uAPI, msm_drm.h): the layouts are an ABI.

#include <cstddef>
#include <cstdint>

#include "device/objects/drm_uapi.h"

namespace cyclorama::adreno::msm {

using namespace device::drm;

/// Numbers of the driver's ioctls, from DRM_COMMAND_BASE on.
enum class Request : uint32_t {
    GetParam = 0,
    SetParam = 1,
    GemNew = 2,
    GemInfo = 3,
    GemCpuPrep = 4,
    GemCpuFini = 5,
    GemSubmit = 6,
    WaitFence = 7,
    GemMadvise = 8,
    QueueNew = 10,
    QueueClose = 11,
    QueueQuery = 12,
};

/// The only engine, MSM_PIPE_3D0.
inline constexpr uint32_t kPipe3d = 0x10;
inline constexpr uint32_t kPipeBits = 0xffff;

enum class Param : uint32_t {
    GpuId = 0x01,
    GmemSize = 0x02,
    ChipId = 0x03,
    MaxFrequency = 0x04,
    Timestamp = 0x05,
    GmemBase = 0x06,
    Priorities = 0x07,
    PerProcessTables = 0x08,
    Faults = 0x09,
    Suspends = 0x0a,
    SystemProfile = 0x0b,
    Command = 0x0c,
    CommandLine = 0x0d,
    AddressStart = 0x0e,
    AddressSize = 0x0f,
    HighestBankBit = 0x10,
    RayTracing = 0x11,
    UbwcSwizzle = 0x12,
    MacrotileMode = 0x13,
};

struct ParamArgument {
    uint32_t pipe = 0;
    Param param{};
    uint64_t value = 0;
    uint32_t length = 0;
    uint32_t padding = 0;
};

inline constexpr uint32_t kBoScanout = 0x00000001;
inline constexpr uint32_t kBoGpuReadOnly = 0x00000002;
inline constexpr uint32_t kBoCachedCoherent = 0x00080000;

enum class Info : uint32_t {
    GetOffset = 0,
    GetAddress = 1,
    SetName = 2,
    GetName = 3,
    SetAddress = 4,
    GetFlags = 5,
    SetMetadata = 6,
    GetMetadata = 7,
};

struct GemInfo {
    uint32_t handle = 0;
    Info info{};
    uint64_t value = 0;
    uint32_t length = 0;
    uint32_t padding = 0;
};

inline constexpr uint32_t kPrepBoost = 0x08;

struct GemCpuFini {
    uint32_t handle = 0;
};

/// Commands that run from the ring; those that the streams call; those that run where another file's job came between.
enum class CommandType : uint32_t { Buffer = 1, IndirectTarget = 2, ContextRestore = 3 };

struct SubmitCommand {
    CommandType type = CommandType::Buffer;
    uint32_t bufferIndex = 0;
    uint32_t offset = 0;
    uint32_t bytes = 0;
    uint32_t padding = 0;
    uint32_t relocCount = 0;
    uint64_t relocs = 0;
};

inline constexpr uint32_t kSubmitBoDump = 0x4;
inline constexpr uint32_t kSubmitBoNoImplicit = 0x8;

inline constexpr uint32_t kSubmitNoImplicit = 0x80000000;
inline constexpr uint32_t kSubmitFenceFdIn = 0x40000000;
inline constexpr uint32_t kSubmitFenceFdOut = 0x20000000;
inline constexpr uint32_t kSubmitSudo = 0x10000000;
inline constexpr uint32_t kSubmitSyncObjectsIn = 0x08000000;
inline constexpr uint32_t kSubmitSyncObjectsOut = 0x04000000;
inline constexpr uint32_t kSubmitFenceNumberIn = 0x02000000;

inline constexpr uint32_t kSubmitSyncObjectReset = 0x1;

struct SubmitSyncObject {
    uint32_t handle = 0;
    uint32_t flags = 0;
    uint64_t point = 0;
};

struct GemSubmit {
    uint32_t flags = 0;
    uint32_t fence = 0;
    uint32_t bufferCount = 0;
    uint32_t commandCount = 0;
    uint64_t buffers = 0;
    uint64_t commands = 0;
    int32_t fenceFd = 0;
    uint32_t queue = 0;
    uint64_t inObjects = 0;
    uint64_t outObjects = 0;
    uint32_t inObjectCount = 0;
    uint32_t outObjectCount = 0;
    uint32_t objectStride = 0;
    uint32_t padding = 0;
};

inline constexpr uint32_t kWaitFenceBoost = 0x1;

struct WaitFence {
    uint32_t fence = 0;
    uint32_t flags = 0;
    Timespec timeout{};
    uint32_t queue = 0;
};

enum class Advice : uint32_t { WillNeed = 0, DontNeed = 1 };

struct GemMadvise {
    uint32_t handle = 0;
    Advice advice{};
    uint32_t retained = 0;
};

struct QueueNew {
    uint32_t flags = 0;
    uint32_t priority = 0;
    uint32_t id = 0;
};

struct QueueClose {
    uint32_t id = 0;
};

enum class QueueParam : uint32_t { Faults = 0 };

struct QueueQuery {
    uint64_t data = 0;
    uint32_t id = 0;
    QueueParam param{};
    uint32_t length = 0;
    uint32_t padding = 0;
};

}  // namespace cyclorama::adreno::msm
