// SPDX-License-Identifier: MIT
#include "virgl/tgsi/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <string>

#include "virgl/protocol/refusal.h"

namespace cyclorama::virgl::tgsi {
namespace {

using enum Opcode;
constexpr std::array kOpcodes = std::to_array<OpcodeInfo>({
    {Arl, "ARL", 1, 1},
    {Arr, "ARR", 1, 1},
    {Mov, "MOV", 1, 1},
    // Integers are floats in these programs.
    {Mov, "I2F", 1, 1},
    {Mov, "U2F", 1, 1},
    {Lit, "LIT", 1, 1},
    {Rcp, "RCP", 1, 1},
    {Rsq, "RSQ", 1, 1},
    {Exp, "EXP", 1, 1},
    {Log, "LOG", 1, 1},
    {Mul, "MUL", 1, 2},
    {Add, "ADD", 1, 2},
    {Dp2, "DP2", 1, 2},
    {Dp3, "DP3", 1, 2},
    {Dp4, "DP4", 1, 2},
    {Dst, "DST", 1, 2},
    {Min, "MIN", 1, 2},
    {Max, "MAX", 1, 2},
    {Slt, "SLT", 1, 2},
    {Sge, "SGE", 1, 2},
    {Mad, "MAD", 1, 3},
    {Fma, "FMA", 1, 3},
    {Lrp, "LRP", 1, 3},
    {Sqrt, "SQRT", 1, 1},
    {Frc, "FRC", 1, 1},
    {Flr, "FLR", 1, 1},
    {Round, "ROUND", 1, 1},
    {Ceil, "CEIL", 1, 1},
    {Trunc, "TRUNC", 1, 1},
    {Ex2, "EX2", 1, 1},
    {Lg2, "LG2", 1, 1},
    {Pow, "POW", 1, 2},
    {Cos, "COS", 1, 1},
    {Sin, "SIN", 1, 1},
    {Ddx, "DDX", 1, 1},
    {Ddy, "DDY", 1, 1},
    {Seq, "SEQ", 1, 2},
    {Sgt, "SGT", 1, 2},
    {Sle, "SLE", 1, 2},
    {Sne, "SNE", 1, 2},
    {Ssg, "SSG", 1, 1},
    {Ssg, "ISSG", 1, 1},
    {Cmp, "CMP", 1, 3},
    {Div, "DIV", 1, 2},
    {Uadd, "UADD", 1, 2},
    {Umul, "UMUL", 1, 2},
    {Shl, "SHL", 1, 2},
    {Ushr, "USHR", 1, 2},
    {Uarl, "UARL", 1, 1},
    {Kill, "KILL", 0, 0},
    {KillIf, "KILL_IF", 0, 1},
    {Tex, "TEX", 1, 2, true},
    {Txp, "TXP", 1, 2, true},
    {Txb, "TXB", 1, 2, true},
    {Txl, "TXL", 1, 2, true},
    {Txd, "TXD", 1, 4, true},
    {If, "IF", 0, 1, false, true},
    {Else, "ELSE", 0, 0, false, true},
    {Endif, "ENDIF", 0, 0},
    {BeginLoop, "BGNLOOP", 0, 0, false, true},
    {EndLoop, "ENDLOOP", 0, 0, false, true},
    {Break, "BRK", 0, 0},
    {Continue, "CONT", 0, 0},
    {Return, "RET", 0, 0},
    {Nop, "NOP", 0, 0},
    {End, "END", 0, 0},
});

template <typename E>
struct Word {
    std::string_view name;
    E value;
};

constexpr std::array<Word<File>, 10> kFiles = {{{"NULL", File::Null},
                                                {"CONST", File::Constant},
                                                {"IN", File::Input},
                                                {"OUT", File::Output},
                                                {"TEMP", File::Temporary},
                                                {"SAMP", File::Sampler},
                                                {"ADDR", File::Address},
                                                {"IMM", File::Immediate},
                                                {"SV", File::SystemValue},
                                                {"SVIEW", File::SamplerView}}};

constexpr std::array<Word<Semantic>, 14> kSemantics = {{{"POSITION", Semantic::Position},
                                                        {"COLOR", Semantic::Color},
                                                        {"BCOLOR", Semantic::BackColor},
                                                        {"FOG", Semantic::Fog},
                                                        {"PSIZE", Semantic::PointSize},
                                                        {"GENERIC", Semantic::Generic},
                                                        {"FACE", Semantic::Face},
                                                        {"EDGEFLAG", Semantic::EdgeFlag},
                                                        {"INSTANCEID", Semantic::InstanceId},
                                                        {"VERTEXID", Semantic::VertexId},
                                                        {"CLIPDIST", Semantic::ClipDistance},
                                                        {"CLIPVERTEX", Semantic::ClipVertex},
                                                        {"TEXCOORD", Semantic::TexCoord},
                                                        {"PCOORD", Semantic::PointCoord}}};

constexpr std::array<Word<Shape>, 9> kShapes = {{{"1D", Shape::Texture1D},
                                                 {"2D", Shape::Texture2D},
                                                 {"3D", Shape::Texture3D},
                                                 {"CUBE", Shape::Cube},
                                                 {"RECT", Shape::Rectangle},
                                                 {"SHADOW1D", Shape::Shadow1D},
                                                 {"SHADOW2D", Shape::Shadow2D},
                                                 {"SHADOWRECT", Shape::ShadowRectangle},
                                                 {"SHADOWCUBE", Shape::ShadowCube}}};

constexpr std::array<Word<Interpolation>, 4> kInterpolations = {{{"CONSTANT", Interpolation::Constant},
                                                                 {"LINEAR", Interpolation::Linear},
                                                                 {"PERSPECTIVE", Interpolation::Perspective},
                                                                 {"COLOR", Interpolation::Color}}};

/// Registers of a file that a declaration may name.
constexpr uint32_t kMostRegisters = 4096;
/// Instructions, declarations and immediates of a program.
constexpr size_t kMostLines = 65536;

template <typename E, size_t N>
const Word<E>* find(const std::array<Word<E>, N>& words, std::string_view name) {
    const auto* const found = std::ranges::find(words, name, &Word<E>::name);
    return found == words.end() ? nullptr : found;
}

/// A line of the text from left to right.
class Line {
  public:
    Line(std::string_view text, uint32_t number) : text_(text), number_(number) {}

