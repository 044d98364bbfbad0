// SPDX-License-Identifier: MIT
// Submits and their fences: what the GPU gets, what programs can wait for, and each error (Linux 6.12:
// msm_gem_submit.c).

#include <poll.h>

#include "adreno/device/msm_fixture.h"

namespace cyclorama::adreno::test {
namespace {

using namespace msm;

class MsmSubmitTest : public MsmDeviceTest {
  protected:
    using MsmDeviceTest::MsmDeviceTest;

    uint32_t newObject(const File& file, uint32_t flags = 0) {
        drm_syncobj_create argument{.handle = 0, .flags = flags};
        EXPECT_EQ(request(file, DRM_IOCTL_SYNCOBJ_CREATE, argument), 0);
        return argument.handle;
    }
    int waitForObject(const File& file, uint32_t handle) {
        drm_syncobj_wait argument{};
        argument.handles = addressOf(&handle);
        argument.count_handles = 1;
        return request(file, DRM_IOCTL_SYNCOBJ_WAIT, argument);
    }
};

TEST_F(MsmSubmitTest, StreamsAreReadWhereTheyAre) {
    const File file = openRender();
    const uint32_t first = newBuffer(file, 8192);
    const uint32_t second = newBuffer(file, 4096);
    Job job = withBuffer(first);
    job.buffers.push_back({.flags = kSubmitBoRead, .handle = second, .presumed = 0});
    job.commands = {{.type = CommandType::Buffer, .bufferIndex = 1, .offset = 16, .bytes = 32},
                    {.type = CommandType::IndirectTarget, .bufferIndex = 1, .offset = 0, .bytes = 16},
                    {.type = CommandType::Buffer, .bufferIndex = 0, .offset = 8188, .bytes = 4}};
    ASSERT_EQ(submit(file, job), 0);
    drain();
    ASSERT_EQ(log_.maps.size(), 2u);
    EXPECT_EQ(log_.maps[0].address, kFirstUserAddress);
    ASSERT_EQ(log_.places.size(), 2u) << "targets are no streams of their own";
    EXPECT_EQ(log_.places[0].address, log_.maps[1].address + 16);
    EXPECT_EQ(log_.places[0].bytes, 32u);
    EXPECT_EQ(log_.places[1].address, log_.maps[0].address + 8188);
    EXPECT_EQ(log_.written, std::vector<size_t>{1});
    ASSERT_EQ(submit(file, job), 0);
    drain();
    EXPECT_EQ(log_.maps.size(), 2u) << "they are there already";
}

TEST_F(MsmSubmitTest, ChosenAddressesAreMappedByTheFirstJob) {
    const File file = openRender();
    const uint32_t handle = newBuffer(file, 4096);
    ASSERT_GT(info(file, handle, Info::SetAddress, 0x1'2345'6000), 0);
    Job job = withCommands(handle, 0, 8);
    ASSERT_EQ(submit(file, job), 0);
    drain();
    ASSERT_EQ(log_.maps.size(), 1u);
    EXPECT_EQ(log_.maps[0].address, 0x1'2345'6000u);
    ASSERT_EQ(info(file, handle, Info::SetAddress, 0), 0);
    drain();
    ASSERT_EQ(log_.unmaps.size(), 1u);
    EXPECT_EQ(log_.unmaps[0].address, 0x1'2345'6000u);
}

TEST_F(MsmSubmitTest, StateIsRestoredBeforeTheFirstJob) {
    const File file = openRender();
    Job job = withCommands(newBuffer(file, 4096), 0, 8);
    job.commands.push_back({.type = CommandType::ContextRestore, .bufferIndex = 0, .offset = 64, .bytes = 4});
    ASSERT_EQ(submit(file, job), 0);
    ASSERT_EQ(submit(file, job), 0);
    drain();
    ASSERT_EQ(log_.places.size(), 3u) << "two, and then one";
    EXPECT_EQ(log_.places[1].address, kFirstUserAddress + 64);
}

TEST_F(MsmSubmitTest, JobsHaveNumbersOfTheirQueue) {
    const File file = openRender();
    Job job = withCommands(newBuffer(file, 4096), 0, 4);
    const uint32_t queue = newQueue(file);
    log_.openGate(false);
    ASSERT_EQ(submit(file, job), 0);
    EXPECT_EQ(job.header.fence, 1u);
    ASSERT_EQ(submit(file, job), 0);
    EXPECT_EQ(job.header.fence, 2u);
    job.header.queue = queue;
    ASSERT_EQ(submit(file, job), 0);
    EXPECT_EQ(job.header.fence, 1u);
    EXPECT_EQ(wait(file, 2), -ETIMEDOUT);
    EXPECT_EQ(wait(file, 1, queue), -ETIMEDOUT);
    EXPECT_EQ(wait(file, 3), -EINVAL) << "of no job yet";
    EXPECT_EQ(wait(file, 2, queue), -EINVAL);
    EXPECT_EQ(wait(file, 1, 7), -ENOENT);
    log_.openGate(true);
    drain();
    EXPECT_EQ(wait(file, 2), -ETIMEDOUT) << "done, but nobody has waited for it";
    EXPECT_EQ(waitLong(file, 2), 0);
    EXPECT_EQ(wait(file, 2), 0) << "known to be done";
    EXPECT_EQ(wait(file, 0), 0) << "older than all";
    WaitFence patient{.fence = 1, .flags = kWaitFenceBoost, .timeout = {.seconds = 1 << 30}, .queue = queue};
    EXPECT_EQ(msm(file, Request::WaitFence, patient), 0);
    patient.flags = 2;
    EXPECT_EQ(msm(file, Request::WaitFence, patient), -EINVAL);
}

TEST_F(MsmSubmitTest, ProgramsNumberTheirJobs) {
    const File file = openRender();
    Job job = withCommands(newBuffer(file, 4096), 0, 4);
    job.header.flags |= kSubmitFenceNumberIn;
    job.header.fence = 0;
    EXPECT_EQ(submit(file, job), -EINVAL);
    log_.openGate(false);
    job.header.fence = 100;
    ASSERT_EQ(submit(file, job), 0);
    EXPECT_EQ(submit(file, job), -EINVAL) << "the number of a job under way";
    job.header.fence = 0xffffffff;
    EXPECT_EQ(wait(file, 0xffffffff), 0) << "older than 100, as numbers go round";
    ASSERT_EQ(submit(file, job), 0);
    EXPECT_EQ(wait(file, 100), -EINVAL) << "newer than the last";
    EXPECT_EQ(wait(file, 0xffffffff), -ETIMEDOUT);
    log_.openGate(true);
    drain();
    job.header.fence = 100;
    EXPECT_EQ(submit(file, job), 0) << "free again";
}

TEST_F(MsmSubmitTest, NumbersUnderWayAreNotGivenTwice) {
    const File file = openRender();
    Job job = withCommands(newBuffer(file, 4096), 0, 4);
    log_.openGate(false);
    job.header.flags |= kSubmitFenceNumberIn;
    job.header.fence = 1;
    ASSERT_EQ(submit(file, job), 0);
    job.header.flags = kPipe3d;
    ASSERT_EQ(submit(file, job), 0);
    EXPECT_EQ(job.header.fence, 2u);
}

TEST_F(MsmSubmitTest, FencesAreDescriptors) {
    const File file = openRender();
    Job job = withCommands(newBuffer(file, 4096), 0, 4);
    log_.openGate(false);
    job.header.flags |= kSubmitFenceFdOut;
    job.header.fenceFd = -1;
    ASSERT_EQ(submit(file, job), 0);
    ASSERT_GE(job.header.fenceFd, 0);
    pollfd polled{.fd = job.header.fenceFd, .events = POLLIN, .revents = 0};
    EXPECT_EQ(poll(&polled, 1, 0), 0);
    Job next = withCommands(1, 0, 4);
    next.header.flags |= kSubmitFenceFdIn;
    next.header.fenceFd = job.header.fenceFd;
    EXPECT_EQ(submit(file, next), 0);
    log_.openGate(true);
    EXPECT_EQ(poll(&polled, 1, -1), 1);
    next.header.fenceFd = -1;
    EXPECT_EQ(submit(file, next), -EINVAL);
    next.header.fenceFd = file.program.get();
    EXPECT_EQ(submit(file, next), -EINVAL) << "no sync_file";
}

TEST_F(MsmSubmitTest, SynchronizationObjectsPassFences) {
    const File file = openRender();
    const uint32_t object = newObject(file);
    const uint32_t signalled = newObject(file, DRM_SYNCOBJ_CREATE_SIGNALED);
    Job job;
    job.header.flags |= kSubmitSyncObjectsIn | kSubmitSyncObjectsOut;
    job.inObjects = {{.handle = signalled, .flags = kSubmitSyncObjectReset, .point = 0}};
    job.outObjects = {{.handle = object, .flags = 0, .point = 0}};
    log_.openGate(false);
    Job before = withCommands(newBuffer(file, 4096), 0, 4);
    ASSERT_EQ(submit(file, before), 0);
    ASSERT_EQ(submit(file, job), 0) << "without buffers and streams";
    EXPECT_EQ(waitForObject(file, object), -ETIME);
    EXPECT_EQ(waitForObject(file, signalled), -EINVAL) << "was emptied";
    log_.openGate(true);
    drain();
    EXPECT_EQ(waitForObject(file, object), 0);
}

TEST_F(MsmSubmitTest, SynchronizationObjectsAreRefused) {
    const File file = openRender();
    const uint32_t empty = newObject(file);
    const uint32_t signalled = newObject(file, DRM_SYNCOBJ_CREATE_SIGNALED);
    const auto in = [&](SubmitSyncObject object) {
        Job job;
        job.header.flags |= kSubmitSyncObjectsIn;
        job.inObjects = {object};
        return submit(file, job);
    };
    const auto out = [&](SubmitSyncObject object) {
        Job job;
        job.header.flags |= kSubmitSyncObjectsOut;
        job.outObjects = {object};
        return submit(file, job);
    };
    EXPECT_EQ(in({.handle = signalled, .flags = 0, .point = 0}), 0);
    EXPECT_EQ(in({.handle = signalled, .flags = 2, .point = 0}), -EINVAL);
    EXPECT_EQ(in({.handle = signalled, .flags = 0, .point = 1}), -EOPNOTSUPP) << "no timelines";
    EXPECT_EQ(in({.handle = 99, .flags = 0, .point = 0}), -ENOENT);
    EXPECT_EQ(in({.handle = empty, .flags = 0, .point = 0}), -EINVAL) << "no fence in it";
    EXPECT_EQ(out({.handle = empty, .flags = 1, .point = 0}), -EINVAL);
    EXPECT_EQ(out({.handle = empty, .flags = 0, .point = 1}), -EOPNOTSUPP);
    EXPECT_EQ(out({.handle = 99, .flags = 0, .point = 0}), -EINVAL);
    Job job;
    job.header.flags |= kSubmitSyncObjectsIn;
    job.inObjects = {{.handle = signalled}};
    job.header.objectStride = 4;
    EXPECT_EQ(submit(file, job), 0) << "the handle alone";
    job.inObjects.assign(1 << 17, {.handle = signalled});
    job.header.objectStride = 0;
    EXPECT_EQ(submit(file, job), -ENOMEM);
}

TEST_F(MsmSubmitTest, HeadersAreRefused) {
    const File file = openRender();
    const auto result = [&](auto change) {
        Job job;
        change(job.header);
        return submit(file, job);
    };
    EXPECT_EQ(result([](GemSubmit&) {}), 0) << "an empty one is done";
    EXPECT_EQ(result([](GemSubmit& header) { header.padding = 1; }), -EINVAL);
    EXPECT_EQ(result([](GemSubmit& header) { header.flags = 0; }), -EINVAL) << "no pipe";
    EXPECT_EQ(result([](GemSubmit& header) { header.flags = 1; }), -EINVAL) << "the 2D pipe";
    EXPECT_EQ(result([](GemSubmit& header) { header.flags |= 0x01000000; }), -EINVAL);
    EXPECT_EQ(result([](GemSubmit& header) { header.flags |= kSubmitSudo; }), -EINVAL);
    EXPECT_EQ(result([](GemSubmit& header) { header.queue = 5; }), -ENOENT);
    Job job;
    job.header.bufferCount = ~0u;
    EXPECT_EQ(msm(file, Request::GemSubmit, job.header), -ENOMEM);
    job.header.bufferCount = 0;
    job.header.commandCount = ~0u;
    EXPECT_EQ(msm(file, Request::GemSubmit, job.header), -ENOMEM);
    job.header.commandCount = 1;
    job.header.commands = 16;
    EXPECT_EQ(msm(file, Request::GemSubmit, job.header), -EFAULT);
}

TEST_F(MsmSubmitTest, ListsThatCannotBeReadAreRefused) {
    const File file = openRender();
    const auto result = [&](auto change) {
        GemSubmit header{.flags = kPipe3d, .objectStride = sizeof(SubmitSyncObject)};
        change(header);
        return msm(file, Request::GemSubmit, header);
    };
    constexpr uint64_t kNull = 16;
    EXPECT_EQ(result([](GemSubmit& header) { header.bufferCount = 1, header.buffers = kNull; }), -EFAULT);
    EXPECT_EQ(result([](GemSubmit& header) {
                  header.flags |= kSubmitSyncObjectsIn;
                  header.inObjectCount = 1, header.inObjects = kNull;
              }),
              -EFAULT);
    EXPECT_EQ(result([](GemSubmit& header) {
                  header.flags |= kSubmitSyncObjectsOut;
                  header.outObjectCount = 2, header.outObjects = kNull, header.objectStride = 8;
              }),
              -EFAULT);
    EXPECT_EQ(result([](GemSubmit& header) {
                  header.flags |= kSubmitSyncObjectsOut;
                  header.outObjectCount = ~0u;
              }),
              -ENOMEM);
    EXPECT_EQ(result([](GemSubmit& header) { header.inObjectCount = 1, header.inObjects = kNull; }), 0)
        << "no flag says that there are any";
}

TEST_F(MsmSubmitTest, BufferListsAreRefused) {
    const File file = openRender();
    const uint32_t handle = newBuffer(file, 4096);
    const auto result = [&](std::vector<SubmitBo> buffers) {
        Job job;
        job.buffers = std::move(buffers);
        return submit(file, job);
    };
    const SubmitBo good{.flags = kSubmitBoRead | kSubmitBoDump | kSubmitBoNoImplicit, .handle = handle, .presumed = 0};
    EXPECT_EQ(result({good}), 0);
    EXPECT_EQ(result({{.flags = kSubmitBoDump, .handle = handle, .presumed = 0}}), -EINVAL) << "neither read nor write";
    EXPECT_EQ(result({{.flags = kSubmitBoRead | 0x10, .handle = handle, .presumed = 0}}), -EINVAL);
    EXPECT_EQ(result({{.flags = kSubmitBoRead, .handle = handle + 1, .presumed = 0}}), -EINVAL);
    EXPECT_EQ(result({good, good}), -EALREADY);
}

TEST_F(MsmSubmitTest, BuffersWithoutRoomAreRefused) {
    const File file = openRender();
    ASSERT_GT(info(file, newBuffer(file, (uint64_t{4} << 30) - 8192), Info::GetAddress), 0);
    Job job = withCommands(newBuffer(file, 8192), 0, 4);
    EXPECT_EQ(submit(file, job), -ENOSPC);
}

TEST_F(MsmSubmitTest, CommandsAreRefused) {
    const File file = openRender();
    const uint32_t handle = newBuffer(file, 4096);
    const auto result = [&](SubmitCommand command) {
        Job job = withBuffer(handle);
        job.commands = {command};
        return submit(file, job);
    };
    const SubmitCommand good{.type = CommandType::Buffer, .bufferIndex = 0, .offset = 4092, .bytes = 4};
    EXPECT_EQ(result(good), 0);
    const auto with = [&](auto change) {
        SubmitCommand command = good;
        change(command);
        return result(command);
    };
    EXPECT_EQ(with([](SubmitCommand& command) { command.type = CommandType{0}; }), -EINVAL);
    EXPECT_EQ(with([](SubmitCommand& command) { command.type = CommandType{4}; }), -EINVAL);
    EXPECT_EQ(with([](SubmitCommand& command) { command.bytes = 2; }), -EINVAL) << "no word";
    EXPECT_EQ(with([](SubmitCommand& command) { command.bytes = 0; }), -EINVAL);
    EXPECT_EQ(with([](SubmitCommand& command) { command.bytes = 8; }), -EINVAL) << "over the end";
    EXPECT_EQ(with([](SubmitCommand& command) { command.bytes = 0xfffffffc; }), -EINVAL);
    EXPECT_EQ(with([](SubmitCommand& command) { command.offset = 0xfffffffc; }), -EINVAL);
    EXPECT_EQ(with([](SubmitCommand& command) { command.bufferIndex = 1; }), -EINVAL);
    EXPECT_EQ(with([](SubmitCommand& command) { command.relocCount = 1; }), -EINVAL) << "no relocations";
    EXPECT_EQ(with([](SubmitCommand& command) { command.type = CommandType::IndirectTarget, command.bytes = 8; }),
              -EINVAL)
        << "targets are checked, too";
}

TEST_F(MsmSubmitTest, RefusedSubmitsLeaveBuffersWhereTheyAre) {
    const File file = openRender();
    Job job = withCommands(newBuffer(file, 4096), 0, 2);
    EXPECT_EQ(submit(file, job), -EINVAL);
    job.commands[0].bytes = 8192;
    EXPECT_EQ(submit(file, job), -EINVAL);
    job.commands[0].bytes = 4;
    EXPECT_EQ(submit(file, job), 0);
    drain();
    EXPECT_EQ(log_.maps.size(), 1u);
    EXPECT_EQ(log_.places.size(), 1u);
    EXPECT_EQ(job.header.fence, 1u) << "no number was lost";
}

// A hang is of the file and the queue whose job hung; all others go on, and fences signal.
TEST_F(MsmSubmitTest, HangsAreCounted) {
    const File file = openRender();
    const File other = openRender();
    const uint32_t queue = newQueue(file);
    const auto faultsOf = [&](uint32_t id) {
        uint32_t faults = 77;
        QueueQuery query{.data = addressOf(&faults), .id = id, .param = QueueParam::Faults, .length = 4, .padding = 0};
        EXPECT_EQ(msm(file, Request::QueueQuery, query), 0);
        return faults;
    };
    const std::string name = "program";
    for (const Param param : {Param::Command, Param::CommandLine}) {
        ParamArgument argument{.pipe = kPipe3d, .param = param, .value = addressOf(name.data()), .length = 7};
        ASSERT_EQ(msm(file, Request::SetParam, argument), 0);
    }
    Job job = withCommands(newBuffer(file, 4096), 0, 4);
    job.header.queue = queue;
    log_.result = device::JobResult::Hung;
    ASSERT_EQ(submit(file, job), 0);
    drain();
    log_.result = device::JobResult::Done;
    EXPECT_EQ(waitLong(file, job.header.fence, queue), 0);
    EXPECT_EQ(param(file, Param::Faults), 1);
    EXPECT_EQ(param(other, Param::Faults), 0);
    EXPECT_EQ(faultsOf(queue), 1u);
    EXPECT_EQ(faultsOf(0), 0u);
    ASSERT_EQ(submit(file, job), 0);
    drain();
    EXPECT_EQ(param(file, Param::Faults), 1);
    ASSERT_EQ(device_.core().findings.all().all().size(), 1u);
    EXPECT_EQ(device_.core().findings.all().all()[0].kind.identifier, "gpu-hang");
    EXPECT_EQ(device_.core().findings.all().all()[0].detail, "1 streams of program (program)");
}

TEST_F(MsmSubmitTest, JobsOutliveTheirFile) {
    File file = openRender();
    Job job = withCommands(newBuffer(file, 4096), 0, 4);
    log_.openGate(false);
    ASSERT_EQ(submit(file, job), 0);
    device_.close(file.inode);
    log_.openGate(true);
    drain();
    EXPECT_EQ(log_.places.size(), 1u);
}

}  // namespace
}  // namespace cyclorama::adreno::test
