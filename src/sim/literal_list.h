// SPDX-License-Identifier: MIT
#pragma once
// A list of literals in a declaration.

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>

namespace cyclorama::sim {

/// A list of up to 8 literals. (Not std::vector: GCC 12 fails on one as the default of a member of an aggregate that is
/// itself the default of a member.)
template <typename T>
class LiteralList {
  public:
    constexpr LiteralList() noexcept {}  // NOLINT(modernize-use-equals-default): see above
    constexpr LiteralList(std::initializer_list<T> items) : size_(items.size()) {
        std::copy(items.begin(), items.end(), items_.begin());
    }
    constexpr std::size_t size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr const T& operator[](std::size_t index) const { return items_[index]; }
    constexpr const T* begin() const { return items_.data(); }
    constexpr const T* end() const { return items_.data() + size_; }

  private:
    std::array<T, 8> items_{};
    std::size_t size_ = 0;
};

}  // namespace cyclorama::sim
