// SPDX-License-Identifier: MIT
#include <errno.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <vector>

#include "device/core/placement.h"
#include "device/core/sync_file.h"
#include "families/vivante/chip/performance_signals.h"
#include "families/vivante/device/command_stream_check.h"
#include "families/vivante/device/etnaviv_ioctls.h"
#include "families/vivante/execution/chip_model.h"
#include "families/vivante/frontend/findings.h"

namespace cyclorama::vivante {
namespace {

using namespace etnaviv;
using device::BufferObject;
using device::Call;
using device::DeviceFile;
using device::DeviceFindings;
using device::Executor;
using device::Fence;
using device::FenceTimeline;
using device::GpuContext;
using device::NewMappings;
using device::UserProcess;
using device::UserRead;

/// More than any driver submits; it bounds what a hostile program can make the server hold.
constexpr uint32_t kMostEntries = 1 << 16;

constexpr uint32_t kKnownFlags = kSubmitNoImplicit | kSubmitFenceFdIn | kSubmitFenceFdOut | kSubmitSoftpin;

/// A submission, copied once: the program cannot change it any more.
struct Submission {
    GemSubmit header{};
    std::vector<SubmitBo> entries;
    std::vector<SubmitReloc> relocs;
    std::vector<SubmitPmr> pmrs;
    std::vector<uint32_t> stream;
    std::vector<std::shared_ptr<BufferObject>> buffers;
    std::vector<uint64_t> addresses;

