// SPDX-License-Identifier: MIT
#pragma once

namespace cyclorama::cli {

/// Waits until the user or the system ends this process by SIGINT, SIGTERM or SIGHUP. A second one ends it at once.
void waitForInterrupt();

}  // namespace cyclorama::cli
