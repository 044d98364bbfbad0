// SPDX-License-Identifier: MIT
#include <drm_fourcc.h>
#include <linux/sync_file.h>
#include <poll.h>
#include <sys/mman.h>

#include <algorithm>
#include <thread>

#include "families/vivante/execution/performance_signals.h"
#include "vivante/device/etnaviv_fixture.h"

namespace cyclorama::vivante::test {
namespace {

using namespace etnaviv;
using namespace std::chrono_literals;
namespace protocol = device::protocol;

/// A packet of the front end: one state of the 3D pipe and its value.
constexpr uint32_t loadState(uint32_t address) { return 1u << 27 | 1u << 16 | address >> 2; }
/// A state that holds no address, and one that does (the vertex stream's base).
constexpr uint32_t kPlainState = 0x0a00;
constexpr uint32_t kAddressState = 0x064c;

class EtnavivTest : public EtnavivDeviceTest {
  protected:
    using EtnavivDeviceTest::EtnavivDeviceTest;

    /// A submit of words that refer to buffers.
    struct Job {
        std::vector<uint32_t> words = {loadState(kPlainState), 0};
        std::vector<SubmitBo> buffers;
        std::vector<SubmitReloc> relocs;
        std::vector<SubmitPmr> pmrs;
        GemSubmit header{};
    };
    int submitJob(const File& file, Job& job) {
        job.header.bufferCount = static_cast<uint32_t>(job.buffers.size());
        job.header.buffers = addressOf(job.buffers.data());
        job.header.relocCount = static_cast<uint32_t>(job.relocs.size());
        job.header.relocs = addressOf(job.relocs.data());
        job.header.pmrCount = static_cast<uint32_t>(job.pmrs.size());
        job.header.pmrs = addressOf(job.pmrs.data());
        job.header.streamBytes = static_cast<uint32_t>(4 * job.words.size());
        job.header.stream = addressOf(job.words.data());
        return etnaviv(file, Request::GemSubmit, job.header);
    }
    static Job withBuffer(uint32_t handle, uint32_t flags = kSubmitBoRead | kSubmitBoWrite, uint64_t presumed = 0) {
        Job job;
        job.buffers.push_back({.flags = flags, .handle = handle, .presumed = presumed});
        return job;
    }
    static Job withReloc(uint32_t handle, uint64_t offset) {
        Job job = withBuffer(handle);
        job.words = {loadState(kAddressState), 0};
        job.relocs.push_back({.submitOffset = 4, .bufferIndex = 0, .bufferOffset = offset, .flags = 0, .padding = 0});
        return job;
    }
    int64_t param(const File& file, Param name) {
        GetParam argument{.pipe = 0, .param = name, .value = 0};
        const int result = etnaviv(file, Request::GetParam, argument);
        return result < 0 ? result : static_cast<int64_t>(argument.value);
    }
};

class SoftpinTest : public EtnavivTest {
  protected:
    SoftpinTest() : EtnavivTest(true) {}
};

TEST_F(EtnavivTest, NodesAreThoseOfABoard) {
    for (const auto& [file, expected] : {std::pair{openRender().inode, "etnaviv"}, {openDisplay().inode, "imx-drm"}}) {
        char name[32] = {};
        drm_version version{};
        version.name = name;
        version.name_len = sizeof name;
        ASSERT_EQ(request(file, DRM_IOCTL_VERSION, version), 0);
        EXPECT_STREQ(name, expected);
        drm_get_cap capability{.capability = DRM_CAP_SYNCOBJ, .value = 77};
        ASSERT_EQ(request(file, DRM_IOCTL_GET_CAP, capability), 0);
        EXPECT_EQ(capability.value, 0u);
        drm_syncobj_create object{};
        EXPECT_EQ(request(file, DRM_IOCTL_SYNCOBJ_CREATE, object), -EOPNOTSUPP);
    }
}

// Linux: ipuv3-plane.c, ipu_plane_all_formats; an i.MX6 without a prefetch resolve engine has linear pictures alone.
TEST_F(EtnavivTest, TheDisplayShowsWhatTheKernelsDoes) {
    const File file = openDisplay();
    const std::vector<uint32_t> formats = planeFormats(file);
    EXPECT_EQ(formats.size(), 16u);
    for (const uint32_t format : {DRM_FORMAT_XRGB8888, DRM_FORMAT_BGRA5551, DRM_FORMAT_RGB565})
        EXPECT_TRUE(std::ranges::find(formats, format) != formats.end()) << format;
    EXPECT_TRUE(std::ranges::find(formats, DRM_FORMAT_XRGB2101010) == formats.end());
    for (const uint32_t format : formats) EXPECT_NE(device::findScanoutFormat(format), nullptr) << format;
    drm_get_cap capability{.capability = DRM_CAP_ADDFB2_MODIFIERS, .value = 0};
    ASSERT_EQ(request(file, DRM_IOCTL_GET_CAP, capability), 0);
    EXPECT_EQ(capability.value, 1u);
}

TEST_F(EtnavivTest, ProductNumbersAreReportedSinceVersion14) {
    const File render = openRender();
    drm_version version{};
    ASSERT_EQ(request(render, DRM_IOCTL_VERSION, version), 0);
    EXPECT_EQ(version.version_major, 1);
    EXPECT_EQ(version.version_minor, 4);
}

TEST_F(EtnavivTest, ParametersAreTheChips) {
    const File file = openRender();
    EXPECT_EQ(param(file, Param::Model), 0x2000);
    EXPECT_EQ(param(file, Param::Revision), 0x5108);
    EXPECT_EQ(param(file, Param::Features0), 0xe0296cad);
    EXPECT_EQ(param(file, Param::PixelPipes), 2);
    EXPECT_EQ(param(file, Param::SoftpinStartAddress), -1) << "all ones: no softpin";
    EXPECT_EQ(param(file, static_cast<Param>(0x1f)), -EINVAL);
    EXPECT_EQ(param(file, static_cast<Param>(0)), -EINVAL);
}

TEST_F(SoftpinTest, SoftpinBeginsAbove4MiB) { EXPECT_EQ(param(openRender(), Param::SoftpinStartAddress), 0x400000); }

TEST_F(EtnavivTest, OnlyCore0IsThere) {
    const File file = openRender();
    GetParam argument{.pipe = 1, .param = Param::Model, .value = 0};
    EXPECT_EQ(etnaviv(file, Request::GetParam, argument), -ENXIO);
    argument.pipe = 4;
    EXPECT_EQ(etnaviv(file, Request::GetParam, argument), -EINVAL);
}

TEST_F(EtnavivTest, BuffersHaveOneKindOfCaching) {
    const File file = openRender();
    const auto result = [&](uint64_t size, uint32_t flags) {
        GemNew argument{.size = size, .flags = flags, .handle = 0};
        return etnaviv(file, Request::GemNew, argument);
    };
    EXPECT_EQ(result(100, kBoCached), 0);
    EXPECT_EQ(result(100, kBoUncached | kBoForceMmu), 0);
    EXPECT_EQ(result(100, 0), -EINVAL);
    EXPECT_EQ(result(100, kBoCached | kBoUncached), -EINVAL);
    EXPECT_EQ(result(100, kBoCached | 1), -EINVAL);
    EXPECT_EQ(result(0, kBoCached), -EINVAL);
    EXPECT_EQ(result(uint64_t{1} << 40, kBoCached), -ENOMEM);
}

TEST_F(EtnavivTest, OffsetsMapTheBuffersMemory) {
    const File file = openRender();
    const File other = openRender();
    GemInfo info{.handle = newBuffer(file, 5000), .padding = 0, .offset = 0};
    ASSERT_EQ(etnaviv(file, Request::GemInfo, info), 0);
    Device::Mapping mapping;
    EXPECT_EQ(device_.map(file.inode, info.offset, 8192, mapping), 0);
    EXPECT_EQ(mapping.offset, 0u);
    EXPECT_EQ(device_.map(file.inode, info.offset + 4096, 4096, mapping), 0);
    EXPECT_EQ(mapping.offset, 4096u);
    EXPECT_EQ(device_.map(file.inode, info.offset, 12288, mapping), -EINVAL);
    EXPECT_EQ(device_.map(file.inode, 4096, 4096, mapping), -EINVAL);
    EXPECT_EQ(device_.map(other.inode, info.offset, 4096, mapping), -EACCES);
    info.handle = 99;
    EXPECT_EQ(etnaviv(file, Request::GemInfo, info), -ENOENT);
}

TEST_F(EtnavivTest, RelocationsBecomeAddresses) {
    const File file = openRender();
    Job job = withReloc(newBuffer(file, 8192), 0x40);
    ASSERT_EQ(submitJob(file, job), 0);
    drain();
    ASSERT_EQ(log_.streams.size(), 1u);
    ASSERT_EQ(log_.maps.size(), 1u);
    EXPECT_GE(log_.maps[0].address, kFirstUserAddress);
    EXPECT_EQ(log_.streams[0][1], log_.maps[0].address + 0x40);
    Job second = withReloc(1, 0);
    ASSERT_EQ(submitJob(file, second), 0);
    drain();
    EXPECT_EQ(log_.maps.size(), 1u) << "a buffer is mapped once";
}

TEST_F(EtnavivTest, BadRelocationsAreRefused) {
    const File file = openRender();
    const uint32_t handle = newBuffer(file, 4096);
    const auto result = [&](auto change) {
        Job job = withReloc(handle, 0);
        change(job);
        return submitJob(file, job);
    };
    EXPECT_EQ(result([](Job&) {}), 0);
    EXPECT_EQ(result([](Job& job) { job.relocs[0].flags = 1; }), -EINVAL);
    EXPECT_EQ(result([](Job& job) { job.relocs[0].submitOffset = 5; }), -EINVAL);
    EXPECT_EQ(result([](Job& job) { job.relocs[0].submitOffset = 8; }), -EINVAL);
    EXPECT_EQ(result([](Job& job) { job.relocs[0].bufferIndex = 1; }), -EINVAL);
    EXPECT_EQ(result([](Job& job) { job.relocs[0].bufferOffset = 4093; }), -EINVAL);
    EXPECT_EQ(result([](Job& job) { job.relocs[0].bufferOffset = 4092; }), 0);
    EXPECT_EQ(result([](Job& job) {
                  job.words.insert(job.words.end(), {loadState(kAddressState), 0});
                  job.relocs.insert(job.relocs.begin(), {.submitOffset = 12, .bufferIndex = 0, .bufferOffset = 0});
              }),
              -EINVAL)
        << "not in the order of their offsets";
}

TEST_F(EtnavivTest, BadSubmitsAreRefused) {
    const File file = openRender();
    const uint32_t handle = newBuffer(file, 4096);
    const auto result = [&](auto change) {
        Job job = withBuffer(handle);
        change(job);
        return submitJob(file, job);
    };
    EXPECT_EQ(result([](Job& job) { job.header.pipe = 1; }), -ENXIO);
    EXPECT_EQ(result([](Job& job) { job.header.pipe = 4; }), -EINVAL);
    EXPECT_EQ(result([](Job& job) { job.header.execState = 3; }), -EINVAL);
    EXPECT_TRUE(device_.core().findings.all().all().empty());
    EXPECT_EQ(result([](Job& job) { job.header.execState = 2; }), -EINVAL);
    EXPECT_EQ(device_.core().findings.all().all().front().kind.identifier, "vg-engine-not-simulated");
    EXPECT_EQ(result([](Job& job) { job.header.flags = 0x10; }), -EINVAL);
    EXPECT_EQ(result([](Job& job) { job.header.flags = kSubmitSoftpin; }), -EINVAL);
    EXPECT_EQ(result([](Job& job) { job.buffers[0].flags = 4; }), -EINVAL);
    EXPECT_EQ(result([](Job& job) { job.buffers[0].handle = 9; }), -EINVAL);
    EXPECT_EQ(result([](Job& job) { job.buffers.push_back(job.buffers[0]); }), -EINVAL) << "a buffer twice";
    EXPECT_EQ(result([](Job& job) {
                  job.header.flags = kSubmitFenceFdIn;
                  job.header.fenceFd = 0;
              }),
              -EINVAL)
        << "no sync_file";
    Job job = withBuffer(handle);
    ASSERT_EQ(submitJob(file, job), 0);
    job.header.streamBytes = 7;
    EXPECT_EQ(etnaviv(file, Request::GemSubmit, job.header), -EINVAL);
    job.header.streamBytes = 8;
    job.header.stream = 8;
    EXPECT_EQ(etnaviv(file, Request::GemSubmit, job.header), -EFAULT);
}

TEST_F(EtnavivTest, StreamsThatTheKernelRefusesAreRefused) {
    const File file = openRender();
    const auto result = [&](std::vector<uint32_t> words) {
        Job job;
        job.words = std::move(words);
        return submitJob(file, job);
    };
    EXPECT_EQ(result({loadState(kPlainState), 1}), 0);
    EXPECT_EQ(result({loadState(kAddressState), 0x1000}), -EINVAL) << "an address without relocation";
    EXPECT_EQ(result({8u << 27, 0x1000}), -EINVAL) << "link";
    EXPECT_EQ(result({2u << 27, 0}), -EINVAL) << "end";
    EXPECT_EQ(result({5u << 27, 4, 0, 1}), 0) << "draw";
    EXPECT_EQ(result({5u << 27, 4}), -EINVAL) << "half a draw";
    EXPECT_EQ(result({1u << 27 | 3u << 16 | 0xa00 >> 2, 1}), -EINVAL) << "half a load";
    EXPECT_EQ(device_.core().findings.all().all().size(), 1u);
}

TEST_F(EtnavivTest, FencesSignalInOrder) {
    const File file = openRender();
    log_.openGate(false);
    Job first = withBuffer(newBuffer(file, 4096), kSubmitBoWrite);
    Job second = withBuffer(newBuffer(file, 4096), kSubmitBoRead);
    ASSERT_EQ(submitJob(file, first), 0);
    ASSERT_EQ(submitJob(file, second), 0);
    EXPECT_LT(first.header.fence, second.header.fence);
    WaitFence wait{.pipe = 0, .fence = first.header.fence, .flags = kWaitNonBlock, .padding = 0, .timeout = {}};
    EXPECT_EQ(etnaviv(file, Request::WaitFence, wait), -EBUSY);
    wait.flags = 0;
    EXPECT_EQ(etnaviv(file, Request::WaitFence, wait), -ETIMEDOUT) << "the time is over long since";
    wait.fence = second.header.fence + 100;
    EXPECT_EQ(etnaviv(file, Request::WaitFence, wait), 0) << "never given out";

    GemCpuPrep prep{.handle = 1, .operation = kPrepRead | kPrepNoSync, .timeout = {}};
    EXPECT_EQ(etnaviv(file, Request::GemCpuPrep, prep), -EBUSY);
    prep.handle = 2;
    EXPECT_EQ(etnaviv(file, Request::GemCpuPrep, prep), 0) << "it is only read";
    prep.operation = kPrepWrite | kPrepNoSync;
    EXPECT_EQ(etnaviv(file, Request::GemCpuPrep, prep), -EBUSY);
    prep.operation = 8;
    EXPECT_EQ(etnaviv(file, Request::GemCpuPrep, prep), -EINVAL);

    std::thread opener([this] { log_.openGate(true); });
    wait.fence = second.header.fence;
    wait.timeout = {.seconds = int64_t{1} << 40, .nanoseconds = 0};
    EXPECT_EQ(etnaviv(file, Request::WaitFence, wait), 0);
    opener.join();
    EXPECT_EQ(log_.written, (std::vector<size_t>{1, 0})) << "buffers that the two say they write to";
    prep = {.handle = 1, .operation = kPrepRead | kPrepWrite, .timeout = {}};
    EXPECT_EQ(etnaviv(file, Request::GemCpuPrep, prep), 0);
    GemCpuFini fini{.handle = 1, .flags = 0};
    EXPECT_EQ(etnaviv(file, Request::GemCpuFini, fini), 0);
    GemWait idle{.pipe = 0, .handle = 1, .flags = kWaitNonBlock, .padding = 0, .timeout = {}};
    EXPECT_EQ(etnaviv(file, Request::GemWait, idle), 0);
}

// Drivers ask whether they can use a buffer again, and take another one where they cannot: what they are told must not
// depend on how fast the host is.
TEST_F(EtnavivTest, WorkIsBusyUntilAProgramWaitsForIt) {
    const File file = openRender();
    const auto asked = [&](uint32_t handle) {
        GemCpuPrep prep{.handle = handle, .operation = kPrepRead | kPrepNoSync, .timeout = {}};
        return etnaviv(file, Request::GemCpuPrep, prep);
    };
    Job first = withBuffer(newBuffer(file, 4096), kSubmitBoWrite);
    Job second = withBuffer(newBuffer(file, 4096), kSubmitBoWrite);
    ASSERT_EQ(submitJob(file, first), 0);
    ASSERT_EQ(submitJob(file, second), 0);
    drain();
    EXPECT_EQ(asked(1), -EBUSY) << "done, but nobody waited for it";
    WaitFence wait{.pipe = 0, .fence = second.header.fence, .flags = 0, .padding = 0, .timeout = {}};
    EXPECT_EQ(etnaviv(file, Request::WaitFence, wait), -ETIMEDOUT) << "a time that has passed only asks";
    wait.fence = first.header.fence;
    wait.timeout.seconds = int64_t{1} << 40;
    ASSERT_EQ(etnaviv(file, Request::WaitFence, wait), 0);
    EXPECT_EQ(asked(1), 0);
    EXPECT_EQ(asked(2), -EBUSY);
    wait.fence = second.header.fence;
    ASSERT_EQ(etnaviv(file, Request::WaitFence, wait), 0);
    EXPECT_EQ(asked(2), 0);
}

// A program that asks in a loop waits.
TEST_F(EtnavivTest, WhoAsksAgainAndAgainSeesTheEnd) {
    const File file = openRender();
    Job job = withBuffer(newBuffer(file, 4096), kSubmitBoWrite);
    for (int round = 0; round < 2; ++round) {
        log_.openGate(false);
        ASSERT_EQ(submitJob(file, job), 0);
        GemCpuPrep prep{.handle = 1, .operation = kPrepRead | kPrepNoSync, .timeout = {}};
        for (uint32_t i = 0; i < device::FenceTimeline::kQuestions; ++i)
            ASSERT_EQ(etnaviv(file, Request::GemCpuPrep, prep), -EBUSY);
        std::thread opener([this] { log_.openGate(true); });
        EXPECT_EQ(etnaviv(file, Request::GemCpuPrep, prep), 0);
        opener.join();
    }
}

// exec --frame-time: the driver's clock is far ahead of the host's, and hardly goes on.
TEST_F(EtnavivTest, WaitsByTheDriversClock) {
    const File file = openRender();
    useManualClock();
    const std::chrono::seconds lead(1 << 30);
    process_.setClockLead(lead);
    const auto at = [&](std::chrono::milliseconds fromNow) {
        const std::chrono::nanoseconds moment = in(lead + fromNow);
        return device::drm::Timespec{.seconds = moment.count() / 1'000'000'000,
                                     .nanoseconds = moment.count() % 1'000'000'000};
    };
    log_.openGate(false);
    Job job = withBuffer(newBuffer(file, 4096), kSubmitBoWrite);
    ASSERT_EQ(submitJob(file, job), 0);
    WaitFence wait{.pipe = 0, .fence = job.header.fence, .flags = 0, .padding = 0, .timeout = at(0ms)};
    EXPECT_EQ(etnaviv(file, Request::WaitFence, wait), -ETIMEDOUT) << "ahead of the host's clock, past by the driver's";
    wait.timeout = at(1min);
    clock_.whenBlocked([this] { log_.openGate(true); });
    EXPECT_EQ(etnaviv(file, Request::WaitFence, wait), 0);
    EXPECT_TRUE(clock_.eventsHappened());
}

// Mesa gives a chip five seconds and reads what is there then; here the chip's seconds are not the program's.
TEST_F(EtnavivTest, WaitsLongerThanAsked) {
    const File file = openRender();
    log_.openGate(false);
    Job job = withBuffer(newBuffer(file, 4096), kSubmitBoWrite);
    ASSERT_EQ(submitJob(file, job), 0);
    useManualClock();
    clock_.whenBlocked([this] { clock_.advance(1min); });
    clock_.whenBlocked([this] { log_.openGate(true); });
    const std::chrono::nanoseconds end = in(5ms);
    GemCpuPrep prep{.handle = 1,
                    .operation = kPrepRead,
                    .timeout = {.seconds = end.count() / 1'000'000'000, .nanoseconds = end.count() % 1'000'000'000}};
    EXPECT_EQ(etnaviv(file, Request::GemCpuPrep, prep), 0);
    EXPECT_TRUE(clock_.eventsHappened());
}

TEST_F(EtnavivTest, FenceDescriptorsBecomeReadable) {
    const File file = openRender();
    log_.openGate(false);
    Job first;
    first.header.flags = kSubmitFenceFdOut;
    ASSERT_EQ(submitJob(file, first), 0);
    const int fence = first.header.fenceFd;
    EXPECT_EQ(device_.identify(inodeOf(fence)).kind, protocol::FileKind::SyncFile);
    pollfd polled{.fd = fence, .events = POLLIN, .revents = 0};
    EXPECT_EQ(poll(&polled, 1, 0), 0);

    Job second;
    second.header.flags = kSubmitFenceFdOut | kSubmitFenceFdIn;
    second.header.fenceFd = fence;
    ASSERT_EQ(submitJob(file, second), 0);
    sync_merge_data merge{};
    std::strcpy(merge.name, "both");
    merge.fd2 = second.header.fenceFd;
    ASSERT_EQ(request(inodeOf(fence), SYNC_IOC_MERGE, merge), 0);
    sync_fence_info fenceInfo{};
    sync_file_info info{};
    info.num_fences = 1;
    info.sync_fence_info = addressOf(&fenceInfo);
    ASSERT_EQ(request(inodeOf(merge.fence), SYNC_IOC_FILE_INFO, info), 0);
    EXPECT_STREQ(info.name, "both");
    EXPECT_EQ(info.status, 0);
    EXPECT_STREQ(fenceInfo.driver_name, "etnaviv");

    log_.openGate(true);
    polled.fd = merge.fence;
    EXPECT_EQ(poll(&polled, 1, -1), 1);
    EXPECT_NE(polled.revents & POLLIN, 0);
    ASSERT_EQ(request(inodeOf(merge.fence), SYNC_IOC_FILE_INFO, info), 0);
    EXPECT_EQ(info.status, 1);
}

TEST_F(EtnavivTest, FreedBuffersAreUnmappedAfterTheirLastUse) {
    const File file = openRender();
    log_.openGate(false);
    Job job = withReloc(newBuffer(file, 8192), 0);
    ASSERT_EQ(submitJob(file, job), 0);
    drm_gem_close close{.handle = 1, .pad = 0};
    ASSERT_EQ(request(file, DRM_IOCTL_GEM_CLOSE, close), 0);
    EXPECT_TRUE(log_.unmaps.empty());
    log_.openGate(true);
    drain();
    ASSERT_EQ(log_.unmaps.size(), 1u);
    EXPECT_EQ(log_.unmaps[0].address, log_.maps[0].address);
    EXPECT_EQ(log_.unmaps[0].bytes, 8192u);
}

// Cycles depend on addresses, which must not depend on how far the GPU has come when a program frees a buffer.
TEST_F(EtnavivTest, TheNextBufferTakesAFreedPlaceWhetherTheGpuIsDoneOrNot) {
    const File file = openRender();
    const auto placeBehindFreed = [&] {
        Job job = withReloc(newBuffer(file, 8192), 0);
        EXPECT_EQ(submitJob(file, job), 0);
        drm_gem_close close{.handle = 1, .pad = 0};
        EXPECT_EQ(request(file, DRM_IOCTL_GEM_CLOSE, close), 0);
        Job next = withReloc(newBuffer(file, 8192), 0);
        EXPECT_EQ(submitJob(file, next), 0);
        EXPECT_EQ(request(file, DRM_IOCTL_GEM_CLOSE, close), 0);
        log_.openGate(true);
        drain();
        const auto maps = std::exchange(log_.maps, {});
        EXPECT_EQ(maps.size(), 2u);
        return std::vector<uint64_t>{maps.at(0).address, maps.at(1).address};
    };
    const std::vector<uint64_t> done = placeBehindFreed();
    log_.openGate(false);
    EXPECT_EQ(placeBehindFreed(), done);
    EXPECT_EQ(done[0], done[1]);
}

TEST_F(EtnavivTest, CountersAreStoredWhereTheProgramAsks) {
    const File file = openRender();
    Job job = withBuffer(newBuffer(file, 4096));
    job.pmrs = {{.flags = kPmProcessPre,
                 .domain = 0,
                 .padding = 0,
                 .signal = 0,
                 .sequence = 5,
                 .readOffset = 1,
                 .readIndex = 0},
                {.flags = kPmProcessPost,
                 .domain = 7,
                 .padding = 0,
                 .signal = 2,
                 .sequence = 5,
                 .readOffset = 2,
                 .readIndex = 0}};
    ASSERT_EQ(submitJob(file, job), 0);
    drain();
    uint32_t words[3] = {};
    const int memory = device_.core().files.node(file.inode)->buffer(1)->memory();
    ASSERT_EQ(pread(memory, words, sizeof words, 0), 12);
    EXPECT_EQ(words[0], 5u) << "the sequence number";
    EXPECT_EQ(words[1], 1u);
    EXPECT_EQ(words[2], 2u);
    job.pmrs[0].readOffset = 0;
    EXPECT_EQ(submitJob(file, job), -EINVAL);
    job.pmrs[0].readOffset = 4092;
    EXPECT_EQ(submitJob(file, job), -EINVAL);
    job.pmrs[0] = {.flags = 4, .readOffset = 4};
    EXPECT_EQ(submitJob(file, job), -EINVAL);
    job.pmrs[0] = {.flags = 1, .domain = 8, .readOffset = 4};
    EXPECT_EQ(submitJob(file, job), -EINVAL);
    job.pmrs[0] = {.flags = 1, .domain = 4, .signal = 2, .readOffset = 4};
    EXPECT_EQ(submitJob(file, job), -EINVAL);
}

// The kernel's own lists: eight domains, the first HI with five signals, the last MC with three (etnaviv_perfmon.c).
TEST_F(EtnavivTest, DomainsAndSignalsAreListed) {
    const File file = openRender();
    PmDomain domain{};
    std::vector<std::string> names;
    size_t signals = 0;
    do {
        ASSERT_EQ(etnaviv(file, Request::PmQueryDomain, domain), 0);
        names.emplace_back(domain.name);
        signals += domain.signals;
    } while (domain.iterator != 0xff);
    EXPECT_EQ(names, (std::vector<std::string>{"HI", "PE", "SH", "PA", "SE", "RA", "TX", "MC"}));
    EXPECT_EQ(signals, 45u);
    EXPECT_EQ(etnaviv(file, Request::PmQueryDomain, domain), -EINVAL);
    PmSignal signal{};
    signal.domain = 7;
    do {
        ASSERT_EQ(etnaviv(file, Request::PmQuerySignal, signal), 0);
    } while (signal.iterator != 0xffff);
    EXPECT_STREQ(signal.name, "TOTAL_WRITE_REQ_8B_FROM_PIPELINE");
    EXPECT_EQ(signal.id, 2);
    signal = {};
    signal.domain = 8;
    EXPECT_EQ(etnaviv(file, Request::PmQuerySignal, signal), -EINVAL);
}

TEST_F(EtnavivTest, UserMemoryBecomesABuffer) {
    const File file = openRender();
    void* const memory = mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    GemUserptr argument{.pointer = addressOf(memory), .size = 8192, .flags = kUserptrRead | kUserptrWrite, .handle = 0};
    ASSERT_EQ(etnaviv(file, Request::GemUserptr, argument), 0);
    const auto buffer = device_.core().files.node(file.inode)->buffer(argument.handle);
    ASSERT_NE(buffer, nullptr);
    ASSERT_EQ(pwrite(buffer->memory(), "seen", 4, 4096), 4);
    EXPECT_EQ(std::memcmp(static_cast<char*>(memory) + 4096, "seen", 4), 0);
    munmap(memory, 8192);
    argument.flags = 0;
    EXPECT_EQ(etnaviv(file, Request::GemUserptr, argument), -EINVAL);
    argument.flags = kUserptrRead;
    argument.size = 100;
    EXPECT_EQ(etnaviv(file, Request::GemUserptr, argument), -EINVAL);
}

TEST_F(SoftpinTest, BuffersAreWhereTheProgramSays) {
    const File file = openRender();
    Job job = withBuffer(newBuffer(file, 8192), kSubmitBoRead, 0x500000);
    job.header.flags = kSubmitSoftpin;
    ASSERT_EQ(submitJob(file, job), 0);
    drain();
    ASSERT_EQ(log_.maps.size(), 1u);
    EXPECT_EQ(log_.maps[0].address, 0x500000u);
    job.buffers[0].presumed = 0x600000;
    EXPECT_EQ(submitJob(file, job), -EINVAL) << "it is already elsewhere";
    job.buffers[0].presumed = 0x1000;
    EXPECT_EQ(submitJob(file, job), -EINVAL) << "the server's own";
    Job reloc = withReloc(1, 0);
    reloc.buffers[0].presumed = 0x500000;
    reloc.header.flags = kSubmitSoftpin;
    EXPECT_EQ(submitJob(file, reloc), -EINVAL) << "no relocations with softpin";
}

TEST_F(SoftpinTest, IdleBuffersGiveWayAndBusyOnesDoNot) {
    const File file = openRender();
    Job first = withBuffer(newBuffer(file, 8192), kSubmitBoRead, 0x500000);
    Job second = withBuffer(newBuffer(file, 4096), kSubmitBoRead, 0x501000);
    first.header.flags = second.header.flags = kSubmitSoftpin;
    log_.openGate(false);
    ASSERT_EQ(submitJob(file, first), 0);
    EXPECT_EQ(submitJob(file, second), -ENOSPC);
    log_.openGate(true);
    drain();
    EXPECT_EQ(submitJob(file, second), 0);
    drain();
    ASSERT_EQ(log_.unmaps.size(), 1u);
    EXPECT_EQ(log_.unmaps[0].address, 0x500000u);
    ASSERT_EQ(submitJob(file, first), 0) << "and back";
}

TEST_F(SoftpinTest, EachFileHasAnAddressSpace) {
    const File one = openRender();
    const File two = openRender();
    for (const File* file : {&one, &two}) {
        Job job = withBuffer(newBuffer(*file, 8192), kSubmitBoRead, 0x500000);
        job.header.flags = kSubmitSoftpin;
        EXPECT_EQ(submitJob(*file, job), 0);
    }
    drain();
    EXPECT_EQ(log_.contexts, 2);
    EXPECT_EQ(log_.maps.size(), 2u);
}

TEST_F(EtnavivTest, ManyThreadsSubmitAtOnce) {
    const File file = openRender();
    const uint32_t handle = newBuffer(file, 4096);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
            for (int i = 0; i < 50; ++i) {
                Job job = withReloc(handle, 0);
                ASSERT_EQ(submitJob(file, job), 0);
            }
        });
    for (std::thread& thread : threads) thread.join();
    drain();
    EXPECT_EQ(log_.streams.size(), 200u);
}

}  // namespace
}  // namespace cyclorama::vivante::test
