// SPDX-License-Identifier: MIT
#include "machine/timing/shader/texture_dispatch.h"

#include <fmt/format.h>

namespace cyclorama::machine::timing {

TextureDispatch::TextureDispatch(Ports& ports, const ShaderSettings& settings)
    : ports_(&ports),
      rate_(settings.textureRequestRate),
      group_(settings.textureRequestGroup),
      tickets_(settings.textureUnits) {}

void TextureDispatch::takeTickets(Cycle cycle) {
    for (size_t u = 0; u < tickets_.size(); ++u)
        if ((*ports_)[u]->tickets.read(cycle)) tickets_[u] += kElementsOfTicket;
}

void TextureDispatch::passTurn() {
    if (settled()) return;
    requestsToUnit_ = 0;
    unit_ = unit_ + 1 == tickets_.size() ? 0 : unit_ + 1;
}

std::string TextureDispatch::describeWait(uint32_t threads) const {
    if (threads == 0) return {};
    return fmt::format("{} threads wait for texture units; {} tickets for elements of unit {}", threads, tickets(),
                       unit_);
}

}  // namespace cyclorama::machine::timing
