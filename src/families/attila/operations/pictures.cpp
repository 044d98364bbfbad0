// SPDX-License-Identifier: MIT
#include "families/attila/operations/pictures.h"

#include <algorithm>

#include "func/output/resolve.h"
#include "machine/values/machine_findings.h"
#include "machine/values/picture.h"

namespace cyclorama::attila {

using machine::rowOrder;

machine::MappedSurface dumpedSurface(DumpBuffer::Content content, const gpu::DrawState& state,
                                     machine::Surfaces& surfaces) {
    return content == DumpBuffer::Content::Color ? surfaces.color(state, 0) : surfaces.depthStencil(state);
}

const sim::FindingKind& invalidBuffer(DumpBuffer::Content content) {
    return content == DumpBuffer::Content::Color ? machine::findings::kTarget : machine::findings::kDepthBuffer;
}

void dump(DumpBuffer::Content content, const gpu::DrawState& state, const machine::MappedSurface& surface,
          uint32_t number, machine::FrameSink& frames) {
    const std::string ordinal = std::to_string(number);
    switch (content) {
        case DumpBuffer::Content::Color:
            frames.dump("color" + ordinal,
                        func::readFrame(surface.bytes, *surface.layout, state.color->targets[0].color.format,
                                        rowOrder(state), func::AlphaOutput::Stored));
            break;
        case DumpBuffer::Content::Depth:
            frames.dump("depth" + ordinal, func::readDepth(surface.bytes, *surface.layout, rowOrder(state)));
            break;
        case DumpBuffer::Content::Stencil:
            frames.dump("stencil" + ordinal, func::readStencil(surface.bytes, *surface.layout, rowOrder(state)));
            break;
    }
}

void dumpBlitSource(const gpu::DrawState& state, machine::Surfaces& surfaces, const std::string& name,
                    machine::FrameSink& frames) {
    const machine::MappedSurface surface = surfaces.color(state, 0);
    if (!surface.valid) return;
    const func::Picture buffer = func::readFrame(surface.bytes, *surface.layout, state.color->targets[0].color.format,
                                                 func::RowOrder::BottomFirst);
    const uint32_t left = std::min(state.blit.x, buffer.width);
    const uint32_t bottom = std::min(state.blit.y, buffer.height);
    func::Picture window{.width = std::min(state.blit.width, buffer.width - left),
                         .height = std::min(state.blit.height, buffer.height - bottom),
                         .rgba = {}};
    const uint32_t top = buffer.height - bottom - window.height;
    for (uint32_t row = 0; row < window.height; ++row) {
        const auto first = buffer.rgba.begin() + (static_cast<ptrdiff_t>(top + row) * buffer.width + left) * 4;
        window.rgba.insert(window.rgba.end(), first, first + static_cast<ptrdiff_t>(window.width) * 4);
    }
    if (!window.rgba.empty()) frames.dump(name, window);
}

}  // namespace cyclorama::attila
