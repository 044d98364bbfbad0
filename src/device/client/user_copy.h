#pragma once
// Copies from and to memory that the program named, whose addresses may be wrong.

#include <cstddef>

namespace cyclorama::device::client {

/// 0 or an errno.
int copyFromProgram(void* copy, const void* program, size_t bytes);
int copyToProgram(void* program, const void* copy, size_t bytes);

}  // namespace cyclorama::device::client
