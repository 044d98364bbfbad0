// SPDX-License-Identifier: MIT
#pragma once
// Microbenchmarks of OpenGL ES 2, each of which keeps one part of a GPU busy.

#include <GLES2/gl2.h>

#include <functional>
#include <span>
#include <string>

namespace gles_rates {

/// Pixels of the target.
struct Size {
    GLsizei width = 0;
    GLsizei height = 0;
    double pixels() const { return static_cast<double>(width) * static_cast<double>(height); }
};

/// A benchmark with its objects made.
struct Prepared {
    /// Units of work in a repetition.
    double work = 0;
    std::function<void()> repeat;
};

struct Rate {
    const char* name;
    const char* unit;
    const char* sentence;
    /// The target unless another size is asked for.
    Size size;
    /// Draws to an own target in the current context. Throws std::runtime_error where the driver refuses.
    Prepared (*prepare)(Size size);
};

/// All of them.
std::span<const Rate> rates();

}  // namespace gles_rates
