// SPDX-License-Identifier: MIT
#include "families/adreno/cp/processor_registers.h"

#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "device/objects/device_findings.h"
#include "families/adreno/cp/findings.h"

namespace cyclorama::adreno {
namespace {

// Registers that other blocks write (Mesa: a6xx.xml): the counter, and those that count work.
constexpr uint32_t kAlwaysOnLow = "CP_ALWAYS_ON_COUNTER"_reg.word();
constexpr uint32_t kStreamoutControl = "VPC_SO_CNTL"_reg.word();
constexpr uint32_t kStreamoutProgram = "VPC_SO_PROG"_reg.word();
constexpr uint32_t kInvalidate = "HLSQ_INVALIDATE_CMD"_reg.word();
constexpr uint32_t kFirstStatistic = "RBBM_PRIMCTR_0_LO"_reg.word();
constexpr uint32_t kEndOfStatistics = kFirstStatistic + 2 * kStatistics;

bool isStatistic(uint32_t offset) { return offset >= kFirstStatistic && offset < kEndOfStatistics; }

/// The low or the high word of a count.
uint32_t wordOf(uint64_t count, uint32_t offset, uint32_t first) {
    return static_cast<uint32_t>((offset - first) % 2 == 0 ? count : count >> 32);
}

/// A performance counter's register.
struct CounterRegister {
    const CounterBlock* block = nullptr;
    /// The event that its select register names.
    PerformanceCounter counter{};
};

std::optional<CounterRegister> counterAt(const RegisterValues& registers, uint32_t offset) {
    for (uint32_t i = 0; i < std::size(kCounterBlocks); ++i) {
        const CounterBlock& block = kCounterBlocks[i];
        const uint32_t first = block.count.offset;
        if (offset < first || offset >= first + block.counters * block.count.stride) continue;
        const uint32_t selected = registers.word(block.select, (offset - first) / block.count.stride);
        return CounterRegister{.block = &block, .counter = {.block = i, .number = selected}};
    }
    return std::nullopt;
}

std::string describeCounter(const CounterRegister& at, uint32_t offset) {
    const std::span<const std::string_view> names = at.block->names;
    const uint32_t number = at.counter.number;
    return fmt::format("{}: {}", gpuRegisters().name(offset),
                       number < names.size() ? fmt::format("PERF_{}", names[number]) : fmt::format("{}", number));
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
    if (const auto counter = counterAt(chip_.registers, offset)) {
        if (const std::optional<uint64_t> count = countOf(counter->counter))
            return wordOf(*count, offset, counter->block->count.offset);
        reporter_.report(device::kMissingCounter, describeCounter(*counter, offset));
    }
    return chip_.registers.read(offset);
}

std::optional<uint64_t> ProcessorRegisters::countOf(const PerformanceCounter& counter) const {
    if (counters_.timed != nullptr)
        if (const std::optional<uint64_t> count = counters_.timed->count(counter.block, counter.number)) return count;
    if (kCounterBlocks[counter.block].name == "LRZ") return counters_.lrz.selected(counter.number);
    return std::nullopt;
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
