// SPDX-License-Identifier: MIT
#pragma once
// The registers, as one table: the checks of the front end and the text of `cyclorama dump` follow from it.

#include <array>
#include <cstdint>
#include <string_view>

namespace cyclorama::toy {

/// By number. A write to one of the last three is a command.
enum class Register : uint8_t {
    TargetAddress,
    TargetSize,
    ViewportOrigin,
    ViewportSize,
    ClearColor,
    VertexAddress,
    VertexStride,
    VertexProgram,
    PixelProgram,
    Clear,
    Draw,
    Present
};

struct RegisterInfo {
    Register reg;
    std::string_view name;
    /// The bits that it has; all others of a value must be zero.
    uint32_t bits;
    std::string_view meaning;
};

inline constexpr std::array kRegisters = std::to_array<RegisterInfo>({
    {Register::TargetAddress, "TARGET_ADDRESS", 0xffffff00, "address of the colour buffer"},
    {Register::TargetSize, "TARGET_SIZE", 0x0fff0fff, "its width in pixels in bits 0 to 15, its height from bit 16 on"},
    {Register::ViewportOrigin, "VIEWPORT_ORIGIN", 0x0fff0fff, "upper left corner of the viewport, x and y"},
    {Register::ViewportSize, "VIEWPORT_SIZE", 0x0fff0fff, "width and height of the viewport"},
    {Register::ClearColor, "CLEAR_COLOR", 0xffffffff, "red in the lowest byte, green, blue, alpha"},
    {Register::VertexAddress, "VERTEX_ADDRESS", 0xfffffff0,
     "address of the vertices: position and colour, 4 floats each"},
    {Register::VertexStride, "VERTEX_STRIDE", 0x000000f0, "bytes from one vertex to the next"},
    {Register::VertexProgram, "VERTEX_PROGRAM", 0xfffffff8, "address of the program for vertices"},
    {Register::PixelProgram, "PIXEL_PROGRAM", 0xfffffff8, "address of the program for pixels"},
    {Register::Clear, "CLEAR", 0x00000000, "fills the colour buffer"},
    {Register::Draw, "DRAW", 0x0000ffff, "draws so many vertices, three a triangle"},
    {Register::Present, "PRESENT", 0x00000000, "shows the colour buffer as a frame"},
});

/// The row of a register; null where there is none of that number.
constexpr const RegisterInfo* findRegister(uint32_t number) {
    return number < kRegisters.size() ? &kRegisters[number] : nullptr;
}

}  // namespace cyclorama::toy
