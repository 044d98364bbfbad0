// SPDX-License-Identifier: MIT
#include "report/operation_rows.h"

#include <algorithm>
#include <utility>

namespace cyclorama::report {

OperationRows::OperationRows(const ReportFile& file)
    : insert_(file, "INSERT INTO operations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      insertCommand_(file, "INSERT INTO commands VALUES (?, ?, ?, ?, ?)"),
      insertPass_(file, "INSERT INTO passes VALUES (?, ?, ?, ?, ?, ?, ?)") {}

void OperationRows::command(const machine::TakenCommand& command) {
    writeCommand();
    std::string text(command.title);
    if (command.kind != gpu::WorkKind::State) text = std::string(gpu::nameOf(command.kind)) + ": " + text;
    command_ = {.position = command.command.position, .text = std::move(text), .operation = std::nullopt};
}

void OperationRows::start(uint32_t number, const machine::StartedOperation& operation, uint32_t frame,
                          std::optional<uint32_t> label) {
    if (command_) command_->operation = number;
    started_ = number + 1;
    open_.push_back({.number = number,
                     .frame = frame,
                     .kind = operation.kind,
                     .title = operation.title,
                     .position = operation.position,
                     .draw = operation.draw,
                     .first = operation.cycle,
                     .fragments = {},
                     .end = {},
                     .label = label,
                     .pass = passOf(operation, frame)});
}

std::optional<uint32_t> OperationRows::passOf(const machine::StartedOperation& operation, uint32_t frame) {
    if (!operation.pass) return std::nullopt;
    if (!pass_ || pass_->pass != *operation.pass || pass_->frame != frame) {
        pass_ = {.pass = *operation.pass, .frame = frame};
        const std::optional<gpu::Pass::Area>& area = pass_->pass.area;
        const auto part = [&](uint32_t gpu::Pass::Area::*member) {
            return area ? std::optional(*area.*member) : std::nullopt;
        };
        insertPass_.run(passes_++, frame, pass_->pass.kind, part(&gpu::Pass::Area::x), part(&gpu::Pass::Area::y),
                        part(&gpu::Pass::Area::width), part(&gpu::Pass::Area::height));
    }
    return passes_ - 1;
}

OperationRows::Row* OperationRows::find(uint32_t operation) {
    const auto found = std::ranges::find(open_, operation, &Row::number);
    return found == open_.end() ? nullptr : &*found;
}

void OperationRows::startFragments(uint32_t operation, uint64_t cycle) {
    if (Row* row = find(operation)) row->fragments = cycle;
}

void OperationRows::end(uint32_t operation, std::optional<uint64_t> cycle) {
    Row* const row = find(operation);
    if (row == nullptr) return;
    row->end = cycle;
    ended_.push_back(std::move(*row));
    open_.erase(open_.begin() + (row - open_.data()));
}

std::optional<uint32_t> OperationRows::share(std::optional<uint64_t> cycle) {
    if (ended_.empty()) return std::nullopt;
    const uint32_t owner = ended_.front().number;
    for (const Row& row : ended_) {
        if (cycle)
            write(row, std::exchange(sharedTo_, *cycle), cycle);
        else
            write(row, std::nullopt, std::nullopt);
    }
    ended_.clear();
    return owner;
}

void OperationRows::write(const Row& row, std::optional<uint64_t> shareFirst, std::optional<uint64_t> shareEnd) {
    insert_.run(row.number, row.frame, gpu::nameOf(row.kind), row.title, row.draw, row.position.ordinal,
                row.position.offset, row.first, row.fragments, row.end, shareFirst, shareEnd, row.label, row.pass);
}

void OperationRows::writeCommand() {
    if (!command_) return;
    insertCommand_.run(commands_++, command_->position.ordinal, command_->position.offset, command_->operation,
                       command_->text);
    command_.reset();
}

void OperationRows::finish() {
    writeCommand();
    share(std::nullopt);
    for (const Row& row : open_) write(row, std::nullopt, std::nullopt);
    open_.clear();
}

}  // namespace cyclorama::report
