// SPDX-License-Identifier: MIT
#include "virgl/protocol/gallium_values.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "virgl/protocol/refusal.h"

namespace cyclorama::virgl {
namespace {

template <typename E, size_t N>
E valueOf(const std::array<E, N>& values, uint32_t number, const char* what) {
    if (number >= N) throw Malformed(fmt::format("{} {}", what, number));
    return values[number];
}

using Compare = func::CompareFunction;
constexpr std::array kCompare = {Compare::Never,   Compare::Less,     Compare::Equal,        Compare::LessEqual,
                                 Compare::Greater, Compare::NotEqual, Compare::GreaterEqual, Compare::Always};

using Stencil = func::StencilOperation;
constexpr std::array kStencil = {Stencil::Keep,
                                 Stencil::Zero,
                                 Stencil::Replace,
                                 Stencil::IncrementSaturate,
                                 Stencil::DecrementSaturate,
                                 Stencil::IncrementWrap,
                                 Stencil::DecrementWrap,
                                 Stencil::Invert};

using Equation = func::BlendEquation;
constexpr std::array kEquations = {Equation::Add, Equation::Subtract, Equation::ReverseSubtract, Equation::Min,
                                   Equation::Max};

using Factor = func::BlendFactor;
/// The inverse of a factor has its number and this bit; zero is that of one.
constexpr uint32_t kInverse = 0x10;
struct FactorRow {
    Factor plain, inverse;
};
constexpr std::array<FactorRow, 9> kFactors = {{{Factor::Zero, Factor::Zero},
                                                {Factor::One, Factor::Zero},
                                                {Factor::SourceColor, Factor::OneMinusSourceColor},
                                                {Factor::SourceAlpha, Factor::OneMinusSourceAlpha},
                                                {Factor::DestinationAlpha, Factor::OneMinusDestinationAlpha},
                                                {Factor::DestinationColor, Factor::OneMinusDestinationColor},
                                                {Factor::SourceAlphaSaturate, Factor::SourceAlphaSaturate},
                                                {Factor::ConstantColor, Factor::OneMinusConstantColor},
                                                {Factor::ConstantAlpha, Factor::OneMinusConstantAlpha}}};

using Logic = func::LogicOperation;
constexpr std::array kLogic = {Logic::Clear,      Logic::Nor,        Logic::AndInverted, Logic::CopyInverted,
                               Logic::AndReverse, Logic::Invert,     Logic::Xor,         Logic::Nand,
                               Logic::And,        Logic::Equivalent, Logic::Noop,        Logic::OrInverted,
                               Logic::Copy,       Logic::OrReverse,  Logic::Or,          Logic::Set};

using Wrap = func::WrapMode;
constexpr std::array kWraps = {Wrap::Repeat, Wrap::Clamp, Wrap::ClampToEdge, Wrap::ClampToBorder, Wrap::MirroredRepeat};
/// The last of the modes that mirror once, which the vocabulary lacks.
constexpr uint32_t kLastWrap = 7;

}  // namespace

func::CompareFunction compareFunction(uint32_t number) { return valueOf(kCompare, number, "comparison"); }
func::StencilOperation stencilOperation(uint32_t number) { return valueOf(kStencil, number, "stencil operation"); }
func::BlendEquation blendEquation(uint32_t number) { return valueOf(kEquations, number, "blend equation"); }
func::LogicOperation logicOperation(uint32_t number) { return valueOf(kLogic, number, "logic operation"); }

func::BlendFactor blendFactor(uint32_t number) {
    const FactorRow row = valueOf(kFactors, number & ~kInverse, "blend factor");
    return (number & kInverse) != 0 ? row.inverse : row.plain;
}

func::CullMode cullMode(uint32_t number) {
    constexpr std::array kModes = {func::CullMode::None, func::CullMode::Front, func::CullMode::Back,
                                   func::CullMode::FrontAndBack};
    return valueOf(kModes, number, "culling of faces");
}

func::WrapMode wrapMode(uint32_t number) {
    if (number >= kWraps.size() && number <= kLastWrap) throw Unsupported("textures that are mirrored once");
    return valueOf(kWraps, number, "wrap mode");
}

func::FilterMode filterMode(uint32_t image, uint32_t mipmap) {
    using Filter = func::FilterMode;
    constexpr std::array kFilters = {Filter::NearestMipmapNearest, Filter::NearestMipmapLinear, Filter::Nearest,
                                     Filter::LinearMipmapNearest,  Filter::LinearMipmapLinear,  Filter::Linear};
    if (image > 1 || mipmap > 2) throw Malformed("a filter of textures");
    return kFilters[image * 3 + mipmap];
}

}  // namespace cyclorama::virgl
