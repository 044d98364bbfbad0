#include "sim/backlog.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "sim/simulation.h"

namespace cyclorama::sim {
namespace {

/// Writes the number of the cycle in some cycles; the reader is to be clocked in a later one for some.
class Writer final : public Box {
  public:
    Writer(Simulation& simulation, DomainId domain) : Box(simulation, domain, "Writer") {}

    BacklogOutput<int> output{*this, "output"};
    /// Cycle, and when it is due.
    std::vector<std::pair<Cycle, Cycle>> writes;

    void clock(Cycle cycle) override {
        for (const auto& [when, due] : writes)
            if (when == cycle) output.write(cycle, static_cast<int>(cycle), due);
    }
    std::string describeWait() const override { return {}; }
};

class Reader final : public Box {
  public:
    Reader(Simulation& simulation, DomainId domain) : Box(simulation, domain, "Reader") {}

    Backlog<int> input{*this, "input"};
    struct Taken {
        Cycle clocked, arrival;
        int value;
        bool operator==(const Taken&) const = default;
    };
    std::vector<Taken> taken;
    std::vector<Cycle> clocked;

    void clock(Cycle cycle) override {
        clocked.push_back(cycle);
        for (const auto* item = input.front(); item != nullptr && item->arrival <= cycle; item = input.front()) {
            taken.push_back({cycle, item->arrival, item->value});
            input.pop();
        }
        sleep();
    }
    std::string describeWait() const override { return {}; }
};

TEST(Backlog, KeepsWhatArrivesUntilTheReaderHasToLook) {
    for (const bool reverse : {false, true}) {
        Simulation simulation({.reverseOrder = reverse});
        const DomainId domain = simulation.addDomain({.name = "GPU", .periodPicoseconds = 1000});
        Reader reader(simulation, domain);
        Writer writer(simulation, domain);
        writer.output.bind(reader.input);
        writer.writes = {{3, kNever}, {4, 12}, {5, kNever}, {13, 20}};
        simulation.runThrough(domain, 30);
        EXPECT_EQ(reader.clocked, (std::vector<Cycle>{0, 12, 20}));
        EXPECT_EQ(reader.taken, (std::vector<Reader::Taken>{{12, 4, 3}, {12, 5, 4}, {12, 6, 5}, {20, 14, 13}}));
    }
}

TEST(Backlog, DoesNotGrowWithoutEnd) {
    Simulation simulation;
    const DomainId domain = simulation.addDomain({.name = "GPU", .periodPicoseconds = 1000});
    Reader reader(simulation, domain);
    Writer writer(simulation, domain);
    writer.output.bind(reader.input);
    for (Cycle cycle = 1; cycle < 1000; ++cycle) writer.writes.emplace_back(cycle, kNever);
    simulation.runThrough(domain, 999);
    EXPECT_GE(reader.taken.size(), 900u);
    EXPECT_LE(reader.clocked.size(), 20u);
}

TEST(Backlog, TakesOneObjectACycle) {
    Simulation simulation;
    const DomainId domain = simulation.addDomain({.name = "GPU", .periodPicoseconds = 1000});
    Reader reader(simulation, domain);
    reader.input.driveFromOutside();
    reader.input.write(7, 1);
    EXPECT_THROW(reader.input.write(7, 2), Fault);
    reader.input.write(8, 3);
}

}  // namespace
}  // namespace cyclorama::sim
