// SPDX-License-Identifier: MIT
#include "sim/clock_profile.h"

#include <gtest/gtest.h>

#include <string>

#include "sim/signal.h"
#include "sim/simulation.h"

namespace cyclorama::sim {
namespace {

/// Clocked in every cycle; sends in every fourth.
class Sender : public Box {
  public:
    explicit Sender(Simulation& simulation) : Box(simulation, 0, "Sender"), out(*this, "out") {}
    void clock(Cycle cycle) override {
        if (cycle % 4 == 0) out.write(cycle, 1);
    }
    std::string describeWait() const override { return {}; }
    Output<int> out;
};

/// Clocked when something arrives.
class Receiver : public Box {
  public:
    explicit Receiver(Simulation& simulation) : Box(simulation, 0, "Receiver"), in(*this, {.name = "in"}) {}
    void clock(Cycle cycle) override {
        in.read(cycle);
        sleep();
    }
    std::string describeWait() const override { return {}; }
    Signal<int> in;
};

TEST(ClockProfile, CountsClocksAndThoseInWhichSomethingMoved) {
    Simulation simulation;
    simulation.addDomain({.name = "GPU"});
    Sender sender(simulation);
    Receiver receiver(simulation);
    sender.out.bind(receiver.in);
    ClockProfile profile;
    simulation.setWatch(&profile);
    simulation.runThrough(0, 99);

    uint64_t found = 0;
    for (const ClockProfile::BoxTime& box : profile.boxes()) {
        EXPECT_GE(box.seconds, 0.0);
        if (box.box == "Sender") {
            EXPECT_EQ(box.clocked, 100u);
            EXPECT_EQ(box.moving, 25u);
            ++found;
        }
        if (box.box == "Receiver") {
            EXPECT_EQ(box.clocked, 26u) << "in the first cycle, too";
            EXPECT_EQ(box.moving, 26u) << "the first cycle counts";
            ++found;
        }
    }
    EXPECT_EQ(found, 2u);
}

}  // namespace
}  // namespace cyclorama::sim
