// SPDX-License-Identifier: MIT
// Binary synchronization objects and sync_files (Linux: drm_syncobj.c, sync_file.c).

#include <poll.h>

#include <chrono>

#include "device/toy_fixture.h"

namespace cyclorama::device::test {
namespace {

using std::chrono::milliseconds;

class SyncObjectTest : public ToyTest {
  protected:
    SyncObjectTest() : file_(openRender()), queue_(newQueue(file_)), buffer_(newBuffer(file_, 4096)) {
        useManualClock();
    }

    uint32_t newObject(uint32_t flags = 0) {
        drm_syncobj_create argument{.handle = 0, .flags = flags};
        EXPECT_EQ(request(file_, DRM_IOCTL_SYNCOBJ_CREATE, argument), 0);
        return argument.handle;
    }
    int destroy(uint32_t handle) {
        drm_syncobj_destroy argument{.handle = handle, .pad = 0};
        return request(file_, DRM_IOCTL_SYNCOBJ_DESTROY, argument);
    }
    /// 0 or an errno; `first_` is the index that signalled.
    int wait(std::vector<uint32_t> handles, uint32_t flags = 0, std::chrono::nanoseconds deadline = {}) {
        drm_syncobj_wait argument{};
        argument.handles = addressOf(handles.data());
        argument.count_handles = static_cast<uint32_t>(handles.size());
        argument.flags = flags;
        argument.timeout_nsec = deadline.count();
        const int result = request(file_, DRM_IOCTL_SYNCOBJ_WAIT, argument);
        first_ = argument.first_signaled;
        return result;
    }
    int change(unsigned long code, std::vector<uint32_t> handles) {
        drm_syncobj_array argument{};
        argument.handles = addressOf(handles.data());
        argument.count_handles = static_cast<uint32_t>(handles.size());
        return request(file_, code, argument);
    }
    int toDescriptor(uint32_t handle, uint32_t flags, int& descriptor) {
        drm_syncobj_handle argument{};
        argument.handle = handle;
        argument.flags = flags;
        argument.fd = -1;
        const int result = request(file_, DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, argument);
        descriptor = argument.fd;
        return result;
    }
    int fromDescriptor(const File& file, int descriptor, uint32_t flags, uint32_t& handle) {
        drm_syncobj_handle argument{};
        argument.handle = handle;
        argument.flags = flags;
        argument.fd = descriptor;
        const int result = request(file, DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, argument);
        handle = argument.handle;
        return result;
    }
    int submit(uint32_t waitFor, uint32_t signal) {
        toy::Submit argument{.queue = queue_, .buffer = buffer_, .waitFor = waitFor, .signal = signal};
        return toyRequest(file_, toy::Request::Submit, argument);
    }

