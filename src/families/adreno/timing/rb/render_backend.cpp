// SPDX-License-Identifier: MIT
#include "families/adreno/timing/rb/render_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/divide_up.h"
#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

/// Waves whose programs end in one cycle.
constexpr uint32_t kMostShaded = 256;

uint32_t cyclesFor(uint64_t amount, uint32_t perCycle) {
    return static_cast<uint32_t>(sim::divideUp(amount, uint64_t{perCycle}));
}

}  // namespace

RenderBackend::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : busy(registry, {"BUSY_CYCLES_RB", "cycles", "Cycles in which a draw's fragments were under way."}),
      waves(registry, {"FRAGMENT_WAVES_RB", "waves", "Waves of fragments that were taken."}),
      samplesTested(registry, {"Z_WORKLOAD_RB", "samples", "Samples whose depth or stencil was tested."}),
      depthPassed(registry, {"Z_PASS_RB", "samples", "Samples that passed tests of depth and stencil."}),
      passed(registry, {"TOTAL_PASS_RB", "samples", "Samples that no test, mask or program left out."}),
      pixels(registry, {"3D_PIXELS_RB", "pixels", "Pixels of these samples."}),
      colorWords(registry, {"C_WRITE_RB", "words", "Words of 32 bits of colours of samples that were written."}),
      depthCycles(registry, {"ZPROC_WORKING_RB", "cycles", "Cycles of tests of depth and stencil."}),
      colorCycles(registry, {"CPROC_WORKING_RB", "cycles", "Cycles of blending and writing colours."}),
      blendCycles(registry, {"BLENDER_WORKING_CYCLES_RB", "cycles", "Those among them of waves that blend."}),
      blendedFixed(registry,
                   {"BLENDED_FXP_COMPONENTS_RB", "components", "Components of integers that samples were blended in."}),
      blendedHalf(registry, {"BLENDED_FP16_COMPONENTS_RB", "components",
                             "Components of floats of at most 16 bits that samples were blended in."}),
      blendedFloat(registry, {"BLENDED_FP32_COMPONENTS_RB", "components",
                              "Components of floats of 32 bits that samples were blended in."}),
      waitForPrograms(registry,
                      {"STARVE_CYCLES_SP_RB", "cycles", "Cycles in which the oldest wave's program had not ended."}),
      waitForDepths(registry,
                    {"STARVE_CYCLES_CCU_RB", "cycles", "Cycles in which early tests waited for depths to come."}),
      waitForRoom(registry, {"STALL_CYCLES_CCU_RB", "cycles",
                             "Cycles in which the oldest wave waited for room among accesses to targets."}) {}

RenderBackend::RenderBackend(sim::Simulation& simulation, sim::DomainId domain, const RenderSettings& settings,
                             const CcuSettings& ccu, const GmemSettings& gmem)
    : Box(simulation, domain, "RB"),
      render(*this, {.name = "render", .width = 1, .latency = 1}),
      rendered(*this, "rendered"),
      tests(*this, {.name = "tests", .width = 1, .latency = 1}),
      tested(*this, "tested"),
      shaded(*this, {.name = "shaded", .width = kMostShaded, .latency = 1}),
      taken(*this, "taken"),
      feedback(*this, "feedback"),
      ended(*this, "ended"),
      drawsEnded(*this, "drawsEnded"),
      settings_(settings),
      statistics_(simulation.statistics()),
      colors_(*this, ccu, gmem, CcuTarget::Color),
      depth_(*this, ccu, gmem, CcuTarget::Depth),
      queue_(2 * Rasterizer::kMostRendered),
      depths_(2 * Rasterizer::kMostTests) {}

RenderBackend::~RenderBackend() = default;

void RenderBackend::connect(Ccu& ccu, Gmem& gmem) {
    colors_.connect(ccu, gmem);
    depth_.connect(ccu, gmem);
}

