// SPDX-License-Identifier: MIT
#include "families/adreno/rb/render_targets.h"

#include <fmt/format.h>

#include <algorithm>

#include "families/adreno/rb/render_findings.h"
#include "families/adreno/sp/fragment_control.h"

namespace cyclorama::adreno {
namespace {

// In the order of the registers' numbers.
constexpr std::array kCompareFunctions = {func::CompareFunction::Never,        func::CompareFunction::Less,
                                          func::CompareFunction::Equal,        func::CompareFunction::LessEqual,
                                          func::CompareFunction::Greater,      func::CompareFunction::NotEqual,
                                          func::CompareFunction::GreaterEqual, func::CompareFunction::Always};

constexpr std::array kStencilOperations = {func::StencilOperation::Keep,
                                           func::StencilOperation::Zero,
                                           func::StencilOperation::Replace,
                                           func::StencilOperation::IncrementSaturate,
                                           func::StencilOperation::DecrementSaturate,
                                           func::StencilOperation::Invert,
                                           func::StencilOperation::IncrementWrap,
                                           func::StencilOperation::DecrementWrap};

constexpr std::array kLogicOperations = {
    func::LogicOperation::Clear,        func::LogicOperation::Nor,        func::LogicOperation::AndInverted,
    func::LogicOperation::CopyInverted, func::LogicOperation::AndReverse, func::LogicOperation::Invert,
    func::LogicOperation::Xor,          func::LogicOperation::Nand,       func::LogicOperation::And,
    func::LogicOperation::Equivalent,   func::LogicOperation::Noop,       func::LogicOperation::OrInverted,
    func::LogicOperation::Copy,         func::LogicOperation::OrReverse,  func::LogicOperation::Or,
    func::LogicOperation::Set};

constexpr std::array kBlendEquations = {func::BlendEquation::Add, func::BlendEquation::Subtract,
                                        func::BlendEquation::ReverseSubtract, func::BlendEquation::Min,
                                        func::BlendEquation::Max};

func::BlendFactor blendFactor(uint32_t number) {
    using enum func::BlendFactor;
    constexpr std::array kFactors = {Zero,
                                     One,
                                     Zero,
                                     Zero,
                                     SourceColor,
                                     OneMinusSourceColor,
                                     SourceAlpha,
                                     OneMinusSourceAlpha,
                                     DestinationColor,
                                     OneMinusDestinationColor,
                                     DestinationAlpha,
                                     OneMinusDestinationAlpha,
                                     ConstantColor,
                                     OneMinusConstantColor,
                                     ConstantAlpha,
                                     OneMinusConstantAlpha,
                                     SourceAlphaSaturate,
                                     Zero,
                                     Zero,
                                     Zero,
                                     SecondColor,
                                     OneMinusSecondColor,
                                     SecondAlpha,
                                     OneMinusSecondAlpha};
    return number < kFactors.size() ? kFactors[number] : Zero;
}

bool takesSecond(func::BlendFactor factor) { return factor >= func::BlendFactor::SecondColor; }

/// Registers of a target, by name.
struct SurfaceRegisters {
    uint64_t address = 0;
    uint64_t gmemOffset = 0;
    uint64_t pitch = 0;
    uint64_t layerPitch = 0;
    TileMode tileMode{};
    ColorSwap swap = ColorSwap::Wzyx;
    bool srgb = false;
    /// Compressed by UBWC, with flags at an address.
    bool compressed = false;
    uint64_t flags = 0;
    uint64_t flagLayerPitch = 0;
    MemoryClient client{};
};

/// Makes the surfaces of a draw's targets.
class SurfaceMaker {
  public:
    SurfaceMaker(const RegisterValues& registers, const RasterControl& raster, const TargetMemory& memory,
                 Reporter& reporter)
        : raster_(raster), memory_(memory.memory), banks_(memory.banks), reporter_(reporter) {
        inGmem_ = registers.field("RB_BIN_CONTROL/BUFFERS_LOCATION"_field) == 0;
        binWidth_ = registers.field("RB_BIN_CONTROL/BINW"_field);
        binHeight_ = registers.field("RB_BIN_CONTROL/BINH"_field);
        layers_ = raster.lastLayer + 1;
    }

