// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace cyclorama::sim {

/// An array in which one value is given to all elements at a time, and then to some their own: giving it to all takes
/// no time, and there is memory for the pages alone in which elements had values of their own.
template <typename T>
class LazyArray {
  public:
    LazyArray(size_t size, T value) : size_(size), pages_((size + kPage - 1) / kPage), value_(value) {}

    size_t size() const { return size_; }
    const T& operator[](size_t index) const {
        const Page& page = pages_[index / kPage];
        return page.own ? page.items[index % kPage] : value_;
    }

    void set(size_t index, T value) {
        Page& page = pages_[index / kPage];
        if (!page.own) give(page);
        page.items[index % kPage] = value;
    }
    /// All elements become `value`.
    void fill(T value) {
        for (Page& page : pages_) page.own = false;
        value_ = value;
    }

  private:
    static constexpr size_t kPage = 512;

    struct Page {
        std::unique_ptr<T[]> items;  // kept for the next time
        bool own = false;            // its elements are in `items`
    };

    void give(Page& page) {
        if (page.items == nullptr) page.items = std::make_unique_for_overwrite<T[]>(kPage);
        std::fill_n(page.items.get(), kPage, value_);
        page.own = true;
    }

    size_t size_;
    std::vector<Page> pages_;
    T value_;
};

}  // namespace cyclorama::sim
