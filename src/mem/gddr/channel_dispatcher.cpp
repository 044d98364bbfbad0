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
    order_.reserve(settings.banks);
}

void ChannelDispatcher::enqueue(const ChannelTransaction& transaction, Cycle arrival) {
    Channel& channel = *channels_[transaction.channel];
    channel.queues[queuePerBank_ ? transaction.bank : 0].push({transaction, arrival});
    ++channel.queued;
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
        if (channel->queued != 0) sendFrom(*channel, cycle);
}

void ChannelDispatcher::sendFrom(Channel& channel, Cycle cycle) {
    order_.clear();
    const auto count = static_cast<uint32_t>(channel.queues.size());
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t bank = oldestFirst_ ? i : (channel.nextBank + i) % count;
        if (isReady(channel.queues[bank])) order_.push_back(bank);
    }
    if (order_.empty()) return;
    if (oldestFirst_)
        std::sort(order_.begin(), order_.end(), [&channel](uint32_t a, uint32_t b) {
            return std::pair(channel.queues[a].front().arrival, a) < std::pair(channel.queues[b].front().arrival, b);
        });
    const BankAcceptance& acceptance = channel.acceptance.read(cycle);
    for (const uint32_t bank : order_) {
        const ChannelTransaction& transaction = channel.queues[bank].front().transaction;
        if (!acceptance.accepts(transaction)) continue;
        Request& request = (*requests_)[transaction.request];
        if (!std::exchange(request.atMemory, true) && transaction.read) --requests_->freeReadBuffers;
        channel.requests.write(cycle, transaction);
        channel.queues[bank].pop();
        --channel.queued;
        channel.nextBank = (bank + 1) % count;
        return;
    }
    countStall(channel.queues[order_.front()].front().transaction);
}

void ChannelDispatcher::countStall(const ChannelTransaction& transaction) {
    ++(transaction.read ? statistics_->readStallCycles : statistics_->writeStallCycles);
}

bool ChannelDispatcher::quiet() const {
    return std::none_of(channels_.begin(), channels_.end(), [this](const auto& channel) {
        return channel->queued != 0 && std::any_of(channel->queues.begin(), channel->queues.end(),
                                                   [this](const auto& queue) { return isReady(queue); });
    });
}

}  // namespace cyclorama::mem::gddr
