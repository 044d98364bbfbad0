#include "device/submit.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <set>
#include <vector>

#include "device/command_stream_check.h"
#include "device/performance_signals.h"

namespace cyclorama::device {
namespace {

using namespace etnaviv;

/// More than any driver submits; it bounds what a hostile program can make the server hold.
constexpr uint32_t kMostEntries = 1 << 16;
constexpr uint32_t kMostStreamBytes = 2 << 20;

constexpr uint32_t kKnownFlags = kSubmitNoImplicit | kSubmitFenceFdIn | kSubmitFenceFdOut | kSubmitSoftpin;

/// What the program passed, copied once: it cannot change any more.
struct Submission {
    GemSubmit header{};
    std::vector<SubmitBo> entries;
    std::vector<SubmitReloc> relocs;
    std::vector<SubmitPmr> pmrs;
    std::vector<uint32_t> stream;
    std::vector<std::shared_ptr<BufferObject>> buffers;
    std::vector<uint32_t> addresses;

    bool softpin() const { return (header.flags & kSubmitSoftpin) != 0; }
};

struct MapStep {
    uint32_t address = 0;
    std::shared_ptr<BufferObject> buffer;
};

int checkHeader(const DeviceCore& core, const GemSubmit& header) {
    if (header.pipe >= kMaximumPipes) return -EINVAL;
    if (header.pipe != 0) return -ENXIO;
    if (header.streamBytes % 4 != 0) return -EINVAL;
    if (header.execState > static_cast<uint32_t>(ExecState::PipeVg)) return -EINVAL;
    if ((header.flags & ~kKnownFlags) != 0) return -EINVAL;
    if ((header.flags & kSubmitSoftpin) != 0 && !core.softpin()) return -EINVAL;
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

BufferObject::Placement* placementIn(BufferObject& buffer, const GpuContext* context) {
    const auto found =
        std::ranges::find(buffer.placements, context, [](const BufferObject::Placement& p) { return p.context.get(); });
    return found == buffer.placements.end() ? nullptr : &*found;
}

/// Idle buffers give way to those that a program places; busy ones do not (Linux: etnaviv_iommu_insert_exact).
int makeRoom(const DeviceCore& core, GpuContext& context, uint64_t address, uint64_t bytes) {
    while (const auto taken = context.overlapping(static_cast<uint32_t>(address), bytes)) {
        if (!taken->buffer) return -ENOSPC;
        if (!core.timeline.signalled(taken->buffer->lastUse)) return -ENOSPC;
        std::erase_if(taken->buffer->placements,
                      [&](const BufferObject::Placement& p) { return p.context.get() == &context; });
        context.release(taken->address, taken->buffer->bytes());
    }
    return 0;
}

/// Gives each buffer its place in the context; `steps` are the new ones.
int place(Call& call, Submission& submission, std::vector<MapStep>& steps) {
    const std::shared_ptr<GpuContext>& context = call.file->context;
    for (size_t i = 0; i < submission.buffers.size(); ++i) {
        const auto& buffer = submission.buffers[i];
        const uint64_t wanted = submission.entries[i].presumed;
        if (const auto* placed = placementIn(*buffer, context.get())) {
            if (submission.softpin() && placed->address != wanted) return -EINVAL;
            submission.addresses.push_back(placed->address);
            continue;
        }
        uint32_t address = 0;
        if (submission.softpin()) {
            if (wanted % kPageBytes != 0 || wanted + buffer->bytes() > uint64_t{1} << 32) return -EINVAL;
            if (const int result = makeRoom(call.core, *context, wanted, buffer->bytes()); result < 0) return result;
            address = static_cast<uint32_t>(wanted);
            if (!context->take(address, buffer)) return -ENOSPC;
        } else {
            const auto found = context->allocate(buffer);
            if (!found) return -ENOSPC;
            address = *found;
        }
        buffer->placements.push_back({.context = context, .address = address});
        submission.addresses.push_back(address);
        steps.push_back({.address = address, .buffer = buffer});
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
        submission.stream[word] = submission.addresses[reloc.bufferIndex] + static_cast<uint32_t>(reloc.bufferOffset);
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

void sampleCounters(DeviceCore& core, const Submission& submission, uint32_t when) {
    for (const SubmitPmr& pmr : submission.pmrs) {
        const BufferObject& buffer = *submission.buffers[pmr.readIndex];
        if ((pmr.flags & when) != 0) storeWord(buffer, pmr.readOffset, core.executor.counter(pmr.domain, pmr.signal));
        if (when == kPmProcessPost) storeWord(buffer, 0, pmr.sequence);
    }
}

/// On the queue's thread.
void execute(DeviceCore& core, GpuContext& context, const Submission& submission, const std::vector<MapStep>& steps) {
    ExecutionContext& execution = context.execution();
    for (const MapStep& step : steps) execution.map(step.address, step.buffer->memory(), step.buffer->bytes());
    sampleCounters(core, submission, kPmProcessPre);
    std::vector<uint64_t> written;
    for (size_t i = 0; i < submission.buffers.size(); ++i)
        if ((submission.entries[i].flags & kSubmitBoWrite) != 0) written.push_back(submission.buffers[i]->inode());
    execution.execute(std::as_bytes(std::span(submission.stream)), static_cast<ExecState>(submission.header.execState),
                      written);
    sampleCounters(core, submission, kPmProcessPost);
}

int takeInFence(Call& call, int number) {
    UniqueFd descriptor;
    if (call.user.takeDescriptor(number, descriptor) < 0) return -EINVAL;
    struct stat status {};
    fstat(descriptor.get(), &status);
    // All fences are of this GPU or its display, and are done in order: there is nothing to wait for.
    return call.core.timeline.findSyncFile(status.st_ino) ? 0 : -EINVAL;
}

/// With the lock: places, relocates, checks and queues.
int queueLocked(Call& call, const std::shared_ptr<Submission>& submission, Fence& fence) {
    DeviceCore& core = call.core;
    const std::lock_guard lock(core.mutex);
    if (const int result = lookUpBuffers(*call.file, *submission); result < 0) return result;
    if (!core.softpin()) {
        if (const auto refused = refusedStream(submission->stream, submission->relocs)) {
            core.findings.report(kStreamRefused, "submit", *refused);
            return -EINVAL;
        }
    }
    std::vector<MapStep> steps;
    int result = place(call, *submission, steps);
    if (result == 0) result = relocate(*submission);
    if (result == 0) result = checkPmrs(*submission);
    const auto context = call.file->context;
    if (result != 0) {
        // What was placed stays so, as in the kernel: the next submit finds it there.
        if (!steps.empty())
            core.queue.enqueue([context, steps = std::move(steps)] {
                for (const MapStep& step : steps)
                    context->execution().map(step.address, step.buffer->memory(), step.buffer->bytes());
            });
        return result;
    }
    fence = core.queue.enqueue(
        [&core, context, submission, steps = std::move(steps)] { execute(core, *context, *submission, steps); });
    for (size_t i = 0; i < submission->buffers.size(); ++i)
        core.noteUse(*submission->buffers[i], fence, (submission->entries[i].flags & kSubmitBoWrite) != 0);
    return 0;
}

}  // namespace

int submit(Call& call, GemSubmit& argument) {
    DeviceCore& core = call.core;
    if (const int result = checkHeader(core, argument); result < 0) return result;
    auto submission = std::make_shared<Submission>();
    submission->header = argument;
    if (const int result = copyIn(call.user, *submission); result < 0) return result;
    if ((argument.flags & kSubmitFenceFdIn) != 0)
        if (const int result = takeInFence(call, argument.fenceFd); result < 0) return result;
    core.queue.waitForRoom();
    Fence fence = 0;
    if (const int result = queueLocked(call, submission, fence); result < 0) return result;
    argument.fence = static_cast<uint32_t>(fence);
    argument.fenceFd = -1;
    if ((argument.flags & kSubmitFenceFdOut) != 0) {
        UniqueFd program;
        if (!core.timeline.makeSyncFile(fence, "etnaviv-gpu", program)) return -EMFILE;
        const int number = call.user.installDescriptor(program.get(), true);
        if (number < 0) return number;
        argument.fenceFd = number;
    }
    return 0;
}

}  // namespace cyclorama::device
