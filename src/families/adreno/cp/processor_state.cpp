// SPDX-License-Identifier: MIT
#include "families/adreno/cp/processor_state.h"

#include <fmt/format.h>

#include <bit>
#include <string>
#include <utility>

#include "device/objects/device_findings.h"
#include "families/adreno/cp/findings.h"

namespace cyclorama::adreno {
namespace {

// Registers that other blocks write (Mesa: a6xx.xml): the counter, and those that count work.
constexpr uint32_t kAlwaysOnLow = "CP_ALWAYS_ON_COUNTER"_reg.word();
constexpr uint32_t kStreamoutControl = "VPC_SO_CNTL"_reg.word();
constexpr uint32_t kStreamoutProgram = "VPC_SO_PROG"_reg.word();
constexpr uint32_t kInvalidate = "HLSQ_INVALIDATE_CMD"_reg.word();
constexpr uint32_t kFirstScratchRegister = "CP_SCRATCH[].REG"_reg.word();
constexpr uint32_t kScratchRegisters = 8;
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

bool compare(uint32_t function, uint32_t value, uint32_t reference) {
    switch (function) {
        case 1:
            return value < reference;
        case 2:
            return value <= reference;
        case 3:
            return value == reference;
        case 4:
            return value != reference;
        case 5:
            return value >= reference;
        case 6:
            return value > reference;
        default:
            return true;
    }
}

std::string ProcessorState::place() const {
    std::string name = "a packet";
    if (packet.header.kind == PacketHeader::Kind::RegisterWrite) name = "a register write";
    if (packet.header.kind == PacketHeader::Kind::Command) {
        const PacketInfo* const info = findPacket(packet.header.number);
        name = info == nullptr ? fmt::format("opcode {:#04x}", packet.header.number) : std::string(info->name);
    }
    return fmt::format("{} at {:#x}", name, packet.address);
}

uint32_t ProcessorState::readRegister(uint32_t offset) {
    if (offset >= kRegisterCount) {
        report(findings::kNoRegister, fmt::format("{:#x}", offset));
        return 0;
    }
    if (offset == kAlwaysOnLow) return static_cast<uint32_t>(clock_.now());
    if (offset == kAlwaysOnLow + 1) return static_cast<uint32_t>(clock_.now() >> 32);
    if (isStatistic(offset))
        return wordOf(counters_.statistic((offset - kFirstStatistic) / 2), offset, kFirstStatistic);
    if (const std::optional<uint32_t> count = lrzCount(counters_.lrz, chip_.registers, offset)) return *count;
    if (isCounter(offset)) report(device::kMissingCounter, gpuRegisters().name(offset));
    return chip_.registers.read(offset);
}

void ProcessorState::writeRegister(uint32_t offset, uint32_t value) {
    if (offset >= kRegisterCount) return report(findings::kNoRegister, fmt::format("{:#x}", offset));
    if (const OptionalIssue issue = checks_.registers.write(offset, chip_.registers.read(offset), value)) {
        report(*issue->kind, issue->detail);
        if (checks_.registers.isProtected(offset)) return;
    }
    chip_.registers.write(offset, value);
    if (offset == kInvalidate) chip_.loaded.invalidate(value);
    if (offset == kStreamoutControl) chip_.streamoutProgram.control(value);
    if (offset == kStreamoutProgram) chip_.streamoutProgram.append(value);
}

void ProcessorState::reset() {
    reporter_.restart();
    chip_ = {};
    counters_ = {};
    binning_ = {};
    streams.clear();
    nextGroups_.clear();
    returning_.reset();
    groups = {};
    draws = {};
    visibility.reset();
    pass = passes::kAll;
    predicate = 0;
}

bool ProcessorState::spend(uint64_t words) {
    if (words <= wordsLeft_) {
        wordsLeft_ -= words;
        return true;
    }
    hang(findings::kEndlessStream);
    return false;
}

void ProcessorState::followPacket() {
    if (packet.header.kind == PacketHeader::Kind::Command)
        checks_.packet(packet.header.number, packet.words.empty() ? 0 : word(0));
}

/// Such a packet reads until what it waits for is there.
bool ProcessorState::polls() const {
    const auto opcode = static_cast<Opcode>(packet.header.number);
    return opcode == Opcode::WaitRegisterOrMemory || opcode == Opcode::WaitMemoryGreaterOrEqual;
}

bool ProcessorState::load(uint64_t address, std::span<uint32_t> words) {
    if (!fetch(address, words)) return false;
    if (polls()) return true;
    if (const OptionalIssue issue = checks_.processorRead(packet.header.number, address, words.size_bytes()))
        report(*issue->kind, issue->detail);
    return true;
}

bool ProcessorState::fetch(uint64_t address, std::span<uint32_t> words) {
    if (!spend(words.size())) return false;
    if (memory_->read(address, std::as_writable_bytes(words))) return true;
    report(findings::kAccessUnmapped, fmt::format("{:#x}, {} bytes", address, words.size_bytes()));
    return false;
}

std::optional<gpu::Operation> ProcessorState::store(uint64_t address, std::span<const uint32_t> words) {
    if (words.empty()) return std::nullopt;
    outgoing_.assign(words.begin(), words.end());
    // A range that can be read can be written.
    std::vector<uint32_t> present(words.size());
    if (!fetch(address, present)) return std::nullopt;
    // Events write when the work before them is done, and are no writes of the processor's own.
    if (static_cast<Opcode>(packet.header.number) != Opcode::EventWrite)
        checks_.processorWrites.write(address, words.size_bytes());
    return gpu::WriteMemory{.address = address, .data = std::as_bytes(std::span(outgoing_))};
}

std::optional<bool> ProcessorState::holds(const Poll& poll) {
    uint32_t value = 0;
    if (poll.source == Poll::Source::Memory) {
        if (!load(poll.address, {&value, 1})) return std::nullopt;
    } else {
        const auto number = static_cast<uint32_t>(poll.address);
        value = readRegister(poll.source == Poll::Source::Scratch ? kFirstScratchRegister + number % kScratchRegisters
                                                                  : number & (kRegisterCount - 1));
    }
    constexpr uint32_t kSign = 1u << 31;
    // Numbers with a sign are in the order of those without, once their signs are turned.
    const uint32_t turn = poll.isSigned ? kSign : 0;
    return compare(poll.function, (value & poll.mask) ^ turn, poll.reference ^ turn);
}

void ProcessorState::waitFor(const Poll& poll) {
    hangTimer_.begin();
    for (;;) {
        const std::optional<bool> met = holds(poll);
        if (!met) {
            if (!hung()) hang(findings::kEndlessWait, "nothing is mapped there");
            return;
        }
        if (*met) return;
        if (!hangTimer_.lasts())
            return hang(findings::kEndlessWait, fmt::format("{:#x} against {:#x}", poll.address, poll.reference));
    }
}

bool ProcessorState::runGroupsFirst() {
    const uint32_t waiting = groups.waiting(pass);
    if (waiting == 0) return false;
    groups.markRun(waiting);
    for (uint32_t rest = waiting; rest != 0; rest &= rest - 1)
        queueGroup(groups.all()[static_cast<size_t>(std::countr_zero(rest))]);
    repeatPacket(draws.number);
    return true;
}

void ProcessorState::repeatPacket(uint32_t draw) {
    returning_ = ReturningPacket{.packet = packet, .depth = streams.depth(), .drawNumber = draw};
}

void ProcessorState::callGroups() {
    // The first one is on top.
    for (auto group = nextGroups_.rbegin(); group != nextGroups_.rend(); ++group)
        streams.callGroup(group->address, group->count);
    nextGroups_.clear();
}

bool ProcessorState::returns() {
    if (!returning_ || !streams.returnedTo(returning_->depth)) return false;
    packet = std::move(returning_->packet);
    draws.number = returning_->drawNumber;
    returning_.reset();
    return true;
}

void ProcessorState::report(const sim::FindingKind& kind, std::string_view detail) {
    reporter_.setPlace(place());
    reporter_.report(kind, detail);
}

void ProcessorState::hang(const sim::FindingKind& kind, std::string_view detail) {
    reporter_.setPlace(place());
    reporter_.hang(kind, detail);
    streams.clear();
}

}  // namespace cyclorama::adreno
