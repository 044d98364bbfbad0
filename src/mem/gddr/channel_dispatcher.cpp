// SPDX-License-Identifier: MIT
#include "mem/gddr/channel_dispatcher.h"

#include <fmt/format.h>

#include <bit>
#include <span>
#include <utility>

#include "sim/simulation.h"

namespace cyclorama::mem::gddr {

ChannelDispatcher::Channel::Channel(sim::Box& reader, const Settings& settings, uint32_t number,
                                    ReplyCalendar& calendar)
    : scheduler(reader.simulation(), reader.domain(), settings, fmt::format("Sched{}", number), calendar),
      requests(reader, fmt::format("channel{}.requests", number)),
      replies(reader, {.name = fmt::format("channel{}.replies", number),
                       .width = 2,
                       .latency = ChannelScheduler::longestReply(settings)}),
      served(2 * ChannelScheduler::longestReply(settings)),
      acceptance(reader, fmt::format("channel{}.acceptance", number), BankAcceptance{}) {
    requests.bind(scheduler.requests);
    scheduler.replies.bind(replies);
    replies.describeBy(
        [&clients = settings.clients.clients](const ChannelTransaction& each) { return describe(each, clients); });
    scheduler.acceptance.bind(acceptance);
    // Every part of every request may be in one bank.
    const uint32_t capacity = settings.requestQueueSize * busCycles(kTransactionBytes, settings.burstBytes());
    for (uint32_t i = 0; i < (settings.queuePerBank ? settings.banks : 1); ++i) queues.emplace_back(capacity);
}

ChannelDispatcher::ChannelDispatcher(sim::Box& reader, const Settings& settings, RequestBuffer& requests,
                                     ControllerStatistics& statistics)
    : requests_(&requests),
      statistics_(&statistics),
      queuePerBank_(settings.queuePerBank),
      oldestFirst_(settings.oldestBankFirst),
      calendar_(ChannelScheduler::longestReply(settings)) {
    for (uint32_t i = 0; i < settings.channels; ++i)
        channels_.push_back(std::make_unique<Channel>(reader, settings, i, calendar_));
}

void ChannelDispatcher::watchBanks(BankUses* uses) {
    for (uint32_t channel = 0; channel < channels_.size(); ++channel)
        channels_[channel]->scheduler.watchBanks(uses != nullptr ? uses->channel(channel) : std::span<BankUse>());
}

void ChannelDispatcher::enqueue(const ChannelTransaction& transaction, Cycle arrival) {
    Channel& channel = *channels_[transaction.channel];
    const uint32_t queue = queuePerBank_ ? transaction.bank : 0;
    channel.queues[queue].push({transaction, arrival});
    filled_ |= 1u << transaction.channel;
    if ((channel.filled >> queue & 1) == 0) recordFirst(channel, queue);
}

void ChannelDispatcher::recordFirst(Channel& channel, uint32_t queue) {
    const uint32_t bit = 1u << queue;
    channel.filled |= bit;
    const bool read = channel.queues[queue].front().transaction.read;
    channel.readFirst = read ? channel.readFirst | bit : channel.readFirst & ~bit;
}

uint32_t ChannelDispatcher::acceptedQueues(const Channel& channel, uint32_t queues,
                                           const BankAcceptance& acceptance) const {
    if (!queuePerBank_) return acceptance.accepts(channel.queues[0].front().transaction) ? queues : 0;
    return queues & ((acceptance.reads & channel.readFirst) | (acceptance.writes & ~channel.readFirst));
}

bool ChannelDispatcher::receive(Cycle cycle) {
    bool completed = false;
    for (uint32_t channels = calendar_.take(cycle) | served_; channels != 0; channels &= channels - 1) {
        Channel& channel = *channels_[static_cast<uint32_t>(std::countr_zero(channels))];
        std::span<const ChannelTransaction> replies = channel.replies.take(cycle);
        if (!channel.served.empty()) {
            completed |= recordServed(channel.served.pop(), cycle);
        } else {
            completed |= recordServed(replies.front(), cycle);
            replies = replies.subspan(1);
        }
        for (const ChannelTransaction& reply : replies) channel.served.push(reply);
        const uint32_t bit = channels & (0 - channels);
        served_ = channel.served.empty() ? served_ & ~bit : served_ | bit;
    }
    return completed;
}

bool ChannelDispatcher::recordServed(const ChannelTransaction& served, Cycle cycle) {
    const Request& request = (*requests_)[served.request];
    const MemoryTransaction& transaction = request.transaction;
    UnitChannelStatistics& statistics = statistics_->channel(transaction.client, transaction.unit, served.channel);
    if (served.read) {
        ++statistics_->readPieces;
        statistics_->forUnit(transaction.client, transaction.unit,
                             [&](UnitStatistics& unit) { unit.readBytes.add(served.bytes); });
        statistics.readBytes.add(served.bytes);
        ++statistics.completedReads;
        // Cycles of two clocks are mixed here if the memory has a clock of its own.
        statistics.readCycles.add(cycle - request.arrival);
    } else {
        ++statistics_->writePieces;
        statistics_->forUnit(transaction.client, transaction.unit,
                             [&](UnitStatistics& unit) { unit.writeBytes.add(served.bytes); });
        statistics.writeBytes.add(served.bytes);
    }
    return requests_->pieceServed(served.request);
}

void ChannelDispatcher::send(Cycle cycle) {
    for (uint32_t filled = filled_; filled != 0; filled &= filled - 1)
        sendFrom(*channels_[static_cast<uint32_t>(std::countr_zero(filled))], cycle);
}

uint32_t ChannelDispatcher::readyQueues(Channel& channel) const {
    for (uint32_t unknown = channel.filled & ~channel.ready; unknown != 0; unknown &= unknown - 1)
        if (const auto queue = static_cast<uint32_t>(std::countr_zero(unknown)); isReady(channel.queues[queue]))
            channel.ready |= 1u << queue;
    return channel.ready;
}

uint32_t ChannelDispatcher::chooseQueue(const Channel& channel, uint32_t queues) const {
    const auto lowest = [](uint32_t bits) { return static_cast<uint32_t>(std::countr_zero(bits)); };
    if (!oldestFirst_) {
        const uint32_t fromTurn = queues & (~0u << channel.nextBank);
        return lowest(fromTurn != 0 ? fromTurn : queues);
    }
    uint32_t oldest = lowest(queues);
    for (queues &= queues - 1; queues != 0; queues &= queues - 1)
        if (channel.queues[lowest(queues)].front().arrival < channel.queues[oldest].front().arrival)
            oldest = lowest(queues);
    return oldest;
}

void ChannelDispatcher::sendFrom(Channel& channel, Cycle cycle) {
    const uint32_t ready = readyQueues(channel);
    if (ready == 0) return;
    const BankAcceptance& acceptance = channel.acceptance.read(cycle);
    if (ready == channel.refusal.ready && acceptance == channel.refusal.acceptance) {
        ++*channel.refusal.stallCycles;
        return;
    }
    const uint32_t accepted = acceptedQueues(channel, ready, acceptance);
    if (accepted == 0) {
        sim::Counter& stalls = stallCycles(channel.queues[chooseQueue(channel, ready)].front().transaction);
        channel.refusal = {.ready = ready, .acceptance = acceptance, .stallCycles = &stalls};
        ++stalls;
        return;
    }
    const uint32_t chosen = chooseQueue(channel, accepted);
    const ChannelTransaction transaction = channel.queues[chosen].pop().transaction;
    Request& request = (*requests_)[transaction.request];
    if (!std::exchange(request.atMemory, true) && transaction.read) --requests_->freeReadBuffers;
    channel.requests.write(cycle, transaction);
    channel.ready &= ~(1u << chosen);
    channel.filled &= ~(1u << chosen);
    channel.refusal.ready = 0;
    if (!channel.queues[chosen].empty()) recordFirst(channel, chosen);
    if (channel.filled == 0) filled_ &= ~(1u << transaction.channel);
    channel.nextBank = chosen + 1 == channel.queues.size() ? 0 : chosen + 1;
}

bool ChannelDispatcher::quiet() {
    if (served_ != 0) return false;
    for (uint32_t filled = filled_; filled != 0; filled &= filled - 1)
        if (readyQueues(*channels_[static_cast<uint32_t>(std::countr_zero(filled))]) != 0) return false;
    return true;
}

}  // namespace cyclorama::mem::gddr
