// SPDX-License-Identifier: MIT
#include "families/adreno/cp/processor_registers.h"

#include <fmt/format.h>

#include <optional>

#include "device/objects/device_findings.h"
#include "families/adreno/cp/findings.h"

namespace cyclorama::adreno {
namespace {

// Registers that other blocks write (Mesa: a6xx.xml): the counter, and those that count work.
constexpr uint32_t kAlwaysOnLow = "CP_ALWAYS_ON_COUNTER"_reg.word();
constexpr uint32_t kStreamoutControl = "VPC_SO_CNTL"_reg.word();
constexpr uint32_t kStreamoutProgram = "VPC_SO_PROG"_reg.word();
constexpr uint32_t kInvalidate = "HLSQ_INVALIDATE_CMD"_reg.word();
constexpr uint32_t kFirstCounter = 0x400;
constexpr uint32_t kEndOfCounters = 0x4fa;
constexpr uint32_t kFirstLrzCounter = "RBBM_PERFCTR_LRZ[]"_reg.word();
constexpr uint32_t kLrzCounters = 4;
constexpr uint32_t kFirstStatistic = "RBBM_PRIMCTR_0_LO"_reg.word();
constexpr uint32_t kEndOfStatistics = kFirstStatistic + 2 * kStatistics;

bool isCounter(uint32_t offset) { return offset >= kFirstCounter && offset < kEndOfCounters; }
bool isStatistic(uint32_t offset) { return offset >= kFirstStatistic && offset < kEndOfStatistics; }

/// The low or the high word of a count.
uint32_t wordOf(uint64_t count, uint32_t offset, uint32_t first) {
    return static_cast<uint32_t>((offset - first) % 2 == 0 ? count : count >> 32);
}

/// The count that a register is to have of what LRZ does; nothing for other registers.
std::optional<uint32_t> lrzCount(const LrzCounts& counts, const RegisterValues& registers, uint32_t offset) {
    if (offset < kFirstLrzCounter || offset >= kFirstLrzCounter + 2 * kLrzCounters) return std::nullopt;
    const uint32_t number = (offset - kFirstLrzCounter) / 2;
    const std::optional<uint64_t> count = counts.selected(registers.word("GRAS_PERFCTR_LRZ_SEL[]"_reg, number));
    if (!count) return std::nullopt;
    return wordOf(*count, offset, kFirstLrzCounter);
}

}  // namespace

uint32_t ProcessorRegisters::read(uint32_t offset) {
    if (offset >= kRegisterCount) {
        reporter_.report(findings::kNoRegister, fmt::format("{:#x}", offset));
        return 0;
    }
    if (offset == kAlwaysOnLow) return static_cast<uint32_t>(clock_.now());
    if (offset == kAlwaysOnLow + 1) return static_cast<uint32_t>(clock_.now() >> 32);
    if (isStatistic(offset))
        return wordOf(counters_.statistic((offset - kFirstStatistic) / 2), offset, kFirstStatistic);
    if (const std::optional<uint32_t> count = lrzCount(counters_.lrz, chip_.registers, offset)) return *count;
    if (isCounter(offset)) reporter_.report(device::kMissingCounter, gpuRegisters().name(offset));
    return chip_.registers.read(offset);
}

void ProcessorRegisters::write(uint32_t offset, uint32_t value) {
    if (offset >= kRegisterCount) return reporter_.report(findings::kNoRegister, fmt::format("{:#x}", offset));
    if (const OptionalIssue issue = checks_.write(offset, chip_.registers.read(offset), value)) {
        reporter_.report(*issue->kind, issue->detail);
        if (checks_.isProtected(offset)) return;
    }
    chip_.registers.write(offset, value);
    if (offset == kInvalidate) chip_.loaded.invalidate(value);
    if (offset == kStreamoutControl) chip_.streamoutProgram.control(value);
    if (offset == kStreamoutProgram) chip_.streamoutProgram.append(value);
}

}  // namespace cyclorama::adreno
