// SPDX-License-Identifier: MIT
#pragma once
// Counts of a workload that do not depend on time: its draws, their state, programs and textures, and their work
// (`cyclorama stats`, docs/guide/tracing_a_pixel.md).

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "isa/issue_counts.h"
#include "machine/values/run_observer.h"
#include "machine/values/run_pause.h"
#include "machine/values/state_rows.h"

namespace cyclorama::session {

/// Columns of the tables, in their order.
enum class WorkloadColumn : uint8_t {
    Draws,
    Instances,
    Indices,
    Vertices,
    Triangles,
    TrianglesRasterized,
    Fragments,
    FragmentsShaded,
    ShaderInstructions,
    TextureSamples,
    ChangedGroups,
    ChangedProperties,
    Programs,
    Textures,
    Clears,
    Copies,
    Dispatches,
    Commands,
    WrittenBytes
};
inline constexpr size_t kWorkloadColumns = 19;

struct WorkloadColumnInfo {
    std::string_view name;
    std::string_view sentence;
};
const std::array<WorkloadColumnInfo, kWorkloadColumns>& workloadColumns();

/// An amount for each column.
class WorkloadAmounts {
  public:
    uint64_t& operator[](WorkloadColumn column) { return amounts_[static_cast<size_t>(column)]; }
    uint64_t operator[](WorkloadColumn column) const { return amounts_[static_cast<size_t>(column)]; }
    std::span<const uint64_t> all() const { return amounts_; }
    void add(const WorkloadAmounts& other) {
        for (size_t i = 0; i < amounts_.size(); ++i) amounts_[i] += other.amounts_[i];
    }

  private:
    std::array<uint64_t, kWorkloadColumns> amounts_{};
};

/// Observes a run of the functional machine.
class WorkloadCounts final : public machine::RunObserver {
  public:
    struct Draw {
        uint64_t frame = 0;
        uint64_t number = 0;  // in its frame
        uint64_t command = 0;
        std::string primitives;
        WorkloadAmounts amounts{};
    };
    struct Program {
        std::string_view stage;
        uint32_t registers = 0;
        /// Draws and dispatches that run it.
        uint64_t uses = 0;
        std::unique_ptr<isa::IssueCounts> counts{};
        /// Of what single threads executed, already added to the amounts.
        uint64_t told = 0;

        /// Instructions that any thread executed.
        uint64_t instructions() const;
        /// Instructions that single threads executed.
        uint64_t executed() const;
    };
    /// Draws by what a texture is: two with the same rows are one.
    struct Texture {
        std::string image;
        std::string format;
        std::string size;
        std::string others;

        bool operator<(const Texture& other) const {
            return std::tie(image, format, size, others) <
                   std::tie(other.image, other.format, other.size, other.others);
        }
    };

    /// The progress of the run, which the run has to be given.
    machine::RunPause& pause() { return pause_; }

    const std::map<uint64_t, WorkloadAmounts>& frames() const { return frames_; }
    const std::vector<Draw>& draws() const { return draws_; }
    const std::vector<Program>& programs() const { return programs_; }
    const std::map<Texture, uint64_t>& textures() const { return textures_; }

    void machine(const machine::ObservedMachine& machine) override;
    void command(const machine::TakenCommand& command) override;
    isa::IssueCounts* program(uint32_t operation, const machine::ObservedProgram& program) override;
    void end(uint32_t operation, std::optional<uint64_t> cycle) override;
    void sample(const machine::RunSample& sample) override;
    bool watchesState() const override { return true; }
    void state(uint32_t operation, std::span<const machine::StateRows> parts) override;

  protected:
    void started(uint32_t number, const machine::StartedOperation& operation) override;

  private:
    /// A draw under way, or the last one, until its work is counted.
    struct Open {
        uint32_t operation = 0;
        size_t draw = 0;  // in draws_
        bool ended = false;
    };
    /// The programs that an operation runs.
    struct Running {
        uint32_t operation = 0;
        size_t program = 0;
    };

    WorkloadAmounts& frame() { return frames_[pause_.frame()]; }
    void takeState(Draw& draw, std::vector<machine::StateRow> rows);
    void takeInput(Draw& draw, std::span<const machine::StateRow> rows);
    void takeTextures(Draw& draw, std::span<const machine::StateRow> rows);

    machine::RunPause pause_;
    std::map<uint64_t, WorkloadAmounts> frames_;
    std::vector<Draw> draws_;
    std::vector<Program> programs_;
    std::map<std::shared_ptr<const void>, size_t> numbers_;  // of programs
    std::map<Texture, uint64_t> textures_;                   // draws
    std::vector<machine::StateRow> lastRows_;                // of the draw before, in their order
    std::optional<Open> open_;
    std::vector<Running> running_;
    std::vector<std::optional<WorkloadColumn>> columnOfCounter_;
};

/// A line for each frame, and the sums; then primitives, programs and textures: for people.
void writeWorkloadText(const WorkloadCounts& counts, std::ostream& out);

// Tables with a line of names first, columns separated by semicolons.
void writeFrameTable(const WorkloadCounts& counts, std::ostream& out);
void writeDrawTable(const WorkloadCounts& counts, std::ostream& out);
void writeProgramTable(const WorkloadCounts& counts, std::ostream& out);
void writeTextureTable(const WorkloadCounts& counts, std::ostream& out);

}  // namespace cyclorama::session
