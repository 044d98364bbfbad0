// SPDX-License-Identifier: MIT
#include "device/objects/open_files.h"

#include <sys/socket.h>
#include <sys/stat.h>

#include <utility>

namespace cyclorama::device {

void OpenFiles::add(const std::shared_ptr<DeviceFile>& file) { nodes_[file->inode] = file; }

std::shared_ptr<DeviceFile> OpenFiles::node(uint64_t inode) const {
    const auto found = nodes_.find(inode);
    return found == nodes_.end() ? nullptr : found->second;
}

bool OpenFiles::addSyncObject(const std::shared_ptr<SyncObject>& object, UniqueFd& program) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
    program = UniqueFd(ends[0]);
    UniqueFd server(ends[1]);
    struct stat information {};
    if (fstat(ends[0], &information) != 0) return false;
    syncObjects_[information.st_ino] = {.server = std::move(server), .object = object};
    return true;
}

std::shared_ptr<SyncObject> OpenFiles::syncObjectOf(const UniqueFd& descriptor) const {
    struct stat information {};
    if (fstat(descriptor.get(), &information) != 0) return nullptr;
    const auto found = syncObjects_.find(information.st_ino);
    return found == syncObjects_.end() ? nullptr : found->second.object;
}

std::shared_ptr<DeviceFile> OpenFiles::remove(uint64_t inode) {
    syncObjects_.erase(inode);
    const auto found = nodes_.find(inode);
    if (found == nodes_.end()) return nullptr;
    std::shared_ptr<DeviceFile> file = std::move(found->second);
    nodes_.erase(found);
    return file;
}

std::vector<OpenFiles::ServerEnd> OpenFiles::serverEnds() const {
    std::vector<ServerEnd> list;
    for (const auto& [inode, file] : nodes_) list.push_back({file->server.get(), inode});
    for (const auto& [inode, file] : syncObjects_) list.push_back({file.server.get(), inode});
    return list;
}

uint32_t OpenFiles::magicOf(const std::shared_ptr<DeviceFile>& file) {
    if (file->magic == 0) {
        file->magic = nextMagic_++;
        magics_[file->magic] = file;
    }
    return file->magic;
}

bool OpenFiles::authenticate(uint32_t magic) {
    const auto found = magics_.find(magic);
    const auto file = found == magics_.end() ? nullptr : found->second.lock();
    if (!file) return false;
    file->authenticated = true;
    magics_.erase(found);
    return true;
}

}  // namespace cyclorama::device
