// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "families/registry.h"
#include "gpu/command.h"
#include "machine/configuration/settings.h"
#include "machine/values/draw_state_rows.h"
#include "machine/values/operation_log.h"
#include "machine/values/picture.h"
#include "machine/values/target_pixels.h"
#include "python/bindings.h"
#include "python/simulation.h"
#include "python/surface_arrays.h"
#include "sim/error.h"

namespace cyclorama::python {
namespace {

namespace py = pybind11;

using SimulationPointer = std::shared_ptr<Simulation>;

/// Steps between two looks for signals, such as that of the user's interrupt.
constexpr uint64_t kCyclesBetweenLooks = uint64_t{1} << 20;
constexpr uint64_t kDrawsBetweenLooks = 16;

/// An array that nothing is written to through; `owner` lives as long as it.
py::array readOnly(const py::dtype& type, const std::vector<py::ssize_t>& shape, const void* data,
                   const py::object& owner) {
    py::array array(type, shape, data, owner);
    array.attr("flags").attr("writeable") = false;
    return array;
}

/// An array that takes over bytes.
py::array takeOver(const py::dtype& type, const std::vector<py::ssize_t>& shape, std::vector<uint8_t> bytes) {
    auto kept = std::make_unique<std::vector<uint8_t>>(std::move(bytes));
    const py::capsule owner(kept.get(), [](void* bytes_) { delete static_cast<std::vector<uint8_t>*>(bytes_); });
    const void* const data = kept.release()->data();
    return readOnly(type, shape, data, owner);
}

py::dtype unsignedOf(uint32_t bytes) { return py::dtype(fmt::format("<u{}", bytes)); }

bool advance(Simulation& simulation, uint64_t frames, uint64_t draws, uint64_t cycles) {
    for (;;) {
        const machine::RunPause::Place& place = simulation.place();
        const machine::RunPause::Place next{.frames = frames,
                                            .draws = std::min(draws, place.draws + kDrawsBetweenLooks),
                                            .cycles = std::min(cycles, place.cycles + kCyclesBetweenLooks)};
        bool ended = false;
        {
            const py::gil_scoped_release release;
            ended = simulation.advance(next);
        }
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        if (ended || place.frames >= frames || place.draws >= draws || place.cycles >= cycles) return ended;
    }
}

py::object orNone(const std::optional<uint64_t>& value) { return value ? py::cast(*value) : py::none(); }

/// A frame: its number, its cycles, what they were spent on, traffic, and the picture.
py::tuple describe(const KeptFrames::Frame& frame) {
    py::dict activities;
    for (const auto& activity : frame->use.activities) activities[py::str(activity.name)] = activity.cycles;
    py::dict traffic;
    for (const auto& each : frame->use.traffic)
        traffic[py::str(each.client)] = py::make_tuple(each.readBytes, each.writtenBytes);
    const func::Picture& picture = frame->picture;
    auto* const owner = new KeptFrames::Frame(frame);
    const py::capsule keeper(owner, [](void* kept) { delete static_cast<KeptFrames::Frame*>(kept); });
    return py::make_tuple(
        frame->index, orNone(frame->cycles), activities, traffic,
        readOnly(py::dtype::of<uint8_t>(), {picture.height, picture.width, 4}, picture.rgba.data(), keeper));
}

py::list describeCounters(const Simulation& simulation) {
    py::list all;
    for (const machine::Counted& counted : simulation.counted())
        all.append(py::make_tuple(counted.name, counted.unit, counted.sentence, counted.sum, counted.samples,
                                  counted.average));
    return all;
}

py::list describeFindings(const Simulation& simulation) {
    py::list all;
    for (const sim::Finding& finding : simulation.findings())
        all.append(py::make_tuple(finding.kind.identifier, sim::name(finding.kind.severity), finding.kind.sentence,
                                  finding.kind.hint, finding.place, finding.detail, finding.count));
    return all;
}

/// Bytes in place, from an address in a memory on.
py::array memoryOf(const SimulationPointer& simulation, func::MemoryKind kind, uint64_t address, uint64_t bytes) {
    mem::AddressSpace* const memory = simulation->memory();
    const auto span = memory == nullptr || address >> func::Address::kOffsetBits != 0
                          ? std::nullopt
                          : memory->span(func::Address(kind, address), bytes);
    if (!span) throw sim::Error("memory", "", fmt::format("{} bytes at {:#x} are not all there", bytes, address));
    return readOnly(py::dtype::of<uint8_t>(), {static_cast<py::ssize_t>(bytes)}, span->data(), py::cast(simulation));
}

/// A target of a draw, at the moment of the call: its name, its samples as stored, and the picture of a colour buffer.
class TargetArrays {
  public:
    TargetArrays(SimulationPointer simulation, machine::WrittenTarget target, func::RowOrder order)
        : simulation_(std::move(simulation)), target_(std::move(target)), order_(order) {}

