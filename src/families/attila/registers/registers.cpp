// SPDX-License-Identifier: MIT
#include "families/attila/registers/registers.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "families/attila/registers/register_rows.h"
#include "func/formats/color_format.h"

namespace cyclorama::attila {
namespace {

constexpr uint32_t kRegisterNumbers = static_cast<uint32_t>(Register::BlitDestinationBlocking) + 1;

/// All parts one after the other, and where each number stands.
struct Table {
    Table() {
        for (const auto part : {detail::geometryRegisters(), detail::rasterRegisters(), detail::textureRegisters(),
                                detail::outputRegisters()})
            rows.insert(rows.end(), part.begin(), part.end());
        for (const RegisterInfo& info : rows) byNumber[static_cast<uint32_t>(info.reg)] = &info;
    }

    std::vector<RegisterInfo> rows;
    std::array<const RegisterInfo*, kRegisterNumbers> byNumber{};
};

const Table& table() {
    static const Table instance;
    return instance;
}

std::string rangeProblem(const RegisterInfo& info, double value) {
    if (value >= info.minimum && value <= info.maximum) return {};
    return fmt::format("{} takes {} to {}, not {}", info.name, info.minimum, info.maximum, value);
}

std::string constraintProblem(const RegisterInfo& info, uint32_t value) {
    switch (info.constraint) {
        case Constraint::None:
            return {};
        case Constraint::MultipleOfEight:
            if (value % 8 == 0) return {};
            return fmt::format("{} takes multiples of 8, not {}", info.name, value);
        case Constraint::PowerOfTwo:
            if (std::has_single_bit(value)) return {};
            return fmt::format("{} takes powers of two, not {}", info.name, value);
        case Constraint::StreamOrNone:
            if (value < gpu::kVertexStreams || value == gpu::kNoStream) return {};
            return fmt::format("{} takes a stream below {}, or {} for none, not {}", info.name, gpu::kVertexStreams,
                               gpu::kNoStream, value);
        case Constraint::RenderTargetFormat:
            if (func::findColorFormat(Encodings<func::Format>::kTable[value].value)) return {};
            return fmt::format("{} is no format of a render target", info.encodings[value]);
    }
    return {};
}

constexpr std::array<std::string_view, kShaderTargets> kShaderTargetNames = {"vertex", "fragment", "triangle",
                                                                             "microtriangle"};

constexpr std::array<CommandInfo, 22> kCommands = {{
    {ControlCommand::Reset, "RESET", true, "All registers return to their values at power-on."},
    {ControlCommand::Draw, "DRAW", true, "Draws a batch of vertices."},
    {ControlCommand::SwapBuffers, "SWAPBUFFERS", true, "The back buffer is shown and exchanged with the front buffer."},
    {ControlCommand::DumpColor, "DUMPCOLOR", true, "Writes the colour buffer to a file."},
    {ControlCommand::DumpDepth, "DUMPDEPTH", true, "Writes the depth buffer to a file."},
    {ControlCommand::DumpStencil, "DUMPSTENCIL", true, "Writes the stencil buffer to a file."},
    {ControlCommand::Blit, "BLIT", true, "Copies a window of the colour buffer into a texture."},
    {ControlCommand::ClearBuffers, "CLEARBUFFERS", false, "Clears all buffers."},
    {ControlCommand::ClearZBuffer, "CLEARZBUFFER", false, "Clears depth alone."},
    {ControlCommand::ClearZStencilBuffer, "CLEARZSTENCILBUFFER", true, "Clears depth and stencil."},
    {ControlCommand::ClearColorBuffer, "CLEARCOLORBUFFER", true, "Clears the colour buffer."},
    {ControlCommand::LoadVertexProgram, "LOAD_VERTEX_PROGRAM", true,
     "Brings a vertex program into instruction memory."},
    {ControlCommand::LoadFragmentProgram, "LOAD_FRAGMENT_PROGRAM", true,
     "Brings a fragment program into instruction memory."},
    {ControlCommand::LoadShaderProgram, "LOAD_SHADER_PROGRAM", true,
     "Brings a program of any kind into instruction memory."},
    {ControlCommand::FlushZStencil, "FLUSHZSTENCIL", true, "Writes back the depth and stencil caches."},
    {ControlCommand::FlushColor, "FLUSHCOLOR", true, "Writes back the colour caches."},
    {ControlCommand::SaveColorState, "SAVE_COLOR_STATE", true, "Writes the state of the colour blocks to memory."},
    {ControlCommand::RestoreColorState, "RESTORE_COLOR_STATE", true,
     "Reads the state of the colour blocks from memory."},
    {ControlCommand::SaveZStencilState, "SAVE_ZSTENCIL_STATE", true, "Writes the state of the depth blocks to memory."},
    {ControlCommand::RestoreZStencilState, "RESTORE_ZSTENCIL_STATE", true,
     "Reads the state of the depth blocks from memory."},
    {ControlCommand::ResetColorState, "RESET_COLOR_STATE", true, "Marks all colour blocks as uncompressed."},
    {ControlCommand::ResetZStencilState, "RESET_ZSTENCIL_STATE", true,
     "Marks all depth blocks as uncompressed and clears hierarchical Z."},
}};

constexpr std::array<EventInfo, 2> kEvents = {{
    {Event::EndOfFrame, "END_OF_FRAME", "A frame has ended; the cycles since the last one are reported."},
    {Event::Unnamed, "UNNAMED", "A message of the driver."},
}};

}  // namespace

std::span<const RegisterInfo> registerTable() { return table().rows; }

const RegisterInfo* findRegister(uint32_t number) {
    return number < kRegisterNumbers ? table().byNumber[number] : nullptr;
}

const RegisterInfo* findRegister(std::string_view name) {
    const auto found = std::ranges::find(table().rows, name, &RegisterInfo::name);
    return found == table().rows.end() ? nullptr : &*found;
}

const RegisterInfo& registerInfo(Register reg) { return *table().byNumber[static_cast<uint32_t>(reg)]; }

std::string problem(const RegisterInfo& info, uint32_t index, const RegisterValue& value) {
    // A register without an index ignores the one that is written.
    if (info.indexMeaning != IndexMeaning::None && index >= info.indices)
        return fmt::format("{} has indices below {}, not {}", info.name, info.indices, index);
    switch (info.type) {
        case ValueType::Bool:
        case ValueType::Vec4:
            return {};
        case ValueType::Float: {
            const float number = value.asFloat();
            // As ATTILA compares: what is not a number is neither too small nor too large.
            return number != number ? std::string() : rangeProblem(info, number);
        }
        case ValueType::Int:
            return rangeProblem(info, value.asInt());
        case ValueType::Uint: {
            const std::string outside = rangeProblem(info, value.asUint());
            return outside.empty() ? constraintProblem(info, value.asUint()) : outside;
        }
        case ValueType::Enumeration:
            if (value.asUint() >= info.encodings.size())
                return fmt::format("{} has encodings below {}, not {}", info.name, info.encodings.size(),
                                   value.asUint());
            return constraintProblem(info, value.asUint());
    }
    return {};
}

std::string formatRegister(const RegisterInfo& info, uint32_t index) {
    switch (info.indexMeaning) {
        case IndexMeaning::None:
            return std::string(info.name);
        case IndexMeaning::TextureImage: {
            const uint32_t image = index / func::kCubeFaces;
            return fmt::format("{}[{} level {} face {}]", info.name, image / kTextureRegisterLevels,
                               image % kTextureRegisterLevels, index % func::kCubeFaces);
        }
        case IndexMeaning::ShaderTarget:
            if (index < kShaderTargets) return fmt::format("{}[{}]", info.name, kShaderTargetNames[index]);
            break;
        default:
            break;
    }
    return fmt::format("{}[{}]", info.name, index);
}

std::string formatValue(const RegisterInfo& info, const RegisterValue& value) {
    switch (info.type) {
        case ValueType::Bool:
            return value.asBool() ? "true" : "false";
        case ValueType::Float:
            return fmt::format("{}", value.asFloat());
        case ValueType::Vec4: {
            const func::Vec4 v = value.asVec4();
            return fmt::format("({}, {}, {}, {})", v[0], v[1], v[2], v[3]);
        }
        case ValueType::Int:
            return fmt::format("{}", value.asInt());
        case ValueType::Enumeration:
            if (value.asUint() < info.encodings.size()) return std::string(info.encodings[value.asUint()]);
            return fmt::format("{} (unknown)", value.asUint());
        case ValueType::Uint:
            break;
    }
    return info.radix == Radix::Hexadecimal ? fmt::format("{:#010x}", value.asUint())
                                            : fmt::format("{}", value.asUint());
}

const CommandInfo* findCommand(uint32_t number) { return number < kCommands.size() ? &kCommands[number] : nullptr; }

const EventInfo* findEvent(uint32_t number) { return number < kEvents.size() ? &kEvents[number] : nullptr; }

}  // namespace cyclorama::attila
