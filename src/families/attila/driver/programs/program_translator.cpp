// SPDX-License-Identifier: MIT
#include "families/attila/driver/programs/program_translator.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "families/attila/driver/programs/arithmetic.h"
#include "families/attila/driver/programs/control_flow.h"
#include "families/attila/driver/programs/fragment_epilogue.h"
#include "families/attila/driver/programs/indexed_registers.h"
#include "families/attila/driver/programs/program_text.h"
#include "families/attila/driver/programs/register_plan.h"
#include "families/attila/driver/programs/texture_sampling.h"
#include "families/attila/driver/programs/translation_refusal.h"
#include "families/attila/registers/register_rows.h"
#include "func/raster/raster_state.h"
#include "gpu/draw_state.h"
#include "isa/instruction.h"

namespace cyclorama::attila {
namespace {

using namespace virgl::tgsi;

/// Registers of a file that a program declares.
uint32_t declared(const TgsiProgram& program, File file) {
    uint32_t end = 0;
    for (const Declaration& declaration : program.declarations)
        if (declaration.file == file) end = std::max(end, declaration.last + 1);
    return end;
}

class Translation {
  public:
    Translation(const PreparedProgram& prepared, const ProgramLink& link, const ProgramVariant& variant)
        : program_(prepared.program),
          link_(link),
          variant_(variant),
          guestConstants_(declared(program_, File::Constant)),
          registers_(prepared.registers),
          text_(registers_.count(), guestConstants_),
          flow_(text_),
          arithmetic_(program_.immediates, text_),
          indexed_(program_, kIndexed, text_),
          sampling_(program_.fragment ? virgl::Stage::Fragment : virgl::Stage::Vertex, variant, text_),
          end_(program_, link, variant, arithmetic_, text_) {}

    TranslatedProgram run() {
        for (const auto& bits : program_.immediates) text_.addConstant(std::bit_cast<func::Vec4>(bits));
        begin();
        for (std::span<const Instruction> rest = program_.instructions; !rest.empty();) {
            line_ = rest.front().line;
            const size_t flow = flow_.translate(rest, [this](const Source& source) { return operand(source, 0); });
            if (flow == 0) translateInstruction(rest.front());
            rest = rest.subspan(std::max<size_t>(flow, 1));
        }
        end();
        made_.text = text_.finish();
        made_.kills = text_.kills();
        made_.textureConstants = sampling_.constants();
        made_.firstConstant = guestConstants_;
        made_.constants = text_.constants();
        made_.temporaries = std::max(text_.temporaries(), 1u);
        return std::move(made_);
    }

  private:
    [[noreturn]] void refuse(std::string_view what) const { attila::refuse(line_, what); }
    [[noreturn]] void refuseForGpu(std::string_view what) const { attila::refuseForGpu(line_, what); }

    /// Fragments' positions are of their corner, and their face is an area with a sign; the guest wants the centre, and
    /// 1 for front faces and -1 for others. Positions and colours that the end of the program changes are written to
    /// registers first.
    void begin() {
        for (const Declaration& declaration : program_.declarations) {
            if (declaration.file == File::SystemValue) takeSystemValue(declaration);
            if (declaration.file != File::Input || !program_.fragment) continue;
            if (declaration.semantic == Semantic::Position) needsPlace_ = !program_.integerPixelCenter || link_.clipW();
            if (declaration.semantic == Semantic::Face) face_ = text_.scratch(kFace, 1);
        }
        if (face_)
            text_.emitLine(fmt::format("cmp {0}, i{1}.wwww, c{2}.yyyy, c{2}.xxxx", face_->text(), func::kFaceAttribute,
                                       text_.addConstant({1.0f, -1.0f, 0.0f, 0.0f})));
        if (needsPlace_) {
            place_ = text_.scratch(kPlace);
            const float centre = program_.integerPixelCenter ? 0.0f : 0.5f;
            const uint32_t toCentre = text_.addConstant({centre, centre, 0.0f, 0.0f});
            text_.emitLine(fmt::format("add {}, i0, c{}", place_.reg, toCentre));
            if (link_.clipW()) text_.emitLine(fmt::format("rcp {}.w, i{}.xxxx", place_.reg, *link_.clipW()));
        }
        if (keepsResult()) kept_ = text_.scratch(kKept);
        for (const Declaration& declaration : program_.declarations) {
            if (program_.fragment) {
                if (declaration.semantic != Semantic::Position || declaration.file != File::Output) continue;
                depth_ = text_.scratch(kDepth);
                made_.writesDepth = true;
                continue;
            }
            if (declaration.semantic == Semantic::ClipVertex && variant_.clipPlanes != 0)
                clipVertex_ = text_.scratch(kClipVertex);
            if (declaration.semantic == Semantic::EdgeFlag && declaration.file == File::Output && variant_.runByDriver)
                made_.edgeFlag = edgeFlagAttribute(link_, variant_.clipPlanes);
        }
    }

