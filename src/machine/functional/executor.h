// SPDX-License-Identifier: MIT
#pragma once
// Executes commands of the vocabulary one after the other.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "machine/functional/command_observation.h"
#include "machine/functional/draw_stage.h"
#include "machine/functional/functional_machine.h"
#include "machine/functional/power_on_clear.h"
#include "machine/values/draw_in_flight.h"
#include "machine/values/executable_operation.h"
#include "machine/values/frame_sink.h"
#include "machine/values/occlusion_count.h"
#include "machine/values/resolve_operations.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

class FunctionalMachine::Executor final : public OperationContext {
  public:
    /// Without a memory the machine makes one of the configured sizes.
    Executor(const Configuration& configuration, const Options& options, FrameSink& frames, sim::Findings& findings,
             mem::AddressSpace* memory);

    void start(gpu::CommandSource& source);
    bool advance();
    WorkCounters counters() const { return draws_ != nullptr ? draws_->counters() : WorkCounters{}; }

    const gpu::DrawState& state() const override { return *state_; }
    mem::AddressSpace& memory() override { return memory_; }
    Surfaces& surfaces() override { return surfaces_; }
    const func::TextureUnitSettings& textures() const override { return drawOptions_.settings.textures; }
    void memoryWritten() override {
        if (draws_ != nullptr) draws_->recordMemoryWrite();
    }
    void contentsSet(gpu::Buffer buffer) override { powerOn_.contentsSet(buffer); }
    FrameSink& frames() override { return *frames_; }
    uint32_t countPicture() override { return pictures_++; }
    void report(const sim::FindingKind& kind) override { findings_->report(kind, place()); }
    isa::IssueCounts* countIssues(const ObservedProgram& program) override { return observed_.countIssues(program); }
    gpu::PixelCounts* countPixels(const ObservedSurface& surface) override { return observed_.countPixels(surface); }
    gpu::WorkTrace* tracePixels(const ObservedSurface& surface) override { return observed_.tracePixels(surface); }
    ObservedDraw observedDraw() override { return observed_.draw(); }

  private:
    // One overload for each operation of gpu::Command; operations that only take time do nothing.
    void execute(const gpu::WriteMemory& write);
    void execute(const gpu::Draw&);
    void execute(const gpu::ClearColor&);
    void execute(const gpu::ClearDepthStencil&);
    void execute(const gpu::Present&);
    void execute(const gpu::Reset&);
    void execute(const gpu::FlushCache&) {}
    void execute(const gpu::Marker&) {}
    void execute(const gpu::Synchronize&) {}
    void execute(const gpu::Resolve& operation);
    void execute(const gpu::Fill& operation);
    void execute(const gpu::ResolveTileStatus& operation);
    void execute(const gpu::CopyMemory& operation);
    void execute(const gpu::FamilyOperationPointer& operation);
    void execute(const gpu::OcclusionQuery& query);
    void execute(const gpu::FenceSignal& signal);
    void resolved(ResolveResult result);

    std::string place() const;
    DrawStage& drawStage();
    void executeObserved(const gpu::Command& command);

    FrameSink* frames_;
    sim::Findings* findings_;
    RunLimits limits_;
    DrawStage::Options drawOptions_;
    std::unique_ptr<mem::AddressSpace> ownMemory_;
    mem::AddressSpace& memory_;
    FastClearTracker tileStatus_;
    Surfaces surfaces_;
    std::shared_ptr<WorkerPool> workers_;
    /// Made with the first draw of the vocabulary: a family may bring all draws as operations of its own.
    std::unique_ptr<DrawStage> draws_;
    DrawInFlight drawInFlight_;
    gpu::CommandSource* source_ = nullptr;  // of the commands under way
    const gpu::DrawState* state_ = nullptr;
    std::optional<gpu::Command> command_;  // that was taken last
    bool standsAtCommand_ = false;         // and is not executed yet, as the run stood still
    FrameUnderWay ownFrame_;
    FrameUnderWay& frame_;
    uint32_t presented_ = 0;
    uint32_t pictures_ = 0;
    PowerOnClear powerOn_;
    OcclusionCount query_;
    std::function<void(uint32_t)> onEvent_;
    RunPause* pause_;
    CommandObservation observed_;
};

}  // namespace cyclorama::machine
