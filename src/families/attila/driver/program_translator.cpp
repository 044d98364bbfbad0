// SPDX-License-Identifier: MIT
#include "families/attila/driver/program_translator.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "families/attila/driver/arithmetic.h"
#include "families/attila/driver/control_flow.h"
#include "families/attila/driver/indexed_registers.h"
#include "families/attila/driver/multiply_adds.h"
#include "families/attila/driver/program_text.h"
#include "families/attila/driver/register_plan.h"
#include "families/attila/driver/selections.h"
#include "families/attila/frontend/register_rows.h"
#include "func/raster/raster_state.h"
#include "gpu/draw_state.h"
#include "isa/instruction.h"
#include "virgl/refusal.h"

namespace cyclorama::attila {
namespace {

using namespace virgl::tgsi;

/// Registers of a file that a program declares.
uint32_t declared(const Program& program, File file) {
    uint32_t end = 0;
    for (const Declaration& declaration : program.declarations)
        if (declaration.file == file) end = std::max(end, declaration.last + 1);
    return end;
}

class Translation {
  public:
    Translation(const Program& program, const ProgramLink& link, const ProgramVariant& variant)
        : program_(program),
          link_(link),
          variant_(variant),
          guestConstants_(declared(program, File::Constant)),
          registers_(program),
          text_(registers_.count(), guestConstants_),
          flow_(text_),
          arithmetic_(program.immediates, text_),
          indexed_(program, kIndexed, text_) {}

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
        made_.firstConstant = guestConstants_;
        made_.constants = text_.constants();
        made_.temporaries = std::max(text_.temporaries(), 1u);
        return std::move(made_);
    }

