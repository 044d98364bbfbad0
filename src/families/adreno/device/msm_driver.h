// SPDX-License-Identifier: MIT
#pragma once
// msm, the kernel's driver of Adreno GPUs and of the displays of their boards, which are one device (Linux 6.12:
// drivers/gpu/drm/msm).

#include "device/core/driver_backend.h"
#include "families/adreno/chip/always_on_clock.h"
#include "families/adreno/chip/chip.h"

namespace cyclorama::adreno {

/// The first GPU address for programs (Linux: a6xx_create_private_address_space).
inline constexpr uint64_t kFirstUserAddress = uint64_t{1} << 32;

class MsmDriver final : public device::DriverBackend {
  public:
    /// The clock is that of the chip's model.
    explicit MsmDriver(const Chip& chip, std::shared_ptr<AlwaysOnClock> clock = std::make_shared<AlwaysOnClock>());

    const Chip& chip() const { return chip_; }

    std::span<const device::IoctlEntry> ioctls() const override;
    std::unique_ptr<device::DriverFile> openFile() const override;
    /// A file whose name ends in .rd is one of command streams, else a capture.
    std::unique_ptr<device::Recorder> record(device::Executor& executor, const std::string& file) const override;

  private:
    const Chip chip_;
    const std::shared_ptr<AlwaysOnClock> clock_;
};

}  // namespace cyclorama::adreno
