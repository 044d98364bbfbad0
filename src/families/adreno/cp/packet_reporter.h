// SPDX-License-Identifier: MIT
#pragma once
// Findings of the command processor, at the place of the packet in execution.

#include <string_view>

#include "families/adreno/chip/reporter.h"
#include "families/adreno/cp/fetched_packet.h"

namespace cyclorama::adreno {

class PacketReporter {
  public:
    /// Both outlive it; `packet` is the one in execution.
    PacketReporter(const FetchedPacket& packet, Reporter& reporter) : packet_(packet), reporter_(reporter) {}

    void report(const sim::FindingKind& kind, std::string_view detail = {}) {
        reporter_.setPlace(packet_.place());
        reporter_.report(kind, detail);
    }
    /// Stops the job: no packet is executed after this one.
    void hang(const sim::FindingKind& kind, std::string_view detail = {}) {
        reporter_.setPlace(packet_.place());
        reporter_.hang(kind, detail);
    }
    bool hung() const { return reporter_.hung(); }

  private:
    const FetchedPacket& packet_;
    Reporter& reporter_;
};

}  // namespace cyclorama::adreno
