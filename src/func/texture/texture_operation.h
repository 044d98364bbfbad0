// SPDX-License-Identifier: MIT
#pragma once
// Requests of shader programs to the texture unit.

#include <cstdint>

namespace cyclorama::func {

/// The operand of a request has components s, t, r and a fourth one.
enum class TextureOperation : uint8_t {
    Sample,
    SampleBias,      ///< the fourth component biases the level of detail
    SampleProject,   ///< s, t and r are divided by the fourth component
    SampleLod,       ///< the fourth component is the level of detail
    SampleGradient,  ///< the level of detail follows from gradients that come along
    LoadAttribute    ///< the bits of the first component are an index into a stream
};

}  // namespace cyclorama::func
