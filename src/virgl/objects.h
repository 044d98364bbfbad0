// SPDX-License-Identifier: MIT
#pragma once
// The objects of a context, made from the words of CREATE_OBJECT (Mesa: virgl_encode.c).

#include <functional>
#include <memory>

#include "virgl/protocol/words.h"
#include "virgl/state.h"

namespace cyclorama::virgl {

/// Finds a resource by its number; throws Malformed for an unknown number.
using ResourceFinder = std::function<std::shared_ptr<Resource>(uint32_t)>;

Blend readBlend(Words& words);
DepthStencilAlpha readDepthStencilAlpha(Words& words);
RasterizerState readRasterizerState(Words& words);
VertexElements readVertexElements(Words& words);
SamplerView readSamplerView(Words& words, const ResourceFinder& resources);
Sampler readSampler(Words& words);
AttachmentView readAttachmentView(Words& words, const ResourceFinder& resources);

}  // namespace cyclorama::virgl
