// SPDX-License-Identifier: MIT
#pragma once
// Accesses of the processor to buffers, which drivers begin and end hundreds of times a frame: most need no message.

#include <cstdint>

namespace cyclorama::device::client {

/// True for a request with the result 0 and no effect, which the server need not be asked. `argument` is a copy of the
/// request's. Call it before each request on a descriptor.
bool needsNoMessage(unsigned long code, uint64_t inode, const void* argument);
/// Records a request that the server answered with success; `buffer` is the code of that answer.
void recordAccess(unsigned long code, uint64_t inode, const void* argument, uint64_t buffer);

}  // namespace cyclorama::device::client
