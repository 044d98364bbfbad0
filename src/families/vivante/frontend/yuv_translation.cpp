// SPDX-License-Identifier: MIT
// The YUV tiler, a part of the resolve engine or of the blit engine with registers of its own (etna_viv: state_blt.xml,
// state_3d.xml, YUV; Mesa: etnaviv_yuv.c).

#include <utility>

#include "families/vivante/frontend/findings.h"
#include "families/vivante/frontend/formats.h"
#include "families/vivante/frontend/resolve_translation.h"
#include "families/vivante/operations/operations.h"
#include "func/texture/texture_format.h"

namespace cyclorama::vivante {
namespace {

/// Values of SOURCE_FORMAT: three planes, or two.
enum SourceFormat : uint32_t { I420, Nv12 };

struct PlaneRegisters {
    Register address, stride;

    CombinePlanes::Plane read(const StateFile& state) const { return {state.get(address), state.get(stride)}; }
};

struct TilerRegisters {
    Field format, swap, width, height;
    PlaneRegisters y, u, v, destination;
};

constexpr TilerRegisters kResolve{"YUV.CONFIG.SOURCE_FORMAT"_field,       "YUV.CONFIG.UV_SWAP"_field,
                                  "YUV.WINDOW_SIZE.WIDTH"_field,          "YUV.WINDOW_SIZE.HEIGHT"_field,
                                  {"YUV.Y_BASE"_reg, "YUV.Y_STRIDE"_reg}, {"YUV.U_BASE"_reg, "YUV.U_STRIDE"_reg},
                                  {"YUV.V_BASE"_reg, "YUV.V_STRIDE"_reg}, {"YUV.DEST_BASE"_reg, "YUV.DEST_STRIDE"_reg}};
constexpr TilerRegisters kBlit{"BLT.YUV_CONFIG.SOURCE_FORMAT"_field,
                               "BLT.YUV_CONFIG.UV_SWAP"_field,
                               "BLT.YUV_WINDOW_SIZE.WIDTH"_field,
                               "BLT.YUV_WINDOW_SIZE.HEIGHT"_field,
                               {"BLT.YUV_SRC_YADDR"_reg, "BLT.YUV_SRC_YSTRIDE"_reg},
                               {"BLT.YUV_SRC_UADDR"_reg, "BLT.YUV_SRC_USTRIDE"_reg},
                               {"BLT.YUV_SRC_VADDR"_reg, "BLT.YUV_SRC_VSTRIDE"_reg},
                               {"BLT.YUV_DEST_ADDR"_reg, "BLT.YUV_DEST_STRIDE"_reg}};

AddressRange rangeOf(const CombinePlanes::Plane& plane, uint32_t rows) {
    return {plane.address, plane.address + uint64_t{plane.stride} * rows};
}

}  // namespace

std::vector<gpu::Operation> translateYuvTiler(YuvTiler tiler, const StateFile& state, Hazards& hazards,
                                              const Reporter& report) {
    const TilerRegisters& regs = tiler == YuvTiler::Blit ? kBlit : kResolve;
    const uint32_t format = state.get(regs.format);
    if (format > Nv12) {
        report(findings::kNotSimulated, fmt::format("YUV tiler, source format {}", format));
        return {};
    }
    const bool swap = state.flag(regs.swap);
    CombinePlanes combine;
    combine.luma = regs.y.read(state);
    combine.blue = regs.u.read(state);
    combine.red = format == Nv12 ? combine.blue : regs.v.read(state);
    if (format == Nv12)
        combine.blueByte = swap ? 1 : 0;
    else if (swap)
        std::swap(combine.blue, combine.red);
    combine.width = state.get(regs.width);
    combine.height = state.get(regs.height);
    const CombinePlanes::Plane to = regs.destination.read(state);
    combine.destination.address = to.address;
    combine.destination.format = func::Format::Yuyv;
    combine.destination.storage.tiling = func::Tiling::Tiled;
    combine.destination.storage.stride = to.stride;
    combine.destination.width = to.stride / func::texelBytes(func::Format::Yuyv);
    combine.destination.height = combine.height;
    hazards.resolveReads(rangeOf(combine.luma, combine.height), report);
    return {operation(combine)};
}

}  // namespace cyclorama::vivante
