// SPDX-License-Identifier: MIT
#include "families/attila/registers/register_rows.h"

namespace cyclorama::attila::detail {
namespace {

constexpr std::array kGeometryRows = {
    row(
        {Register::VertexProgramAddress, "VERTEX_PROGRAM", "Where the next vertex program is loaded from.",
         "CommandProcessor"},
        kHexadecimal, [](auto& file, uint32_t) -> auto& { return file.vertexProgram.address; }),
    row(
        {Register::VertexProgramPc, "VERTEX_PROGRAM_PC",
         "Instruction that vertex threads start at, and that a vertex program is loaded to.", "CommandProcessor"},
        kInstructionAddress, [](auto& file, uint32_t) -> auto& { return file.startPc[0]; }),
    row(
        {Register::VertexProgramSize, "VERTEX_PROGRAM_SIZE", "Bytes of the vertex program to load.",
         "CommandProcessor"},
        kProgramBytes, [](auto& file, uint32_t) -> auto& { return file.vertexProgram.bytes; }),
    row(
        {Register::VertexThreadResources, "VERTEX_THREAD_RESOURCES", "Registers that a vertex thread takes.",
         "VectorShaderFetch"},
        {}, [](auto& file, uint32_t) -> auto& { return file.draw.stages[gpu::Stage::Vertex].threadResources; }),
    row(
        {Register::VertexConstant, "VERTEX_CONSTANT", "Constants of vertex programs.", "ShaderEmulator"}, perConstant(),
        [](auto& file, uint32_t index) -> auto& { return constants(file, gpu::Stage::Vertex)[index]; }),
    row(
        {Register::VertexOutputAttribute, "VERTEX_OUTPUT_ATTRIBUTE", "The vertex program writes this attribute.",
         "StreamerCommit"},
        perAttribute(), [](auto& file, uint32_t index) -> auto& { return file.draw.vertexOutputs[index]; }),
    row(
        {Register::VertexAttributeMap, "VERTEX_ATTRIBUTE_MAP",
         "Stream that an attribute is read from; 255 for its default value.", "StreamerLoader"},
        perAttribute({.maximum = gpu::kNoStream, .constraint = Constraint::StreamOrNone}),
        [](auto& file, uint32_t index) -> auto& { return part(file.draw.input).attributeStream[index]; }),
    row(
        {Register::VertexAttributeDefault, "VERTEX_ATTRIBUTE_DEFAULT_VALUE",
         "Value of an attribute without a stream, and of components that a stream lacks.", "StreamerLoader"},
        perAttribute(),
        [](auto& file, uint32_t index) -> auto& { return part(file.draw.input).attributeDefault[index]; }),
    row(
        {Register::StreamAddress, "STREAM_ADDRESS", "Where a stream begins.", "StreamerLoader"},
        perStream(kHexadecimal),
        [](auto& file, uint32_t index) -> auto& { return part(file.draw.input).streams[index].address; }),
    row(
        {Register::StreamStride, "STREAM_STRIDE", "Bytes from one entry of a stream to the next.", "StreamerLoader"},
        perStream(), [](auto& file, uint32_t index) -> auto& { return part(file.draw.input).streams[index].stride; }),
    row(
        {Register::StreamData, "STREAM_DATA", "Format of the components of a stream.", "StreamerLoader"}, perStream(),
        [](auto& file, uint32_t index) -> auto& { return part(file.draw.input).streams[index].format; }),
    row(
        {Register::StreamElements, "STREAM_ELEMENTS", "Components in an entry of a stream.", "StreamerLoader"},
        perStream(upTo(4)),
        [](auto& file, uint32_t index) -> auto& { return part(file.draw.input).streams[index].components; }),
    row(
        {Register::StreamFrequency, "STREAM_FREQUENCY",
         "Instances that share an entry of a stream; 0 for an entry a vertex.", "StreamerLoader"},
        perStream(),
        [](auto& file, uint32_t index) -> auto& { return part(file.draw.input).streams[index].instancesPerEntry; }),
    row(
        {Register::StreamStart, "STREAM_START", "First entry of a draw.", "StreamerFetch"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.input).start; }),
    row(
        {Register::StreamCount, "STREAM_COUNT", "Vertices of a draw, in each instance.", "StreamerFetch"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.input).count; }),
    row(
        {Register::StreamInstances, "STREAM_INSTANCES", "Instances of a draw.", "StreamerFetch"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.input).instances; }),
    row(
        {Register::IndexMode, "INDEX_MODE", "Vertices are taken in the order of an index stream.", "StreamerFetch"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.input).indexed; }),
    row(
        {Register::IndexStream, "INDEX_STREAM", "Stream that holds the indices.", "StreamerFetch"},
        upTo(gpu::kVertexStreams - 1), [](auto& file, uint32_t) -> auto& { return part(file.draw.input).indexStream; }),
    row(
        {Register::D3d9ColorStream, "D3D9_COLOR_STREAM", "Red and blue of a stream are exchanged.", "StreamerLoader"},
        perStream(),
        [](auto& file, uint32_t index) -> auto& { return part(file.draw.input).streams[index].d3d9ColorOrder; }),
    row(
        {Register::AttributeLoadBypass, "ATTRIBUTE_LOAD_BYPASS", "Vertex programs load their attributes themselves.",
         "StreamerLoader"},
        {}, [](auto& file, uint32_t) -> auto& { return part(file.draw.input).loadedByShader; }),
    row(
        {Register::Primitive, "PRIMITIVE", "What the vertices of a draw make.", "PrimitiveAssembly"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.input).primitive; }),
    row(
        {Register::FrustumClipping, "FRUSTUM_CLIPPING", "Triangles outside of the view are dropped.", "Clipper"}, {},
        [](auto& file, uint32_t) -> auto& { return file.draw.clipping.frustum; }),
    row(
        {Register::UserClipPlane, "USER_CLIP", "User clip planes, which no unit applies.", "Rasterizer"},
        {.indices = gpu::kUserClipPlanes, .indexMeaning = IndexMeaning::ClipPlane},
        [](auto& file, uint32_t index) -> auto& { return file.draw.clipping.userPlanes[index]; }),
    row(
        {Register::UserClipPlanesEnable, "USER_CLIP_PLANE", "User clip planes are enabled.", "Rasterizer"}, {},
        [](auto& file, uint32_t) -> auto& { return file.draw.clipping.userPlanesEnabled; })};

}  // namespace

std::span<const RegisterInfo> geometryRegisters() { return kGeometryRows; }

}  // namespace cyclorama::attila::detail
