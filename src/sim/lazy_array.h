#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace cyclorama::sim {

/// An array in which one value is given to all elements at a time, and then to some their own: giving it to all takes
/// no time, and memory is touched page by page where elements have values of their own.
template <typename T>
class LazyArray {
  public:
    LazyArray(size_t size, T value)
        : items_(std::make_unique_for_overwrite<T[]>(size)),
          size_(size),
          own_((size + kPage - 1) / kPage),
          value_(value) {}

    size_t size() const { return size_; }
    const T& operator[](size_t index) const { return own_[index / kPage] ? items_[index] : value_; }

    void set(size_t index, T value) {
        if (!own_[index / kPage]) givePage(index / kPage);
        items_[index] = value;
    }
    /// All elements become `value`.
    void fill(T value) {
        own_.assign(own_.size(), false);
        value_ = value;
    }

  private:
    static constexpr size_t kPage = 512;

    void givePage(size_t page) {
        own_[page] = true;
        const size_t first = page * kPage;
        std::fill(&items_[first], items_.get() + std::min(first + kPage, size_), value_);
    }

    std::unique_ptr<T[]> items_;
    size_t size_;
    std::vector<char> own_;  // by page: its elements are in `items_`
    T value_;
};

}  // namespace cyclorama::sim