    /// The number of an instance is an attribute after the guest's.
    void takeSystemValue(const Declaration& declaration) {
        if (declaration.semantic != Semantic::InstanceId) refuse("system values but the number of the instance");
        made_.instanceAttribute = declared(program_, File::Input);
        if (*made_.instanceAttribute >= detail::kAttilaVertexAttributes)
            refuse("the number of the instance beside as many attributes as the GPU has");
    }

    bool keepsResult() const {
        if (program_.fragment) return end_.changesColor();
        return variant_.movesPosition || variant_.clipPlanes != 0 || link_.clipW();
    }

    void end() {
        made_.samplers = sampling_.samplers();
        if (program_.fragment)
            end_.dropFragments(made_);
        else
            measureDistances();
        // The chip takes the depth of a program from there.
        if (depth_) text_.emitLine(fmt::format("mov o{}.w, {}.z", func::kPositionAttribute, depth_->reg));
        if (!keepsResult()) return;
        if (program_.fragment) return end_.finishColor(kept_, made_);
        if (link_.clipW()) text_.emitLine(fmt::format("mov o{}.x, {}.w", *link_.clipW(), kept_.reg));
        if (variant_.movesPosition) {
            made_.position = text_.addConstant({});
            text_.addConstant({});
            text_.emitLine(fmt::format("mul {0}.xyz, {0}, c{1}", kept_.reg, *made_.position));
            text_.emitLine(fmt::format("mad {0}.xyz, {0}.w, c{1}, {0}", kept_.reg, *made_.position + 1));
        }
        text_.emitLine(fmt::format("mov o0, {}", kept_.reg));
    }

    /// Hands the distances of a vertex to the clip planes on.
    void measureDistances() {
        for (const auto& [attribute, component] : clipDistances(link_, variant_.clipPlanes)) {
            const uint32_t plane = text_.addConstant({});
            if (!made_.clipPlanes) made_.clipPlanes = plane;
            const TextResult distance{.reg = fmt::format("o{}", attribute),
                                      .mask = static_cast<uint8_t>(1 << component)};
            text_.emit("dp4", distance, clipVertex_.value_or(kept_).operand(),
                       TextOperand{.reg = fmt::format("c{}", plane)});
        }
    }

    // Operands.

    std::string constant(int32_t index, const std::optional<Indirect>& indirect) {
        if (!indirect) return fmt::format("c{}", index);
        if (indirect->address >= isa::kAddressRegisters) refuseForGpu("more address registers than the chip has");
        // Whatever the stage, the chip looks relative constants up in one bank of all: those of vertices, then those of
        // fragments (ATTILA: emul/ShaderEmulator).
        const int32_t place = index + (program_.fragment ? static_cast<int32_t>(gpu::kShaderConstants) : 0);
        const int32_t base = std::clamp(place, 0, static_cast<int32_t>(gpu::kShaderConstants) - 1);
        constexpr int32_t kLargestOffset = 255;
        if (place - base > kLargestOffset) refuse("constants by address from so far on");
        return fmt::format("c{}[a{}.{} + {}]", base, indirect->address, "xyzw"[indirect->component], place - base);
    }

    /// Operand `number` of an instruction.
    TextOperand operand(const Source& source, uint32_t number) {
        TextOperand made{.reg = {}, .swizzle = source.swizzle, .negate = source.negate, .absolute = source.absolute};
        if (source.indirect && (source.file == File::Temporary || source.file == File::Input)) {
            made.reg = indexed_.load(source, number, [&](uint32_t i) { return element(source, i); }).reg;
            return made;
        }
        if (source.indirect && source.file != File::Constant) refuse("an operand of this kind by address");
        switch (source.file) {
            case File::Temporary:
                made.reg = registers_.name(source.index);
                break;
            case File::Constant:
                made.reg = constant(source.index, source.indirect);
                break;
            case File::Immediate:
                made.reg = fmt::format("c{}", guestConstants_ + static_cast<uint32_t>(source.index));
                break;
            case File::Input:
                made.reg = input(source, made);
                break;
            case File::SystemValue:
                made.reg = fmt::format("i{}", made_.instanceAttribute.value_or(0));
                break;
            default:
                refuse("an operand of this kind");
        }
        return made;
    }

