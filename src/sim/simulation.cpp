#include "sim/simulation.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/clock_profile.h"
#include "sim/fault.h"

namespace cyclorama::sim {

Simulation::Simulation(SimulationSettings settings) : settings_(settings) {}

DomainId Simulation::addDomain(ClockDomainInfo info) {
    if (info.periodPicoseconds == 0) throw Fault("clock domain " + info.name + " without a period");
    domains_.push_back({.info = std::move(info), .boxes = {}, .wake = {}, .accountedTo = {}, .awake = {}});
    return static_cast<DomainId>(domains_.size() - 1);
}

void Simulation::add(Box& box) {
    if (started_) throw Fault("box " + box.name() + " added to a simulation that runs");
    if (box.domain() >= domains_.size()) throw Fault("box " + box.name() + " in a clock domain that does not exist");
    Domain& domain = domains_[box.domain()];
    domain.boxes.push_back(&box);
    domain.wake.push_back(0);
    domain.accountedTo.push_back(0);
    domain.awake.push_back(0);
    for (size_t i = 0; i < domain.boxes.size(); ++i) domain.boxes[i]->wakeCycle_ = &domain.wake[i];
}

void Simulation::start() {
    for (const Domain& domain : domains_) {
        for (const Box* box : domain.boxes) {
            for (const InputBase* input : box->inputs())
                if (!input->isBound())
                    throw Fault(fmt::format("input {} of {} has no writer", input->name(), box->name()));
            for (const OutputBase* output : box->outputs())
                if (!output->isBound())
                    throw Fault(fmt::format("output {} of {} is not bound", output->name(), box->name()));
        }
    }
    started_ = true;
}

Cycle Simulation::earliestWake(const Domain& domain) const {
    Cycle earliest = kNever;
    for (const Cycle wake : domain.wake) {
        if (wake <= domain.next) return domain.next;
        earliest = std::min(earliest, wake);
    }
    return earliest;
}

Cycle Simulation::firstCycleAfterNow(DomainId domain) const {
    if (now_ == 0) return 0;
    const uint64_t period = domains_[domain].info.periodPicoseconds;
    // Ticks that coincide with the present moment are over for this domain and those before it, and to come for others.
    return domain <= current_.domain ? now_ / period : (now_ - 1) / period;
}

Cycle Simulation::nextCycle(DomainId domain) const {
    return std::max(domains_[domain].next, firstCycleAfterNow(domain));
}

bool Simulation::findNext(Step& next, uint64_t& time) const {
    bool anythingAwake = false;
    time = kNever;
    for (DomainId id = 0; id < domains_.size(); ++id) {
        const Domain& domain = domains_[id];
        Cycle cycle = earliestWake(domain);
        anythingAwake = anythingAwake || cycle != kNever;
        // A full window of statistics is written between two cycles: time does not jump over its end.
        if (id == 0) cycle = std::min(cycle, std::max(statistics_.windowEnd(), domain.next));
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
    domains_[domain].next = std::max(domains_[domain].next, last + 1);
}

void Simulation::run(const Step& step, uint64_t time) {
    now_ = time;
    current_ = step;
    Domain& domain = domains_[step.domain];
    domain.next = step.cycle + 1;
    if (profile_ != nullptr) profile_->startCycle();
    // Nothing that a box does can wake another in the same cycle, so all that are awake are found beforehand.
    size_t count = 0;
    for (uint32_t i = 0; i < domain.wake.size(); ++i) {
        domain.awake[count] = i;
        count += domain.wake[i] <= step.cycle ? 1 : 0;
    }
    if (settings_.reverseOrder)
        for (size_t i = count; i-- > 0;) clockBox(domain, domain.awake[i], step.cycle);
    else
        for (size_t i = 0; i < count; ++i) clockBox(domain, domain.awake[i], step.cycle);
    if (step.domain == 0 && step.cycle >= statistics_.windowEnd()) {
        settle();
        statistics_.sampleWindow(step.cycle);
    }
    if (settings_.stallCycles != 0 && ++domain.executed >= settings_.stallCycles) checkForStall(domain);
}

void Simulation::clockBox(Domain& domain, uint32_t index, Cycle cycle) {
    Box& box = *domain.boxes[index];
    settleBox(domain, index, cycle);
    domain.accountedTo[index] = cycle + 1;
    domain.wake[index] = cycle + 1;
    if (profile_ == nullptr) [[likely]]
        box.clock(cycle);
    else
        profile_->clock(box, cycle);
#ifndef NDEBUG
    for (const InputBase* input : box.inputs())
        if (input->holdsUnread(cycle))
            throw Fault(fmt::format("box {} did not read {} in cycle {}", box.name(), input->name(), cycle));
#endif
}

void Simulation::checkForStall(Domain& domain) {
    Cycle latest = 0;
    for (const Box* box : domain.boxes) latest = std::max(latest, box->lastActivity());
    const bool moved = latest != domain.lastMovement;
    domain.lastMovement = latest;
    domain.executed = 0;
    if (!moved)
        throw Deadlock(fmt::format("nothing moved in clock domain {} for {} cycles:\n{}", domain.info.name,
                                   settings_.stallCycles, describeWaits()));
}

void Simulation::settleBox(Domain& domain, size_t index, Cycle end) {
    Cycle& accountedTo = domain.accountedTo[index];
    if (accountedTo >= end) return;
    domain.boxes[index]->accountSleep(accountedTo, end - accountedTo);
    accountedTo = end;
}

void Simulation::settle() {
    for (DomainId id = 0; id < domains_.size(); ++id) {
        const Cycle end = firstCycleAfterNow(id);
        for (size_t i = 0; i < domains_[id].boxes.size(); ++i) {
            settleBox(domains_[id], i, end);
            domains_[id].boxes[i]->settleStatistics(end);
        }
    }
}

std::string Simulation::describeWaits() const {
    std::string text;
    for (const Domain& domain : domains_) {
        for (const Box* box : domain.boxes) {
            const std::string wait = box->describeWait();
            if (wait.empty()) continue;
            text +=
                fmt::format("  {}: {}, since {} cycle {}\n", box->name(), wait, domain.info.name, box->lastActivity());
        }
    }
    return text.empty() ? "  no box waits for anything\n" : text;
}

}  // namespace cyclorama::sim