    bool atEnd() {
        skipBlanks();
        return at_ == text_.size();
    }
    bool accept(std::string_view symbol) {
        skipBlanks();
        if (!text_.substr(at_).starts_with(symbol)) return false;
        at_ += symbol.size();
        return true;
    }
    void expect(std::string_view symbol) {
        if (!accept(symbol)) fail(fmt::format("'{}' expected", symbol));
    }
    /// Letters, digits and underscores.
    std::string_view word() {
        skipBlanks();
        const size_t start = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
            ++at_;
        if (start == at_) fail("a word expected");
        return text_.substr(start, at_ - start);
    }
    template <typename T>
    T number() {
        skipBlanks();
        T value{};
        const bool hexadecimal = text_.substr(at_).starts_with("0x");
        const char* const start = text_.data() + at_ + (hexadecimal ? 2 : 0);
        const auto end = std::from_chars(start, text_.data() + text_.size(), value, hexadecimal ? 16 : 10);
        if (end.ec != std::errc{}) fail("a number expected");
        at_ = static_cast<size_t>(end.ptr - text_.data());
        return value;
    }
    uint8_t component() {
        constexpr std::string_view kLetters = "xyzw";
        const size_t found = at_ < text_.size() ? kLetters.find(text_[at_]) : std::string_view::npos;
        if (found == std::string_view::npos) fail("a component expected");
        ++at_;
        return static_cast<uint8_t>(found);
    }
    bool startsWith(std::string_view symbol) const { return text_.substr(at_).starts_with(symbol); }
    bool isComponent() const {
        return at_ < text_.size() && std::string_view("xyzw").find(text_[at_]) != std::string_view::npos;
    }

