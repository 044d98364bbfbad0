// SPDX-License-Identifier: MIT
#include "families/vivante/chip/performance_signals.h"

#include <array>

namespace cyclorama::vivante {
namespace {

using Names = std::string_view;

constexpr Names kHostInterface[] = {"TOTAL_CYCLES", "IDLE_CYCLES", "AXI_CYCLES_READ_REQUEST_STALLED",
                                    "AXI_CYCLES_WRITE_REQUEST_STALLED", "AXI_CYCLES_WRITE_DATA_STALLED"};
constexpr Names kPixelEngine[] = {"PIXEL_COUNT_KILLED_BY_COLOR_PIPE", "PIXEL_COUNT_KILLED_BY_DEPTH_PIPE",
                                  "PIXEL_COUNT_DRAWN_BY_COLOR_PIPE", "PIXEL_COUNT_DRAWN_BY_DEPTH_PIPE"};
constexpr Names kShader[] = {"SHADER_CYCLES",          "PS_INST_COUNTER",          "RENDERED_PIXEL_COUNTER",
                             "VS_INST_COUNTER",        "RENDERED_VERTICE_COUNTER", "VTX_BRANCH_INST_COUNTER",
                             "VTX_TEXLD_INST_COUNTER", "PXL_BRANCH_INST_COUNTER",  "PXL_TEXLD_INST_COUNTER"};
constexpr Names kPrimitiveAssembly[] = {"INPUT_VTX_COUNTER",     "INPUT_PRIM_COUNTER",       "OUTPUT_PRIM_COUNTER",
                                        "DEPTH_CLIPPED_COUNTER", "TRIVIAL_REJECTED_COUNTER", "CULLED_COUNTER"};
constexpr Names kSetupEngine[] = {"CULLED_TRIANGLE_COUNT", "CULLED_LINES_COUNT"};
constexpr Names kRasterizer[] = {"VALID_PIXEL_COUNT",     "TOTAL_QUAD_COUNT",        "VALID_QUAD_COUNT_AFTER_EARLY_Z",
                                 "TOTAL_PRIMITIVE_COUNT", "PIPE_CACHE_MISS_COUNTER", "PREFETCH_CACHE_MISS_COUNTER",
                                 "CULLED_QUAD_COUNT"};
constexpr Names kTexture[] = {"TOTAL_BILINEAR_REQUESTS", "TOTAL_TRILINEAR_REQUESTS", "TOTAL_DISCARDED_TEXTURE_REQUESTS",
                              "TOTAL_TEXTURE_REQUESTS",  "MEM_READ_COUNT",           "MEM_READ_IN_8B_COUNT",
                              "CACHE_MISS_COUNT",        "CACHE_HIT_TEXEL_COUNT",    "CACHE_MISS_TEXEL_COUNT"};
constexpr Names kMemoryController[] = {"TOTAL_READ_REQ_8B_FROM_PIPELINE", "TOTAL_READ_REQ_8B_FROM_IP",
                                       "TOTAL_WRITE_REQ_8B_FROM_PIPELINE"};

constexpr std::array<PerformanceDomain, 8> kDomains = {{{"HI", kHostInterface},
                                                        {"PE", kPixelEngine},
                                                        {"SH", kShader},
                                                        {"PA", kPrimitiveAssembly},
                                                        {"SE", kSetupEngine},
                                                        {"RA", kRasterizer},
                                                        {"TX", kTexture},
                                                        {"MC", kMemoryController}}};

}  // namespace

std::span<const PerformanceDomain> performanceDomains() { return kDomains; }

}  // namespace cyclorama::vivante
