// SPDX-License-Identifier: MIT
#include "families/adreno/isa/issue_rules.h"

#include <algorithm>

namespace cyclorama::adreno::ir3 {
namespace {

constexpr IssueRule kFlowRule{ExecutionUnit::Flow, ResultWait::None, SourceRelease::Issue};
constexpr IssueRule kArithmeticRule{ExecutionUnit::Arithmetic, ResultWait::Cycles, SourceRelease::Issue};
constexpr IssueRule kSpecialRule{ExecutionUnit::Special, ResultWait::Short, SourceRelease::Short};
constexpr IssueRule kTextureRule{ExecutionUnit::Texture, ResultWait::Long, SourceRelease::Either};
constexpr IssueRule kLoadRule{ExecutionUnit::Memory, ResultWait::Long, SourceRelease::Either};
constexpr IssueRule kLocalRule{ExecutionUnit::Memory, ResultWait::Short, SourceRelease::Short};
constexpr IssueRule kOtherAccessRule{ExecutionUnit::Memory, ResultWait::None, SourceRelease::Short};
constexpr IssueRule kBarrierRule{ExecutionUnit::Barrier, ResultWait::None, SourceRelease::Issue};

constexpr std::array kIssueRows = std::to_array<IssueRow>({
    {Opcode::Nop, Opcode::BranchAnd, kFlowRule},
    {Opcode::Move, Opcode::WideMultiplyAccumulate, kArithmeticRule},
    {Opcode::Reciprocal, Opcode::Exp2Half, kSpecialRule},
    {Opcode::ImageSample, Opcode::QuadDiagonal, kTextureRule},
    {Opcode::LoadGlobal, Opcode::LoadGlobalIndexed, kLoadRule},
    {Opcode::LoadGlobalConstants, Opcode::StoreGlobalIndexed, kOtherAccessRule},
    {Opcode::LoadLocal, Opcode::LoadLocal, kLocalRule},
    {Opcode::LoadPrivate, Opcode::LoadPrivate, kLoadRule},
    {Opcode::LoadStage, Opcode::LoadVarying, kLocalRule},
    {Opcode::StoreLocal, Opcode::ResourceInfo, kOtherAccessRule},
    {Opcode::LocalAdd, Opcode::LocalXor, kLocalRule},
    {Opcode::GlobalAdd, Opcode::GlobalXor, kLoadRule},
    {Opcode::LoadUniformConstants, Opcode::LoadUniformConstants, kOtherAccessRule},
    {Opcode::LoadUniform, Opcode::LoadUniform, kLoadRule},
    {Opcode::GetProcessorId, Opcode::GetWaveId, kOtherAccessRule},
    {Opcode::GetFiberId, Opcode::BufferInfo, kLocalRule},
    {Opcode::BufferBase, Opcode::BufferBase, kOtherAccessRule},
    {Opcode::BufferAdd, Opcode::BufferXor, kLoadRule},
    {Opcode::Shuffle, Opcode::Shuffle, kLocalRule},
    {Opcode::StoreBuffer, Opcode::StoreBuffer, kOtherAccessRule},
    {Opcode::LoadBuffer, Opcode::LoadBuffer, kLoadRule},
    {Opcode::Barrier, Opcode::DataCacheFlush, kBarrierRule},
});

consteval std::array<IssueRule, kOpcodes> rulesByOpcode() {
    std::array<IssueRule, kOpcodes> rules{};
    size_t next = 0;
    for (const IssueRow& row : kIssueRows) {
        if (static_cast<size_t>(row.first) != next) throw "a gap between rows";
        for (; next <= static_cast<size_t>(row.last); ++next) {
            if (unitOf(static_cast<Opcode>(next)) != row.rule.unit) throw "another unit than unitOf()'s";
            rules[next] = row.rule;
        }
    }
    if (next != kOpcodes) throw "opcodes without a rule";
    return rules;
}

constexpr std::array<IssueRule, kOpcodes> kIssueRules = rulesByOpcode();

bool isMultiplyAdd(Opcode opcode) { return isBetween(opcode, Opcode::MadUnsigned16, Opcode::MadFloat); }

bool isShared(const Operand& operand) {
    return operand.value >= kSharedRegisters && operand.value < kSharedRegisters + kSharedComponents;
}

}  // namespace

std::span<const IssueRow> issueTable() { return kIssueRows; }

IssueRule issueRuleOf(Opcode opcode) { return kIssueRules[static_cast<size_t>(opcode)]; }

unsigned sourceCycle(Opcode opcode, unsigned source) {
    constexpr unsigned kThird = 2;
    if (isMultiplyAdd(opcode) && source == kThird) return 2;
    return opcode == Opcode::Gather || opcode == Opcode::Swizzle ? source : 0;
}

unsigned issueCycles(const Instruction& in) {
    if (in.opcode == Opcode::Swizzle) return 2;
    if (in.opcode == Opcode::Gather || in.opcode == Opcode::Scatter) return 4;
    const bool interpolates = in.opcode == Opcode::InterpolateFloat || in.opcode == Opcode::FlatBits;
    if (!interpolates || in.repeat != 0) return 1u + in.repeat + in.delay;
    // Without repetitions the bits of (r) are (nopN), though the text of interpolations keeps (r).
    return 1u + (in.sources[0].repeats ? 1 : 0) + (in.sources[1].repeats ? 2 : 0);
}

bool usesScalarUnit(const Instruction& in) {
    if (unitOf(in.opcode) != ExecutionUnit::Arithmetic || in.opcode == Opcode::MoveMask) return false;
    const Operand& result = in.destinations[0];
    if (result.kind != OperandKind::Register || !isShared(result)) return false;
    const Operand& source = in.sources[0];
    return in.opcode != Opcode::Move || source.kind != OperandKind::Register || isShared(source);
}

bool continuesSequence(const Instruction& in, const Instruction& previous) {
    if (isBetween(in.opcode, Opcode::SampleGradientPixel1, Opcode::SampleGradientPixel3)) return true;
    return isBetween(in.opcode, Opcode::DerivativeFineX, Opcode::DerivativeFineY) && previous.opcode == in.opcode &&
           previous.destinations == in.destinations;
}

Flow flowOf(Opcode opcode) {
    switch (opcode) {
        case Opcode::Jump:
            return Flow::Jump;
        case Opcode::Call:
        case Opcode::PreambleStart:
        case Opcode::BranchAny:
        case Opcode::BranchAll:
            return Flow::UniformBranch;
        case Opcode::GetOne:
        case Opcode::GetLast:
        case Opcode::Branch:
        case Opcode::BranchOr:
        case Opcode::BranchAnd:
            return Flow::Branch;
        case Opcode::PredicateTrue:
        case Opcode::PredicateFalse:
            return Flow::Arm;
        case Opcode::PredicateEnd:
            return Flow::ArmsEnd;
        case Opcode::End:
        case Opcode::Return:
        case Opcode::ChangeShader:
            return Flow::End;
        default:
            return Flow::Next;
    }
}

}  // namespace cyclorama::adreno::ir3
