// SPDX-License-Identifier: MIT
#pragma once
// Enumerations of Gallium (Mesa: src/gallium/include/pipe/p_defines.h), by which the protocol's state is encoded, as
// values of the fixed-function vocabulary. Each throws Malformed for a number that has no meaning and Unsupported for
// one that the vocabulary lacks.

#include <cstdint>

#include "func/types.h"

namespace cyclorama::virgl {

func::CompareFunction compareFunction(uint32_t number);
func::StencilOperation stencilOperation(uint32_t number);
func::BlendEquation blendEquation(uint32_t number);
func::BlendFactor blendFactor(uint32_t number);
func::LogicOperation logicOperation(uint32_t number);
func::CullMode cullMode(uint32_t number);
func::WrapMode wrapMode(uint32_t number);
/// The filter within a level (0 nearest, 1 linear) and the one between levels (0 nearest, 1 linear, 2 none).
func::FilterMode filterMode(uint32_t image, uint32_t mipmap);

}  // namespace cyclorama::virgl
