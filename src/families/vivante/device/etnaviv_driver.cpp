// SPDX-License-Identifier: MIT
#include "families/vivante/device/etnaviv_driver.h"

#include <drm_fourcc.h>

#include <cstddef>

#include "families/vivante/capture/vivante_capture_writer.h"
#include "families/vivante/device/etnaviv_ioctls.h"
#include "families/vivante/uapi/etnaviv_uapi.h"
#include "family/capture/recording_executor.h"

namespace cyclorama::vivante {
namespace {

using device::protocol::AccessIoctl;

/// The second kind of MMU.
constexpr Feature kMmuVersion{.word = 2, .bit = 28};

constexpr uint64_t kGapBytes = 4096;

/// The code of a request, without direction.
template <typename Argument>
constexpr uint32_t codeOf(etnaviv::Request request) {
    return _IOC(0u, static_cast<uint32_t>(etnaviv::kDrmType), etnaviv::kFirstNumber + static_cast<uint32_t>(request),
                static_cast<uint32_t>(sizeof(Argument)));
}

constexpr AccessIoctl kBegin = {.code = codeOf<etnaviv::GemCpuPrep>(etnaviv::Request::GemCpuPrep),
                                .handleOffset = offsetof(etnaviv::GemCpuPrep, handle),
                                .flagsOffset = offsetof(etnaviv::GemCpuPrep, operation),
                                .knownFlags = etnaviv::kPrepRead | etnaviv::kPrepWrite | etnaviv::kPrepNoSync,
                                .writeFlags = etnaviv::kPrepWrite};
/// The end has nothing to do for memory that is not cached (Linux: etnaviv_gem_cpu_fini).
constexpr AccessIoctl kEnd = {.code = codeOf<etnaviv::GemCpuFini>(etnaviv::Request::GemCpuFini),
                              .handleOffset = offsetof(etnaviv::GemCpuFini, handle),
                              .flagsOffset = offsetof(etnaviv::GemCpuFini, flags)};

/// Linux: imx/ipuv3/ipuv3-plane.c, ipu_plane_all_formats; without those of several planes and of YUV.
constexpr uint32_t kPlaneFormats[] = {
    DRM_FORMAT_ARGB1555, DRM_FORMAT_XRGB1555, DRM_FORMAT_ABGR1555, DRM_FORMAT_XBGR1555,
    DRM_FORMAT_RGBA5551, DRM_FORMAT_BGRA5551, DRM_FORMAT_ARGB4444, DRM_FORMAT_ARGB8888,
    DRM_FORMAT_XRGB8888, DRM_FORMAT_ABGR8888, DRM_FORMAT_XBGR8888, DRM_FORMAT_RGBA8888,
    DRM_FORMAT_RGBX8888, DRM_FORMAT_BGRA8888, DRM_FORMAT_BGRX8888, DRM_FORMAT_RGB565};

/// Neither driver has synchronization objects: DRIVER_SYNCOBJ is not among their features.
device::DriverTraits traitsOf(const Chip& chip) {
    return {// The first version that reports a chip's product, customer and ECO numbers is 1.4.
            .render = {.name = "etnaviv",
                       .date = "20151214",
                       .description = "etnaviv DRM",
                       .major = 1,
                       .minor = 4,
                       .patch = 0,
                       .treePath = "/soc/gpu@130000",
                       .compatible = "vivante,gc"},
            .display = device::NodeIdentity{.name = "imx-drm",
                                            .date = "20120507",
                                            .description = "i.MX DRM graphics",
                                            .major = 1,
                                            .minor = 0,
                                            .patch = 0,
                                            .treePath = "/display-subsystem",
                                            .compatible = "fsl,imx-display-subsystem"},
            .addresses = {.first = kFirstUserAddress,
                          .end = uint64_t{1} << 32,
                          .gap = kGapBytes,
                          .perFile = chip.has(kMmuVersion),
                          .idleGivesWay = true},
            .accesses = {.begin = kBegin, .end = kEnd},
            .screen = {.planeFormats = kPlaneFormats, .dumbRowPixels = 8}};
}

/// A record for each stream.
std::vector<capture::Submit> describe(uint32_t context, const device::GpuJob& job) {
    const bool pipe2d = static_cast<etnaviv::ExecState>(job.engine) == etnaviv::ExecState::Pipe2D;
    std::vector<capture::Submit> records;
    for (const device::CommandStream& stream : job.streams)
        records.push_back({.context = context,
                           .address = stream.address,
                           .engine = static_cast<uint8_t>(pipe2d),
                           .stream = {stream.copy.begin(), stream.copy.end()}});
    return records;
}

}  // namespace

EtnavivDriver::EtnavivDriver(const Chip& chip) : DriverBackend(traitsOf(chip)), chip_(chip) {}

std::span<const device::IoctlEntry> EtnavivDriver::ioctls() const { return etnavivIoctls(); }

std::unique_ptr<device::Recorder> EtnavivDriver::record(device::Executor& executor, const std::string& file) const {
    const family::CaptureFamily vivante{
        .makeWriter =
            [this](workload::ByteOutput& output) { return std::make_unique<VivanteCaptureWriter>(output, chip_); },
        .describe = describe};
    return std::make_unique<family::RecordingExecutor>(executor, vivante, file);
}

}  // namespace cyclorama::vivante
