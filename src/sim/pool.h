#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
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
        if (free_.empty()) {
            items_.emplace_back();
            return static_cast<Id>(items_.size() - 1);
        }
        const Id id = free_.back();
        free_.pop_back();
        T* const item = &items_[id];
        std::destroy_at(item);
        ::new (static_cast<void*>(item)) T;
        return id;
    }
    void release(Id id) {
        assert(id < items_.size());
        free_.push_back(id);
    }

    T& operator[](Id id) { return items_[id]; }
    const T& operator[](Id id) const { return items_[id]; }
    size_t inUse() const { return items_.size() - free_.size(); }

  private:
    std::deque<T> items_;
    std::vector<Id> free_;
};

}  // namespace cyclorama::sim
