// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// Quantity that the fragment map of a frame shows for each quad.
enum class FragmentMapMode : std::uint32_t { Color = 0, Overdraw = 1, LatencyToWrite = 2, ShaderLatency = 3 };

/// [SIMULATOR]: what to run, for how long, and which files to write.
struct SimulatorParameters : ParameterSection {
    SimulatorParameters() : ParameterSection("SIMULATOR", "Simulation run") {}

    static constexpr std::string_view kDriverOnly =
        "it concerns the driver alone: a transaction trace already holds what that wrote";
    /// Names that the files of statistics always have in a folder of results, so that tools find them.
    static constexpr std::string_view kWindowStatistics = "stats.cycles.csv";
    static constexpr std::string_view kFrameStatistics = "stats.frames.csv";
    static constexpr std::string_view kBatchStatistics = "stats.batches.csv";

    // clang-format off
    // The reference gives no defaults for this section.
    Parameter<std::string> inputFile{*this, {.name = "InputFile", .defaultValue = "tracefile.txt.gz",
        .sentence = "Workload to run where the command line names none."}};
    Parameter<std::uint64_t> cycles{*this, {.name = "SimCycles", .unit = "GPU cycles", .defaultValue = 0,
        .sentence = "Ends the run after this many cycles; zero sets no limit, and SimFrames takes precedence."}};
    Parameter<std::uint32_t> frames{*this, {.name = "SimFrames", .unit = "frames", .defaultValue = 1000,
        .sentence = "Ends the run after this many frames; zero leaves the limit to SimCycles."}};
    Parameter<std::uint32_t> startFrame{*this, {.name = "StartFrame", .unit = "frame", .defaultValue = 0,
        .sentence = "First frame that is rendered: earlier ones only update state and memory."}};

    Parameter<bool> dumpSignalTrace{*this, {.name = "DumpSignalTrace", .defaultValue = false,
        .sentence = "Writes what passes between the boxes, cycle by cycle, to a file."}};
    Parameter<std::uint64_t> startSignalDump{*this, {.name = "StartSignalDump", .unit = "GPU cycles", .defaultValue = 0,
        .sentence = "First cycle of the signal trace."}};
    Parameter<std::uint64_t> signalDumpCycles{*this, {.name = "SignalDumpCycles", .unit = "GPU cycles",
        .defaultValue = 10000,
        .sentence = "Number of cycles that the signal trace covers."}};
    Parameter<std::string> signalDumpFile{*this, {.name = "SignalDumpFile", .defaultValue = "signaltrace.txt",
        .sentence = "File of the signal trace in the folder of results; compressed where it ends in .gz."}};

    Parameter<bool> statistics{*this, {.name = "Statistics", .defaultValue = true,
        .sentence = "Collects statistics; the three kinds below need it."}};
    Parameter<bool> perCycleStatistics{*this, {.name = "PerCycleStatistics", .defaultValue = false,
        .sentence = "Writes a row of statistics every StatisticsRate cycles."}};
    Parameter<bool> perFrameStatistics{*this, {.name = "PerFrameStatistics", .defaultValue = true,
        .sentence = "Writes a row of statistics for each frame."}};
    Parameter<bool> perBatchStatistics{*this, {.name = "PerBatchStatistics", .defaultValue = false,
        .sentence = "Writes a row of statistics for each draw call."}};
    Parameter<std::uint32_t> statisticsRate{*this, {.name = "StatisticsRate", .unit = "GPU cycles",
        .defaultValue = 10000, .minimum = 1,
        .sentence = "Cycles that one row of the per-cycle statistics covers."}};
    Parameter<std::string> statsFile{*this, {.name = "StatsFile", .defaultValue = "stats.cycles.csv",
        .sentence = "Another file of the per-cycle statistics in the folder of results, beside stats.cycles.csv; compressed where it ends in .gz."}};
    Parameter<std::string> statsFilePerFrame{*this, {.name = "StatsFilePerFrame", .defaultValue = "stats.frames.csv",
        .sentence = "Another file of the per-frame statistics in the folder of results, beside stats.frames.csv; compressed where it ends in .gz."}};
    Parameter<std::string> statsFilePerBatch{*this, {.name = "StatsFilePerBatch",
        .defaultValue = "stats.batches.csv",
        .sentence = "Another file of the per-draw statistics in the folder of results, beside stats.batches.csv; compressed where it ends in .gz."}};

    Parameter<bool> detectStalls{*this, {.name = "DetectStalls", .defaultValue = true,
        .sentence = "Ends the run with a report when the machine stops making progress."}};

    Parameter<bool> generateFragmentMap{*this, {.name = "GenerateFragmentMap", .defaultValue = false,
        .sentence = "Writes with each frame a picture of what FragmentMapMode selects, one value a quad."}};
    Parameter<FragmentMapMode> fragmentMapMode{*this, {.name = "FragmentMapMode",
        .defaultValue = FragmentMapMode::Overdraw,
        .choices = {{FragmentMapMode::Color, "0", "colour of the quad's first fragment"},
                    {FragmentMapMode::Overdraw, "1", "how often the quad was written"},
                    {FragmentMapMode::LatencyToWrite, "2", "cycles from generation to the colour buffer"},
                    {FragmentMapMode::ShaderLatency, "3", "cycles inside the shader"}},
        .sentence = "Quantity that the fragment map shows."}};

    Parameter<bool> forceMsaa{*this, {.name = "ForceMSAA", .defaultValue = false,
        .sentence = "Multisamples every frame buffer, whatever the application asks for.",
        .status = ParameterStatus::OfDriver, .statusReason = kDriverOnly}};
    Parameter<std::uint32_t> msaaSamples{*this, {.name = "MSAASamples", .unit = "samples/pixel", .defaultValue = 4,
        .allowed = {2, 4, 8},
        .sentence = "Samples of a pixel where ForceMSAA is set.",
        .status = ParameterStatus::OfDriver, .statusReason = kDriverOnly}};
    Parameter<bool> forceFp16ColorBuffer{*this, {.name = "ForceFP16ColorBuffer", .defaultValue = false,
        .sentence = "Makes every colour buffer four channels of 16-bit floating point.",
        .status = ParameterStatus::OfDriver, .statusReason = kDriverOnly}};
    Parameter<bool> doubleBuffer{*this, {.name = "DoubleBuffer", .defaultValue = false,
        .sentence = "Gives the front and the back colour buffer memory of their own.",
        .status = ParameterStatus::Unused, .statusReason = kDriverOnly}};
    Parameter<bool> enableDriverShaderTranslation{*this, {.name = "EnableDriverShaderTranslation", .defaultValue = true,
        .sentence = "Lets the driver rewrite shaders, which attribute loads, scalar ALUs and wait points need.",
        .status = ParameterStatus::Unused, .statusReason = kDriverOnly}};
    // clang-format on
};

}  // namespace cyclorama::machine
