// SPDX-License-Identifier: MIT
// Parameters, queues and waits (Linux: msm_drv.c, msm_submitqueue.c, adreno_gpu.c), and the table of all requests.

#include "families/adreno/device/msm_ioctls.h"

#include <errno.h>

#include <algorithm>
#include <array>
#include <optional>

#include "families/adreno/chip/always_on_counter.h"
#include "families/adreno/device/board.h"

namespace cyclorama::adreno {
namespace {

using namespace msm;
using device::Access;
using device::Call;
using device::IoctlEntry;

/// Linux: the bound that adreno_set_param has for names.
constexpr uint32_t kMostNameBytes = 4096;

uint64_t reportedChipId(const Chip& chip) {
    const uint64_t speedBin = chip.gpuId == 0 ? boardOf(chip).speedBin : 0;
    return speedBin << 32 | chip.chipId;
}

/// Nothing for parameters that do not exist or can only be set.
std::optional<uint64_t> paramValue(const Call& call, Param param) {
    const Chip& chip = driverOf(call).chip();
    switch (param) {
        case Param::GpuId:
            return chip.gpuId;
        case Param::GmemSize:
            return chip.gmemBytes;
        case Param::ChipId:
            return reportedChipId(chip);
        case Param::MaxFrequency:
            return chip.maxFrequency;
        case Param::Timestamp:
            return alwaysOnCounter();
        case Param::GmemBase:
            return chip.gmemBase;
        case Param::Priorities:
            return kPriorities;
        case Param::Faults:
            return fileOf(*call.file).faults.load();
        case Param::AddressStart:
            return kFirstUserAddress;
        case Param::AddressSize:
            return chip.addressSpaceBytes;
        case Param::HighestBankBit:
            return chip.highestBankBit;
        case Param::UbwcSwizzle:
            return chip.ubwcSwizzle;
        case Param::MacrotileMode:
            return chip.macrotileMode;
        // Nobody asks for these to be other than zero: the GPU never sleeps, and traces no rays.
        case Param::PerProcessTables:
        case Param::Suspends:
        case Param::RayTracing:
            return 0;
        default:
            return std::nullopt;
    }
}

int getParam(Call& call, ParamArgument& argument) {
    if (argument.pipe != kPipe3d || argument.padding != 0 || argument.length != 0) return -EINVAL;
    const auto value = paramValue(call, argument.param);
    if (!value) return -EINVAL;
    argument.value = *value;
    return 0;
}

/// The text is what the kernel would call the program by in its log.
int setName(Call& call, const ParamArgument& argument, std::string MsmFile::*member) {
    if (argument.length > kMostNameBytes) return -EINVAL;
    std::string text(argument.length, '\0');
    const device::UserRead read{argument.value, std::as_writable_bytes(std::span(text))};
    if (const int result = call.user.read(std::span(&read, 1)); result < 0) return result;
    text.resize(std::min(text.find('\0'), text.size()));
    const std::lock_guard lock(call.core.mutex);
    fileOf(*call.file).*member = std::move(text);
    return 0;
}

int setParam(Call& call, ParamArgument& argument) {
    if (argument.pipe != kPipe3d || argument.padding != 0) return -EINVAL;
    switch (argument.param) {
        case Param::Command:
            return setName(call, argument, &MsmFile::command);
        case Param::CommandLine:
            return setName(call, argument, &MsmFile::commandLine);
        case Param::SystemProfile:
            // For administrators.
            return argument.length != 0 ? -EINVAL : -EPERM;
        default:
            return -EINVAL;
    }
}

int waitFence(Call& call, WaitFence& argument) {
    if ((argument.flags & ~kWaitFenceBoost) != 0) return -EINVAL;
    const auto queue = lookUpQueue(call, argument.queue);
    if (!queue) return -ENOENT;
    std::optional<device::Fence> fence;
    {
        const std::lock_guard lock(call.core.mutex);
        if (queue->isNewer(argument.fence)) return -EINVAL;
        fence = queue->fenceOf(argument.fence);
    }
    const device::Deadline deadline =
        call.core.timeline.deadlineOf(argument.timeout.seconds, argument.timeout.nanoseconds, call.user.clockLead());
    return fence ? call.core.timeline.wait(*fence, deadline) : 0;
}

int queueNew(Call& call, QueueNew& argument) {
    // No flag is known, and priorities are numbered from 0, the highest.
    if (argument.flags != 0 || argument.priority >= kPriorities) return -EINVAL;
    const std::lock_guard lock(call.core.mutex);
    argument.id = fileOf(*call.file).addQueue();
    return 0;
}

int queueClose(Call& call, QueueClose& argument) {
    const std::lock_guard lock(call.core.mutex);
    return fileOf(*call.file).removeQueue(argument.id) ? 0 : -ENOENT;
}

/// The request has no way back for its structure: a program learns the size of an answer from nowhere.
int queueQuery(Call& call, QueueQuery& argument) {
    if (argument.padding != 0) return -EINVAL;
    const auto queue = lookUpQueue(call, argument.id);
    if (!queue) return -ENOENT;
    if (argument.param != QueueParam::Faults) return -EINVAL;
    const uint32_t faults = queue->faults.load();
    const auto bytes = std::as_bytes(std::span(&faults, 1));
    return call.user.write(argument.data, bytes.first(std::min<size_t>(argument.length, bytes.size())));
}

template <auto handler>
constexpr IoctlEntry driverRow(Request request, const char* name) {
    return device::row<handler>(static_cast<uint32_t>(request), name, Access::Render);
}

constexpr std::array kTable = {
    driverRow<getParam>(Request::GetParam, "MSM_GET_PARAM"),
    driverRow<setParam>(Request::SetParam, "MSM_SET_PARAM"),
    driverRow<gemNew>(Request::GemNew, "MSM_GEM_NEW"),
    driverRow<gemInfo>(Request::GemInfo, "MSM_GEM_INFO"),
    driverRow<gemCpuPrep>(Request::GemCpuPrep, "MSM_GEM_CPU_PREP"),
    driverRow<gemCpuFini>(Request::GemCpuFini, "MSM_GEM_CPU_FINI"),
    driverRow<submit>(Request::GemSubmit, "MSM_GEM_SUBMIT"),
    driverRow<waitFence>(Request::WaitFence, "MSM_WAIT_FENCE"),
    driverRow<gemMadvise>(Request::GemMadvise, "MSM_GEM_MADVISE"),
    driverRow<queueNew>(Request::QueueNew, "MSM_SUBMITQUEUE_NEW"),
    driverRow<queueClose>(Request::QueueClose, "MSM_SUBMITQUEUE_CLOSE"),
    driverRow<queueQuery>(Request::QueueQuery, "MSM_SUBMITQUEUE_QUERY"),
};

}  // namespace

std::span<const IoctlEntry> msmIoctls() { return kTable; }

std::shared_ptr<SubmitQueue> lookUpQueue(Call& call, uint32_t id) {
    const std::lock_guard lock(call.core.mutex);
    return fileOf(*call.file).queue(id);
}

}  // namespace cyclorama::adreno
