// SPDX-License-Identifier: MIT
// The driver's requests, but for submits: what they answer, and each error of theirs (Linux 6.12: msm_drv.c,
// msm_submitqueue.c, adreno_gpu.c).

#include <drm_fourcc.h>
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <string_view>

#include "adreno/device/msm_fixture.h"
#include "families/adreno/chip/always_on_counter.h"

namespace cyclorama::adreno::test {
namespace {

using namespace msm;

class MsmTest : public MsmDeviceTest {
  protected:
    using MsmDeviceTest::MsmDeviceTest;
};

/// A chip without a number: programs know it by its chip number and its speed bin.
class NewerMsmTest : public MsmDeviceTest {
  protected:
    NewerMsmTest() : MsmDeviceTest({.name = "a635", .chipId = 0x06030500, .addressSpaceBytes = uint64_t{16} << 30}) {}
};

/// An address that no program has.
constexpr uint64_t kBadAddress = 16;

TEST_F(MsmTest, BothNodesAreOneDevice) {
    for (const File& file : {openRender(), openDisplay()}) {
        char name[16] = {};
        char description[32] = {};
        drm_version version{};
        version.name = name;
        version.name_len = sizeof name;
        version.desc = description;
        version.desc_len = sizeof description;
        ASSERT_EQ(request(file, DRM_IOCTL_VERSION, version), 0);
        EXPECT_STREQ(name, "msm");
        EXPECT_STREQ(description, "MSM Snapdragon DRM");
        EXPECT_EQ(version.version_major, 1);
        EXPECT_EQ(version.version_minor, 12);
        drm_get_cap capability{.capability = DRM_CAP_SYNCOBJ, .value = 0};
        ASSERT_EQ(request(file, DRM_IOCTL_GET_CAP, capability), 0);
        EXPECT_EQ(capability.value, 1u);
        capability.capability = DRM_CAP_SYNCOBJ_TIMELINE;
        ASSERT_EQ(request(file, DRM_IOCTL_GET_CAP, capability), 0);
        EXPECT_EQ(capability.value, 0u);
        EXPECT_EQ(param(file, Param::GpuId), 630);
    }
}

// Linux: dpu_hw_catalog.c, plane_formats; msm_framebuffer.c knows the same.
TEST_F(MsmTest, TheDisplayShowsWhatTheKernelsDoes) {
    const File file = openDisplay();
    const std::vector<uint32_t> formats = planeFormats(file);
    EXPECT_EQ(formats.size(), 29u);
    for (const uint32_t format : {DRM_FORMAT_XRGB8888, DRM_FORMAT_BGRX4444, DRM_FORMAT_RGB888})
        EXPECT_TRUE(std::ranges::find(formats, format) != formats.end()) << format;
    EXPECT_TRUE(std::ranges::find(formats, DRM_FORMAT_ARGB2101010) == formats.end());
    for (const uint32_t format : formats) EXPECT_NE(device::findScanoutFormat(format), nullptr) << format;
    drm_get_cap capability{.capability = DRM_CAP_ADDFB2_MODIFIERS, .value = 0};
    ASSERT_EQ(request(file, DRM_IOCTL_GET_CAP, capability), 0);
    EXPECT_EQ(capability.value, 1u);
}

TEST_F(MsmTest, ParametersAreTheChips) {
    const File file = openRender();
    EXPECT_EQ(param(file, Param::GpuId), 630);
    EXPECT_EQ(param(file, Param::GmemSize), 1 << 20);
    EXPECT_EQ(param(file, Param::ChipId), 0x06030001);
    EXPECT_EQ(param(file, Param::MaxFrequency), 710'000'000);
    EXPECT_EQ(param(file, Param::GmemBase), 0x100000);
    EXPECT_EQ(param(file, Param::Priorities), 3);
    EXPECT_EQ(param(file, Param::PerProcessTables), 0);
    EXPECT_EQ(param(file, Param::Faults), 0);
    EXPECT_EQ(param(file, Param::Suspends), 0);
    EXPECT_EQ(param(file, Param::AddressStart), int64_t{1} << 32);
    EXPECT_EQ(param(file, Param::AddressSize), int64_t{4} << 30);
    EXPECT_EQ(param(file, Param::HighestBankBit), 15);
    EXPECT_EQ(param(file, Param::RayTracing), 0);
    EXPECT_EQ(param(file, Param::UbwcSwizzle), 6);
    EXPECT_EQ(param(file, Param::MacrotileMode), 0);
}

// The driver's counter is read between two readings of the chip's.
TEST_F(MsmTest, TheTimestampIsTheAlwaysOnCounter) {
    const File file = openRender();
    const auto before = static_cast<int64_t>(alwaysOnCounter());
    const int64_t timestamp = param(file, Param::Timestamp);
    EXPECT_GE(timestamp, before);
    EXPECT_LE(timestamp, static_cast<int64_t>(alwaysOnCounter()));
}

TEST(AlwaysOnCounter, Counts19200InAMillisecond) {
    using namespace std::chrono_literals;
    EXPECT_EQ(alwaysOnCounts(0ns), 0u);
    EXPECT_EQ(alwaysOnCounts(52ns), 0u);
    EXPECT_EQ(alwaysOnCounts(53ns), 1u);
    EXPECT_EQ(alwaysOnCounts(625ns), 12u);
    EXPECT_EQ(alwaysOnCounts(1ms), 19'200u);
    EXPECT_EQ(alwaysOnCounts(24h * 365 * 100), uint64_t{19'200'000} * 3600 * 24 * 365 * 100);
}

TEST_F(NewerMsmTest, ChipsWithoutANumberTellTheirSpeedBin) {
    const File file = openRender();
    EXPECT_EQ(param(file, Param::GpuId), 0);
    EXPECT_EQ(param(file, Param::ChipId), 0x00ac'0603'0500);
    EXPECT_EQ(param(file, Param::AddressSize), int64_t{16} << 30);
}

TEST_F(MsmTest, ParametersAreRefused) {
    const File file = openRender();
    EXPECT_EQ(param(file, Param{0}), -EINVAL);
    EXPECT_EQ(param(file, Param{0x14}), -EINVAL);
    for (const Param settable : {Param::SystemProfile, Param::Command, Param::CommandLine})
        EXPECT_EQ(param(file, settable), -EINVAL);
    ParamArgument good{.pipe = kPipe3d, .param = Param::GpuId, .value = 0, .length = 0, .padding = 0};
    ParamArgument bad = good;
    bad.pipe = 1;
    EXPECT_EQ(msm(file, Request::GetParam, bad), -EINVAL);
    EXPECT_EQ(msm(file, Request::SetParam, bad), -EINVAL);
    bad = good;
    bad.padding = 1;
    EXPECT_EQ(msm(file, Request::GetParam, bad), -EINVAL);
    EXPECT_EQ(msm(file, Request::SetParam, bad), -EINVAL);
    bad = good;
    bad.length = 4;
    EXPECT_EQ(msm(file, Request::GetParam, bad), -EINVAL);
}

TEST_F(MsmTest, ProgramsNameThemselves) {
    const File file = openRender();
    const std::string name = "a program";
    ParamArgument argument{.pipe = kPipe3d,
                           .param = Param::Command,
                           .value = addressOf(name.data()),
                           .length = static_cast<uint32_t>(name.size()),
                           .padding = 0};
    EXPECT_EQ(msm(file, Request::SetParam, argument), 0);
    argument.param = Param::CommandLine;
    EXPECT_EQ(msm(file, Request::SetParam, argument), 0);
    argument.length = 4097;
    EXPECT_EQ(msm(file, Request::SetParam, argument), -EINVAL);
    argument.length = 4;
    argument.value = kBadAddress;
    EXPECT_EQ(msm(file, Request::SetParam, argument), -EFAULT);
    argument = {.pipe = kPipe3d, .param = Param::SystemProfile, .value = 1, .length = 0, .padding = 0};
    EXPECT_EQ(msm(file, Request::SetParam, argument), -EPERM) << "for administrators";
    argument.length = 1;
    EXPECT_EQ(msm(file, Request::SetParam, argument), -EINVAL);
    argument = {.pipe = kPipe3d, .param = Param::GpuId, .value = 1, .length = 0, .padding = 0};
    EXPECT_EQ(msm(file, Request::SetParam, argument), -EINVAL);
}

TEST_F(MsmTest, BuffersHaveOneOfThreeCacheModes) {
    const File file = openRender();
    const auto result = [&](uint32_t flags, uint64_t bytes = 4096) {
        GemNew argument{.size = bytes, .flags = flags, .handle = 0};
        return msm(file, Request::GemNew, argument);
    };
    for (const uint32_t mode : {kBoCached, kBoWriteCombined, kBoCachedCoherent}) EXPECT_EQ(result(mode), 0);
    EXPECT_EQ(result(kBoWriteCombined | kBoScanout | kBoGpuReadOnly), 0);
    EXPECT_EQ(result(0), -EINVAL);
    EXPECT_EQ(result(kBoUncached), -EINVAL);
    EXPECT_EQ(result(kBoCached | kBoWriteCombined), -EINVAL);
    EXPECT_EQ(result(kBoWriteCombined | 4), -EINVAL) << "a flag that there is not";
    EXPECT_EQ(result(kBoWriteCombined, 0), -EINVAL);
    EXPECT_EQ(result(kBoWriteCombined, uint64_t{1} << 32), -ENOMEM);
    EXPECT_EQ(result(kBoWriteCombined, ~uint64_t{0}), -ENOMEM);
}

TEST_F(MsmTest, BuffersAreMapped) {
    const File file = openRender();
    const uint32_t handle = newBuffer(file, 5000);
    const int64_t offset = info(file, handle, Info::GetOffset);
    ASSERT_GT(offset, 0);
    Device::Mapping mapping;
    EXPECT_EQ(device_.map(file.inode, static_cast<uint64_t>(offset), 8192, mapping), 0);
    EXPECT_EQ(device_.map(file.inode, static_cast<uint64_t>(offset), 8193, mapping), -EINVAL);
}

TEST_F(MsmTest, TheDriverChoosesAddresses) {
    const File file = openRender();
    const uint32_t first = newBuffer(file, 8192);
    const uint32_t second = newBuffer(file, 4096);
    const int64_t address = info(file, first, Info::GetAddress);
    EXPECT_EQ(address, int64_t{1} << 32);
    EXPECT_EQ(info(file, first, Info::GetAddress), address) << "it stays";
    EXPECT_EQ(info(file, second, Info::GetAddress), address + 8192 + 4096) << "behind a page that nothing is at";
    drain();
    EXPECT_TRUE(log_.maps.empty()) << "no job uses them yet";
    const File other = openDisplay();
    EXPECT_EQ(info(other, newBuffer(other, 4096), Info::GetAddress), address) << "a space for each file";
}

TEST_F(MsmTest, ProgramsChooseAddresses) {
    const File file = openRender();
    const uint32_t first = newBuffer(file, 8192);
    const uint32_t second = newBuffer(file, 4096);
    constexpr uint64_t kPlace = 0x1'4000'0000;
    EXPECT_EQ(info(file, first, Info::SetAddress, kPlace), int64_t{kPlace});
    EXPECT_EQ(info(file, first, Info::GetAddress), int64_t{kPlace});
    EXPECT_EQ(info(file, first, Info::SetAddress, kPlace), int64_t{kPlace}) << "where it is";
    EXPECT_EQ(info(file, second, Info::SetAddress, kPlace + 4096), -ENOSPC) << "taken, though nobody uses it";
    EXPECT_EQ(info(file, first, Info::SetAddress, 0), 0);
    EXPECT_EQ(info(file, second, Info::SetAddress, kPlace + 4096), int64_t{kPlace + 4096}) << "given up";
    EXPECT_EQ(info(file, first, Info::SetAddress, 0), 0) << "nothing to give up";
    EXPECT_EQ(info(file, second, Info::SetAddress, kPlace), -EBUSY) << "has another address";
    EXPECT_EQ(info(file, second, Info::SetAddress, kPlace), int64_t{kPlace}) << "which it lost by that";
}

TEST_F(MsmTest, AddressesLieInTheSpace) {
    const File file = openRender();
    const uint32_t handle = newBuffer(file, 8192);
    const auto result = [&](uint64_t address) { return info(file, handle, Info::SetAddress, address); };
    EXPECT_EQ(result(kFirstUserAddress - 4096), -ENOSPC);
    EXPECT_EQ(result(kFirstUserAddress + 2048), -ENOSPC) << "no page";
    EXPECT_EQ(result((uint64_t{8} << 30) - 4096), -ENOSPC) << "over the end";
    EXPECT_EQ(result(~uint64_t{4095}), -ENOSPC);
    EXPECT_EQ(result((uint64_t{8} << 30) - 8192), (int64_t{8} << 30) - 8192);
}

TEST_F(MsmTest, AFullSpaceHasNoRoom) {
    const File file = openRender();
    const uint32_t large = newBuffer(file, (uint64_t{4} << 30) - 8192);
    EXPECT_GT(info(file, large, Info::GetAddress), 0);
    EXPECT_EQ(info(file, newBuffer(file, 8192), Info::GetAddress), -ENOSPC);
}

TEST_F(MsmTest, BuffersHaveNamesAndFlags) {
    const File file = openRender();
    const uint32_t handle = newBuffer(file, 4096, kBoCached | kBoScanout);
    EXPECT_EQ(info(file, handle, Info::GetFlags), int64_t{kBoCached | kBoScanout});
    std::string name = "vertices\nof a frame";
    GemInfo argument{.handle = handle,
                     .info = Info::SetName,
                     .value = addressOf(name.data()),
                     .length = static_cast<uint32_t>(name.size()),
                     .padding = 0};
    EXPECT_EQ(msm(file, Request::GemInfo, argument), 0);
    argument.info = Info::GetName;
    argument.value = 0;
    EXPECT_EQ(msm(file, Request::GemInfo, argument), 0);
    EXPECT_EQ(argument.length, 8u) << "up to what cannot be printed";
    char text[9] = {};
    argument.value = addressOf(text);
    EXPECT_EQ(msm(file, Request::GemInfo, argument), 0);
    EXPECT_STREQ(text, "vertices");
    argument.length = 7;
    EXPECT_EQ(msm(file, Request::GemInfo, argument), -525) << "ETOOSMALL";
    argument.length = 8;
    argument.value = kBadAddress;
    EXPECT_EQ(msm(file, Request::GemInfo, argument), -EFAULT);
    argument.info = Info::SetName;
    argument.length = 32;
    EXPECT_EQ(msm(file, Request::GemInfo, argument), -EINVAL) << "no room for its end";
    argument.length = 31;
    EXPECT_EQ(msm(file, Request::GemInfo, argument), -EFAULT);
}

TEST_F(MsmTest, MetadataTravelsWithTheBuffer) {
    const File one = openRender();
    const uint32_t handle = newBuffer(one, 4096);
    std::array<std::byte, 128> bytes{};
    bytes.fill(std::byte{7});
    GemInfo argument{
        .handle = handle, .info = Info::SetMetadata, .value = addressOf(bytes.data()), .length = 100, .padding = 0};
    EXPECT_EQ(msm(one, Request::GemInfo, argument), 0);
    argument.length = 129;
    EXPECT_EQ(msm(one, Request::GemInfo, argument), -EOVERFLOW);
    argument.length = 8;
    argument.value = kBadAddress;
    EXPECT_EQ(msm(one, Request::GemInfo, argument), -EFAULT);

    drm_prime_handle exported{.handle = handle, .flags = 0, .fd = -1};
    ASSERT_EQ(request(one, DRM_IOCTL_PRIME_HANDLE_TO_FD, exported), 0);
    drm_gem_close close{.handle = handle, .pad = 0};
    ASSERT_EQ(request(one, DRM_IOCTL_GEM_CLOSE, close), 0);
    const File two = openRender();
    ASSERT_EQ(request(two, DRM_IOCTL_PRIME_FD_TO_HANDLE, exported), 0);
    bytes.fill(std::byte{0});
    argument = {.handle = exported.handle, .info = Info::GetMetadata, .value = 0, .length = 0, .padding = 0};
    EXPECT_EQ(msm(two, Request::GemInfo, argument), 0);
    EXPECT_EQ(argument.length, 100u);
    argument.value = addressOf(bytes.data());
    EXPECT_EQ(msm(two, Request::GemInfo, argument), 0);
    EXPECT_EQ(bytes[99], std::byte{7});
    EXPECT_EQ(bytes[100], std::byte{0});
    argument.length = 99;
    EXPECT_EQ(msm(two, Request::GemInfo, argument), -525) << "ETOOSMALL";
    argument.length = 100;
    argument.value = kBadAddress;
    EXPECT_EQ(msm(two, Request::GemInfo, argument), -EFAULT);
}

TEST_F(MsmTest, ScreensAreBuffersToo) {
    const File file = openDisplay();
    drm_mode_create_dumb dumb{.height = 10, .width = 33, .bpp = 32, .flags = 0, .handle = 0, .pitch = 0, .size = 0};
    ASSERT_EQ(request(file, DRM_IOCTL_MODE_CREATE_DUMB, dumb), 0);
    EXPECT_EQ(dumb.pitch, 4u * 64) << "rows of 32 pixels";
    EXPECT_EQ(info(file, dumb.handle, Info::GetFlags), int64_t{kBoScanout | kBoWriteCombined});
    EXPECT_EQ(info(file, dumb.handle, Info::GetAddress), int64_t{kFirstUserAddress});
}

TEST_F(MsmTest, BufferInformationIsRefused) {
    const File file = openRender();
    const uint32_t handle = newBuffer(file, 4096);
    GemInfo argument{.handle = handle, .info = Info::GetOffset, .value = 0, .length = 0, .padding = 1};
    EXPECT_EQ(msm(file, Request::GemInfo, argument), -EINVAL);
    argument = {.handle = handle, .info = Info{8}, .value = 0, .length = 0, .padding = 0};
    EXPECT_EQ(msm(file, Request::GemInfo, argument), -EINVAL);
    for (const Info kind : {Info::GetOffset, Info::GetAddress, Info::SetAddress, Info::GetFlags}) {
        argument = {.handle = handle, .info = kind, .value = 0, .length = 1, .padding = 0};
        EXPECT_EQ(msm(file, Request::GemInfo, argument), -EINVAL) << "returned by value";
    }
    for (uint32_t kind = 0; kind < 8; ++kind) EXPECT_EQ(info(file, handle + 1, Info{kind}), -ENOENT);
}

TEST_F(MsmTest, AccessesWaitForWhatUsesTheBuffer) {
    const File file = openRender();
    const uint32_t handle = newBuffer(file, 4096);
    GemCpuPrep prepare{.handle = handle, .operation = kPrepWrite | kPrepNoSync, .timeout = {}};
    EXPECT_EQ(msm(file, Request::GemCpuPrep, prepare), 0);
    log_.openGate(false);
    Job job = withCommands(handle, 0, 4);
    ASSERT_EQ(submit(file, job), 0);
    EXPECT_EQ(msm(file, Request::GemCpuPrep, prepare), -EBUSY);
    prepare.operation = kPrepRead | kPrepNoSync;
    EXPECT_EQ(msm(file, Request::GemCpuPrep, prepare), 0) << "the job only reads it";
    prepare.operation = kPrepWrite;
    EXPECT_EQ(msm(file, Request::GemCpuPrep, prepare), -EBUSY) << "until a moment that has passed";
    log_.openGate(true);
    prepare.timeout.seconds = 1 << 30;
    prepare.operation = kPrepWrite | kPrepBoost;
    EXPECT_EQ(msm(file, Request::GemCpuPrep, prepare), 0);
    GemCpuFini finish{.handle = handle};
    EXPECT_EQ(msm(file, Request::GemCpuFini, finish), 0);
}

TEST_F(MsmTest, AccessesAreRefused) {
    const File file = openRender();
    const uint32_t handle = newBuffer(file, 4096);
    GemCpuPrep prepare{.handle = handle, .operation = 0x10, .timeout = {}};
    EXPECT_EQ(msm(file, Request::GemCpuPrep, prepare), -EINVAL);
    prepare = {.handle = handle + 1, .operation = kPrepRead, .timeout = {}};
    EXPECT_EQ(msm(file, Request::GemCpuPrep, prepare), -ENOENT);
    GemCpuFini finish{.handle = handle + 1};
    EXPECT_EQ(msm(file, Request::GemCpuFini, finish), -ENOENT);
}

TEST_F(MsmTest, AdvisedBuffersKeepTheirContents) {
    const File file = openRender();
    const uint32_t handle = newBuffer(file, 4096);
    for (const Advice advice : {Advice::DontNeed, Advice::WillNeed}) {
        GemMadvise argument{.handle = handle, .advice = advice, .retained = 0};
        EXPECT_EQ(msm(file, Request::GemMadvise, argument), 0);
        EXPECT_EQ(argument.retained, 1u);
    }
    GemMadvise argument{.handle = handle, .advice = Advice{2}, .retained = 0};
    EXPECT_EQ(msm(file, Request::GemMadvise, argument), -EINVAL);
    argument = {.handle = handle + 1, .advice = Advice::WillNeed, .retained = 0};
    EXPECT_EQ(msm(file, Request::GemMadvise, argument), -ENOENT);
}

TEST_F(MsmTest, QueuesAreOfAFile) {
    const File file = openRender();
    const uint32_t queue = newQueue(file);
    EXPECT_EQ(queue, 1u) << "queue 0 is there at first";
    EXPECT_EQ(newQueue(file, 0), 2u);
    QueueClose close{.id = queue};
    EXPECT_EQ(msm(openRender(), Request::QueueClose, close), -ENOENT) << "another file's";
    EXPECT_EQ(msm(file, Request::QueueClose, close), 0);
    EXPECT_EQ(msm(file, Request::QueueClose, close), -ENOENT);
    close.id = 0;
    EXPECT_EQ(msm(file, Request::QueueClose, close), -ENOENT) << "queue 0 stays";
    EXPECT_EQ(newQueue(file), 3u) << "numbers are not used again";
}

TEST_F(MsmTest, QueuesAreRefused) {
    const File file = openRender();
    QueueNew argument{.flags = 1, .priority = 0, .id = 0};
    EXPECT_EQ(msm(file, Request::QueueNew, argument), -EINVAL) << "no flag is known";
    argument = {.flags = 0, .priority = 3, .id = 0};
    EXPECT_EQ(msm(file, Request::QueueNew, argument), -EINVAL);
    argument.priority = ~0u;
    EXPECT_EQ(msm(file, Request::QueueNew, argument), -EINVAL);
}

TEST_F(MsmTest, QueuesAreAskedForTheirFaults) {
    const File file = openRender();
    uint64_t faults = ~uint64_t{0};
    QueueQuery argument{.data = addressOf(&faults), .id = 0, .param = QueueParam::Faults, .length = 8, .padding = 0};
    EXPECT_EQ(msm(file, Request::QueueQuery, argument), 0);
    EXPECT_EQ(faults, 0xffff'ffff'0000'0000u) << "four bytes";
    argument.data = kBadAddress;
    EXPECT_EQ(msm(file, Request::QueueQuery, argument), -EFAULT);
    argument.length = 0;
    EXPECT_EQ(msm(file, Request::QueueQuery, argument), 0) << "nothing is written";
    argument.param = QueueParam{1};
    EXPECT_EQ(msm(file, Request::QueueQuery, argument), -EINVAL);
    argument.id = 1;
    EXPECT_EQ(msm(file, Request::QueueQuery, argument), -ENOENT);
    argument.padding = 1;
    EXPECT_EQ(msm(file, Request::QueueQuery, argument), -EINVAL);
}

TEST_F(MsmTest, OtherRequestsAreUnknown) {
    const File file = openRender();
    uint64_t argument = 0;
    for (const uint32_t number : {9u, 13u, 0x5fu})
        EXPECT_EQ(request(file, DRM_IOWR(DRM_COMMAND_BASE + number, uint64_t), argument), -EINVAL);
    EXPECT_EQ(device_.core().findings.all().all().size(), 1u);
}

}  // namespace
}  // namespace cyclorama::adreno::test
