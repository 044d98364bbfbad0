// SPDX-License-Identifier: MIT
#pragma once
// Requests to the server: one connection for each thread, made at its first request and anew after fork().

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>

#include "device/protocol/protocol.h"

namespace cyclorama::device::client {

struct Answer {
    /// 0, a positive result, or a negative errno; -ENODEV where there is no server any more.
    int status = 0;
    uint64_t value = 0;
    uint64_t code = 0;
    /// Close-on-exec; the caller's to close. Negative where none came.
    int descriptor = -1;
};

/// Sends a request with `argument`, serves what the server asks for, and receives the result; `argument` then holds
/// what the result brought.
Answer request(const protocol::Header& header, void* argument = nullptr, size_t bytes = 0);

/// True while the calling thread makes a request: its messages are the library's own then.
bool requestUnderWay();

/// The server's view of a descriptor.
struct FileIdentity {
    protocol::FileKind kind = protocol::FileKind::Foreign;
    uint32_t minor = 0;
    uint64_t inode = 0;
};
FileIdentity identify(int descriptor);
/// The identity of a file by the answer of fstat().
FileIdentity identify(const struct stat& status);

}  // namespace cyclorama::device::client
