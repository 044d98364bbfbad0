// SPDX-License-Identifier: MIT
#include "virgl/protocol/protocol.h"

#include <array>

namespace cyclorama::virgl {
namespace {

constexpr std::array<std::string_view, 62> kCommands = {"NOP",
                                                        "CREATE_OBJECT",
                                                        "BIND_OBJECT",
                                                        "DESTROY_OBJECT",
                                                        "SET_VIEWPORT_STATE",
                                                        "SET_FRAMEBUFFER_STATE",
                                                        "SET_VERTEX_BUFFERS",
                                                        "CLEAR",
                                                        "DRAW_VBO",
                                                        "RESOURCE_INLINE_WRITE",
                                                        "SET_SAMPLER_VIEWS",
                                                        "SET_INDEX_BUFFER",
                                                        "SET_CONSTANT_BUFFER",
                                                        "SET_STENCIL_REF",
                                                        "SET_BLEND_COLOR",
                                                        "SET_SCISSOR_STATE",
                                                        "BLIT",
                                                        "RESOURCE_COPY_REGION",
                                                        "BIND_SAMPLER_STATES",
                                                        "BEGIN_QUERY",
                                                        "END_QUERY",
                                                        "GET_QUERY_RESULT",
                                                        "SET_POLYGON_STIPPLE",
                                                        "SET_CLIP_STATE",
                                                        "SET_SAMPLE_MASK",
                                                        "SET_STREAMOUT_TARGETS",
                                                        "SET_RENDER_CONDITION",
                                                        "SET_UNIFORM_BUFFER",
                                                        "SET_SUB_CTX",
                                                        "CREATE_SUB_CTX",
                                                        "DESTROY_SUB_CTX",
                                                        "BIND_SHADER",
                                                        "SET_TESS_STATE",
                                                        "SET_MIN_SAMPLES",
                                                        "SET_SHADER_BUFFERS",
                                                        "SET_SHADER_IMAGES",
                                                        "MEMORY_BARRIER",
                                                        "LAUNCH_GRID",
                                                        "SET_FRAMEBUFFER_STATE_NO_ATTACH",
                                                        "TEXTURE_BARRIER",
                                                        "SET_ATOMIC_BUFFERS",
                                                        "SET_DEBUG_FLAGS",
                                                        "GET_QUERY_RESULT_QBO",
                                                        "TRANSFER3D",
                                                        "END_TRANSFERS",
                                                        "COPY_TRANSFER3D",
                                                        "SET_TWEAKS",
                                                        "CLEAR_TEXTURE",
                                                        "PIPE_RESOURCE_CREATE",
                                                        "PIPE_RESOURCE_SET_TYPE",
                                                        "GET_MEMORY_INFO",
                                                        "EMIT_STRING_MARKER",
                                                        "LINK_SHADER",
                                                        "CREATE_VIDEO_CODEC",
                                                        "DESTROY_VIDEO_CODEC",
                                                        "CREATE_VIDEO_BUFFER",
                                                        "DESTROY_VIDEO_BUFFER",
                                                        "BEGIN_FRAME",
                                                        "DECODE_MACROBLOCK",
                                                        "DECODE_BITSTREAM",
                                                        "ENCODE_BITSTREAM",
                                                        "END_FRAME"};

}  // namespace

std::string_view nameOfCommand(uint32_t number) { return number < kCommands.size() ? kCommands[number] : ""; }

}  // namespace cyclorama::virgl
