#include "mem/gddr/channel_dispatcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/simulation.h"

namespace cyclorama::mem::gddr {

ChannelDispatcher::Channel::Channel(sim::Box& reader, const Settings& settings, uint32_t number)
    : scheduler(reader.simulation(), reader.domain(), settings, fmt::format("Sched{}", number)),
      module(reader.simulation(), reader.domain(), settings, fmt::format("Sched{}", number)),
      requests(reader, fmt::format("MemoryController.channel{}.requests", number)),
      replies(reader, {.name = fmt::format("MemoryController.channel{}.replies", number), .width = 1, .latency = 1}),
      acceptance(reader, fmt::format("MemoryController.channel{}.acceptance", number), BankAcceptance{}) {
    requests.bind(scheduler.requests);
    scheduler.replies.bind(replies);
    scheduler.acceptance.bind(acceptance);
    scheduler.commands.bind(module.commands);
    module.bursts.bind(scheduler.bursts);
    // Every part of every request may lie in one bank.
    const uint32_t capacity = settings.requestQueueSize * busCycles(kTransactionBytes, settings.burstBytes());
    for (uint32_t i = 0; i < (settings.queuePerBank ? settings.banks : 1); ++i) queues.emplace_back(capacity);
}

ChannelDispatcher::ChannelDispatcher(sim::Box& reader, const Settings& settings, RequestBuffer& requests,
                                     ControllerStatistics& statistics)
    : requests_(&requests),
      statistics_(&statistics),
      queuePerBank_(settings.queuePerBank),
      oldestFirst_(settings.oldestBankFirst) {
    for (uint32_t i = 0; i < settings.channels; ++i)
        channels_.push_back(std::make_unique<Channel>(reader, settings, i));
}

void ChannelDispatcher::enqueue(const ChannelTransaction& transaction, Cycle arrival) {
    Channel& channel = *channels_[transaction.channel];
    const uint32_t queue = queuePerBank_ ? transaction.bank : 0;
    channel.queues[queue].push({transaction, arrival});
    channel.filled |= 1u << queue;
}

bool ChannelDispatcher::receive(Cycle cycle) {
    bool completed = false;
    for (const auto& channel : channels_) {
        const auto served = channel->replies.read(cycle);
        if (!served) continue;
        const Request& request = (*requests_)[served->request];
        const MemoryTransaction& transaction = request.transaction;
        UnitChannelStatistics& statistics = statistics_->channel(transaction.client, transaction.unit, served->channel);
        if (served->read) {
            ++statistics_->readPieces;
            statistics_->forUnit(transaction.client, transaction.unit,
                                 [&](UnitStatistics& unit) { unit.readBytes.add(served->bytes); });
            statistics.readBytes.add(served->bytes);
            ++statistics.completedReads;
            // Where the memory has a clock of its own this mixes the two clocks' cycles, as in ATTILA.
            statistics.readCycles.add(cycle - request.arrival);
        } else {
            ++statistics_->writePieces;
            statistics_->forUnit(transaction.client, transaction.unit,
                                 [&](UnitStatistics& unit) { unit.writeBytes.add(served->bytes); });
            statistics.writeBytes.add(served->bytes);
        }
        completed |= requests_->pieceServed(served->request);
    }
    return completed;
}

void ChannelDispatcher::send(Cycle cycle) {
    for (const auto& channel : channels_)
        if (channel->filled != 0) sendFrom(*channel, cycle);
}

void ChannelDispatcher::sendFrom(Channel& channel, Cycle cycle) {
    const BankAcceptance& acceptance = channel.acceptance.read(cycle);
    const auto count = static_cast<uint32_t>(channel.queues.size());
    const sim::BoundedQueue<Waiting>* first = nullptr;     // whose turn it is
    const sim::BoundedQueue<Waiting>* accepted = nullptr;  // the first of those that the scheduler takes
    uint32_t acceptedQueue = 0;
    const auto isBefore = [this](const auto* a, const auto* b) {
        return b == nullptr || (oldestFirst_ && a->front().arrival < b->front().arrival);
    };
    for (uint32_t i = 0; i < count && (oldestFirst_ || accepted == nullptr); ++i) {
        const uint32_t number = oldestFirst_ ? i : (channel.nextBank + i) % count;
        if ((channel.filled >> number & 1) == 0) continue;
        const sim::BoundedQueue<Waiting>& queue = channel.queues[number];
        if (!isReady(queue)) continue;
        if (isBefore(&queue, first)) first = &queue;
        if (!acceptance.accepts(queue.front().transaction) || !isBefore(&queue, accepted)) continue;
        accepted = &queue;
        acceptedQueue = number;
    }
    if (first == nullptr) return;
    if (accepted == nullptr) {
        countStall(first->front().transaction);
        return;
    }
    const ChannelTransaction transaction = channel.queues[acceptedQueue].pop().transaction;
    Request& request = (*requests_)[transaction.request];
    if (!std::exchange(request.atMemory, true) && transaction.read) --requests_->freeReadBuffers;
    channel.requests.write(cycle, transaction);
    if (channel.queues[acceptedQueue].empty()) channel.filled &= ~(1u << acceptedQueue);
    channel.nextBank = (acceptedQueue + 1) % count;
}

void ChannelDispatcher::countStall(const ChannelTransaction& transaction) {
    ++(transaction.read ? statistics_->readStallCycles : statistics_->writeStallCycles);
}

bool ChannelDispatcher::quiet() const {
    return std::none_of(channels_.begin(), channels_.end(), [this](const auto& channel) {
        return channel->filled != 0 && std::any_of(channel->queues.begin(), channel->queues.end(),
                                                   [this](const auto& queue) { return isReady(queue); });
    });
}

}  // namespace cyclorama::mem::gddr
