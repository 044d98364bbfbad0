// SPDX-License-Identifier: MIT
#include <errno.h>
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <vector>

#include "device/core/placement.h"
#include "device/core/sync_file.h"
#include "families/adreno/device/msm_ioctls.h"

namespace cyclorama::adreno {
namespace {

using namespace msm;
using device::BufferObject;
using device::Call;
using device::DeviceFile;
using device::DeviceFindings;
using device::Fence;
using device::FenceTimeline;
using device::GpuContext;
using device::NewMappings;
using device::UserRead;

/// More than any driver submits; it bounds what a hostile program can make the server hold.
constexpr uint32_t kMostEntries = 1 << 16;
/// Commands are words.
constexpr uint64_t kStreamWordBytes = 4;

constexpr uint32_t kSubmitFlags = kSubmitNoImplicit | kSubmitFenceFdIn | kSubmitFenceFdOut | kSubmitSudo |
                                  kSubmitSyncObjectsIn | kSubmitSyncObjectsOut | kSubmitFenceNumberIn;
constexpr uint32_t kSubmitBoFlags = kSubmitBoRead | kSubmitBoWrite | kSubmitBoDump | kSubmitBoNoImplicit;

/// A submission, copied once: the program cannot change it any more.
struct Submission {
    GemSubmit header{};
    std::vector<SubmitBo> entries;
    std::vector<SubmitCommand> commands;
    std::vector<SubmitSyncObject> inObjects;
    std::vector<SubmitSyncObject> outObjects;

    std::shared_ptr<SubmitQueue> queue;
    std::vector<std::shared_ptr<BufferObject>> buffers;
    std::vector<uint64_t> addresses;
    std::vector<device::CommandStream> streams;

