// SPDX-License-Identifier: MIT
#pragma once
// The files that programs have open.

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "device/objects/device_file.h"
#include "device/objects/sync_object.h"
#include "device/protocol/unique_fd.h"

namespace cyclorama::device {

/// The open files of the nodes and of synchronization objects by inode, and the nodes' files by magic. No inode is of
/// two files. Under the device's lock.
class OpenFiles {
  public:
    /// Takes up a node's file, by its inode.
    void add(const std::shared_ptr<DeviceFile>& file);
    /// The file of a node; null for any other inode.
    std::shared_ptr<DeviceFile> node(uint64_t inode) const;

    /// Makes a descriptor for an object; false where the system has no more.
    bool addSyncObject(const std::shared_ptr<SyncObject>& object, UniqueFd& program);
    bool isSyncObject(uint64_t inode) const { return syncObjects_.contains(inode); }
    /// The object of a descriptor that addSyncObject() made, or of a copy of it; null for all others.
    std::shared_ptr<SyncObject> syncObjectOf(const UniqueFd& descriptor) const;

    /// Forgets a file of either kind. Returns the node's; null for any other inode.
    std::shared_ptr<DeviceFile> remove(uint64_t inode);

    /// The server's end of a file: it hangs up when the program's last descriptor is closed.
    struct ServerEnd {
        int descriptor = -1;
        uint64_t inode = 0;
    };
    std::vector<ServerEnd> serverEnds() const;

    /// The number by which a program may authenticate another one's file, counted from 1; always the same for a file
    /// (Linux: drm_getmagic).
    uint32_t magicOf(const std::shared_ptr<DeviceFile>& file);
    /// Authenticates the file of a magic, once; false where no open file has it (Linux: drm_authmagic).
    bool authenticate(uint32_t magic);

  private:
    std::map<uint64_t, std::shared_ptr<DeviceFile>> nodes_;
    std::map<uint64_t, SyncObjectFile> syncObjects_;
    std::map<uint32_t, std::weak_ptr<DeviceFile>> magics_;
    uint32_t nextMagic_ = 1;
};

}  // namespace cyclorama::device
