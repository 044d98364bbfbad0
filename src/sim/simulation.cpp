// SPDX-License-Identifier: MIT
#include "sim/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <string_view>

#include "sim/clock_watch.h"
#include "sim/fault.h"

namespace cyclorama::sim {

namespace {

std::string describeBox(const Box& box) {
    std::string text = fmt::format("  {}: anything last moved in cycle {}\n", box.name(), box.lastActivity());
    std::vector<std::string> lines;
    box.describeState(lines);
    for (const std::string& line : lines) text += fmt::format("    {}\n", line);
    if (const std::string wait = box.describeWait(); !wait.empty()) text += fmt::format("    {}\n", wait);
    std::vector<QueueLevel> queues;
    box.appendQueues(queues);
    for (const QueueLevel& queue : queues)
        text += fmt::format("    {}: {} of {} {}\n", queue.name, queue.used, queue.capacity, queue.unit);
    std::string empty;
    for (const InputBase* input : box.inputs()) {
        const std::string name = input->name().substr(box.name().size() + 1);
        const std::vector<InputContent> contents = input->contents();
        if (contents.empty()) empty += (empty.empty() ? "" : ", ") + name;
        for (const InputContent& content : contents)
            text += fmt::format("    {} from cycle {}: {}\n", name, content.arrives, content.value);
    }
    return empty.empty() ? text : text + fmt::format("    nothing on {}\n", empty);
}

}  // namespace

Simulation::Simulation(SimulationSettings settings) : settings_(settings) {}

DomainId Simulation::addDomain(ClockDomainInfo info) {
    if (info.periodPicoseconds == 0) throw Fault("clock domain " + info.name + " without a period");
    domains_.push_back({.info = std::move(info), .schedule = WakeSchedule(settings_.sleeping), .boxes = {}});
    return static_cast<DomainId>(domains_.size() - 1);
}

void Simulation::add(Box& box) {
    if (started_) throw Fault("box " + box.name() + " added to a simulation that runs");
    if (box.domain() >= domains_.size()) throw Fault("box " + box.name() + " in a clock domain that does not exist");
    Domain& domain = domains_[box.domain()];
    domain.boxes.push_back({.box = &box});
    box.schedule_ = &domain.schedule;
    box.place_ = domain.schedule.add();
}

std::vector<const Box*> Simulation::boxes(DomainId id) const {
    std::vector<const Box*> boxes;
    for (const Clocked& clocked : domains_[id].boxes) boxes.push_back(clocked.box);
    return boxes;
}

void Simulation::start() {
    std::set<std::string_view> names;
    for (const Domain& domain : domains_) {
        for (const auto& [box, accountedTo, activity] : domain.boxes) {
            for (const InputBase* input : box->inputs()) {
                if (!names.insert(input->name()).second)
                    throw Fault(fmt::format("two inputs have the name {}", input->name()));
                if (!input->isBound()) throw Fault(fmt::format("input {} has no writer", input->name()));
            }
            for (const OutputBase* output : box->outputs())
                if (!output->isBound()) throw Fault(fmt::format("output {} is not bound", output->name()));
        }
    }
    started_ = true;
}

Cycle Simulation::firstCycleAfterNow(DomainId domain) const {
    if (now_ == 0) return 0;
    const uint64_t period = domains_[domain].info.periodPicoseconds;
    // Ticks that coincide with the present moment are over for this domain and those before it, and to come for others.
    return domain <= current_.domain ? now_ / period : (now_ - 1) / period;
}

Cycle Simulation::nextCycle(DomainId domain) const {
    return std::max(domains_[domain].schedule.next(), firstCycleAfterNow(domain));
}

bool Simulation::findNext(Step& next, uint64_t& time) {
    bool anythingAwake = false;
    time = kNever;
    for (DomainId id = 0; id < domains_.size(); ++id) {
        Domain& domain = domains_[id];
        Cycle cycle = domain.schedule.earliest();
        anythingAwake = anythingAwake || cycle != kNever;
        // A full window of statistics is written between two cycles: time does not jump over its end.
        if (id == 0) cycle = std::min(cycle, std::max(statistics_.windowEnd(), domain.schedule.next()));
        if (cycle == kNever || timeOf(domain, cycle) >= time) continue;
        time = timeOf(domain, cycle);
        next = {.domain = id, .cycle = cycle};
    }
    return anythingAwake;
}

Simulation::Step Simulation::step() {
    if (!started_) start();
    Step next;
    uint64_t time = 0;
    if (!findNext(next, time)) throw Deadlock("nothing can happen any more:\n" + describeWaits());
    run(next, time);
    return next;
}

std::optional<Simulation::Step> Simulation::stepWithin(DomainId domain, Cycle last) {
    if (!started_) start();
    const uint64_t end = timeOf(domains_[domain], last);
    Step next;
    uint64_t time = 0;
    if (!findNext(next, time)) throw Deadlock("nothing can happen any more:\n" + describeWaits());
    if (time < end || (time == end && next.domain <= domain)) {
        run(next, time);
        return next;
    }
    passThrough(domain, last);
    return std::nullopt;
}

void Simulation::runThrough(DomainId domain, Cycle last) {
    if (!started_) start();
    const uint64_t end = timeOf(domains_[domain], last);
    Step next;
    uint64_t time = 0;
    while (findNext(next, time), time < end || (time == end && next.domain <= domain)) run(next, time);
    passThrough(domain, last);
}

void Simulation::passThrough(DomainId domain, Cycle last) {
    const uint64_t end = timeOf(domains_[domain], last);
    if (now_ < end || current_.domain < domain) {
        now_ = end;
        current_ = {.domain = domain, .cycle = last};
    }
    WakeSchedule& schedule = domains_[domain].schedule;
    schedule.passTo(std::max(schedule.next(), last + 1));
}

void Simulation::run(const Step& step, uint64_t time) {
    now_ = time;
    // One by one: the host waits where a word is read as a whole that has just been written in parts.
    current_.domain = step.domain;
    current_.cycle = step.cycle;
    Domain& domain = domains_[step.domain];
    if (watch_ != nullptr) watch_->startCycle();
    // Nothing that a box does can wake another in the same cycle, so all that are awake are found beforehand.
    const std::span<const uint64_t> due = domain.schedule.start(step.cycle);
    if (settings_.reverseOrder)
        clockBackwards(domain, due, step.cycle);
    else
        for (uint32_t word = 0; word < due.size(); ++word)
            for (uint64_t rest = due[word]; rest != 0; rest &= rest - 1)
                clockBox(domain, word * 64 + static_cast<uint32_t>(std::countr_zero(rest)), step.cycle);
    if (step.domain == 0 && step.cycle >= statistics_.windowEnd()) {
        settle();
        statistics_.sampleWindow(step.cycle);
    }
    if (settings_.stallCycles != 0 && ++domain.executed >= settings_.stallCycles) checkForStall(domain);
}

void Simulation::clockBackwards(Domain& domain, std::span<const uint64_t> due, Cycle cycle) {
    for (uint32_t index = static_cast<uint32_t>(domain.boxes.size()); index-- > 0;)
        if ((due[index / 64] >> index % 64 & 1) != 0) clockBox(domain, index, cycle);
}

void Simulation::clockBox(Domain& domain, uint32_t index, Cycle cycle) {
    Clocked& clocked = domain.boxes[index];
    Box& box = *clocked.box;
    settleBox(clocked, cycle);
    clocked.accountedTo = cycle + 1;
    domain.schedule.clocked(index);
    if (!observed_) [[likely]]
        box.clock(cycle);
    else
        clockObserved(clocked, cycle);
#ifndef NDEBUG
    for (const InputBase* input : box.inputs())
        if (input->holdsUnread(cycle))
            throw Fault(fmt::format("box {} did not read {} in cycle {}", box.name(), input->name(), cycle));
#endif
}

void Simulation::clockObserved(Clocked& clocked, Cycle cycle) {
    if (watch_ == nullptr)
        clocked.box->clock(cycle);
    else
        watch_->clock(*clocked.box, cycle);
    if (!counting_) return;
    ++clocked.activity.clocked;
    if (clocked.box->lastActivity() == cycle) ++clocked.activity.moving;
}

void Simulation::checkForStall(Domain& domain) {
    Cycle latest = 0;
    for (const Clocked& clocked : domain.boxes) latest = std::max(latest, clocked.box->lastActivity());
    const bool moved = latest != domain.lastMovement;
    domain.lastMovement = latest;
    domain.executed = 0;
    if (!moved)
        throw Deadlock(fmt::format("nothing moved in clock domain {} for {} cycles:\n{}", domain.info.name,
                                   settings_.stallCycles, describeWaits()));
}

void Simulation::settleBox(Clocked& clocked, Cycle end) {
    if (clocked.accountedTo >= end) return;
    clocked.box->accountSleep(clocked.accountedTo, end - clocked.accountedTo);
    clocked.accountedTo = end;
}

void Simulation::settle() {
    for (DomainId id = 0; id < domains_.size(); ++id) {
        const Cycle end = firstCycleAfterNow(id);
        for (Clocked& clocked : domains_[id].boxes) {
            settleBox(clocked, end);
            clocked.box->settleStatistics(end);
        }
    }
}

std::string Simulation::describeWaits() const {
    std::string text;
    for (const Domain& domain : domains_) {
        for (const auto& [box, accountedTo, activity] : domain.boxes) {
            const std::string wait = box->describeWait();
            if (wait.empty()) continue;
            text +=
                fmt::format("  {}: {}, since {} cycle {}\n", box->name(), wait, domain.info.name, box->lastActivity());
        }
    }
    return text.empty() ? "  no box waits for anything\n" : text;
}

std::string Simulation::describeBoxes() const {
    std::string text;
    for (DomainId id = 0; id < domains_.size(); ++id) {
        text += fmt::format("clock domain {}: cycle {}\n", domains_[id].info.name, nextCycle(id));
        for (const Clocked& clocked : domains_[id].boxes) text += describeBox(*clocked.box);
    }
    return text;
}

}  // namespace cyclorama::sim
