// SPDX-License-Identifier: MIT
#include "families/adreno/timing/cp/command_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "families/adreno/timing/cp/packet_cost.h"
#include "families/adreno/timing/rb/resolver.h"
#include "machine/values/executable_operation.h"
#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

/// The always-on counter after a number of cycles.
uint64_t countsAfter(sim::Cycle cycle, uint32_t megahertz) {
    constexpr uint64_t kCountsPerTenMicroseconds = kAlwaysOnFrequency / 100'000;
    return cycle / (uint64_t{megahertz} * 10) * kCountsPerTenMicroseconds +
           cycle % (uint64_t{megahertz} * 10) * kCountsPerTenMicroseconds / (uint64_t{megahertz} * 10);
}

/// Cycles between two looks when nothing is under way: only the host can still write the value.
constexpr sim::Cycle kHostPollCycles = 65536;

std::optional<CcuFlush> ccuFlushOf(CacheEvent event) {
    switch (event) {
        case CacheEvent::FlushColor:
            return CcuFlush{.target = CcuTarget::Color};
        case CacheEvent::InvalidateColor:
            return CcuFlush{.target = CcuTarget::Color, .invalidate = true};
        case CacheEvent::FlushDepth:
            return CcuFlush{.target = CcuTarget::Depth};
        case CacheEvent::InvalidateDepth:
            return CcuFlush{.target = CcuTarget::Depth, .invalidate = true};
        default:
            return std::nullopt;
    }
}

}  // namespace

CommandUnit::CommandUnit(sim::Simulation& simulation, sim::DomainId domain, const ProcessorSettings& settings,
                         const ProgramSettings& programs, const UntimedContext::Surroundings& machine)
    : machine::timing::CommandUnit(simulation, domain, "CommandProcessor"),
      port(*this, settings.streamQueueBytes),
      dispatches(*this),
      blits(*this),
      graphics(*this),
      uche(*this, "uche"),
      ccu(*this, "ccu"),
      loads(*this, settings.shaderProcessors),
      settings_(settings),
      programs_(programs),
      statistics_(simulation.statistics()),
      machine_(machine),
      view_(machine.space),
      log_(machine.observer, machine.space, {}),
      timer_(settings.hangcheckCycles) {}

CommandUnit::~CommandUnit() = default;

void CommandUnit::setSource(gpu::CommandSource& source) {
    source_ = &source;
    processor_ = dynamic_cast<PacketProcessor*>(&source);
    if (processor_ != nullptr) processor_->counters().timed = statistics_.chip;
    sourceEnded_ = false;
    state_ = State::Step;
    wake();
}

void CommandUnit::count(uint64_t cycles) {
    statistics_.cycles.add(cycles);
    cyclesOf(state_).add(cycles);
    const bool waits =
        state_ == State::Act || state_ == State::Idle || state_ == State::Drain || (state_ == State::Ended && !done());
    if (!waits) return;
    Awaited awaited = events_.empty() ? Awaited::Other : Awaited::Events;
    if (!blits.empty()) awaited = Awaited::Blits;
    if (!work_.empty()) awaited = work_.entries().front().awaited;
    statistics_.awaited[static_cast<size_t>(awaited)].add(cycles);
}

sim::Counter& CommandUnit::cyclesOf(State state) {
    switch (state) {
        case State::Step:
        case State::Pause:
        case State::Writes:
            return statistics_.commands;
        case State::Charge:
            return port.fetched() ? statistics_.commands : statistics_.streamWait;
        case State::Act:
            return statistics_.full;
        case State::Idle:
        case State::Drain:
            return statistics_.waitForIdle;
        case State::Poll:
            return statistics_.polling;
        case State::Ended:
            break;
    }
    return done() ? statistics_.noWork : statistics_.ending;
}

