// SPDX-License-Identifier: MIT
#include "virgl/objects.h"

#include <fmt/format.h>

#include "virgl/protocol/gallium_values.h"

namespace cyclorama::virgl {
namespace {

/// Bits of a face in PIPE_FACE_* are those of the fill modes' numbers.
Fill fillMode(uint32_t number) {
    if (number == 3) throw Unsupported("polygons filled as rectangles");
    return static_cast<Fill>(number);
}

StencilFace readStencil(uint32_t word) {
    return {.enabled = bit(word, 0),
            .function = compareFunction(bits(word, 1, 3)),
            .stencilFail = stencilOperation(bits(word, 4, 3)),
            .depthPass = stencilOperation(bits(word, 7, 3)),
            .depthFail = stencilOperation(bits(word, 10, 3)),
            .compareMask = static_cast<uint8_t>(bits(word, 13, 8)),
            .writeMask = static_cast<uint8_t>(bits(word, 21, 8))};
}

BlendTarget readTarget(uint32_t word) {
    BlendTarget target{.mask = static_cast<uint8_t>(bits(word, 27, 4))};
    target.enabled = bit(word, 0);
    if (!target.enabled) return target;
    target.colorEquation = blendEquation(bits(word, 1, 3));
    target.sourceColor = blendFactor(bits(word, 4, 5));
    target.destinationColor = blendFactor(bits(word, 9, 5));
    target.alphaEquation = blendEquation(bits(word, 14, 3));
    target.sourceAlpha = blendFactor(bits(word, 17, 5));
    target.destinationAlpha = blendFactor(bits(word, 22, 5));
    return target;
}

}  // namespace

Blend readBlend(Words& words) {
    const uint32_t flags = words.next();
    Blend blend{.independent = bit(flags, 0),
                .logicOperationEnabled = bit(flags, 1),
                .alphaToCoverage = bit(flags, 3),
                .alphaToOne = bit(flags, 4),
                .logicOperation = logicOperation(bits(words.next(), 0, 4))};
    for (BlendTarget& target : blend.targets) target = readTarget(words.next());
    if (!blend.independent) blend.targets.fill(blend.targets[0]);
    return blend;
}

DepthStencilAlpha readDepthStencilAlpha(Words& words) {
    const uint32_t flags = words.next();
    DepthStencilAlpha state{.depthTest = bit(flags, 0),
                            .depthWrite = bit(flags, 1),
                            .depthFunction = compareFunction(bits(flags, 2, 3)),
                            .alphaTest = bit(flags, 8),
                            .alphaFunction = compareFunction(bits(flags, 9, 3))};
    for (StencilFace& face : state.stencil) face = readStencil(words.next());
    state.alphaReference = words.nextFloat();
    return state;
}

RasterizerState readRasterizerState(Words& words) {
    const uint32_t flags = words.next();
    const float pointSize = words.nextFloat();
    const uint32_t spriteCoordinates = words.next();
    const uint32_t lines = words.next();
    const float lineWidth = words.nextFloat();
    RasterizerState state{.flat = bit(flags, 0),
                          .provokingFirst = bit(flags, 4),
                          .depthClip = bit(flags, 1),
                          .depthFromZero = bit(flags, 2),
                          .discard = bit(flags, 3),
                          .twoSided = bit(flags, 5),
                          .scissor = bit(flags, 14),
                          .frontCounterClockwise = bit(flags, 15),
                          .cull = cullMode(bits(flags, 8, 2)),
                          .fill = {fillMode(bits(flags, 10, 2)), fillMode(bits(flags, 12, 2))},
                          .smooth = {.points = bit(flags, 23), .lines = bit(flags, 26), .polygons = bit(flags, 21)},
                          .polygonStipple = bit(flags, 22),
                          .lineStipple = bit(flags, 27),
                          .offsetTriangles = bit(flags, 20),
                          .offsetLines = bit(flags, 18),
                          .offsetPoints = bit(flags, 19),
                          .halfPixelCenter = bit(flags, 29),
                          .multisample = bit(flags, 25),
                          .pointSize = pointSize,
                          .pointSizeOfVertex = bit(flags, 24),
                          .pointSprite = bit(flags, 7),
                          .spriteFromFirstRow = !bit(flags, 6),
                          .spriteCoordinates = spriteCoordinates,
                          .lineWidth = lineWidth,
                          .stipplePattern = bits(lines, 0, 16),
                          .stippleFactor = bits(lines, 16, 8) + 1,
                          .clipPlanes = static_cast<uint8_t>(bits(lines, 24, 8))};
    state.offsetUnits = words.nextFloat();
    state.offsetScale = words.nextFloat();
    words.next();  // the largest offset, which guests may not ask for
    return state;
}

VertexElements readVertexElements(Words& words) {
    VertexElements elements;
    while (words.left() > 0) {
        VertexElement element;
        element.offset = words.next();
        element.divisor = words.next();
        element.buffer = words.next();
        element.format = words.next();
        if (element.buffer >= kVertexBuffers) throw Malformed(fmt::format("vertex buffer {}", element.buffer));
        elements.push_back(element);
    }
    if (elements.size() > kVertexBuffers) throw Malformed(fmt::format("{} vertex elements", elements.size()));
    return elements;
}

SamplerView readSamplerView(Words& words, const ResourceFinder& resources) {
    SamplerView view{.resource = resources(words.next())};
    if (view.resource->description.isBuffer()) throw Unsupported("buffers as textures");
    view.format = static_cast<Format>(bits(words.next(), 0, 24));
    const uint32_t layers = words.next();
    const uint32_t levels = words.next();
    if (bits(layers, 0, 16) != 0) throw Unsupported("views of a texture from another layer on than the first");
    view.firstLevel = bits(levels, 0, 8);
    view.lastLevel = bits(levels, 8, 8);
    if (view.firstLevel > view.lastLevel || view.lastLevel > view.resource->description.lastLevel)
        throw Malformed("levels that the texture does not have");
    const uint32_t swizzle = words.next();
    for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t source = bits(swizzle, 3 * i, 3);
        if (source > static_cast<uint32_t>(Swizzle::One)) throw Malformed(fmt::format("swizzle {}", source));
        view.swizzle[i] = static_cast<Swizzle>(source);
    }
    return view;
}

