// SPDX-License-Identifier: MIT
// The layouts of the kernel's structures (Linux uAPI, etnaviv_drm.h): programs pass them as their own compilers laid
// them out. Held when this file is compiled, and once more for the two that the library in programs reads.

#include "families/vivante/uapi/etnaviv_uapi.h"

#include <drm.h>
#include <gtest/gtest.h>

#include <cstddef>

#include "families/vivante/device/etnaviv_driver.h"

namespace cyclorama::vivante::etnaviv {
namespace {

static_assert(sizeof(GetParam) == 16 && offsetof(GetParam, param) == 4 && offsetof(GetParam, value) == 8);
static_assert(sizeof(GemNew) == 16 && offsetof(GemNew, flags) == 8 && offsetof(GemNew, handle) == 12);
static_assert(sizeof(GemInfo) == 16 && offsetof(GemInfo, handle) == 0 && offsetof(GemInfo, offset) == 8);
static_assert(sizeof(Timespec) == 16 && offsetof(Timespec, nanoseconds) == 8);
static_assert(sizeof(GemCpuPrep) == 24 && offsetof(GemCpuPrep, operation) == 4 && offsetof(GemCpuPrep, timeout) == 8);
static_assert(sizeof(GemCpuFini) == 8 && offsetof(GemCpuFini, flags) == 4);
static_assert(sizeof(SubmitReloc) == 24 && offsetof(SubmitReloc, bufferIndex) == 4 &&
              offsetof(SubmitReloc, bufferOffset) == 8 && offsetof(SubmitReloc, flags) == 16);
static_assert(sizeof(SubmitBo) == 16 && offsetof(SubmitBo, handle) == 4 && offsetof(SubmitBo, presumed) == 8);
static_assert(sizeof(SubmitPmr) == 20 && offsetof(SubmitPmr, domain) == 4 && offsetof(SubmitPmr, signal) == 6 &&
              offsetof(SubmitPmr, sequence) == 8 && offsetof(SubmitPmr, readOffset) == 12 &&
              offsetof(SubmitPmr, readIndex) == 16);
static_assert(sizeof(GemSubmit) == 72 && offsetof(GemSubmit, pipe) == 4 && offsetof(GemSubmit, execState) == 8 &&
              offsetof(GemSubmit, bufferCount) == 12 && offsetof(GemSubmit, relocCount) == 16 &&
              offsetof(GemSubmit, streamBytes) == 20 && offsetof(GemSubmit, buffers) == 24 &&
              offsetof(GemSubmit, relocs) == 32 && offsetof(GemSubmit, stream) == 40 &&
              offsetof(GemSubmit, flags) == 48 && offsetof(GemSubmit, fenceFd) == 52 &&
              offsetof(GemSubmit, pmrs) == 56 && offsetof(GemSubmit, pmrCount) == 64);
static_assert(sizeof(WaitFence) == 32 && offsetof(WaitFence, fence) == 4 && offsetof(WaitFence, flags) == 8 &&
              offsetof(WaitFence, timeout) == 16);
static_assert(sizeof(GemUserptr) == 24 && offsetof(GemUserptr, size) == 8 && offsetof(GemUserptr, flags) == 16 &&
              offsetof(GemUserptr, handle) == 20);
static_assert(sizeof(GemWait) == 32 && offsetof(GemWait, handle) == 4 && offsetof(GemWait, flags) == 8 &&
              offsetof(GemWait, timeout) == 16);
static_assert(sizeof(PmDomain) == 72 && offsetof(PmDomain, iterator) == 4 && offsetof(PmDomain, id) == 5 &&
              offsetof(PmDomain, signals) == 6 && offsetof(PmDomain, name) == 8);
static_assert(sizeof(PmSignal) == 76 && offsetof(PmSignal, domain) == 4 && offsetof(PmSignal, iterator) == 6 &&
              offsetof(PmSignal, id) == 8 && offsetof(PmSignal, name) == 10);
static_assert(kDrmType == DRM_IOCTL_BASE && kFirstNumber == DRM_COMMAND_BASE);

// As programs encode them: CPU_PREP and CPU_FINI only write their arguments.
TEST(EtnavivUapi, AccessesAreRecognisedByTheirCodes) {
    const device::protocol::AccessIoctls accesses = EtnavivDriver(Chip{}).traits().accesses;
    EXPECT_TRUE(accesses.begin.matches(DRM_IOW(DRM_COMMAND_BASE + 4, GemCpuPrep)));
    EXPECT_TRUE(accesses.begin.matches(DRM_IOWR(DRM_COMMAND_BASE + 4, GemCpuPrep)));
    EXPECT_FALSE(accesses.begin.matches(DRM_IOW(DRM_COMMAND_BASE + 4, GemCpuFini))) << "another size";
    EXPECT_FALSE(accesses.begin.matches(DRM_IOW(DRM_COMMAND_BASE + 5, GemCpuPrep))) << "another number";
    EXPECT_TRUE(accesses.end.matches(DRM_IOW(DRM_COMMAND_BASE + 5, GemCpuFini)));
    const GemCpuPrep begin{.handle = 7, .operation = kPrepWrite | kPrepNoSync, .timeout = {}};
    EXPECT_EQ(accesses.begin.handle(&begin), 7u);
    EXPECT_EQ(accesses.begin.flags(&begin), 6u);
    EXPECT_EQ(accesses.begin.writeFlags, 2u);
    const GemCpuFini end{.handle = 9, .flags = 3};
    EXPECT_EQ(accesses.end.handle(&end), 9u);
    EXPECT_EQ(accesses.end.flags(&end), 3u);
    EXPECT_EQ(accesses.end.knownFlags, 0u);
}

}  // namespace
}  // namespace cyclorama::vivante::etnaviv
