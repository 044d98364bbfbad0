// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "sim/fault.h"

namespace cyclorama::sim {

/// A first-in first-out buffer of fixed capacity, as hardware has it. Nothing is allocated after construction; memory
/// is touched only as far as items have waited at once. Pushing to a full queue is a Fault; popping an empty one is a
/// mistake in the caller, caught by assertions.
template <typename T>
class BoundedQueue {
  public:
    explicit BoundedQueue(uint32_t capacity = 0)
        : slots_(std::make_unique_for_overwrite<Slot[]>(capacity)), capacity_(capacity) {}
    ~BoundedQueue() { clear(); }
    BoundedQueue(BoundedQueue&& other) noexcept
        : slots_(std::move(other.slots_)),
          capacity_(std::exchange(other.capacity_, 0)),
          first_(std::exchange(other.first_, 0)),
          size_(std::exchange(other.size_, 0)) {}
    BoundedQueue& operator=(BoundedQueue&& other) noexcept {
        std::swap(slots_, other.slots_);
        std::swap(capacity_, other.capacity_);
        std::swap(first_, other.first_);
        std::swap(size_, other.size_);
        return *this;
    }

    uint32_t capacity() const { return capacity_; }
    uint32_t size() const { return size_; }
    uint32_t free() const { return capacity_ - size_; }
    bool empty() const { return size_ == 0; }
    bool full() const { return size_ == capacity_; }

    void push(T item) {
        if (full()) [[unlikely]]
            throw Fault("a queue overflows");
        std::construct_at(&slots_[place(size_)].item, std::move(item));
        ++size_;
    }

    T& front() { return (*this)[0]; }
    const T& front() const { return (*this)[0]; }

    T pop() {
        T item = std::move(front());
        std::destroy_at(&slots_[first_].item);
        // One that runs empty starts again where the host's cache has it.
        first_ = --size_ == 0 ? 0 : place(1);
        return item;
    }

    /// Counted from the front.
    T& operator[](uint32_t index) {
        assert(index < size_);
        return slots_[place(index)].item;
    }
    const T& operator[](uint32_t index) const {
        assert(index < size_);
        return slots_[place(index)].item;
    }

    void clear() {
        for (uint32_t i = 0; i < size_; ++i) std::destroy_at(&(*this)[i]);
        first_ = size_ = 0;
    }

  private:
    /// Room for an item, which lives from push() to pop().
    union Slot {
        Slot() {}
        ~Slot() {}
        T item;
    };

    uint32_t place(uint32_t index) const {
        const uint32_t untilEnd = capacity_ - first_;
        return index < untilEnd ? first_ + index : index - untilEnd;
    }

    std::unique_ptr<Slot[]> slots_;
    uint32_t capacity_;
    uint32_t first_ = 0;
    uint32_t size_ = 0;
};

}  // namespace cyclorama::sim
