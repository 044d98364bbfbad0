// SPDX-License-Identifier: MIT
#pragma once
// Buffers that programs, the GPU and the display share: memory of the host, handed around as file descriptors.

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "device/objects/fence_timeline.h"
#include "device/protocol/unique_fd.h"

namespace cyclorama::device {

class DriverBuffer;
class GpuContext;

/// Bytes of a page; buffers are whole pages.
inline constexpr uint64_t kPageBytes = 4096;

/// The server's view of a buffer's memory.
class MappedView {
  public:
    MappedView(int memory, uint64_t bytes);
    ~MappedView();
    MappedView(const MappedView&) = delete;
    MappedView& operator=(const MappedView&) = delete;
    /// Empty where the host could not map it.
    std::span<std::byte> bytes() const { return {data_, size_}; }

  private:
    std::byte* data_ = nullptr;
    size_t size_ = 0;
};

class BufferObject {
  public:
    BufferObject(UniqueFd memory, uint64_t bytes, uint64_t inode, uint32_t id)
        : memory_(std::move(memory)), bytes_(bytes), inode_(inode), id_(id) {}
    ~BufferObject();
    BufferObject(const BufferObject&) = delete;
    BufferObject& operator=(const BufferObject&) = delete;

    int memory() const { return memory_.get(); }
    uint64_t bytes() const { return bytes_; }
    uint64_t inode() const { return inode_; }
    uint32_t id() const { return id_; }
    /// The offset for mmap() on a node.
    uint64_t mapOffset() const { return uint64_t{id_} << 32; }

    /// The fences of what was submitted last, under the device's lock: everything, and what writes to the buffer.
    Fence lastUse = 0;
    Fence lastWrite = 0;
    /// Records that the work of a fence uses the buffer, here and in `status`, where programs see it. With the device's
    /// lock.
    void recordUse(Fence fence, bool write, protocol::SharedStatus& status);
    /// Global name (FLINK); 0 without.
    uint32_t name = 0;

    /// The driver's knowledge of the buffer, under the device's lock; null where it keeps nothing.
    std::shared_ptr<DriverBuffer> driver;

    /// A place in a context, under the device's lock.
    struct Placement {
        std::shared_ptr<GpuContext> context;
        uint64_t address = 0;
        /// Some job has mapped the buffer there, or will before it does anything else.
        bool mapped = false;
    };
    std::vector<Placement> placements;
    /// Gives all places back; what is mapped stays so for the jobs that are queued.
    void leavePlaces();

    /// Handles in all files, under the device's lock. With the last one the buffer leaves its places, though jobs,
    /// frame buffers or descriptors may keep it alive for longer: where the next buffer goes is up to what the program
    /// did, not to how far the GPU has come.
    uint32_t handles = 0;

  private:
    UniqueFd memory_;
    uint64_t bytes_;
    uint64_t inode_;
    uint32_t id_;
};

/// All buffers that are alive. Under the device's lock.
class BufferRegistry {
  public:
    /// Memory of `bytes`, rounded up to pages, all zero. Null if memory is missing, or for an impossible size.
    std::shared_ptr<BufferObject> create(uint64_t bytes);
    /// The buffer whose memory a descriptor is; one that only its descriptors kept alive becomes a buffer again. Null
    /// where it is no buffer's memory.
    std::shared_ptr<BufferObject> import(const UniqueFd& descriptor);
    std::shared_ptr<BufferObject> byId(uint32_t id) const;
    std::shared_ptr<BufferObject> byName(uint32_t name) const;
    std::shared_ptr<BufferObject> byInode(uint64_t inode) const;
    /// The buffer's global name; gives it one where it has none.
    uint32_t nameOf(const std::shared_ptr<BufferObject>& buffer);
    /// A program has a descriptor of the buffer: what the driver knows of it is there again when it is imported.
    void noteExport(const BufferObject& buffer);

  private:
    std::shared_ptr<BufferObject> add(UniqueFd memory, uint64_t bytes, uint64_t inode);
    void forgetDead();

    uint32_t nextId_ = 1;
    uint32_t nextName_ = 1;
    size_t rememberedAfterCleaning_ = 0;
    std::map<uint32_t, std::weak_ptr<BufferObject>> byId_;
    std::map<uint32_t, std::weak_ptr<BufferObject>> byName_;
    std::map<uint64_t, std::weak_ptr<BufferObject>> byInode_;
    std::map<uint64_t, std::shared_ptr<DriverBuffer>> exported_;  // by inode
};

}  // namespace cyclorama::device