void CommandUnit::clock(sim::Cycle cycle) {
    beginCycle(cycle);
    count(1);
    bool active = port.clock(cycle);
    uche.clock(cycle);
    ccu.clock(cycle);
    loads.clock(cycle);
    while (const auto message = dispatches.ended.read(cycle)) end(cycle, *message->work);
    if (const auto message = graphics.drawEnded.read(cycle)) endDraw(cycle, *message->work);
    if (const auto message = graphics.moveEnded.read(cycle)) end(cycle, *message->work);
    if (const auto message = graphics.binningEnded.read(cycle)) end(cycle, *message->work);
    if (const auto message = graphics.lrzCleared.read(cycle)) end(cycle, *message->work);
    if (const auto blit = blits.takeEnded(cycle); blit != nullptr && blit->operation)
        log_.end(*blit->operation, cycle + 1);
    flushForEvent(cycle);
    active = advance(cycle) || active;
    // betweenCycles() is about to execute a packet or write an event: stay awake to see the result in the next cycle.
    if (active || eventIsDue() || state_ == State::Step || (state_ == State::Act && canAct())) return;
    const bool timed = state_ == State::Charge || state_ == State::Pause || state_ == State::Poll;
    if (timed && until_ > cycle)
        sleepUntil(until_);
    else
        sleep();
}

void CommandUnit::accountSleep(sim::Cycle, uint64_t cycles) { count(cycles); }

bool CommandUnit::advance(sim::Cycle cycle) {
    const State before = state_;
    switch (state_) {
        case State::Charge:
            if (port.fetched() && cycle >= until_) state_ = State::Act;
            break;
        case State::Idle:
            if (!idle()) break;
            state_ = State::Pause;
            until_ = cycle + settings_.waitForIdleCycles;
            break;
        case State::Drain:
            if (idle()) state_ = State::Step;
            break;
        case State::Writes:
            if (port.written()) state_ = State::Step;
            break;
        case State::Pause:
        case State::Poll:
            if (cycle >= until_) state_ = State::Step;
            break;
        default:
            break;
    }
    return state_ != before;
}

void CommandUnit::betweenCycles(sim::Cycle cycle) {
    if (processor_ != nullptr && processor_->hung()) dropHungWork();
    if (eventIsDue()) writeEvent(cycle);
    if (state_ == State::Step) {
        timer_.setTime(cycle);
        processor_ != nullptr ? step(cycle) : stepOther();
    } else if (state_ == State::Act && canAct()) {
        act(cycle);
    }
    if (state_ == State::Ended && !sourceEnded_ && idle()) {
        processor_->endJob();
        sourceEnded_ = true;
    }
}

void CommandUnit::stepOther() {
    if (source_->next(view_)) throw sim::Fault("the command processor of these chips executes packets alone");
    sourceEnded_ = true;
    state_ = State::Ended;
}

void CommandUnit::step(sim::Cycle cycle) {
    processor_->alwaysOnClock().setTime(countsAfter(cycle, settings_.clockMegahertz));
    const FetchedPacket* const next = processor_->peek(view_);
    // Rejections by low resolution depth are compared with the depths that draws leave.
    const bool compares = next != nullptr && work_.anyLrz() && comparesDepths(*next);
    const bool streams = next != nullptr && work_.anyStreamout() && usesStreamoutOffsets(*next);
    if (next != nullptr && (compares || streams || comesAfterAll(*next)) && !idle()) {
        state_ = State::Drain;
        return;
    }
    step_ = processor_->step(view_, timer_);
    if (!step_) {
        if (log_) log_.endWrites(cycle + 1);
        state_ = State::Ended;
        return;
    }
    if (step_->waits) {
        ++statistics_.polls;
        port.look(packet().address);
        until_ = cycle + (idle() ? kHostPollCycles : settings_.pollCycles);
        state_ = State::Poll;
        return;
    }
    charge(cycle);
}

void CommandUnit::charge(sim::Cycle cycle) {
    const PacketCost cost = costOf(packet(), settings_);
    statistics_.count(packet(), cost);
    port.fetch(packet());
    if (!StateLoads::loads(packet())) port.read(step_->reads);
    until_ = cycle + cost.cycles;
    state_ = State::Charge;
    packetDraw_ = step_->command ? PacketDraw::of(step_->command->operation) : PacketDraw{};
}

