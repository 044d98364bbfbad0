// SPDX-License-Identifier: MIT
#pragma once
// The way of a shader processor's requests to its texture units. All go to one unit until it has a group of them; then
// it is the next one's turn, as soon as no request waits. A unit gives tickets for the elements that it takes.
//
// Even if the shaders have their own clock, requests, results and tickets move in the main clock's cycles.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "machine/timing/shader/shader_processor.h"

namespace cyclorama::machine::timing {

class TextureDispatch {
  public:
    using Cycle = sim::Cycle;

    using Ports = std::vector<std::unique_ptr<ShaderProcessor::TexturePort>>;

    /// The ports of the processor, one for each texture unit, which must outlive it.
    TextureDispatch(Ports& ports, const ShaderSettings& settings);

    /// The unit whose turn it is, and the elements that it still takes.
    uint32_t unit() const { return unit_; }
    uint32_t tickets() const { return tickets_[unit_]; }
    void spend(uint32_t elements) { tickets_[unit_] -= elements; }
    /// Without requests nothing changes.
    bool settled() const { return requestsToUnit_ < group_; }

    void takeTickets(Cycle cycle);
    /// Sends the requests of a cycle, which next() gives: an optional that is empty if none waits. How many.
    template <typename Next>
    uint32_t send(Cycle cycle, const Next& next) {
        uint32_t sent = 0;
        for (uint32_t i = 0; i < rate_; ++i) {
            const auto request = next();
            if (!request) {
                passTurn();
                continue;
            }
            (*ports_)[unit_]->requests.write(cycle, *request);
            ++requestsToUnit_;
            ++sent;
        }
        return sent;
    }
    /// Calls take(thread) for each result of `cycle`.
    template <typename Take>
    void takeResults(Cycle cycle, const Take& take) {
        for (size_t u = 0; u < tickets_.size(); ++u)
            if (const auto result = (*ports_)[u]->results.read(cycle)) take(result->thread);
    }

    /// For `threads` that wait; empty for none.
    std::string describeWait(uint32_t threads) const;

  private:
    void passTurn();

    Ports* ports_;
    uint32_t rate_;                  // requests a cycle
    uint32_t group_;                 // requests
    std::vector<uint32_t> tickets_;  // elements that each unit still takes
    uint32_t unit_ = 0;
    uint32_t requestsToUnit_ = 0;
};

}  // namespace cyclorama::machine::timing
