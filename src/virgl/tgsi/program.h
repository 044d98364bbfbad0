// SPDX-License-Identifier: MIT
#pragma once
// Shader programs in TGSI, Gallium's assembly language (Mesa: src/gallium/auxiliary/tgsi), as far as programs without
// integers use it.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cyclorama::virgl::tgsi {

enum class File : uint8_t {
    Null,
    Constant,
    Input,
    Output,
    Temporary,
    Sampler,
    Address,
    Immediate,
    SystemValue,
    SamplerView
};

enum class Opcode : uint8_t {
    Arl,
    Arr,
    Mov,
    Lit,
    Rcp,
    Rsq,
    Exp,
    Log,
    Mul,
    Add,
    Dp2,
    Dp3,
    Dp4,
    Dst,
    Min,
    Max,
    Slt,
    Sge,
    Mad,
    Fma,
    Lrp,
    Sqrt,
    Frc,
    Flr,
    Round,
    Ceil,
    Trunc,
    Ex2,
    Lg2,
    Pow,
    Cos,
    Sin,
    Ddx,
    Ddy,
    Seq,
    Sgt,
    Sle,
    Sne,
    Ssg,
    Cmp,
    Div,
    Uadd,
    Umul,
    Shl,
    Ushr,
    Uarl,
    Kill,
    KillIf,
    Tex,
    Txp,
    Txb,
    Txl,
    Txd,
    If,
    Else,
    Endif,
    BeginLoop,
    EndLoop,
    Break,
    Continue,
    Return,
    Nop,
    End
};

/// A row of the table of opcodes.
struct OpcodeInfo {
    Opcode opcode = Opcode::Nop;
    std::string_view name;
    uint8_t destinations = 0;
    uint8_t sources = 0;
    /// A texture is named after the sources.
    bool texture = false;
    /// The number of another instruction follows.
    bool label = false;
};

/// Null where no opcode has the name.
const OpcodeInfo* findOpcode(std::string_view name);
const OpcodeInfo& infoOf(Opcode opcode);

/// Meaning of an input or an output (tgsi_semantic_names).
enum class Semantic : uint8_t {
    None,
    Position,
    Color,
    BackColor,
    Fog,
    PointSize,
    Generic,
    Face,
    EdgeFlag,
    InstanceId,
    VertexId,
    ClipDistance,
    ClipVertex,
    TexCoord,
    PointCoord
};

enum class Interpolation : uint8_t { Constant, Linear, Perspective, Color };
enum class Shape : uint8_t {
    None,
    Texture1D,
    Texture2D,
    Texture3D,
    Cube,
    Rectangle,
    Shadow1D,
    Shadow2D,
    ShadowRectangle,
    ShadowCube
};

/// The component of an address register that is added to an index.
struct Indirect {
    uint32_t address = 0;
    uint8_t component = 0;
};

struct Source {
    File file = File::Null;
    /// Below zero only where an address register is added.
    int32_t index = 0;
    std::optional<Indirect> indirect{};
    std::array<uint8_t, 4> swizzle = {0, 1, 2, 3};
    bool negate = false;
    bool absolute = false;
};

struct Destination {
    File file = File::Null;
    int32_t index = 0;
    std::optional<Indirect> indirect{};
    /// Bit i: component i.
    uint8_t mask = 0xf;
};

struct Instruction {
    Opcode opcode = Opcode::Nop;
    bool saturate = false;
    std::optional<Destination> destination{};
    std::vector<Source> sources{};
    Shape shape = Shape::None;
    /// Line of the text, from 1.
    uint32_t line = 0;
};

/// Registers `first` to `last` of a file.
struct Declaration {
    File file = File::Null;
    uint32_t first = 0;
    uint32_t last = 0;
    uint8_t mask = 0xf;
    Semantic semantic = Semantic::None;
    uint32_t semanticIndex = 0;
    Interpolation interpolation = Interpolation::Perspective;
    bool array = false;
};

struct TgsiProgram {
    bool fragment = false;
    std::vector<Declaration> declarations;
    /// Bits of four components each.
    std::vector<std::array<uint32_t, 4>> immediates;
    std::vector<Instruction> instructions;
    /// The first colour goes to all colour buffers.
    bool colorToAll = false;
    /// Fragments' coordinates are those of their lower left corner, not of their centre.
    bool integerPixelCenter = false;
};

}  // namespace cyclorama::virgl::tgsi