void RenderBackend::addCounters(ChipCounters& counters) const {
    counters.add("RB_BUSY_CYCLES"_counter, statistics_.busy);
    counters.add("RB_STARVE_CYCLES_SP"_counter, statistics_.waitForPrograms);
    counters.add("RB_STARVE_CYCLES_CCU"_counter, statistics_.waitForDepths);
    counters.add("RB_STALL_CYCLES_CCU"_counter, statistics_.waitForRoom);
    counters.add("RB_Z_PASS"_counter, statistics_.depthPassed);
    counters.add("RB_TOTAL_PASS"_counter, statistics_.passed);
    counters.add("RB_3D_PIXELS"_counter, statistics_.pixels);
    counters.add("RB_BLENDER_WORKING_CYCLES"_counter, statistics_.blendCycles);
    counters.add("RB_BLENDED_FXP_COMPONENTS"_counter, statistics_.blendedFixed);
    counters.add("RB_BLENDED_FP16_COMPONENTS"_counter, statistics_.blendedHalf);
    counters.add("RB_BLENDED_FP32_COMPONENTS"_counter, statistics_.blendedFloat);
    counters.add("RB_Z_WORKLOAD"_counter, statistics_.samplesTested);
    counters.add("RB_ZPROC_WORKING_CYCLES"_counter, statistics_.depthCycles);
    counters.add("RB_CPROC_WORKING_CYCLES"_counter, statistics_.colorCycles);
}

void RenderBackend::clock(sim::Cycle cycle) {
    if (const auto message = render.read(cycle)) queue_.push(*message);
    if (const auto message = tests.read(cycle)) depths_.push(*message);
    while (const auto message = shaded.read(cycle)) static_cast<FragmentGroup*>(message->group)->wave().ended = true;
    sendOut(cycle);
    colors_.clock(cycle);
    depth_.clock(cycle);
    testNext(cycle);
    tested.write(cycle, testsDone_);
    rendered.write(cycle, rendersTaken_);
    drawsEnded.write(cycle, drawsEnded_);
    stepping_ = isReady(cycle);
    clocked_ = cycle;
    accountSleep(cycle, 1);
    sleepUntilNext(cycle);
}

void RenderBackend::sendOut(sim::Cycle cycle) {
    Outgoing sent = std::exchange(out_, {});
    if (sent.taken) taken.write(cycle, *sent.taken);
    if (sent.fedBack) feedback.write(cycle, std::move(*sent.fedBack));
    if (sent.ended != nullptr) ended.write(cycle, DrawMessage{.work = sent.ended});
}

void RenderBackend::accountSleep(sim::Cycle, uint64_t count) {
    if (!testing_.empty() && testing_.front().until <= clocked_ && !depth_.done(testing_.front().reads))
        statistics_.waitForDepths.add(count);
    if (queue_.empty()) return;
    statistics_.busy.add(count);
    const RenderMessage& first = queue_.front();
    if (first.kind == RenderMessage::Kind::Wave && first.wave->group != nullptr && !first.wave->ended)
        statistics_.waitForPrograms.add(count);
    else if (first.kind == RenderMessage::Kind::Wave && !(colors_.hasRoom() && depth_.hasRoom()))
        statistics_.waitForRoom.add(count);
}

/// The first test is done when the cycles of its samples have passed, and the depths have come.
void RenderBackend::testNext(sim::Cycle cycle) {
    while (!testing_.empty() && cycle >= testing_.front().until && depth_.done(testing_.front().reads)) {
        testsDone_ = testing_.front().ticket;
        testing_.pop_front();
    }
    if (depths_.empty() || cycle < depthFree_ || !depth_.hasRoom()) return;
    const DepthMessage first = depths_.pop();
    const uint32_t cycles = cyclesFor(first.samples, settings_.depthPixels);
    depthFree_ = cycle + cycles;
    testing_.push_back(
        {.ticket = first.ticket, .reads = depth_.add(first.reads, first.writes, first.caching), .until = depthFree_});
    statistics_.samplesTested.add(first.samples);
    statistics_.depthPassed.add(first.passed);
    statistics_.depthCycles.add(cycles);
}

bool RenderBackend::isReady(sim::Cycle cycle) const {
    if (queue_.empty() || cycle < colorFree_) return false;
    const RenderMessage& first = queue_.front();
    if (first.kind == RenderMessage::Kind::Begin) return true;
    // What a flush after the draw writes back is there.
    if (first.kind == RenderMessage::Kind::End) return first.ticket <= testsDone_ && colors_.idle() && depth_.idle();
    if (!colors_.hasRoom() || !depth_.hasRoom()) return false;
    if (first.wave->group != nullptr && !first.wave->ended) return false;
    return first.ticket <= testsDone_;
}

