// SPDX-License-Identifier: MIT
#include "device/core/dma_buf.h"

#include <errno.h>
#include <linux/dma-buf.h>

#include <cstring>

#include "device/core/ioctl_table.h"
#include "device/core/sync_file.h"

namespace cyclorama::device {
namespace {

/// Processor and GPU see the same memory: there is nothing to synchronize.
int sync(std::span<const std::byte> argument) {
    dma_buf_sync value{};
    if (!loadArgument(argument, value)) return -EINVAL;
    return (value.flags & ~uint64_t{DMA_BUF_SYNC_VALID_FLAGS_MASK}) == 0 ? 0 : -EINVAL;
}

/// True for an access that reads or writes, and nothing else.
bool isAccess(uint32_t flags) { return flags != 0 && (flags & ~uint32_t{DMA_BUF_SYNC_RW}) == 0; }

/// A sync_file of what an access to the buffer would wait for: who reads, for those who write; who writes, for all.
int exportFence(const DmaBufParts& parts, const BufferObject& buffer, std::span<std::byte> argument,
                UserProcess& user) {
    dma_buf_export_sync_file value{};
    if (!loadArgument(argument, value) || !isAccess(value.flags)) return -EINVAL;
    Fence fence = 0;
    {
        const std::lock_guard lock(parts.mutex);
        fence = (value.flags & DMA_BUF_SYNC_WRITE) != 0 ? buffer.lastUse : buffer.lastWrite;
    }
    value.fd = installSyncFile(parts.timeline, user, fence, "dma-buf");
    if (value.fd < 0) return value.fd;
    std::memcpy(argument.data(), &value, sizeof value);
    return 0;
}

/// Makes accesses that follow wait for a sync_file, too.
int importFence(const DmaBufParts& parts, BufferObject& buffer, std::span<const std::byte> argument,
                UserProcess& user) {
    dma_buf_import_sync_file value{};
    if (!loadArgument(argument, value) || !isAccess(value.flags)) return -EINVAL;
    const auto fence = fenceOfDescriptor(parts.timeline, user, value.fd);
    if (!fence) return -EINVAL;
    const std::lock_guard lock(parts.mutex);
    buffer.recordUse(*fence, (value.flags & DMA_BUF_SYNC_WRITE) != 0, parts.status);
    return 0;
}

}  // namespace

int dmaBufIoctl(const DmaBufParts& parts, BufferObject& buffer, uint32_t code, std::span<std::byte> argument,
                UserProcess& user) {
    switch (code) {
        case DMA_BUF_IOCTL_SYNC:
            return sync(argument);
        case DMA_BUF_IOCTL_EXPORT_SYNC_FILE:
            return exportFence(parts, buffer, argument, user);
        case DMA_BUF_IOCTL_IMPORT_SYNC_FILE:
            return importFence(parts, buffer, argument, user);
        default:
            return -ENOTTY;
    }
}

}  // namespace cyclorama::device
