// SPDX-License-Identifier: MIT
#include "device/objects/device_file.h"

#include <utility>

namespace cyclorama::device {

std::shared_ptr<BufferObject> DeviceFile::buffer(uint32_t handle) const {
    const auto found = handles.find(handle);
    return found == handles.end() ? nullptr : found->second;
}

std::shared_ptr<SyncObject> DeviceFile::syncObject(uint32_t handle) const {
    const auto found = syncObjects.find(handle);
    return found == syncObjects.end() ? nullptr : found->second;
}

uint32_t DeviceFile::addSyncObject(std::shared_ptr<SyncObject> object) {
    const uint32_t handle = lowestFree(syncObjects);
    syncObjects[handle] = std::move(object);
    return handle;
}

uint32_t DeviceFile::handleOf(const std::shared_ptr<BufferObject>& buffer) {
    for (const auto& [handle, held] : handles)
        if (held == buffer) return handle;
    const uint32_t free = lowestFree(handles);
    handles[free] = buffer;
    ++buffer->handles;
    return free;
}

bool DeviceFile::closeHandle(uint32_t handle) {
    const auto found = handles.find(handle);
    if (found == handles.end()) return false;
    const std::shared_ptr<BufferObject> buffer = std::move(found->second);
    handles.erase(found);
    if (--buffer->handles == 0) buffer->leavePlaces();
    return true;
}

void DeviceFile::closeHandles() {
    while (!handles.empty()) closeHandle(handles.begin()->first);
}

}  // namespace cyclorama::device
