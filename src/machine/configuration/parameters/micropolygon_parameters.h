// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// Which rows of tiles small triangles bypass the rasterizer for.
enum class MicroTriangleSize : std::uint32_t { Pixel = 0, Stamp = 1, FourStamps = 2, SixteenStamps = 3 };
enum class MicroTriangleFlow : std::uint32_t { Shared = 0, Independent = 1 };

/// [RASTERIZER], the rasterizer for triangles about as small as a pixel. No machine has
/// this unit: the rule `micropolygon-rasterizer` refuses UseMicroPolygonRasterizer. The reference names some of the
/// parameters without saying what they mean.
struct MicropolygonParameters : ParameterSection {
    MicropolygonParameters() : ParameterSection("RASTERIZER", "Micropolygon rasterizer") {}

    static constexpr std::string_view kReason = "there is no micropolygon rasterizer";
    static constexpr std::string_view kServes = "it serves UseMicroPolygonRasterizer alone";

    // clang-format off
    Parameter<bool> useMicroPolygonRasterizer{*this, {.name = "UseMicroPolygonRasterizer", .defaultValue = false,
        .sentence = "Selects the micropolygon rasterizer instead of setup and traversal.",
        .status = ParameterStatus::NotModelled, .statusReason = kReason}};
    Parameter<bool> preBoundTriangles{*this, {.name = "PreBoundTriangles", .defaultValue = true,
        .sentence = "Computes the bounding box of a triangle before setup.", .status = ParameterStatus::Unused,
        .statusReason = kServes, .source = ParameterSource::Additional}};
    Parameter<bool> cullMicroTriangles{*this, {.name = "CullMicroTriangles", .defaultValue = false,
        .sentence = "Drops triangles that cover no sample before setup.", .status = ParameterStatus::Unused,
        .statusReason = kServes, .source = ParameterSource::Additional}};
    Parameter<std::uint32_t> boundOutputLatency{*this, {.name = "TriangleBoundOutputLatency", .unit = "cycles",
        .defaultValue = 2, .minimum = 1, .maximum = 4096,
        .sentence = "Cycles from the bounding unit to the next.", .status = ParameterStatus::Unused,
        .statusReason = kServes}};
    Parameter<std::uint32_t> boundOpLatency{*this, {.name = "TriangleBoundOpLatency", .unit = "cycles",
        .defaultValue = 2, .minimum = 1, .maximum = 4096,
        .sentence = "Cycles that bounding a triangle takes.", .status = ParameterStatus::Unused,
        .statusReason = kServes}};
    Parameter<std::uint32_t> largeTriangleFifoSize{*this, {.name = "LargeTriangleFIFOSize", .unit = "triangles",
        .defaultValue = 64, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Large triangles that wait for setup.", .status = ParameterStatus::Unused,
        .statusReason = kServes}};
    Parameter<std::uint32_t> microTriangleFifoSize{*this, {.name = "MicroTriangleFIFOSize", .unit = "triangles",
        .defaultValue = 64, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Small triangles that wait.", .status = ParameterStatus::Unused, .statusReason = kServes}};
    Parameter<std::uint32_t> bypassStampFifoSize{*this, {.name = "BypassStampFIFOSize", .unit = "stamps",
        .defaultValue = 64, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Stamps of small triangles that wait to join those of traversal.",
        .status = ParameterStatus::Unused, .statusReason = kServes}};
    Parameter<bool> microTriangleBypass{*this, {.name = "MicroTriangleBypass", .defaultValue = false,
        .sentence = "Leads small triangles past setup and traversal.", .status = ParameterStatus::Unused,
        .statusReason = kServes}};
    Parameter<std::uint32_t> bypassMode{*this, {.name = "BypassMode", .defaultValue = 0,
        .sentence = "Selects how small triangles are led past traversal.", .status = ParameterStatus::Unused,
        .statusReason = kServes}};
    Parameter<bool> useBoundingBoxOptimization{*this, {.name = "UseBoundingBoxOptimization", .defaultValue = true,
        .sentence = "Rejects tiles by bounding box before edge equations are evaluated.",
        .status = ParameterStatus::Unused, .statusReason = kServes, .source = ParameterSource::Additional}};
    Parameter<std::uint32_t> subPixelPrecisionBits{*this, {.name = "SubPixelPrecisionBits", .unit = "bits",
        .defaultValue = 8, .minimum = 0, .maximum = 32,
        .sentence = "Fraction bits of positions in a pixel.", .status = ParameterStatus::Unused,
        .statusReason = kServes, .source = ParameterSource::Additional}};
    Parameter<float> largeTriangleMinSize{*this, {.name = "LargeTriangleMinSize", .unit = "pixels",
        .defaultValue = 16.0F, .minimum = 0.0F, .maximum = 1e9F,
        .sentence = "Size from which a triangle is large.", .status = ParameterStatus::Unused,
        .statusReason = kServes, .source = ParameterSource::Additional}};
    Parameter<bool> processMicroTrianglesAsFragments{*this, {.name = "ProcessMicroTrianglesAsFragments",
        .defaultValue = true,
        .sentence = "Shades a small triangle like a fragment instead of like a triangle.",
        .status = ParameterStatus::Unused, .statusReason = kServes, .source = ParameterSource::Additional}};
    Parameter<MicroTriangleSize> microTriangleSizeLimit{*this, {.name = "MicroTriangleSizeLimit",
        .defaultValue = MicroTriangleSize::Pixel,
        .choices = {{MicroTriangleSize::Pixel, "0", "within one pixel"},
                    {MicroTriangleSize::Stamp, "1", "within one stamp as well"},
                    {MicroTriangleSize::FourStamps, "2", "within four stamps"},
                    {MicroTriangleSize::SixteenStamps, "3", "within sixteen stamps"}},
        .sentence = "Up to which bounding box a triangle counts as small.", .status = ParameterStatus::Unused,
        .statusReason = kServes, .source = ParameterSource::Additional}};
    Parameter<MicroTriangleFlow> microTriangleFlowPath{*this, {.name = "MicroTriangleFlowPath",
        .defaultValue = MicroTriangleFlow::Shared,
        .choices = {{MicroTriangleFlow::Shared, "shared", "one path, in order"},
                    {MicroTriangleFlow::Independent, "independent", "a path of their own, in order among themselves"}},
        .sentence = "Place of small triangles among large ones.",
        .status = ParameterStatus::Unused, .statusReason = kServes, .source = ParameterSource::Additional}};
    Parameter<bool> dumpTriangleBurstSizeHistogram{*this, {.name = "DumpTriangleBurstSizeHistogram",
        .defaultValue = false,
        .sentence = "Writes how many triangles of the same kind follow each other.",
        .status = ParameterStatus::Unused, .statusReason = kServes}};
    // clang-format on
};

}  // namespace cyclorama::machine
