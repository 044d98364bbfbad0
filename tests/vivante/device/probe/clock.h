// SPDX-License-Identifier: MIT
#pragma once

namespace cyclorama::test {

/// With a second from frame to frame (protocol::kFrameTimeVariable): what the clocks show to a program, to a library
/// named as a driver of Mesa is, and to any other library, as frames are shown.
void probeClock();

}  // namespace cyclorama::test
