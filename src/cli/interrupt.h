// SPDX-License-Identifier: MIT
#pragma once

#include "device/protocol/unique_fd.h"

namespace cyclorama::cli {

/// The wish to end this process: SIGINT, SIGTERM or SIGHUP from when this was made. A second signal of a kind ends it
/// at once.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /// Waits for the first signal.
    void wait() const;

  private:
    device::UniqueFd wake_;
};

}  // namespace cyclorama::cli
