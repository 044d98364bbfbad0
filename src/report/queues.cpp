// SPDX-License-Identifier: MIT
#include "report/queues.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cyclorama::report {

namespace {

/// A JSON object by queue: what it held times cycles, the most, and cycles in which it was full.
std::string queuesIn(std::span<const QueueAmounts::Queue> queues) {
    std::string text;
    for (size_t i = 0; i < queues.size(); ++i) {
        const QueueAmounts::Queue& queue = queues[i];
        if (queue.most == 0 && queue.full == 0) continue;
        text += fmt::format("{}\"{}\":[{},{},{}]", text.empty() ? "{" : ",", i, queue.sum, queue.most, queue.full);
    }
    return text.empty() ? text : text + "}";
}

}  // namespace

void QueueAmounts::add(std::span<const Queue> queues) {
    if (queues_.size() < queues.size()) queues_.resize(queues.size());
    for (size_t i = 0; i < queues.size(); ++i) {
        queues_[i].sum += queues[i].sum;
        queues_[i].most = std::max(queues_[i].most, queues[i].most);
        queues_[i].full += queues[i].full;
    }
}

std::vector<QueueAmounts::Queue> QueueAmounts::take() { return std::exchange(queues_, {}); }

QueueTables::QueueTables(const ReportFile& file)
    : queue_(file, "INSERT INTO queues VALUES (?, ?, ?, ?, ?)"),
      operation_(file, "INSERT INTO operation_queue_amounts VALUES (?, ?)"),
      slice_(file, "INSERT INTO slice_queue_amounts VALUES (?, ?)") {}

void QueueTables::describe(const machine::ObservedMachine& machine) const {
    for (size_t i = 0; i < machine.queues.size(); ++i) {
        const machine::ObservedQueue& queue = machine.queues[i];
        queue_.runNow(i, queue.unit, queue.name, queue.holds, queue.capacity);
    }
}

void QueueTables::writeOperation(uint32_t operation, std::span<const QueueAmounts::Queue> queues) const {
    const std::string text = queuesIn(queues);
    if (!text.empty()) operation_.runNow(operation, text);
}

void QueueTables::writeSlice(uint64_t slice, std::span<const QueueAmounts::Queue> queues) const {
    const std::string text = queuesIn(queues);
    if (!text.empty()) slice_.runNow(slice, text);
}

}  // namespace cyclorama::report
