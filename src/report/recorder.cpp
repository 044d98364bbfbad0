// SPDX-License-Identifier: MIT
#include "report/recorder.h"

#include <fmt/format.h>

#include <exception>
#include <limits>
#include <system_error>
#include <utility>

#include "report/amounts.h"
#include "report/background.h"
#include "report/database.h"
#include "report/finding_places.h"
#include "report/memory_tables.h"
#include "report/operation_rows.h"
#include "report/pixel_maps.h"
#include "report/programs.h"
#include "report/schema.h"
#include "report/shown_targets.h"
#include "report/slices.h"
#include "report/states.h"
#include "report/target_tables.h"
#include "results/program_version.h"
#include "sim/error.h"

namespace cyclorama::report {

namespace {

Database createReport(const std::filesystem::path& file) {
    Database database = Database::create(file);
    // The file is worth nothing before it is complete: no journal, and one transaction.
    database.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;");
    return database;
}

void writeSchema(const ReportFile& file) {
    file.background.add([&database = file.database] {
        database.execute(
            fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", kApplicationId, kSchemaVersion)
                .c_str());
        database.execute("BEGIN");
        database.execute(kSchema);
    });
}

void writeConfiguration(const ReportFile& file, const machine::Configuration& configuration) {
    Insert row(file, "INSERT OR IGNORE INTO configuration VALUES (?, ?, ?, ?, ?, ?)");
    for (const machine::Configuration::Item& item : configuration.items()) {
        const sim::ParameterInfo& info = item.info();
        row.run(item.section->sectionName(), info.name, item.text(), info.defaultText, info.unit, info.sentence);
    }
}

}  // namespace

class Recorder::Parts {
  public:
    explicit Parts(const Settings& settings)
        : database(createReport(settings.file)),
          file{.database = database, .background = background},
          operations(file),
          amounts(file),
          targetTables(file),
          shownTargets(targetTables, background),
          states(file),
          programs(file),
          pixels(file),
          memory(file),
          findings(settings.findings),
          meta_(file, "INSERT INTO meta VALUES (?, ?)"),
          frame_(file, "INSERT INTO frames VALUES (?, ?, ?, ?, ?, ?, ?)"),
          slice_(file, "INSERT INTO slices VALUES (?, ?, ?, ?)"),
          label_(file, "INSERT INTO labels VALUES (?, NULL, ?, ?)"),
          timed(settings.mode == "timing") {
        writeSchema(file);
        const results::ProgramVersion program = results::programVersion();
        meta("program", "cyclorama");
        meta("version", program.version);
        meta("commit", program.commit);
        meta("workload", settings.workload);
        meta("mode", settings.mode);
        meta("config_hash", settings.configuration.hash());
        writeConfiguration(file, settings.configuration);
    }
    ~Parts() { background.stop(); }
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;

    void meta(std::string_view key, std::string_view value) { meta_.run(key, value); }
    /// Without the picture of a frame: what comes after the last one.
    void writeFrame(const std::optional<Frame>& shown);
    /// Time begins in `cycle`. Before the first sample.
    void begin(uint64_t start) {
        cycle = frameStart_ = start;
        operations.begin(start);
        slices.begin(start);
    }
    void mark(const std::string& text, uint64_t ordinal) {
        label_.run(labels_, text, ordinal);
        label = labels_++;
    }

    Database database;
    Background background;
    ReportFile file;
    OperationRows operations;
    AmountTables amounts;
    TargetTables targetTables;
    ShownTargets shownTargets;
    States states;
    Programs programs;
    PixelMaps pixels;
    MemoryTables memory;
    FindingPlaces findings;
    Slices slices;
    GrowingAmounts ofOperation;
    GrowingAmounts ofFrame;
    uint32_t frame = 0;
    uint64_t cycle = 0;     // end of the last sample
    bool anything = false;  // in the frame
    bool sampled = false;
    std::optional<uint32_t> label;

  private:
    Insert meta_, frame_, slice_, label_;
    uint64_t frameStart_ = 0;
    uint64_t slicesWritten_ = 0;
    uint32_t labels_ = 0;

