// SPDX-License-Identifier: MIT
#pragma once
// The half of the controller that faces the channels: it holds the parts of requests until their channel takes them,
// and collects what the channels have served. It belongs to the memory clock.

#include <cstdint>
#include <memory>
#include <vector>

#include "mem/gddr/channel_scheduler.h"
#include "mem/gddr/controller_statistics.h"
#include "mem/gddr/request_buffer.h"
#include "mem/gddr/settings.h"
#include "sim/level.h"
#include "sim/queue.h"
#include "sim/signal.h"

namespace cyclorama::mem::gddr {

class ChannelDispatcher {
  public:
    /// `reader` is the box that clocks this half. The channels' boxes join its domain.
    ChannelDispatcher(sim::Box& reader, const Settings& settings, RequestBuffer& requests,
                      ControllerStatistics& statistics);

    /// Takes a part of a request, in the order of arrival.
    void enqueue(const ChannelTransaction& transaction, Cycle arrival);

    /// Takes what the channels have served. Whether any request is complete now.
    bool receive(Cycle cycle);
    /// Sends each channel its next part, where it accepts one.
    void send(Cycle cycle);

    /// Nothing could be taken or sent in the next cycle, whatever the channels accept.
    bool quiet();

    /// See MemoryController.
    void watchBanks(BankUses* uses);

    const ChannelScheduler& scheduler(uint32_t channel) const { return channels_[channel]->scheduler; }

  private:
    struct Waiting {
        ChannelTransaction transaction;
        Cycle arrival = 0;
    };
    struct Channel {
        Channel(sim::Box& reader, const Settings& settings, uint32_t number, ReplyCalendar& calendar);
        ChannelScheduler scheduler;
        sim::Output<ChannelTransaction> requests;
        sim::Signal<ChannelTransaction> replies;
        sim::BoundedQueue<ChannelTransaction> served;  // one a cycle is taken
        sim::Level<BankAcceptance> acceptance;
        std::vector<sim::BoundedQueue<Waiting>> queues;  // one, or one a bank
        // A bit for each queue that holds something, whose first was found to be ready, and whose first is a read.
        uint32_t filled = 0;
        uint32_t ready = 0;
        uint32_t readFirst = 0;
        uint32_t nextBank = 0;  // for banks in turn
        /// Last refusal by the scheduler: of these ready queues, with that acceptance.
        struct Refusal {
            uint32_t ready = 0;
            BankAcceptance acceptance{};
            sim::Counter* stallCycles = nullptr;
        } refusal;
    };

    bool isReady(const sim::BoundedQueue<Waiting>& queue) const {
        return (*requests_)[queue.front().transaction.request].state == RequestState::Ready;
    }
    /// Takes note of a served part of a request. True for the last part.
    bool recordServed(const ChannelTransaction& served, Cycle cycle);
    void sendFrom(Channel& channel, Cycle cycle);
    /// Before anything is done with a queue's first, which was not its first before.
    static void recordFirst(Channel& channel, uint32_t queue);
    /// Queues of a mask whose oldest entry the scheduler accepts, a bit each.
    uint32_t acceptedQueues(const Channel& channel, uint32_t queues, const BankAcceptance& acceptance) const;
    /// A bit for each queue whose first may go to memory.
    uint32_t readyQueues(Channel& channel) const;
    /// The queue of a mask whose turn it is.
    uint32_t chooseQueue(const Channel& channel, uint32_t queues) const;
    sim::Counter& stallCycles(const ChannelTransaction& transaction) {
        return transaction.read ? statistics_->readStallCycles : statistics_->writeStallCycles;
    }

    RequestBuffer* requests_;
    ControllerStatistics* statistics_;
    bool queuePerBank_;
    bool oldestFirst_;
    ReplyCalendar calendar_;
    std::vector<std::unique_ptr<Channel>> channels_;
    // A bit for each channel: it has filled queues; it has served something that was not taken yet.
    uint32_t filled_ = 0;
    uint32_t served_ = 0;
};

}  // namespace cyclorama::mem::gddr
