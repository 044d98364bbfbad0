#pragma once
// Whole messages over a stream socket, without allocation.

#include <cstddef>

#include "device/core/protocol.h"

namespace cyclorama::device {

/// All of the bytes; false where the connection broke or the bytes cannot be read.
bool sendAll(int socket, const void* data, size_t bytes);
bool receiveAll(int socket, void* data, size_t bytes);

/// A header, with a descriptor where that is not negative.
bool sendHeader(int socket, const protocol::Header& header, int descriptor = -1);
/// The same with the bytes that follow it, at once: what waits for them is woken one time.
bool sendMessage(int socket, const protocol::Header& header, const void* data, size_t bytes, int descriptor = -1);
/// A header, and the descriptor that came with it, close-on-exec, or -1.
bool receiveHeader(int socket, protocol::Header& header, int& descriptor);

}  // namespace cyclorama::device
