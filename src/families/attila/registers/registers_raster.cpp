// SPDX-License-Identifier: MIT
#include "families/attila/registers/register_rows.h"

namespace cyclorama::attila::detail {
namespace {

void enableMultisampling(RegisterFile& file, uint32_t, const RegisterValue& value) {
    file.setMultisampling({.enabled = value.asBool(), .samples = file.draw.multisampling.samples});
}

void setSamples(RegisterFile& file, uint32_t, const RegisterValue& value) {
    file.setMultisampling({.enabled = file.draw.multisampling.enabled, .samples = value.asUint()});
}

constexpr std::array kRasterRows = {
    row(
        {Register::FrontBufferAddress, "FRONTBUFFER_ADDR", "The buffer that is shown.", "ColorWrite"}, kHexadecimal,
        [](auto& file, uint32_t) -> auto& { return part(file.draw.color).frontAddress; }),
    row(
        {Register::BackBufferAddress, "BACKBUFFER_ADDR", "The buffer that is drawn: render target 0.", "ColorWrite"},
        kHexadecimal, [](auto& file, uint32_t) -> auto& { return part(file.draw.color).targets[0].address; }),
    row(
        {Register::ZStencilBufferAddress, "ZSTENCILBUFFER_ADDR", "The depth and stencil buffer.", "ZStencilTest"},
        kHexadecimal, [](auto& file, uint32_t) -> auto& { return part(file.draw.depthBuffer).address; }),
    row(
        {Register::TextureMemoryAddress, "TEXTURE_MEM_ADDR", "Base of texture memory, which no unit uses.",
         "CommandProcessor"},
        kHexadecimal, [](auto& file, uint32_t) -> auto& { return file.textureMemory; }),
    row(
        {Register::ProgramMemoryAddress, "PROGRAM_MEM_ADDR", "Added to the address of every program.",
         "CommandProcessor"},
        kHexadecimal, [](auto& file, uint32_t) -> auto& { return file.programMemory; }),
    row(
        {Register::FaceMode, "FACEMODE", "Which way round the vertices of a front face go.", "TriangleSetup"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).frontFace; }),
    row(
        {Register::Culling, "CULLING", "Faces that are dropped.", "TriangleSetup"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).cullMode; }),
    row(
        {Register::HierarchicalZ, "HIERARCHICALZ", "Tiles are tested against the largest depth of blocks.",
         "HierarchicalZ"},
        {}, [](auto& file, uint32_t) -> auto& { return file.draw.hierarchicalZ; }),
    row(
        {Register::EarlyZ, "EARLYZ", "Fragments are tested before they are shaded.", "FragmentFIFO"}, {},
        [](auto& file, uint32_t) -> auto& { return file.draw.earlyZ; }),
    row(
        {Register::DisplayXResolution, "DISPLAY_X_RES", "Width of all buffers in pixels.", "Rasterizer"}, upTo(4096),
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).surfaceWidth; }),
    row(
        {Register::DisplayYResolution, "DISPLAY_Y_RES", "Height of all buffers in pixels.", "Rasterizer"}, upTo(4096),
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).surfaceHeight; }),
    row(
        {Register::D3d9PixelCoordinates, "D3D9_PIXEL_COORDINATES", "Row 0 is the top row.", "Rasterizer"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).invertY; }),
    row(
        {Register::ViewportX, "VIEWPORT_INI_X", "Left edge of the viewport in pixels.", "TriangleSetup"}, upTo(4096),
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).viewport.x; }),
    row(
        {Register::ViewportY, "VIEWPORT_INI_Y", "Lower edge of the viewport in pixels.", "TriangleSetup"}, upTo(4096),
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).viewport.y; }),
    row(
        {Register::ViewportWidth, "VIEWPORT_WIDTH", "Width of the viewport in pixels.", "TriangleSetup"}, upTo(4096),
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).viewport.width; }),
    row(
        {Register::ViewportHeight, "VIEWPORT_HEIGHT", "Height of the viewport in pixels.", "TriangleSetup"}, upTo(4096),
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).viewport.height; }),
    row(
        {Register::ScissorTest, "SCISSOR_TEST", "Fragments outside of the scissor are dropped.", "HierarchicalZ"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).scissor.enabled; }),
    row(
        {Register::ScissorX, "SCISSOR_INI_X", "Left edge of the scissor in pixels.", "HierarchicalZ"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).scissor.x; }),
    row(
        {Register::ScissorY, "SCISSOR_INI_Y", "Lower edge of the scissor in pixels.", "HierarchicalZ"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).scissor.y; }),
    row(
        {Register::ScissorWidth, "SCISSOR_WIDTH", "Width of the scissor in pixels.", "HierarchicalZ"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).scissor.width; }),
    row(
        {Register::ScissorHeight, "SCISSOR_HEIGHT", "Height of the scissor in pixels.", "HierarchicalZ"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).scissor.height; }),
    row(
        {Register::DepthRangeNear, "DEPTH_RANGE_NEAR", "Window depth of the near plane.", "TriangleSetup"}, upTo(1),
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).depthRange.nearPlane; }),
    row(
        {Register::DepthRangeFar, "DEPTH_RANGE_FAR", "Window depth of the far plane.", "TriangleSetup"}, upTo(1),
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).depthRange.farPlane; }),
    row(
        {Register::DepthSlopeFactor, "DEPTH_SLOPE_FACTOR", "Depth offset by the slope of a triangle.", "TriangleSetup"},
        {}, [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).polygonOffset.slopeFactor; }),
    row(
        {Register::DepthUnitOffset, "DEPTH_UNIT_OFFSET", "Depth offset in steps of the depth buffer.", "TriangleSetup"},
        {}, [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).polygonOffset.units; }),
    row(
        {Register::ZBufferBits, "Z_BUFFER_BIT_PRECISSION", "Bits of depth: 16, 24 or 32.", "Rasterizer"},
        {.minimum = 16, .maximum = 32, .constraint = Constraint::MultipleOfEight},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).depthBits; }),
    row(
        {Register::D3d9DepthRange, "D3D9_DEPTH_RANGE", "Depth in clip space goes from 0 instead of -1.", "Clipper"}, {},
        [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).depthRange.zeroToOne; }),
    row(
        {Register::D3d9RasterizationRules, "D3D9_RASTERIZATION_RULES", "Pixels are sampled at their corner.",
         "TriangleSetup"},
        {}, [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).sampleAtPixelCorner; }),
    row(
        {Register::TwoSidedLighting, "TWOSIDED_LIGHTING", "Back faces take the attributes of back colours.",
         "TriangleSetup"},
        {}, [](auto& file, uint32_t) -> auto& { return part(file.draw.raster).twoSidedColor; }),
    row(
        {Register::Multisampling, "MULTISAMPLING", "Pixels have several samples.", "Rasterizer"},
        {.store = enableMultisampling}, [](auto& file, uint32_t) -> auto& { return file.draw.multisampling.enabled; }),
    row(
        {Register::MsaaSamples, "MSAA_SAMPLES", "Samples of a pixel with multisampling.", "Rasterizer"},
        {.minimum = 1, .maximum = 8, .constraint = Constraint::PowerOfTwo, .store = setSamples},
        [](auto& file, uint32_t) -> auto& { return file.draw.multisampling.samples; }),
    row(
        {Register::Interpolation, "INTERPOLATION", "The attribute is interpolated; else flat.", "Interpolator"},
        perAttribute(), [](auto& file, uint32_t index) -> auto& { return file.draw.interpolated[index]; }),
    row(
        {Register::FragmentInputAttribute, "FRAGMENT_INPUT_ATTRIBUTES", "The fragment program reads this attribute.",
         "Interpolator"},
        perAttribute(), [](auto& file, uint32_t index) -> auto& { return file.draw.fragmentInputs[index]; }),
    row(
        {Register::FragmentProgramAddress, "FRAGMENT_PROGRAM", "Where the next fragment program is loaded from.",
         "CommandProcessor"},
        kHexadecimal, [](auto& file, uint32_t) -> auto& { return file.fragmentProgram.address; }),
    row(
        {Register::FragmentProgramPc, "FRAGMENT_PROGRAM_PC",
         "Instruction that fragment threads start at, and that a fragment program is loaded to.", "CommandProcessor"},
        kInstructionAddress, [](auto& file, uint32_t) -> auto& { return file.startPc[1]; }),
    row(
        {Register::FragmentProgramSize, "FRAGMENT_PROGRAM_SIZE", "Bytes of the fragment program to load.",
         "CommandProcessor"},
        kProgramBytes, [](auto& file, uint32_t) -> auto& { return file.fragmentProgram.bytes; }),
    row(
        {Register::FragmentThreadResources, "FRAGMENT_THREAD_RESOURCES", "Registers that a fragment thread takes.",
         "VectorShaderFetch"},
        {}, [](auto& file, uint32_t) -> auto& { return file.draw.stages[gpu::Stage::Fragment].threadResources; }),
    row(
        {Register::FragmentConstant, "FRAGMENT_CONSTANT", "Constants of fragment programs.", "ShaderEmulator"},
        perConstant(),
        [](auto& file, uint32_t index) -> auto& { return constants(file, gpu::Stage::Fragment)[index]; }),
    row(
        {Register::ModifyFragmentDepth, "MODIFY_FRAGMENT_DEPTH", "The fragment program writes depth.", "FragmentFIFO"},
        {}, [](auto& file, uint32_t) -> auto& { return file.draw.fragmentWritesDepth; }),
    row(
        {Register::ShaderProgramAddress, "SHADER_PROGRAM_ADDRESS", "Where the next program of any kind is loaded from.",
         "CommandProcessor"},
        kHexadecimal, [](auto& file, uint32_t) -> auto& { return file.shaderProgram.address; }),
    row(
        {Register::ShaderProgramSize, "SHADER_PROGRAM_SIZE", "Bytes of that program.", "CommandProcessor"},
        kProgramBytes, [](auto& file, uint32_t) -> auto& { return file.shaderProgram.bytes; }),
    row(
        {Register::ShaderProgramLoadPc, "SHADER_PROGRAM_LOAD_PC", "Instruction that it is loaded to.",
         "CommandProcessor"},
        kInstructionAddress, [](auto& file, uint32_t) -> auto& { return file.shaderLoadPc; }),
    row(
        {Register::ShaderProgramPc, "SHADER_PROGRAM_PC", "Instruction that threads of a kind start at.",
         "VectorShaderFetch"},
        perShader(kInstructionAddress), [](auto& file, uint32_t index) -> auto& { return file.startPc[index]; }),
    row(
        {Register::ShaderThreadResources, "SHADER_THREAD_RESOURCES", "Registers that a thread of a kind takes.",
         "VectorShaderFetch"},
        perShader(), [](auto& file, uint32_t index) -> auto& {
            return index == 0   ? file.draw.stages[gpu::Stage::Vertex].threadResources
                   : index == 1 ? file.draw.stages[gpu::Stage::Fragment].threadResources
                                : file.otherThreadResources[index];
        })};

}  // namespace

std::span<const RegisterInfo> rasterRegisters() { return kRasterRows; }

}  // namespace cyclorama::attila::detail
