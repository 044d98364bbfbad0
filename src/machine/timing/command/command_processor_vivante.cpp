// The commands that Vivante's front end alone gives.

#include "machine/timing/command/command_processor.h"
#include "machine/values/machine_findings.h"

namespace cyclorama::machine::timing {

namespace {

/// What memory writes at least: a burst.
constexpr uint32_t kSmallestWrite = 32;

}  // namespace

template <typename Operation>
bool CommandProcessor::resolve(sim::Cycle cycle, const Operation& operation) {
    if (state_ != State::Ready) return false;
    if (!vivante_) {
        findings_->report(findings::kOperation, place());
        return true;
    }
    switch (vivante_->execute(operation)) {
        case ResolveResult::Unsupported:
            findings_->report(findings::kResolve, place());
            break;
        case ResolveResult::OutOfMemory:
            findings_->report(findings::kResolveMemory, place());
            break;
        case ResolveResult::Done:
            vivante_->startResolve(cycle);
            enter(State::Resolve);
            break;
    }
    return true;
}

template bool CommandProcessor::resolve(sim::Cycle, const gpu::Resolve&);
template bool CommandProcessor::resolve(sim::Cycle, const gpu::Fill&);
template bool CommandProcessor::resolve(sim::Cycle, const gpu::ResolveTileStatus&);
template bool CommandProcessor::resolve(sim::Cycle, const gpu::CopyMemory&);
template bool CommandProcessor::resolve(sim::Cycle, const gpu::CombinePlanes&);

bool CommandProcessor::execute(sim::Cycle, const gpu::Synchronize& operation) {
    // The rasterizer takes a draw when the pixel engine is done with the one before, in any case.
    const bool frontEndWaits = operation.from == gpu::Unit::FrontEnd;
    return !frontEndWaits || state_ == State::Ready;
}

bool CommandProcessor::execute(sim::Cycle, const gpu::OcclusionQuery& operation) {
    if (state_ != State::Ready || (vivante_ && !vivante_->stream.quiet())) return false;
    if (!vivante_) {
        findings_->report(findings::kOperation, place());
        return true;
    }
    const uint64_t samples = takeSamples_ ? takeSamples_() : 0;
    if (const auto address = vivante_->query(operation)) writeValue(*address, samples);
    return true;
}

bool CommandProcessor::execute(sim::Cycle, const gpu::Signal& operation) {
    if (state_ != State::Ready || (vivante_ && !vivante_->stream.quiet())) return false;
    if (operation.address) writeValue(*operation.address, operation.value);
    if (operation.event && onEvent_) onEvent_(*operation.event);
    return true;
}

template <typename Value>
void CommandProcessor::writeValue(uint32_t address, Value value) {
    if (!space_->store(address, value)) {
        findings_->report(findings::kWrite, place());
        return;
    }
    address_ = address / kSmallestWrite * kSmallestWrite;
    bytes_ = kSmallestWrite;
    sent_ = received_ = 0;
    stateAfterMemory_ = State::Ready;
    enter(State::MemoryWrite);
}

bool CommandProcessor::flushAsVivante(sim::Cycle cycle, gpu::Buffer buffer) {
    switch (buffer) {
        case gpu::Buffer::Color:
            send(cycle, colorWrites, UnitOperation::Flush, newRecord());
            enter(State::FlushColor);
            break;
        case gpu::Buffer::DepthStencil:
            send(cycle, depthTests, UnitOperation::Flush, newRecord());
            enter(State::FlushDepthStencil);
            break;
        case gpu::Buffer::Texture:
        case gpu::Buffer::VertexTexture:
            for (auto& unit : textureUnits) send(cycle, *unit, UnitOperation::Flush, nullptr);
            break;
        case gpu::Buffer::TileStatus:
        case gpu::Buffer::ShaderCode:
        case gpu::Buffer::Resolve:
            // Tile status goes with the buffer that it belongs to; programs are in the shaders' own memory.
            break;
    }
    return true;
}

}  // namespace cyclorama::machine::timing
