// SPDX-License-Identifier: MIT
// Parameters, buffers, waits and lists of counters (Linux: etnaviv_drv.c, etnaviv_gpu.c, etnaviv_gem.c).

#include "families/vivante/device/etnaviv_ioctls.h"

#include <errno.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "families/vivante/chip/chip_numbers.h"
#include "families/vivante/chip/performance_signals.h"

namespace cyclorama::vivante {
namespace {

using namespace etnaviv;
using device::Access;
using device::BufferObject;
using device::Call;
using device::Deadline;
using device::Fence;
using device::IoctlEntry;
using device::kPageBytes;
using device::UniqueFd;

/// The chip is core 0, whatever its pipes, and there is no other core.
int checkPipe(uint32_t pipe) {
    if (pipe >= kMaximumPipes) return -EINVAL;
    return pipe == 0 ? 0 : -ENXIO;
}

Deadline deadlineOf(const Call& call, const Timespec& time) {
    return call.core.timeline.deadlineOf(time.seconds, time.nanoseconds, call.user.clockLead());
}

std::optional<uint64_t> paramValue(const EtnavivDriver& driver, Param param) {
    const Chip& chip = driver.chip();
    if (param >= Param::Features0 && param <= Param::Features12)
        return chip.features[static_cast<size_t>(param) - static_cast<size_t>(Param::Features0)];
    if (param == Param::SoftpinStartAddress)
        return driver.softpin() ? kFirstUserAddress : std::numeric_limits<uint64_t>::max();
    const auto number = std::ranges::find(kChipNumbers, param, &ChipNumber::driverParameter);
    return number == kChipNumbers.end() ? std::nullopt : std::optional<uint64_t>(chip.*number->member);
}

int getParam(Call& call, GetParam& argument) {
    if (const int result = checkPipe(argument.pipe); result < 0) return result;
    const auto value = paramValue(driverOf(call), argument.param);
    if (!value) return -EINVAL;
    argument.value = *value;
    return 0;
}

int gemNew(Call& call, GemNew& argument) {
    if ((argument.flags & ~(kBoCacheMask | kBoForceMmu)) != 0) return -EINVAL;
    const uint32_t cache = argument.flags & kBoCacheMask;
    if (cache != kBoCached && cache != kBoWriteCombined && cache != kBoUncached) return -EINVAL;
    if (argument.size == 0) return -EINVAL;
    const std::lock_guard lock(call.core.mutex);
    const auto buffer = call.core.buffers.create(argument.size);
    if (!buffer) return -ENOMEM;
    argument.handle = call.file->handleOf(buffer);
    return 0;
}

int gemInfo(Call& call, GemInfo& argument) {
    if (argument.padding != 0) return -EINVAL;
    const auto buffer = bufferOf(call, argument.handle);
    if (!buffer) return -ENOENT;
    argument.offset = buffer->mapOffset();
    return 0;
}

/// A reader waits for those who write, a writer for all.
Fence fenceFor(Call& call, const BufferObject& buffer, bool write) {
    const std::lock_guard lock(call.core.mutex);
    return write ? buffer.lastUse : buffer.lastWrite;
}

int gemCpuPrep(Call& call, GemCpuPrep& argument) {
    if ((argument.operation & ~(kPrepRead | kPrepWrite | kPrepNoSync)) != 0) return -EINVAL;
    const auto buffer = bufferOf(call, argument.handle);
    if (!buffer) return -ENOENT;
    const bool wait = (argument.operation & kPrepNoSync) == 0;
    return call.core.timeline.wait(fenceFor(call, *buffer, (argument.operation & kPrepWrite) != 0),
                                   wait ? deadlineOf(call, argument.timeout) : std::nullopt);
}

int gemCpuFini(Call& call, GemCpuFini& argument) {
    if (argument.flags != 0) return -EINVAL;
    return bufferOf(call, argument.handle) ? 0 : -ENOENT;
}

int waitFence(Call& call, WaitFence& argument) {
    if ((argument.flags & ~kWaitNonBlock) != 0) return -EINVAL;
    if (const int result = checkPipe(argument.pipe); result < 0) return result;
    // Programs have the lower half of the number. One that was never given out has ended, as far as the kernel knows.
    const Fence last = call.core.timeline.last();
    const auto behind = static_cast<int32_t>(static_cast<uint32_t>(last) - argument.fence);
    if (behind < 0 || static_cast<Fence>(behind) >= last) return 0;
    return call.core.timeline.wait(last - static_cast<Fence>(behind), (argument.flags & kWaitNonBlock) != 0
                                                                          ? std::nullopt
                                                                          : deadlineOf(call, argument.timeout));
}

int gemWait(Call& call, GemWait& argument) {
    if ((argument.flags & ~kWaitNonBlock) != 0) return -EINVAL;
    if (const int result = checkPipe(argument.pipe); result < 0) return result;
    const auto buffer = bufferOf(call, argument.handle);
    if (!buffer) return -ENOENT;
    return call.core.timeline.wait(fenceFor(call, *buffer, true), (argument.flags & kWaitNonBlock) != 0
                                                                      ? std::nullopt
                                                                      : deadlineOf(call, argument.timeout));
}

int gemUserptr(Call& call, GemUserptr& argument) {
    if (argument.flags == 0 || (argument.flags & ~(kUserptrRead | kUserptrWrite)) != 0) return -EINVAL;
    if ((argument.pointer | argument.size) % kPageBytes != 0) return -EINVAL;
    if (argument.size == 0 || argument.size > std::numeric_limits<uint32_t>::max()) return -EINVAL;
    UniqueFd memory;
    if (const int result = call.user.shareMemory(argument.pointer, argument.size, memory); result < 0) return result;
    const std::lock_guard lock(call.core.mutex);
    const auto buffer = call.core.buffers.import(memory);
    if (!buffer) return -ENOMEM;
    argument.handle = call.file->handleOf(buffer);
    return 0;
}

template <size_t size>
void setName(char (&out)[size], std::string_view name) {
    std::memset(out, 0, size);
    std::memcpy(out, name.data(), std::min(name.size(), size - 1));
}

int pmQueryDomain(Call&, PmDomain& argument) {
    if (const int result = checkPipe(argument.pipe); result < 0) return result;
    const auto domains = performanceDomains();
    if (argument.iterator >= domains.size()) return -EINVAL;
    const PerformanceDomain& domain = domains[argument.iterator];
    argument.id = argument.iterator;
    argument.signals = static_cast<uint16_t>(domain.signals.size());
    setName(argument.name, domain.name);
    argument.iterator = static_cast<uint8_t>(argument.iterator + 1);
    if (argument.iterator == domains.size()) argument.iterator = 0xff;
    return 0;
}

int pmQuerySignal(Call&, PmSignal& argument) {
    if (const int result = checkPipe(argument.pipe); result < 0) return result;
    const auto domains = performanceDomains();
    if (argument.domain >= domains.size()) return -EINVAL;
    const auto signals = domains[argument.domain].signals;
    if (argument.iterator >= signals.size()) return -EINVAL;
    argument.id = argument.iterator;
    setName(argument.name, signals[argument.iterator]);
    argument.iterator = static_cast<uint16_t>(argument.iterator + 1);
    if (argument.iterator == signals.size()) argument.iterator = 0xffff;
    return 0;
}

template <auto handler>
constexpr IoctlEntry driverRow(Request request, const char* name) {
    return device::row<handler>(static_cast<uint32_t>(request), name, Access::Render);
}

constexpr std::array kTable = {
    driverRow<getParam>(Request::GetParam, "ETNAVIV_GET_PARAM"),
    driverRow<gemNew>(Request::GemNew, "ETNAVIV_GEM_NEW"),
    driverRow<gemInfo>(Request::GemInfo, "ETNAVIV_GEM_INFO"),
    driverRow<gemCpuPrep>(Request::GemCpuPrep, "ETNAVIV_GEM_CPU_PREP"),
    driverRow<gemCpuFini>(Request::GemCpuFini, "ETNAVIV_GEM_CPU_FINI"),
    driverRow<submit>(Request::GemSubmit, "ETNAVIV_GEM_SUBMIT"),
    driverRow<waitFence>(Request::WaitFence, "ETNAVIV_WAIT_FENCE"),
    driverRow<gemUserptr>(Request::GemUserptr, "ETNAVIV_GEM_USERPTR"),
    driverRow<gemWait>(Request::GemWait, "ETNAVIV_GEM_WAIT"),
    driverRow<pmQueryDomain>(Request::PmQueryDomain, "ETNAVIV_PM_QUERY_DOM"),
    driverRow<pmQuerySignal>(Request::PmQuerySignal, "ETNAVIV_PM_QUERY_SIG"),
};

}  // namespace

std::span<const IoctlEntry> etnavivIoctls() { return kTable; }

}  // namespace cyclorama::vivante
