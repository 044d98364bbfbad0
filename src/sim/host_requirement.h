// SPDX-License-Identifier: MIT
#pragma once

namespace cyclorama::sim {

/// Links in what ends the process, before static objects are made, with a message and exit status 1 where the processor
/// lacks instructions that the program is compiled for: on x86-64 hosts SSE4.2 and POPCNT. The call itself does
/// nothing.
void requireHost();

}  // namespace cyclorama::sim
