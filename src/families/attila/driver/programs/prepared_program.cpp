// SPDX-License-Identifier: MIT
#include "families/attila/driver/programs/prepared_program.h"

#include "families/attila/driver/programs/multiply_adds.h"
#include "families/attila/driver/programs/selections.h"
#include "isa/instruction.h"

namespace cyclorama::attila {

PreparedProgram prepare(const virgl::tgsi::TgsiProgram& program) {
    // Joined products keep their factors for longer: large programs must not need more registers for that.
    constexpr uint32_t kFew = isa::kTemporaryRegisters / 2;
    PreparedProgram selecting(withSelections(program));
    PreparedProgram joined(withMultiplyAdds(selecting.program));
    const uint32_t needed = joined.registers.count();
    if (needed <= kFew || needed <= selecting.registers.count()) return joined;
    return selecting;
}

}  // namespace cyclorama::attila
