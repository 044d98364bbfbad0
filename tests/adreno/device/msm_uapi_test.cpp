// SPDX-License-Identifier: MIT
// The layouts of the kernel's structures (Linux uAPI, msm_drm.h): programs pass them as their own compilers laid them
// out. Held when this file is compiled, and once more for the two that the library in programs reads.

#include "families/adreno/device/msm_uapi.h"

#include <drm.h>
#include <gtest/gtest.h>

#include <cstddef>

#include "families/adreno/device/msm_driver.h"

namespace cyclorama::adreno::msm {
namespace {

static_assert(sizeof(ParamArgument) == 24 && offsetof(ParamArgument, param) == 4 &&
              offsetof(ParamArgument, value) == 8 && offsetof(ParamArgument, length) == 16);
static_assert(sizeof(GemNew) == 16 && offsetof(GemNew, flags) == 8 && offsetof(GemNew, handle) == 12);
static_assert(sizeof(GemInfo) == 24 && offsetof(GemInfo, info) == 4 && offsetof(GemInfo, value) == 8 &&
              offsetof(GemInfo, length) == 16 && offsetof(GemInfo, padding) == 20);
static_assert(sizeof(Timespec) == 16 && offsetof(Timespec, nanoseconds) == 8);
static_assert(sizeof(GemCpuPrep) == 24 && offsetof(GemCpuPrep, operation) == 4 && offsetof(GemCpuPrep, timeout) == 8);
static_assert(sizeof(GemCpuFini) == 4);
static_assert(sizeof(SubmitCommand) == 32 && offsetof(SubmitCommand, bufferIndex) == 4 &&
              offsetof(SubmitCommand, offset) == 8 && offsetof(SubmitCommand, bytes) == 12 &&
              offsetof(SubmitCommand, relocCount) == 20 && offsetof(SubmitCommand, relocs) == 24);
static_assert(sizeof(SubmitBo) == 16 && offsetof(SubmitBo, handle) == 4 && offsetof(SubmitBo, presumed) == 8);
static_assert(sizeof(SubmitSyncObject) == 16 && offsetof(SubmitSyncObject, flags) == 4 &&
              offsetof(SubmitSyncObject, point) == 8);
static_assert(sizeof(GemSubmit) == 72 && offsetof(GemSubmit, fence) == 4 && offsetof(GemSubmit, bufferCount) == 8 &&
              offsetof(GemSubmit, commandCount) == 12 && offsetof(GemSubmit, buffers) == 16 &&
              offsetof(GemSubmit, commands) == 24 && offsetof(GemSubmit, fenceFd) == 32 &&
              offsetof(GemSubmit, queue) == 36 && offsetof(GemSubmit, inObjects) == 40 &&
              offsetof(GemSubmit, outObjects) == 48 && offsetof(GemSubmit, inObjectCount) == 56 &&
              offsetof(GemSubmit, outObjectCount) == 60 && offsetof(GemSubmit, objectStride) == 64 &&
              offsetof(GemSubmit, padding) == 68);
static_assert(sizeof(WaitFence) == 32 && offsetof(WaitFence, flags) == 4 && offsetof(WaitFence, timeout) == 8 &&
              offsetof(WaitFence, queue) == 24);
static_assert(sizeof(GemMadvise) == 12 && offsetof(GemMadvise, advice) == 4 && offsetof(GemMadvise, retained) == 8);
static_assert(sizeof(QueueNew) == 12 && offsetof(QueueNew, priority) == 4 && offsetof(QueueNew, id) == 8);
static_assert(sizeof(QueueClose) == 4);
static_assert(sizeof(QueueQuery) == 24 && offsetof(QueueQuery, id) == 8 && offsetof(QueueQuery, param) == 12 &&
              offsetof(QueueQuery, length) == 16 && offsetof(QueueQuery, padding) == 20);
static_assert(kDrmType == DRM_IOCTL_BASE && kFirstNumber == DRM_COMMAND_BASE);

// As programs encode them: CPU_PREP and CPU_FINI only write their arguments.
TEST(MsmUapi, AccessesAreRecognisedByTheirCodes) {
    const device::protocol::AccessIoctls accesses = MsmDriver(Chip{}).traits().accesses;
    EXPECT_TRUE(accesses.begin.matches(DRM_IOW(DRM_COMMAND_BASE + 4, GemCpuPrep)));
    EXPECT_FALSE(accesses.begin.matches(DRM_IOW(DRM_COMMAND_BASE + 5, GemCpuPrep))) << "another number";
    EXPECT_TRUE(accesses.end.matches(DRM_IOW(DRM_COMMAND_BASE + 5, GemCpuFini)));
    EXPECT_FALSE(accesses.end.matches(DRM_IOW(DRM_COMMAND_BASE + 5, GemCpuPrep))) << "another size";
    const GemCpuPrep begin{.handle = 7, .operation = kPrepWrite | kPrepNoSync, .timeout = {}};
    EXPECT_EQ(accesses.begin.handle(&begin), 7u);
    EXPECT_EQ(accesses.begin.flags(&begin), 6u);
    EXPECT_EQ(accesses.begin.writeFlags, 2u);
    const GemCpuFini end{.handle = 0x12345};
    EXPECT_EQ(accesses.end.handle(&end), 0x12345u);
    EXPECT_EQ(accesses.end.flags(&end) & ~accesses.end.knownFlags, 0u) << "it has none";
}

}  // namespace
}  // namespace cyclorama::adreno::msm
