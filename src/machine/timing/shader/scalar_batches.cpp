// SPDX-License-Identifier: MIT
#include "machine/timing/shader/scalar_batches.h"

namespace cyclorama::machine::timing {

namespace {

/// Cycles without a new group after which a batch is taken to be complete.
constexpr sim::Cycle kQuietCycles = 64;
constexpr uint32_t kNoGroup = ~0u;
constexpr auto kVertices = static_cast<size_t>(ShaderTarget::Vertex);
constexpr auto kFragments = static_cast<size_t>(ShaderTarget::Fragment);

}  // namespace

ScalarBatches::ScalarBatches(uint32_t groups, uint32_t groupSize) : groupCount_(groups), groupSize_(groupSize) {
    for (Queue& queue : queues_)
        for (Batch& batch : queue.batches) batch.groups.assign(groups, kNoGroup);
}

void ScalarBatches::Queue::reopen() {
    if (fetched().closed) {
        fetched().closed = false;
        fetched().size = 0;
        fetch ^= 1;
        if (fetched().closed) turnLoad();
    }
    next = 0;
    ending = false;
}

void ScalarBatches::chooseTarget() {
    if (queues_[kVertices].fetched().size != 0)
        current_ = kVertices;
    else if (queues_[kFragments].fetched().size != 0)
        current_ = kFragments;
}

void ScalarBatches::load(ShaderTarget target, uint32_t group, bool last, sim::Cycle cycle) {
    Queue& queue = queues_[static_cast<size_t>(target)];
    Batch& batch = queue.loaded();
    batch.groups[batch.size++] = group;
    queue.lastLoad = cycle;
    if (!last && batch.size < groupCount_) return;
    batch.closed = true;
    if (queue.shared()) queue.turnLoad();
}

ScalarBatches::FetchChoice ScalarBatches::chooseGroup(sim::Cycle cycle, std::span<const ScalarGroup> groups,
                                                      uint32_t& group) {
    Queue& queue = queues_[current_];
    Batch& batch = queue.fetched();
    if (batch.size == 0) {
        chooseTarget();
        return FetchChoice::None;
    }
    if (queue.next == batch.size) {
        if (queue.ending) {
            queue.reopen();
            return FetchChoice::Retry;
        }
        if (batch.closed) {
            queue.next = 0;
            return FetchChoice::Retry;
        }
        if (cycle >= queue.lastLoad + kQuietCycles && queue.shared()) {
            batch.closed = true;
            queue.turnLoad();
        }
        // The fragments' batch is looked for under the number of the vertices'.
        if (queues_[kVertices].fetched().size != 0)
            current_ = kVertices;
        else if (queues_[kFragments].batches[queues_[kVertices].fetch].size != 0)
            current_ = kFragments;
        return FetchChoice::None;
    }
    group = batch.groups[queue.next];
    const bool ready = groups[group].ready == groupSize_ && groups[group].nextFetch <= cycle;
    if (ready) ++queue.next;
    const bool wraps = ready && queue.next == batch.size && batch.closed && !queue.ending;
    if (wraps) queue.next = 0;
    if (wraps || !ready) chooseTarget();
    Queue& now = queues_[current_];
    if (now.next == now.fetched().size && now.ending) now.reopen();
    return ready ? FetchChoice::Group : FetchChoice::None;
}

void ScalarBatches::end(ShaderTarget target, uint32_t thread) {
    Queue& queue = queues_[static_cast<size_t>(target)];
    Batch& batch = queue.fetched();
    if (!queue.ending) {
        queue.ending =
            thread % groupSize_ == 0 && batch.groups[0] == thread / groupSize_ && !(queue.shared() && batch.size == 0);
        if (queue.ending && !batch.closed) {
            batch.closed = true;
            if (queue.shared()) queue.turnLoad();
        }
    }
    if (batch.size == 0) return;
    const uint32_t lastThread = batch.groups[batch.size - 1] * groupSize_ + groupSize_ - 1;
    if (lastThread == thread && queue.ending) queue.reopen();
}

void ScalarBatches::closeWhenFull() {
    Queue& queue = queues_[current_];
    if (!queue.shared() || queue.loaded().size == 0) return;
    queue.loaded().closed = true;
    queue.turnLoad();
}

}  // namespace cyclorama::machine::timing
