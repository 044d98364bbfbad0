// SPDX-License-Identifier: MIT
// cyclorama._core: what the Python package needs of the simulator, and nothing for people.

#include <pybind11/pybind11.h>

#include "python/bindings.h"
#include "results/program_version.h"
#include "sim/error.h"
#include "sim/fault.h"
#include "sim/host_requirement.h"

PYBIND11_MODULE(_core, module) {
    namespace py = pybind11;
    using namespace cyclorama;
    sim::requireHost();
    py::register_exception<sim::Error>(module, "Error", PyExc_ValueError);
    py::register_exception<sim::Deadlock>(module, "Deadlock", PyExc_RuntimeError);
    module.def("version", [] { return results::versionText(results::programVersion()); });
    python::bindConfiguration(module);
    python::bindSimulation(module);
}
