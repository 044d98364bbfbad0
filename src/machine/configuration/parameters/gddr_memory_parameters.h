// SPDX-License-Identifier: MIT
#pragma once

#include "mem/gddr/settings.h"
#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

using mem::gddr::PagePolicy;
using mem::gddr::SchedulerKind;
using mem::gddr::SplitterKind;
using mem::gddr::SwitchMode;

enum class ActiveManagerMode : std::uint32_t { Conservative = 0, Aggressive = 1 };
/// Which of the row managers acts where both could.
enum class ManagerSelection : std::uint32_t { ActiveThenPrecharge = 0, PrechargeThenActive = 1 };

/// [MEMORYCONTROLLER], the GDDR model: used where MemoryControllerV2 is TRUE. Where the reference has a heading without
/// text, what is said here comes from files that exist and from the controller's behaviour.
struct GddrMemoryParameters : ParameterSection {
    GddrMemoryParameters() : ParameterSection("MEMORYCONTROLLER", "Memory controller, GDDR model") {}

    // clang-format off
    Parameter<std::uint32_t> channels{*this, {.name = "V2MemoryChannels", .unit = "channels", .defaultValue = 8,
        .minimum = 1, .maximum = 64,
        .sentence = "Channels, each with a scheduler and a 32-bit memory chip."}};
    Parameter<std::uint32_t> banksPerChannel{*this, {.name = "V2BanksPerMemoryChannel", .unit = "banks",
        .defaultValue = 8, .minimum = 1, .maximum = 64,
        .sentence = "Banks of a chip, each of which can hold one row open."}};
    Parameter<std::uint32_t> rowSize{*this, {.name = "V2MemoryRowSize", .unit = "bytes", .defaultValue = 2048,
        .minimum = 64, .maximum = 1 << 20,
        .sentence = "Bytes of a row; twice as many stand for two chips a channel."}};
    Parameter<std::uint32_t> burstBytesPerCycle{*this, {.name = "V2BurstBytesPerCycle", .unit = "bytes/cycle",
        .defaultValue = 8, .minimum = 1, .maximum = 256,
        .sentence = "Bytes that a chip transfers in a memory cycle; 8 is double data rate on 32 bits."}};

    Parameter<SplitterKind> splitterType{*this, {.name = "V2SplitterType", .defaultValue = SplitterKind::BitMasks,
        .choices = {{SplitterKind::Interleaving, "0", "by interleaved bytes"},
                    {SplitterKind::BitMasks, "1", "by lists of address bits"}},
        .sentence = "How an address selects channel and bank."}};
    Parameter<std::uint32_t> channelInterleaving{*this, {.name = "V2ChannelInterleaving", .unit = "bytes",
        .defaultValue = 256, .minimum = 0, .maximum = 1 << 24,
        .sentence = "Consecutive bytes on one channel, with splitter 0."}};
    Parameter<std::uint32_t> bankInterleaving{*this, {.name = "V2BankInterleaving", .unit = "bytes",
        .defaultValue = 256, .minimum = 0, .maximum = 1 << 24,
        .sentence = "Consecutive bytes of a channel in one bank, with splitter 0, the channel's bits taken out."}};
    Parameter<std::string> channelInterleavingMask{*this, {.name = "V2ChannelInterleavingMask", .unit = "address bits",
        .defaultValue = "11 10 9",
        .sentence = "Address bits that number the channel, the most significant first, with splitter 1."}};
    Parameter<std::string> bankInterleavingMask{*this, {.name = "V2BankInterleavingMask", .unit = "address bits",
        .defaultValue = "14 13 12",
        .sentence = "Address bits that number the bank, the most significant first, with splitter 1."}};
    Parameter<bool> secondInterleaving{*this, {.name = "V2SecondInterleaving", .defaultValue = false,
        .sentence = "Splits memory at an address that the driver sets, with an interleaving of its own above it."}};
    Parameter<std::uint32_t> secondChannelInterleaving{*this, {.name = "V2SecondChannelInterleaving", .unit = "bytes",
        .defaultValue = 0, .minimum = 0, .maximum = 1 << 24,
        .sentence = "V2ChannelInterleaving above the split address."}};
    Parameter<std::uint32_t> secondBankInterleaving{*this, {.name = "V2SecondBankInterleaving", .unit = "bytes",
        .defaultValue = 0, .minimum = 0, .maximum = 1 << 24,
        .sentence = "V2BankInterleaving above the split address."}};
    Parameter<std::string> secondChannelInterleavingMask{*this, {.name = "V2SecondChannelInterleavingMask",
        .unit = "address bits", .defaultValue = "",
        .sentence = "V2ChannelInterleavingMask above the split address."}};
    Parameter<std::string> secondBankInterleavingMask{*this, {.name = "V2SecondBankInterleavingMask",
        .unit = "address bits", .defaultValue = "",
        .sentence = "V2BankInterleavingMask above the split address."}};
    Parameter<bool> permuteBanks{*this, {.name = "V2PermuteBanks", .defaultValue = false,
        .sentence = "Combines a bank's number with the lowest bits of the row's by an exclusive or, so that rows that are a power of two apart are in several banks.",
        .source = ParameterSource::Own}};

