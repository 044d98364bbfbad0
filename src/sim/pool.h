#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

namespace cyclorama::sim {

/// Objects that come and go with the work in flight, addressed by a small number. Slots are reused, the most recently
/// released first; the pool grows where more are in flight than ever before, and addresses stay valid then.
template <typename T>
class Pool {
  public:
    using Id = uint32_t;

    /// A slot with a fresh object. Members that T declares without an initialiser hold anything: large payloads that
    /// are written before they are read cost nothing.
    Id acquire() {
        if (free_.empty()) grow();
        const Id id = free_.back();
        free_.pop_back();
        T* const item = &(*this)[id];
        std::destroy_at(item);
        ::new (static_cast<void*>(item)) T;
        return id;
    }
    void release(Id id) {
        assert(id < slots());
        free_.push_back(id);
    }

    T& operator[](Id id) { return chunks_[id / kChunk][id % kChunk]; }
    const T& operator[](Id id) const { return chunks_[id / kChunk][id % kChunk]; }
    size_t inUse() const { return slots() - free_.size(); }

  private:
    static constexpr size_t kChunk = 64;

    size_t slots() const { return chunks_.size() * kChunk; }
    void grow() {
        chunks_.push_back(std::make_unique_for_overwrite<T[]>(kChunk));
        for (size_t id = slots(); id-- > slots() - kChunk;) free_.push_back(static_cast<Id>(id));
    }

    std::vector<std::unique_ptr<T[]>> chunks_;
    std::vector<Id> free_;
};

}  // namespace cyclorama::sim
