// SPDX-License-Identifier: MIT
#pragma once
// The memory in which programs see whether the GPU is idle (protocol::SharedStatus).

#include "device/protocol/protocol.h"
#include "device/protocol/unique_fd.h"

namespace cyclorama::device {

class StatusPage {
  public:
    /// Throws std::system_error where the host has no memory for it.
    StatusPage();
    ~StatusPage();
    StatusPage(const StatusPage&) = delete;
    StatusPage& operator=(const StatusPage&) = delete;

    protocol::SharedStatus& operator*() const { return *status_; }
    protocol::SharedStatus* operator->() const { return status_; }
    /// For programs: it cannot be written through.
    int descriptor() const { return readable_.get(); }

  private:
    UniqueFd readable_;
    protocol::SharedStatus* status_ = nullptr;
};

}  // namespace cyclorama::device
