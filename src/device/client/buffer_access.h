#pragma once
// Accesses of the processor to buffers, which drivers begin and end hundreds of times a frame: most need no message.

#include <cstdint>

namespace cyclorama::device::client {

/// Whether a request has the result 0 and no effect, so that there is nothing to ask the server. `argument` is the
/// request's, copied. To be called before each request on a descriptor.
bool needsNoMessage(unsigned long code, uint64_t inode, const void* argument);
/// A request that was sent has succeeded. `buffer` is what the server says with the result: the code of its answer.
void noteAccess(unsigned long code, uint64_t inode, const void* argument, uint64_t buffer);

}  // namespace cyclorama::device::client
