// SPDX-License-Identifier: MIT
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

/// Values beside the objects of a Pool, by their numbers, that only some objects have: memory is taken for those, and
/// their neighbours, alone. T holds anything until it is written.
template <typename T>
class PoolPlane {
  public:
    using Id = uint32_t;

    /// Addresses stay valid.
    T& operator[](Id id) {
        if (id / kChunk >= chunks_.size() || chunks_[id / kChunk] == nullptr) [[unlikely]]
            grow(id / kChunk);
        return chunks_[id / kChunk][id % kChunk];
    }
    /// An object that had the value written.
    const T& operator[](Id id) const { return chunks_[id / kChunk][id % kChunk]; }

  private:
    static constexpr size_t kChunk = 64;

    void grow(size_t chunk) {
        if (chunk >= chunks_.size()) chunks_.resize(chunk + 1);
        chunks_[chunk] = std::make_unique_for_overwrite<T[]>(kChunk);
    }

    std::vector<std::unique_ptr<T[]>> chunks_;
};

}  // namespace cyclorama::sim
