// SPDX-License-Identifier: MIT
#pragma once

namespace cyclorama::cli {

/// Has the host back the heap with large pages (2 MiB) from now on, where it does so on request (glibc, Linux): a short
/// run spends a tenth of its time on the first touch of small ones. To be called before other threads are started.
void useLargePages();

}  // namespace cyclorama::cli
