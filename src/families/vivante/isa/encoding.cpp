// SPDX-License-Identifier: MIT
#include "families/vivante/isa/encoding.h"

#include <ostream>
#include <string>

#include "isa/table_cell.h"

namespace cyclorama::vivante {

namespace {

constexpr std::array kFieldTable = std::to_array<WordField>({
    {"OPCODE", 0, 6, "the low bits of the opcode"},
    {"COND", 6, 5, "condition"},
    {"SAT", 11, 1, "clamp the result to [0, 1]"},
    {"DST_USE", 12, 1, "there is a result"},
    {"DST_AMODE", 13, 3, "component of a0 that is added to the result's register, plus one"},
    {"DST_REG", 16, 7, "the result's register"},
    {"DST_COMPS", 23, 4, "components of the result that are written, x lowest"},
    {"TEX_ID", 27, 5, "sampler"},
    {"RMODE", 32, 2, "rounding; low bits of the component of a0 that is added to the sampler's number, plus one"},
    {"PMODE", 34, 1, "not packed; high bit of that component"},
    {"TEX_SWIZ", 35, 8, "swizzle of the texel; of memory accesses: shift of the offset (3 bits) and flags"},
    {"SRC0_USE", 43, 1, "there is a first source"},
    {"SRC0_REG", 44, 9, "its register"},
    {"TYPE_BIT2", 53, 1, "the high bit of the type"},
    {"SRC0_SWIZ", 54, 8, "its swizzle, x lowest"},
    {"SRC0_NEG", 62, 1, "negate it, after the absolute value"},
    {"SRC0_ABS", 63, 1, "take its absolute value"},
    {"SRC0_AMODE", 64, 3, "component of a0 that is added to its register, plus one"},
    {"SRC0_RGROUP", 67, 3, "its register group"},
    {"SRC1_USE", 70, 1, "there is a second source"},
    {"SRC1_REG", 71, 9, "its register"},
    {"OPCODE_BIT6", 80, 1, "the high bit of the opcode"},
    {"SRC1_SWIZ", 81, 8, "as SRC0_SWIZ"},
    {"SRC1_NEG", 89, 1, "as SRC0_NEG"},
    {"SRC1_ABS", 90, 1, "as SRC0_ABS"},
    {"SRC1_AMODE", 91, 3, "as SRC0_AMODE"},
    {"TYPE_BIT01", 94, 2, "the low bits of the type"},
    {"SRC1_RGROUP", 96, 3, "as SRC0_RGROUP"},
    {"SRC2_USE", 99, 1, "there is a third source"},
    {"SRC2_REG", 100, 9, "its register; from bit 103 to 117 the target of branches and calls"},
    {"SEL_BIT0", 109, 1, "for the first of two threads alone"},
    {"SRC2_SWIZ", 110, 8, "as SRC0_SWIZ"},
    {"SRC2_NEG", 118, 1, "as SRC0_NEG"},
    {"SRC2_ABS", 119, 1, "as SRC0_ABS"},
    {"SEL_BIT1", 120, 1, "for the second of two threads alone"},
    {"SRC2_AMODE", 121, 3, "as SRC0_AMODE"},
    {"SRC2_RGROUP", 124, 3, "as SRC0_RGROUP"},
    {"DST_FULL", 127, 1, "the result has full precision"},
});

/// Positions in kFieldTable.
enum FieldId : uint8_t {
    kOpcodeLow,
    kCondition,
    kSaturate,
    kResultUse,
    kResultAddressing,
    kResultRegister,
    kResultMask,
    kSampler,
    kRounding,
    kUnpacked,
    kTexelSwizzle,
    kUse0,
    kRegister0,
    kTypeHigh,
    kSwizzle0,
    kNegate0,
    kAbsolute0,
    kAddressing0,
    kGroup0,
    kUse1,
    kRegister1,
    kOpcodeHigh,
    kSwizzle1,
    kNegate1,
    kAbsolute1,
    kAddressing1,
    kTypeLow,
    kGroup1,
    kUse2,
    kRegister2,
    kLowHalf,
    kSwizzle2,
    kNegate2,
    kAbsolute2,
    kHighHalf,
    kAddressing2,
    kGroup2,
    kFull,
    kFieldCount
};
static_assert(kFieldTable.size() == kFieldCount);

/// The fields cover every bit once.
consteval bool fieldsCoverTheWord() {
    unsigned next = 0;
    for (const WordField& field : kFieldTable) {
        if (field.first != next || field.first / 32 != (field.first + field.size - 1) / 32) return false;
        next += field.size;
    }
    return next == kInstructionWords * 32;
}
static_assert(fieldsCoverTheWord());

struct SourceFieldIds {
    FieldId use, reg, swizzle, negate, absolute, addressing, group;
};
constexpr std::array<SourceFieldIds, isa::kMaxSources> kSourceIds{{
    {kUse0, kRegister0, kSwizzle0, kNegate0, kAbsolute0, kAddressing0, kGroup0},
    {kUse1, kRegister1, kSwizzle1, kNegate1, kAbsolute1, kAddressing1, kGroup1},
    {kUse2, kRegister2, kSwizzle2, kNegate2, kAbsolute2, kAddressing2, kGroup2},
}};

uint32_t get(const InstructionWords& words, FieldId id) {
    const WordField& field = kFieldTable[id];
    return words[field.first / 32] >> (field.first % 32) & ((1u << field.size) - 1);
}

void set(InstructionWords& words, FieldId id, uint32_t value) {
    const WordField& field = kFieldTable[id];
    words[field.first / 32] |= (value & ((1u << field.size) - 1)) << (field.first % 32);
}

using Sources = std::array<int8_t, isa::kMaxSources>;
constexpr Sources kNone{-1, -1, -1};
constexpr Sources kFirst{0, -1, -1};
constexpr Sources kFirstTwice{0, 0, -1};
constexpr Sources kThird{2, -1, -1};
constexpr Sources kFirstSecond{0, 1, -1};
constexpr Sources kFirstThird{0, 2, -1};
constexpr Sources kSecondThird{1, 2, -1};
constexpr Sources kAll{0, 1, 2};
constexpr uint8_t kSecondOptional = 2;
constexpr uint8_t kThirdOptional = 4;
constexpr uint8_t kLaterOptional = kSecondOptional | kThirdOptional;

using Kernel = isa::Operation;

// The time that instructions take on these chips is not published: each class is an ESTIMATE, the latencies and repeat
// rates of the instruction of a published model (SOURCES.md) that does most nearly the same. On units that lack it
// there, a move's. Reciprocals, roots, logarithms and powers give a result each cycle: calibrated on glmark2's phong,
// cel and blinn-phong on the GC880 (docs/results/accuracy_vivante.md).
constexpr isa::CostClass cost(isa::UnitCost vector, isa::UnitCost scalar, uint8_t fixedLatency,
                              isa::ScalarUnit scalarUnit = isa::ScalarUnit::Never) {
    return {{vector, scalar, {fixedLatency, vector.repeatRate}, {fixedLatency, scalar.repeatRate}}, scalarUnit};
}
constexpr isa::CostClass kControl = cost({1, 1}, {1, 1}, 3);  // and what other units do: memory
constexpr isa::CostClass kSimple = cost({3, 1}, {3, 1}, 3, isa::ScalarUnit::SingleComponent);
constexpr isa::CostClass kVectorOnly = cost({3, 1}, {3, 1}, 3);
constexpr isa::CostClass kDst = cost({4, 1}, {4, 8}, 3);
constexpr isa::CostClass kLit = cost({4, 1}, {4, 7}, 3);
constexpr isa::CostClass kReciprocal = cost({5, 1}, {5, 1}, 3);  // and roots
constexpr isa::CostClass kLogarithm = cost({5, 1}, {5, 1}, 3);   // and powers
constexpr isa::CostClass kLongest = cost({12, 6}, {12, 6}, 12);  // sines, divisions of integers
constexpr isa::CostClass kDerivative = cost({16, 8}, {16, 8}, 16, isa::ScalarUnit::SingleComponent);
constexpr isa::CostClass kTextureCost = cost({1, 1}, {3, 3}, 3);

constexpr OpcodeRow plain(uint8_t code, std::string_view name, Sources sources, Kernel operation, Kernel intOperation,
                          const isa::CostClass& cost, std::string_view meaning) {
    return {code, name, Form::Plain, sources, 0, Support::Executed, operation, intOperation, cost, meaning};
}
constexpr OpcodeRow plain(uint8_t code, std::string_view name, Sources sources, Kernel operation,
                          const isa::CostClass& cost, std::string_view meaning) {
    return plain(code, name, sources, operation, operation, cost, meaning);
}
constexpr OpcodeRow estimated(uint8_t code, std::string_view name, Sources sources, Kernel operation,
                              const isa::CostClass& cost, std::string_view meaning) {
    return {code, name, Form::Plain, sources, 0, Support::Estimated, operation, operation, cost, meaning};
}
constexpr OpcodeRow unknown(uint8_t code, std::string_view name, Form form = Form::Plain) {
    return {code, name, form, kAll, 7, Support::NotExecuted, Kernel::Nop, Kernel::Nop, kControl, ""};
}
constexpr OpcodeRow texture(uint8_t code, std::string_view name, uint8_t optional, Kernel operation,
                            const isa::CostClass& cost, std::string_view meaning) {
    return {code, name, Form::Texture, kAll, optional, Support::Executed, operation, operation, cost, meaning};
}
constexpr OpcodeRow flow(uint8_t code, std::string_view name, Sources sources, Kernel operation,
                         const isa::CostClass& cost, std::string_view meaning) {
    return {code, name, Form::Flow, sources, 3, Support::Executed, operation, operation, cost, meaning};
}
constexpr OpcodeRow atomic(uint8_t code, std::string_view name, Kernel operation, const isa::CostClass& cost,
                           std::string_view meaning) {
    return {code, name, Form::Load, kAll, 0, Support::Executed, operation, operation, cost, meaning};
}

// In the meanings src0, src1, src2 are the sources after swizzle and modifiers, s is the x of the only source.
constexpr std::array kOpcodeRows = std::to_array<OpcodeRow>({
    plain(0x00, "nop", kNone, Kernel::Nop, kControl, "nothing"),
    plain(0x01, "add", kFirstThird, Kernel::Add, Kernel::IntAdd, kSimple, "src0 + src2"),
    plain(0x02, "mad", kAll, Kernel::Mad, Kernel::IntMad, kSimple, "src0 * src1 + src2"),
    plain(0x03, "mul", kFirstSecond, Kernel::Mul, Kernel::IntMul, kSimple, "src0 * src1"),
    plain(0x04, "dst", kFirstSecond, Kernel::Dst, kDst, "(1, src0.y * src1.y, src0.z, src1.w)"),
    plain(0x05, "dp3", kFirstSecond, Kernel::Dp3, kVectorOnly, "src0.xyz . src1.xyz"),
    plain(0x06, "dp4", kFirstSecond, Kernel::Dp4, kVectorOnly, "src0 . src1"),
    plain(0x07, "dsx", kFirst, Kernel::DerivativeX, kDerivative, "change of src0 along x, in the quad"),
    plain(0x08, "dsy", kFirst, Kernel::DerivativeY, kDerivative, "change of src0 along y, in the quad"),
    plain(0x09, "mov", kThird, Kernel::Mov, kSimple, "src2"),
    plain(0x0a, "movar", kThird, Kernel::MoveAddress, kVectorOnly, "a0 = src2 as an integer"),
    plain(0x0b, "movaf", kThird, Kernel::MoveAddress, kVectorOnly, "a0 = floor(src2)"),
    plain(0x0c, "rcp", kThird, Kernel::Reciprocal, kReciprocal, "1 / s"),
    plain(0x0d, "rsq", kThird, Kernel::ReciprocalSqrt, kReciprocal, "1 / sqrt(s)"),
    {0x0e, "litp", Form::Plain, kAll, 1, Support::Executed, Kernel::LitPartial, Kernel::LitPartial, kLit,
     "(1, src1.z > 0 and src0.y > 0 ? src1.y : 0, src1.z > 0 and src0.z > 0 ? 2^src2.x : 0, 1)"},
    {0x0f, "select", Form::Plain, kAll, kLaterOptional, Support::Executed, Kernel::Select, Kernel::Select, kVectorOnly,
     "conditions of two: src1 COND src0 ? src2 : src1; of one: COND src0 ? src1 : src2"},
    plain(0x10, "set", kFirstSecond, Kernel::Set, kVectorOnly, "src0 COND src1 ? 1 : 0"),
    plain(0x11, "exp", kThird, Kernel::Exp2Polynomial, kLogarithm, "2^s"),
    plain(0x12, "log", kThird, Kernel::Log2Polynomial, kLogarithm, "log2(s); rounding 1: as a product of x and y"),
    plain(0x13, "frc", kThird, Kernel::Fract, kSimple, "src2 - floor(src2)"),
    flow(0x14, "call", kNone, Kernel::Call, kControl, "goes to the target; ret returns to the instruction after it"),
    plain(0x15, "ret", kNone, Kernel::Return, kControl, "returns to the instruction after the last call"),
    flow(0x16, "branch", kFirstSecond, Kernel::Branch, kControl, "goes to the target where src0.x COND src1.x"),
    {0x17, "texkill", Form::Plain, kFirstSecond, 3, Support::Executed, Kernel::Discard, Kernel::Discard, kVectorOnly,
     "discards the fragment where src0 COND src1 in any component"},
    texture(0x18, "texld", kLaterOptional, Kernel::Sample, kTextureCost,
            "texture at src0; texels compared with src2.x"),
    texture(0x19, "texldb", kLaterOptional, Kernel::SampleBias, kTextureCost,
            "the same, level of detail biased by src1.x, or src0.w where there is no src1"),
    texture(0x1a, "texldd", 0, Kernel::SampleGradient, kTextureCost, "the same, with gradients src1 and src2"),
    texture(0x1b, "texldl", kLaterOptional, Kernel::SampleLod, kTextureCost,
            "the same at level of detail src1.x, or src0.w where there is no src1"),
    texture(0x1c, "texldpcf", kLaterOptional, Kernel::Sample, kTextureCost,
            "texture at src0, texels compared with src2.x"),
    unknown(0x1d, "rep"),
    unknown(0x1e, "endrep"),
    unknown(0x1f, "loop"),
    unknown(0x20, "endloop"),
    plain(0x21, "sqrt", kThird, Kernel::Sqrt, kReciprocal, "sqrt(s)"),
    plain(0x22, "sin", kThird, Kernel::SinQuarter, kLongest,
          "sin(s * pi/2); rounding 1: sin(s * pi) as a product of x and y"),
    plain(0x23, "cos", kThird, Kernel::CosQuarter, kLongest,
          "cos(s * pi/2); rounding 1: cos(s * pi) as a product of x and y"),
    flow(0x24, "branch_any", kFirstSecond, Kernel::BranchAny, kControl,
         "goes to the target where src0 COND src1 in any component"),
    plain(0x25, "floor", kThird, Kernel::Floor, kSimple, "floor(src2)"),
    plain(0x26, "ceil", kThird, Kernel::Ceil, kVectorOnly, "ceil(src2)"),
    plain(0x27, "sign", kThird, Kernel::Sign, Kernel::IntSign, kVectorOnly, "src2 > 0 ? 1 : src2 < 0 ? -1 : 0"),
    unknown(0x28, "addlo"),
    unknown(0x29, "mullo"),
    plain(0x2a, "barrier", kNone, Kernel::Nop, kControl, "nothing: threads of a group run in step"),
    unknown(0x2b, "swizzle"),
    {0x2c, "i2i", Form::Plain, kFirstSecond, kSecondOptional, Support::Executed, Kernel::IntToInt, Kernel::IntToInt,
     kVectorOnly, "src0 as the type has it"},
    plain(0x2d, "i2f", kFirst, Kernel::IntToFloat, kVectorOnly, "the float of the integer src0"),
    plain(0x2e, "f2i", kFirst, Kernel::FloatToInt, kVectorOnly, "the integer of src0, towards zero"),
    plain(0x2f, "f2irnd", kFirst, Kernel::FloatToIntRound, kVectorOnly, "the integer nearest to src0"),
    unknown(0x30, "f2i7"),
    plain(0x31, "cmp", kAll, Kernel::Compare, kVectorOnly, "src0 COND src1 ? src2 : 0"),
    {0x32, "load", Form::Load, kFirstSecond, 0, Support::Executed, Kernel::Load, Kernel::Load, kControl,
     "from address src0.x + (src1.x << shift) on, a value for each component of the result"},
    {0x33, "store", Form::Store, kAll, 0, Support::Executed, Kernel::Store, Kernel::Store, kControl,
     "the components of src2 to address src0.x + (src1.x << shift) and on"},
    estimated(0x34, "copysign", kFirstSecond, Kernel::CopySign, kVectorOnly, "|src0| with the sign of src1"),
    unknown(0x35, "getexp"),
    plain(0x36, "clamp0_max", kFirstSecond, Kernel::ClampMax, kVectorOnly, "src0 clamped to [0, src1]"),
    unknown(0x37, "nan"),
    unknown(0x38, "nextafter"),
    estimated(0x39, "roundeven", kThird, Kernel::RoundEven, kVectorOnly,
              "the integer nearest to src2, of two the even one"),
    estimated(0x3a, "roundaway", kThird, Kernel::RoundAway, kVectorOnly, "the same, of two the one further from zero"),
    plain(0x3b, "iaddsat", kFirstThird, Kernel::IntAddSat, kVectorOnly, "src0 + src2, saturating"),
    plain(0x3c, "imullo0", kFirstSecond, Kernel::IntMul, kVectorOnly, "the low half of src0 * src1"),
    unknown(0x3d, "imullo1"),
    estimated(0x3e, "imullosat0", kFirstSecond, Kernel::IntMulSat, kVectorOnly, "src0 * src1, saturating"),
    unknown(0x3f, "imullosat1"),
    plain(0x40, "imulhi0", kFirstSecond, Kernel::IntMulHigh, kVectorOnly, "the high half of src0 * src1"),
    unknown(0x41, "imulhi1"),
    unknown(0x42, "imul0"),
    unknown(0x43, "imul1"),
    plain(0x44, "idiv0", kFirstSecond, Kernel::IntDiv, kLongest, "src0 / src1, towards zero"),
    unknown(0x45, "idiv1"),
    unknown(0x46, "idiv2"),
    unknown(0x47, "idiv3"),
    plain(0x48, "imod", kFirstSecond, Kernel::IntMod, kLongest, "the rest of src0 / src1"),
    unknown(0x49, "texelfetch", Form::Texture),
    unknown(0x4a, "imod2"),
    unknown(0x4b, "imod3"),
    plain(0x4c, "imadlo0", kAll, Kernel::IntMad, kVectorOnly, "the low half of src0 * src1, + src2"),
    unknown(0x4d, "imadlo1"),
    plain(0x4e, "imadlosat0", kAll, Kernel::IntMadSat, kVectorOnly, "src0 * src1 + src2, saturating"),
    unknown(0x4f, "imadlosat1"),
    estimated(0x50, "imadhi0", kAll, Kernel::IntMadHigh, kVectorOnly, "the high half of src0 * src1, + src2"),
    unknown(0x51, "imadhi1"),
    unknown(0x52, "imadhisat0"),
    unknown(0x53, "imadhisat1"),
    estimated(0x54, "halfadd", kFirstThird, Kernel::HalfAdd, kVectorOnly, "(src0 + src2) >> 1"),
    estimated(0x55, "halfaddinc", kFirstThird, Kernel::HalfAddInc, kVectorOnly, "(src0 + src2 + 1) >> 1"),
    plain(0x56, "movai", kThird, Kernel::MoveAddress, kVectorOnly, "a0 = the integer src2"),
    plain(0x57, "iabs", kThird, Kernel::IntAbs, kVectorOnly, "|src2|"),
    plain(0x58, "leadzero", kThird, Kernel::LeadingZeros, kVectorOnly, "zero bits above the highest one of src2"),
    plain(0x59, "lshift", kFirstThird, Kernel::ShiftLeft, kVectorOnly, "src0 << (src2 & 31)"),
    plain(0x5a, "rshift", kFirstThird, Kernel::ShiftRight, kVectorOnly, "src0 >> (src2 & 31)"),
    plain(0x5b, "rotate", kFirstThird, Kernel::Rotate, kVectorOnly, "src0 rotated left by src2 & 31"),
    plain(0x5c, "or", kFirstThird, Kernel::Or, kVectorOnly, "src0 | src2"),
    plain(0x5d, "and", kFirstThird, Kernel::And, kVectorOnly, "src0 & src2"),
    plain(0x5e, "xor", kFirstThird, Kernel::Xor, kVectorOnly, "src0 ^ src2"),
    plain(0x5f, "not", kThird, Kernel::Not, kVectorOnly, "~src2"),
    plain(0x60, "bit_extract", kAll, Kernel::BitExtract, kVectorOnly, "src2 bits of src0 from bit src1 on"),
    plain(0x61, "popcount", kThird, Kernel::PopCount, kVectorOnly, "bits of src2 that are one"),
    unknown(0x62, "storeb", Form::Store),
    unknown(0x63, "rgb2yuv"),
    plain(0x64, "div", kSecondThird, Kernel::Divide, kReciprocal,
          "src1.x / src2.x; rounding 1: as a product of x and y"),
    atomic(0x65, "atomic_add", Kernel::AtomicAdd, kControl,
           "old value at src0.x + src1.x, which becomes the sum with src2.x"),
    atomic(0x66, "atomic_xchg", Kernel::AtomicExchange, kControl, "the same, which becomes src2.x"),
    atomic(0x67, "atomic_cmp_xchg", Kernel::AtomicCompareExchange, kControl,
           "the same, which becomes src2.y if it was src2.x"),
    atomic(0x68, "atomic_min", Kernel::AtomicMin, kControl, "the same, which becomes the smaller one of it and src2.x"),
    atomic(0x69, "atomic_max", Kernel::AtomicMax, kControl, "the same, which becomes the larger one"),
    atomic(0x6a, "atomic_or", Kernel::AtomicOr, kControl, "the same, which becomes it | src2.x"),
    atomic(0x6b, "atomic_and", Kernel::AtomicAnd, kControl, "the same, which becomes it & src2.x"),
    atomic(0x6c, "atomic_xor", Kernel::AtomicXor, kControl, "the same, which becomes it ^ src2.x"),
    plain(0x6d, "bit_rev", kFirst, Kernel::BitReverse, kVectorOnly, "the bits of src0 in reverse order"),
    estimated(0x6e, "byte_rev", kFirst, Kernel::ByteReverse, kVectorOnly, "the bytes of src0 in reverse order"),
    texture(0x6f, "texldlpcf", 0, Kernel::SampleLod, kTextureCost,
            "texture at src0, level of detail src1.x, texels compared with src2.x"),
    unknown(0x70, "texldgpcf", Form::Texture),
    unknown(0x71, "pack"),
    {0x72, "conv", Form::Plain, kFirstSecond, kSecondOptional, Support::Estimated, Kernel::Convert, Kernel::Convert,
     kVectorOnly, "type f16: the half of the float src0; else the float of the half src0"},
    plain(0x73, "dp2", kFirstSecond, Kernel::Dp2, kVectorOnly, "src0.xy . src1.xy"),
    // The maker's compiler normalizes a vector by norm_dp3, rsq of its result and norm_mul of both (etnaviv_gpu_tests:
    // cube_gc7000.c, whose faces are shaded by it).
    plain(0x74, "norm_dp2", kFirstTwice, Kernel::Dp2, kVectorOnly, "src0.xy . src0.xy"),
    plain(0x75, "norm_dp3", kFirstTwice, Kernel::Dp3, kVectorOnly, "src0.xyz . src0.xyz"),
    plain(0x76, "norm_dp4", kFirstTwice, Kernel::Dp4, kVectorOnly, "src0 . src0"),
    plain(0x77, "norm_mul", kFirstSecond, Kernel::Mul, kSimple, "src0 * src1"),
    unknown(0x78, "store_attr", Form::Store),
    unknown(0x79, "img_load", Form::Load),
    unknown(0x7a, "img_store", Form::Store),
    unknown(0x7b, "restart"),
    plain(0x7c, "nop7c", kNone, Kernel::Nop, kControl, "nothing"),
    plain(0x7d, "nop7d", kNone, Kernel::Nop, kControl, "nothing"),
    plain(0x7e, "nop7e", kNone, Kernel::Nop, kControl, "nothing"),
    {0x7f, "ext", Form::Plain, kFirst, 0, Support::Executed, Kernel::FindLsb, Kernel::FindLsb, kVectorOnly,
     "by the immediate src2: 11 bit_findlsb, 12 bit_findmsb of src0"},
});

consteval bool rowsAreByCode() {
    for (unsigned i = 0; i < kOpcodeRows.size(); ++i) {
        if (kOpcodeRows[i].code != i) return false;
    }
    return kOpcodeRows.size() == 128;
}
static_assert(rowsAreByCode());

std::string sourcesText(const OpcodeRow& row) {
    std::string text;
    for (const int8_t source : row.sources) {
        if (source < 0) continue;
        if (!text.empty()) text += ", ";
        text += std::to_string(source);
        if ((row.optional >> source & 1) != 0) text += '?';
    }
    return text;
}

std::string_view supportText(Support support) {
    switch (support) {
        case Support::Executed:
            return "yes";
        case Support::Estimated:
            return "estimated";
        case Support::NotExecuted:
            return "no";
    }
    return "";
}

}  // namespace

std::span<const WordField> fieldTable() { return kFieldTable; }
std::span<const OpcodeRow> instructionTable() { return kOpcodeRows; }
const OpcodeRow& rowOf(uint8_t code) { return kOpcodeRows[code & 0x7f]; }

isa::DataType typeOf(uint8_t code) {
    using enum isa::DataType;
    constexpr std::array kTypesByCode{Float32, Signed32, Signed8, Unsigned16, Float16, Signed16, Unsigned32, Unsigned8};
    return kTypesByCode[code & 7];
}

std::optional<isa::Condition> conditionOf(uint8_t code) {
    using enum isa::Condition;
    constexpr std::array kConditionsByCode{True,        Greater,  Less,        GreaterEqual, LessEqual, Equal,
                                           NotEqual,    And,      Or,          Xor,          Not,       NotZero,
                                           NotNegative, Positive, NotPositive, Negative};
    constexpr uint8_t kHighestBit = 22;
    if (code == kHighestBit) return HighestBit;
    if (code >= kConditionsByCode.size()) return std::nullopt;
    return kConditionsByCode[code];
}

uint16_t InstructionFields::target() const {
    return static_cast<uint16_t>(sources[2].reg >> 3 | (lowHalf ? 1u << 6 : 0u) | uint32_t{sources[2].swizzle} << 7);
}

void InstructionFields::setTarget(uint16_t target) {
    sources[2].reg = static_cast<uint16_t>((sources[2].reg & 7u) | (target & 0x3fu) << 3);
    lowHalf = (target >> 6 & 1) != 0;
    sources[2].swizzle = static_cast<uint8_t>(target >> 7);
}

InstructionFields unpack(const InstructionWords& words) {
    const auto bits = [&words](FieldId id) { return static_cast<uint8_t>(get(words, id)); };
    const auto flag = [&words](FieldId id) { return get(words, id) != 0; };
    InstructionFields fields;
    fields.opcode = static_cast<uint8_t>(bits(kOpcodeLow) | bits(kOpcodeHigh) << 6);
    fields.condition = bits(kCondition);
    fields.saturate = flag(kSaturate);
    fields.resultUse = flag(kResultUse);
    fields.resultAddressing = bits(kResultAddressing);
    fields.resultRegister = bits(kResultRegister);
    fields.resultMask = bits(kResultMask);
    fields.sampler = bits(kSampler);
    fields.rounding = bits(kRounding);
    fields.unpacked = flag(kUnpacked);
    fields.texelSwizzle = bits(kTexelSwizzle);
    fields.type = static_cast<uint8_t>(bits(kTypeLow) | bits(kTypeHigh) << 2);
    for (size_t s = 0; s < isa::kMaxSources; ++s) {
        const SourceFieldIds& ids = kSourceIds[s];
        fields.sources[s] = {.use = flag(ids.use),
                             .reg = static_cast<uint16_t>(get(words, ids.reg)),
                             .swizzle = bits(ids.swizzle),
                             .negate = flag(ids.negate),
                             .absolute = flag(ids.absolute),
                             .addressing = bits(ids.addressing),
                             .group = bits(ids.group)};
    }
    fields.lowHalf = flag(kLowHalf);
    fields.highHalf = flag(kHighHalf);
    fields.full = flag(kFull);
    return fields;
}

InstructionWords pack(const InstructionFields& fields) {
    InstructionWords words{};
    set(words, kOpcodeLow, fields.opcode);
    set(words, kOpcodeHigh, fields.opcode >> 6);
    set(words, kCondition, fields.condition);
    set(words, kSaturate, fields.saturate);
    set(words, kResultUse, fields.resultUse);
    set(words, kResultAddressing, fields.resultAddressing);
    set(words, kResultRegister, fields.resultRegister);
    set(words, kResultMask, fields.resultMask);
    set(words, kSampler, fields.sampler);
    set(words, kRounding, fields.rounding);
    set(words, kUnpacked, fields.unpacked);
    set(words, kTexelSwizzle, fields.texelSwizzle);
    set(words, kTypeLow, fields.type);
    set(words, kTypeHigh, fields.type >> 2);
    for (size_t s = 0; s < isa::kMaxSources; ++s) {
        const SourceFieldIds& ids = kSourceIds[s];
        const SourceFields& source = fields.sources[s];
        set(words, ids.use, source.use);
        set(words, ids.reg, source.reg);
        set(words, ids.swizzle, source.swizzle);
        set(words, ids.negate, source.negate);
        set(words, ids.absolute, source.absolute);
        set(words, ids.addressing, source.addressing);
        set(words, ids.group, source.group);
    }
    set(words, kLowHalf, fields.lowHalf);
    set(words, kHighHalf, fields.highHalf);
    set(words, kFull, fields.full);
    return words;
}

void writeInstructionSet(std::ostream& out) {
    out << "# Vivante's shader instruction set\n\n"
           "Made by `./test release -R InstructionSetPage`, which prints the page if it differs from the tables in\n"
           "`src/families/vivante/isa/encoding.cpp`. Facts: etna_viv (`rnndb/isa.xml`, `doc/isa.md`) and Mesa\n"
           "(`src/etnaviv/isa`).\n\n"
           "## The instruction\n\n"
           "Four words of 32 bits.\n\n"
           "| WordField | Bits | Meaning |\n|---|---|---|\n";
    for (const WordField& field : kFieldTable) {
        out << "| " << field.name << " | " << unsigned{field.first};
        if (field.size > 1) out << "-" << field.first + field.size - 1;
        out << " | " << isa::tableCell(field.meaning) << " |\n";
    }
    out << "\nRegister groups: 0 temporaries (t), 1 internal (i: i.x is 1 in fragments of front faces, else 0), 2 and "
           "3 uniforms\n"
           "(u; group 3 from 128 on), 4 temporaries in full precision (th), 7 an immediate of 20 bits in the fields "
           "of the\n"
           "source: register, swizzle, negate, absolute and the low bit of the addressing, lowest first; the other "
           "bits of the\n"
           "addressing say how it is taken: 0 the high bits of a float, 1 signed, 2 unsigned, 3 a half.\n\n"
           "Types: 0 f32, 1 s32, 2 s8, 3 u16, 4 f16, 5 s16, 6 u32, 7 u8. f16 is computed as f32.\n\n"
           "Conditions: 0 true, 1 gt, 2 lt, 3 ge, 4 le, 5 eq, 6 ne, 7 and, 8 or, 9 xor (of two operands), 10 not, 11 "
           "nz, 12 gez,\n"
           "13 gz, 14 lez, 15 lz, 22 selmsb (of one).\n\n"
           "## The opcodes\n\n"
           "Sources in the order in which the internal form has them; `?` where the source need not be used. s is the "
           "x of the\n"
           "only source. \"estimated\": what the opcode does is inferred from its name. \"no\": the instruction does "
           "nothing, and\n"
           "a finding says so.\n\n"
           "| Code | Name | Sources | Executed | Internal form | Result |\n|---|---|---|---|---|---|\n";
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (const OpcodeRow& row : kOpcodeRows) {
        const bool executed = row.support != Support::NotExecuted;
        out << "| " << kDigits[row.code >> 4] << kDigits[row.code & 15] << " | " << row.name << " | "
            << (executed ? sourcesText(row) : "") << " | " << supportText(row.support) << " | ";
        if (executed) {
            out << isa::operationInfo(row.operation).name;
            if (row.intOperation != row.operation) out << ", " << isa::operationInfo(row.intOperation).name;
        }
        out << " | " << isa::tableCell(row.meaning) << " |\n";
    }
}

}  // namespace cyclorama::vivante
