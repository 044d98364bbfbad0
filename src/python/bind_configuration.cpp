// SPDX-License-Identifier: MIT
#include <pybind11/stl.h>

#include <sstream>
#include <string>
#include <vector>

#include "families/registry.h"
#include "python/bindings.h"
#include "session/machine_choice.h"

namespace cyclorama::python {
namespace {

namespace py = pybind11;

/// A parameter: name, value as a file holds it, its type, unit, sentence, default, range, choices, and where its value
/// comes from.
py::tuple describe(const machine::Configuration& configuration, const machine::Configuration::Item& item) {
    const sim::ParameterInfo& info = item.info();
    return py::make_tuple(item.name(), item.text(), info.typeName, info.unit, info.sentence, info.defaultText,
                          info.range, info.choices, configuration.origin(item));
}

py::list describeAll(const machine::Configuration& configuration) {
    py::list all;
    for (const machine::Configuration::Item& item : configuration.items()) all.append(describe(configuration, item));
    return all;
}

std::string fileText(const machine::Configuration& configuration) {
    std::ostringstream text;
    configuration.write(text);
    return text.str();
}

}  // namespace

void bindConfiguration(py::module_& module) {
    py::class_<session::MachineChoice>(module, "MachineChoice")
        .def(py::init([](std::string gpu, std::string file, std::vector<std::string> settings) {
                 return session::MachineChoice{
                     .configFile = std::move(file), .gpu = std::move(gpu), .settings = std::move(settings)};
             }),
             py::arg("gpu"), py::arg("file"), py::arg("settings"));
    py::class_<machine::Configuration>(module, "Configuration")
        .def(py::init([](const session::MachineChoice& choice, const std::string& chips) {
                 const session::Chips all{.families = families::all(), .folder = chips};
                 return session::resolve(choice, all, session::MachineUse::Untimed).configuration;
             }),
             py::arg("choice"), py::arg("chips"))
        .def("set", [](machine::Configuration& self, const std::string& assignment) { self.set(assignment, "set"); })
        .def("parameter", [](const machine::Configuration& self,
                             const std::string& name) { return describe(self, self.item(name)); })
        .def("parameters", &describeAll)
        .def("hash", &machine::Configuration::hash)
        .def("text", &fileText);
    module.def("chips", &machine::Configuration::presets, py::arg("folder"));
}

}  // namespace cyclorama::python
