// SPDX-License-Identifier: MIT
#pragma once
// Everything that configures the GDDR controller. The comments name the parameters of configuration files.

#include <cstdint>
#include <string>

#include "mem/memory_controller.h"

namespace cyclorama::mem::gddr {

/// Minimum distances between commands, in memory cycles.
struct Timings {
    uint32_t tRRD = 9;          ///< activate to activate, any two banks
    uint32_t tRCD = 13;         ///< activate to read or write
    uint32_t tWTR = 5;          ///< last written data to read
    uint32_t tRTW = 2;          ///< last read data to first written data
    uint32_t tWR = 10;          ///< last written data to precharge
    uint32_t tRP = 14;          ///< precharge to activate
    uint32_t casLatency = 10;   ///< read to its first data
    uint32_t writeLatency = 5;  ///< write to its first data
};

/// V2GDDR_Profile "600": GDDR3 at 600 MHz (Hynix HY5RS123235FP revision 1.3, speed -16).
inline constexpr Timings k600MegahertzTimings{};
/// V2GDDR_Profile "perfect": a memory that never makes a command wait.
inline constexpr Timings kPerfectTimings{0, 0, 0, 0, 0, 0, 0, 0};

/// V2ChannelScheduler: the order of a channel's transactions. Files that exist also name 3 (read and write queues per
/// bank) and 4 (look-ahead), which no machine has.
enum class SchedulerKind : uint32_t { Fifo = 0, ReadWriteFifo = 1, BankQueues = 2 };
/// V2PagePolicy: the state of a row after an access.
enum class PagePolicy : uint32_t { Close = 0, Open = 1, IdleTimer = 2 };
/// V2SwitchModePolicy: a scheduler with one queue a bank going from reads to writes and back.
enum class SwitchMode : uint32_t { Counters = 0, LoadsOverStores = 1 };
/// V2SplitterType: the choice of channel and bank by the address.
enum class SplitterKind : uint32_t { Interleaving = 0, BitMasks = 1 };

/// How an address is spread over channels and banks.
struct Interleaving {
    uint32_t channelBytes = 0;  ///< V2ChannelInterleaving, for SplitterKind::Interleaving
    uint32_t bankBytes = 0;     ///< V2BankInterleaving
    std::string channelBits;    ///< V2ChannelInterleavingMask, for SplitterKind::BitMasks: "10 9 8", the highest first
    std::string bankBits;       ///< V2BankInterleavingMask
};

/// The parts of a channel that open and close rows before a transaction needs them.
struct BankManagers {
    bool aggressiveActivation = true;  ///< V2ActiveManagerMode not 0
    bool activateAhead = true;         ///< not V2DisableActiveManager
    bool prechargeAhead = true;        ///< not V2DisablePrechargeManager
    bool prechargeFirst = false;       ///< V2ManagerSelectionAlgorithm not 0
    bool banksShareState = false;      ///< V2UseClassicSchedulerStates
};

/// The way to system memory, in cycles: constants, which no parameter sets.
struct SystemTimings {
    uint32_t readLatency = 500;
    uint32_t writeLatency = 500;
    uint32_t transactionCycles = 16;
};

/// The scheduler of each channel.
struct SchedulerSettings {
    SchedulerKind kind = SchedulerKind::BankQueues;
    PagePolicy pagePolicy = PagePolicy::Close;
    uint32_t pageIdleCycles = 8;      ///< V2PageIdleCycles, for PagePolicy::IdleTimer: from the end of the last access
    bool overlapsRowCommands = true;  ///< V2OverlapRowCommands; else the managers are off
    uint32_t maxTransactions = 64;    ///< V2MaxChannelTransactions
    uint32_t dedicatedReadTransactions = 0;  ///< V2DedicatedChannelReadTransactions
    SwitchMode switchMode = SwitchMode::LoadsOverStores;
    uint32_t maxConsecutiveReads = 16;                 ///< MaxConsecutiveReads
    uint32_t maxConsecutiveWrites = 16;                ///< MaxConsecutiveWrites
    std::string bankSelectionPolicy = "OLDEST_FIRST";  ///< V2BankSelectionPolicy
    BankManagers managers{};
};

struct Settings {
    ClientSettings clients{};

    uint64_t gpuMemoryBytes = 256 << 20;  ///< MemorySize
    uint32_t channels = 8;                ///< V2MemoryChannels
    uint32_t banks = 8;                   ///< V2BanksPerMemoryChannel
    uint32_t rowBytes = 2048;             ///< V2MemoryRowSize
    uint32_t burstLength = 8;             ///< BurstLength, 32-bit words
    uint32_t burstBytesPerCycle = 8;      ///< V2BurstBytesPerCycle
    Timings timings{};                    ///< V2GDDR_*
    uint32_t returnLatency = 0;           ///< V2ReturnLatency, memory cycles

    SplitterKind splitter = SplitterKind::BitMasks;
    Interleaving interleaving{0, 0, "10 9 8", "13 12 11"};
    bool secondInterleavingEnabled = false;  ///< V2SecondInterleaving
    Interleaving secondInterleaving{};       ///< V2Second*
    /// V2PermuteBanks: permutation-based interleaving by the row (Z. Zhang, Z. Zhu, X. Zhang, MICRO-33, 2000)
    bool permutesBanks = false;

    uint32_t readBuffers = 256;       ///< ReadBufferLines
    uint32_t writeBuffers = 256;      ///< WriteBufferLines
    uint32_t requestQueueSize = 512;  ///< RequestQueueSize
    uint32_t serviceQueueSize = 64;   ///< ServiceQueueSize

    bool queuePerBank = true;               ///< V2UseChannelRequestFIFOPerBank
    bool oldestBankFirst = true;            ///< V2ChannelRequestFIFOPerBankSelection not 0; else in turn
    bool splitRequestBufferPerRop = false;  ///< V2UseSplitRequestBufferPerROP

    SchedulerSettings scheduling{};
    SystemTimings system{};

    uint32_t burstBytes() const { return burstLength * 4; }
    /// Cycles that a burst is on the data pins.
    uint32_t burstCycles() const { return burstBytes() / burstBytesPerCycle; }
    uint32_t rows() const { return static_cast<uint32_t>(gpuMemoryBytes / (uint64_t{channels} * banks * rowBytes)); }
    uint32_t columns() const { return rowBytes / 4; }
};

/// Throws sim::Error, with the parameter's name, where the settings contradict each other.
void check(const Settings& settings);

}  // namespace cyclorama::mem::gddr