    /// Register i of the array that an operand is of.
    std::optional<std::string> element(Source source, uint32_t i) {
        if (source.file == File::Temporary) return registers_.name(static_cast<int32_t>(i));
        source.index = static_cast<int32_t>(i);
        source.indirect.reset();
        source.swizzle = {0, 1, 2, 3};
        TextOperand unchanged;
        return isDeclared(File::Input, i) ? std::optional(input(source, unchanged)) : std::nullopt;
    }

    bool isDeclared(File file, uint32_t i) const {
        return std::ranges::any_of(program_.declarations, [&](const Declaration& declaration) {
            return declaration.file == file && i >= declaration.first && i <= declaration.last;
        });
    }

    /// "i5", or the register where begin() has put what the guest wants.
    std::string input(const Source& source, TextOperand& made) {
        const auto index = static_cast<uint32_t>(source.index);
        if (!program_.fragment) return fmt::format("i{}", index);
        for (const Declaration& declaration : program_.declarations) {
            if (declaration.file != File::Input || index < declaration.first || index > declaration.last) continue;
            if (declaration.semantic == Semantic::Face) {
                made.swizzle.fill(0);
                return face_->reg;
            }
            if (declaration.semantic == Semantic::Position && needsPlace_) return place_.reg;
            const auto attribute =
                link_.attributeOf(declaration.semantic, declaration.semanticIndex + index - declaration.first);
            return fmt::format("i{}", *attribute);
        }
        refuse("an input that is not declared");
    }

    /// Destination of an instruction's result; empty for one that is never read.
    std::optional<TextResult> result(const Instruction& instruction) {
        const Destination& destination = *instruction.destination;
        if (destination.indirect) return indexed_.result(destination.mask, instruction.saturate);
        TextResult made{.reg = {}, .mask = destination.mask, .saturate = instruction.saturate};
        switch (destination.file) {
            case File::Temporary:
                made.reg = registers_.name(destination.index);
                return made;
            case File::Address:
                if (static_cast<uint32_t>(destination.index) >= isa::kAddressRegisters)
                    refuseForGpu("more address registers than the chip has");
                made.reg = fmt::format("a{}", destination.index);
                return made;
            case File::Output:
                return output(static_cast<uint32_t>(destination.index), made);
            default:
                return std::nullopt;
        }
    }

    /// Puts the result of an instruction where it belongs, if that is at an index; keeps it, if it is one.
    void finishResult(const Instruction& instruction, const std::vector<TextOperand>& from) {
        const Destination& destination = *instruction.destination;
        if (destination.file == File::Address)
            indexed_.setAddress(static_cast<uint32_t>(destination.index), destination.mask, from[0]);
        if (!destination.indirect) return;
        indexed_.store(destination, [&](uint32_t i) -> std::optional<std::string> {
            if (destination.file == File::Temporary) return registers_.name(static_cast<int32_t>(i));
            const auto to = isDeclared(File::Output, i) ? output(i, {}) : std::nullopt;
            return to ? std::optional(to->reg) : std::nullopt;
        });
    }

