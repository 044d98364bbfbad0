// SPDX-License-Identifier: MIT
#pragma once
// A box: a piece of hardware with a clock. It reads its input signals, changes its own state and writes to the inputs
// of other boxes, which see it a cycle later at the earliest; so the order in which boxes are clocked cannot be
// noticed.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/input_content.h"
#include "sim/time.h"
#include "sim/wake_schedule.h"

namespace cyclorama::sim {

class Box;
class Simulation;

/// Connection from one box to another, on the side of the box that reads it.
class InputBase {
  public:
    /// `name` names it among the inputs of its reader; name() is the reader's name, a full stop and that.
    InputBase(Box& reader, const std::string& name);
    InputBase(const InputBase&) = delete;
    InputBase& operator=(const InputBase&) = delete;

    const std::string& name() const { return *name_; }
    Box& reader() const { return *reader_; }
    /// Null until an Output is bound, and for good where the input is driven from outside (tests, preloads).
    const Box* writer() const { return writer_; }

    /// True if something that arrives in `cycle` has not been read, and will be lost. Debug builds ask after each
    /// clock().
    virtual bool holdsUnread(Cycle cycle) const = 0;
    /// All that is under way or unread, the first to arrive first; for people.
    virtual std::vector<InputContent> contents() const = 0;

    /// Declares that the input never gets a writer.
    void driveFromOutside() { drivenFromOutside_ = true; }
    bool isBound() const { return writer_ != nullptr || drivenFromOutside_; }

  protected:
    ~InputBase() = default;
    friend class OutputBase;

  private:
    Box* reader_;
    const Box* writer_ = nullptr;
    std::unique_ptr<const std::string> name_;  // apart: what is read in every cycle stays close together
    bool drivenFromOutside_ = false;
};

/// The writing side: it has to be bound to an input before the first cycle.
class OutputBase {
  public:
    /// `name` names it among the outputs of its writer.
    OutputBase(Box& writer, const std::string& name);
    OutputBase(const OutputBase&) = delete;
    OutputBase& operator=(const OutputBase&) = delete;

    const std::string& name() const { return *name_; }
    Box& writer() const { return *writer_; }
    virtual bool isBound() const = 0;

  protected:
    ~OutputBase() = default;
    /// Throws Fault where the input already has a writer, or the two boxes are in different clock domains.
    void bindTo(InputBase& input) const;

  private:
    Box* writer_;
    std::unique_ptr<const std::string> name_;
};

/// The work that has reached a box and not left it.
enum class Backlog : uint8_t {
    None,
    Some,
    Full  // so much that whoever has more for it must wait
};

/// How full something of a box is: a queue, a set of registers.
struct QueueLevel {
    std::string_view name;
    /// Plural noun of the entries: "quads".
    std::string_view unit;
    uint64_t used = 0;
    uint64_t capacity = 0;
    /// Places that must be free for anything more to be taken: more than one where a refusal is seen late.
    uint64_t needed = 1;

    bool full() const { return used + needed > capacity; }
};

/// Derive, declare inputs (Signal, Level), outputs and statistics as members, and implement clock() and describeWait().
/// A box registers itself with its simulation and must live as long as that does.
class Box {
  public:
    Box(Simulation& simulation, DomainId domain, std::string name);
    Box(const Box&) = delete;
    Box& operator=(const Box&) = delete;
    virtual ~Box() = default;

    const std::string& name() const { return name_; }
    DomainId domain() const { return domain_; }
    /// Its number among the boxes of its domain.
    uint32_t place() const { return place_; }
    Simulation& simulation() const { return *simulation_; }
    const std::vector<InputBase*>& inputs() const { return inputs_; }
    const std::vector<OutputBase*>& outputs() const { return outputs_; }

    /// Work of one cycle, called in every cycle in which the box is awake.
    virtual void clock(Cycle cycle) = 0;

    /// What the box waits for, in one sentence without a full stop, for the report of a deadlock; empty where
    /// it has nothing to do.
    virtual std::string describeWait() const = 0;

    /// Appends lines about the box's work and contents, beside its inputs and queues: for people who stop a run. Called
    /// between cycles.
    virtual void describeState(std::vector<std::string>& lines) const { (void)lines; }

    // For the search for what sets the pace of a pipeline: called between cycles of an observed run.
    virtual Backlog backlog() const { return Backlog::None; }
    /// The box whose answer this one's oldest work waits for, such as the memory; null if it is at work itself.
    virtual const Box* holdup() const { return nullptr; }
    /// True if it passes work on as fast as it can; else the time that its work takes is latency.
    virtual bool atFullRate() const { return backlog() == Backlog::Full; }

    /// The same, for how full the machine is: appends always the same queues, in the same order, the first that work
    /// reaches first.
    virtual void appendQueues(std::vector<QueueLevel>& queues) const { (void)queues; }

    /// The cycles from `first` on, `count` of them, passed while the box was asleep: counters that grow in every cycle
    /// grow by what they would have, had it been clocked. Called before the next clock() and before statistics are
    /// taken.
    virtual void accountSleep(Cycle first, uint64_t count) {
        (void)first;
        (void)count;
    }

    /// Before statistics are taken, all cycles before `end` having passed: for statistics that a box does not count in
    /// every cycle, awake or not, but when what they depend on changes.
    virtual void settleStatistics(Cycle end) { (void)end; }

    /// Has the box clocked in `cycle` of its domain. At once from boxes of the same domain means the next cycle.
    void wakeAt(Cycle cycle) { schedule_->wakeAt(place_, cycle); }
    /// The same, for something that an input will have in `cycle`: however the box sleeps until then.
    void recordArrival(Cycle cycle) { schedule_->recordArrival(place_, cycle); }
    /// Has the box clocked as soon as its domain ticks after the present moment; may be called from another domain.
    void wake();

    /// When anything last moved through an input or an output of this box.
    Cycle lastActivity() const { return lastActivity_; }
    void recordActivity(Cycle cycle) { lastActivity_ = cycle; }

  protected:
    /// Not to be clocked again until an input has something or wakeAt() says so. Called from clock().
    void sleep() { sleepUntil(kNever); }
    /// The same, with an alarm of its own in `cycle`.
    void sleepUntil(Cycle cycle) { schedule_->sleepUntil(place_, cycle); }

  private:
    friend class Simulation;
    friend class InputBase;
    friend class OutputBase;

    Simulation* simulation_;
    WakeSchedule* schedule_ = nullptr;  // of the domain
    uint32_t place_ = 0;
    Cycle lastActivity_ = 0;
    DomainId domain_;
    std::string name_;
    std::vector<InputBase*> inputs_;
    std::vector<OutputBase*> outputs_;
};

}  // namespace cyclorama::sim
