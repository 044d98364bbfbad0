// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "families/attila/isa/codec.h"
#include "families/attila/registers/encodings.h"
#include "families/attila/trace/attila_trace_writer.h"

namespace cyclorama::attila {

/// One coloured triangle on dark blue, 64x48 pixels: the content of tests/data/triangle.agp.gz.
inline std::vector<std::byte> triangleTrace() {
    workload::MemoryOutput output;
    AttilaTraceWriter writer(output, {.startFrame = 0,
                                      .frames = 1,
                                      .gpuMemoryMiB = 256,
                                      .systemMemoryMiB = 16,
                                      .textureBlockDimension = 2,
                                      .textureSuperBlockDimension = 4,
                                      .scanWidth = 16,
                                      .scanHeight = 16,
                                      .overScanWidth = 4,
                                      .overScanHeight = 4,
                                      .doubleBuffer = false,
                                      .shaderFetchRate = 2,
                                      .memoryControllerV2 = true,
                                      .secondInterleaving = false});
    const auto set = [&](Register reg, uint32_t value, uint32_t index = 0) {
        writer.writeRegister(reg, index, RegisterValue::fromUint(value));
    };
    const auto setVector = [&](Register reg, const func::Vec4& value, uint32_t index = 0) {
        writer.writeRegister(reg, index, RegisterValue::fromVec4(value));
    };
    const auto load = [&](std::string_view text, uint32_t address, bool vertex) {
        auto program = std::get<std::vector<isa::Instruction>>(attila::assembleProgram(text));
        program.resize(program.size() + 16);
        const std::vector<std::byte> code = attila::encodeProgram(program);
        writer.writeMemory(address, code);
        set(vertex ? Register::VertexProgramAddress : Register::FragmentProgramAddress, address);
        set(vertex ? Register::VertexProgramPc : Register::FragmentProgramPc, vertex ? 0 : 64);
        set(vertex ? Register::VertexProgramSize : Register::FragmentProgramSize, static_cast<uint32_t>(code.size()));
        writer.command(vertex ? ControlCommand::LoadVertexProgram : ControlCommand::LoadFragmentProgram);
    };

    set(Register::FrontBufferAddress, 0);
    set(Register::BackBufferAddress, 0);
    set(Register::ZStencilBufferAddress, 0x10000);
    set(Register::DisplayXResolution, 64);
    set(Register::DisplayYResolution, 48);
    set(Register::ViewportWidth, 64);
    set(Register::ViewportHeight, 48);
    set(Register::DepthTest, 1);
    setVector(Register::ColorBufferClear, {0.0f, 0.0f, 0.25f, 1.0f});
    writer.command(ControlCommand::ClearZStencilBuffer);
    writer.command(ControlCommand::ClearColorBuffer);

    const std::vector<float> positions = {-0.75f, -0.75f, 0.0f, 0.75f, -0.75f, 0.0f, 0.0f, 0.75f, 0.0f};
    const std::vector<float> colors = {1, 0, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1};
    writer.writeMemory(0x20000, std::as_bytes(std::span(positions)));
    writer.writeMemory(0x21000, std::as_bytes(std::span(colors)));
    load("mov o0, i0\nmul o1, i1, c0 <- end", 0x22000, true);
    load("mov o1, i1 <- end", 0x23000, false);
    setVector(Register::VertexConstant, {1.0f, 0.75f, 0.5f, 1.0f});

    const func::StreamFormat floats = func::StreamFormat::Float32;
    for (uint32_t stream = 0; stream < 2; ++stream) {
        set(Register::VertexAttributeMap, stream, stream);
        set(Register::StreamAddress, 0x20000 + 0x1000 * stream, stream);
        set(Register::StreamStride, stream == 0 ? 12 : 16, stream);
        set(Register::StreamData, encodingOf(floats), stream);
        set(Register::StreamElements, stream == 0 ? 3 : 4, stream);
        set(Register::VertexOutputAttribute, 1, stream);
    }
    set(Register::FragmentInputAttribute, 1, 1);
    set(Register::VertexThreadResources, 1);
    set(Register::FragmentThreadResources, 1);
    set(Register::IndexMode, 0);
    set(Register::StreamCount, 3);
    set(Register::HierarchicalZ, 1);
    writer.command(ControlCommand::Draw);
    writer.event(Event::EndOfFrame, "Frame rendered.");
    writer.command(ControlCommand::SwapBuffers);
    return std::move(output.bytes);
}

}  // namespace cyclorama::attila
