// SPDX-License-Identifier: MIT
// The commands of a context that change its state, and those that draw and copy.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "virgl/context.h"

namespace cyclorama::virgl {
namespace {

TexelBox readTexelBox(Words& words) {
    TexelBox box;
    box.x = words.next();
    box.y = words.next();
    box.z = words.next();
    box.width = words.next();
    box.height = words.next();
    box.depth = words.next();
    return box;
}

ScissorBox readScissor(Words& words) {
    const uint32_t low = words.next();
    const uint32_t high = words.next();
    return {.minX = bits(low, 0, 16), .minY = bits(low, 16, 16), .maxX = bits(high, 0, 16), .maxY = bits(high, 16, 16)};
}

}  // namespace

void Context::setViewport(uint32_t, Words& words) {
    if (words.next() != 0) throw Unsupported("viewports beside the first");
    for (float& scale : sub().state.viewport.scale) scale = words.nextFloat();
    for (float& offset : sub().state.viewport.offset) offset = words.nextFloat();
}

void Context::setFramebuffer(uint32_t, Words& words) {
    const uint32_t count = words.next();
    if (count > kColorBuffers) throw Malformed(fmt::format("{} colour buffers", count));
    const uint32_t depth = words.next();
    const auto surface = [&](uint32_t handle) { return handle == 0 ? nullptr : object<AttachmentView>(handle); };
    State& state = sub().state;
    state.colorBuffers.fill(nullptr);
    state.depthBuffer = nullptr;
    state.depthBuffer = surface(depth);
    for (uint32_t i = 0; i < count; ++i) state.colorBuffers[i] = surface(words.next());
}

void Context::setVertexBuffers(uint32_t, Words& words) {
    std::array<VertexBuffer, kVertexBuffers> buffers;
    for (size_t i = 0; words.left() > 0; ++i) {
        if (i == buffers.size()) throw Malformed("too many vertex buffers");
        buffers[i].stride = words.next();
        buffers[i].offset = words.next();
        buffers[i].resource = optionalResource(words.next());
    }
    sub().state.vertexBuffers = std::move(buffers);
}

void Context::setIndexBuffer(uint32_t, Words& words) {
    IndexBuffer buffer{.resource = optionalResource(words.next())};
    if (buffer.resource) {
        buffer.indexBytes = words.next();
        buffer.offset = words.next();
        if (buffer.indexBytes != 1 && buffer.indexBytes != 2 && buffer.indexBytes != 4)
            throw Malformed(fmt::format("indices of {} bytes", buffer.indexBytes));
    }
    sub().state.indexBuffer = std::move(buffer);
}

void Context::clear(uint32_t, Words& words) {
    ClearRequest request{.buffers = words.next()};
    for (float& component : request.color) component = words.nextFloat();
    const uint64_t low = words.next();
    request.depth = std::bit_cast<double>(low | uint64_t{words.next()} << 32);
    request.stencil = words.next();
    if (sub().drawsNothing) return;
    renderer_.clear(sub().state, request);
}

void Context::draw(uint32_t, Words& words) {
    DrawRequest request;
    request.start = words.next();
    request.count = words.next();
    const uint32_t primitive = words.next();
    if (primitive > static_cast<uint32_t>(Primitive::Polygon))
        throw Unsupported(fmt::format("primitives of kind {}", primitive));
    request.primitive = static_cast<Primitive>(primitive);
    request.indexed = words.next() != 0;
    request.instances = words.next();
    request.indexBias = std::bit_cast<int32_t>(words.next());
    if (words.next() != 0) throw Unsupported("a first instance");
    if (words.next() != 0) throw Unsupported("primitives that an index ends");
    words.next();  // that index
    words.next();  // smallest index
    words.next();  // largest index
    if (words.next() != 0) throw Unsupported("counts from streams of vertices");
    if (words.left() > 0) {
        words.next();  // vertices of a patch
        words.next();  // number of the draw among several
    }
    if (words.left() > 0) throw Unsupported("draws whose arguments are in memory");
    for (const std::string& reason : sub().refusedShaders)
        if (!reason.empty()) throw Unsupported("a program that was refused: " + reason);
    for (const StageState& stage : sub().state.stages)
        if (!stage.shader) throw Malformed("a draw without programs");
    if (sub().drawsNothing) return;
    const RasterizerState* const raster = sub().state.rasterizer.get();
    if (raster != nullptr && raster->smooth.polygons && request.primitive >= Primitive::Triangles)
        report_(findings::kLeftOut, "DRAW_VBO", "smooth edges of polygons");
    renderer_.draw(sub().state, request);
}

void Context::inlineWrite(uint32_t, Words& words) {
    const auto resource = resources_(words.next());
    Region region{.level = words.next()};
    words.next();  // usage
    GuestRows rows;
    rows.stride = words.next();
    rows.sliceStride = words.next();
    region.box = readTexelBox(words);
    check(resource->description, region);
    const auto bytes = std::as_bytes(words.rest());
    renderer_.upload(*resource, region, bytes, guestRows(resource->description, region, rows, bytes.size()));
}

void Context::clearTexture(uint32_t, Words& words) {
    const auto resource = resources_(words.next());
    Region region{.level = words.next()};
    region.box = readTexelBox(words);
    check(resource->description, region);
    const TexelBlock block = texelBlock(resource->description);
    const auto texel = std::as_bytes(words.rest());
    if (resource->description.isBuffer() || block.side > 1) throw Malformed("a clear of a texture without texels");
    if (texel.size() < block.bytes) throw Malformed("a clear with a part of a texel");
    std::vector<std::byte> row(block.rowBytes(region.box.width));
    for (size_t i = 0; i < row.size(); ++i) row[i] = texel[i % block.bytes];
    renderer_.upload(*resource, region, row, {.stride = 0, .sliceStride = 0});
}

void Context::setSamplerViews(uint32_t, Words& words) {
    StageState* const stage = stageOf(words.next());
    const uint32_t first = words.next();
    if (stage == nullptr) return;
    for (uint32_t slot = first; words.left() > 0; ++slot) {
        if (slot >= kSamplers) throw Malformed(fmt::format("texture {}", slot));
        const uint32_t handle = words.next();
        stage->views[slot] = nullptr;
        if (handle != 0) stage->views[slot] = object<SamplerView>(handle);
    }
}

void Context::bindSamplers(uint32_t, Words& words) {
    StageState* const stage = stageOf(words.next());
    const uint32_t first = words.next();
    if (stage == nullptr) return;
    for (uint32_t slot = first; words.left() > 0; ++slot) {
        if (slot >= kSamplers) throw Malformed(fmt::format("sampler {}", slot));
        const uint32_t handle = words.next();
        stage->samplers[slot] = nullptr;
        if (handle != 0) stage->samplers[slot] = object<Sampler>(handle);
    }
}

void Context::setConstants(uint32_t, Words& words) {
    StageState* const stage = stageOf(words.next());
    const uint32_t buffer = words.next();
    if (buffer != 0 && words.left() > 0) throw Unsupported("constant buffers beside the first");
    if (stage == nullptr || buffer != 0) return;
    stage->constants.assign(words.rest().begin(), words.rest().end());
}

void Context::setStencilReference(uint32_t, Words& words) {
    const uint32_t word = words.next();
    sub().state.stencilReference = {static_cast<uint8_t>(bits(word, 0, 8)), static_cast<uint8_t>(bits(word, 8, 8))};
}

void Context::setBlendColor(uint32_t, Words& words) {
    for (float& component : sub().state.blendColor) component = words.nextFloat();
}

void Context::setScissor(uint32_t, Words& words) {
    if (words.next() != 0) throw Unsupported("scissors beside the first");
    sub().state.scissor = readScissor(words);
}

void Context::setClipPlanes(uint32_t, Words& words) {
    for (func::Vec4& plane : sub().state.clipPlanes)
        for (float& component : plane) component = words.nextFloat();
}

void Context::setSampleMask(uint32_t, Words& words) { sub().state.sampleMask = words.next(); }

void Context::setPolygonStipple(uint32_t, Words& words) {
    for (uint32_t& row : sub().state.polygonStipple) row = words.next();
}

void Context::copyRegion(uint32_t, Words& words) {
    CopyRequest request;
    request.to = resources_(words.next());
    request.level = words.next();
    request.x = words.next();
    request.y = words.next();
    request.z = words.next();
    request.from = resources_(words.next());
    request.source.level = words.next();
    request.source.box = readTexelBox(words);
    const TexelBox& box = request.source.box;
    check(request.from->description, request.source);
    check(request.to->description,
          {.level = request.level, .box = {request.x, request.y, request.z, box.width, box.height, box.depth}});
    if (request.from->description.isBuffer() != request.to->description.isBuffer())
        throw Malformed("a copy between a buffer and a texture");
    renderer_.copy(request);
}

BlitSide Context::readBlitSide(Words& words) {
    BlitSide side{.resource = resources_(words.next()), .level = words.next()};
    side.format = static_cast<Format>(words.next());
    const ResourceDescription& description = side.resource->description;
    if (description.isBuffer()) throw Malformed("a blit of a buffer");
    if (side.level > description.lastLevel) throw Malformed("a blit of a level that is not there");
    for (int32_t* const value : {&side.x, &side.y, &side.z, &side.width, &side.height, &side.depth})
        *value = std::bit_cast<int32_t>(words.next());
    // In a mirrored box a side starts after its end.
    const auto isSpan = [](int64_t start, int64_t size) {
        return size != 0 && std::in_range<int32_t>(start + size) && std::in_range<int32_t>(-size);
    };
    const auto slices = int64_t{description.levelSize(side.level)[2]};
    if (!isSpan(side.x, side.width) || !isSpan(side.y, side.height) || side.z < 0 || side.depth <= 0 ||
        int64_t{side.z} + side.depth > slices)
        throw Malformed("a blit that leaves its texture");
    return side;
}

void Context::blit(uint32_t, Words& words) {
    const uint32_t flags = words.next();
    BlitRequest request{.mask = bits(flags, 0, 8), .linear = bits(flags, 8, 2) != 0};
    const bool conditional = bit(flags, 11);
    const ScissorBox scissor = readScissor(words);
    if (bit(flags, 10)) request.scissor = scissor;
    if (bit(flags, 12)) throw Unsupported("blits that blend");
    request.to = readBlitSide(words);
    request.from = readBlitSide(words);
    if (conditional && sub().drawsNothing) return;
    renderer_.blit(request);
}

}  // namespace cyclorama::virgl
