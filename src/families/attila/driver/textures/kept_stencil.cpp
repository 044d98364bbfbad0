// SPDX-License-Identifier: MIT
#include "families/attila/driver/textures/kept_stencil.h"

#include "func/compare.h"
#include "func/output/depth_stencil.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

using func::StencilOperation;

/// Place of the stencil value in a texel of Z24S8, the one format that has any.
constexpr size_t kStencilByte = 3;

uint8_t updated(const virgl::StencilFace& face, uint8_t reference, uint8_t old, uint8_t counted) {
    const bool passes =
        func::compare(face.function, uint32_t{reference} & face.compareMask, uint32_t{old} & face.compareMask);
    const bool depthPasses = static_cast<uint8_t>(counted - old) == 1;
    const StencilOperation operation = !passes ? face.stencilFail : depthPasses ? face.depthPass : face.depthFail;
    const uint32_t value = func::updatedStencil(operation, old, reference);
    return static_cast<uint8_t>((old & ~face.writeMask) | (value & face.writeMask));
}

}  // namespace

virgl::StencilFace countingTests(const virgl::StencilFace& asked) {
    constexpr uint8_t kAllBits = 0xff;
    virgl::StencilFace face = asked;
    face.writeMask = kAllBits;
    face.stencilFail = face.depthPass = StencilOperation::IncrementWrap;
    face.depthFail = StencilOperation::DecrementWrap;
    return face;
}

KeptStencil::KeptStencil(TextureStorage& storage, const virgl::AttachmentView& surface)
    : storage_(storage), surface_(surface) {
    if (storage.drawnForm().samples > 1)
        throw virgl::Unsupported("stencil writes of some of the bits alone, of several samples");
    const std::span<const std::byte> rows = storage.rows(surface.level, surface.layer);
    before_.assign(rows.begin(), rows.end());
}

void KeptStencil::complete(const virgl::StencilFace& asked, uint8_t reference) {
    const std::span<std::byte> rows = storage_.rowsToWrite(surface_.level, surface_.layer);
    for (size_t at = kStencilByte; at < rows.size(); at += func::kDepthStencilBytes) {
        const auto old = std::to_integer<uint8_t>(before_[at]);
        const auto counted = std::to_integer<uint8_t>(rows[at]);
        if (counted != old) rows[at] = std::byte{updated(asked, reference, old, counted)};
    }
}

}  // namespace cyclorama::attila
