// SPDX-License-Identifier: MIT
#pragma once
// Shaders of the microbenchmarks. Their operands are uniforms and attributes, so that no compiler can compute them.

#include <string>

namespace gles_rates {

inline constexpr const char* kVertexProgram = R"(
attribute vec4 position;
attribute vec4 coordinates;
varying highp vec4 value;
void main() {
    gl_Position = position;
    value = coordinates;
}
)";

inline constexpr const char* kCopyProgram = R"(
precision highp float;
varying highp vec4 value;
void main() { gl_FragColor = value; }
)";

/// A program with `step` over and over, between a first and a last statement.
inline std::string repeated(const char* first, const char* step, int times, const char* last) {
    std::string text =
        "precision highp float;\nvarying highp vec4 value;\nuniform vec4 factor;\nuniform sampler2D image;\n";
    text += std::string("void main() {\n") + first;
    for (int i = 0; i < times; ++i) text += step;
    return text + last + "}\n";
}

}  // namespace gles_rates
