// SPDX-License-Identifier: MIT
#pragma once
// Parameters that are set and that a run makes no use of.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "machine/configuration/configuration.h"

namespace cyclorama::machine {

/// Aspects of a run that parameters are needed for.
struct ParameterNeeds {
    /// Cycles are simulated; else the image alone.
    bool timed = false;
    /// Statistics and traces are written to files.
    bool files = true;
    /// A waveform is written, in the cycles of the signal trace.
    bool waveform = false;
    /// Programs draw, by the driver of the family; else work that a driver wrote is executed.
    bool programs = false;
};

/// The parameters that differ from their defaults although no part of the run uses them: a sentence for each reason,
/// with all that it holds for, each with its value and where that was set. Parameters that are not modelled are those
/// of unmodelledSettings(). What was set in the file `chip`, which describes a GPU for runs of all kinds, is left out.
std::vector<std::string> settingsInVain(const Configuration& configuration, const ParameterNeeds& needs,
                                        std::string_view chip = {});

/// The common parameters that change images, SECTION.Name: those that runs without time use.
std::span<const std::string_view> parametersOfImages();

}  // namespace cyclorama::machine
