// SPDX-License-Identifier: MIT
// Any text is a TGSI program or refused; what is one is translated for ATTILA's shaders or refused; what is translated
// can be assembled.

#include <cstdlib>
#include <string_view>
#include <variant>

#include "families/attila/driver/programs/program_translator.h"
#include "families/attila/isa/codec.h"
#include "virgl/protocol/refusal.h"
#include "virgl/tgsi/parser.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace cyclorama;
    try {
        const virgl::tgsi::TgsiProgram program =
            virgl::tgsi::parse(std::string_view(reinterpret_cast<const char*>(data), size));
        attila::ProgramVariant variant;
        variant.movesPosition = true;
        if (size % 2 == 0) variant.alphaTest = func::CompareFunction::Less;
        const attila::TranslatedProgram translated =
            attila::translate(attila::prepare(program), attila::ProgramLink(program), variant);
        if (std::holds_alternative<attila::AssemblyError>(attila::assembleProgram(translated.text))) std::abort();
    } catch (const virgl::Malformed&) {
    } catch (const virgl::Unsupported&) {
    }
    return 0;
}
