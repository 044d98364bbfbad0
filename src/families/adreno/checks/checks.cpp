// SPDX-License-Identifier: MIT
#include "families/adreno/checks/checks.h"

#include <fmt/format.h>

#include "families/adreno/checks/check_findings.h"
#include "families/adreno/checks/program_hazards.h"
#include "families/adreno/frontend/packets.h"
#include "families/adreno/isa/codec.h"
#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/shading/program_cache.h"

namespace cyclorama::adreno {
namespace {

using PacketOpcode = adreno::Opcode;

constexpr uint32_t kEventBits = 0xff;
constexpr uint32_t kEventBlit = 30;

bool stencilIsWritten(const RegisterValues& state) {
    return state.flag("RB_STENCIL_CONTROL/STENCIL_ENABLE"_field) && state.word("RB_STENCILWRMASK"_reg) != 0;
}

}  // namespace

void Checks::beginSubmission() {
    registers.beginSubmission();
    order.beginSubmission();
    gmem.beginSubmission();
}

void Checks::packet(uint32_t opcode, uint32_t first) {
    switch (static_cast<PacketOpcode>(opcode)) {
        case PacketOpcode::WaitForIdle:
        case PacketOpcode::RegisterReadModifyWrite:  // waits by itself (Mesa: tu_cmd_buffer.cc), as does the next
        case PacketOpcode::RegisterToScratch:
            registers.allIsDone();
            order.waitForIdle();
            break;
        case PacketOpcode::WaitMemoryWrites:
            order.waitForProcessorWrites();
            break;
        case PacketOpcode::MemoryToMemory:
            if ((first >> 30 & 1) != 0) order.waitForProcessorWrites();
            break;
        case PacketOpcode::EventWrite:
            order.event(first & kEventBits);
            if ((first & kEventBits) == kEventBlit) registers.workBegins();
            break;
        case PacketOpcode::DrawIndexedOffset:
        case PacketOpcode::DrawIndexed:
        case PacketOpcode::DrawAuto:
        case PacketOpcode::DrawIndirect:
        case PacketOpcode::DrawIndexedIndirect:
        case PacketOpcode::DrawIndirectMulti:
            gmem.draw();
            registers.workBegins();
            break;
        case PacketOpcode::Blit:
        case PacketOpcode::ExecuteCompute:
        case PacketOpcode::ExecuteComputeIndirect:
        case PacketOpcode::RunOpencl:
            registers.workBegins();
            break;
        default:
            break;
    }
}

void Checks::draw(const RegisterValues& state, bool binning) {
    writesDepth_ = state.flag("RB_DEPTH_CNTL/Z_WRITE_ENABLE"_field) || stencilIsWritten(state);
    if (fromDriver) report(registers.draw(state, binning));
}

void Checks::dispatch(const RegisterValues& state) {
    if (fromDriver) report(registers.dispatch(state));
}

void Checks::moveGmem(GmemMove kind, const GmemPart& part) {
    storesGmem_ = kind == GmemMove::Store;
    report(gmem.move(kind, part));
}

void Checks::access(MemoryClient client, uint64_t address, uint64_t bytes) {
    switch (client) {
        case MemoryClient::Colors:
        case MemoryClient::Blit:
            return order.write(MemoryDomain::Color, address, bytes);
        case MemoryClient::Resolve:
            if (storesGmem_) order.write(MemoryDomain::Color, address, bytes);
            return;
        case MemoryClient::DepthStencil:
            report(order.read(MemoryDomain::Depth, address, bytes));
            if (writesDepth_) order.write(MemoryDomain::Depth, address, bytes);
            return;
        case MemoryClient::Visibility:
            return order.write(MemoryDomain::Uche, address, bytes);
        case MemoryClient::Indirect:
            return report(order.read(MemoryDomain::Processor, address, bytes));
        case MemoryClient::Texture:
        case MemoryClient::Indices:
        case MemoryClient::Vertices:
        case MemoryClient::Uniforms:
        case MemoryClient::Descriptors:
        case MemoryClient::BlitSource:
            return report(order.read(MemoryDomain::Uche, address, bytes));
        default:
            return;
    }
}

void Checks::program(const std::shared_ptr<const CachedProgram>& cached, bool mergedRegisters, std::string_view stage) {
    if (!fromDriver) return;
    if (programs_.size() == kMostPrograms) programs_.clear();
    if (!programs_.try_emplace({cached.get(), mergedRegisters}, cached).second) return;
    const size_t length = ir3::programLength(cached->words);
    for (const ir3::hazards::ProgramHazard& hazard :
         ir3::hazards::programHazards(cached->program, length, mergedRegisters))
        reporter_.report(hazard.kind == ir3::hazards::ProgramHazard::Kind::Early ? findings::kResultEarly
                                                                                 : findings::kResultNotAwaited,
                         fmt::format("{}: {}", stage, ir3::hazards::describe(hazard)));
}

void Checks::report(const Remarks& remark) {
    if (remark) reporter_.report(*remark->kind, remark->detail);
}

}  // namespace cyclorama::adreno
