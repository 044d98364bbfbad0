// SPDX-License-Identifier: MIT
#pragma once
// A place at which a run stands still, and the text about all that is under way there (docs/guide/tracing_a_pixel.md).

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "machine/values/counted.h"
#include "machine/values/run_observer.h"
#include "machine/values/run_pause.h"
#include "machine/values/state_rows.h"

namespace cyclorama::session {

/// Either a cycle of the main clock, or a command.
struct StopPlace {
    std::optional<uint64_t> cycle{};
    machine::CommandStop command{};
    /// As the user wrote it.
    std::string text{};
};

/// The place of --stop-at: "cycle=N" of timed runs, or any of "frame=N", "draw=N" and "command=N", with commas between
/// them; nothing if the text is empty. Throws sim::Error for other text.
std::optional<StopPlace> stopPlaceOf(const std::string& text, bool timed);

/// Watches a run for what is under way, and has it stand still at a place.
class Stop final : public machine::RunObserver {
  public:
    explicit Stop(StopPlace place);

    machine::RunPause& pause() { return pause_; }
    const StopPlace& place() const { return place_; }
    /// Text about the stopped run: `units`, the description of all units, or if empty (a functional machine) `counted`.
    std::string describe(const std::string& units, std::span<const machine::Counted> counted) const;
    /// The run continues to its end.
    void resume();
    bool reached() const { return reached_; }

    void end(uint32_t operation, std::optional<uint64_t> cycle) override;
    bool watchesState() const override { return true; }
    void state(uint32_t operation, std::span<const machine::StateRows> parts) override;

  protected:
    void started(uint32_t number, const machine::StartedOperation& operation) override;

  private:
    struct Operation {
        std::string title;
        bool draw = false;
        std::vector<machine::StateRow> rows;
    };

    StopPlace place_;
    machine::RunPause pause_;
    bool reached_ = false;
    uint64_t endedDraws_ = 0;
    std::map<uint32_t, Operation> underWay_;  // by number
    std::optional<Operation> lastDraw_;       // that ended
};

}  // namespace cyclorama::session
