// SPDX-License-Identifier: MIT
#pragma once
// The tables of operations, of their passes and of commands.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "machine/values/observed_operation.h"
#include "report/insert.h"

namespace cyclorama::report {

class OperationRows {
  public:
    explicit OperationRows(const ReportFile& file);

    /// The first share begins in `cycle`. Before the first operation ends.
    void begin(uint64_t cycle) { sharedTo_ = cycle; }
    void command(const machine::TakenCommand& command);
    void start(uint32_t number, const machine::StartedOperation& operation, uint32_t frame,
               std::optional<uint32_t> label);
    void startFragments(uint32_t operation, uint64_t cycle);
    void end(uint32_t operation, std::optional<uint64_t> cycle);

    /// A sample ends in `cycle`: those that have ended since the last one share its time. The one that the sample's
    /// amounts belong to, if any has ended.
    std::optional<uint32_t> share(std::optional<uint64_t> cycle);
    /// The newest that has started.
    std::optional<uint32_t> newest() const { return started_ == 0 ? std::nullopt : std::optional(started_ - 1); }
    /// Writes the rows of those that have not ended, too.
    void finish();

  private:
    struct Row {
        uint32_t number = 0;
        uint32_t frame = 0;
        gpu::WorkKind kind = gpu::WorkKind::Other;
        std::string title;
        gpu::StreamPosition position;
        std::optional<uint32_t> draw;
        std::optional<uint64_t> first;
        std::optional<uint64_t> fragments;
        std::optional<uint64_t> end;
        std::optional<uint32_t> label;
        std::optional<uint32_t> pass;
    };
    Row* find(uint32_t operation);
    /// The number of the pass that an operation of `frame` is part of.
    std::optional<uint32_t> passOf(const machine::StartedOperation& operation, uint32_t frame);
    void write(const Row& row, std::optional<uint64_t> shareFirst, std::optional<uint64_t> shareEnd);
    void writeCommand();

    Insert insert_, insertCommand_, insertPass_;
    uint32_t started_ = 0;  // operations
    std::vector<Row> open_;
    std::vector<Row> ended_;  // since the last sample
    uint64_t sharedTo_ = 0;

    struct OpenPass {
        gpu::Pass pass;
        uint32_t frame = 0;
    };
    std::optional<OpenPass> pass_;
    uint32_t passes_ = 0;

    /// The newest command, whose operation may still be to come.
    struct CommandRow {
        gpu::StreamPosition position;
        std::string text;
        std::optional<uint32_t> operation;
    };
    std::optional<CommandRow> command_;
    uint64_t commands_ = 0;
};

}  // namespace cyclorama::report
