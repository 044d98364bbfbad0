// SPDX-License-Identifier: MIT
#pragma once
// Numbers of the virgl protocol (Mesa: src/virtio/virtio-gpu/virgl_protocol.h and virgl_hw.h): commands, objects,
// formats and flags. They are fixed; guests of every age use the same ones.

#include <cstdint>
#include <string_view>

namespace cyclorama::virgl {

/// Commands of a context (virgl_context_cmd).
enum class Command : uint8_t {
    Nop = 0,
    CreateObject = 1,
    BindObject = 2,
    DestroyObject = 3,
    SetViewport = 4,
    SetFramebuffer = 5,
    SetVertexBuffers = 6,
    Clear = 7,
    Draw = 8,
    InlineWrite = 9,
    SetSamplerViews = 10,
    SetIndexBuffer = 11,
    SetConstants = 12,
    SetStencilReference = 13,
    SetBlendColor = 14,
    SetScissor = 15,
    Blit = 16,
    CopyRegion = 17,
    BindSamplers = 18,
    BeginQuery = 19,
    EndQuery = 20,
    GetQueryResult = 21,
    SetPolygonStipple = 22,
    SetClipPlanes = 23,
    SetSampleMask = 24,
    SetStreamoutTargets = 25,
    SetRenderCondition = 26,
    SetUniformBuffer = 27,
    SetSubContext = 28,
    CreateSubContext = 29,
    DestroySubContext = 30,
    BindShader = 31,
    SetTessellation = 32,
    SetMinSamples = 33,
    ClearTexture = 47,
    LinkShader = 52,
};

/// The name of a command's number, as the protocol has it; empty where it has none.
std::string_view nameOfCommand(uint32_t number);

/// Kinds of object (virgl_object_type).
enum class ObjectKind : uint8_t {
    None = 0,
    Blend = 1,
    Rasterizer = 2,
    DepthStencilAlpha = 3,
    Shader = 4,
    VertexElements = 5,
    SamplerView = 6,
    Sampler = 7,
    Surface = 8,
    Query = 9,
};

/// Programmable stages (virgl_shader_stage): the two that a machine of GL 2.1 has.
enum class Stage : uint8_t { Vertex = 0, Fragment = 1 };
inline constexpr uint32_t kStages = 2;

/// Formats (virgl_formats) of textures and buffers that a host may offer; others are known by number alone.
enum class Format : uint32_t {
    None = 0,
    Bgra8 = 1,
    Bgrx8 = 2,
    Bgr565 = 7,
    L8 = 9,
    A8 = 10,
    I8 = 11,
    La8 = 12,
    L16 = 13,
    Z24S8 = 19,
    Z24X8 = 21,
    RFloat32 = 28,
    RgFloat32 = 29,
    RgbaFloat32 = 31,
    Rgba16 = 51,
    R8 = 64,
    Rg8 = 65,
    Rgba8 = 67,
    RFloat16 = 91,
    RgFloat16 = 92,
    RgbaFloat16 = 94,
    L8Srgb = 95,
    La8Srgb = 96,
    Bgra8Srgb = 100,
    Bgrx8Srgb = 101,
    Rgba8Srgb = 104,
    Dxt1Rgb = 105,
    Dxt1Rgba = 106,
    Dxt3Rgba = 107,
    Dxt5Rgba = 108,
    Dxt1RgbSrgb = 109,
    Dxt1RgbaSrgb = 110,
    Dxt3RgbaSrgb = 111,
    Dxt5RgbaSrgb = 112,
    Rgbx8 = 134,
    La16 = 140,
    A16 = 141,
    I16 = 142,
};

/// Uses of a resource (VIRGL_BIND_*).
inline constexpr uint32_t kBindDepthStencil = 1 << 0;
inline constexpr uint32_t kBindRenderTarget = 1 << 1;
inline constexpr uint32_t kBindSamplerView = 1 << 3;
/// Either of those for a window or a display.
inline constexpr uint32_t kBindShown = 1 << 7 | 1 << 18;

/// Shapes of resources (pipe_texture_target).
enum class Target : uint8_t { Buffer, Texture1D, Texture2D, Texture3D, Cube, Rectangle };

/// Bits of the command Clear (PIPE_CLEAR_*).
inline constexpr uint32_t kClearDepth = 1 << 0;
inline constexpr uint32_t kClearStencil = 1 << 1;
/// The first of the colour buffers, whose bits follow each other.
inline constexpr uint32_t kClearColor0 = 1 << 2;

inline constexpr uint32_t kColorBuffers = 8;
inline constexpr uint32_t kClipPlanes = 8;
inline constexpr uint32_t kSamplers = 16;
inline constexpr uint32_t kVertexBuffers = 16;

}  // namespace cyclorama::virgl
