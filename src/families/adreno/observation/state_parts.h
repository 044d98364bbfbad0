// SPDX-License-Identifier: MIT
#pragma once
// The state of a draw for people, in parts: vertex input, rasterizer, tests, colours, programs, textures. A part whose
// registers are as at an earlier draw is not made again.

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "families/adreno/pc/draw_operands.h"
#include "families/adreno/registers/register_values.h"
#include "families/adreno/sp/textures_used.h"
#include "machine/values/state_rows.h"

namespace cyclorama::adreno {

/// Makes parts of registers. Each is kept with the registers that it was made of.
class PartMaker {
  public:
    /// A register, and what it held.
    struct Read {
        uint32_t offset = 0;
        uint32_t value = 0;
    };
    class Reader;
    using Make = void (*)(Reader& registers, machine::StateRowMaker& rows);

    explicit PartMaker(Make make) : make_(make) {}

    machine::StateRows of(const RegisterValues& registers);

  private:
    struct Known {
        std::vector<Read> reads;
        machine::StateRows rows;
    };
    /// The last used first.
    std::vector<Known> known_;
    Make make_;
};

class StateParts {
  public:
    StateParts();

    std::vector<machine::StateRows> of(const RegisterValues& registers, const DrawOperands& operands,
                                       const TexturesUsed& textures);

  private:
    machine::StateRows texture(uint32_t number, const TexturesUsed::Use& use);

    std::vector<PartMaker> makers_;
    /// By place among a draw's.
    std::map<std::pair<uint32_t, TexturesUsed::Use>, machine::StateRows> textures_;
};

}  // namespace cyclorama::adreno
