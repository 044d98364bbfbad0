#include "device/simulated_executor.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "device/device_findings.h"
#include "device/performance_signals.h"
#include "families/vivante/frontend/front_end.h"
#include "machine/functional/functional_machine.h"
#include "mem/address_space.h"

namespace cyclorama::device {
namespace {

/// Where command streams are, below all that programs may use. A stream is at most as long as the ioctl admits.
constexpr uint32_t kStreamAddress = 0x00100000;
constexpr uint64_t kStreamBytes = 0x00200000 + 4096;

/// The counters that the machine has, by the names that the kernel gives them.
std::optional<uint64_t> counterNamed(const machine::WorkCounters& counters, std::string_view name) {
    if (name == "RENDERED_VERTICE_COUNTER" || name == "INPUT_VTX_COUNTER") return counters.vertices;
    if (name == "INPUT_PRIM_COUNTER") return counters.triangles;
    if (name == "OUTPUT_PRIM_COUNTER" || name == "TOTAL_PRIMITIVE_COUNT") return counters.trianglesRasterized;
    if (name == "VALID_PIXEL_COUNT") return counters.fragments;
    if (name == "RENDERED_PIXEL_COUNTER") return counters.fragmentsShaded;
    if (name == "TOTAL_TEXTURE_REQUESTS") return counters.textureSamples;
    return std::nullopt;
}

/// What the timing machine counts in its place: a column, and how many of its units are one of the signal's.
struct TimedSignal {
    std::string_view signal;
    std::string_view column;
    uint64_t divisor = 1;
};
constexpr std::array kTimedSignals{TimedSignal{"TOTAL_CYCLES", "CycleCounter"},
                                   TimedSignal{"RENDERED_VERTICE_COUNTER", "InputVertices_FFU"},
                                   TimedSignal{"INPUT_VTX_COUNTER", "Vertices_PA"},
                                   TimedSignal{"INPUT_PRIM_COUNTER", "Triangles_PA"},
                                   TimedSignal{"OUTPUT_PRIM_COUNTER", "OutputTriangles_CLP"},
                                   TimedSignal{"CULLED_COUNTER", "CulledTriangles_TS"},
                                   TimedSignal{"CULLED_TRIANGLE_COUNT", "CulledTriangles_TS"},
                                   TimedSignal{"TOTAL_PRIMITIVE_COUNT", "OutputTriangles_TS"},
                                   TimedSignal{"VALID_PIXEL_COUNT", "InputFragments_FFU"},
                                   TimedSignal{"TOTAL_QUAD_COUNT", "InputFragments_FFU", 4},
                                   TimedSignal{"RENDERED_PIXEL_COUNTER", "ShadedFragments_FFU"},
                                   TimedSignal{"MEM_READ_COUNT", "TextureUnit_ReadTransactions_MC"},
                                   TimedSignal{"MEM_READ_IN_8B_COUNT", "TextureUnit_ReadBytes_MC", 8}};

std::optional<uint64_t> timedCounter(const machine::TimingMachine& machine, std::string_view signal) {
    const auto found = std::ranges::find(kTimedSignals, signal, &TimedSignal::signal);
    if (found == kTimedSignals.end()) return std::nullopt;
    // Before the first stream nothing has been counted.
    return machine.counter(found->column).value_or(0) / found->divisor;
}

}  // namespace

/// Frames come from the display; a Vivante stream presents nothing.
class SimulatedExecutor::Sink final : public machine::FrameSink {
  public:
    explicit Sink(std::function<void(uint64_t)> progress) : progress_(std::move(progress)) {}

    void present(const machine::PresentedFrame&) override {}
    void dump(const std::string&, const func::Picture&) override {}
    void advance(uint64_t cycles) override {
        if (progress_) progress_(cycles);
    }

  private:
    std::function<void(uint64_t)> progress_;
};

/// A context has registers of its own: Mesa's driver writes all state again at the start of each submit, since on the
/// board another program's submit may have come in between.
class SimulatedExecutor::Context final : public ExecutionContext {
  public:
    explicit Context(SimulatedExecutor& owner)
        : owner_(owner), memory_(mem::FlatAddressSpace{}), frontEnd_(owner.chip_, owner.findings_) {
        if (!owner.timing_)
            machine_.emplace(owner.configuration_, machine::FunctionalMachine::Options{}, *owner.sink_, owner.findings_,
                             memory_);
        memory_.mappings()->mapZeros(kStreamAddress, kStreamBytes);
    }

