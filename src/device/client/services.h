// SPDX-License-Identifier: MIT
#pragma once
// Services of a program for the server, while one of its requests is under way.

#include "device/protocol/protocol.h"

namespace cyclorama::device::client {

/// Does what a service's header asks for, and answers. `descriptor` came with it and is taken over. False where the
/// connection broke.
bool serve(int socket, const protocol::Header& header, int descriptor);

}  // namespace cyclorama::device::client
