// SPDX-License-Identifier: MIT
#pragma once
// Reads or writes next: when a scheduler goes from the one to the other (V2SwitchModePolicy).

#include <cstdint>

#include "mem/gddr/settings.h"

namespace cyclorama::mem::gddr {

class ModeSwitch {
  public:
    explicit ModeSwitch(const Settings& settings)
        : mode_(settings.scheduling.switchMode),
          maximum_{settings.scheduling.maxConsecutiveWrites, settings.scheduling.maxConsecutiveReads} {}

    bool reading() const { return reading_; }

    /// Accesses are counted, so that it matters how many are ready.
    bool counts() const { return mode_ == SwitchMode::Counters; }

    /// Decides for the next access; of the kind then chosen one must be ready.
    void update(bool readReady, bool writeReady, bool writeIsHit) {
        if (mode_ == SwitchMode::LoadsOverStores)
            preferReads(readReady, writeReady, writeIsHit);
        else
            countAccesses(readReady, writeReady);
    }

    /// Accesses of the present kind, and the most of either kind, before the other's turn. No limit without counters.
    uint32_t accessesLeft() const { return mode_ == SwitchMode::Counters ? maximum_[reading_] - consecutive_ : ~0u; }
    uint32_t mostAccesses(bool reads) const { return mode_ == SwitchMode::Counters ? maximum_[reads] : ~0u; }

  private:
    // Writes continue only while they hit an open row or nothing is to be read.
    void preferReads(bool readReady, bool writeReady, bool writeIsHit) {
        if (reading_)
            reading_ = readReady || !writeReady;
        else
            reading_ = readReady && !writeIsHit;
    }

    void countAccesses(bool readReady, bool writeReady) {
        if (!readReady && !writeReady) return;
        const bool sameReady = reading_ ? readReady : writeReady;
        const bool otherReady = reading_ ? writeReady : readReady;
        if (!sameReady || (consecutive_ >= maximum_[reading_] && otherReady)) {
            reading_ = !reading_;
            consecutive_ = 0;
        }
        if (consecutive_ == maximum_[reading_]) consecutive_ = 0;
        ++consecutive_;
    }

    SwitchMode mode_;
    uint32_t maximum_[2];  // writes, reads
    uint32_t consecutive_ = 0;
    bool reading_ = true;
};

}  // namespace cyclorama::mem::gddr