/// Draws whose tests of low resolution depth are of one buffer overlap: what they reject is compared with what all of
/// them leave.
bool CommandUnit::mayDraw() const {
    if (work_.empty()) return true;
    const std::vector<uint32_t>& lrz = packetDraw_.lrz;
    if ((!lrz.empty() || work_.anyLrz()) && !work_.allLrz(lrz)) return false;
    return work_.count(WorkInFlight::Kind::Dispatch) == 0 && work_.count(WorkInFlight::Kind::Alone) == 0 &&
           work_.count(WorkInFlight::Kind::Draw) < settings_.draws;
}

bool CommandUnit::canAct() const {
    const bool event = isEvent(packet());
    if (event && events_.full()) return false;
    if (!step_->command) return true;
    const gpu::Operation& operation = step_->command->operation;
    if (std::holds_alternative<gpu::WriteMemory>(operation)) return event || port.written();
    const auto* const work = std::get_if<gpu::FamilyOperationPointer>(&operation);
    if (work == nullptr) throw sim::Fault("a packet asks for an operation that no packet has");
    if (packetDraw_.draw != nullptr) return loads.done() && mayDraw();
    if (dynamic_cast<const ComputeOperation*>(work->get()) != nullptr)
        return loads.done() && work_.size() < settings_.dispatches &&
               work_.count(WorkInFlight::Kind::Dispatch) == work_.size();
    if (dynamic_cast<const ScaleBlit*>(work->get()) != nullptr)
        return work_.empty() && events_.empty() && port.written() && blits.size() < A2d::kBlits;
    if (dynamic_cast<const GmemBlitOperation*>(work->get()) != nullptr)
        return work_.count(WorkInFlight::Kind::Dispatch) == 0 &&
               work_.count(WorkInFlight::Kind::Move) < Resolver::kMoves;
    // The end of a binning pass, or a clear.
    return work_.empty();
}

void CommandUnit::act(sim::Cycle cycle) {
    state_ = State::Step;
    if (step_->command) {
        cycleEvents().fetched = &*step_->command;
        const gpu::Operation& operation = step_->command->operation;
        if (const auto* const work = std::get_if<gpu::FamilyOperationPointer>(&operation)) {
            if (auto compute = std::dynamic_pointer_cast<const ComputeOperation>(*work))
                return startDispatch(cycle, compute);
            if (const auto* const blit = dynamic_cast<const ScaleBlit*>(work->get())) return startBlit(cycle, *blit);
            if (auto move = std::dynamic_pointer_cast<const GmemBlitOperation>(*work)) return startMove(cycle, move);
            if (auto pass = std::dynamic_pointer_cast<const EndOfBinning>(*work)) return endBinning(cycle, pass);
            if (auto lrz = std::dynamic_pointer_cast<const LrzClear>(*work)) return clearLrz(cycle, lrz);
            if (packetDraw_.draw != nullptr) return startDraw(cycle);
            throw sim::Fault("a packet asks for work that no block does");
        }
        if (log_) log_.start(*step_->command, drawState(), frame().draws, cycle);
    }
    loads.begin(packet(), step_->reads, cycle);
    if (isEvent(packet())) return pushEvent();
    if (step_->command) return write(std::get<gpu::WriteMemory>(step_->command->operation));
    const PacketWait wait = waitOf(packet());
    if (wait == PacketWait::Idle) state_ = State::Idle;
    if (wait == PacketWait::Writes) state_ = State::Writes;
}

void CommandUnit::write(const gpu::WriteMemory& words) {
    machine_.space.write(words.address, words.data);
    port.write(words.address.offset(), words.data.size());
    statistics_.bytesWritten.add(words.data.size());
}

void CommandUnit::pushEvent() {
    PipeEvent event{.after = work_.begun(), .afterBlits = blits.begun(), .cache = cacheEventOf(packet())};
    if (step_->command) {
        const auto& write = std::get<gpu::WriteMemory>(step_->command->operation);
        event.address = write.address.offset();
        event.bytes.assign(write.data.begin(), write.data.end());
        const AlwaysOnClock& clock = processor_->alwaysOnClock();
        // A capture's reading stays as it is.
        if (writesTimestamp(packet()) && event.bytes.size() == sizeof(uint64_t) && !clock.gaveAgain())
            event.reading = std::max(clock.readings(), size_t{1}) - 1;
    }
    if (event.cache != CacheEvent::None || !event.bytes.empty()) events_.push(std::move(event));
}

