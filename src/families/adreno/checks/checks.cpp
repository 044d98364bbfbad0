// SPDX-License-Identifier: MIT
#include "families/adreno/checks/checks.h"

#include <fmt/format.h>

#include <optional>

#include "families/adreno/checks/check_findings.h"
#include "families/adreno/checks/input_ends.h"
#include "families/adreno/checks/program_hazards.h"
#include "families/adreno/isa/codec.h"
#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/packets/packets.h"
#include "families/adreno/sp/program_cache.h"
#include "families/adreno/sp/shader_stage.h"
#include "families/adreno/stream/draw_state_groups.h"

namespace cyclorama::adreno {
namespace {

using PacketOpcode = adreno::Opcode;

constexpr uint32_t kEventBits = 0xff;
constexpr uint32_t kEventBlit = 30;
/// Bits of packets that copy memory; the other wait's kind is not known (Mesa: registers/adreno/adreno_pm4.xml, UNK31).
constexpr uint32_t kWaitForWrites = 1u << 30;
constexpr uint32_t kOtherWait = 1u << 31;

}  // namespace

void Checks::beginSubmission() {
    registers.beginSubmission();
    processorWrites.wait();
    colorWrites_.beginSubmission();
    visibilityWrites.beginSubmission();
    images_.beginSubmission();
    targets_.beginSubmission();
    gmem_.beginSubmission();
    lrz.forget();
}

void Checks::packet(uint32_t opcode, uint32_t first) {
    switch (static_cast<PacketOpcode>(opcode)) {
        case PacketOpcode::WaitForIdle:
        case PacketOpcode::RegisterReadModifyWrite:  // waits by itself (Mesa: tu_cmd_buffer.cc), as does the next
        case PacketOpcode::RegisterToScratch:
            registers.allIsDone();
            colorWrites_.waitForIdle();
            visibilityWrites.waitForIdle();
            break;
        case PacketOpcode::WaitForMicroEngine:
            colorWrites_.waitForProcessor();
            visibilityWrites.waitForProcessor();
            break;
        case PacketOpcode::WaitMemoryWrites:
            processorWrites.wait();
            break;
        case PacketOpcode::MemoryToMemory:
            if ((first & (kWaitForWrites | kOtherWait)) != 0) processorWrites.wait();
            break;
        case PacketOpcode::MemoryToRegister:
            if ((first & kOtherWait) != 0) processorWrites.wait();
            break;
        case PacketOpcode::EventWrite:
            event(first & kEventBits);
            break;
        case PacketOpcode::SetMarker:
            beginPass(first);
            break;
        case PacketOpcode::DrawIndexedOffset:
        case PacketOpcode::DrawIndexed:
        case PacketOpcode::DrawAuto:
        case PacketOpcode::DrawIndirect:
        case PacketOpcode::DrawIndexedIndirect:
        case PacketOpcode::DrawIndirectMulti:
            gmem_.draw();
            registers.workBegins();
            break;
        case PacketOpcode::Blit:
            lrz.finish();
            registers.workBegins();
            break;
        case PacketOpcode::ExecuteCompute:
        case PacketOpcode::ExecuteComputeIndirect:
        case PacketOpcode::RunOpencl:
            registers.workBegins();
            break;
        default:
            break;
    }
}

void Checks::beginPass(uint32_t marker) {
    const std::optional<PassMask> pass = passOf(marker);
    if (!pass) return;
    lrz.finish();
    if (*pass != passes::kGmem) lrz.forget();
}

void Checks::event(uint32_t number) {
    colorWrites_.event(number);
    visibilityWrites.event(number);
    targets_.event(number);
    if (number != kEventBlit) return;
    registers.workBegins();
    lrz.settle(DepthOrder::None);
}

void Checks::drawBegins(const RegisterValues& state, bool binning) {
    if (completeStreams) report(registers.draw(state, binning));
}

void Checks::dispatchBegins(const RegisterValues& state) {
    if (completeStreams) report(registers.dispatch(state));
}

void Checks::workRead(const RegisterReads& reads) {
    if (completeStreams) report(registers.firstStale(reads));
}

OptionalIssue Checks::processorRead(uint32_t opcode, uint64_t address, uint64_t bytes) const {
    const auto packet = static_cast<PacketOpcode>(opcode);
    const bool setsBin = packet == PacketOpcode::SetBinData || packet == PacketOpcode::SetBinDataOffset;
    const bool ahead = setsBin || (drawsReadAhead_ && packet == PacketOpcode::DrawIndirectMulti);
    const ReadPath path = ahead ? ReadPath::ProcessorAhead : ReadPath::Processor;
    for (const OptionalIssue& issue : {processorWrites.read(address, bytes), colorWrites_.read(path, address, bytes),
                                       visibilityWrites.read(path, address, bytes)})
        if (issue) return issue;
    return std::nullopt;
}

void Checks::accessed(MemoryClient client, uint64_t address, uint64_t bytes) {
    if (!colorWrites_.any()) return;
    switch (client) {
        case MemoryClient::Indirect:
            return report(colorWrites_.read(ReadPath::Processor, address, bytes));
        case MemoryClient::Indices:
        case MemoryClient::Vertices:
        case MemoryClient::Uniforms:
        case MemoryClient::Descriptors:
            return report(colorWrites_.read(ReadPath::Uche, address, bytes));
        default:
            return;
    }
}

bool Checks::transferRead(uint64_t address, uint64_t bytes) {
    const OptionalIssue issue = colorWrites_.read(ReadPath::Uche, address, bytes);
    report(issue);
    return issue.has_value();
}

void Checks::programBound(const std::shared_ptr<const CachedProgram>& cached, bool mergedRegisters,
                          std::string_view stage) {
    if (!completeStreams) return;
    if (programs_.size() == kMostPrograms) programs_.clear();
    if (!programs_.try_emplace({cached.get(), mergedRegisters}, cached).second) return;
    const size_t length = ir3::programLength(cached->words);
    if (stage == name(ShaderStage::Fragment)) checkInputEnds(cached->program, length);
    const ir3::hazards::ProgramRules rules{.mergedRegisters = mergedRegisters, .scalarUnit = scalarUnit_};
    for (const ir3::hazards::ProgramHazard& hazard : ir3::hazards::programHazards(cached->program, length, rules))
        reporter_.report(hazard.kind == ir3::hazards::ProgramHazard::Kind::Early ? findings::kResultEarly
                                                                                 : findings::kResultNotAwaited,
                         fmt::format("{}: {}", stage, ir3::hazards::describe(hazard)));
}

void Checks::checkInputEnds(const ir3::Ir3Program& program, size_t length) {
    const std::optional<ir3::InputEndFault> fault = ir3::findInputEndFault(program, length);
    if (!fault) return;
    const bool early = fault->kind == ir3::InputEndFault::Kind::Early;
    reporter_.report(early ? findings::kInputsEndedEarly : findings::kInputsNotEnded, ir3::describe(*fault));
}

void Checks::report(const OptionalIssue& issue) {
    if (issue) reporter_.report(*issue->kind, issue->detail);
}

}  // namespace cyclorama::adreno
