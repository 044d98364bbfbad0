// SPDX-License-Identifier: MIT
#pragma once
// Copies from and to memory that the program named, whose addresses may be wrong.

#include <cstddef>

namespace cyclorama::device::client {

/// 0 or an errno. `frame` is that of the function which the program called: the variables of those who called it lie
/// above, and in the frame's own page nothing can be wrong with an address.
int copyFromProgram(void* copy, const void* program, size_t bytes, const void* frame);
int copyToProgram(void* program, const void* copy, size_t bytes, const void* frame);

}  // namespace cyclorama::device::client
