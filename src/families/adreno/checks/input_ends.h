// SPDX-License-Identifier: MIT
#pragma once
// The end of inputs, (ei), of a fragment program: the last read of a varying has it, so that the varyings' storage
// becomes free for other work. A chip hangs without it (Mesa: commit 2b93eb9c76f), and where fibers end before it
// (Mesa: ir3/ir3_sched.c and ir3_postsched.c, kills).
//
// Programs that read varyings after the first branch need none: the storage is then released where the program ends
// (Mesa: ir3/ir3_legalize.c, early_input_release).

#include <cstdint>
#include <optional>
#include <string>

#include "families/adreno/isa/program.h"

namespace cyclorama::adreno::ir3 {

struct InputEndFault {
    enum class Kind : uint8_t {
        Missing,    ///< the last read of a varying has no (ei)
        AfterKill,  ///< fibers may have ended before (ei)
        Early       ///< a varying is read, or its load is not awaited, where (ei) has released it
    };
    Kind kind = Kind::Missing;
    size_t instruction = 0;

    bool operator==(const InputEndFault&) const = default;
};

/// The first fault of a fragment program. `length`: instructions up to the end.
std::optional<InputEndFault> findInputEndFault(const Ir3Program& program, size_t length);

/// "instruction 12 reads the last varying without (ei)".
std::string describe(const InputEndFault& fault);

}  // namespace cyclorama::adreno::ir3
