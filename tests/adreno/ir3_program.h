// SPDX-License-Identifier: MIT
#pragma once
// Programs of ir3 from their text, and waves that run them.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <string_view>
#include <variant>
#include <vector>

#include "families/adreno/isa/codec.h"
#include "families/adreno/isa/executor.h"

namespace cyclorama::adreno::ir3 {

inline Ir3Program programOf(std::string_view text) {
    const auto words = assembleProgram(text);
    if (const auto* error = std::get_if<AssemblyError>(&words)) {
        ADD_FAILURE() << "line " << error->line << ": " << error->reason;
        return {};
    }
    return makeProgram(std::get<std::vector<uint64_t>>(words));
}

/// The number of a register as "r1.z" or "hr1.z" names it.
constexpr unsigned reg(unsigned vector, char component) {
    return vector * kComponents + (component == 'w' ? 3u : static_cast<unsigned>(component - 'x'));
}

inline uint32_t bitsOf(float value) { return std::bit_cast<uint32_t>(value); }

/// A wave with its program and what it works with; r0.x holds the fiber's number.
struct WaveRun {
    explicit WaveRun(std::string_view text, const WaveShape& shape = {},
                     isa::WaveMask lanes = isa::WaveMask::first(isa::kWaveLanes))
        : program(programOf(text)), wave(program, shape, lanes) {
        context.constants = constants;
        context.stepLimit = 100000;
        for (unsigned lane = 0; lane < shape.width; ++lane) wave.setRegister(0, lane, lane);
    }

    WaveStatus go() { return run(program, wave, context); }
    uint32_t value(unsigned number, unsigned lane = 0) const { return wave.registerValue(number, lane); }

    Ir3Program program;
    Wave wave;
    std::array<uint32_t, 2048> constants{};
    WaveContext context{};
};

}  // namespace cyclorama::adreno::ir3
