// SPDX-License-Identifier: MIT
#pragma once
// The state of a draw in ATTILA's registers. Each function throws virgl::Unsupported for what the chip has no registers
// for.

#include <array>
#include <optional>

#include "families/attila/driver/draw/program_cache.h"
#include "families/attila/driver/programs/program_variant.h"
#include "families/attila/driver/textures/border_textures.h"
#include "families/attila/driver/textures/texture_storage.h"
#include "virgl/renderer.h"

namespace cyclorama::attila {

/// Size of the surfaces in pixels.
struct SurfaceSize {
    uint32_t width = 0;
    uint32_t height = 0;
};

/// A viewport as the registers have it: whole pixels within the surface. Where the guest's is not of that kind, it is
/// the next larger one that is, and positions are scaled and moved into the guest's part of it.
struct ViewportPlan {
    uint32_t x = 0, y = 0, width = 0, height = 0;
    /// Rows go up where y does.
    bool upwards = false;
    /// Applied to x, y and z of positions, offset times w; none where nothing has to be done.
    bool moves = false;
    std::array<float, 3> scale = {1, 1, 1};
    std::array<float, 3> offset = {0, 0, 0};
    /// Depths of clip space go from 0 then, to those of the window.
    bool depthFromZero = false;
    /// The guest's viewport, as far as it is within the surface.
    virgl::ScissorBox bounds;
};

/// True where a draw writes alpha to a colour buffer, which has it.
bool writesAlpha(const virgl::State& state, uint32_t buffer);

/// True where colours are stored in sRGB: all of a draw's, or none (requireSurfaces).
bool storesSrgb(const virgl::State& state);

ViewportPlan planViewport(const virgl::Viewport& viewport, const SurfaceSize& size);
/// Changes a plan for programs that write depth: the chip takes that for a depth of clip space, and takes it to the
/// window's. Throws virgl::Unsupported where the viewport has a part of the depths.
void takeProgramDepth(ViewportPlan& plan, const virgl::State& state);

/// The size of the surfaces. Throws virgl::Unsupported for surfaces that the chip cannot draw to, or not at once.
SurfaceSize requireSurfaces(const virgl::State& state);

class StateRegisters {
    /// By number; nothing for those that are not drawn to.
    using ColorImages = std::array<std::optional<DrawnImage>, kColorTargets>;

  public:
    explicit StateRegisters(const DriverMemory& driver)
        : out_(driver.transactions), caches_(driver.caches), borders_(driver) {}

    /// The surfaces that a draw or a clear writes to, with their contents in memory, which `requireSurfaces` is asked
    /// of first.
    SurfaceSize setSurfaces(const virgl::State& state);
    void setViewport(const virgl::State& state, const ViewportPlan& plan, const SurfaceSize& size);
    void setRasterizer(const virgl::State& state, const ViewportPlan& plan, const virgl::tgsi::TgsiProgram& fragment);
    /// The stencil test of front faces, for all; and the equation of colour, for alpha as well (draw_passes.h).
    void setDepthStencil(const virgl::State& state, const TranslatedProgram& fragment);
    void setBlending(const virgl::State& state);
    void setTextures(const virgl::State& state, virgl::Stage stage, const TranslatedProgram& program);
    void setTexture(uint32_t unit, const func::TextureState& texture);
    /// Hierarchical Z knows the depths of a buffer that is cleared by command.
    void depthIsCleared() { hierarchicalZ_ = true; }
    /// Registers of a buffer that is shown.
    void setColorBuffer(const DrawnImage& image) {
        ColorImages images;
        images[0] = image;
        setColorBuffers(images);
    }
    /// Takes part of a draw's registers back to what a fill of the whole surface needs.
    void setForFill(const SurfaceSize& size, bool writesDepth);

  private:
    void setColorBuffers(const ColorImages& images);
    void setDepthBuffer(const DrawnImage& image);

    TransactionBuffer& out_;
    RenderCaches& caches_;
    BorderTextures borders_;
    ColorImages colors_;
    DrawnImage depth_;
    /// Hierarchical Z holds bounds of the depths of the buffer whose blocks have states.
    bool hierarchicalZ_ = false;
};

}  // namespace cyclorama::attila
