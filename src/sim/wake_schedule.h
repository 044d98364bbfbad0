// SPDX-License-Identifier: MIT
#pragma once
// When each box of a clock domain is clocked next. A box that is awake is clocked in every cycle; one that sleeps in
// the cycles in which an input has something for it, and in that of its alarm. The next cycles have a bit for each box
// that is due; what is due later is kept apart until they come near.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/time.h"

namespace cyclorama::sim {

class WakeSchedule {
  public:
    /// Without `sleeping` boxes stay awake whatever they ask for.
    explicit WakeSchedule(bool sleeping) : sleeping_(sleeping) {}

    /// One more box, awake; its number. Before the first cycle.
    uint32_t add();

    /// The first cycle that was not run or passed.
    Cycle next() const { return next_; }
    /// Every cycle before `cycle` is over, with nothing due in those that were not run.
    void passTo(Cycle cycle) {
        next_ = cycle;
        earliest_.reset();
        if (laterFrom_ < next_ + kWindow) [[unlikely]]
            bringNear();
    }
    /// The first cycle from next() on in which any box is due, kNever without.
    Cycle earliest() {
        if (!earliest_) earliest_ = findEarliest();
        return *earliest_;
    }

    /// Starts a cycle: the boxes that are due, a bit each, 64 to a word. Valid until the next call.
    std::span<const uint64_t> start(Cycle cycle);
    /// A box that is due is about to be clocked: its alarm is over, and it stays awake until it says otherwise.
    void clocked(uint32_t box) {
        if (alarm_[box] == kNever) return;
        earliest_.reset();
        dropAlarm(box);
    }

    /// The box is due in `cycle`, whatever else it asks for.
    void recordArrival(uint32_t box, Cycle cycle) {
        earliest_.reset();
        if (cycle - next_ < kWindow)
            mark(arrivals_, box, cycle);
        else
            recordOtherArrival(box, cycle);
    }
    /// The box is due in `cycle` at the latest, if that is still to come.
    void wakeAt(uint32_t box, Cycle cycle) {
        if (isAwake(box) || cycle >= alarm_[box]) return;
        earliest_.reset();
        setAlarm(box, cycle);
    }
    /// In place of clocking it in every cycle. The last call counts.
    void sleepUntil(uint32_t box, Cycle cycle) {
        if (!sleeping_) return;
        earliest_.reset();
        if (cycle <= next_) {
            awake_[box / kWordBits] |= bitOf(box);
            return;
        }
        awake_[box / kWordBits] &= ~bitOf(box);
        if (cycle != alarm_[box]) setAlarm(box, cycle);
    }

  private:
    static constexpr uint32_t kWordBits = 64;
    /// Cycles that have bits: one for each bit of `marked_`.
    static constexpr Cycle kWindow = 64;

    struct LateArrival {
        Cycle cycle = 0;
        uint32_t box = 0;
    };

    static uint64_t bitOf(uint32_t box) { return uint64_t{1} << box % kWordBits; }
    bool isAwake(uint32_t box) const { return (awake_[box / kWordBits] & bitOf(box)) != 0; }
    /// Index of a word of boxes in a cycle, in `arrivals_` and `alarms_`.
    static size_t placeOf(size_t word, Cycle cycle) { return word * kWindow + static_cast<size_t>(cycle % kWindow); }

    void mark(std::vector<uint64_t>& bits, uint32_t box, Cycle cycle) {
        bits[placeOf(box / kWordBits, cycle)] |= bitOf(box);
        marked_ |= uint64_t{1} << cycle % kWindow;
    }
    Cycle findEarliest();
    bool anyMarked(Cycle cycle) const;
    void setAlarm(uint32_t box, Cycle cycle);
    void dropAlarm(uint32_t box);
    void recordOtherArrival(uint32_t box, Cycle cycle);
    /// Marks what is due within the window, and finds what is due first after it.
    void bringNear();

    bool sleeping_;
    uint32_t boxes_ = 0;
    Cycle next_ = 0;
    std::vector<uint64_t> awake_;
    std::vector<uint64_t> due_;  // in the cycle that runs
    // A bit for each box in each cycle of the window.
    std::vector<uint64_t> arrivals_;
    std::vector<uint64_t> alarms_;
    uint64_t marked_ = 0;  // bit c % kWindow: cycle c may have bits
    std::vector<Cycle> alarm_;
    std::vector<LateArrival> lateArrivals_;
    Cycle laterFrom_ = kNever;       // nothing that has no bit is due before
    bool laterIsExact_ = true;       // the first of what has no bit is due then, or there is none
    std::optional<Cycle> earliest_;  // forgotten when anything changes
};

}  // namespace cyclorama::sim
