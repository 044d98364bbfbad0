// SPDX-License-Identifier: MIT
#pragma once
// The parts of the module, each of which adds its classes and functions. Texts for people are in python/cyclorama,
// around the module.

#include <pybind11/pybind11.h>

namespace cyclorama::python {

void bindConfiguration(pybind11::module_& module);
/// Call after bindConfiguration().
void bindSimulation(pybind11::module_& module);

}  // namespace cyclorama::python