    void map(uint32_t address, int memory, uint64_t bytes) override {
        memory_.mappings()->map(address, memory, 0, bytes);
    }

    void unmap(uint32_t address, uint64_t bytes) override { memory_.mappings()->unmap(address, bytes); }

    void execute(std::span<const std::byte> stream, etnaviv::ExecState pipe, std::span<const uint64_t>) override {
        if (stream.empty()) return;
        // Whole pairs of words: the rest of the last is zero, and no packet.
        const uint64_t bytes = (stream.size() + 7) & ~size_t{7};
        memory_.write(kStreamAddress, stream);
        if (bytes != stream.size()) memory_.store(static_cast<uint32_t>(kStreamAddress + stream.size()), uint32_t{0});
        const auto wanted = pipe == etnaviv::ExecState::Pipe2D ? vivante::Pipe::Pipe2d : vivante::Pipe::Pipe3d;
        if (wanted != pipe_) frontEnd_.selectPipe(wanted);
        pipe_ = wanted;
        frontEnd_.submit(kStreamAddress, static_cast<uint32_t>(bytes));
        if (owner_.timing_) {
            owner_.timing_->run(frontEnd_, memory_);
            return;
        }
        machine_->run(frontEnd_);
        const machine::WorkCounters now = machine_->counters();
        owner_.add(now, counted_);
        counted_ = now;
    }

  private:
    SimulatedExecutor& owner_;
    mem::AddressSpace memory_;
    vivante::VivanteFrontEnd frontEnd_;
    std::optional<machine::FunctionalMachine> machine_;  // where no timing machine serves all contexts
    machine::WorkCounters counted_;
    vivante::Pipe pipe_ = vivante::Pipe::Pipe3d;
};

SimulatedExecutor::SimulatedExecutor(const vivante::Chip& chip, const machine::Configuration& configuration,
                                     sim::Findings& findings,
                                     const std::optional<machine::TimingMachine::Options>& timing,
                                     std::function<void(uint64_t)> progress)
    : chip_(chip),
      configuration_(configuration),
      findings_(findings),
      sink_(std::make_unique<Sink>(std::move(progress))) {
    if (timing) timing_.emplace(configuration_, *timing, *sink_, findings_);
}

SimulatedExecutor::~SimulatedExecutor() = default;

std::unique_ptr<ExecutionContext> SimulatedExecutor::makeContext() { return std::make_unique<Context>(*this); }

std::optional<machine::FrameTime> SimulatedExecutor::endFrame(uint32_t index) {
    if (!timing_) return std::nullopt;
    return timing_->endFrame(index);
}

std::optional<uint64_t> SimulatedExecutor::finish() {
    if (!timing_) return std::nullopt;
    timing_->finish();
    return timing_->cycles();
}

void SimulatedExecutor::add(const machine::WorkCounters& now, const machine::WorkCounters& before) {
    counters_.draws += now.draws - before.draws;
    counters_.vertices += now.vertices - before.vertices;
    counters_.triangles += now.triangles - before.triangles;
    counters_.trianglesRasterized += now.trianglesRasterized - before.trianglesRasterized;
    counters_.fragments += now.fragments - before.fragments;
    counters_.fragmentsShaded += now.fragmentsShaded - before.fragmentsShaded;
    counters_.shaderInstructions += now.shaderInstructions - before.shaderInstructions;
    counters_.textureSamples += now.textureSamples - before.textureSamples;
}

uint32_t SimulatedExecutor::counter(uint32_t domain, uint32_t signal) {
    const PerformanceDomain& described = performanceDomains()[domain];
    const std::string_view name = described.signals[signal];
    const auto value = timing_ ? timedCounter(*timing_, name) : counterNamed(counters_, name);
    if (!value) findings_.report(kMissingCounter, described.name, name);
    return static_cast<uint32_t>(value.value_or(0));
}

}  // namespace cyclorama::device