Sampler readSampler(Words& words) {
    const uint32_t flags = words.next();
    Sampler sampler{.wrap = {wrapMode(bits(flags, 0, 3)), wrapMode(bits(flags, 3, 3)), wrapMode(bits(flags, 6, 3))},
                    .minFilter = filterMode(bits(flags, 9, 2), bits(flags, 11, 2)),
                    .magFilter = filterMode(bits(flags, 13, 2), 2),
                    .comparison = bit(flags, 15),
                    .function = compareFunction(bits(flags, 16, 3)),
                    .anisotropy = std::max(bits(flags, 20, 6), 1u)};
    sampler.lodBias = words.nextFloat();
    sampler.minLod = words.nextFloat();
    sampler.maxLod = words.nextFloat();
    for (float& component : sampler.borderColor) component = words.nextFloat();
    return sampler;
}

AttachmentView readAttachmentView(Words& words, const ResourceFinder& resources) {
    AttachmentView surface{.resource = resources(words.next())};
    if (surface.resource->description.isBuffer()) throw Malformed("a buffer as a surface");
    surface.format = static_cast<Format>(words.next());
    surface.level = words.next();
    const uint32_t layers = words.next();
    surface.layer = bits(layers, 0, 16);
    if (bits(layers, 16, 16) != surface.layer) throw Unsupported("surfaces of several layers");
    check(surface.resource->description,
          {.level = surface.level, .box = {.z = surface.layer, .width = 1, .height = 1, .depth = 1}});
    return surface;
}

}  // namespace cyclorama::virgl