    uint32_t lineNumber() const { return number_; }
    [[noreturn]] void fail(const std::string& reason) const {
        throw Malformed(fmt::format("TGSI line {} column {}: {}", number_, at_ + 1, reason));
    }
    [[noreturn]] void unsupported(const std::string& what) const {
        throw Unsupported(fmt::format("TGSI line {}: {}", number_, what));
    }

  private:
    void skipBlanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
    }

    std::string_view text_;
    uint32_t number_;
    size_t at_ = 0;
};

class Parser {
  public:
    TgsiProgram run(std::string_view text) {
        uint32_t number = 0;
        while (!text.empty()) {
            const size_t length = std::min(text.find('\n'), text.size());
            Line line(text.substr(0, length), ++number);
            text.remove_prefix(std::min(length + 1, text.size()));
            if (number > kMostLines) line.fail("the program is too long");
            if (line.atEnd()) continue;
            if (ended_) line.fail("nothing may follow END");
            parseLine(line);
        }
        if (!ended_) throw Malformed(fmt::format("TGSI line {}: END expected", number));
        return std::move(program_);
    }

  private:
    void parseLine(Line& line) {
        if (!begun_) {
            parseStage(line);
        } else if (line.accept("DCL ")) {
            parseDeclaration(line);
        } else if (line.accept("PROPERTY ")) {
            parseProperty(line);
        } else if (line.accept("IMM")) {
            parseImmediate(line);
        } else {
            line.number<uint32_t>();
            line.expect(":");
            parseInstruction(line);
        }
    }

    void parseStage(Line& line) {
        const std::string_view stage = line.word();
        if (stage != "VERT" && stage != "FRAG") line.unsupported(fmt::format("programs of the stage {}", stage));
        program_.fragment = stage == "FRAG";
        begun_ = true;
    }

    File file(Line& line) {
        const std::string_view name = line.word();
        const auto* const found = find(kFiles, name);
        if (found == nullptr) line.unsupported(fmt::format("the register file {}", name));
        return found->value;
    }

    void parseDeclaration(Line& line) {
        Declaration made{.file = file(line)};
        line.expect("[");
        made.first = made.last = line.number<uint32_t>();
        if (line.accept("]")) {
            // The constant buffer's number, where that of its registers follows.
            if (line.accept("[")) {
                if (made.first != 0) line.unsupported("constant buffers beside the first");
                made.first = made.last = line.number<uint32_t>();
            } else {
                finishDeclaration(line, made);
                return;
            }
        }
        if (line.accept("..")) made.last = line.number<uint32_t>();
        line.expect("]");
        finishDeclaration(line, made);
    }

    void finishDeclaration(Line& line, Declaration& made) {
        if (made.last < made.first || made.last >= kMostRegisters) line.fail("no range of registers");
        made.mask = mask(line);
        while (line.accept(",")) parseDeclarationDetail(line, made);
        if (!line.atEnd()) line.fail("the end of the line expected");
        uint32_t& end = declared_[static_cast<size_t>(made.file)];
        end = std::max(end, made.last + 1);
        program_.declarations.push_back(made);
    }

    void parseDeclarationDetail(Line& line, Declaration& made) {
        const std::string_view name = line.word();
        if (name == "ARRAY") {
            line.expect("(");
            line.number<uint32_t>();
            line.expect(")");
            made.array = true;
        } else if (name == "LOCAL" || name == "INVARIANT" || name == "CENTROID" || name == "CENTER" ||
                   made.file == File::SamplerView) {
            return;  // of a sampler view: shape and types of a texture, which the instructions say, too
        } else if (const auto* semantic = find(kSemantics, name);
                   semantic != nullptr && made.semantic == Semantic::None) {
            made.semantic = semantic->value;
            if (line.accept("[")) {
                made.semanticIndex = line.number<uint32_t>();
                line.expect("]");
            }
        } else if (const auto* interpolation = find(kInterpolations, name)) {
            made.interpolation = interpolation->value;
        } else {
            line.unsupported(fmt::format("declarations with {}", name));
        }
    }

