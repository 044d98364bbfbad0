// SPDX-License-Identifier: MIT
#pragma once
// Whole messages over a stream socket, without allocation.

#include <cstddef>

#include "device/protocol/protocol.h"

namespace cyclorama::device {

/// Send and receive all of the bytes; false where the connection broke or the bytes cannot be read.
bool sendAll(int socket, const void* data, size_t bytes);
bool receiveAll(int socket, void* data, size_t bytes);

/// Sends a header, with a descriptor where that is not negative.
bool sendHeader(int socket, const protocol::Header& header, int descriptor = -1);
/// Sends a header and its payload in one call, so that the receiver is woken once.
bool sendMessage(int socket, const protocol::Header& header, const void* data, size_t bytes, int descriptor = -1);
/// Receives a header, and the descriptor that came with it, close-on-exec, or -1.
bool receiveHeader(int socket, protocol::Header& header, int& descriptor);

}  // namespace cyclorama::device
