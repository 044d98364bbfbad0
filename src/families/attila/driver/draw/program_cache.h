// SPDX-License-Identifier: MIT
#pragma once
// Programs in the instruction memory of the shaders: translated when a pair is first drawn with, loaded once.

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>

#include "families/attila/driver/programs/prepared_program.h"
#include "families/attila/driver/programs/program_form.h"
#include "families/attila/driver/programs/program_variant.h"
#include "families/attila/driver/programs/translated_program.h"
#include "families/attila/driver/textures/texture_storage.h"
#include "isa/program.h"

namespace cyclorama::attila {

struct LoadedProgram {
    TranslatedProgram translated;
    isa::Program program;
    /// Attributes of vertices that it reads, as inputs or by loads.
    uint32_t attributesRead = 0;
    std::vector<std::byte> code{};
    Allocation place{};
    /// First instruction, where it is loaded.
    uint32_t pc = 0;
    bool loaded = false;
};

/// The variant of a fragment program: swizzles of what is bound, and the tests that it has to make.
ProgramVariant fragmentVariant(const virgl::State& state);
/// The variant of a vertex program: swizzles of what is bound, clip planes; `movesPosition` as in ProgramVariant.
ProgramVariant vertexVariant(const virgl::State& state, bool movesPosition);

/// The planes that are enabled, in the order of TranslatedProgram::clipPlanes.
std::vector<func::Vec4> enabledClipPlanes(const virgl::State& state);

class ProgramCache {
  public:
    ProgramCache(const DriverMemory& driver, const ProgramForm& form) : driver_(driver), form_(form) {}

    /// A program that hands over attributes as the fragment program `reader` reads them. Throws virgl::Unsupported.
    LoadedProgram& find(const virgl::Shader& shader, const virgl::Shader& reader, const ProgramVariant& variant);
    /// One of the driver's own, by its text; `number` distinguishes it from others.
    LoadedProgram& findOwn(virgl::Stage stage, uint32_t number, std::string_view text);
    /// Makes both the programs of the next draw.
    void use(LoadedProgram& vertex, LoadedProgram& fragment);

  private:
    using Key = std::tuple<uint64_t, uint64_t, ProgramVariant>;

    const PreparedProgram& preparedOf(const virgl::Shader& shader);
    static LoadedProgram assemble(TranslatedProgram translated, virgl::Stage stage, const ProgramForm& form);
    void load(virgl::Stage stage, LoadedProgram& program);
    bool fits(const LoadedProgram& program) const;
    void forgetLoaded();

    DriverMemory driver_;
    ProgramForm form_;
    /// By the shader's number.
    std::map<uint64_t, PreparedProgram> prepared_;
    std::map<Key, LoadedProgram> programs_;
    /// Translations that were refused, with the reason that each draw reports.
    std::map<Key, std::exception_ptr> refused_;
    std::map<uint32_t, LoadedProgram> own_;
    uint32_t nextInstruction_ = 0;
};

}  // namespace cyclorama::attila
