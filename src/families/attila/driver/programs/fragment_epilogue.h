// SPDX-License-Identifier: MIT
#pragma once
// The end of fragment programs: what drops fragments or changes their colours after the guest's own instructions, since
// the chip has no unit for it.

#include <cstdint>

#include "families/attila/driver/programs/arithmetic.h"
#include "families/attila/driver/programs/program_link.h"
#include "families/attila/driver/programs/program_text.h"
#include "families/attila/driver/programs/program_variant.h"
#include "families/attila/driver/programs/translated_program.h"
#include "virgl/tgsi/program.h"

namespace cyclorama::attila {

class FragmentEpilogue {
  public:
    FragmentEpilogue(const virgl::tgsi::TgsiProgram& program, const ProgramLink& link, const ProgramVariant& variant,
                     Arithmetic& arithmetic, ProgramText& text)
        : program_(program), link_(link), variant_(variant), arithmetic_(arithmetic), text_(text) {}

    /// The end changes or copies the first colour: the program writes it to a register.
    bool changesColor() const;
    /// Drops fragments outside of clip planes, and by the pattern of polygons, whose unit is the first without a
    /// sampler.
    void dropFragments(TranslatedProgram& made);
    /// Changes the first colour, which is in `color`, and hands it on. Throws virgl::Unsupported.
    void finishColor(const TextResult& color, TranslatedProgram& made);

  private:
    void clip();
    void stipple(TranslatedProgram& made);
    void cover(const TextResult& color, TranslatedProgram& made);
    void setAlphaToOne(const TextResult& color);
    void testAlpha(const TextResult& color, TranslatedProgram& made);

    const virgl::tgsi::TgsiProgram& program_;
    const ProgramLink& link_;
    const ProgramVariant& variant_;
    Arithmetic& arithmetic_;
    ProgramText& text_;
};

}  // namespace cyclorama::attila