  public:
    const bool timed;
};

void Recorder::Parts::writeFrame(const std::optional<Frame>& shown) {
    const auto ifTimed = [this](uint64_t value) { return timed ? std::optional(value) : std::nullopt; };
    const auto ofShown = [&](uint32_t Frame::*member) {
        return shown && shown->width != 0 ? std::optional(*shown.*member) : std::nullopt;
    };
    const std::optional<uint32_t> number = shown ? std::optional(shown->number) : std::nullopt;
    const std::optional<std::string> image =
        shown && !shown->image.empty() ? std::optional(shown->image) : std::nullopt;
    frame_.run(frame, number, ifTimed(std::exchange(frameStart_, cycle)), ifTimed(cycle), ofShown(&Frame::width),
               ofShown(&Frame::height), image);
    amounts.writeFrame(frame, ofFrame.take());
    memory.writeFrame(frame);
    for (Slices::Slice& slice : slices.take()) {
        slice_.run(slicesWritten_, frame, slice.first, slice.end);
        amounts.writeSlice(slicesWritten_++, std::move(slice.amounts));
    }
    ++frame;
    anything = false;
}

template <typename Write>
void Recorder::guarded(Write&& write) {
    if (failure_) return;
    try {
        write();
    } catch (const std::exception& error) {
        failure_ = error.what();
    }
}

Recorder::Recorder(const Settings& settings) : file_(settings.file), parts_(std::make_unique<Parts>(settings)) {}

Recorder::~Recorder() = default;

void Recorder::endFrame(const Frame& frame) {
    guarded([&] { parts_->writeFrame(frame); });
}

void Recorder::finish(const Outcome& outcome) {
    guarded([&] {
        parts_->operations.finish();
        parts_->findings.note(parts_->operations.newest());
        if (parts_->anything) parts_->writeFrame(std::nullopt);
        if (outcome.cycles) parts_->meta("cycles", std::to_string(*outcome.cycles));
        if (outcome.error) parts_->meta("error", *outcome.error);
        parts_->programs.finish();
        parts_->pixels.finish();
        parts_->shownTargets.finish();
        parts_->findings.write(parts_->file, outcome.findings);
        parts_->background.finish();
        parts_->database.execute("COMMIT");
    });
    if (!failure_) return;
    // No part of a report is to be taken for the whole.
    parts_.reset();
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
    throw sim::Error("", "", *failure_);
}

void Recorder::machine(const machine::ObservedMachine& machine) {
    guarded([&] {
        parts_->amounts.describe(machine);
        if (!parts_->sampled) parts_->begin(machine.cycle);
    });
}

void Recorder::command(const machine::TakenCommand& command) {
    guarded([&] {
        parts_->findings.note(parts_->operations.newest());
        parts_->operations.command(command);
        const auto* const marker = std::get_if<gpu::Marker>(&command.command.operation);
        if (marker != nullptr && !marker->message.empty())
            parts_->mark(marker->message, command.command.position.ordinal);
    });
}

void Recorder::started(uint32_t number, const machine::StartedOperation& operation) {
    guarded([&] {
        parts_->anything = true;
        parts_->shownTargets.start(operation.kind);
        parts_->operations.start(number, operation, parts_->frame, parts_->label);
    });
}

isa::IssueCounts* Recorder::program(uint32_t operation, const machine::ObservedProgram& program) {
    isa::IssueCounts* counts = nullptr;
    guarded([&] { counts = &parts_->programs.use(operation, program); });
    return counts;
}

gpu::PixelCounts* Recorder::pixels(uint32_t operation, const machine::ObservedSurface& surface) {
    gpu::PixelCounts* counts = nullptr;
    guarded([&] { counts = parts_->pixels.start(operation, surface); });
    return counts;
}

void Recorder::startFragments(uint32_t operation, uint64_t cycle) {
    guarded([&] { parts_->operations.startFragments(operation, cycle); });
}

void Recorder::end(uint32_t operation, std::optional<uint64_t> cycle) {
    guarded([&] {
        parts_->operations.end(operation, cycle);
        parts_->pixels.end(operation);
    });
}

void Recorder::sample(const machine::RunSample& sample) {
    guarded([&] {
        parts_->sampled = true;
        const SampleNumbers numbers = parts_->amounts.numbersOf(sample);
        parts_->ofOperation.add(sample, numbers);
        parts_->ofFrame.add(sample, numbers);
        if (sample.cycle) {
            parts_->cycle = *sample.cycle;
            parts_->slices.add(*sample.cycle, sample, numbers);
        }
        const std::optional<uint32_t> owner = parts_->operations.share(sample.cycle);
        if (!owner) return;
        parts_->amounts.writeOperation(*owner, parts_->ofOperation.take());
    });
}

void Recorder::wait(const isa::IssueCounts& program, uint32_t instruction, machine::InstructionWait reason,
                    uint64_t cycles) {
    parts_->programs.addWait(program, instruction, reason, cycles);
}

void Recorder::traffic(std::span<const mem::MemoryFootprint::Block> blocks) {
    guarded([&] { parts_->memory.footprints.add(blocks); });
}

void Recorder::banks(const mem::BankUses& uses) {
    guarded([&] { parts_->memory.banks.add(uses); });
}

void Recorder::caches(std::string_view kind, std::span<const mem::CacheBlocks::Block> blocks) {
    guarded([&] { parts_->memory.caches.add(kind, blocks); });
}

void Recorder::state(uint32_t operation, std::span<const machine::StateRows> parts) {
    guarded([&] { parts_->states.write(operation, parts); });
}

std::vector<machine::ImagePart> Recorder::wantedParts(uint32_t operation, bool after,
                                                      const machine::ObservedTarget& target) {
    std::vector<machine::ImagePart> wanted;
    guarded([&] { wanted = parts_->shownTargets.wantedParts(after, target, parts_->pixels.of(operation)); });
    return wanted;
}

bool Recorder::wantsBefore(const machine::ObservedTarget& target, const machine::ImagePart& part) {
    bool wanted = false;
    guarded([&] { wanted = parts_->shownTargets.wantsBefore(target, part); });
    return wanted;
}

void Recorder::show(uint32_t operation, bool after, const machine::ObservedTarget& target,
                    const machine::ShownParts& parts) {
    guarded([&] { parts_->shownTargets.show(operation, after, target, parts); });
}

uint64_t Recorder::nextSample() const { return failure_ ? std::numeric_limits<uint64_t>::max() : parts_->slices.end(); }

}  // namespace cyclorama::report
