// SPDX-License-Identifier: MIT
#pragma once

#include "device/server/device.h"

namespace cyclorama::device {

/// Serves one thread of a program until it closes its connection or breaks the protocol.
void serveConnection(Device& device, int socket);

}  // namespace cyclorama::device
