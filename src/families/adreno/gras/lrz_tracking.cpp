// SPDX-License-Identifier: MIT
#include "families/adreno/gras/lrz_tracking.h"

#include <cstring>

#include "families/adreno/gras/lrz_control.h"

namespace cyclorama::adreno {

bool followsDirection(const LrzControl& control, const GpuMemory& memory) {
    using Direction = LrzTracking::Direction;
    if (!control.tracksDirection) return true;
    const uint64_t base = control.trackingAddress;
    constexpr uint64_t kBytes = LrzTracking::kDepthView + sizeof control.depthView;
    const std::byte* const data = memory.find(base, kBytes, MemoryClient::Lrz);
    if (data == nullptr) return false;
    uint32_t view = 0;
    std::memcpy(&view, data + LrzTracking::kDepthView, sizeof view);
    const auto stored = static_cast<Direction>(data[LrzTracking::kDirection]);
    if (view != control.depthView || stored == Direction::Disabled) return false;
    if (control.direction == Direction::Disabled) return true;
    const bool starts = stored == Direction::NotSet && control.direction != Direction::NotSet;
    if (!starts && stored == control.direction && stored != Direction::NotSet) return true;
    if (control.writesDirection)
        memory.store(base + LrzTracking::kDirection, starts ? control.direction : Direction::Disabled,
                     MemoryClient::Lrz);
    return starts;
}

void clearLrz(const RegisterValues& registers, const GpuMemory& memory, AddressListener* writes) {
    if (!registers.flag("GRAS_LRZ_CNTL/ENABLE"_field)) return;
    const auto written = [writes](uint64_t address, uint64_t bytes) {
        if (writes != nullptr) writes->access(address, bytes);
    };
    const uint64_t base = registers.address("GRAS_LRZ_FAST_CLEAR_BUFFER_BASE"_reg);
    if (base == 0) return;
    if (registers.flag("GRAS_LRZ_CNTL/FC_ENABLE"_field))
        if (std::byte* const blocks = memory.find(base, LrzTracking::kFastClearBytes, MemoryClient::Lrz)) {
            std::memset(blocks, 0, LrzTracking::kFastClearBytes);
            written(base, LrzTracking::kFastClearBytes);
        }
    if (!registers.flag("GRAS_LRZ_CNTL/DISABLE_ON_WRONG_DIR"_field)) return;
    memory.store(base + LrzTracking::kDirection, LrzTracking::Direction::NotSet, MemoryClient::Lrz);
    // Mesa 22.3.6 leaves it at what it has.
    const ReadRecording unrecorded(registers, nullptr);
    memory.store(base + LrzTracking::kDepthView, registers.word("GRAS_LRZ_DEPTH_VIEW"_reg), MemoryClient::Lrz);
    written(base + LrzTracking::kDirection, LrzTracking::kDepthView + sizeof(uint32_t) - LrzTracking::kDirection);
}

}  // namespace cyclorama::adreno