    bool softpin() const { return (header.flags & kSubmitSoftpin) != 0; }
};

int checkHeader(const EtnavivDriver& driver, DeviceFindings& findings, const GemSubmit& header) {
    if (header.pipe >= kMaximumPipes) return -EINVAL;
    if (header.pipe != 0) return -ENXIO;
    if (header.streamBytes % 4 != 0) return -EINVAL;
    if (header.execState > static_cast<uint32_t>(ExecState::PipeVg)) return -EINVAL;
    if (header.execState == static_cast<uint32_t>(ExecState::PipeVg)) {
        findings.report(findings::kVgEngine, "submit", "exec_state of the VG pipe");
        return -EINVAL;
    }
    if ((header.flags & ~kKnownFlags) != 0) return -EINVAL;
    if ((header.flags & kSubmitSoftpin) != 0 && !driver.softpin()) return -EINVAL;
    if (header.bufferCount > kMostEntries || header.relocCount > kMostEntries || header.pmrCount > kMostEntries ||
        header.streamBytes > kMostStreamBytes)
        return -ENOMEM;
    return 0;
}

template <typename T>
UserRead readOf(uint64_t address, std::vector<T>& into, size_t count) {
    into.resize(count);
    return {address, std::as_writable_bytes(std::span(into))};
}

int copyIn(UserProcess& user, Submission& submission) {
    const GemSubmit& header = submission.header;
    const UserRead reads[] = {readOf(header.buffers, submission.entries, header.bufferCount),
                              readOf(header.relocs, submission.relocs, header.relocCount),
                              readOf(header.pmrs, submission.pmrs, header.pmrCount),
                              readOf(header.stream, submission.stream, header.streamBytes / 4)};
    return user.read(reads);
}

int lookUpBuffers(const DeviceFile& file, Submission& submission) {
    std::set<BufferObject*> seen;
    for (const SubmitBo& entry : submission.entries) {
        if ((entry.flags & ~(kSubmitBoRead | kSubmitBoWrite)) != 0) return -EINVAL;
        if (submission.softpin() && entry.presumed < kFirstUserAddress) return -EINVAL;
        auto buffer = file.buffer(entry.handle);
        if (!buffer || !seen.insert(buffer.get()).second) return -EINVAL;
        submission.buffers.push_back(std::move(buffer));
    }
    return 0;
}

/// Gives each buffer its place in the context. With the device's lock.
int place(const FenceTimeline& timeline, const std::shared_ptr<GpuContext>& context, Submission& submission,
          NewMappings& added) {
    for (size_t i = 0; i < submission.buffers.size(); ++i) {
        std::optional<uint64_t> wanted;
        if (submission.softpin()) wanted = submission.entries[i].presumed;
        uint64_t address = 0;
        const int result = device::placeBuffer(timeline, context, submission.buffers[i], wanted, address, added);
        if (result < 0) return result;
        submission.addresses.push_back(address);
    }
    return 0;
}

int relocate(Submission& submission) {
    if (submission.softpin() && !submission.relocs.empty()) return -EINVAL;
    size_t last = 0;
    for (const SubmitReloc& reloc : submission.relocs) {
        const size_t word = reloc.submitOffset / 4;
        if (reloc.flags != 0 || reloc.submitOffset % 4 != 0) return -EINVAL;
        if (word >= submission.stream.size() || word < last) return -EINVAL;
        if (reloc.bufferIndex >= submission.buffers.size()) return -EINVAL;
        if (reloc.bufferOffset > submission.buffers[reloc.bufferIndex]->bytes() - 4) return -EINVAL;
        submission.stream[word] = static_cast<uint32_t>(submission.addresses[reloc.bufferIndex] + reloc.bufferOffset);
        last = word;
    }
    return 0;
}

int checkPmrs(const Submission& submission) {
    const auto domains = performanceDomains();
    for (const SubmitPmr& pmr : submission.pmrs) {
        if (pmr.readIndex >= submission.buffers.size()) return -EINVAL;
        // The first word takes the sequence number.
        if (pmr.readOffset == 0 || pmr.readOffset >= submission.buffers[pmr.readIndex]->bytes() - 4) return -EINVAL;
        if ((pmr.flags & ~(kPmProcessPre | kPmProcessPost)) != 0) return -EINVAL;
        if (submission.header.execState != static_cast<uint32_t>(ExecState::Pipe3D)) return -EINVAL;
        if (pmr.domain >= domains.size() || pmr.signal >= domains[pmr.domain].signals.size()) return -EINVAL;
    }
    return 0;
}

/// The kernel takes the offset of a counter in words, that of the sequence number is zero (Linux:
/// etnaviv_perfmon_process).
void storeWord(const BufferObject& buffer, uint64_t word, uint32_t value) {
    if (4 * word + 4 > buffer.bytes()) return;
    pwrite(buffer.memory(), &value, sizeof value, static_cast<off_t>(4 * word));
}

void sampleCounters(Executor& executor, const Submission& submission, uint32_t when) {
    for (const SubmitPmr& pmr : submission.pmrs) {
        const BufferObject& buffer = *submission.buffers[pmr.readIndex];
        if ((pmr.flags & when) != 0) storeWord(buffer, pmr.readOffset, executor.counter(pmr.domain, pmr.signal));
        if (when == kPmProcessPost) storeWord(buffer, 0, pmr.sequence);
    }
}

/// On the queue's thread.
void execute(Executor& executor, GpuContext& context, const Submission& submission, const NewMappings& added) {
    device::JobContext& execution = context.execution();
    added.apply(execution);
    sampleCounters(executor, submission, kPmProcessPre);
    std::vector<uint64_t> written;
    for (size_t i = 0; i < submission.buffers.size(); ++i)
        if ((submission.entries[i].flags & kSubmitBoWrite) != 0) written.push_back(submission.buffers[i]->inode());
    const auto words = std::as_bytes(std::span(submission.stream));
    const device::CommandStream stream{.address = kStreamAddress, .bytes = words.size(), .copy = words};
    execution.execute({.engine = submission.header.execState, .streams = std::span(&stream, 1), .written = written});
    sampleCounters(executor, submission, kPmProcessPost);
}

/// With the lock: places, relocates, checks and queues.
int queueLocked(Call& call, const std::shared_ptr<Submission>& submission, Fence& fence) {
    const std::lock_guard lock(call.core.mutex);
    if (const int result = lookUpBuffers(*call.file, *submission); result < 0) return result;
    if (!driverOf(call).softpin()) {
        if (const auto refused = refusedStream(submission->stream, submission->relocs)) {
            call.core.findings.report(device::kStreamRefused, "submit", *refused);
            return -EINVAL;
        }
    }
    NewMappings added;
    const auto context = call.file->context;
    int result = place(call.core.timeline, context, *submission, added);
    if (result == 0) result = relocate(*submission);
    if (result == 0) result = checkPmrs(*submission);
    if (result != 0) {
        // Buffers that were placed stay so, as in the kernel: the next submit finds them there.
        if (!added.empty())
            call.core.queue.enqueue([context, added = std::move(added)] { added.apply(context->execution()); });
        return result;
    }
    fence = call.core.queue.enqueue([&executor = call.core.executor, context, submission, added = std::move(added)] {
        execute(executor, *context, *submission, added);
    });
    for (size_t i = 0; i < submission->buffers.size(); ++i)
        submission->buffers[i]->recordUse(fence, (submission->entries[i].flags & kSubmitBoWrite) != 0,
                                          *call.core.status);
    return 0;
}

}  // namespace

int submit(Call& call, GemSubmit& argument) {
    if (const int result = checkHeader(driverOf(call), call.core.findings, argument); result < 0) return result;
    auto submission = std::make_shared<Submission>();
    submission->header = argument;
    if (const int result = copyIn(call.user, *submission); result < 0) return result;
    if ((argument.flags & kSubmitFenceFdIn) != 0)
        // All fences are of this GPU or its display, and are done in order: there is nothing to wait for.
        if (!device::fenceOfDescriptor(call.core.timeline, call.user, argument.fenceFd)) return -EINVAL;
    call.core.queue.waitForRoom();
    Fence fence = 0;
    if (const int result = queueLocked(call, submission, fence); result < 0) return result;
    argument.fence = static_cast<uint32_t>(fence);
    argument.fenceFd = -1;
    if ((argument.flags & kSubmitFenceFdOut) != 0) {
        const int number = device::installSyncFile(call.core.timeline, call.user, fence, "etnaviv-gpu");
        if (number < 0) return number;
        argument.fenceFd = number;
    }
    return 0;
}

}  // namespace cyclorama::vivante