    void parseProperty(Line& line) {
        const std::string_view name = line.word();
        const std::string_view value = line.atEnd() ? std::string_view() : line.word();
        if (name == "FS_COLOR0_WRITES_ALL_CBUFS") program_.colorToAll = value == "1";
        if (name == "FS_COORD_PIXEL_CENTER") program_.integerPixelCenter = value == "INTEGER";
        // FS_COORD_ORIGIN says what the source asked for: guests of a host that has but one origin, the first row, have
        // turned coordinates over where it is another.
        if (name == "VS_WINDOW_SPACE_POSITION" && value == "1") line.unsupported("positions in window space");
    }

    void parseImmediate(Line& line) {
        line.expect("[");
        if (line.number<uint32_t>() != program_.immediates.size()) line.fail("the next immediate expected");
        line.expect("]");
        const std::string_view type = line.word();
        if (type != "FLT32" && type != "UINT32" && type != "INT32")
            line.unsupported(fmt::format("immediates of type {}", type));
        line.expect("{");
        std::array<uint32_t, 4> value{};
        for (size_t i = 0; i < value.size(); ++i) {
            if (i > 0) line.expect(",");
            value[i] = type == "INT32" ? std::bit_cast<uint32_t>(line.number<int32_t>()) : line.number<uint32_t>();
        }
        line.expect("}");
        program_.immediates.push_back(value);
        declared_[static_cast<size_t>(File::Immediate)] = static_cast<uint32_t>(program_.immediates.size());
    }

    void parseInstruction(Line& line) {
        std::string_view name = line.word();
        Instruction made{.line = line.lineNumber()};
        for (const std::string_view suffix : {"_PRECISE", "_SAT"})
            if (name.ends_with(suffix)) {
                made.saturate = made.saturate || suffix == "_SAT";
                name.remove_suffix(suffix.size());
            }
        const OpcodeInfo* const info = findOpcode(name);
        if (info == nullptr) line.unsupported(fmt::format("the opcode {}", name));
        made.opcode = info->opcode;
        if (info->destinations == 1) made.destination = destination(line);
        for (uint32_t i = 0; i < info->sources; ++i) {
            if (i + info->destinations > 0) line.expect(",");
            made.sources.push_back(source(line));
        }
        if (info->texture) parseShape(line, made);
        if (info->label) {
            line.expect(":");
            line.number<uint32_t>();
        }
        if (!line.atEnd()) line.fail("the end of the line expected");
        nest(line, made.opcode);
        ended_ = made.opcode == End;
        program_.instructions.push_back(std::move(made));
    }

    void parseShape(Line& line, Instruction& made) {
        line.expect(",");
        const std::string_view name = line.word();
        const auto* const shape = find(kShapes, name);
        if (shape == nullptr) line.unsupported(fmt::format("textures of the shape {}", name));
        made.shape = shape->value;
        if (line.accept(",")) line.unsupported("texel offsets");
        if (made.sources.back().file != File::Sampler) line.fail("a sampler expected");
    }

    /// Keeps conditions and loops within each other.
    void nest(const Line& line, Opcode opcode) {
        const auto within = [&](Opcode outer) { return !open_.empty() && open_.back() == outer; };
        switch (opcode) {
            case If:
            case BeginLoop:
                open_.push_back(opcode);
                break;
            case Else:
                if (!within(If)) line.fail("ELSE without IF");
                open_.back() = Else;
                break;
            case Endif:
                if (!within(If) && !within(Else)) line.fail("ENDIF without IF");
                open_.pop_back();
                break;
            case EndLoop:
                if (!within(BeginLoop)) line.fail("ENDLOOP without BGNLOOP");
                open_.pop_back();
                break;
            case Break:
            case Continue:
                if (std::ranges::find(open_, BeginLoop) == open_.end()) line.fail("no loop is open here");
                break;
            case End:
                if (!open_.empty()) line.fail("a condition or a loop is open");
                break;
            default:
                break;
        }
    }

