// SPDX-License-Identifier: MIT
#include "families/vivante/execution/chip_model.h"

#include <optional>
#include <string_view>

#include "device/objects/device_findings.h"
#include "families/vivante/chip/performance_signals.h"
#include "families/vivante/frontend/front_end.h"
#include "families/vivante/timing/timed_signals.h"
#include "families/vivante/timing/topology.h"
#include "families/vivante/uapi/etnaviv_uapi.h"
#include "mem/mapped_memory.h"
#include "sim/error.h"

namespace cyclorama::vivante {
namespace {

class FrontEnd final : public device::JobFrontEnd {
  public:
    FrontEnd(const Chip& chip, sim::Findings& findings) : frontEnd_(chip, findings) {}

    /// Jobs have one stream, copied by the driver.
    gpu::CommandSource& begin(const device::GpuJob& job, mem::AddressSpace& memory) override {
        const device::CommandStream& stream = job.streams.front();
        const auto address = static_cast<uint32_t>(stream.address);
        // Whole pairs of words: the rest of the last is zero, and no packet.
        const uint64_t bytes = (stream.bytes + 7) & ~uint64_t{7};
        if (stream.address != address || !memory.contains(address, bytes) || !memory.write(address, stream.copy))
            throw sim::Error("a command stream", "", "is outside of the memory for it");
        if (bytes != stream.bytes) memory.store(static_cast<uint32_t>(address + stream.bytes), uint32_t{0});
        const auto engine = static_cast<etnaviv::ExecState>(job.engine);
        const Pipe wanted = engine == etnaviv::ExecState::Pipe2D ? Pipe::Pipe2d : Pipe::Pipe3d;
        if (wanted != pipe_) frontEnd_.selectPipe(wanted);
        pipe_ = wanted;
        frontEnd_.submit(address, static_cast<uint32_t>(bytes));
        return frontEnd_;
    }

  private:
    VivanteFrontEnd frontEnd_;
    /// As the kernel switched to it last; none before the first job.
    std::optional<Pipe> pipe_;
};

/// The counters of a machine without time, by the kernel's names.
std::optional<uint64_t> counterNamed(const machine::WorkCounters& counters, std::string_view name) {
    if (name == "RENDERED_VERTICE_COUNTER" || name == "INPUT_VTX_COUNTER") return counters.vertices;
    if (name == "INPUT_PRIM_COUNTER") return counters.triangles;
    if (name == "OUTPUT_PRIM_COUNTER" || name == "TOTAL_PRIMITIVE_COUNT") return counters.trianglesRasterized;
    if (name == "VALID_PIXEL_COUNT") return counters.fragments;
    if (name == "RENDERED_PIXEL_COUNTER") return counters.fragmentsShaded;
    if (name == "TOTAL_TEXTURE_REQUESTS") return counters.textureSamples;
    return std::nullopt;
}

std::optional<uint64_t> timedCounter(const machine::TimingMachine& machine, std::string_view signal) {
    return timedSignal(signal, [&machine](std::string_view column) { return machine.counter(column); });
}

}  // namespace

std::unique_ptr<device::JobFrontEnd> VivanteChipModel::makeFrontEnd(sim::Findings& findings,
                                                                    machine::WorkerPool&) const {
    return std::make_unique<FrontEnd>(chip_, findings);
}

std::optional<device::DriverAddressRange> VivanteChipModel::driverMemory() const {
    return device::DriverAddressRange{.address = kStreamAddress,
                                      .bytes = kMostStreamBytes + mem::MappedMemory::kPageBytes};
}

machine::timing::TopologyFactory VivanteChipModel::topology() const { return makeTopology; }

uint32_t VivanteChipModel::counter(uint32_t domain, uint32_t signal, const device::CounterReadings& readings,
                                   sim::Findings& findings) const {
    const PerformanceDomain& described = performanceDomains()[domain];
    const std::string_view name = described.signals[signal];
    const auto value =
        readings.timing != nullptr ? timedCounter(*readings.timing, name) : counterNamed(readings.work, name);
    if (!value) findings.report(device::kMissingCounter, described.name, name);
    return static_cast<uint32_t>(value.value_or(0));
}

}  // namespace cyclorama::vivante