    std::optional<TextResult> output(uint32_t index, TextResult made) {
        for (const Declaration& declaration : program_.declarations) {
            if (declaration.file != File::Output || index < declaration.first || index > declaration.last) continue;
            const uint32_t semanticIndex = declaration.semanticIndex + index - declaration.first;
            if (program_.fragment) {
                if (declaration.semantic == Semantic::Position) {
                    made.reg = depth_->reg;
                    return made;
                }
                if (declaration.semantic != Semantic::Color) refuse("outputs of fragments beside colours and depth");
                if (semanticIndex >= kColorTargets) return std::nullopt;
                if (semanticIndex != 0 && variant_.smooth != Smooth::None) refuse("smooth edges in several colours");
                made.reg = semanticIndex == 0 && keepsResult()
                               ? kept_.reg
                               : fmt::format("o{}", func::kColorAttribute + semanticIndex);
                return made;
            }
            if (declaration.semantic == Semantic::Position && keepsResult()) {
                made.reg = kept_.reg;
                return made;
            }
            if (declaration.semantic == Semantic::ClipVertex && clipVertex_) {
                made.reg = clipVertex_->reg;
                return made;
            }
            if (declaration.semantic == Semantic::EdgeFlag && made_.edgeFlag) {
                made.reg = fmt::format("o{}", *made_.edgeFlag);
                return made;
            }
            const auto attribute = declaration.semantic == Semantic::PointSize && variant_.runByDriver
                                       ? func::kFaceAttribute
                                       : link_.attributeOf(declaration.semantic, semanticIndex);
            if (!attribute) return std::nullopt;
            made.reg = fmt::format("o{}", *attribute);
            return made;
        }
        refuse("an output that is not declared");
    }

    // Instructions.

    void translateInstruction(const Instruction& instruction) {
        switch (instruction.opcode) {
            case Opcode::Nop:
            case Opcode::End:
                return;
            case Opcode::Kill:
                return text_.kill(text_.number(Number::MinusOne));
            case Opcode::KillIf:
                return text_.kill(operand(instruction.sources[0], 0));
            case Opcode::Return:
                refuse("returns within a program");
            default:
                break;
        }
        const std::optional<TextResult> to = result(instruction);
        if (!to) return;
        std::vector<TextOperand> from;
        for (const Source& source : instruction.sources)
            if (source.file != File::Sampler) from.push_back(operand(source, static_cast<uint32_t>(from.size())));
        keepConstantsApart(instruction, from);
        if (instruction.shape != Shape::None)
            sampling_.translate(instruction, *to, from);
        else
            arithmetic_.translate(instruction, *to, from);
        finishResult(instruction, from);
    }

    /// One flag makes all constants of an instruction relative: the others then come by a register.
    void keepConstantsApart(const Instruction& instruction, std::vector<TextOperand>& from) {
        const auto& sources = instruction.sources;
        const auto relative = [](const Source& source) { return source.indirect && source.file == File::Constant; };
        if (std::ranges::none_of(sources, relative)) return;
        uint32_t scratch = kMovedConstants;
        bool kept = false;
        for (size_t i = 0; i < from.size(); ++i) {
            const bool isConstant = sources[i].file == File::Constant || sources[i].file == File::Immediate;
            if (!isConstant) continue;
            if (sources[i].indirect && !kept) {
                kept = true;
                continue;
            }
            const TextResult moved = text_.scratch(scratch++);
            text_.emit("mov", moved, TextOperand{.reg = from[i].reg});
            from[i].reg = moved.reg;
        }
    }

    /// Scratch registers: those of expansions, then those that live longer.
    static constexpr uint32_t kPlace = Arithmetic::kScratchRegisters;
    static constexpr uint32_t kKept = kPlace + 1;
    static constexpr uint32_t kClipVertex = kKept + 1;
    static constexpr uint32_t kDepth = kKept + 1;
    static constexpr uint32_t kFace = kDepth + 1;
    static constexpr uint32_t kIndexed = kFace + 1;
    static constexpr uint32_t kMovedConstants = kIndexed + IndexedRegisters::kScratchRegisters;

    const TgsiProgram& program_;
    const ProgramLink& link_;
    const ProgramVariant& variant_;
    uint32_t guestConstants_;
    uint32_t line_ = 0;
    const RegisterPlan& registers_;
    ProgramText text_;
    ControlFlow flow_;
    Arithmetic arithmetic_;
    IndexedRegisters indexed_;
    TextureSampling sampling_;
    FragmentEpilogue end_;
    TranslatedProgram made_;
    /// The place of a fragment, as the guest wants it.
    bool needsPlace_ = false;
    TextResult place_;
    /// x: the face of a fragment, 1 or -1, in programs that declare it.
    std::optional<TextResult> face_;
    TextResult kept_;
    std::optional<TextResult> clipVertex_;
    std::optional<TextResult> depth_;
};

}  // namespace

TranslatedProgram translate(const PreparedProgram& program, const ProgramLink& link, const ProgramVariant& variant) {
    return Translation(program, link, variant).run();
}

}  // namespace cyclorama::attila
