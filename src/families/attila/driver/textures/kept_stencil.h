// SPDX-License-Identifier: MIT
#pragma once
// Stencil writes of some of the bits, whose values depend on what is there: the chip writes zeros to the others
// (ATTILA: emul/FragmentOpEmulator). Of one triangle each pixel is tested once, so that the driver can let the chip
// count the tests, and write what they ask for itself.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "families/attila/driver/textures/texture_storage.h"
#include "virgl/state.h"

namespace cyclorama::attila {

/// Operations with which the stencil values say how the test of a pixel came out: one more where the depth test, if
/// there is one, passes or is not asked, one less where it fails.
virgl::StencilFace countingTests(const virgl::StencilFace& asked);

/// The stencil values of a depth buffer before a draw of one triangle, and what it is to make of them.
class KeptStencil {
  public:
    /// Takes the values as they are. Throws virgl::Unsupported where pixels have several samples.
    KeptStencil(TextureStorage& storage, const virgl::AttachmentView& surface);

    /// After the draw with countingTests(asked): writes the values that `asked` leads to.
    void complete(const virgl::StencilFace& asked, uint8_t reference);

  private:
    TextureStorage& storage_;
    const virgl::AttachmentView& surface_;
    std::vector<std::byte> before_;
};

}  // namespace cyclorama::attila
