// SPDX-License-Identifier: MIT
#pragma once
// etnaviv, the kernel's driver of Vivante GPUs, beside the display driver of an i.MX6 (Linux 6.6: etnaviv_drv.c,
// imx-drm-core.c).

#include "device/core/driver_backend.h"
#include "families/vivante/chip/chip.h"

namespace cyclorama::vivante {

/// The first GPU address for programs; those below are the driver's own (Linux: ETNAVIV_SOFTPIN_START_ADDRESS).
inline constexpr uint64_t kFirstUserAddress = 0x00400000;

class EtnavivDriver final : public device::DriverBackend {
  public:
    explicit EtnavivDriver(const Chip& chip);

    const Chip& chip() const { return chip_; }
    /// Programs choose the addresses of their buffers, each file in a space of its own (Linux: ETNAVIV_IOMMU_V2).
    bool softpin() const { return traits().addresses.perFile; }

    std::span<const device::IoctlEntry> ioctls() const override;
    std::unique_ptr<device::Recorder> record(device::Executor& executor, const std::string& file) const override;

  private:
    const Chip chip_;
};

}  // namespace cyclorama::vivante