    bool inGmem() const { return inGmem_; }
    bool hasLayers() const { return layers_ > 1; }

    TargetSurface make(const SurfaceFormat* format, const SurfaceRegisters& from) const {
        return inGmem_ ? inGmem(format, from) : inMemory(format, from);
    }

  private:
    /// As wide and high as the draw can reach: registers do not have the target's size. A buffer that is drawn to has
    /// fewer rows than the scissors leave; what of the target is mapped is there.
    TargetSurface inMemory(const SurfaceFormat* format, const SurfaceRegisters& from) const {
        const func::PixelRectangle reach = raster_.reach();
        TargetSurface target;
        if (reach.minX >= reach.maxX || reach.minY >= reach.maxY) return target;
        target.view = SurfaceView({.address = from.address,
                                   .format = format,
                                   .swap = from.swap,
                                   .srgb = from.srgb,
                                   .tileMode = from.tileMode,
                                   .width = static_cast<uint32_t>(reach.maxX),
                                   .height = static_cast<uint32_t>(reach.maxY),
                                   .layers = layers_,
                                   .samples = raster_.samples,
                                   .pitch = from.pitch,
                                   .layerPitch = from.layerPitch,
                                   .flags = from.compressed,
                                   .flagAddress = from.flags,
                                   .flagLayerPitch = from.flagLayerPitch,
                                   .banks = banks_});
        const uint64_t mapped = memory_.mappedBytes(from.address, target.view.extent());
        const uint64_t bytes = mapped == 0 ? target.view.extent() : mapped;
        if (std::byte* const place = memory_.find(from.address, bytes, from.client)) target.bytes = {place, bytes};
        return target;
    }

    /// Pixels of a bin row by row; layers follow each other.
    TargetSurface inGmem(const SurfaceFormat* format, const SurfaceRegisters& from) const {
        TargetSurface target;
        const uint64_t pitch = uint64_t{binWidth_} * format->bytes * raster_.samples;
        target.view = SurfaceView({.address = memory_.gmemAddress(from.gmemOffset),
                                   .format = format,
                                   .srgb = from.srgb,
                                   .tileMode = TileMode::Bin,
                                   .width = binWidth_,
                                   .height = binHeight_,
                                   .layers = layers_,
                                   .samples = raster_.samples,
                                   .pitch = pitch,
                                   .layerPitch = pitch * binHeight_});
        const uint64_t bytes = target.view.extent();
        if (bytes == 0) return target;
        if (std::byte* const place = memory_.gmem(from.gmemOffset, bytes))
            target.bytes = {place, bytes};
        else
            reporter_.report(findings::kGmemExceeded,
                             fmt::format("{}: {} bytes at {:#x}", name(from.client), bytes, from.gmemOffset));
        return target;
    }

