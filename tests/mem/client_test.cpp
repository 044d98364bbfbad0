// SPDX-License-Identifier: MIT
// The clients of a memory controller: their names, numbers and limits.

#include "mem/client.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>

#include "mem/gddr/gddr_controller.h"
#include "mem/memory_footprint.h"
#include "mem/pipeline_clients.h"
#include "mem/simple/simple_controller.h"
#include "sim/error.h"
#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::mem {
namespace {

TEST(Clients, AreNumberedInTheOrderOfRegistration) {
    Clients clients;
    EXPECT_EQ(clients.add({.name = "Copier", .units = 2, .busWidth = 16}), Client{0});
    EXPECT_EQ(clients.add({.name = "Sampler", .units = 3}), Client{1});
    EXPECT_EQ(clients.find("Copier"), Client{0});
    EXPECT_EQ(clients.find("Sampler"), Client{1});
    EXPECT_EQ(clients[Client{0}].busWidth, 16u);
    EXPECT_EQ(clients.buses(), 5u);
}

std::string refusal(const ClientInfo& info) {
    Clients clients;
    clients.add({.name = "Copier"});
    try {
        clients.add(info);
    } catch (const sim::Error& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Clients, TwoOfOneNameAreRefused) {
    EXPECT_NE(refusal({.name = "Copier"}).find("a client Copier already"), std::string::npos);
}

TEST(Clients, NumbersOutOfRangeAreRefused) {
    EXPECT_EQ(refusal({.name = "Other", .units = 256}), "accepted");
    EXPECT_NE(refusal({.name = ""}).find("needs a name"), std::string::npos);
    EXPECT_NE(refusal({.name = "Other", .units = 0}).find("1 to 256 units of Other"), std::string::npos);
    EXPECT_NE(refusal({.name = "Other", .units = 257}).find("1 to 256 units of Other"), std::string::npos);
    EXPECT_NE(refusal({.name = "Other", .busWidth = 0}).find("bus of Other needs a width"), std::string::npos);
}

TEST(Clients, UnknownNameIsAFault) {
    Clients clients;
    EXPECT_THROW((void)clients.find("Copier"), sim::Fault);
}

/// A unit that reads once, in the first cycle.
class Reader final : public sim::Box {
  public:
    Reader(sim::Simulation& simulation, const std::string& name) : Box(simulation, 0, name), port(*this, "port") {}
    void clock(sim::Cycle cycle) override {
        if (cycle == 0) port.send(cycle, {.address = 128, .bytes = 64, .id = 7});
        for (const MemoryTransaction& data : port.data.take(cycle)) answers.push_back(data);
    }
    std::string describeWait() const override { return {}; }

    MemoryPort port;
    std::vector<MemoryTransaction> answers;
};

/// Reads of two units of a client that no GPU has.
template <typename Controller, typename Settings>
void readByTwoCopiers(const std::string& readColumn) {
    Settings settings;
    settings.clients.clients.add({.name = "Sampler"});
    settings.clients.clients.add({.name = "Copier", .units = 2, .unitsWithEntries = 2});
    sim::Simulation simulation;
    simulation.addDomain({.name = "gpu", .periodPicoseconds = 2000});
    auto controller = [&] {
        if constexpr (std::is_same_v<Settings, gddr::Settings>)
            return std::make_unique<Controller>(simulation, 0, 0, settings);
        else
            return std::make_unique<Controller>(simulation, 0, settings);
    }();
    controller->commands.driveFromOutside();
    MemoryFootprint footprint;
    controller->watch(&footprint);
    std::array<std::unique_ptr<Reader>, 2> copiers;
    Reader sampler(simulation, "Sampler");
    controller->connect("Sampler", 0, sampler.port);
    for (uint32_t i = 0; i < copiers.size(); ++i) {
        copiers[i] = std::make_unique<Reader>(simulation, "Copier" + std::to_string(i));
        controller->connect("Copier", i, copiers[i]->port);
    }
    EXPECT_THROW(controller->connect("Copier", 2, copiers[0]->port), sim::Fault);
    EXPECT_THROW(controller->connect("TextureUnit", 0, copiers[0]->port), sim::Fault);
    simulation.runThrough(0, 500);
    for (uint32_t i = 0; i < copiers.size(); ++i) {
        ASSERT_EQ(copiers[i]->answers.size(), 1u);
        EXPECT_EQ(copiers[i]->answers[0].id, 7u);
        EXPECT_EQ(copiers[i]->answers[0].client, Client{1});
        EXPECT_EQ(copiers[i]->answers[0].unit, i);
    }
    simulation.settle();
    EXPECT_EQ(simulation.statistics().text(readColumn, sim::Interval::Frame), "128");
    uint64_t read = 0;
    for (const MemoryFootprint::Block& block : footprint.take(controller->clients()))
        if (block.clientName == "Copier") read += block.read;
    EXPECT_EQ(read, 128u);
    std::vector<std::string_view> parts;
    for (const sim::StatisticInfo* part : simulation.statistics().parts())
        if (part->role == sim::StatisticRole::BytesRead) parts.push_back(part->part);
    EXPECT_EQ(parts, (std::vector<std::string_view>{"Sampler", "Copier"}));
}

TEST(Clients, AnyNameHasItsBusesInTheGddrController) {
    readByTwoCopiers<gddr::GddrController, gddr::Settings>("Copier_ReadBytes_MC");
}

TEST(Clients, AnyNameHasItsBusesInTheSimpleController) {
    readByTwoCopiers<simple::SimpleController, simple::Settings>("CopierReadBytes_MC");
}

}  // namespace
}  // namespace cyclorama::mem