    struct Register {
        File file = File::Null;
        int32_t index = 0;
        std::optional<Indirect> indirect{};
    };

    Register registerOf(Line& line) {
        Register made{.file = file(line)};
        if (made.file == File::Null) {
            if (line.accept("[")) {
                line.number<int32_t>();
                line.expect("]");
            }
            return made;
        }
        line.expect("[");
        parseIndex(line, made);
        line.expect("]");
        if (made.file == File::Constant && line.accept("[")) {
            if (made.indirect || made.index != 0) line.unsupported("constant buffers beside the first");
            parseIndex(line, made);
            line.expect("]");
        }
        if (made.indirect && line.accept("(")) {
            line.number<uint32_t>();
            line.expect(")");
        }
        checkDeclared(line, made);
        return made;
    }

    void parseIndex(Line& line, Register& made) {
        if (!line.accept("ADDR[")) {
            made.index = line.number<int32_t>();
            return;
        }
        Indirect indirect;
        indirect.address = line.number<uint32_t>();
        if (indirect.address >= declared_[static_cast<size_t>(File::Address)])
            line.fail("an address register that is not declared");
        line.expect("].");
        indirect.component = line.component();
        made.indirect = indirect;
        const bool plus = line.accept("+");
        made.index = plus || line.startsWith("-") ? line.number<int32_t>() : 0;
    }

    void checkDeclared(const Line& line, const Register& named) const {
        if (named.indirect) return;
        if (named.index < 0 || static_cast<uint32_t>(named.index) >= declared_[static_cast<size_t>(named.file)])
            line.fail("a register that is not declared");
    }

    static uint8_t mask(Line& line) {
        if (!line.accept(".")) return 0xf;
        uint8_t made = 0;
        while (line.isComponent()) made = static_cast<uint8_t>(made | 1u << line.component());
        if (made == 0) line.fail("a component expected");
        return made;
    }

    Destination destination(Line& line) {
        const Register named = registerOf(line);
        switch (named.file) {
            case File::Null:
            case File::Output:
            case File::Temporary:
            case File::Address:
                break;
            default:
                line.fail("a register that cannot be written");
        }
        return {.file = named.file, .index = named.index, .indirect = named.indirect, .mask = mask(line)};
    }

    Source source(Line& line) {
        Source made;
        made.negate = line.accept("-");
        made.absolute = line.accept("|");
        const Register named = registerOf(line);
        if (named.file == File::Null || named.file == File::SamplerView) line.fail("a register that cannot be read");
        made.file = named.file;
        made.index = named.index;
        made.indirect = named.indirect;
        if (line.accept(".")) {
            for (uint8_t& component : made.swizzle) component = line.component();
        }
        if (made.absolute) line.expect("|");
        return made;
    }

    TgsiProgram program_;
    bool begun_ = false;
    bool ended_ = false;
    /// One more than the highest register declared, by file.
    std::array<uint32_t, kFiles.size()> declared_{};
    std::vector<Opcode> open_;
};

}  // namespace

const OpcodeInfo* findOpcode(std::string_view name) {
    const auto* const found = std::ranges::find(kOpcodes, name, &OpcodeInfo::name);
    return found == kOpcodes.end() ? nullptr : found;
}

const OpcodeInfo& infoOf(Opcode opcode) { return *std::ranges::find(kOpcodes, opcode, &OpcodeInfo::opcode); }

TgsiProgram parse(std::string_view text) { return Parser().run(text); }

}  // namespace cyclorama::virgl::tgsi
