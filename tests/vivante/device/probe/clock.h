// SPDX-License-Identifier: MIT
#pragma once

namespace cyclorama::test {

/// With a second from frame to frame (protocol::kFrameTimeVariable): what the clocks show to a program, to a library
/// named as a driver of Mesa is, and to any other library, as frames are shown.
void probeClock();
/// Unloads a driver whose thread looks at the clock meanwhile; a signal ends the probe where that hangs.
void probeClockAtEnd();

}  // namespace cyclorama::test