void CommandUnit::flushForEvent(sim::Cycle cycle) {
    const PipeEvent* const event = dueEvent();
    if (event == nullptr || event->cache == CacheEvent::None || events_.flushes()) return;
    ++statistics_.flushes;
    if (const auto flush = ccuFlushOf(event->cache))
        ccu.ask(cycle, *flush);
    else
        uche.ask(cycle, UcheFlush{.invalidate = event->cache == CacheEvent::Invalidate});
    events_.setFlushes();
}

bool CommandUnit::eventIsDue() const {
    const PipeEvent* const event = dueEvent();
    if (event == nullptr || !port.written()) return false;
    return event->cache == CacheEvent::None || (events_.flushes() && uche.done() && ccu.done());
}

void CommandUnit::writeEvent(sim::Cycle cycle) {
    PipeEvent event = *dueEvent();
    if (event.reading) {
        const uint64_t now = countsAfter(cycle, settings_.clockMegahertz);
        std::memcpy(event.bytes.data(), &now, sizeof now);
        processor_->alwaysOnClock().replaceReading(*event.reading, now);
    }
    if (!event.bytes.empty()) write({.address = event.address, .data = event.bytes});
    events_.pop();
}

void CommandUnit::startDispatch(sim::Cycle cycle, const std::shared_ptr<const ComputeOperation>& operation) {
    std::optional<uint32_t> logged;
    if (log_) logged = log_.start(*step_->command, drawState(), frame().draws, cycle);
    auto work = std::make_unique<ComputeWork>(operation, machine_.space, work_.begun(), *this);
    UntimedContext context(machine_, drawState(), operation->describe(), logged);
    if (!work->bind(context, programs_)) {
        if (logged) log_.end(*logged, cycle + 1);
        return;
    }
    dispatches.start.write(cycle, DispatchMessage{.work = work.get()});
    work_.add({.work = std::move(work), .operation = logged, .started = cycle});
}

void CommandUnit::startBlit(sim::Cycle cycle, const ScaleBlit& operation) {
    std::optional<uint32_t> logged;
    if (log_) logged = log_.start(*step_->command, drawState(), frame().draws, cycle);
    UntimedContext context(machine_, drawState(), operation.describe(), logged);
    machine::execute(operation, context);
    const GpuMemory memory = operation.memoryIn(machine_.space);
    blits.begin(cycle, std::make_unique<BlitWork>(BlitWork{.plan = {operation.registers(), operation.chip(), memory},
                                                           .operation = logged,
                                                           .place = operation.describe()}));
}

void CommandUnit::startDraw(sim::Cycle cycle) {
    countDraw();
    ++statistics_.draws;
    std::optional<uint32_t> logged;
    if (log_) logged = log_.start(*step_->command, drawState(), frame().draws, cycle);
    auto context = std::make_unique<UntimedContext>(machine_, drawState(), packetDraw_.draw->describe(), logged);
    auto work = std::make_unique<DrawWork>(packetDraw_.draw, machine_.space, std::move(context), work_.begun(), *this);
    if (!work->bind(programs_)) {
        if (logged) log_.end(*logged, cycle + 1);
        cycleEvents().endedOwnDraw = &step_->command->operation;
        return;
    }
    graphics.begin(cycle, *work);
    const bool streamsOut = work->streamsOut();
    work_.add({.work = std::move(work),
               .operation = logged,
               .started = cycle,
               .kind = WorkInFlight::Kind::Draw,
               .awaited = awaitedOf(packetDraw_.draw->passKind()),
               .lrz = packetDraw_.lrz,
               .streamsOut = streamsOut});
}