    bool has(uint32_t flag) const { return (header.flags & flag) != 0; }
};

int checkHeader(const GemSubmit& header) {
    if (header.padding != 0) return -EINVAL;
    if ((header.flags & kPipeBits) != kPipe3d) return -EINVAL;
    if ((header.flags & ~kPipeBits & ~kSubmitFlags) != 0) return -EINVAL;
    // For administrators of kernels that were built for it.
    if ((header.flags & kSubmitSudo) != 0) return -EINVAL;
    return 0;
}

/// Copies an array of structures that are `stride` bytes apart; what a shorter one lacks is what the one before has, as
/// in the kernel.
int copyObjects(device::UserProcess& user, uint64_t address, uint32_t count, uint32_t stride,
                std::vector<SubmitSyncObject>& into) {
    if (count > kMostEntries) return -ENOMEM;
    into.resize(count);
    if (stride == sizeof(SubmitSyncObject)) {
        const UserRead all{address, std::as_writable_bytes(std::span(into))};
        return user.read(std::span(&all, 1));
    }
    SubmitSyncObject object{};
    for (uint32_t i = 0; i < count; ++i) {
        const auto bytes = std::as_writable_bytes(std::span(&object, 1));
        const UserRead one{address + uint64_t{i} * stride, bytes.first(std::min<size_t>(stride, bytes.size()))};
        if (const int result = user.read(std::span(&one, 1)); result < 0) return result;
        into[i] = object;
    }
    return 0;
}

int copyIn(device::UserProcess& user, Submission& submission) {
    const GemSubmit& header = submission.header;
    if (header.bufferCount > kMostEntries || header.commandCount > kMostEntries) return -ENOMEM;
    int result = 0;
    if (submission.has(kSubmitSyncObjectsIn))
        result = copyObjects(user, header.inObjects, header.inObjectCount, header.objectStride, submission.inObjects);
    if (result == 0 && submission.has(kSubmitSyncObjectsOut))
        result =
            copyObjects(user, header.outObjects, header.outObjectCount, header.objectStride, submission.outObjects);
    if (result < 0) return result;
    submission.entries.resize(header.bufferCount);
    submission.commands.resize(header.commandCount);
    const UserRead reads[] = {{header.buffers, std::as_writable_bytes(std::span(submission.entries))},
                              {header.commands, std::as_writable_bytes(std::span(submission.commands))}};
    return user.read(reads);
}

/// Objects to wait for have a fence: all fences are of this GPU or its display, and are done in order, so there is
/// nothing to wait for.
int checkInObjects(const DeviceFile& file, const Submission& submission) {
    for (const SubmitSyncObject& entry : submission.inObjects) {
        if (entry.point != 0) return -EOPNOTSUPP;
        if ((entry.flags & ~kSubmitSyncObjectReset) != 0) return -EINVAL;
        const auto object = file.syncObject(entry.handle);
        if (!object) return -ENOENT;
        if (!object->fence()) return -EINVAL;
    }
    return 0;
}

int checkOutObjects(const DeviceFile& file, const Submission& submission) {
    for (const SubmitSyncObject& entry : submission.outObjects) {
        if (entry.flags != 0) return -EINVAL;
        if (entry.point != 0) return -EOPNOTSUPP;
        if (!file.syncObject(entry.handle)) return -EINVAL;
    }
    return 0;
}

int lookUpBuffers(const DeviceFile& file, Submission& submission) {
    std::set<BufferObject*> seen;
    for (const SubmitBo& entry : submission.entries) {
        if ((entry.flags & ~kSubmitBoFlags) != 0) return -EINVAL;
        if ((entry.flags & (kSubmitBoRead | kSubmitBoWrite)) == 0) return -EINVAL;
        auto buffer = file.buffer(entry.handle);
        if (!buffer) return -EINVAL;
        submission.buffers.push_back(std::move(buffer));
    }
    for (const auto& buffer : submission.buffers)
        if (!seen.insert(buffer.get()).second) return -EALREADY;
    return 0;
}

int checkTypes(const Submission& submission) {
    for (const SubmitCommand& command : submission.commands) {
        if (command.type < CommandType::Buffer || command.type > CommandType::ContextRestore) return -EINVAL;
        if (command.bytes % kStreamWordBytes != 0) return -EINVAL;
    }
    return 0;
}

/// Gives each buffer its place, where it has none.
int place(const FenceTimeline& timeline, const std::shared_ptr<GpuContext>& context, Submission& submission,
          NewMappings& added) {
    for (const auto& buffer : submission.buffers) {
        uint64_t address = 0;
        const int result = device::placeBuffer(timeline, context, buffer, std::nullopt, address, added);
        if (result < 0) return result;
        submission.addresses.push_back(address);
    }
    return 0;
}

/// The streams that the GPU reads from the ring. Targets of the streams are checked alone; what restores a state runs
/// before the file's first job, as the GPU keeps the state of each file.
int collectStreams(Submission& submission, bool restores) {
    for (const SubmitCommand& command : submission.commands) {
        if (command.bufferIndex >= submission.buffers.size()) return -EINVAL;
        // The kernel counts in words, and drops what is less.
        const uint64_t offset = command.offset & ~(kStreamWordBytes - 1);
        const uint64_t end = submission.buffers[command.bufferIndex]->bytes();
        if (command.bytes == 0 || offset + command.bytes > end) return -EINVAL;
        // The chips' kernel takes no relocations.
        if (command.relocCount != 0) return -EINVAL;
        const bool runs =
            command.type == CommandType::Buffer || (command.type == CommandType::ContextRestore && restores);
        if (runs)
            submission.streams.push_back(
                {.address = submission.addresses[command.bufferIndex] + offset, .bytes = command.bytes});
    }
    return 0;
}

/// Drivers say of all buffers that the GPU writes to them: those that a program can map may be the host's to write.
/// With the device's lock.
std::vector<uint64_t> writtenByGpuAlone(const Submission& submission) {
    std::vector<uint64_t> written;
    for (size_t i = 0; i < submission.buffers.size(); ++i)
        if ((submission.entries[i].flags & kSubmitBoWrite) != 0 && !describe(*submission.buffers[i]).hostMaps)
            written.push_back(submission.buffers[i]->inode());
    return written;
}

/// On the queue's thread. `mutex` is the device's lock, which is not held.
void execute(std::mutex& mutex, DeviceFindings& findings, const DeviceFile& file, const Submission& submission,
             const NewMappings& added) {
    device::JobContext& execution = file.context->execution();
    added.apply(execution);
    std::vector<uint64_t> written;
    {
        const std::lock_guard lock(mutex);
        written = writtenByGpuAlone(submission);
    }
    const device::JobResult result = execution.execute({.streams = submission.streams, .written = written});
    if (result != device::JobResult::Hung) return;
    ++submission.queue->faults;
    ++fileOf(file).faults;
    std::string program;
    {
        const std::lock_guard lock(mutex);
        const MsmFile& state = fileOf(file);
        if (!state.command.empty()) program = fmt::format(" of {} ({})", state.command, state.commandLine);
    }
    findings.report(device::kJobHung, "submit", fmt::format("{} streams{}", submission.streams.size(), program));
}

/// With the lock: puts the job's fence where the program looks for it.
void publish(FenceTimeline& timeline, device::protocol::SharedStatus& status, const DeviceFile& file,
             const Submission& submission, Fence fence) {
    for (size_t i = 0; i < submission.buffers.size(); ++i)
        submission.buffers[i]->recordUse(fence, (submission.entries[i].flags & kSubmitBoWrite) != 0, status);
    for (const SubmitSyncObject& entry : submission.inObjects)
        if ((entry.flags & kSubmitSyncObjectReset) != 0) file.syncObject(entry.handle)->clear();
    for (const SubmitSyncObject& entry : submission.outObjects) file.syncObject(entry.handle)->put(fence);
    timeline.wake();
}

/// With the lock: all checks of what the program names, in the kernel's order.
int resolve(const FenceTimeline& timeline, const DeviceFile& file, Submission& submission, NewMappings& added) {
    int result = checkInObjects(file, submission);
    if (result == 0) result = checkOutObjects(file, submission);
    if (result == 0) result = lookUpBuffers(file, submission);
    if (result == 0) result = checkTypes(submission);
    if (result == 0) result = place(timeline, file.context, submission, added);
    if (result == 0) result = collectStreams(submission, !fileOf(file).submitted);
    if (result < 0) return result;
    if (!submission.has(kSubmitFenceNumberIn)) return 0;
    const auto taken = submission.queue->fenceOf(submission.header.fence);
    const bool free = !taken || timeline.signalled(*taken);
    return submission.header.fence != 0 && free ? 0 : -EINVAL;
}

int queueLocked(Call& call, const std::shared_ptr<Submission>& submission, Fence& fence) {
    const std::lock_guard lock(call.core.mutex);
    NewMappings added;
    if (const int result = resolve(call.core.timeline, *call.file, *submission, added); result < 0) {
        // Buffers that were placed stay so, as in the kernel: the next submit finds them there.
        if (!added.empty())
            call.core.queue.enqueue(
                [context = call.file->context, added = std::move(added)] { added.apply(context->execution()); });
        return result;
    }
    if (!submission->has(kSubmitFenceNumberIn)) submission->header.fence = submission->queue->takeNumber();
    fileOf(*call.file).submitted = true;
    fence =
        call.core.queue.enqueue([&mutex = call.core.mutex, &findings = call.core.findings, file = call.file, submission,
                                 added = std::move(added)] { execute(mutex, findings, *file, *submission, added); });
    submission->queue->add(submission->header.fence, fence, call.core.timeline);
    publish(call.core.timeline, *call.core.status, *call.file, *submission, fence);
    return 0;
}

}  // namespace

int submit(Call& call, GemSubmit& argument) {
    if (const int result = checkHeader(argument); result < 0) return result;
    auto submission = std::make_shared<Submission>();
    submission->header = argument;
    submission->queue = lookUpQueue(call, argument.queue);
    if (!submission->queue) return -ENOENT;
    if (submission->has(kSubmitFenceFdIn) &&
        !device::fenceOfDescriptor(call.core.timeline, call.user, argument.fenceFd))
        return -EINVAL;
    if (const int result = copyIn(call.user, *submission); result < 0) return result;
    call.core.queue.waitForRoom();
    Fence fence = 0;
    if (const int result = queueLocked(call, submission, fence); result < 0) return result;
    argument.fence = submission->header.fence;
    if (submission->has(kSubmitFenceFdOut)) {
        const int number = device::installSyncFile(call.core.timeline, call.user, fence, "msm-gpu");
        if (number < 0) return number;
        argument.fenceFd = number;
    }
    return 0;
}

}  // namespace cyclorama::adreno
