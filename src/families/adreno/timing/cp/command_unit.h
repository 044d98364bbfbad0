// SPDX-License-Identifier: MIT
#pragma once
// The command processor (SQE) in time.
//
//   fetch ahead -> packet -> [its cycles] -> registers, memory, the next buffer
//                                         -> a dispatch, to HLSQ, or a draw, to PC, as soon as there is room
//                                         -> a move of a bin, to the resolve unit, the same
//                                         -> the end of a binning pass, to VSC, and a clear, to LRZ, when the work
//                                            before it is done
//                                         -> a blit, to the 2D engine, when the work and events before it are done
//                                         -> loads of constants, to HLSQ, and of programs, to their caches
//                                         -> an event, to the end of the pipe
//                                         -> a wait: until all is done, or for a value, looking every PollCycles
//
// Parameters: [ADRENO] PacketCycles to HangcheckMilliseconds; docs/develop/timing_adreno.md has their sources.
// Inputs: packets of jobs, ends of work and flushes, data from memory. Outputs: work, flushes, memory requests.
// Statistics: *_CP.
//
// Values: a packet is executed whole by the functional command processor (cp/sequencer.h), what it writes to memory is
// written, a dispatch is bound, and a blit executed, between two cycles (betweenCycles()): so UCHE's accesses of a
// cycle come before them, whichever box is clocked first. Events write when the dispatches before them have ended.
// Simplified: the packet is executed before its cycles pass.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "families/adreno/cp/packet_processor.h"
#include "families/adreno/operations/transfer_operations.h"
#include "families/adreno/timing/a2d/a2d.h"
#include "families/adreno/timing/ccu/ccu.h"
#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/cp/cycle_timer.h"
#include "families/adreno/timing/cp/graphics_port.h"
#include "families/adreno/timing/cp/packet_draw.h"
#include "families/adreno/timing/cp/pipe_events.h"
#include "families/adreno/timing/cp/processor_port.h"
#include "families/adreno/timing/cp/processor_statistics.h"
#include "families/adreno/timing/cp/state_loads.h"
#include "families/adreno/timing/cp/work_in_flight.h"
#include "families/adreno/timing/hlsq/dispatcher.h"
#include "families/adreno/timing/lines/flush_port.h"
#include "families/adreno/timing/programs/untimed_context.h"
#include "families/adreno/timing/uche/uche.h"
#include "machine/timing/topology/command_unit.h"
#include "machine/values/memory_view.h"
#include "sim/signal.h"

namespace cyclorama::adreno {

class CommandUnit final : public machine::timing::CommandUnit {
  public:
    static constexpr std::string_view kMemoryClient = "CommandProcessor";

    CommandUnit(sim::Simulation& simulation, sim::DomainId domain, const ProcessorSettings& settings,
                const ProgramSettings& programs, const UntimedContext::Surroundings& machine);
    ~CommandUnit() override;

    ProcessorPort port;
    /// To and from the dispatcher.
    DispatchPort dispatches;
    BlitsInFlight blits;
    GraphicsPort graphics;
    FlushPort<UcheFlush> uche;
    FlushPort<CcuFlush> ccu;
    StateLoads loads;
    /// Called when work is left out, as the chip hangs: whoever sleeps has to look.
    std::function<void()> onHang{};

    void setSource(gpu::CommandSource& source) override;
    bool done() const override { return source_ == nullptr || (sourceEnded_ && idle()); }
    const gpu::DrawState& drawState() const override { return source_->state(); }
    std::string place() const override;
    void giveUpLongDraw(sim::Cycle now, uint64_t limit) override;
    machine::OperationLog& operations() override { return log_; }

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    /// After a cycle in which it was clocked, all boxes having been.
    void betweenCycles(sim::Cycle cycle);

    std::string describeWait() const override;
    void describeState(std::vector<std::string>& lines) const override;
    sim::Backlog backlog() const override { return done() ? sim::Backlog::None : sim::Backlog::Some; }
    /// Packets read them from the next job on.
    void addCounters(ChipCounters& counters) { statistics_.addCounters(counters); }

  private:
    enum class State : uint8_t {
        Step,    ///< executes the next packet between two cycles
        Charge,  ///< the packet's bytes come, and its cycles pass
        Act,     ///< does what the packet asks for, as soon as it can
        Idle,    ///< waits until all is done
        Drain,   ///< the same before a packet is executed
        Writes,  ///< waits until the processor's writes are on their way
        Pause,   ///< cycles pass before the next packet
        Poll,    ///< cycles pass before the next look
        Ended    ///< has no packet
    };
    void count(uint64_t cycles);
    sim::Counter& cyclesOf(State state);
    bool advance(sim::Cycle cycle);
    void end(sim::Cycle cycle, const PacketWork& work);
    void endDraw(sim::Cycle cycle, const DrawWork& work);
    void flushForEvent(sim::Cycle cycle);
    bool eventIsDue() const;
    void writeEvent(sim::Cycle cycle);
    void step(sim::Cycle cycle);
    void stepOther();
    void charge(sim::Cycle cycle);
    bool canAct() const;
    void act(sim::Cycle cycle);
    void write(const gpu::WriteMemory& words);
    void startDispatch(sim::Cycle cycle, const std::shared_ptr<const ComputeOperation>& operation);
    void startBlit(sim::Cycle cycle, const ScaleBlit& operation);
    bool mayDraw() const;
    void startDraw(sim::Cycle cycle);
    void startMove(sim::Cycle cycle, const std::shared_ptr<const GmemBlitOperation>& operation);
    void endBinning(sim::Cycle cycle, const std::shared_ptr<const EndOfBinning>& operation);
    void clearLrz(sim::Cycle cycle, const std::shared_ptr<const LrzClear>& operation);
    void pushEvent();
    void dropHungWork();
    /// True if no dispatch, draw, blit, event or write of the processor is under way.
    bool idle() const { return work_.empty() && blits.empty() && events_.empty() && port.written(); }
    const PipeEvent* dueEvent() const { return events_.due(work_.ended(), blits.endedCount()); }
    const FetchedPacket& packet() const { return *step_->packet; }

    ProcessorSettings settings_;
    ProgramSettings programs_;
    ProcessorStatistics statistics_;
    UntimedContext::Surroundings machine_;
    machine::MemoryView view_;
    machine::OperationLog log_;
    CycleTimer timer_;
    gpu::CommandSource* source_ = nullptr;
    PacketProcessor* processor_ = nullptr;  ///< the same, if it gives packets
    bool sourceEnded_ = true;
    State state_ = State::Ended;
    sim::Cycle until_ = 0;  ///< of Charge, Pause and Poll
    std::optional<PacketProcessor::PacketStep> step_;
    PacketDraw packetDraw_;
    WorkInFlight work_;
    gpu::Operation endedDraw_;  ///< the last one, for events()
    PipeEvents events_;
};

}  // namespace cyclorama::adreno