    static constexpr uint32_t kAll = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL;
    static constexpr uint32_t kForSubmit = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT;
    File file_;
    uint32_t queue_;
    uint32_t buffer_;
    uint32_t first_ = 0;
};

TEST_F(SyncObjectTest, WaitsTakeOrRefuseFlags) {
    const uint32_t object = newObject(DRM_SYNCOBJ_CREATE_SIGNALED);
    constexpr uint32_t kWaitDeadline = 1 << 3;
    EXPECT_EQ(wait({object}, kWaitDeadline), 0) << "since Linux 6.5";
    EXPECT_EQ(wait({object}, 1 << 2), -EINVAL) << "of timelines alone";
    EXPECT_EQ(wait({object}, 1 << 4), -EINVAL);
}

TEST_F(SyncObjectTest, HandlesAreTheLowestFreeOnesOfAFile) {
    EXPECT_EQ(newObject(), 1u);
    EXPECT_EQ(newObject(), 2u);
    EXPECT_EQ(destroy(1), 0);
    EXPECT_EQ(destroy(1), -EINVAL);
    EXPECT_EQ(newObject(), 1u);
    const File other = openRender();
    drm_syncobj_destroy argument{.handle = 1, .pad = 0};
    EXPECT_EQ(request(other, DRM_IOCTL_SYNCOBJ_DESTROY, argument), -EINVAL);
    drm_syncobj_create bad{.handle = 0, .flags = 2};
    EXPECT_EQ(request(file_, DRM_IOCTL_SYNCOBJ_CREATE, bad), -EINVAL);
}

TEST_F(SyncObjectTest, SignalAndResetChangeManyAtOnce) {
    const uint32_t one = newObject();
    const uint32_t two = newObject(DRM_SYNCOBJ_CREATE_SIGNALED);
    EXPECT_EQ(wait({two}), 0);
    EXPECT_EQ(wait({one}), -EINVAL) << "it has no fence";
    EXPECT_EQ(wait({one}, kForSubmit), -ETIME);
    ASSERT_EQ(change(DRM_IOCTL_SYNCOBJ_SIGNAL, {one, two}), 0);
    EXPECT_EQ(wait({one, two}, kAll), 0);
    ASSERT_EQ(change(DRM_IOCTL_SYNCOBJ_RESET, {one, two}), 0);
    EXPECT_EQ(wait({two}), -EINVAL);
    EXPECT_EQ(change(DRM_IOCTL_SYNCOBJ_SIGNAL, {one, 99}), -ENOENT);
    EXPECT_EQ(change(DRM_IOCTL_SYNCOBJ_SIGNAL, {}), -EINVAL);
    EXPECT_EQ(wait({}), 0);
    EXPECT_EQ(wait({99}), -ENOENT);
    EXPECT_EQ(wait({one}, 8), -EINVAL);
}

TEST_F(SyncObjectTest, JobsSignalAndWaitForObjects) {
    const uint32_t done = newObject();
    const uint32_t next = newObject();
    EXPECT_EQ(submit(done, next), -EINVAL) << "nothing is in it yet";
    log_.openGate(false);
    ASSERT_EQ(submit(0, done), 0);
    ASSERT_EQ(submit(done, next), 0);
    EXPECT_EQ(wait({done}), -ETIME);
    EXPECT_EQ(wait({done, next}, kAll), -ETIME);
    const uint32_t signalled = newObject(DRM_SYNCOBJ_CREATE_SIGNALED);
    EXPECT_EQ(wait({done, next, signalled}), 0);
    EXPECT_EQ(first_, 2u);
    log_.openGate(true);
    EXPECT_EQ(wait({done, next}, kAll, in(milliseconds(20000))), 0);
    EXPECT_EQ(first_, 0u);
}

// A simulated GPU is slower than the drivers' deadlines.
TEST_F(SyncObjectTest, WaitsForFencesLongerThanAsked) {
    const uint32_t done = newObject();
    log_.openGate(false);
    ASSERT_EQ(submit(0, done), 0);
    clock_.whenBlocked([this] { clock_.advance(milliseconds(6)); });
    clock_.whenBlocked([this] { log_.openGate(true); });
    EXPECT_EQ(wait({done}, 0, in(milliseconds(5))), 0);
    EXPECT_TRUE(clock_.eventsHappened());
}

TEST_F(SyncObjectTest, WaitsForOthersToSubmitNoLongerThanAsked) {
    const uint32_t done = newObject();
    clock_.whenBlocked([this] { clock_.advance(milliseconds(19)); });
    clock_.whenBlocked([this] { clock_.advance(milliseconds(1)); });
    EXPECT_EQ(wait({done}, kForSubmit, in(milliseconds(20))), -ETIME);
    EXPECT_TRUE(clock_.eventsHappened()) << "gave up before its time";
    clock_.whenBlocked([this] { clock_.advance(milliseconds(19)); });
    clock_.whenBlocked([&] { EXPECT_EQ(submit(0, done), 0); });
    EXPECT_EQ(wait({done}, kForSubmit | kAll, in(milliseconds(20))), 0);
    EXPECT_TRUE(clock_.eventsHappened());
}

TEST_F(SyncObjectTest, DescriptorsShareAnObjectBetweenFiles) {
    const uint32_t object = newObject();
    int descriptor = -1;
    EXPECT_EQ(toDescriptor(99, 0, descriptor), -EINVAL);
    ASSERT_EQ(toDescriptor(object, 0, descriptor), 0);
    EXPECT_EQ(device_.identify(inodeOf(descriptor)).kind, protocol::FileKind::SyncObject);
    const File other = openRender();
    uint32_t imported = 0;
    ASSERT_EQ(fromDescriptor(other, descriptor, 0, imported), 0);
    ASSERT_EQ(change(DRM_IOCTL_SYNCOBJ_SIGNAL, {object}), 0);
    drm_syncobj_wait argument{};
    argument.handles = addressOf(&imported);
    argument.count_handles = 1;
    EXPECT_EQ(request(other, DRM_IOCTL_SYNCOBJ_WAIT, argument), 0);
    EXPECT_EQ(fromDescriptor(other, static_cast<int>(buffer_) + 1000, 0, imported), -EINVAL) << "no descriptor";
    EXPECT_EQ(fromDescriptor(other, file_.program.get(), 0, imported), -EINVAL) << "another kind of file";
}

TEST_F(SyncObjectTest, ItsDescriptorKeepsAnObject) {
    const uint32_t object = newObject(DRM_SYNCOBJ_CREATE_SIGNALED);
    int descriptor = -1;
    ASSERT_EQ(toDescriptor(object, 0, descriptor), 0);
    ASSERT_EQ(destroy(object), 0);
    uint32_t imported = 0;
    ASSERT_EQ(fromDescriptor(file_, descriptor, 0, imported), 0);
    EXPECT_EQ(wait({imported}), 0);
    const uint64_t inode = inodeOf(descriptor);
    const auto isWatched = [&] {
        return std::ranges::any_of(device_.watched(), [&](const auto& file) { return file.inode == inode; });
    };
    EXPECT_TRUE(isWatched());
    device_.close(inode);
    EXPECT_FALSE(isWatched());
    EXPECT_EQ(fromDescriptor(file_, descriptor, 0, imported), -EINVAL);
}

TEST_F(SyncObjectTest, SyncFilesGoInAndOut) {
    constexpr uint32_t kExport = DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE;
    constexpr uint32_t kImport = DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE;
    const uint32_t done = newObject();
    int descriptor = -1;
    EXPECT_EQ(toDescriptor(done, kExport, descriptor), -EINVAL) << "no fence";
    EXPECT_EQ(toDescriptor(99, kExport, descriptor), -ENOENT);
    EXPECT_EQ(toDescriptor(done, 2, descriptor), -EINVAL);
    log_.openGate(false);
    ASSERT_EQ(submit(0, done), 0);
    ASSERT_EQ(toDescriptor(done, kExport, descriptor), 0);
    EXPECT_EQ(device_.identify(inodeOf(descriptor)).kind, protocol::FileKind::SyncFile);
    pollfd polled{.fd = descriptor, .events = POLLIN, .revents = 0};
    EXPECT_EQ(poll(&polled, 1, 0), 0);

    uint32_t copy = newObject();
    ASSERT_EQ(fromDescriptor(file_, descriptor, kImport, copy), 0);
    EXPECT_EQ(wait({copy}), -ETIME);
    ASSERT_EQ(change(DRM_IOCTL_SYNCOBJ_RESET, {done}), 0);
    EXPECT_EQ(wait({copy}), -ETIME) << "a fence, not the object, is in a sync_file";
    log_.openGate(true);
    EXPECT_EQ(poll(&polled, 1, -1), 1);
    EXPECT_EQ(wait({copy}), 0);

    uint32_t missing = 99;
    EXPECT_EQ(fromDescriptor(file_, descriptor, kImport, missing), -ENOENT);
    int object = -1;
    ASSERT_EQ(toDescriptor(copy, 0, object), 0);
    EXPECT_EQ(fromDescriptor(file_, object, kImport, copy), -EINVAL) << "an object is no sync_file";
    EXPECT_EQ(fromDescriptor(file_, descriptor, 0, copy), -EINVAL) << "and the other way round";
}

TEST_F(SyncObjectTest, TimelinesAreNotThere) {
    drm_syncobj_timeline_wait argument{};
    for (const unsigned long code :
         {DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, DRM_IOCTL_SYNCOBJ_QUERY, DRM_IOCTL_SYNCOBJ_TRANSFER,
          DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, DRM_IOWR(0xcf, drm_syncobj_timeline_wait)})
        EXPECT_EQ(request(file_, code, argument), -EOPNOTSUPP) << code;
    const File display = openDisplay();
    drm_syncobj_create object{};
    EXPECT_EQ(request(display, DRM_IOCTL_SYNCOBJ_CREATE, object), -EOPNOTSUPP) << "that driver has no objects";
}

TEST_F(SyncObjectTest, TheEndOfTheDeviceEndsWaits) {
    const uint32_t done = newObject();
    clock_.whenBlocked([this] { device_.core().timeline.stop(); });
    EXPECT_EQ(wait({done}, kForSubmit, in(milliseconds(20))), -EINTR);
    EXPECT_TRUE(clock_.eventsHappened());
}

}  // namespace
}  // namespace cyclorama::device::test
