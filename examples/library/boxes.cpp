// SPDX-License-Identifier: MIT
// Two pieces of hardware and the wire between them: how sim::Box, sim::Signal and sim::Simulation are used.

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

#include "sim/box.h"
#include "sim/signal.h"
#include "sim/simulation.h"

using namespace cyclorama::sim;

namespace {

/// Sends the numbers 1 to `last`, one every third cycle.
class Sender final : public Box {
  public:
    Sender(Simulation& simulation, DomainId domain, uint32_t last)
        : Box(simulation, domain, "Sender"), out(*this, "numbers"), last_(last) {}

    void clock(Cycle cycle) override {
        if (cycle % 3 == 0 && sent_ < last_ && out.wire().hasRoom(cycle)) out.write(cycle, ++sent_);
        // Nothing to do until then: asleep, a box costs no time.
        if (sent_ < last_)
            sleepUntil(cycle + 3 - cycle % 3);
        else
            sleep();
    }
    std::string describeWait() const override { return {}; }

    Output<uint32_t> out;

  private:
    uint32_t last_;
    uint32_t sent_ = 0;
};

/// Prints the sum of the numbers that arrived. It owns the wire, and says its width and latency.
class Adder final : public Box {
  public:
    Adder(Simulation& simulation, DomainId domain)
        : Box(simulation, domain, "Adder"), in(*this, {.name = "numbers", .width = 1, .latency = 2}) {}

    void clock(Cycle cycle) override {
        while (const std::optional<uint32_t> number = in.read(cycle)) {
            sum_ += *number;
            fmt::print("cycle {}: {} arrives, the sum is {}\n", cycle, *number, sum_);
        }
        sleep();
    }
    std::string describeWait() const override { return "waits for a number"; }

    Signal<uint32_t> in;

  private:
    uint32_t sum_ = 0;
};

}  // namespace

int main() {
    Simulation simulation;
    const DomainId gpu = simulation.addDomain({.name = "gpu", .periodPicoseconds = 2000});
    Sender sender(simulation, gpu, 4);
    Adder adder(simulation, gpu);
    sender.out.bind(adder.in);
    simulation.runThrough(gpu, 20);
}
