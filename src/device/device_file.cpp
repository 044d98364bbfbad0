#include "device/device_file.h"

namespace cyclorama::device {

std::shared_ptr<BufferObject> DeviceFile::buffer(uint32_t handle) const {
    const auto found = handles.find(handle);
    return found == handles.end() ? nullptr : found->second;
}

uint32_t DeviceFile::handleOf(const std::shared_ptr<BufferObject>& buffer) {
    uint32_t free = 1;
    bool found = false;
    for (const auto& [handle, held] : handles) {
        if (held == buffer) return handle;
        if (!found && handle == free)
            ++free;
        else
            found = true;
    }
    handles[free] = buffer;
    return free;
}

}  // namespace cyclorama::device