void RenderBackend::betweenCycles(sim::Cycle cycle) {
    if (!stepping_) return;
    stepping_ = false;
    const RenderMessage message = queue_.pop();
    ++rendersTaken_;
    switch (message.kind) {
        case RenderMessage::Kind::Begin:
            return message.work->showBefore();
        case RenderMessage::Kind::Wave:
            return finish(*message.wave, *message.work, cycle);
        case RenderMessage::Kind::End:
            out_.ended = message.work;
            ++drawsEnded_;
            if (!message.work->dropped()) close(*message.work);
            return;
    }
}

void RenderBackend::countStep(const DrawOutput::Step& step) {
    statistics_.samplesTested.add(step.tested);
    statistics_.depthPassed.add(step.depthPassed);
    statistics_.passed.add(step.passed);
    statistics_.pixels.add(step.pixels);
    statistics_.colorWords.add(step.written);
    statistics_.blendedFixed.add(step.blended.fixed);
    statistics_.blendedHalf.add(step.blended.halves);
    statistics_.blendedFloat.add(step.blended.floats);
}

void RenderBackend::close(DrawWork& work) {
    work.close();
    if (work.raster() == nullptr) return;
    LrzMessage message = work.raster()->takeFedBack();
    if (!message.empty()) out_.fedBack = std::move(message);
}

void RenderBackend::finish(RenderWave& wave, DrawWork& work, sim::Cycle cycle) {
    ++statistics_.waves;
    if (!work.dropped()) {
        work.claimFindings();
        const DrawOutput::Step step = work.output()->finish(wave);
        const uint32_t testCycles = cyclesFor(step.tested, settings_.depthPixels);
        const uint32_t colorCycles = cyclesFor(step.written, settings_.colorPixels);
        depth_.add(step.depthReads, step.depthWrites, work.caching(CcuTarget::Depth));
        colors_.add(step.colorReads, step.colorWrites, work.caching(CcuTarget::Color));
        colorFree_ = cycle + std::max({testCycles, colorCycles, 1u});
        countStep(step);
        statistics_.depthCycles.add(testCycles);
        statistics_.colorCycles.add(colorCycles);
        if (step.blended.any()) statistics_.blendCycles.add(colorCycles);
    }
    if (const FragmentGroup* const group = wave.group.get()) out_.taken = {.unit = group->unit, .share = group->share};
    work.forgetFragments();
}

void RenderBackend::sleepUntilNext(sim::Cycle cycle) {
    if (stepping_ || out_.any() || colors_.isActive() || depth_.isActive()) return;
    sim::Cycle next = sim::kNever;
    if (!depths_.empty() && depth_.hasRoom()) next = std::min(next, std::max(depthFree_, cycle + 1));
    if (!testing_.empty() && testing_.front().until > cycle) next = std::min(next, testing_.front().until);
    if (!queue_.empty() && colorFree_ > cycle) next = std::min(next, colorFree_);
    if (next > cycle + 1) sleepUntil(next);
}

std::string RenderBackend::describeWait() const {
    if (queue_.empty()) return {};
    return fmt::format("has {} waves of fragments, {} early tests", queue_.size(), depths_.size() + testing_.size());
}

bool RenderBackend::waitsForTargets() const {
    if (atFullRate()) return false;
    const bool reads = !testing_.empty() && !depth_.done(testing_.front().reads);
    const bool ends = !queue_.empty() && queue_.front().kind == RenderMessage::Kind::End;
    return reads || !colors_.hasRoom() || !depth_.hasRoom() || (ends && !(colors_.idle() && depth_.idle()));
}

sim::Backlog RenderBackend::backlog() const {
    if (queue_.empty() && depths_.empty() && testing_.empty()) return sim::Backlog::None;
    const bool full = queue_.size() >= Rasterizer::kMostRendered || depths_.size() >= Rasterizer::kMostTests;
    return full ? sim::Backlog::Full : sim::Backlog::Some;
}

void RenderBackend::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "waves", .unit = "waves", .used = queue_.size(), .capacity = queue_.capacity()});
    queues.push_back({.name = "tests", .unit = "tests", .used = depths_.size(), .capacity = depths_.capacity()});
}

}  // namespace cyclorama::adreno
