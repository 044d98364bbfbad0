// SPDX-License-Identifier: MIT
#include "families/adreno/gras/raster_control.h"

#include <algorithm>

namespace cyclorama::adreno {
namespace {

int32_t pixel(uint32_t value) { return static_cast<int32_t>(value); }

func::PixelRectangle intersection(const func::PixelRectangle& a, const func::PixelRectangle& b) {
    return {std::max(a.minX, b.minX), std::max(a.minY, b.minY), std::min(a.maxX, b.maxX), std::min(a.maxY, b.maxY)};
}

/// The corners of a scissor are both within it.
func::PixelRectangle scissorOf(const RegisterValues& registers, const Register& topLeft, const Register& bottomRight,
                               uint32_t index) {
    constexpr uint32_t kBits = 0xffff;
    const uint32_t from = registers.word(topLeft, index);
    const uint32_t to = registers.word(bottomRight, index);
    return {pixel(from & kBits), pixel(from >> 16), pixel(to & kBits) + 1, pixel(to >> 16) + 1};
}

WindowViewport viewportOf(const RegisterValues& registers, uint32_t index, bool transforms) {
    WindowViewport viewport;
    if (transforms) {
        viewport.transform.scale = {registers.real("GRAS_CL_VPORT[].XSCALE"_reg, index),
                                    registers.real("GRAS_CL_VPORT[].YSCALE"_reg, index),
                                    registers.real("GRAS_CL_VPORT[].ZSCALE"_reg, index)};
        viewport.transform.offset = {registers.real("GRAS_CL_VPORT[].XOFFSET"_reg, index),
                                     registers.real("GRAS_CL_VPORT[].YOFFSET"_reg, index),
                                     registers.real("GRAS_CL_VPORT[].ZOFFSET"_reg, index)};
    }
    if (registers.flag("GRAS_CL_CNTL/Z_CLAMP_ENABLE"_field)) {
        viewport.nearest = registers.real("GRAS_CL_Z_CLAMP[].MIN"_reg, index);
        viewport.farthest = registers.real("GRAS_CL_Z_CLAMP[].MAX"_reg, index);
    }
    const func::PixelRectangle screen =
        scissorOf(registers, "GRAS_SC_SCREEN_SCISSOR[].TL"_reg, "GRAS_SC_SCREEN_SCISSOR[].BR"_reg, index);
    const func::PixelRectangle ofViewport =
        scissorOf(registers, "GRAS_SC_VIEWPORT_SCISSOR[].TL"_reg, "GRAS_SC_VIEWPORT_SCISSOR[].BR"_reg, index);
    const func::PixelRectangle window =
        scissorOf(registers, "GRAS_SC_WINDOW_SCISSOR_TL"_reg, "GRAS_SC_WINDOW_SCISSOR_BR"_reg, 0);
    viewport.scissor = intersection(intersection(screen, ofViewport), window);
    viewport.scissor = intersection(viewport.scissor, {0, 0, kMostPixels, kMostPixels});
    return viewport;
}

uint32_t stageRegister(LastStage stage, uint32_t vertex, uint32_t domain, uint32_t geometry) {
    return stage == LastStage::Vertex ? vertex : stage == LastStage::Domain ? domain : geometry;
}

void decodeClipping(const RegisterValues& registers, LastStage stage, RasterControl& control) {
    ClipControl& clip = control.clip;
    const bool clips = !registers.flag("GRAS_CL_CNTL/CLIP_DISABLE"_field);
    // Within the guard band nothing is cut, which changes no pixel.
    if (clips) registers.word("GRAS_CL_GUARDBAND_CLIP_ADJ"_reg);
    clip.sides = clips && !registers.flag("GRAS_CL_CNTL/VP_CLIP_CODE_IGNORE"_field);
    clip.nearPlane = clips && !registers.flag("GRAS_CL_CNTL/ZNEAR_CLIP_DISABLE"_field);
    clip.farPlane = clips && !registers.flag("GRAS_CL_CNTL/ZFAR_CLIP_DISABLE"_field);
    clip.zeroToOne = registers.flag("GRAS_CL_CNTL/ZERO_GB_SCALE_Z"_field);
    clip.inWindow = registers.flag("GRAS_CL_CNTL/PERSP_DIVISION_DISABLE"_field);
    const uint32_t masks = registers.read(
        stageRegister(stage, "GRAS_VS_CL_CNTL"_reg.word(), "GRAS_DS_CL_CNTL"_reg.word(), "GRAS_GS_CL_CNTL"_reg.word()));
    clip.clipDistances = static_cast<uint8_t>("GRAS_VS_CL_CNTL/CLIP_MASK"_field.of(masks));
    clip.cullDistances = static_cast<uint8_t>("GRAS_VS_CL_CNTL/CULL_MASK"_field.of(masks));
    control.clampsDepth = registers.flag("GRAS_CL_CNTL/Z_CLAMP_ENABLE"_field);
}

/// Programs may write the first layer alone, as Turnip's do that clear: these leave the limit out.
uint32_t lastLayerOf(const RegisterValues& registers, const RasterControl& control) {
    constexpr uint32_t kBits = 0x7ff;
    if (control.layerOfView) return registers.word("GRAS_MAX_LAYER_INDEX"_reg) & kBits;
    if (!control.takesLayer) return 0;
    const ReadRecording unrecorded(registers, nullptr);
    return registers.word("GRAS_MAX_LAYER_INDEX"_reg) & kBits;
}

void decodeLayers(const RegisterValues& registers, LastStage stage, RasterControl& control) {
    const uint32_t layers = registers.read(stageRegister(
        stage, "GRAS_VS_LAYER_CNTL"_reg.word(), "GRAS_DS_LAYER_CNTL"_reg.word(), "GRAS_GS_LAYER_CNTL"_reg.word()));
    control.takesLayer = "GRAS_VS_LAYER_CNTL/WRITES_LAYER"_field.of(layers) != 0;
    control.takesViewport = "GRAS_VS_LAYER_CNTL/WRITES_VIEW"_field.of(layers) != 0;
    control.viewportOfView = registers.flag("GRAS_SU_CNTL/VIEWPORTINDEXINCR"_field);
    // The first chips know only MULTIVIEW_ENABLE.
    control.layerOfView = registers.flag("GRAS_SU_CNTL/RENDERTARGETINDEXINCR"_field) ||
                          (registers.flag("GRAS_SU_CNTL/MULTIVIEW_ENABLE"_field) && !control.viewportOfView);
    control.lastLayer = lastLayerOf(registers, control);
}

void decodePoints(const RegisterValues& registers, RasterControl& control) {
    const auto sixteenths = [](uint32_t value) { return static_cast<float>(value) / 16.0f; };
    control.pointSize = sixteenths(registers.word("GRAS_SU_POINT_SIZE"_reg) & 0xffff);
    control.leastPointSize = sixteenths(registers.field("GRAS_SU_POINT_MINMAX/MIN"_field));
    control.largestPointSize = sixteenths(registers.field("GRAS_SU_POINT_MINMAX/MAX"_field));
}

void decodeShapes(const RegisterValues& registers, RasterControl& control) {
    control.cullsFront = registers.flag("GRAS_SU_CNTL/CULL_FRONT"_field);
    control.cullsBack = registers.flag("GRAS_SU_CNTL/CULL_BACK"_field);
    control.frontIsClockwise = registers.flag("GRAS_SU_CNTL/FRONT_CW"_field);
    if (registers.flag("GRAS_SU_CNTL/POLY_OFFSET"_field))
        control.depthBias = {.enabled = true,
                             .slopeFactor = registers.real("GRAS_SU_POLY_OFFSET_SCALE"_reg),
                             .units = registers.real("GRAS_SU_POLY_OFFSET_OFFSET"_reg),
                             .clamp = registers.real("GRAS_SU_POLY_OFFSET_OFFSET_CLAMP"_reg)};
    control.rectangularLines = registers.flag("GRAS_SU_CNTL/LINE_MODE"_field);
    // Quarters of a pixel, of half the width.
    control.lineWidth = static_cast<float>(registers.field("GRAS_SU_CNTL/LINEHALFWIDTH"_field)) * 0.5f;
}

PolygonMode polygonModeOf(const RegisterValues& registers) {
    // Turnip's clears leave it out (vulkan/tu_clear_blit.cc, r3d_common): rectangles may have none.
    const ReadRecording unrecorded(registers, nullptr);
    const uint32_t mode = registers.field("VPC_POLYGON_MODE/MODE"_field);
    return mode == 1 ? PolygonMode::Points : mode == 2 ? PolygonMode::Lines : PolygonMode::Triangles;
}

void decodeSamples(const RegisterValues& registers, RasterControl& control) {
    const uint32_t multisampling = registers.word("GRAS_RAS_MSAA_CNTL"_reg);
    // As above.
    const ReadRecording unrecorded(registers, nullptr);
    const bool given = registers.flag("GRAS_SAMPLE_CONFIG/LOCATION_ENABLE"_field);
    const SamplePlaces decoded = decodeSamplePlaces(multisampling, registers.word("GRAS_SAMPLE_CONFIG"_reg),
                                                    given ? registers.word("GRAS_SAMPLE_LOCATION_0"_reg) : 0);
    control.samples = decoded.samples;
    control.samplePlaces = decoded.places;
}

}  // namespace

func::PixelRectangle RasterControl::reach() const {
    func::PixelRectangle all{kMostPixels, kMostPixels, 0, 0};
    const size_t count = takesViewport || viewportOfView ? kViewports : 1;
    for (size_t i = 0; i < count; ++i) {
        const func::PixelRectangle& one = viewports[i].scissor;
        if (one.minX >= one.maxX || one.minY >= one.maxY) continue;
        all = {std::min(all.minX, one.minX), std::min(all.minY, one.minY), std::max(all.maxX, one.maxX),
               std::max(all.maxY, one.maxY)};
    }
    return all;
}

bool drawsPoints(const PrimitiveDraw& draw, PolygonMode mode) {
    return draw.topology == PrimitiveTopology::Points ||
           (draw.topology == PrimitiveTopology::Triangles && mode == PolygonMode::Points);
}

RasterControl decodeRasterControl(const RegisterValues& registers, const PrimitiveDraw& draw) {
    RasterControl control;
    const bool transforms = !registers.flag("GRAS_CL_CNTL/VP_XFORM_DISABLE"_field);
    control.viewports[0] = viewportOf(registers, 0, transforms);
    {
        // Drivers write those that programs choose.
        const ReadRecording unrecorded(registers, nullptr);
        for (uint32_t i = 1; i < kViewports; ++i) control.viewports[i] = viewportOf(registers, i, transforms);
    }
    decodeClipping(registers, draw.stage, control);
    decodeLayers(registers, draw.stage, control);
    decodeShapes(registers, control);
    control.polygonMode = polygonModeOf(registers);
    if (drawsPoints(draw, control.polygonMode)) decodePoints(registers, control);
    decodeSamples(registers, control);
    if (control.depthBias.enabled)
        control.depthFormat = static_cast<DepthFormat>(registers.field("GRAS_SU_DEPTH_BUFFER_INFO/DEPTH_FORMAT"_field));
    return control;
}

func::RasterState rasterState(const RasterControl& control, uint32_t viewport) {
    const WindowViewport& from = control.viewports[viewport];
    func::RasterState state;
    state.rules.coordinates = func::SetupCoordinates::Window;
    state.rules.samplePattern = func::SamplePattern::Given;
    state.rules.uncoveredFragments = func::UncoveredFragments::AtCentre;
    state.rules.boundRowsByViewportWidth = false;
    state.rules.multisampleCullsWholeQuads = false;
    state.viewport = {.x = 0, .y = 0, .width = kMostPixels, .height = kMostPixels};
    state.viewportTransform = from.transform;
    const func::PixelRectangle& box = from.scissor;
    state.scissor = {.enabled = true,
                     .x = box.minX,
                     .y = box.minY,
                     .width = static_cast<uint32_t>(std::max(box.maxX - box.minX, 0)),
                     .height = static_cast<uint32_t>(std::max(box.maxY - box.minY, 0))};
    state.depthRange.zeroToOne = control.clip.zeroToOne;
    state.surfaceWidth = state.surfaceHeight = kMostPixels;
    state.samples = control.samples;
    state.samplePlaces = control.samplePlaces;
    state.frontFace = func::FaceOrientation::Clockwise;
    state.clipDepth = control.clip.nearPlane || control.clip.farPlane;
    state.clipNearDepth = control.clip.nearPlane;
    state.clipFarDepth = control.clip.farPlane;
    return state;
}

}  // namespace cyclorama::adreno
