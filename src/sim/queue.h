#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/fault.h"

namespace cyclorama::sim {

/// A first-in first-out buffer of fixed capacity, as hardware has it. Nothing is allocated after construction. Pushing
/// to a full queue or popping an empty one is a mistake in the caller, caught by assertions.
template <typename T>
class BoundedQueue {
  public:
    explicit BoundedQueue(uint32_t capacity = 0) : items_(capacity) {}

    uint32_t capacity() const { return static_cast<uint32_t>(items_.size()); }
    uint32_t size() const { return size_; }
    uint32_t free() const { return capacity() - size_; }
    bool empty() const { return size_ == 0; }
    bool full() const { return size_ == capacity(); }

    void push(T item) {
        if (full()) [[unlikely]]
            throw Fault("a queue overflows");
        items_[place(size_)] = std::move(item);
        ++size_;
    }

    T& front() { return (*this)[0]; }
    const T& front() const { return (*this)[0]; }

    T pop() {
        assert(!empty());
        T item = std::move(items_[first_]);
        first_ = place(1);
        --size_;
        return item;
    }

    /// Counted from the front.
    T& operator[](uint32_t index) {
        assert(index < size_);
        return items_[place(index)];
    }
    const T& operator[](uint32_t index) const {
        assert(index < size_);
        return items_[place(index)];
    }

    void clear() { first_ = size_ = 0; }

  private:
    uint32_t place(uint32_t index) const {
        const uint64_t at = uint64_t{first_} + index;
        return static_cast<uint32_t>(at >= items_.size() ? at - items_.size() : at);
    }

    std::vector<T> items_;
    uint32_t first_ = 0;
    uint32_t size_ = 0;
};

}  // namespace cyclorama::sim
