// SPDX-License-Identifier: MIT
#pragma once
// The cache for tile status of a render output pipe, which its depth test and its colour write share. They ask it as a
// line of a surface comes in, which is not read from memory where all its tiles are cleared, and as a line leaves,
// whose tiles are no longer cleared then. Status that is not there is moved by the unit that asked, over its own port
// to memory; there is one such miss at a time, of either, while lines that are there are still found:
//
//   depth test  -> requests -> [in the order in which they came] -> answers: present, flushed, or what to move
//   colour write -> requests                                                 -> moved
//
// Dirty lines are written as they are replaced or flushed.
//
// Parameters: TileStatusCacheWays, TileStatusCacheLines. Its sizes, and that it answers all requests that it can in a
// cycle, are estimates. Inputs and outputs: requests and answers of both units, latency 1.
// Statistics: those of TileStatusUnit::Statistics, with the suffix TSt-SUn.
// As all caches it holds no bytes: the status itself is in the address space, and changes as quads are written.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "func/memory/address.h"
#include "mem/cache_tags.h"
#include "mem/transaction.h"
#include "sim/box.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

/// The way of a line between memory and a unit's cache.
enum class LinePath : uint8_t { Fill, Writeback };

struct TileStatusRequest {
    enum class Kind : uint8_t {
        LookUp,
        Change,  // a look-up of status that changes then
        Flush,
        Moved  // what was to be moved is
    };
    Kind kind = Kind::LookUp;
    /// Of a look-up or change: the path that waits for it, and the address of the status.
    LinePath path = LinePath::Fill;
    func::Address address{};
};
std::string describe(const TileStatusRequest& request);

struct TileStatusAnswer {
    enum class Kind : uint8_t { Present, Flushed, Move };
    Kind kind = Kind::Present;
    LinePath path = LinePath::Fill;
    /// Lines of status to be moved: one written first, then one read, whose coming answers the request.
    std::optional<func::Address> write{};
    std::optional<func::Address> read{};
};
std::string describe(const TileStatusAnswer& answer);

/// The port of a unit that asks, a member of its box.
struct TileStatusPort {
    /// `name` is for reports and traces, the box's own name with the port's.
    TileStatusPort(sim::Box& owner, const std::string& name)
        : requests(owner, name + ".requests"), answers(owner, {.name = name + ".answers", .width = 2, .latency = 1}) {}

    /// One of each path or a flush, and that something was moved, in a cycle.
    sim::Output<TileStatusRequest> requests;
    sim::Signal<TileStatusAnswer> answers;
};

class TileStatusUnit final : public sim::Box {
  public:
    struct Settings {
        mem::CacheGeometry geometry{.ways = 4, .lines = 4, .lineBytes = mem::kTransactionBytes};
    };
    enum class User : uint8_t { DepthTest, ColorWrite };

    /// `suffix` is that of the statistics.
    TileStatusUnit(sim::Simulation& simulation, sim::DomainId domain, const std::string& name,
                   const std::string& suffix, const Settings& settings);

    void connect(User user, TileStatusPort& port);

    void clock(sim::Cycle cycle) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override { return waiting_.empty() ? sim::Backlog::None : sim::Backlog::Some; }

  private:
    static constexpr size_t kUsers = 2;

    struct Statistics {
        Statistics(sim::StatisticsRegistry& registry, const std::string& suffix);
        sim::Counter lookups, misses;
    };
    struct Bus {
        Bus(sim::Box& owner, const std::string& name);
        sim::Signal<TileStatusRequest> requests;
        sim::Output<TileStatusAnswer> answers;
    };
    struct Waiting {
        size_t user = 0;
        TileStatusRequest request;
    };
    /// A miss, or a line that a flush writes, which a unit moves.
    struct Move {
        std::optional<mem::CacheSlot> missing;
        bool changes = false;
    };

    void take(sim::Cycle cycle, size_t user);
    /// True where the request is answered.
    bool answer(sim::Cycle cycle, const Waiting& waiting);
    void startMiss(sim::Cycle cycle, const Waiting& waiting, mem::CacheSlot slot);
    bool flush(sim::Cycle cycle, const Waiting& waiting);
    void endMove();

    mem::CacheTags tags_;
    Statistics statistics_;
    std::array<Bus, kUsers> buses_;
    std::vector<Waiting> waiting_;  // the oldest first
    std::optional<Move> move_;
};

}  // namespace cyclorama::machine::timing