    Parameter<SchedulerKind> channelScheduler{*this, {.name = "V2ChannelScheduler",
        .defaultValue = SchedulerKind::BankQueues,
        .choices = {{SchedulerKind::Fifo, "0", "one queue"},
                    {SchedulerKind::ReadWriteFifo, "1", "a read and a write queue"},
                    {SchedulerKind::BankQueues, "2", "a queue for each bank"}},
        .sentence = "How a channel orders its transactions."}};
    Parameter<std::string> bankSelectionPolicy{*this, {.name = "V2BankSelectionPolicy", .defaultValue = "OLDEST_FIRST",
        .sentence = "Criteria by which bank queues are picked, each settling the ties of those before it."}};
    Parameter<PagePolicy> pagePolicy{*this, {.name = "V2PagePolicy", .defaultValue = PagePolicy::Close,
        .choices = {{PagePolicy::Close, "0", "closed as soon as nothing wants it"},
                    {PagePolicy::Open, "1", "left open"},
                    {PagePolicy::IdleTimer, "2", "closed after V2PageIdleCycles without an access"}},
        .sentence = "State of a row after an access."}};
    Parameter<std::uint32_t> pageIdleCycles{*this, {.name = "V2PageIdleCycles", .unit = "memory cycles",
        .defaultValue = 8, .minimum = 0, .maximum = 4096,
        .sentence = "From the end of the last access of a row to its closing, with page policy 2, whatever waits for it.",
        .source = ParameterSource::Own}};
    Parameter<bool> overlapRowCommands{*this, {.name = "V2OverlapRowCommands", .defaultValue = true,
        .sentence = "Opens and closes rows for a transaction while the data of the one before is on the pins.",
        .source = ParameterSource::Own}};
    Parameter<std::uint32_t> maxChannelTransactions{*this, {.name = "V2MaxChannelTransactions", .unit = "transactions",
        .defaultValue = 64, .minimum = 1, .maximum = 65536,
        .sentence = "Transactions that a channel's scheduler can hold."}};
    Parameter<std::uint32_t> dedicatedChannelReadTransactions{*this, {.name = "V2DedicatedChannelReadTransactions",
        .unit = "transactions", .defaultValue = 0, .minimum = 0, .maximum = 65536,
        .sentence = "Transactions among those that are kept for reads, in schedulers with separate queues; zero halves them.",
        .source = ParameterSource::Additional}};
    Parameter<bool> useChannelRequestFifoPerBank{*this, {.name = "V2UseChannelRequestFIFOPerBank", .defaultValue = true,
        .sentence = "Lets transactions to different banks of a channel pass each other on the way to the scheduler.",
        .source = ParameterSource::Additional}};
    Parameter<std::uint32_t> channelRequestFifoPerBankSelection{*this, {
        .name = "V2ChannelRequestFIFOPerBankSelection", .defaultValue = 1,
        .sentence = "Which of those per-bank queues sends next: zero takes turns, any other value the oldest.",
        .source = ParameterSource::Additional}};
    Parameter<bool> useClassicSchedulerStates{*this, {.name = "V2UseClassicSchedulerStates", .defaultValue = false,
        .sentence = "Lets one full bank queue stop the whole channel instead of its own bank alone.",
        .source = ParameterSource::Additional}};
    Parameter<bool> useSplitRequestBufferPerRop{*this, {.name = "V2UseSplitRequestBufferPerROP", .defaultValue = false,
        .sentence = "Divides the request queue evenly among the render output pipes.",
        .source = ParameterSource::Additional}};
    Parameter<SwitchMode> switchModePolicy{*this, {.name = "V2SwitchModePolicy",
        .defaultValue = SwitchMode::LoadsOverStores,
        .choices = {{SwitchMode::Counters, "0", "after the most consecutive accesses"},
                    {SwitchMode::LoadsOverStores, "1", "reads first"}},
        .sentence = "When a scheduler with separate kinds goes from reads to writes and back.",
        .source = ParameterSource::Additional}};
    Parameter<ActiveManagerMode> activeManagerMode{*this, {.name = "V2ActiveManagerMode",
        .defaultValue = ActiveManagerMode::Aggressive,
        .choices = {{ActiveManagerMode::Conservative, "0", "for the kind of access being served"},
                    {ActiveManagerMode::Aggressive, "1", "for reads and writes alike"}},
        .sentence = "For which waiting accesses rows are opened ahead of time.",
        .source = ParameterSource::Additional}};
    Parameter<std::uint32_t> prechargeManagerMode{*this, {.name = "V2PrechargeManagerMode", .defaultValue = 0,
        .sentence = "Was meant to select how rows are closed ahead of time.", .status = ParameterStatus::Unused,
        .statusReason = "files that set it call it unused", .source = ParameterSource::Additional}};
    Parameter<bool> disableActiveManager{*this, {.name = "V2DisableActiveManager", .defaultValue = false,
        .sentence = "Opens rows only for the access being served, never ahead of time."}};
    Parameter<bool> disablePrechargeManager{*this, {.name = "V2DisablePrechargeManager", .defaultValue = false,
        .sentence = "Closes rows only for the access being served, never ahead of time."}};
    Parameter<ManagerSelection> managerSelectionAlgorithm{*this, {.name = "V2ManagerSelectionAlgorithm",
        .defaultValue = ManagerSelection::ActiveThenPrecharge,
        .choices = {{ManagerSelection::ActiveThenPrecharge, "0", "opening first"},
                    {ManagerSelection::PrechargeThenActive, "1", "closing first"}},
        .sentence = "Order of opening and closing rows ahead of time where both are possible."}};
    Parameter<bool> memoryTrace{*this, {.name = "V2MemoryTrace", .defaultValue = false,
        .sentence = "Writes every transaction that the controller receives to a file, the simple one as well."}};
    Parameter<std::string> debugString{*this, {.name = "V2DebugString", .defaultValue = "",
        .sentence = "Switches of a debugging output that Cyclorama does not have.", .status = ParameterStatus::Unused,
        .statusReason = "it changes what is printed, nothing else", .source = ParameterSource::Additional}};
    // clang-format on
};

}  // namespace cyclorama::machine
