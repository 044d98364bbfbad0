// SPDX-License-Identifier: MIT
#include "families/adreno/hlsq/grid.h"

#include <fmt/format.h>

#include <limits>

#include "families/adreno/hlsq/compute_findings.h"

namespace cyclorama::adreno {
namespace {

/// The most fibers of a workgroup on chips with waves of 128 (Mesa: vulkan/tu_device.cc, maxComputeWorkGroupInvocations
/// on those with 16 waves a processor).
constexpr uint64_t kMostFibers = 2048;

/// A packet that starts a grid says them again, so that drivers may leave the registers out.
Extent3 groupsOf(const RegisterValues& registers) {
    const ReadRecording unrecorded(registers, nullptr);
    return {registers.word("HLSQ_CS_KERNEL_GROUP_X"_reg), registers.word("HLSQ_CS_KERNEL_GROUP_Y"_reg),
            registers.word("HLSQ_CS_KERNEL_GROUP_Z"_reg)};
}

}  // namespace

uint64_t Grid::count() const {
    const uint64_t plane = uint64_t{groups[0]} * groups[1];
    const uint64_t most = std::numeric_limits<uint64_t>::max();
    return groups[2] != 0 && plane > most / groups[2] ? most : plane * groups[2];
}

Grid Grid::decode(const RegisterValues& registers) {
    constexpr uint32_t kKibibyte = 1024;
    constexpr uint32_t kMostLocal = 32;
    const auto offset = [&](Register reg) { return registers.read(reg.word()); };
    const auto component = [&](const Field& field) { return static_cast<uint8_t>(registers.field(field)); };
    const uint32_t size = registers.field("SP_CS_CTRL_REG1/SHARED_SIZE"_field);
    return {
        .groups = groupsOf(registers),
        .localSize = {registers.field("HLSQ_CS_NDRANGE_0/LOCALSIZEX"_field) + 1,
                      registers.field("HLSQ_CS_NDRANGE_0/LOCALSIZEY"_field) + 1,
                      registers.field("HLSQ_CS_NDRANGE_0/LOCALSIZEZ"_field) + 1},
        .offset = {offset("HLSQ_CS_NDRANGE_2"_reg), offset("HLSQ_CS_NDRANGE_4"_reg), offset("HLSQ_CS_NDRANGE_6"_reg)},
        .groupId = component("HLSQ_CS_CNTL_0/WGIDCONSTID"_field),
        .groupCount = component("HLSQ_CS_CNTL_0/WGSIZECONSTID"_field),
        .groupOffset = component("HLSQ_CS_CNTL_0/WGOFFSETCONSTID"_field),
        .localId = component("HLSQ_CS_CNTL_0/LOCALIDREGID"_field),
        .linearLocalId = component("HLSQ_CS_CNTL_1/LINEARLOCALIDREGID"_field),
        // Zero stands for all of it.
        .localBytes = (size == 0 ? kMostLocal : size + 1) * kKibibyte};
}

std::optional<StageBinding> bindGrid(const Grid& grid, const StageBinder& binder, Reporter& reporter) {
    if (grid.count() == 0) return std::nullopt;
    if (grid.fibers() > kMostFibers) {
        reporter.report(findings::kGroupTooLarge, fmt::format("{} fibers", grid.fibers()));
        return std::nullopt;
    }
    return binder.bind(ShaderStage::Compute);
}

}  // namespace cyclorama::adreno
