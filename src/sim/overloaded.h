// SPDX-License-Identifier: MIT
#pragma once
// One function object of several, for std::visit.

namespace cyclorama::sim {

/// Calls the one that takes the argument.
template <typename... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};
// clang 14 does not deduce aggregates by itself.
template <typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace cyclorama::sim
