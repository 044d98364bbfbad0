// SPDX-License-Identifier: MIT
#pragma once

#include "glplayer/call_arguments.h"

namespace cyclorama::glplayer {

/// Holds the vertices that draws read of arrays, in memory and in buffer objects, against what is there. OpenGL has the
/// arrays' state; this asks it.
class VertexArrays {
  public:
    /// `buffers` has what pointers may point to, and has to outlive this.
    explicit VertexArrays(const gltrace::Buffers& buffers) : buffers_(buffers) {}

    /// Before each call that takes its arguments as they are. Throws sim::Error for a draw that would read elsewhere.
    void check(const CallArguments& arguments);

  private:
    /// Vertices that all enabled arrays have.
    int64_t vertices() const;
    void checkIndices(const CallArguments& arguments, size_t count, size_t type, size_t indices) const;
    static void require(const CallArguments& arguments, int64_t last, int64_t vertices);

    const gltrace::Buffers& buffers_;
    /// The trace has arrays: else glBegin, after which OpenGL answers no questions, asks none.
    bool used_ = false;
    /// Vertices that glArrayElement may name.
    int64_t elements_ = 0;
};

}  // namespace cyclorama::glplayer
