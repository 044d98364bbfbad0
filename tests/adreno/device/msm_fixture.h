// SPDX-License-Identifier: MIT
#pragma once
// A device with msm's driver, without a server.

#include "device/device_fixture.h"
#include "families/adreno/device/msm_driver.h"
#include "families/adreno/device/msm_uapi.h"

namespace cyclorama::adreno::test {

using namespace device::test;
using device::Device;
using device::kPageBytes;

/// As much of an a630 as its driver tells.
inline Chip testChip() {
    return {.name = "a630",
            .chipId = 0x06030001,
            .gpuId = 630,
            .gmemBytes = 1 << 20,
            .gmemBase = 0x100000,
            .addressSpaceBytes = uint64_t{4} << 30,
            .highestBankBit = 15,
            .ubwcSwizzle = 6,
            .macrotileMode = 0,
            .maxFrequency = 710'000'000};
}

class MsmDeviceTest : public DeviceTest {
  protected:
    explicit MsmDeviceTest(const Chip& chip = testChip()) : DeviceTest(std::make_unique<MsmDriver>(chip)) {}

    template <typename T>
    int msm(const File& file, msm::Request number, T& argument) {
        return request(file, DRM_IOWR(DRM_COMMAND_BASE + static_cast<uint32_t>(number), T), argument);
    }
    uint32_t newBuffer(const File& file, uint64_t bytes, uint32_t flags = msm::kBoWriteCombined) {
        msm::GemNew argument{.size = bytes, .flags = flags, .handle = 0};
        EXPECT_EQ(msm(file, msm::Request::GemNew, argument), 0);
        return argument.handle;
    }
    /// A value that GEM_INFO returns, or a negative errno.
    int64_t info(const File& file, uint32_t handle, msm::Info kind, uint64_t value = 0) {
        msm::GemInfo argument{.handle = handle, .info = kind, .value = value, .length = 0, .padding = 0};
        const int result = msm(file, msm::Request::GemInfo, argument);
        return result < 0 ? result : static_cast<int64_t>(argument.value);
    }
    int64_t param(const File& file, msm::Param name) {
        msm::ParamArgument argument{.pipe = msm::kPipe3d, .param = name, .value = 0, .length = 0, .padding = 0};
        const int result = msm(file, msm::Request::GetParam, argument);
        return result < 0 ? result : static_cast<int64_t>(argument.value);
    }
    uint32_t newQueue(const File& file, uint32_t priority = 1) {
        msm::QueueNew argument{.flags = 0, .priority = priority, .id = 0};
        EXPECT_EQ(msm(file, msm::Request::QueueNew, argument), 0);
        return argument.id;
    }

    /// A submit of parts of buffers.
    struct Job {
        std::vector<msm::SubmitBo> buffers;
        std::vector<msm::SubmitCommand> commands;
        std::vector<msm::SubmitSyncObject> inObjects;
        std::vector<msm::SubmitSyncObject> outObjects;
        msm::GemSubmit header{.flags = msm::kPipe3d};
    };
    int submit(const File& file, Job& job) {
        job.header.bufferCount = static_cast<uint32_t>(job.buffers.size());
        job.header.buffers = addressOf(job.buffers.data());
        job.header.commandCount = static_cast<uint32_t>(job.commands.size());
        job.header.commands = addressOf(job.commands.data());
        job.header.inObjectCount = static_cast<uint32_t>(job.inObjects.size());
        job.header.inObjects = addressOf(job.inObjects.data());
        job.header.outObjectCount = static_cast<uint32_t>(job.outObjects.size());
        job.header.outObjects = addressOf(job.outObjects.data());
        if (job.header.objectStride == 0) job.header.objectStride = sizeof(msm::SubmitSyncObject);
        return msm(file, msm::Request::GemSubmit, job.header);
    }
    static Job withBuffer(uint32_t handle, uint32_t flags = msm::kSubmitBoRead | msm::kSubmitBoWrite) {
        Job job;
        job.buffers.push_back({.flags = flags, .handle = handle, .presumed = 0});
        return job;
    }
    static Job withCommands(uint32_t handle, uint32_t offset, uint32_t bytes) {
        Job job = withBuffer(handle, msm::kSubmitBoRead);
        job.commands.push_back({.type = msm::CommandType::Buffer, .bufferIndex = 0, .offset = offset, .bytes = bytes});
        return job;
    }
    /// Asks whether a job of a queue is done, without waiting.
    int wait(const File& file, uint32_t fence, uint32_t queue = 0) { return waitUntil({}, file, fence, queue); }
    /// Waits for a job, up to years.
    int waitLong(const File& file, uint32_t fence, uint32_t queue = 0) {
        return waitUntil({.seconds = 1 << 30}, file, fence, queue);
    }

  private:
    int waitUntil(decltype(msm::WaitFence::timeout) end, const File& file, uint32_t fence, uint32_t queue) {
        msm::WaitFence argument{.fence = fence, .flags = 0, .timeout = end, .queue = queue};
        return msm(file, msm::Request::WaitFence, argument);
    }
};

}  // namespace cyclorama::adreno::test