    const machine::ObservedTarget& name() const { return target_.name; }
    bool hasColors() const { return target_.name.aspect != "depth"; }
    py::array bytes() const {
        return readOnly(py::dtype::of<uint8_t>(), {static_cast<py::ssize_t>(target_.surface.bytes.size())},
                        target_.surface.bytes.data(), py::cast(simulation_));
    }
    py::array samples() const {
        SampleRows rows = readSamples(target_.surface, order_);
        const std::vector<py::ssize_t> shape{rows.height, rows.width, rows.samples};
        return takeOver(unsignedOf(rows.bytesPerSample), shape, std::move(rows.bytes));
    }
    py::array pixels() const {
        const SampleRows rows = readSamples(target_.surface, order_);
        return takeOver(py::dtype::of<uint8_t>(), {rows.height, rows.width, 4}, showSamples(rows, target_.format));
    }

  private:
    SimulationPointer simulation_;
    machine::WrittenTarget target_;
    func::RowOrder order_;
};

/// The draw that ended last: the frame it is of, its number there, and its state at that time.
class DrawLook {
  public:
    DrawLook(SimulationPointer simulation, const machine::EndedDraw& draw)
        : simulation_(std::move(simulation)), draw_(draw) {}

    const machine::EndedDraw& draw() const { return draw_; }
    std::string title() const { return machine::titleOf(draw_.operation, draw_.state.value_or(gpu::DrawState())); }
    /// Topic, name and value of each part of the state; empty where it is the family's own.
    py::list state() const {
        py::list rows;
        if (!draw_.state) return rows;
        for (const machine::StateRow& row : machine::rowsOf(*draw_.state))
            rows.append(py::make_tuple(row.topic, row.name, row.value));
        return rows;
    }
    std::vector<TargetArrays> targets() const {
        std::vector<TargetArrays> all;
        if (simulation_->memory() == nullptr || !draw_.state) return all;
        machine::Surfaces surfaces(*simulation_->memory(),
                                   machine::tileSizes(simulation_->configuration().rasterization));
        for (machine::WrittenTarget& target : machine::targetsOf(*draw_.state, surfaces, true))
            all.emplace_back(simulation_, std::move(target), machine::rowOrder(*draw_.state));
        return all;
    }

  private:
    SimulationPointer simulation_;
    machine::EndedDraw draw_;
};

std::optional<DrawLook> lastDraw(const SimulationPointer& simulation) {
    if (!simulation->lastDraw()) return std::nullopt;
    return DrawLook(simulation, *simulation->lastDraw());
}

}  // namespace

void bindSimulation(py::module_& module) {
    py::enum_<func::MemoryKind>(module, "MemoryKind")
        .value("dram", func::MemoryKind::Dram)
        .value("system", func::MemoryKind::System)
        .value("on_chip", func::MemoryKind::OnChip);
    py::class_<TargetArrays>(module, "Target")
        .def_property_readonly("aspect", [](const TargetArrays& self) { return self.name().aspect; })
        .def_property_readonly("address", [](const TargetArrays& self) { return self.name().address; })
        .def_property_readonly("format", [](const TargetArrays& self) { return self.name().format; })
        .def_property_readonly("number", [](const TargetArrays& self) { return self.name().number; })
        .def_property_readonly("has_colors", &TargetArrays::hasColors)
        .def("bytes", &TargetArrays::bytes)
        .def("samples", &TargetArrays::samples)
        .def("pixels", &TargetArrays::pixels);
    py::class_<DrawLook>(module, "Draw")
        .def_property_readonly("frame", [](const DrawLook& self) { return self.draw().frame; })
        .def_property_readonly("number", [](const DrawLook& self) { return self.draw().number; })
        .def_property_readonly("title", &DrawLook::title)
        .def("state", &DrawLook::state)
        .def("targets", &DrawLook::targets);
    py::class_<Simulation, SimulationPointer>(module, "Simulation")
        .def(py::init([](std::string workload, session::MachineChoice machine, std::string chips, bool timed,
                         std::optional<uint32_t> frames, std::optional<uint32_t> startFrame,
                         std::optional<std::string> folder, bool report) {
                 return std::make_shared<Simulation>(
                     Simulation::Options{.workload = std::move(workload),
                                         .machine = std::move(machine),
                                         .chips = {.families = families::all(), .folder = std::move(chips)},
                                         .timed = timed,
                                         .frames = frames,
                                         .startFrame = startFrame,
                                         .folder = std::move(folder),
                                         .report = report});
             }),
             py::kw_only(), py::arg("workload"), py::arg("machine"), py::arg("chips"), py::arg("timed"),
             py::arg("frames"), py::arg("start_frame"), py::arg("folder"), py::arg("report"))
        .def("advance", &advance, py::arg("frames"), py::arg("draws"), py::arg("cycles"))
        .def("close", &Simulation::close)
        .def_property_readonly("ended", &Simulation::ended)
        .def_property_readonly("place",
                               [](const Simulation& self) {
                                   return py::make_tuple(self.place().frames, self.place().draws, self.place().cycles);
                               })
        .def_property_readonly("warnings", &Simulation::warnings)
        .def_property_readonly("configuration", &Simulation::configuration, py::return_value_policy::copy)
        .def("frame", [](const Simulation& self, size_t number) { return describe(self.frames().at(number)); })
        .def("counters", &describeCounters)
        .def("findings", &describeFindings)
        .def("memory", &memoryOf, py::arg("kind"), py::arg("address"), py::arg("bytes"))
        .def("last_draw", &lastDraw);
    module.attr("never") = machine::RunPause::kNever;
}

}  // namespace cyclorama::python
