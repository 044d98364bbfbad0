// SPDX-License-Identifier: MIT
#include "families/toy/front_end.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "families/toy/dialect.h"
#include "families/toy/findings.h"
#include "families/toy/isa.h"
#include "families/toy/operations.h"

namespace cyclorama::toy {

namespace {

constexpr size_t kLongestProgram = 256;
/// A vertex's position and colour, of four floats each.
constexpr uint32_t kVertexAttributes = 2;
constexpr uint32_t kAttributeBytes = 16;

/// Two numbers of a register: bits 0 to 15, and those above.
std::array<uint32_t, 2> pair(uint32_t value) { return {value & 0xffff, value >> 16}; }

func::Vec4 colorOf(uint32_t value) {
    func::Vec4 color;
    for (uint32_t c = 0; c < color.size(); ++c) color[c] = static_cast<float>(value >> (8 * c) & 0xff) / 255.0f;
    return color;
}

/// The state that no register changes: triangles of two attributes, one target of 8-bit colours, no depth buffer.
gpu::DrawState stateAtPowerOn() {
    gpu::DrawState state;
    state.input.edit().indexed = false;
    for (uint32_t attribute = 0; attribute < kVertexAttributes; ++attribute) {
        state.input.edit().attributeStream[attribute] = attribute;
        state.input.edit().streams[attribute] = {.format = func::StreamFormat::Float32, .components = 4};
        state.vertexOutputs[attribute] = true;
    }
    state.fragmentInputs[func::kColorAttribute] = true;
    gpu::RenderTarget& target = state.color.edit().targets[0];
    target.enabled = true;
    target.color.format = func::Format::R8G8B8A8Unorm;
    target.color.conversion = dialect().colorConversion;
    // Rows of pictures, as the window's coordinates, begin at the top.
    state.raster.edit().invertY = true;
    return state;
}

}  // namespace

FrontEnd::FrontEnd(StreamReader& stream, sim::Findings& findings, uint32_t startFrame)
    : stream_(stream), findings_(findings), framesToSkip_(startFrame), state_(stateAtPowerOn()) {}

std::optional<gpu::Command> FrontEnd::next(const gpu::MemoryReader& memory) {
    memory_ = &memory;
    while (const std::optional<Packet> packet = stream_.next()) {
        position_ = packet->position;
        std::optional<gpu::Operation> operation =
            std::visit([this](const auto& content) { return translate(content); }, packet->content);
        if (operation)
            return gpu::Command{.operation = std::move(*operation),
                                .position = position_,
                                .cost = {.packets = 1, .bytes = packet->bytes}};
    }
    return std::nullopt;
}

std::optional<gpu::Operation> FrontEnd::translate(const MemoryWrite& write) {
    return gpu::WriteMemory{.address = write.address, .data = write.data, .waitForBatch = true};
}

std::optional<gpu::Operation> FrontEnd::translate(const RegisterWrite& write) {
    const RegisterInfo* info = findRegister(write.reg);
    if (info == nullptr) {
        report(findings::kUnknownRegister, fmt::format("register {}", write.reg));
        return std::nullopt;
    }
    if ((write.value & ~info->bits) != 0) {
        report(findings::kRegisterValue, fmt::format("{} = {:#010x}", info->name, write.value));
        return std::nullopt;
    }
    changeState(info->reg, write.value);
    if (info->reg >= Register::Clear) return command(info->reg);
    return std::make_shared<const SetRegister>(*info);
}

void FrontEnd::changeState(Register reg, uint32_t value) {
    switch (reg) {
        case Register::TargetAddress:
            state_.color.edit().targets[0].address = value;
            break;
        case Register::TargetSize:
            state_.raster.edit().surfaceWidth = pair(value)[0];
            state_.raster.edit().surfaceHeight = pair(value)[1];
            break;
        case Register::ViewportOrigin:
            viewportOrigin_ = pair(value);
            break;
        case Register::ViewportSize:
            for (uint32_t axis = 0; axis < 2; ++axis) {
                const float half = static_cast<float>(pair(value)[axis]) / 2.0f;
                // Clip space has y upwards, the window downwards.
                state_.raster.edit().viewportTransform.scale[axis] = axis == 0 ? half : -half;
                state_.raster.edit().viewportTransform.offset[axis] = static_cast<float>(viewportOrigin_[axis]) + half;
            }
            break;
        case Register::ClearColor:
            state_.color.edit().clearColor = colorOf(value);
            break;
        case Register::VertexAddress:
            for (uint32_t i = 0; i < kVertexAttributes; ++i)
                state_.input.edit().streams[i].address = value + i * kAttributeBytes;
            break;
        case Register::VertexStride:
            for (uint32_t i = 0; i < kVertexAttributes; ++i) state_.input.edit().streams[i].stride = value;
            break;
        case Register::VertexProgram:
            vertexProgram_ = value;
            break;
        case Register::PixelProgram:
            pixelProgram_ = value;
            break;
        case Register::Draw:
            state_.input.edit().count = value;
            break;
        case Register::Clear:
        case Register::Present:
            break;
    }
}

std::optional<gpu::Operation> FrontEnd::command(Register reg) {
    if (framesToSkip_ != 0) {
        if (reg == Register::Present) --framesToSkip_;
        return std::nullopt;
    }
    switch (reg) {
        case Register::Clear:
            return gpu::ClearColor{};
        case Register::Present:
            return gpu::Present{};
        default:
            if (!loadPrograms()) return std::nullopt;
            return gpu::Draw{};
    }
}

bool FrontEnd::loadPrograms() {
    state_.stages[gpu::Stage::Vertex].program = load(vertexProgram_);
    state_.stages[gpu::Stage::Fragment].program = load(pixelProgram_);
    return state_.stages[gpu::Stage::Vertex].program != nullptr &&
           state_.stages[gpu::Stage::Fragment].program != nullptr;
}

std::shared_ptr<const isa::Program> FrontEnd::load(uint32_t address) {
    std::vector<isa::Instruction> instructions;
    while (instructions.size() < kLongestProgram) {
        uint64_t word = 0;
        const auto at = static_cast<uint32_t>(address + instructions.size() * sizeof word);
        if (!memory_->read(at, std::as_writable_bytes(std::span(&word, 1)))) break;
        const std::optional<isa::Instruction> instruction = decode(word);
        if (!instruction) break;
        instructions.push_back(*instruction);
        if (instruction->end) return std::make_shared<const isa::Program>(isa::makeProgram(std::move(instructions)));
    }
    report(findings::kProgram, fmt::format("instruction {} of the program at {:#010x}", instructions.size(), address));
    return nullptr;
}

void FrontEnd::report(const sim::FindingKind& kind, const std::string& detail) {
    findings_.report(kind, fmt::format("packet {} at offset {}", position_.ordinal, position_.offset), detail);
}

}  // namespace cyclorama::toy
