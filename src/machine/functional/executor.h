#pragma once
// Executes commands of the vocabulary one after the other.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "machine/functional/draw_stage.h"
#include "machine/functional/functional_machine.h"
#include "machine/values/draw_in_flight.h"
#include "machine/values/frame_sink.h"
#include "machine/values/machine_findings.h"
#include "machine/values/resolve_operations.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

/// The memory as front ends may look at it.
class MemoryView final : public gpu::MemoryReader {
  public:
    explicit MemoryView(const mem::AddressSpace& memory) : memory_(&memory) {}
    bool read(uint32_t address, std::span<std::byte> out) const override { return memory_->read(address, out); }

  private:
    const mem::AddressSpace* memory_;
};

class FunctionalMachine::Executor {
  public:
    /// Without a memory the machine makes one of the configured sizes.
    Executor(const Configuration& configuration, const Options& options, FrameSink& frames, sim::Findings& findings,
             mem::AddressSpace* memory);

    void run(gpu::CommandSource& source);
    WorkCounters counters() const { return draw_.counters(); }

  private:
    // One for each operation of gpu::Command; operations that only take time do nothing.
    void execute(const gpu::WriteMemory& write);
    void execute(const gpu::Draw&);
    void execute(const gpu::ClearColor&);
    void execute(const gpu::ClearDepthStencil&);
    void execute(const gpu::Blit&);
    void execute(const gpu::Present&);
    void execute(const gpu::BlockState& operation);
    void execute(const gpu::DumpBuffer& dump);
    void execute(const gpu::Reset&);
    void execute(const gpu::SetState&) {}
    void execute(const gpu::LoadProgram&) {}
    void execute(const gpu::FlushCache&) {}
    void execute(const gpu::Marker&) {}
    void execute(const gpu::EndOfInitialization&) {}
    void execute(const gpu::Synchronize&) {}
    void execute(const gpu::Resolve& operation);
    void execute(const gpu::Fill& operation);
    void execute(const gpu::ResolveTileStatus& operation);
    void execute(const gpu::CopyMemory& operation);
    void execute(const gpu::CombinePlanes& operation);
    void execute(const gpu::OcclusionQuery& query);
    void execute(const gpu::Signal& signal);
    void report(ResolveResult result);

    std::string place() const;
    void clearAtPowerOn();

    FrameSink* frames_;
    sim::Findings* findings_;
    RunLimits limits_;
    func::TextureUnitSettings textureSettings_;
    std::unique_ptr<mem::AddressSpace> ownMemory_;
    mem::AddressSpace& memory_;
    TileStatusWatch tileStatus_;
    Surfaces surfaces_;
    DrawStage draw_;
    DrawInFlight drawInFlight_;
    const gpu::DrawState* state_ = nullptr;
    gpu::StreamPosition position_;
    uint32_t frame_ = 0;
    uint32_t drawOfFrame_ = 0;
    uint32_t presented_ = 0;
    uint32_t dumps_ = 0;
    // The first fragments find the blocks of the buffers in the cleared state (ATTILA: ROPBlockState) unless a command
    // changed it before.
    bool colorAtPowerOn_ = true;
    bool depthAtPowerOn_ = true;
    /// Where the count of the query that runs goes.
    uint32_t queryAddress_ = 0;
    std::function<void(uint32_t)> onEvent_;
};

}  // namespace cyclorama::machine
