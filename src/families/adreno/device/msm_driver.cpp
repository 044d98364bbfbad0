// SPDX-License-Identifier: MIT
#include "families/adreno/device/msm_driver.h"

#include <drm_fourcc.h>

#include <cstddef>

#include "families/adreno/capture/adreno_capture.h"
#include "families/adreno/capture/rd_recorder.h"
#include "families/adreno/device/board.h"
#include "families/adreno/device/msm_ioctls.h"
#include "family/capture/recording_executor.h"

namespace cyclorama::adreno {
namespace {

using device::protocol::AccessIoctl;

/// The code of a request, without direction.
template <typename Argument>
constexpr uint32_t codeOf(msm::Request request) {
    return _IOC(0u, static_cast<uint32_t>(msm::kDrmType), msm::kFirstNumber + static_cast<uint32_t>(request),
                static_cast<uint32_t>(sizeof(Argument)));
}

constexpr AccessIoctl kBegin = {.code = codeOf<msm::GemCpuPrep>(msm::Request::GemCpuPrep),
                                .handleOffset = offsetof(msm::GemCpuPrep, handle),
                                .flagsOffset = offsetof(msm::GemCpuPrep, operation),
                                .knownFlags = msm::kPrepRead | msm::kPrepWrite | msm::kPrepNoSync | msm::kPrepBoost,
                                .writeFlags = msm::kPrepWrite};
/// The end does nothing (Linux: msm_gem_cpu_fini), and has no flags: whatever is read as such is known.
constexpr AccessIoctl kEnd = {.code = codeOf<msm::GemCpuFini>(msm::Request::GemCpuFini),
                              .handleOffset = offsetof(msm::GemCpuFini, handle),
                              .flagsOffset = offsetof(msm::GemCpuFini, handle),
                              .knownFlags = ~uint32_t{0}};

/// Left free after each buffer that the driver places, so that an access beyond its end is noticed.
constexpr uint64_t kGapBytes = 4096;
/// A row of a dumb buffer is a multiple of this number of pixels (Linux: align_pitch in msm_drv.h).
constexpr uint32_t kDumbRowPixels = 32;
/// Linux: disp/dpu1/dpu_hw_catalog.c, plane_formats; without those of several planes.
constexpr uint32_t kPlaneFormats[] = {
    DRM_FORMAT_ARGB8888, DRM_FORMAT_ABGR8888, DRM_FORMAT_RGBA8888, DRM_FORMAT_BGRA8888,    DRM_FORMAT_XRGB8888,
    DRM_FORMAT_RGBX8888, DRM_FORMAT_BGRX8888, DRM_FORMAT_XBGR8888, DRM_FORMAT_XRGB2101010, DRM_FORMAT_RGB888,
    DRM_FORMAT_BGR888,   DRM_FORMAT_RGB565,   DRM_FORMAT_BGR565,   DRM_FORMAT_ARGB1555,    DRM_FORMAT_ABGR1555,
    DRM_FORMAT_RGBA5551, DRM_FORMAT_BGRA5551, DRM_FORMAT_XRGB1555, DRM_FORMAT_XBGR1555,    DRM_FORMAT_RGBX5551,
    DRM_FORMAT_BGRX5551, DRM_FORMAT_ARGB4444, DRM_FORMAT_ABGR4444, DRM_FORMAT_RGBA4444,    DRM_FORMAT_BGRA4444,
    DRM_FORMAT_XRGB4444, DRM_FORMAT_XBGR4444, DRM_FORMAT_RGBX4444, DRM_FORMAT_BGRX4444};

/// Options that Turnip and freedreno share (Mesa: vulkan/tu_util.cc, tu_debug_options; gallium/drivers/freedreno/
/// freedreno_screen.c, fd_debug_options).
constexpr std::array<std::string_view, 5> kModes{"gmem", "sysmem", "nobin", "nolrz", "noubwc"};
constexpr std::array<std::string_view, 2> kModeVariables{"TU_DEBUG", "FD_MESA_DEBUG"};

device::DriverTraits traitsOf(const Chip& chip) {
    return {.render = {.name = "msm",
                       .date = "20130625",
                       .description = "MSM Snapdragon DRM",
                       .major = 1,
                       .minor = 12,
                       .patch = 0,
                       .platformName = "msm_dpu",
                       .treePath = kDisplayTreePath,
                       .compatible = boardOf(chip).displayCompatible,
                       .syncObjects = true},
            .addresses = {.first = kFirstUserAddress,
                          .end = kFirstUserAddress + chip.addressSpaceBytes,
                          .gap = kGapBytes,
                          .perFile = true},
            .accesses = {.begin = kBegin, .end = kEnd},
            .screen = {.planeFormats = kPlaneFormats, .dumbRowPixels = kDumbRowPixels},
            .modes = {.names = kModes, .variables = kModeVariables}};
}

}  // namespace

MsmDriver::MsmDriver(const Chip& chip, std::shared_ptr<AlwaysOnClock> clock)
    : DriverBackend(traitsOf(chip)), chip_(chip), clock_(std::move(clock)) {}

std::span<const device::IoctlEntry> MsmDriver::ioctls() const { return msmIoctls(); }

std::unique_ptr<device::DriverFile> MsmDriver::openFile() const { return std::make_unique<MsmFile>(); }

std::unique_ptr<device::Recorder> MsmDriver::record(device::Executor& executor, const std::string& file) const {
    if (file.ends_with(".rd")) return std::make_unique<RdRecorder>(executor, chip_, file);
    clock_->keepReadings();
    const family::CaptureFamily adreno{
        .makeWriter =
            [this](workload::ByteOutput& output) { return std::make_unique<AdrenoCaptureWriter>(output, chip_); },
        .describe =
            [this](uint32_t context, const device::GpuJob& job) {
                const CapturedJob captured{.streams = {job.streams.begin(), job.streams.end()},
                                           .counterValues = clock_->takeReadings()};
                return std::vector<family::capture::Submit>{
                    {.context = context, .engine = static_cast<uint8_t>(job.engine), .stream = captured.bytes()}};
            }};
    return std::make_unique<family::RecordingExecutor>(executor, adreno, file);
}

}  // namespace cyclorama::adreno
