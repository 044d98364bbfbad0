// SPDX-License-Identifier: MIT
#pragma once
// The work of an operation, whose reads of registers a listener hears of.

#include "families/adreno/operations/work_listener.h"

namespace cyclorama::adreno {

/// While it exists, reads of the registers are recorded; at its end the listener, which may be null, hears of them.
class RecordedWork {
  public:
    RecordedWork(const RegisterValues& registers, WorkListener* listener)
        : listener_(listener), recording_(registers, listener == nullptr ? nullptr : &reads_) {}
    ~RecordedWork() {
        if (listener_ != nullptr) listener_->workRead(reads_);
    }
    RecordedWork(const RecordedWork&) = delete;
    RecordedWork& operator=(const RecordedWork&) = delete;

  private:
    WorkListener* const listener_;
    RegisterReads reads_;
    const ReadRecording recording_;
};

}  // namespace cyclorama::adreno
