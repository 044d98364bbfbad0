// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [COMMANDPROCESSOR]: how the command stream is executed.
struct CommandProcessorParameters : ParameterSection {
    CommandProcessorParameters() : ParameterSection("COMMANDPROCESSOR", "Command processor") {}

    // clang-format off
    Parameter<bool> pipelinedBatchRendering{*this, {.name = "PipelinedBatchRendering", .defaultValue = true,
        .sentence = "Starts a draw's geometry while the fragments of the draw before it are still in the pipeline."}};
    Parameter<bool> dumpShaderPrograms{*this, {.name = "DumpShaderPrograms", .defaultValue = false,
        .sentence = "Writes the binary of every shader program that a timed run loads to a file."}};
    // clang-format on
};

}  // namespace cyclorama::machine
