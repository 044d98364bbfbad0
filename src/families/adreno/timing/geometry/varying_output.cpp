// SPDX-License-Identifier: MIT
#include "families/adreno/timing/geometry/varying_output.h"

#include <algorithm>

#include "sim/divide_up.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kVectorBytes = 16;

}  // namespace

VaryingOutput::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : bytes(registry, {"STREAMOUT_BYTES_VPC", "bytes", "Bytes that streamout wrote to buffers."}),
      vectors(registry, {"NUM_VPCRAM_READ_SO_VPC", "vectors",
                         "Vectors of 16 bytes that streamout read of the records of vertices, at least."}),
      transactions(registry, {"STREAMOUT_TRANSACTION_VPC", "lines", "Lines that streamout wrote."}),
      stall(registry, {"STALL_CYCLES_UCHE_VPC", "cycles", "Cycles in which lines of streamout waited for UCHE."}) {}

VaryingOutput::VaryingOutput(sim::Box& owner, sim::StatisticsRegistry& registry, const GeometrySettings& settings,
                             uint32_t answerLatency)
    : lines(owner, "streamout"),
      taken(owner, {.name = "streamoutTaken", .width = LinePort::kAnswers, .latency = answerLatency}),
      bytesPerCycle_(settings.streamoutBytes),
      verticesPerCycle_(settings.geometryVertices),
      statistics_(registry) {}

void VaryingOutput::addCounters(ChipCounters& counters) const {
    counters.add("VPC_STREAMOUT_TRANSACTION"_counter, statistics_.transactions);
    counters.add("VPC_NUM_VPCRAM_READ_SO"_counter, statistics_.vectors);
    counters.add("VPC_STALL_CYCLES_UCHE"_counter, statistics_.stall);
}

bool VaryingOutput::passes(DrawWork& work, VertexWave* wave, sim::Cycle cycle) {
    awaitsAnswers_ = wave == nullptr && unanswered_ != 0;
    if (wave == nullptr) return !awaitsAnswers_;
    if (work.dropped() || !work.changesAtEnd()) {
        state_ = State::Idle;
        return true;
    }
    if (state_ == State::Idle) {
        state_ = State::Asked;
        work_ = &work;
        wave_ = wave;
        return false;
    }
    if (waitsForLines() && unanswered_ < LinePort::kMost) {
        lines.write(cycle, LineRequest{.line = step_.lines.lines()[sent_++], .write = true});
        ++unanswered_;
        ++statistics_.transactions;
    }
    if (waitsForLines() || cycle < until_) return false;
    state_ = State::Idle;
    return true;
}

void VaryingOutput::betweenCycles(sim::Cycle cycle) {
    if (state_ != State::Asked) return;
    state_ = State::Writing;
    sent_ = 0;
    step_ = work_->output(*wave_);
    until_ = cycle + std::max(sim::divideUp(step_.bytes, uint64_t{bytesPerCycle_}),
                              sim::divideUp(step_.fibers, uint64_t{verticesPerCycle_}));
    statistics_.bytes.add(step_.bytes);
    statistics_.vectors.add(sim::divideUp(step_.bytes, uint64_t{kVectorBytes}));
}

sim::Cycle VaryingOutput::nextCycle(sim::Cycle cycle) const {
    if (awaitsAnswers_) return sim::kNever;
    if (state_ != State::Writing) return cycle + 1;
    if (waitsForLines()) return unanswered_ < LinePort::kMost ? cycle + 1 : sim::kNever;
    return std::max(until_, cycle + 1);
}

void VaryingOutput::accountSleep(uint64_t count) {
    if (waitsForLines() && unanswered_ == LinePort::kMost) statistics_.stall.add(count);
}

}  // namespace cyclorama::adreno
