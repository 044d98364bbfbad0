// SPDX-License-Identifier: MIT
#include <linux/dma-buf.h>
#include <poll.h>

#include "device/toy_fixture.h"

namespace cyclorama::device::test {
namespace {

class CoreIoctlsTest : public ToyTest {};

TEST_F(CoreIoctlsTest, VersionNamesTheDriverOfEachNode) {
    for (const auto& [file, expected] : {std::pair{openRender().inode, "toygpu"}, {openDisplay().inode, "toyscreen"}}) {
        char name[32] = {};
        drm_version version{};
        // First the lengths, as drmGetVersion() does; the files of the pair are closed, but not forgotten yet.
        ASSERT_EQ(request(file, DRM_IOCTL_VERSION, version), 0);
        EXPECT_EQ(version.name_len, std::strlen(expected));
        version.name = name;
        ASSERT_EQ(request(file, DRM_IOCTL_VERSION, version), 0);
        EXPECT_STREQ(name, expected);
    }
}

TEST_F(CoreIoctlsTest, TextIsCutToTheRoomThatThereIs) {
    const File render = openRender();
    char name[8] = "-------";
    drm_version version{};
    version.name = name;
    version.name_len = 3;
    ASSERT_EQ(request(render, DRM_IOCTL_VERSION, version), 0);
    EXPECT_STREQ(name, "toy----");
    EXPECT_EQ(version.name_len, 6u);
    EXPECT_EQ(version.version_major, 2);
    EXPECT_EQ(version.version_minor, 7);
    EXPECT_EQ(version.version_patchlevel, 1);
}

TEST_F(CoreIoctlsTest, CapabilitiesAreThoseOfTheNodesDriver) {
    const File render = openRender();
    const File display = openDisplay();
    const auto value = [&](const File& file, uint64_t capability) {
        drm_get_cap argument{.capability = capability, .value = 77};
        const int result = request(file, DRM_IOCTL_GET_CAP, argument);
        return result < 0 ? static_cast<int64_t>(result) : static_cast<int64_t>(argument.value);
    };
    EXPECT_EQ(value(render, DRM_CAP_PRIME), 3);
    EXPECT_EQ(value(render, DRM_CAP_SYNCOBJ), 1);
    EXPECT_EQ(value(render, DRM_CAP_SYNCOBJ_TIMELINE), 0);
    EXPECT_EQ(value(display, DRM_CAP_SYNCOBJ), 0);
    EXPECT_EQ(value(render, DRM_CAP_DUMB_BUFFER), -EOPNOTSUPP);
    EXPECT_EQ(value(display, DRM_CAP_DUMB_BUFFER), 1);
    EXPECT_EQ(value(display, DRM_CAP_ADDFB2_MODIFIERS), 1);
    EXPECT_EQ(value(display, 0x1234), -EINVAL);
}

TEST_F(CoreIoctlsTest, TheRenderNodeTakesNoRequestsOfDisplays) {
    const File render = openRender();
    drm_mode_card_res resources{};
    EXPECT_EQ(request(render, DRM_IOCTL_MODE_GETRESOURCES, resources), -EACCES);
    drm_gem_flink flink{};
    EXPECT_EQ(request(render, DRM_IOCTL_GEM_FLINK, flink), -EACCES);
}

TEST_F(CoreIoctlsTest, UnknownRequestsAreRefusedAndFound) {
    const File render = openRender();
    uint64_t argument = 0;
    EXPECT_EQ(request(render, DRM_IOWR(DRM_COMMAND_BASE + 0x30, uint64_t), argument), -EINVAL);
    const sim::Findings findings = device_.core().findings.all();
    ASSERT_EQ(findings.all().size(), 1u);
    EXPECT_EQ(findings.all()[0].kind.identifier, kUnknownIoctl.identifier);
}

TEST_F(CoreIoctlsTest, OtherFilesAreForeign) {
    const UniqueFd other(memfd_create("other", MFD_CLOEXEC));
    drm_version version{};
    EXPECT_EQ(request(inodeOf(other.get()), DRM_IOCTL_VERSION, version), -ENOTTY);
    EXPECT_EQ(device_.identify(inodeOf(other.get())).kind, protocol::FileKind::Foreign);
}

TEST_F(CoreIoctlsTest, HandlesAreTheLowestFreeOnes) {
    const File render = openRender();
    EXPECT_EQ(newBuffer(render, 4096), 1u);
    EXPECT_EQ(newBuffer(render, 4096), 2u);
    EXPECT_EQ(newBuffer(render, 4096), 3u);
    drm_gem_close close{.handle = 2, .pad = 0};
    EXPECT_EQ(request(render, DRM_IOCTL_GEM_CLOSE, close), 0);
    EXPECT_EQ(request(render, DRM_IOCTL_GEM_CLOSE, close), -EINVAL);
    EXPECT_EQ(newBuffer(render, 4096), 2u);
    EXPECT_EQ(newBuffer(render, 4096), 4u);
}

TEST_F(CoreIoctlsTest, BuffersTravelBetweenTheNodesAsDescriptors) {
    const File render = openRender();
    const File display = openDisplay();
    drm_mode_create_dumb dumb{.height = 4, .width = 5, .bpp = 32, .flags = 0, .handle = 0, .pitch = 0, .size = 0};
    ASSERT_EQ(request(display, DRM_IOCTL_MODE_CREATE_DUMB, dumb), 0);
    EXPECT_EQ(dumb.pitch, 32u);
    drm_prime_handle prime{.handle = dumb.handle, .flags = DRM_CLOEXEC | DRM_RDWR, .fd = -1};
    ASSERT_EQ(request(display, DRM_IOCTL_PRIME_HANDLE_TO_FD, prime), 0);
    EXPECT_EQ(lseek(prime.fd, 0, SEEK_END), 4096);

    drm_prime_handle imported{.handle = 0, .flags = 0, .fd = prime.fd};
    ASSERT_EQ(request(render, DRM_IOCTL_PRIME_FD_TO_HANDLE, imported), 0);
    EXPECT_EQ(imported.handle, 1u);
    drm_prime_handle again{.handle = 0, .flags = 0, .fd = prime.fd};
    ASSERT_EQ(request(render, DRM_IOCTL_PRIME_FD_TO_HANDLE, again), 0);
    EXPECT_EQ(again.handle, imported.handle) << "one handle a buffer and file";
    EXPECT_EQ(device_.core().files.node(render.inode)->buffer(1),
              device_.core().files.node(display.inode)->buffer(dumb.handle));
}

TEST_F(CoreIoctlsTest, ABufferLivesOnInItsDescriptor) {
    const File render = openRender();
    const uint32_t handle = newBuffer(render, 8192);
    drm_prime_handle prime{.handle = handle, .flags = DRM_CLOEXEC, .fd = -1};
    ASSERT_EQ(request(render, DRM_IOCTL_PRIME_HANDLE_TO_FD, prime), 0);
    ASSERT_EQ(pwrite(prime.fd, "kept", 4, 0), 4);
    drm_gem_close close{.handle = handle, .pad = 0};
    ASSERT_EQ(request(render, DRM_IOCTL_GEM_CLOSE, close), 0);
    drm_prime_handle imported{.handle = 0, .flags = 0, .fd = prime.fd};
    ASSERT_EQ(request(render, DRM_IOCTL_PRIME_FD_TO_HANDLE, imported), 0);
    char content[4];
    ASSERT_EQ(pread(device_.core().files.node(render.inode)->buffer(imported.handle)->memory(), content, 4, 0), 4);
    EXPECT_EQ(std::string(content, 4), "kept");
}

TEST_F(CoreIoctlsTest, WhatIsNoBufferIsNotImported) {
    const File render = openRender();
    const UniqueFd other(memfd_create("other", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    ASSERT_EQ(ftruncate(other.get(), 4096), 0);
    drm_prime_handle imported{.handle = 0, .flags = 0, .fd = other.get()};
    EXPECT_EQ(request(render, DRM_IOCTL_PRIME_FD_TO_HANDLE, imported), -EINVAL);
    // One of the right name that its program could still shrink.
    const UniqueFd unsealed(memfd_create("cyclorama-bo", MFD_CLOEXEC));
    ASSERT_EQ(ftruncate(unsealed.get(), 4096), 0);
    imported.fd = unsealed.get();
    EXPECT_EQ(request(render, DRM_IOCTL_PRIME_FD_TO_HANDLE, imported), -EINVAL);
    imported.fd = 9999;
    EXPECT_EQ(request(render, DRM_IOCTL_PRIME_FD_TO_HANDLE, imported), -EBADF);
}

TEST_F(CoreIoctlsTest, BuffersCannotBeShrunk) {
    const File render = openRender();
    drm_prime_handle prime{.handle = newBuffer(render, 8192), .flags = DRM_RDWR, .fd = -1};
    ASSERT_EQ(request(render, DRM_IOCTL_PRIME_HANDLE_TO_FD, prime), 0);
    EXPECT_EQ(ftruncate(prime.fd, 0), -1);
    EXPECT_EQ(errno, EPERM);
}

TEST_F(CoreIoctlsTest, DmaBufSynchronizationIsNoWork) {
    const File render = openRender();
    drm_prime_handle prime{.handle = newBuffer(render, 4096), .flags = DRM_RDWR, .fd = -1};
    ASSERT_EQ(request(render, DRM_IOCTL_PRIME_HANDLE_TO_FD, prime), 0);
    dma_buf_sync sync{.flags = DMA_BUF_SYNC_START | DMA_BUF_SYNC_RW};
    EXPECT_EQ(request(inodeOf(prime.fd), DMA_BUF_IOCTL_SYNC, sync), 0);
    sync.flags = 0x80;
    EXPECT_EQ(request(inodeOf(prime.fd), DMA_BUF_IOCTL_SYNC, sync), -EINVAL);
}

TEST_F(CoreIoctlsTest, DmaBufsHaveFences) {
    const File render = openRender();
    toy::Submit job{.queue = newQueue(render), .buffer = newBuffer(render, 4096)};
    drm_prime_handle prime{.handle = job.buffer, .flags = DRM_RDWR, .fd = -1};
    ASSERT_EQ(request(render, DRM_IOCTL_PRIME_HANDLE_TO_FD, prime), 0);
    log_.openGate(false);
    ASSERT_EQ(toyRequest(render, toy::Request::Submit, job), 0);
    const auto exported = [&](uint32_t flags) {
        dma_buf_export_sync_file argument{.flags = flags, .fd = -1};
        const int result = request(inodeOf(prime.fd), DMA_BUF_IOCTL_EXPORT_SYNC_FILE, argument);
        return result < 0 ? result : argument.fd;
    };
    const auto signalled = [](int descriptor) {
        pollfd polled{.fd = descriptor, .events = POLLIN, .revents = 0};
        return poll(&polled, 1, 0) == 1;
    };
    const int forWriters = exported(DMA_BUF_SYNC_WRITE);
    EXPECT_TRUE(signalled(exported(DMA_BUF_SYNC_READ))) << "the job only reads the buffer";
    EXPECT_FALSE(signalled(forWriters));
    // Another buffer that is to wait for the job as for one that writes.
    drm_prime_handle other{.handle = newBuffer(render, 4096), .flags = DRM_RDWR, .fd = -1};
    ASSERT_EQ(request(render, DRM_IOCTL_PRIME_HANDLE_TO_FD, other), 0);
    dma_buf_import_sync_file imported{.flags = DMA_BUF_SYNC_WRITE, .fd = forWriters};
    EXPECT_EQ(request(inodeOf(other.fd), DMA_BUF_IOCTL_IMPORT_SYNC_FILE, imported), 0);
    dma_buf_export_sync_file again{.flags = DMA_BUF_SYNC_READ, .fd = -1};
    ASSERT_EQ(request(inodeOf(other.fd), DMA_BUF_IOCTL_EXPORT_SYNC_FILE, again), 0);
    EXPECT_FALSE(signalled(again.fd));
    log_.openGate(true);
    drain();
    EXPECT_TRUE(signalled(forWriters));
    EXPECT_TRUE(signalled(again.fd));

    EXPECT_EQ(exported(0), -EINVAL);
    EXPECT_EQ(exported(DMA_BUF_SYNC_READ | 4), -EINVAL);
    imported.flags = 0;
    EXPECT_EQ(request(inodeOf(other.fd), DMA_BUF_IOCTL_IMPORT_SYNC_FILE, imported), -EINVAL);
    imported = {.flags = DMA_BUF_SYNC_READ, .fd = other.fd};
    EXPECT_EQ(request(inodeOf(other.fd), DMA_BUF_IOCTL_IMPORT_SYNC_FILE, imported), -EINVAL) << "no sync_file";
}

TEST_F(CoreIoctlsTest, NamesAreGlobal) {
    const File first = openDisplay();
    drm_mode_create_dumb dumb{.height = 1, .width = 8, .bpp = 32, .flags = 0, .handle = 0, .pitch = 0, .size = 0};
    ASSERT_EQ(request(first, DRM_IOCTL_MODE_CREATE_DUMB, dumb), 0);
    drm_gem_flink flink{.handle = dumb.handle, .name = 0};
    ASSERT_EQ(request(first, DRM_IOCTL_GEM_FLINK, flink), 0);
    ASSERT_NE(flink.name, 0u);
    drm_gem_open opened{.name = flink.name, .handle = 0, .size = 0};
    const File second = openDisplay();
    EXPECT_EQ(request(second, DRM_IOCTL_GEM_OPEN, opened), -EACCES) << "before the master has vouched for it";
    drm_auth magic{};
    ASSERT_EQ(request(second, DRM_IOCTL_GET_MAGIC, magic), 0);
    ASSERT_EQ(request(first, DRM_IOCTL_AUTH_MAGIC, magic), 0);
    ASSERT_EQ(request(second, DRM_IOCTL_GEM_OPEN, opened), 0);
    EXPECT_EQ(opened.size, 4096u);
    opened.name = 12345;
    EXPECT_EQ(request(second, DRM_IOCTL_GEM_OPEN, opened), -ENOENT);
}

TEST_F(CoreIoctlsTest, ThereIsOneMaster) {
    const File first = openDisplay();
    const File second = openDisplay();
    int none = 0;
    EXPECT_EQ(request(second, DRM_IOCTL_SET_MASTER, none), -EBUSY);
    EXPECT_EQ(request(first, DRM_IOCTL_DROP_MASTER, none), 0);
    EXPECT_EQ(request(first, DRM_IOCTL_DROP_MASTER, none), -EINVAL);
    EXPECT_EQ(request(second, DRM_IOCTL_SET_MASTER, none), 0);
    device_.close(second.inode);
    EXPECT_EQ(request(first, DRM_IOCTL_SET_MASTER, none), 0);
}

TEST_F(CoreIoctlsTest, ADeviceHasABusNameAfterTheVersionIsAgreed) {
    const File display = openDisplay();
    drm_unique unique{};
    ASSERT_EQ(request(display, DRM_IOCTL_GET_UNIQUE, unique), 0);
    EXPECT_EQ(unique.unique_len, 0u);
    drm_set_version version{.drm_di_major = 1, .drm_di_minor = 4, .drm_dd_major = -1, .drm_dd_minor = -1};
    ASSERT_EQ(request(display, DRM_IOCTL_SET_VERSION, version), 0);
    ASSERT_EQ(request(display, DRM_IOCTL_GET_UNIQUE, unique), 0);
    EXPECT_GT(unique.unique_len, 0u);
}

TEST_F(CoreIoctlsTest, BadPointersAreErrors) {
    const File render = openRender();
    drm_version version{};
    version.name_len = 10;
    version.name = reinterpret_cast<char*>(uintptr_t{16});
    EXPECT_EQ(request(render, DRM_IOCTL_VERSION, version), -EFAULT);
}

}  // namespace
}  // namespace cyclorama::device::test
