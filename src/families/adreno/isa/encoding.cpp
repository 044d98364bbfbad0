// SPDX-License-Identifier: MIT
#include "families/adreno/isa/encoding.h"

#include <array>

namespace cyclorama::adreno::ir3 {

namespace {

/// Bits of a word that are given.
struct Fixed {
    uint64_t mask = 0;
    uint64_t value = 0;
};

constexpr Fixed operator+(Fixed a, Fixed b) { return {a.mask | b.mask, a.value | b.value}; }

/// `size` bits from bit `low` on.
constexpr Fixed at(unsigned low, unsigned size, uint64_t value) {
    return {((uint64_t{1} << size) - 1) << low, value << low};
}

constexpr Fixed category(unsigned number) { return at(61, 3, number); }
constexpr Fixed flow(unsigned code, unsigned high) { return category(0) + at(55, 4, code) + at(49, 1, high); }
constexpr Fixed branch(unsigned kind) { return flow(1, 0) + at(37, 3, kind); }
constexpr Fixed kNoSources = at(37, 3, 0) + at(45, 3, 0) + at(52, 3, 0);
constexpr Fixed move(unsigned kind) { return category(1) + at(42, 1, 0) + at(57, 2, kind); }
constexpr Fixed movesMany(unsigned kind) {
    return move(2) + at(40, 2, kind) + at(43, 1, 0) + at(49, 1, 0) + at(53, 2, 0);
}
constexpr Fixed two(unsigned code) { return category(2) + at(53, 6, code); }
constexpr Fixed three(unsigned code, unsigned alternative) {
    return category(3) + at(55, 4, code) + at(13, 1, alternative);
}
constexpr Fixed quad(unsigned code) { return category(5) + at(53, 6, code) + at(18, 1, 0) + at(50, 1, 0); }
constexpr Fixed memory(unsigned code) { return category(6) + at(54, 5, code); }
constexpr Fixed kLoadsGlobal = at(0, 1, 1) + at(23, 1, 1) + at(30, 2, 0);
constexpr Fixed kLoadsOffset = at(0, 1, 1) + at(23, 1, 1);
constexpr Fixed kStoresOffset = at(23, 1, 1) + at(40, 1, 1);
constexpr Fixed atomic(unsigned code, unsigned global) {
    return memory(code) + at(0, 9, 1) + at(41, 8, 0) + at(52, 2, global);
}
constexpr Fixed buffer(unsigned code) { return category(6) + at(14, 6, code) + at(40, 1, 0); }
constexpr Fixed kNoOffset = at(4, 2, 0) + at(54, 5, 0);

constexpr OpcodeRow row(Opcode opcode, std::string_view name, Form form, unsigned traits, Fixed fixed) {
    return {opcode, name, form, static_cast<uint8_t>(traits), fixed.mask, fixed.value};
}

constexpr std::array kTable = std::to_array<OpcodeRow>({
    row(Opcode::Nop, "nop", Form::Plain, kNoTrait, flow(0, 0) + kNoSources),
    row(Opcode::End, "end", Form::Plain, kNoTrait, flow(6, 0) + kNoSources),
    row(Opcode::Return, "ret", Form::Plain, kNoTrait, flow(4, 0) + kNoSources),
    row(Opcode::Emit, "emit", Form::Plain, kNoTrait, flow(7, 0) + kNoSources),
    row(Opcode::Cut, "cut", Form::Plain, kNoTrait, flow(8, 0) + kNoSources),
    row(Opcode::ChangeMask, "chmask", Form::Plain, kNoTrait, flow(9, 0) + kNoSources),
    row(Opcode::ChangeShader, "chsh", Form::Plain, kNoTrait, flow(10, 0) + kNoSources),
    row(Opcode::FlowReverse, "flow_rev", Form::Plain, kNoTrait, flow(11, 0) + kNoSources),
    row(Opcode::PreambleEnd, "shpe", Form::Plain, kNoTrait, flow(8, 1) + kNoSources),
    row(Opcode::PredicateTrue, "predt", Form::Plain, kNoTrait, flow(13, 1) + kNoSources),
    row(Opcode::PredicateFalse, "predf", Form::Plain, kNoTrait, flow(14, 1) + kNoSources),
    row(Opcode::PredicateEnd, "prede", Form::Plain, kNoTrait, flow(15, 1) + kNoSources),
    row(Opcode::Kill, "kill", Form::TestedPlain, kNoTrait, flow(5, 0) + at(32, 8, 0) + at(45, 3, 0)),
    row(Opcode::Jump, "jump", Form::Jump, kNoTrait, flow(2, 0)),
    row(Opcode::Call, "call", Form::Jump, kNoTrait, flow(3, 0)),
    row(Opcode::Break, "bkt", Form::Jump, kNoTrait, flow(0, 1)),
    row(Opcode::GetLast, "getlast", Form::JumpLast, kNoTrait, flow(4, 1)),
    row(Opcode::GetOne, "getone", Form::Jump, kNoTrait, flow(5, 1)),
    row(Opcode::PreambleStart, "shps", Form::Jump, kNoTrait, flow(7, 1)),
    row(Opcode::BranchIndexed, "brac", Form::IndexedBranch, kNoTrait, branch(3)),
    row(Opcode::BranchCross, "brax", Form::Jump, kNoTrait, branch(6)),
    row(Opcode::Branch, "br", Form::Branch, kNoTrait, branch(0)),
    row(Opcode::BranchAny, "bany", Form::Branch, kNoTrait, branch(4)),
    row(Opcode::BranchAll, "ball", Form::Branch, kNoTrait, branch(5)),
    row(Opcode::BranchOr, "brao", Form::TwoBranch, kNoTrait, branch(1)),
    row(Opcode::BranchAnd, "braa", Form::TwoBranch, kNoTrait, branch(2)),
    row(Opcode::Move, "mov", Form::Move, kNoTrait, move(0)),
    row(Opcode::Swizzle, "swz", Form::Swizzle, kNoTrait, movesMany(0) + at(24, 8, 0)),
    row(Opcode::Gather, "gat", Form::Gather, kNoTrait, movesMany(1)),
    row(Opcode::Scatter, "sct", Form::Scatter, kNoTrait, movesMany(2)),
    row(Opcode::MoveMask, "movmsk", Form::MoveMask, kNoTrait,
        move(3) + at(0, 32, 0) + at(43, 1, 0) + at(46, 3, 3) + at(50, 5, 3)),
    row(Opcode::InterpolateFloat, "bary.f", Form::Input, kNoTrait, two(57) + at(50, 1, 0)),
    row(Opcode::FlatBits, "flat.b", Form::Input, kNoTrait, two(57) + at(50, 1, 1)),
    row(Opcode::AddFloat, "add.f", Form::TwoSources, kNoTrait, two(0)),
    row(Opcode::MinFloat, "min.f", Form::TwoSources, kNoTrait, two(1)),
    row(Opcode::MaxFloat, "max.f", Form::TwoSources, kNoTrait, two(2)),
    row(Opcode::MulFloat, "mul.f", Form::TwoSources, kNoTrait, two(3)),
    row(Opcode::SignFloat, "sign.f", Form::OneSource, kNoTrait, two(4)),
    row(Opcode::CompareFloat, "cmps.f", Form::CompareSources, kNoTrait, two(5)),
    row(Opcode::AbsNegFloat, "absneg.f", Form::OneSource, kNoTrait, two(6)),
    row(Opcode::CompareVectorFloat, "cmpv.f", Form::CompareSources, kNoTrait, two(7)),
    row(Opcode::FloorFloat, "floor.f", Form::OneSource, kNoTrait, two(9)),
    row(Opcode::CeilFloat, "ceil.f", Form::OneSource, kNoTrait, two(10)),
    row(Opcode::RoundEvenFloat, "rndne.f", Form::OneSource, kNoTrait, two(11)),
    row(Opcode::RoundAwayFloat, "rndaz.f", Form::OneSource, kNoTrait, two(12)),
    row(Opcode::TruncFloat, "trunc.f", Form::OneSource, kNoTrait, two(13)),
    row(Opcode::AddUnsigned, "add.u", Form::TwoSources, kNoTrait, two(16)),
    row(Opcode::AddSigned, "add.s", Form::TwoSources, kNoTrait, two(17)),
    row(Opcode::SubUnsigned, "sub.u", Form::TwoSources, kNoTrait, two(18)),
    row(Opcode::SubSigned, "sub.s", Form::TwoSources, kNoTrait, two(19)),
    row(Opcode::CompareUnsigned, "cmps.u", Form::CompareSources, kNoTrait, two(20)),
    row(Opcode::CompareSigned, "cmps.s", Form::CompareSources, kNoTrait, two(21)),
    row(Opcode::MinUnsigned, "min.u", Form::TwoSources, kNoTrait, two(22)),
    row(Opcode::MinSigned, "min.s", Form::TwoSources, kNoTrait, two(23)),
    row(Opcode::MaxUnsigned, "max.u", Form::TwoSources, kNoTrait, two(24)),
    row(Opcode::MaxSigned, "max.s", Form::TwoSources, kNoTrait, two(25)),
    row(Opcode::AbsNegSigned, "absneg.s", Form::OneSource, kNoTrait, two(26)),
    row(Opcode::And, "and.b", Form::TwoSources, kNoTrait, two(28)),
    row(Opcode::Or, "or.b", Form::TwoSources, kNoTrait, two(29)),
    row(Opcode::Not, "not.b", Form::OneSource, kNoTrait, two(30)),
    row(Opcode::Xor, "xor.b", Form::TwoSources, kNoTrait, two(31)),
    row(Opcode::CompareVectorUnsigned, "cmpv.u", Form::CompareSources, kNoTrait, two(33)),
    row(Opcode::CompareVectorSigned, "cmpv.s", Form::CompareSources, kNoTrait, two(34)),
    row(Opcode::MulUnsigned24, "mul.u24", Form::TwoSources, kNoTrait, two(48)),
    row(Opcode::MulSigned24, "mul.s24", Form::TwoSources, kNoTrait, two(49)),
    row(Opcode::MulLow, "mull.u", Form::TwoSources, kNoTrait, two(50)),
    row(Opcode::BitReverse, "bfrev.b", Form::OneSource, kNoTrait, two(51)),
    row(Opcode::LeadingZerosSigned, "clz.s", Form::OneSource, kNoTrait, two(52)),
    row(Opcode::LeadingZeros, "clz.b", Form::OneSource, kNoTrait, two(53)),
    row(Opcode::ShiftLeft, "shl.b", Form::TwoSources, kNoTrait, two(54)),
    row(Opcode::ShiftRight, "shr.b", Form::TwoSources, kNoTrait, two(55)),
    row(Opcode::ShiftRightSigned, "ashr.b", Form::TwoSources, kNoTrait, two(56)),
    row(Opcode::MaskGenerate, "mgen.b", Form::TwoSources, kNoTrait, two(58)),
    row(Opcode::GetBit, "getbit.b", Form::TwoSources, kNoTrait, two(59)),
    row(Opcode::SetRoundingMode, "setrm", Form::OneSource, kNoTrait, two(60)),
    row(Opcode::CountBits, "cbits.b", Form::OneSource, kNoTrait, two(61)),
    row(Opcode::ShiftBoth, "shb", Form::TwoSources, kNoTrait, two(62)),
    row(Opcode::MaskedDifferences, "msad", Form::TwoSources, kNoTrait, two(63)),
    row(Opcode::MadUnsigned16, "mad.u16", Form::ThreeSources, kHalfSources, three(0, 0)),
    row(Opcode::MadShiftedUnsigned16, "madsh.u16", Form::ThreeSources, kNoTrait, three(1, 0)),
    row(Opcode::MadSigned16, "mad.s16", Form::ThreeSources, kHalfSources, three(2, 0)),
    row(Opcode::MadShiftedMixed16, "madsh.m16", Form::ThreeSources, kNoTrait, three(3, 0)),
    row(Opcode::MadUnsigned24, "mad.u24", Form::ThreeSources, kNoTrait, three(4, 0)),
    row(Opcode::MadSigned24, "mad.s24", Form::ThreeSources, kNoTrait, three(5, 0)),
    row(Opcode::MadHalf, "mad.f16", Form::ThreeSources, kHalfSources, three(6, 0)),
    row(Opcode::MadFloat, "mad.f32", Form::ThreeSources, kNoTrait, three(7, 0)),
    row(Opcode::SelectBits16, "sel.b16", Form::ThreeSources, kHalfSources, three(8, 0)),
    row(Opcode::SelectBits32, "sel.b32", Form::ThreeSources, kNoTrait, three(9, 0)),
    row(Opcode::SelectSigned16, "sel.s16", Form::ThreeSources, kHalfSources, three(10, 0)),
    row(Opcode::SelectSigned32, "sel.s32", Form::ThreeSources, kNoTrait, three(11, 0)),
    row(Opcode::SelectHalf, "sel.f16", Form::ThreeSources, kHalfSources, three(12, 0)),
    row(Opcode::SelectFloat, "sel.f32", Form::ThreeSources, kNoTrait, three(13, 0)),
    row(Opcode::AddThree16, "sad.s16", Form::ThreeSources, kHalfSources, three(14, 0)),
    row(Opcode::AddThree32, "sad.s32", Form::ThreeSources, kNoTrait, three(15, 0)),
    row(Opcode::ShiftRightMask, "shrm", Form::ThreeImmediate, kNoTrait, three(8, 1)),
    row(Opcode::ShiftLeftMask, "shlm", Form::ThreeImmediate, kNoTrait, three(9, 1)),
    row(Opcode::ShiftRightOr, "shrg", Form::ThreeImmediate, kNoTrait, three(10, 1)),
    row(Opcode::ShiftLeftOr, "shlg", Form::ThreeImmediate, kNoTrait, three(11, 1)),
    row(Opcode::AndOr, "andg", Form::ThreeImmediate, kNoTrait, three(12, 1)),
    row(Opcode::Dot2Accumulate, "dp2acc", Form::Dot, kNoTrait, three(13, 1) + at(46, 1, 0)),
    row(Opcode::Dot4Accumulate, "dp4acc", Form::Dot, kNoTrait, three(13, 1) + at(46, 1, 1)),
    row(Opcode::WideMultiply, "wmm", Form::Wide, kNoTrait, three(14, 1) + at(42, 1, 0)),
    row(Opcode::WideMultiplyAccumulate, "wmm.accu", Form::Wide, kNoTrait, three(14, 1) + at(42, 1, 1)),
    row(Opcode::Reciprocal, "rcp", Form::Special, kNoTrait, category(4) + at(53, 6, 0)),
    row(Opcode::ReciprocalSqrt, "rsq", Form::Special, kNoTrait, category(4) + at(53, 6, 1)),
    row(Opcode::Log2, "log2", Form::Special, kNoTrait, category(4) + at(53, 6, 2)),
    row(Opcode::Exp2, "exp2", Form::Special, kNoTrait, category(4) + at(53, 6, 3)),
    row(Opcode::Sin, "sin", Form::Special, kNoTrait, category(4) + at(53, 6, 4)),
    row(Opcode::Cos, "cos", Form::Special, kNoTrait, category(4) + at(53, 6, 5)),
    row(Opcode::Sqrt, "sqrt", Form::Special, kNoTrait, category(4) + at(53, 6, 6)),
    row(Opcode::ReciprocalSqrtHalf, "hrsq", Form::Special, kNoTrait, category(4) + at(53, 6, 9)),
    row(Opcode::Log2Half, "hlog2", Form::Special, kNoTrait, category(4) + at(53, 6, 10)),
    row(Opcode::Exp2Half, "hexp2", Form::Special, kNoTrait, category(4) + at(53, 6, 11)),
    row(Opcode::ImageSample, "isam", Form::TextureLoad, kOneSource | kSampler | kTexture | kType,
        category(5) + at(54, 5, 0)),
    row(Opcode::ImageSampleLod, "isaml", Form::Texture, kTwoSources | kSampler | kTexture | kType,
        category(5) + at(54, 5, 1) + at(18, 1, 0)),
    row(Opcode::ImageSampleMultisampled, "isamm", Form::Texture, kOneSource | kSampler | kTexture | kType,
        category(5) + at(54, 5, 2) + at(18, 1, 0)),
    row(Opcode::Sample, "sam", Form::Texture, kOneSource | kSampler | kTexture | kType,
        category(5) + at(54, 5, 3) + at(18, 1, 0)),
    row(Opcode::SampleBias, "samb", Form::Texture, kTwoSources | kSampler | kTexture | kType,
        category(5) + at(54, 5, 4) + at(18, 1, 0)),
    row(Opcode::SampleLod, "saml", Form::Texture, kTwoSources | kSampler | kTexture | kType,
        category(5) + at(54, 5, 5) + at(18, 1, 0)),
    row(Opcode::SampleGradient, "samgq", Form::Texture, kOneSource | kSampler | kTexture | kType,
        category(5) + at(54, 5, 6) + at(18, 1, 0)),
    row(Opcode::GetLod, "getlod", Form::Texture, kOneSource | kSampler | kTexture | kType,
        category(5) + at(54, 5, 7) + at(18, 1, 0)),
    row(Opcode::Convolve, "conv", Form::Texture, kTwoSources | kSampler | kTexture | kType,
        category(5) + at(54, 5, 8) + at(18, 1, 0)),
    row(Opcode::ConvolveMasked, "convm", Form::Texture, kTwoSources | kSampler | kTexture | kType,
        category(5) + at(54, 5, 9) + at(18, 1, 0)),
    row(Opcode::GetSize, "getsize", Form::Texture, kOneSource | kTexture | kType,
        category(5) + at(54, 5, 10) + at(18, 1, 0)),
    row(Opcode::GetBuffer, "getbuf", Form::Texture, kTexture | kType, category(5) + at(54, 5, 11) + at(18, 1, 0)),
    row(Opcode::GetPosition, "getpos", Form::Texture, kOneSource | kTexture | kType,
        category(5) + at(54, 5, 12) + at(18, 1, 0)),
    row(Opcode::GetInfo, "getinfo", Form::Texture, kTexture | kType, category(5) + at(54, 5, 13) + at(18, 1, 0)),
    row(Opcode::DerivativeX, "dsx", Form::Texture, kOneSource | kType, category(5) + at(54, 5, 14) + at(18, 1, 0)),
    row(Opcode::DerivativeY, "dsy", Form::Texture, kOneSource | kType, category(5) + at(54, 5, 15) + at(18, 1, 0)),
    row(Opcode::GatherRed, "gather4r", Form::Texture, kOneSource | kSampler | kTexture | kType,
        category(5) + at(54, 5, 16) + at(18, 1, 0)),
    row(Opcode::GatherGreen, "gather4g", Form::Texture, kOneSource | kSampler | kTexture | kType,
        category(5) + at(54, 5, 17) + at(18, 1, 0)),
    row(Opcode::GatherBlue, "gather4b", Form::Texture, kOneSource | kSampler | kTexture | kType,
        category(5) + at(54, 5, 18) + at(18, 1, 0)),
    row(Opcode::GatherAlpha, "gather4a", Form::Texture, kOneSource | kSampler | kTexture | kType,
        category(5) + at(54, 5, 19) + at(18, 1, 0)),
    row(Opcode::SampleGradientPixel0, "samgp0", Form::Texture, kOneSource | kSampler | kTexture | kType,
        category(5) + at(54, 5, 20) + at(18, 1, 0)),
    row(Opcode::SampleGradientPixel1, "samgp1", Form::Texture, kOneSource | kSampler | kTexture | kType,
        category(5) + at(54, 5, 21) + at(18, 1, 0)),
    row(Opcode::SampleGradientPixel2, "samgp2", Form::Texture, kOneSource | kSampler | kTexture | kType,
        category(5) + at(54, 5, 22) + at(18, 1, 0)),
    row(Opcode::SampleGradientPixel3, "samgp3", Form::Texture, kOneSource | kSampler | kTexture | kType,
        category(5) + at(54, 5, 23) + at(18, 1, 0)),
    row(Opcode::DerivativeFineX, "dsxpp.1", Form::Texture, kOneSource, category(5) + at(54, 5, 24) + at(18, 1, 0)),
    row(Opcode::DerivativeFineY, "dsypp.1", Form::Texture, kOneSource, category(5) + at(54, 5, 25) + at(18, 1, 0)),
    row(Opcode::GetTargetPosition, "rgetpos", Form::Texture, kOneSource | kType,
        category(5) + at(54, 5, 26) + at(18, 1, 0)),
    row(Opcode::GetTargetInfo, "rgetinfo", Form::Texture, kType, category(5) + at(54, 5, 27) + at(18, 1, 0)),
    row(Opcode::TextureCacheInvalidate, "tcinv", Form::Bare, kNoTrait, category(5) + at(54, 5, 28)),
    row(Opcode::BroadcastActive, "brcst.active", Form::Broadcast, kOneSource | kType, quad(62)),
    row(Opcode::QuadBroadcast, "quad_shuffle.brcst", Form::QuadShuffle, kTwoSources | kType, quad(63) + at(19, 2, 0)),
    row(Opcode::QuadHorizontal, "quad_shuffle.horiz", Form::QuadShuffle, kOneSource | kType, quad(63) + at(19, 2, 1)),
    row(Opcode::QuadVertical, "quad_shuffle.vert", Form::QuadShuffle, kOneSource | kType, quad(63) + at(19, 2, 2)),
    row(Opcode::QuadDiagonal, "quad_shuffle.diag", Form::QuadShuffle, kOneSource | kType, quad(63) + at(19, 2, 3)),
    row(Opcode::LoadGlobal, "ldg", Form::GlobalLoad, kHalfShown,
        memory(0) + kLoadsGlobal + at(22, 1, 0) + at(52, 2, 0)),
    row(Opcode::LoadGlobalIndexed, "ldg.a", Form::IndexedGlobalLoad, kHalfShown,
        memory(0) + kLoadsGlobal + at(22, 1, 1) + at(52, 2, 0)),
    row(Opcode::LoadGlobalConstants, "ldg.k", Form::ConstantLoad, kNoTrait,
        memory(0) + at(0, 1, 1) + at(22, 1, 0) + at(30, 2, 0) + at(52, 2, 1)),
    row(Opcode::StoreGlobal, "stg", Form::GlobalStore, kHalfShown,
        memory(3) + at(23, 1, 1) + at(30, 2, 0) + at(52, 2, 0)),
    row(Opcode::StoreGlobalIndexed, "stg.a", Form::IndexedGlobalStore, kHalfShown,
        memory(3) + at(23, 1, 1) + at(30, 2, 0) + at(52, 2, 1)),
    row(Opcode::LoadLocal, "ldl", Form::OffsetLoad, kNoTrait, memory(1) + kLoadsOffset),
    row(Opcode::LoadPrivate, "ldp", Form::OffsetLoad, kHalfShown, memory(2) + kLoadsOffset),
    row(Opcode::LoadStage, "ldlw", Form::OffsetLoad, kNoTrait, memory(10) + kLoadsOffset),
    row(Opcode::LoadVarying, "ldlv", Form::VaryingLoad, kNoTrait, memory(31) + at(0, 1, 0) + at(14, 10, 0x300)),
    row(Opcode::StoreLocal, "stl", Form::OffsetStore, kNoTrait, memory(4) + kStoresOffset),
    row(Opcode::StorePrivate, "stp", Form::OffsetStore, kNoTrait, memory(5) + kStoresOffset + at(0, 1, 0)),
    row(Opcode::StoreStage, "stlw", Form::OffsetStore, kNoTrait, memory(11) + kStoresOffset),
    row(Opcode::StoreConstants, "stc", Form::ConstantStore, kNoTrait, memory(28) + at(14, 10, 0x200)),
    row(Opcode::ResourceInfo, "resinfo", Form::Resource, kNoTrait, memory(15) + at(14, 10, 0) + at(40, 1, 0)),
    row(Opcode::LocalAdd, "atomic.add", Form::LocalAtomic, kNoTrait, atomic(16, 0)),
    row(Opcode::LocalSub, "atomic.sub", Form::LocalAtomic, kNoTrait, atomic(17, 0)),
    row(Opcode::LocalExchange, "atomic.xchg", Form::LocalAtomic, kNoTrait, atomic(18, 0)),
    row(Opcode::LocalIncrement, "atomic.inc", Form::LocalAtomic, kNoTrait, atomic(19, 0)),
    row(Opcode::LocalDecrement, "atomic.dec", Form::LocalAtomic, kNoTrait, atomic(20, 0)),
    row(Opcode::LocalCompareExchange, "atomic.cmpxchg", Form::LocalAtomic, kNoTrait, atomic(21, 0)),
    row(Opcode::LocalMin, "atomic.min", Form::LocalAtomic, kNoTrait, atomic(22, 0)),
    row(Opcode::LocalMax, "atomic.max", Form::LocalAtomic, kNoTrait, atomic(23, 0)),
    row(Opcode::LocalAnd, "atomic.and", Form::LocalAtomic, kNoTrait, atomic(24, 0)),
    row(Opcode::LocalOr, "atomic.or", Form::LocalAtomic, kNoTrait, atomic(25, 0)),
    row(Opcode::LocalXor, "atomic.xor", Form::LocalAtomic, kNoTrait, atomic(26, 0)),
    row(Opcode::GlobalAdd, "atomic.g.add", Form::GlobalAtomic, kNoTrait, atomic(16, 1)),
    row(Opcode::GlobalSub, "atomic.g.sub", Form::GlobalAtomic, kNoTrait, atomic(17, 1)),
    row(Opcode::GlobalExchange, "atomic.g.xchg", Form::GlobalAtomic, kNoTrait, atomic(18, 1)),
    row(Opcode::GlobalIncrement, "atomic.g.inc", Form::GlobalAtomic, kNoTrait, atomic(19, 1)),
    row(Opcode::GlobalDecrement, "atomic.g.dec", Form::GlobalAtomic, kNoTrait, atomic(20, 1)),
    row(Opcode::GlobalCompareExchange, "atomic.g.cmpxchg", Form::GlobalAtomic, kNoTrait, atomic(21, 1)),
    row(Opcode::GlobalMin, "atomic.g.min", Form::GlobalAtomic, kNoTrait, atomic(22, 1)),
    row(Opcode::GlobalMax, "atomic.g.max", Form::GlobalAtomic, kNoTrait, atomic(23, 1)),
    row(Opcode::GlobalAnd, "atomic.g.and", Form::GlobalAtomic, kNoTrait, atomic(24, 1)),
    row(Opcode::GlobalOr, "atomic.g.or", Form::GlobalAtomic, kNoTrait, atomic(25, 1)),
    row(Opcode::GlobalXor, "atomic.g.xor", Form::GlobalAtomic, kNoTrait, atomic(26, 1)),
    row(Opcode::LoadUniformConstants, "ldc.k", Form::UniformConstants, kNoTrait,
        buffer(30) + kNoOffset + at(22, 1, 1) + at(49, 2, 3) + at(52, 2, 3)),
    row(Opcode::LoadUniform, "ldc", Form::Uniform, kNoTrait,
        buffer(30) + kNoOffset + at(22, 1, 1) + at(49, 2, 3) + at(52, 2, 2)),
    row(Opcode::GetProcessorId, "getspid", Form::SystemValue, kNoTrait,
        buffer(36) + kNoOffset + at(0, 1, 0) + at(22, 1, 1) + at(53, 1, 1)),
    row(Opcode::GetWaveId, "getwid", Form::SystemValue, kNoTrait,
        buffer(37) + kNoOffset + at(0, 1, 0) + at(22, 1, 1) + at(53, 1, 1)),
    row(Opcode::GetFiberId, "getfiberid", Form::SystemValue, kNoTrait,
        buffer(38) + kNoOffset + at(0, 1, 0) + at(22, 2, 3) + at(53, 1, 1)),
    row(Opcode::BufferInfo, "resinfo.b", Form::BufferQuery, kNoTrait,
        buffer(15) + kNoOffset + at(0, 1, 0) + at(20, 4, 6) + at(53, 1, 1)),
    row(Opcode::BufferBase, "resbase", Form::BufferQuery, kNoTrait,
        buffer(12) + kNoOffset + at(0, 1, 0) + at(20, 4, 6) + at(53, 1, 1)),
    row(Opcode::BufferAdd, "atomic.b.add", Form::BufferAtomic, kNoTrait,
        buffer(16) + kNoOffset + at(20, 4, 6) + at(52, 2, 3)),
    row(Opcode::BufferSub, "atomic.b.sub", Form::BufferAtomic, kNoTrait,
        buffer(17) + kNoOffset + at(20, 4, 6) + at(52, 2, 3)),
    row(Opcode::BufferExchange, "atomic.b.xchg", Form::BufferAtomic, kNoTrait,
        buffer(18) + kNoOffset + at(20, 4, 6) + at(52, 2, 3)),
    row(Opcode::BufferCompareExchange, "atomic.b.cmpxchg", Form::BufferAtomic, kNoTrait,
        buffer(21) + kNoOffset + at(20, 4, 6) + at(52, 2, 3)),
    row(Opcode::BufferMin, "atomic.b.min", Form::BufferAtomic, kNoTrait,
        buffer(22) + kNoOffset + at(20, 4, 6) + at(52, 2, 3)),
    row(Opcode::BufferMax, "atomic.b.max", Form::BufferAtomic, kNoTrait,
        buffer(23) + kNoOffset + at(20, 4, 6) + at(52, 2, 3)),
    row(Opcode::BufferAnd, "atomic.b.and", Form::BufferAtomic, kNoTrait,
        buffer(24) + kNoOffset + at(20, 4, 6) + at(52, 2, 3)),
    row(Opcode::BufferOr, "atomic.b.or", Form::BufferAtomic, kNoTrait,
        buffer(25) + kNoOffset + at(20, 4, 6) + at(52, 2, 3)),
    row(Opcode::BufferXor, "atomic.b.xor", Form::BufferAtomic, kNoTrait,
        buffer(26) + kNoOffset + at(20, 4, 6) + at(52, 2, 3)),
    row(Opcode::Shuffle, "shfl", Form::Shuffle, kHalfShown, memory(27) + at(0, 1, 0) + at(9, 14, 0) + at(52, 2, 2)),
    row(Opcode::StoreBuffer, "stib.b", Form::BufferAccess, kHalfShown,
        buffer(29) + at(0, 1, 0) + at(20, 3, 6) + at(52, 2, 2)),
    row(Opcode::LoadBuffer, "ldib.b", Form::BufferAccess, kHalfShown, buffer(6) + at(20, 3, 6) + at(52, 2, 2)),
    row(Opcode::Barrier, "bar", Form::Barrier, kNoTrait, category(7) + at(55, 4, 0) + at(49, 1, 1)),
    row(Opcode::Fence, "fence", Form::Barrier, kNoTrait, category(7) + at(55, 4, 1) + at(49, 1, 1)),
    row(Opcode::Sleep, "sleep", Form::Sleep, kNoTrait, category(7) + at(55, 4, 2)),
    row(Opcode::InstructionCacheInvalidate, "icinv", Form::WholeCache, kNoTrait, category(7) + at(55, 4, 3)),
    row(Opcode::DataCacheClean, "dccln", Form::Cache, kNoTrait, category(7) + at(55, 4, 4) + at(52, 1, 0)),
    row(Opcode::DataCacheInvalidate, "dcinv", Form::Cache, kNoTrait, category(7) + at(55, 4, 5) + at(52, 1, 0)),
    row(Opcode::DataCacheFlush, "dcflu", Form::Cache, kNoTrait, category(7) + at(55, 4, 6) + at(52, 1, 0)),
});
static_assert(kTable.size() == kOpcodes);

constexpr bool inOrder() {
    for (size_t i = 0; i < kTable.size(); ++i) {
        if (kTable[i].opcode != static_cast<Opcode>(i)) return false;
    }
    return true;
}
static_assert(inOrder());

}  // namespace

std::span<const OpcodeRow> opcodeTable() { return kTable; }

const OpcodeRow& rowOf(Opcode opcode) { return kTable[static_cast<size_t>(opcode)]; }

const OpcodeRow* findRow(uint64_t word) {
    for (const OpcodeRow& row : kTable) {
        if ((word & row.mask) == row.value) return &row;
    }
    return nullptr;
}

}  // namespace cyclorama::adreno::ir3
