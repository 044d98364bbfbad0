// SPDX-License-Identifier: MIT
#include "device/objects/buffer_object.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "device/objects/gpu_context.h"

namespace cyclorama::device {
namespace {

/// Shows in /proc, and distinguishes our memory from other files.
constexpr const char* kMemoryName = "cyclorama-bo";
/// An offset in a buffer is the lower half of what mmap() takes.
constexpr uint64_t kMostBytes = uint64_t{1} << 32;
/// Buffers without handles whose descriptors may still be open: their closing is not reported.
constexpr size_t kMostForgottenExports = 1024;
/// The program must not shrink what the simulator has mapped.
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

bool isOurMemory(int descriptor) {
    char link[32];
    char name[64] = {};
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    if (readlink(link, name, sizeof name - 1) < 0) return false;
    return std::strncmp(name, "/memfd:cyclorama-bo", 19) == 0;
}

template <typename Map>
std::shared_ptr<BufferObject> find(const Map& map, typename Map::key_type key) {
    const auto found = map.find(key);
    return found == map.end() ? nullptr : found->second.lock();
}

}  // namespace

MappedView::MappedView(int memory, uint64_t bytes) {
    void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (mapped == MAP_FAILED) return;
    data_ = static_cast<std::byte*>(mapped);
    size_ = bytes;
}

MappedView::~MappedView() {
    if (data_ != nullptr) munmap(data_, size_);
}

BufferObject::~BufferObject() { leavePlaces(); }

void BufferObject::recordUse(Fence fence, bool write, protocol::SharedStatus& status) {
    protocol::BufferUse& use = status.useOf(id_);
    const auto note = [fence](Fence& own, std::atomic<uint64_t>& shared) {
        own = std::max(own, fence);
        // Only ever written with the lock.
        if (shared.load(std::memory_order_relaxed) < fence) shared.store(fence, std::memory_order_release);
    };
    note(lastUse, use.any);
    if (write) note(lastWrite, use.write);
}

void BufferObject::leavePlaces() {
    // Possibly the last references to the contexts.
    for (const Placement& placement : std::exchange(placements, {}))
        placement.context->release(placement.address, bytes_, placement.mapped);
}

std::shared_ptr<BufferObject> BufferRegistry::create(uint64_t bytes) {
    if (bytes == 0 || bytes > kMostBytes - kPageBytes) return nullptr;
    bytes = (bytes + kPageBytes - 1) & ~(kPageBytes - 1);
    UniqueFd memory(memfd_create(kMemoryName, MFD_CLOEXEC | MFD_ALLOW_SEALING));
    struct stat status {};
    if (!memory || ftruncate(memory.get(), static_cast<off_t>(bytes)) != 0 || fstat(memory.get(), &status) != 0)
        return nullptr;
    return add(std::move(memory), bytes, status.st_ino);
}

std::shared_ptr<BufferObject> BufferRegistry::import(const UniqueFd& descriptor) {
    struct stat status {};
    if (fstat(descriptor.get(), &status) != 0 || !S_ISREG(status.st_mode)) return nullptr;
    if (!isOurMemory(descriptor.get())) return nullptr;
    if (auto known = find(byInode_, status.st_ino)) return known;
    const uint64_t bytes = static_cast<uint64_t>(status.st_size);
    if (bytes == 0 || bytes > kMostBytes || bytes % kPageBytes != 0) return nullptr;
    auto buffer = add(UniqueFd(fcntl(descriptor.get(), F_DUPFD_CLOEXEC, 0)), bytes, status.st_ino);
    if (const auto known = exported_.find(status.st_ino); buffer && known != exported_.end())
        buffer->driver = known->second;
    return buffer;
}

std::shared_ptr<BufferObject> BufferRegistry::add(UniqueFd memory, uint64_t bytes, uint64_t inode) {
    if (!memory) return nullptr;
    // This fails for memory that is sealed already. Without seals the program could take pages away under the
    // simulator.
    fcntl(memory.get(), F_ADD_SEALS, kSeals);
    if ((fcntl(memory.get(), F_GET_SEALS) & F_SEAL_SHRINK) == 0) return nullptr;
    struct stat status {};
    if (fstat(memory.get(), &status) != 0 || static_cast<uint64_t>(status.st_size) != bytes) return nullptr;
    forgetDead();
    auto buffer = std::make_shared<BufferObject>(std::move(memory), bytes, inode, nextId_++);
    byId_[buffer->id()] = buffer;
    byInode_[inode] = buffer;
    return buffer;
}

/// Now and then, so that the tables do not grow with every buffer that ever was.
void BufferRegistry::forgetDead() {
    if (byId_.size() < 2 * rememberedAfterCleaning_ + 64) return;
    std::erase_if(byId_, [](const auto& entry) { return entry.second.expired(); });
    std::erase_if(byName_, [](const auto& entry) { return entry.second.expired(); });
    std::erase_if(byInode_, [](const auto& entry) { return entry.second.expired(); });
    rememberedAfterCleaning_ = byId_.size();
}

void BufferRegistry::noteExport(const BufferObject& buffer) {
    if (buffer.driver) exported_[buffer.inode()] = buffer.driver;
    // The oldest first: numbers of inodes grow.
    size_t tooMany = exported_.size() - std::min(exported_.size(), kMostForgottenExports);
    for (auto entry = exported_.begin(); tooMany > 0 && entry != exported_.end();) {
        const bool forgotten = !byInode(entry->first);
        entry = forgotten ? exported_.erase(entry) : std::next(entry);
        if (forgotten) --tooMany;
    }
}

std::shared_ptr<BufferObject> BufferRegistry::byId(uint32_t id) const { return find(byId_, id); }
std::shared_ptr<BufferObject> BufferRegistry::byName(uint32_t name) const { return find(byName_, name); }
std::shared_ptr<BufferObject> BufferRegistry::byInode(uint64_t inode) const { return find(byInode_, inode); }

uint32_t BufferRegistry::nameOf(const std::shared_ptr<BufferObject>& buffer) {
    if (buffer->name == 0) {
        buffer->name = nextName_++;
        byName_[buffer->name] = buffer;
    }
    return buffer->name;
}

}  // namespace cyclorama::device
