// SPDX-License-Identifier: MIT
#pragma once
// Values that are large, change rarely and are held in many places: the groups of the draw state.

#include <memory>
#include <utility>

namespace cyclorama::gpu {

/// A value that all its copies share until one of them changes it. A copy costs a pointer, whatever the size of T. Two
/// are `same` where one is a copy of the other and neither was changed since: whoever derives something from a value
/// keeps a copy of it beside, and derives again only when they are no longer the same. As that copy keeps the value
/// alive and unchanged, what was derived cannot be stale.
///
///     Shared<Constants> mine = state.constants;       // one pointer
///     state.constants.edit()[3] = {1, 0, 0, 1};       // mine has the old value still
///     if (!mine.same(state.constants)) derive(*(mine = state.constants));
///
/// All copies of a value are made, changed and dropped on one thread; the others may read a copy meanwhile.
template <typename T>
class Shared {
  public:
    /// T as its constructor leaves it, which takes no memory until it is changed.
    Shared() = default;
    explicit Shared(T value) : value_(std::make_shared<T>(std::move(value))) {}

    const T& operator*() const { return value_ ? *value_ : initial(); }
    const T* operator->() const { return &**this; }

    /// The value, to be changed before the next copy is made. It becomes another generation wherever a copy is held.
    T& edit() {
        if (!value_ || value_.use_count() > 1) value_ = std::make_shared<T>(**this);
        return *value_;
    }

    /// True for copies of one generation. Equal values of different origin are not the same.
    bool same(const Shared& other) const { return value_ == other.value_; }

  private:
    static const T& initial() {
        static const T value{};
        return value;
    }

    std::shared_ptr<T> value_;
};

}  // namespace cyclorama::gpu