void CommandUnit::startMove(sim::Cycle cycle, const std::shared_ptr<const GmemBlitOperation>& operation) {
    std::optional<uint32_t> logged;
    if (log_) logged = log_.start(*step_->command, drawState(), frame().draws, cycle);
    auto work = std::make_unique<ResolveWork>(operation, machine_.space, work_.begun(), *this);
    if (!work->open()) {
        if (logged) log_.end(*logged, cycle + 1);
        return;
    }
    graphics.begin(cycle, *work);
    work_.add({.work = std::move(work),
               .operation = logged,
               .started = cycle,
               .kind = WorkInFlight::Kind::Move,
               .awaited = Awaited::Moves});
}

void CommandUnit::endBinning(sim::Cycle cycle, const std::shared_ptr<const EndOfBinning>& operation) {
    std::optional<uint32_t> logged;
    if (log_) logged = log_.start(*step_->command, drawState(), frame().draws, cycle);
    auto work = std::make_unique<BinningEnd>(operation, work_.begun(), *this);
    work->write(machine_.space);
    graphics.begin(cycle, *work);
    work_.add({.work = std::move(work),
               .operation = logged,
               .started = cycle,
               .kind = WorkInFlight::Kind::Alone,
               .awaited = Awaited::Binning});
}

void CommandUnit::clearLrz(sim::Cycle cycle, const std::shared_ptr<const LrzClear>& operation) {
    std::optional<uint32_t> logged;
    if (log_) logged = log_.start(*step_->command, drawState(), frame().draws, cycle);
    auto work = std::make_unique<LrzClearWork>(operation, work_.begun(), *this);
    work->clear(machine_.space);
    graphics.begin(cycle, *work);
    work_.add({.work = std::move(work),
               .operation = logged,
               .started = cycle,
               .kind = WorkInFlight::Kind::Alone,
               .awaited = Awaited::Moves});
}

void CommandUnit::end(sim::Cycle cycle, const PacketWork& work) {
    const WorkInFlight::Entry entry = work_.take(work);
    if (!entry.work->dropped()) entry.work->finish();
    if (entry.operation) log_.end(*entry.operation, cycle + 1);
}

void CommandUnit::endDraw(sim::Cycle cycle, const DrawWork& work) {
    endedDraw_ = work.shared();
    cycleEvents().endedOwnDraw = &endedDraw_;
    end(cycle, work);
}

void CommandUnit::giveUpLongDraw(sim::Cycle now, uint64_t limit) {
    if (work_.empty()) return;
    const WorkInFlight::Entry& first = work_.entries().front();
    if (now - first.started > limit && !first.work->hangs()) first.work->giveUp();
}

void CommandUnit::dropHungWork() {
    if (const std::optional<uint32_t> hung = work_.hung()) events_.dropAfter(*hung);
    if (work_.drop() && onHang) onHang();
    sourceEnded_ = true;
    state_ = State::Ended;
}

std::string CommandUnit::place() const {
    return fmt::format("frame {}, draw {}, {}", frame().number, frame().draws,
                       step_ && !sourceEnded_ ? packet().place() : "no packet");
}

std::string CommandUnit::describeWait() const {
    switch (state_) {
        case State::Charge:
            return port.fetched() ? std::string() : fmt::format("waits for a packet's bytes ({})", place());
        case State::Act:
            return fmt::format("waits for room ({})", place());
        case State::Idle:
        case State::Drain:
            return fmt::format("waits until all is done ({})", place());
        case State::Poll:
            return fmt::format("waits for a value ({})", place());
        case State::Ended:
            return done() ? std::string() : "waits for the end of its work";
        default:
            return {};
    }
}

void CommandUnit::describeState(std::vector<std::string>& lines) const {
    constexpr std::array<std::string_view, 9> kStates{"Step",   "Charge", "Act",  "Idle", "Drain",
                                                      "Writes", "Pause",  "Poll", "Ended"};
    lines.push_back(fmt::format("state: {}, {}", kStates[static_cast<size_t>(state_)], place()));
    for (const WorkInFlight::Entry& each : work_.entries())
        lines.push_back("under way: " + each.work->operation().describe());
    for (const auto& each : blits.works()) lines.push_back("under way: " + each->place);
}

}  // namespace cyclorama::adreno