  private:
    [[noreturn]] void refuse(const std::string& what) const {
        throw virgl::Unsupported(fmt::format("TGSI line {}: {}", line_, what));
    }
    [[noreturn]] void refuseForGpu(const std::string& what) const {
        throw virgl::BeyondGpu(fmt::format("TGSI line {}: {}", line_, what));
    }

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
                made_.edgeFlag = edgeFlagAttribute();
        }
    }

    /// The number of an instance is an attribute behind the guest's.
    void takeSystemValue(const Declaration& declaration) {
        if (declaration.semantic != Semantic::InstanceId) refuse("system values but the number of the instance");
        made_.instanceAttribute = declared(program_, File::Input);
        if (*made_.instanceAttribute >= detail::kAttilaVertexAttributes)
            refuse("the number of the instance beside so many attributes");
    }

    /// The one behind those of clip planes.
    uint32_t edgeFlagAttribute() const {
        const std::vector<AttributePlace> distances = clipDistances(link_, variant_.clipPlanes);
        return distances.empty() ? link_.freeAttributes(1)
                                 : link_.freeAttributes(distances.back().attribute - distances[0].attribute + 2) +
                                       distances.back().attribute - distances[0].attribute + 1;
    }

    bool keepsResult() const {
        if (program_.fragment)
            return variant_.alphaTest.has_value() || variant_.colorCopies > 1 || variant_.alphaToOne ||
                   variant_.smooth != Smooth::None;
        return variant_.movesPosition || variant_.clipPlanes != 0 || link_.clipW();
    }

    void end() {
        if (variant_.clipPlanes != 0) clip();
        if (variant_.polygonStipple) stipple();
        // The chip takes the depth of a program from there.
        if (depth_) text_.emitLine(fmt::format("mov o{}.w, {}.z", func::kPositionAttribute, depth_->reg));
        if (!keepsResult()) return;
        if (program_.fragment) {
            if (variant_.smooth != Smooth::None) cover();
            if (variant_.alphaToOne) setAlphaToOne();
            if (variant_.alphaTest) testAlpha();
            for (uint32_t i = 0; i < variant_.colorCopies; ++i)
                text_.emitLine(fmt::format("mov o{}, {}", func::kColorAttribute + i, kept_.reg));
            return;
        }
        if (link_.clipW()) text_.emitLine(fmt::format("mov o{}.x, {}.w", *link_.clipW(), kept_.reg));
        if (variant_.movesPosition) {
            made_.position = text_.addConstant({});
            text_.addConstant({});
            text_.emitLine(fmt::format("mul {0}.xyz, {0}, c{1}", kept_.reg, *made_.position));
            text_.emitLine(fmt::format("mad {0}.xyz, {0}.w, c{1}, {0}", kept_.reg, *made_.position + 1));
        }
        text_.emitLine(fmt::format("mov o0, {}", kept_.reg));
    }

    /// A pattern of 32 by 32 pixels from the first pixel of the surface on, as a texture that repeats.
    void stipple() {
        constexpr float kEdge = 32;
        const auto unit = static_cast<uint32_t>(std::countr_one(made_.samplers));
        if (unit >= virgl::kSamplers) refuseForGpu("stippled polygons with so many textures");
        made_.stippleUnit = unit;
        const uint32_t scale = text_.addConstant({1 / kEdge, 1 / kEdge, 0, 0});
        const uint32_t centre = text_.addConstant({0.5f / kEdge, 0.5f / kEdge, 0, 0});
        const TextResult texel = text_.scratch(0);
        text_.emitLine(fmt::format("mad {}, i0, c{}, c{}", texel.reg, scale, centre));
        text_.emitLine(fmt::format("tex {0}, {0}, t{1}", texel.reg, unit));
        text_.emit("add", texel, texel.operand(), text_.number(Number::Half).negated());
        kill(texel.operand().component(0));
    }

    /// The distances of a vertex to the planes; of a fragment, those below zero kill it.
    void clip() {
        for (const auto& [attribute, component] : clipDistances(link_, variant_.clipPlanes)) {
            const auto index = static_cast<uint8_t>(component);
            if (program_.fragment) {
                kill({.reg = fmt::format("i{}", attribute), .swizzle = {index, index, index, index}});
                continue;
            }
            const uint32_t plane = text_.addConstant({});
            if (!made_.clipPlanes) made_.clipPlanes = plane;
            const TextResult distance{.reg = fmt::format("o{}", attribute), .mask = static_cast<uint8_t>(1 << index)};
            text_.emit("dp4", distance, clipVertex_.value_or(kept_).operand(),
                       TextOperand{.reg = fmt::format("c{}", plane)});
        }
    }

    /// Multiplies alpha by the part of the pixel that a smooth point or line covers: by its distance from the edge.
    void cover() {
        const uint32_t attribute = coverageAttribute(link_);
        const std::string place = text_.scratch(0).reg;
        const std::string distance = text_.scratch(1).reg;
        text_.emitLine(fmt::format("rcp {}.w, i{}.wwww", place, attribute));
        text_.emitLine(fmt::format("mul {0}.xyz, i{1}, {0}.wwww", place, attribute));
        if (variant_.smooth == Smooth::Points) {
            text_.emitLine(fmt::format("mul {0}, {1}, {1}", distance, place));
            text_.emitLine(fmt::format("add {0}.x, {0}.xxxx, {0}.yyyy", distance));
            text_.emitLine(fmt::format("rsq {0}.x, {0}.xxxx", distance));
            text_.emitLine(fmt::format("rcp {0}.x, {0}.xxxx", distance));
            text_.emitLine(fmt::format("add_sat {0}.x, {1}.zzzz, -{0}.xxxx", distance, place));
        } else {
            made_.lineExtent = text_.addConstant({});
            text_.emitLine(fmt::format("add_sat {}.x, c{}.xxxx, -|{}.xxxx|", distance, *made_.lineExtent, place));
            text_.emitLine(fmt::format("add_sat {0}.y, {1}.zzzz, -|{1}.yyyy|", distance, place));
            text_.emitLine(fmt::format("mul {0}.x, {0}.xxxx, {0}.yyyy", distance));
        }
        text_.emitLine(fmt::format("mul {0}.w, {0}.wwww, {1}.xxxx", kept_.reg, distance));
    }

    void setAlphaToOne() {
        const std::string one = text_.number(Number::One).text();
        text_.emitLine(fmt::format("mov {}.w, {}", kept_.reg, one));
        for (const Declaration& declaration : program_.declarations)
            if (declaration.file == File::Output && declaration.semantic == Semantic::Color &&
                declaration.semanticIndex != 0)
                text_.emitLine(fmt::format("mov o{}.w, {}", func::kColorAttribute + declaration.semanticIndex, one));
    }

    /// Kills what does not pass: one of a sum below zero.
    void testAlpha() {
        made_.alphaReference = text_.addConstant({});
        const TextOperand alpha = kept_.operand().component(3);
        const TextOperand reference = TextOperand{.reg = fmt::format("c{}", *made_.alphaReference)}.component(0);
        const TextResult passes = text_.scratch(0, 1);
        using Compare = func::CompareFunction;
        switch (*variant_.alphaTest) {
            case Compare::Always:
                return;
            case Compare::Never:
                text_.emit("mov", passes, text_.number(Number::Zero));
                break;
            case Compare::Less:
                text_.emit("slt", passes, alpha, reference);
                break;
            case Compare::Greater:
                text_.emit("slt", passes, reference, alpha);
                break;
            case Compare::LessEqual:
                text_.emit("sge", passes, reference, alpha);
                break;
            case Compare::GreaterEqual:
                text_.emit("sge", passes, alpha, reference);
                break;
            case Compare::Equal:
                arithmetic_.compareBoth("sge", "mul", passes, alpha, reference);
                break;
            case Compare::NotEqual:
                arithmetic_.compareBoth("slt", "add", passes, alpha, reference);
                break;
        }
        text_.emit("add", passes, passes.operand().component(0), text_.number(Number::Half).negated());
        kill(passes.operand().component(0));
    }

    /// The chip kills whatever a predicate says: within a condition, what it looks at is changed under that alone.
    void kill(const TextOperand& operand) {
        made_.kills = true;
        if (text_.predicate().empty()) return text_.emitAlways("kil " + operand.text());
        const TextResult looked = text_.scratch(0);
        text_.emitAlways(fmt::format("mov {}, {}", looked.text(), text_.number(Number::One).text()));
        text_.emit("mov", looked, operand);
        text_.emitAlways("kil " + looked.operand().text());
    }

    // Operands.

    std::string constant(int32_t index, const std::optional<Indirect>& indirect) {
        if (!indirect) return fmt::format("c{}", index);
        if (indirect->address >= isa::kAddressRegisters) refuseForGpu("so many address registers");
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

    /// Destination of an instruction's result; nothing for one that nobody reads.
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
                    refuseForGpu("so many address registers");
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
                return kill(text_.number(Number::MinusOne));
            case Opcode::KillIf:
                return kill(operand(instruction.sources[0], 0));
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
            sample(instruction, *to, from);
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

    void sample(const Instruction& instruction, const TextResult& to, const std::vector<TextOperand>& from) {
        const auto sampler = static_cast<uint32_t>(instruction.sources.back().index);
        if (sampler >= virgl::kSamplers) refuseForGpu("so many textures");
        made_.samplers |= 1u << sampler;
        if (instruction.shape == Shape::ShadowCube) refuse("comparisons with cube maps");
        const TextOperand coordinates = coordinatesOf(instruction, sampler, from);
        const std::string_view mnemonic = instruction.opcode == Opcode::Tex   ? "tex"
                                          : instruction.opcode == Opcode::Txp ? "txp"
                                          : instruction.opcode == Opcode::Txb ? "txb"
                                                                              : "txl";
        const virgl::Stage stage = program_.fragment ? virgl::Stage::Fragment : virgl::Stage::Vertex;
        const std::string unit = fmt::format(", t{}", textureUnit(stage, sampler));
        const auto& swizzle = variant_.swizzles[sampler];
        using virgl::Swizzle;
        const bool plain = swizzle == std::array{Swizzle::X, Swizzle::Y, Swizzle::Z, Swizzle::W};
        const TextResult texel = plain && !to.saturate ? to : text_.scratch(0);
        text_.emitLine(fmt::format("{} {}, {}{}", mnemonic, texel.text(), coordinates.text(), unit));
        if (texel.reg == to.reg) return;
        for (uint32_t i = 0; i < 4; ++i) {
            if ((to.mask >> i & 1) == 0) continue;
            const TextResult component{.reg = to.reg, .mask = static_cast<uint8_t>(1 << i), .saturate = to.saturate};
            text_.emit("mov", component,
                       swizzle[i] == Swizzle::Zero  ? text_.number(Number::Zero)
                       : swizzle[i] == Swizzle::One ? text_.number(Number::One)
                                                    : texel.operand().component(static_cast<uint32_t>(swizzle[i])));
        }
    }

    /// Coordinates as the chip takes them: those of rectangles as shares of the size, since it wraps no others, and in
    /// the place of derivatives the level of detail. What depths are compared with is clamped, as depths are.
    TextOperand coordinatesOf(const Instruction& instruction, uint32_t sampler, const std::vector<TextOperand>& from) {
        using Kind = TextureConstant::Kind;
        const bool rectangle = instruction.shape == Shape::Rectangle || instruction.shape == Shape::ShadowRectangle;
        const bool derivatives = instruction.opcode == Opcode::Txd;
        const BorderPlan& border = variant_.borders[sampler];
        const bool shadow = instruction.shape == Shape::Shadow1D || instruction.shape == Shape::Shadow2D ||
                            instruction.shape == Shape::ShadowRectangle;
        if (!rectangle && !derivatives && !shadow && border.axes == 0) return from[0];
        if (derivatives) levelOfDetail(instruction, sampler, from);
        const TextResult made = text_.scratch(1);
        if (rectangle)
            text_.emit("mul", made, from[0], textureConstant(sampler, Kind::Reciprocal));
        else
            text_.emit("mov", made, from[0]);
        if (instruction.opcode == Opcode::Txp && (shadow || border.axes != 0)) {
            text_.emit("rcp", TextResult{.reg = made.reg, .mask = 8}, made.operand().component(3));
            text_.emit("mul", TextResult{.reg = made.reg, .mask = 7}, made.operand(), made.operand().component(3));
            text_.emit("mov", TextResult{.reg = made.reg, .mask = 8}, text_.number(Number::One));
        }
        if (shadow) text_.emit("mov", TextResult{.reg = made.reg, .mask = 4, .saturate = true}, made.operand());
        if (border.axes != 0) takeToBorder(sampler, border, made);
        if (derivatives) text_.emit("mov", text_.scratch(1, 8), text_.scratch(0).operand().component(0));
        return made.operand();
    }

    /// Coordinates of a texture become those of its copy with a border.
    void takeToBorder(uint32_t sampler, const BorderPlan& border, const TextResult& made) {
        using Kind = TextureConstant::Kind;
        if (border.clamps != 0)
            text_.emit("mov", TextResult{.reg = made.reg, .mask = border.clamps, .saturate = true}, made.operand());
        const TextOperand scale = textureConstant(sampler, Kind::BorderScale);
        const TextOperand offset = textureConstant(sampler, Kind::BorderOffset);
        text_.emit("mad", TextResult{.reg = made.reg, .mask = border.axes}, made.operand(), scale, offset);
    }

    /// Leaves log2 of the longer derivative in texels in x of the first scratch register.
    void levelOfDetail(const Instruction& instruction, uint32_t sampler, const std::vector<TextOperand>& from) {
        if (instruction.shape == Shape::Cube) refuse("cube maps by given derivatives");
        // log2 of the square of a length that is none: far below all levels.
        constexpr float kShortest = 1e-30f;
        const bool inTexels = instruction.shape == Shape::Rectangle || instruction.shape == Shape::ShadowRectangle;
        const TextOperand size =
            inTexels ? text_.literal({1, 1, 0, 0}) : textureConstant(sampler, TextureConstant::Kind::Size);
        const TextOperand shortest = text_.literal({kShortest, kShortest, kShortest, kShortest});
        for (uint32_t axis = 0; axis < 2; ++axis) {
            text_.emit("mul", text_.scratch(axis), from[1 + axis], size);
            text_.emit("dp3", text_.scratch(axis, 1), text_.scratch(axis).operand(), text_.scratch(axis).operand());
            text_.emit("max", text_.scratch(0, 1), text_.scratch(0).operand(),
                       axis == 0 ? shortest : text_.scratch(1).operand());
        }
        text_.emit("lg2", text_.scratch(0, 1), text_.scratch(0).operand().component(0));
        text_.emit("mul", text_.scratch(0, 1), text_.scratch(0).operand(), text_.number(Number::Half));
    }

    TextOperand textureConstant(uint32_t sampler, TextureConstant::Kind kind) {
        const auto found = std::ranges::find_if(made_.textureConstants, [&](const TextureConstant& constant) {
            return constant.sampler == sampler && constant.kind == kind;
        });
        const uint32_t number = found != made_.textureConstants.end() ? found->constant : text_.addConstant({});
        if (found == made_.textureConstants.end())
            made_.textureConstants.push_back({.constant = number, .sampler = sampler, .kind = kind});
        return {.reg = fmt::format("c{}", number)};
    }

    /// Scratch registers: those of expansions, then those that live longer.
    static constexpr uint32_t kPlace = Arithmetic::kScratchRegisters;
    static constexpr uint32_t kKept = kPlace + 1;
    static constexpr uint32_t kClipVertex = kKept + 1;
    static constexpr uint32_t kDepth = kKept + 1;
    static constexpr uint32_t kFace = kDepth + 1;
    static constexpr uint32_t kIndexed = kFace + 1;
    static constexpr uint32_t kMovedConstants = kIndexed + IndexedRegisters::kScratchRegisters;

    const Program& program_;
    const ProgramLink& link_;
    const ProgramVariant& variant_;
    uint32_t guestConstants_;
    uint32_t line_ = 0;
    RegisterPlan registers_;
    ProgramText text_;
    ControlFlow flow_;
    Arithmetic arithmetic_;
    IndexedRegisters indexed_;
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

/// The same program in fewer instructions. Factors of products are needed for longer then: of large programs that must
/// not cost registers.
Program shortened(const Program& program) {
    constexpr uint32_t kFew = isa::kTemporaryRegisters / 2;
    Program selecting = withSelections(program);
    Program joined = withMultiplyAdds(selecting);
    const uint32_t needed = RegisterPlan(joined).count();
    return needed <= kFew || needed <= RegisterPlan(selecting).count() ? joined : selecting;
}

}  // namespace

std::vector<AttributePlace> clipDistances(const ProgramLink& link, uint8_t planes) {
    constexpr uint32_t kComponents = 4;
    std::vector<AttributePlace> places(static_cast<size_t>(std::popcount(planes)));
    const auto count = static_cast<uint32_t>(places.size());
    const uint32_t first = count == 0 ? 0 : link.freeAttributes((count + kComponents - 1) / kComponents);
    for (uint32_t i = 0; i < count; ++i) places[i] = {first + i / kComponents, i % kComponents};
    return places;
}

uint32_t coverageAttribute(const ProgramLink& link) { return link.freeAttributes(1); }

uint32_t textureUnit(virgl::Stage stage, uint32_t sampler) {
    return stage == virgl::Stage::Fragment ? sampler : virgl::kSamplers - 1 - sampler;
}

TranslatedProgram translate(const Program& program, const ProgramLink& link, const ProgramVariant& variant) {
    return Translation(shortened(program), link, variant).run();
}

}  // namespace cyclorama::attila
