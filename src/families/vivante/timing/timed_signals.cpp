// SPDX-License-Identifier: MIT
#include "families/vivante/timing/timed_signals.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

namespace cyclorama::vivante {
namespace {

using Columns = std::span<const std::string_view>;

/// Bytes of a request of the signals that count in 8B.
constexpr uint64_t kRequestBytes = 8;
constexpr uint64_t kQuadFragments = 4;

struct TimedSignal {
    std::string_view signal;
    /// Columns that are added up; # stands for the numbers of all units.
    Columns columns;
    /// Units of the columns that are one of the signal's.
    uint64_t divisor = 1;
};

constexpr std::string_view kCycles[] = {"CycleCounter"};
constexpr std::string_view kVerticesShaded[] = {"InputVertices_FFU"};
constexpr std::string_view kVertices[] = {"Vertices_PA"};
constexpr std::string_view kPrimitives[] = {"Triangles_PA"};
constexpr std::string_view kPrimitivesLeft[] = {"OutputTriangles_CLP"};
constexpr std::string_view kClipped[] = {"ClippedTriangles_CLP"};
constexpr std::string_view kCulled[] = {"CulledTriangles_TS"};
constexpr std::string_view kRasterized[] = {"OutputTriangles_TS"};
constexpr std::string_view kQuads[] = {"GeneratedFragments_TT"};
constexpr std::string_view kQuadsCulled[] = {"CulledHZFragments_HZ"};
constexpr std::string_view kFragments[] = {"InputFragments_FFU"};
constexpr std::string_view kFragmentsShaded[] = {"ShadedFragments_FFU"};
constexpr std::string_view kDepthPassed[] = {"PassedFragments_ZST-SU#"};
constexpr std::string_view kTextureReads[] = {"TextureUnit_ReadTransactions_MC"};
constexpr std::string_view kTextureBytes[] = {"TextureUnit_ReadBytes_MC"};
constexpr std::string_view kReadStalls[] = {"ChannelReq_ReadStallCycles_MC"};
constexpr std::string_view kWriteStalls[] = {"ChannelReq_WriteStallCycles_MC"};
constexpr std::string_view kPipelineReads[] = {"ColorWrite_ReadBytes_MC",     "ZStencilTest_ReadBytes_MC",
                                               "TextureUnit_ReadBytes_MC",    "StreamerFetch_ReadBytes_MC",
                                               "StreamerLoader_ReadBytes_MC", "ResolveEngine_ReadBytes_MC"};
constexpr std::string_view kPipelineWrites[] = {"ColorWrite_WriteBytes_MC", "ZStencilTest_WriteBytes_MC",
                                                "ResolveEngine_WriteBytes_MC"};

constexpr TimedSignal kSignals[] = {
    {"TOTAL_CYCLES", kCycles},
    {"AXI_CYCLES_READ_REQUEST_STALLED", kReadStalls},
    {"AXI_CYCLES_WRITE_REQUEST_STALLED", kWriteStalls},
    {"PIXEL_COUNT_DRAWN_BY_DEPTH_PIPE", kDepthPassed},
    {"RENDERED_VERTICE_COUNTER", kVerticesShaded},
    {"RENDERED_PIXEL_COUNTER", kFragmentsShaded},
    {"INPUT_VTX_COUNTER", kVertices},
    {"INPUT_PRIM_COUNTER", kPrimitives},
    {"OUTPUT_PRIM_COUNTER", kPrimitivesLeft},
    {"TRIVIAL_REJECTED_COUNTER", kClipped},
    {"CULLED_COUNTER", kCulled},
    {"CULLED_TRIANGLE_COUNT", kCulled},
    {"TOTAL_PRIMITIVE_COUNT", kRasterized},
    {"VALID_PIXEL_COUNT", kFragments},
    {"TOTAL_QUAD_COUNT", kQuads, kQuadFragments},
    {"VALID_QUAD_COUNT_AFTER_EARLY_Z", kFragments, kQuadFragments},
    {"CULLED_QUAD_COUNT", kQuadsCulled},
    {"MEM_READ_COUNT", kTextureReads},
    {"MEM_READ_IN_8B_COUNT", kTextureBytes, kRequestBytes},
    {"TOTAL_READ_REQ_8B_FROM_PIPELINE", kPipelineReads, kRequestBytes},
    {"TOTAL_WRITE_REQ_8B_FROM_PIPELINE", kPipelineWrites, kRequestBytes},
};

const TimedSignal* find(std::string_view signal) {
    const auto* const found = std::ranges::find(kSignals, signal, &TimedSignal::signal);
    return found == std::end(kSignals) ? nullptr : found;
}

/// Total of a column; with #, the sum over units from 0 until one does not exist.
uint64_t totalOf(std::string_view column, const ColumnTotal& total) {
    const size_t number = column.find('#');
    if (number == std::string_view::npos) return total(column).value_or(0);
    uint64_t sum = 0;
    for (uint32_t unit = 0;; ++unit) {
        const auto one = total(fmt::format("{}{}{}", column.substr(0, number), unit, column.substr(number + 1)));
        if (!one) return sum;
        sum += *one;
    }
}

}  // namespace

std::optional<uint64_t> timedSignal(std::string_view signal, const ColumnTotal& total) {
    const TimedSignal* const found = find(signal);
    if (found == nullptr) return std::nullopt;
    uint64_t sum = 0;
    for (const std::string_view column : found->columns) sum += totalOf(column, total);
    return sum / found->divisor;
}

std::vector<std::string> columnsOf(std::string_view signal) {
    const TimedSignal* const found = find(signal);
    return found == nullptr ? std::vector<std::string>{}
                            : std::vector<std::string>(found->columns.begin(), found->columns.end());
}

}  // namespace cyclorama::vivante