    const RasterControl& raster_;
    const GpuMemory& memory_;
    func::BankSwizzle banks_;
    Reporter& reporter_;
    bool inGmem_ = false;
    uint32_t binWidth_ = 0;
    uint32_t binHeight_ = 0;
    uint32_t layers_ = 1;
};

bool takesConstant(const func::BlendState& state) {
    using enum func::BlendFactor;
    return std::ranges::any_of(
        std::array{state.sourceColor, state.sourceAlpha, state.destinationColor, state.destinationAlpha},
        [](func::BlendFactor factor) { return factor >= ConstantColor && factor <= OneMinusConstantAlpha; });
}

void takeConstant(const RegisterValues& registers, ColorLimits limits, func::BlendState& state) {
    state.constant = {registers.real("RB_BLEND_RED_F32"_reg), registers.real("RB_BLEND_GREEN_F32"_reg),
                      registers.real("RB_BLEND_BLUE_F32"_reg), registers.real("RB_BLEND_ALPHA_F32"_reg)};
    if (limits == ColorLimits::None) return;
    for (uint32_t c = 0; c < 4; ++c)
        state.constant[c] = std::clamp(state.constant[c], limits == ColorLimits::Unit ? 0.0f : -1.0f, 1.0f);
}

/// Drivers leave out the equations of targets that do not blend, and the constant of those whose factors have none.
func::BlendState blendState(const RegisterValues& registers, uint32_t i, ColorLimits limits) {
    func::BlendState state;
    state.enabled = registers.flag("RB_MRT[].CONTROL/BLEND"_field, i);
    if (!state.enabled) return state;
    const auto equation = [&](const Field& field) {
        return kBlendEquations[std::min<size_t>(registers.field(field, i), kBlendEquations.size() - 1)];
    };
    const auto factor = [&](const Field& field) { return blendFactor(registers.field(field, i)); };
    state.colorEquation = equation("RB_MRT[].BLEND_CONTROL/RGB_BLEND_OPCODE"_field);
    state.alphaEquation = equation("RB_MRT[].BLEND_CONTROL/ALPHA_BLEND_OPCODE"_field);
    state.sourceColor = factor("RB_MRT[].BLEND_CONTROL/RGB_SRC_FACTOR"_field);
    state.sourceAlpha = factor("RB_MRT[].BLEND_CONTROL/ALPHA_SRC_FACTOR"_field);
    state.destinationColor = factor("RB_MRT[].BLEND_CONTROL/RGB_DEST_FACTOR"_field);
    state.destinationAlpha = factor("RB_MRT[].BLEND_CONTROL/ALPHA_DEST_FACTOR"_field);
    if (takesConstant(state)) takeConstant(registers, limits, state);
    return state;
}

ColorLimits limitsOf(const SurfaceFormat& format) {
    switch (format.kind) {
        case func::NumberKind::Unorm:
            return ColorLimits::Unit;
        case func::NumberKind::Snorm:
            return ColorLimits::SignedUnit;
        default:
            return ColorLimits::None;
    }
}

void decodeOperations(const RegisterValues& registers, uint32_t i, ColorTarget& target) {
    const SurfaceFormat& format = *target.surface.view.format();
    target.limits = limitsOf(format);
    const bool isFloat = target.limits == ColorLimits::None && !format.isInteger();
    if (registers.flag("RB_MRT[].CONTROL/ROP_ENABLE"_field, i) && !isFloat) {
        const func::LogicOperation operation = kLogicOperations[registers.field("RB_MRT[].CONTROL/ROP_CODE"_field, i)];
        if (operation != func::LogicOperation::Copy) target.logic = func::selectLogicFunction(operation);
    } else if (!format.isInteger()) {
        const func::BlendState state = blendState(registers, i, target.limits);
        target.blender = func::Blender(state);
        target.usesSecondColor = takesSecond(state.sourceColor) || takesSecond(state.sourceAlpha) ||
                                 takesSecond(state.destinationColor) || takesSecond(state.destinationAlpha);
    }
    const bool dithers = (registers.word("RB_DITHER_CNTL"_reg) >> (2 * i) & 3) != 0;
    if (dithers && target.limits == ColorLimits::Unit && !target.surface.view.parameters().srgb)
        for (uint32_t c = 0; c < target.ditheredBits.size(); ++c)
            if (format.bits[c] < 8) target.ditheredBits[c] = format.bits[c];
}

/// Draws to GMEM read no addresses in memory, draws to one layer no distance of the next.
SurfaceRegisters colorRegisters(const RegisterValues& registers, uint32_t i, const SurfaceMaker& surfaces) {
    SurfaceRegisters from{
        .tileMode = static_cast<TileMode>(registers.field("RB_MRT[].BUF_INFO/COLOR_TILE_MODE"_field, i)),
        .swap = static_cast<ColorSwap>(registers.field("RB_MRT[].BUF_INFO/COLOR_SWAP"_field, i)),
        .srgb = (registers.word("RB_SRGB_CNTL"_reg) >> i & 1) != 0,
        .compressed = (registers.field("RB_RENDER_CNTL/FLAG_MRTS"_field) >> i & 1) != 0,
        .client = MemoryClient::Colors};
    if (surfaces.inGmem()) {
        from.gmemOffset = registers.word("RB_MRT[].BASE_GMEM"_reg, i) & ~0xfffu;
        return from;
    }
    from.address = registers.address("RB_MRT[].BASE"_reg, i);
    from.pitch = uint64_t{registers.word("RB_MRT[].PITCH"_reg, i) & 0xffff} << 6;
    if (surfaces.hasLayers())
        from.layerPitch = uint64_t{registers.word("RB_MRT[].ARRAY_PITCH"_reg, i) & 0x1fffffff} << 6;
    if (from.compressed) from.flags = registers.address("RB_MRT_FLAG_BUFFER[].ADDR"_reg, i);
    if (from.compressed && surfaces.hasLayers())
        from.flagLayerPitch = uint64_t{registers.field("RB_MRT_FLAG_BUFFER[].PITCH/ARRAY_PITCH"_field, i)};
    return from;
}

void decodeColors(const RegisterValues& registers, const SurfaceMaker& surfaces, Reporter& reporter,
                  RenderTargets& targets) {
    // Which results of programs come: those are what they give.
    registers.word("RB_FS_OUTPUT_CNTL0"_reg);
    const uint32_t count = std::min(registers.field("RB_FS_OUTPUT_CNTL1/MRT"_field), kColorTargets);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t components = registers.word("RB_RENDER_COMPONENTS"_reg) >> (4 * i) & 0xf;
        if (components == 0) continue;
        ColorTarget target;
        target.number = i;
        target.writeMask = registers.field("RB_MRT[].CONTROL/COMPONENT_ENABLE"_field, i) & components;
        if (target.writeMask == 0) continue;
        const uint32_t number = registers.field("RB_MRT[].BUF_INFO/COLOR_FORMAT"_field, i);
        // Without a format there is no target.
        if (number == 0) continue;
        const SurfaceFormat* const format = findSurfaceFormat(number);
        if (format == nullptr || format->codec != TexelCodec::Packed || format->blockWidth != 1) {
            reporter.report(findings::kTargetFormat, fmt::format("format {:#x}, target {}", number, i));
            continue;
        }
        target.surface = surfaces.make(format, colorRegisters(registers, i, surfaces));
        if (!target.surface.isThere()) continue;
        decodeOperations(registers, i, target);
        targets.colors.push_back(target);
    }
}

func::DepthStencilState depthStencilState(const RegisterValues& registers) {
    const auto compare = [&](const Field& field) { return kCompareFunctions[registers.field(field)]; };
    const auto operation = [&](const Field& field) { return kStencilOperations[registers.field(field)]; };
    const auto byte = [&](const Field& field) { return static_cast<uint8_t>(registers.field(field)); };
    func::DepthStencilState state;
    state.depthTest = registers.flag("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field);
    state.depthFunction = compare("RB_DEPTH_CNTL/ZFUNC"_field);
    state.depthWrite = registers.flag("RB_DEPTH_CNTL/Z_WRITE_ENABLE"_field);
    state.stencilTest = registers.flag("RB_STENCIL_CONTROL/STENCIL_ENABLE"_field);
    state.twoSided = registers.flag("RB_STENCIL_CONTROL/STENCIL_ENABLE_BF"_field);
    state.maskedBits = func::MaskedStencilBits::Keep;
    if (!state.stencilTest) return state;
    state.front = {.function = compare("RB_STENCIL_CONTROL/FUNC"_field),
                   .reference = byte("RB_STENCILREF/REF"_field),
                   .compareMask = byte("RB_STENCILMASK/MASK"_field),
                   .writeMask = byte("RB_STENCILWRMASK/WRMASK"_field),
                   .stencilFail = operation("RB_STENCIL_CONTROL/FAIL"_field),
                   .depthFail = operation("RB_STENCIL_CONTROL/ZFAIL"_field),
                   .depthPass = operation("RB_STENCIL_CONTROL/ZPASS"_field)};
    state.back = {.function = compare("RB_STENCIL_CONTROL/FUNC_BF"_field),
                  .reference = byte("RB_STENCILREF/BFREF"_field),
                  .compareMask = byte("RB_STENCILMASK/BFMASK"_field),
                  .writeMask = byte("RB_STENCILWRMASK/BFWRMASK"_field),
                  .stencilFail = operation("RB_STENCIL_CONTROL/FAIL_BF"_field),
                  .depthFail = operation("RB_STENCIL_CONTROL/ZFAIL_BF"_field),
                  .depthPass = operation("RB_STENCIL_CONTROL/ZPASS_BF"_field)};
    return state;
}

constexpr uint32_t kStencilFormat = 0x05;  // 8_UINT

const SurfaceFormat* depthSurfaceFormat(DepthFormat format) {
    switch (format) {
        case DepthFormat::Unorm16:
            return findSurfaceFormat(0x15);  // 16_UNORM
        case DepthFormat::Unorm24Stencil8:
            return findSurfaceFormat(0xa0);  // Z24_UNORM_S8_UINT
        case DepthFormat::Float32:
            return findSurfaceFormat(0x4a);  // 32_FLOAT
        default:
            return nullptr;
    }
}

SurfaceRegisters depthRegisters(const RegisterValues& registers, const SurfaceMaker& surfaces) {
    SurfaceRegisters from{.tileMode = TileMode::Tiled,
                          .compressed = registers.flag("RB_RENDER_CNTL/FLAG_DEPTH"_field),
                          .client = MemoryClient::DepthStencil};
    if (surfaces.inGmem()) {
        from.gmemOffset = registers.word("RB_DEPTH_BUFFER_BASE_GMEM"_reg) & ~0xfffu;
        return from;
    }
    from.address = registers.address("RB_DEPTH_BUFFER_BASE"_reg);
    from.pitch = uint64_t{registers.word("RB_DEPTH_BUFFER_PITCH"_reg) & 0x3fff} << 6;
    if (surfaces.hasLayers())
        from.layerPitch = uint64_t{registers.word("RB_DEPTH_BUFFER_ARRAY_PITCH"_reg) & 0xfffffff} << 6;
    if (from.compressed) from.flags = registers.address("RB_DEPTH_FLAG_BUFFER_BASE"_reg);
    if (from.compressed && surfaces.hasLayers())
        from.flagLayerPitch = uint64_t{registers.field("RB_DEPTH_FLAG_BUFFER_PITCH/ARRAY_PITCH"_field)};
    return from;
}

SurfaceRegisters stencilRegisters(const RegisterValues& registers, const SurfaceMaker& surfaces) {
    SurfaceRegisters from{.tileMode = TileMode::Tiled, .client = MemoryClient::DepthStencil};
    if (surfaces.inGmem()) {
        from.gmemOffset = registers.word("RB_STENCIL_BUFFER_BASE_GMEM"_reg) & ~0xfffu;
        return from;
    }
    from.address = registers.address("RB_STENCIL_BUFFER_BASE"_reg);
    from.pitch = uint64_t{registers.word("RB_STENCIL_BUFFER_PITCH"_reg) & 0xfff} << 6;
    if (surfaces.hasLayers())
        from.layerPitch = uint64_t{registers.word("RB_STENCIL_BUFFER_ARRAY_PITCH"_reg) & 0xffffff} << 6;
    return from;
}

void decodeDepth(const RegisterValues& registers, const SurfaceMaker& surfaces, Reporter& reporter,
                 RenderTargets& targets) {
    DepthTarget& target = targets.depth;
    func::DepthStencilState state = depthStencilState(registers);
    bool bounds = registers.flag("RB_DEPTH_CNTL/Z_BOUNDS_ENABLE"_field);
    if (!state.depthTest && !state.stencilTest && !bounds) return;
    const bool separate = state.stencilTest && registers.flag("RB_STENCIL_INFO/SEPARATE_STENCIL"_field);
    target.format = static_cast<DepthFormat>(registers.field("RB_DEPTH_BUFFER_INFO/DEPTH_FORMAT"_field));
    const bool packed = target.format == DepthFormat::Unorm24Stencil8 && !separate;
    const SurfaceFormat* const format = depthSurfaceFormat(target.format);
    if (format == nullptr && target.format != DepthFormat::None)
        reporter.report(findings::kDepthFormat, fmt::format("format {}", static_cast<int>(target.format)));
    if (format != nullptr && (state.depthTest || bounds || (state.stencilTest && packed)))
        target.depth = surfaces.make(format, depthRegisters(registers, surfaces));
    if (separate)
        target.separateStencil =
            surfaces.make(findSurfaceFormat(kStencilFormat), stencilRegisters(registers, surfaces));
    if (!target.depth.isThere()) state.depthTest = bounds = false;
    target.hasStencil = packed ? target.depth.isThere() : target.separateStencil.isThere();
    if (!target.hasStencil) state.stencilTest = false;
    target.tester = func::DepthStencilTester(state);
    target.writes = target.tester.writes();
    target.testsBounds = bounds;
    if (state.depthTest && !state.stencilTest && !bounds) target.plainTest = state.depthFunction;
    if (!bounds) return;
    // Rounded as depths are, so that a depth is within bounds of its own value (piglit: depth_bounds, with 24 bits).
    const auto limit = [&](const Register& reg) {
        return func::depthWord(wordsOf(target.format), std::clamp(static_cast<double>(registers.real(reg)), 0.0, 1.0));
    };
    target.leastStored = limit("RB_Z_BOUNDS_MIN"_reg);
    target.mostStored = limit("RB_Z_BOUNDS_MAX"_reg);
}

}  // namespace

RenderTargets decodeRenderTargets(const RegisterValues& registers, const RasterControl& raster,
                                  const TargetMemory& memory, Reporter& reporter) {
    RenderTargets targets;
    const SurfaceMaker surfaces(registers, raster, memory, reporter);
    decodeColors(registers, surfaces, reporter, targets);
    decodeDepth(registers, surfaces, reporter, targets);
    targets.testsEarly = registers.field("RB_DEPTH_PLANE_CNTL/Z_MODE"_field) == 0;
    targets.alphaTest = {.enabled = registers.flag("RB_ALPHA_CONTROL/ALPHA_TEST"_field),
                         .function = kCompareFunctions[registers.field("RB_ALPHA_CONTROL/ALPHA_TEST_FUNC"_field)],
                         .reference = static_cast<float>(registers.field("RB_ALPHA_CONTROL/ALPHA_REF"_field)) / 255.0f};
    targets.alphaToCoverage = registers.flag("RB_BLEND_CNTL/ALPHA_TO_COVERAGE"_field);
    targets.alphaToOne = registers.flag("RB_BLEND_CNTL/ALPHA_TO_ONE"_field);
    targets.sampleMask = registers.field("RB_BLEND_CNTL/SAMPLE_MASK"_field);
    if (surfaces.inGmem()) {
        targets.left = static_cast<int32_t>(registers.field("RB_WINDOW_OFFSET/X"_field));
        targets.top = static_cast<int32_t>(registers.field("RB_WINDOW_OFFSET/Y"_field));
    }
    if (registers.field("GRAS_RAS_MSAA_CNTL/SAMPLES"_field) > 2) reporter.report(findings::kSamplesUnknown);
    return targets;
}

}  // namespace cyclorama::adreno
