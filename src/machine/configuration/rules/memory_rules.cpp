// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "machine/configuration/rules/rule_terms.h"
#include "machine/configuration/rules/rules.h"
#include "mem/transaction.h"

namespace cyclorama::machine::rules {
namespace {

/// The address bits of an interleaving mask; none unless it is a list of different bits below 32.
std::optional<std::vector<std::uint32_t>> maskBits(const std::string& mask) {
    std::vector<std::uint32_t> bits;
    std::istringstream words(mask);
    for (std::uint32_t bit = 0; words >> bit;) {
        if (bit > 31 || std::find(bits.begin(), bits.end(), bit) != bits.end()) return std::nullopt;
        bits.push_back(bit);
    }
    if (!words.eof()) return std::nullopt;
    return bits;
}

/// True if a mask has just the bits that number `count` channels or banks.
bool numbers(const std::string& mask, std::uint32_t count) {
    const auto bits = maskBits(mask);
    return bits && std::has_single_bit(count) && bits->size() == static_cast<std::size_t>(std::countr_zero(count));
}

bool areDisjoint(const std::string& channelMask, const std::string& bankMask) {
    const auto channel = maskBits(channelMask);
    const auto bank = maskBits(bankMask);
    if (!channel || !bank) return true;  // the rules on each mask say so
    return std::none_of(bank->begin(), bank->end(), [&](std::uint32_t bit) {
        return std::find(channel->begin(), channel->end(), bit) != channel->end();
    });
}

bool usesMasks(const Configuration& c) {
    return c.memoryController.memoryControllerV2 && c.gddrMemory.splitterType.get() == SplitterKind::BitMasks;
}

/// An interleaving of whole bursts.
bool isBurstInterleaving(const Configuration& c, std::uint32_t channelBytes, std::uint32_t bankBytes) {
    const std::uint32_t burstBytes = 4 * c.memoryController.burstLength;
    return channelBytes != 0 && bankBytes != 0 && isMultiple(channelBytes, burstBytes) &&
           isMultiple(bankBytes, burstBytes);
}

/// True if all criteria listed in V2BankSelectionPolicy exist.
bool areBankCriteria(const std::string& policy) {
    constexpr std::string_view kCriteria[] = {"RANDOM",
                                              "ROUND_ROBIN",
                                              "OLDEST_FIRST",
                                              "YOUNGEST_FIRST",
                                              "MORE_CONSECUTIVE_HITS",
                                              "LESS_CONSECUTIVE_HITS",
                                              "MORE_PENDING_REQUESTS",
                                              "LESS_PENDING_REQUESTS",
                                              "ZERO_PENDING_FIRST"};
    std::istringstream words(policy);
    std::size_t count = 0;
    for (std::string word; words >> word; ++count) {
        if (std::find(std::begin(kCriteria), std::end(kCriteria), word) == std::end(kCriteria)) return false;
    }
    return count > 0;
}

using C = const Configuration&;

constexpr ConfigurationRule kMemoryRules[] = {
    // Memory controller
    {"request-queue",
     kError,
     "RequestQueueSize must be at least twice the units that the controller serves, three more counted",
     {"MEMORYCONTROLLER.RequestQueueSize", "GPU.NumFragmentShaders", "FRAGMENTSHADER.TextureUnits", "GPU.NumStampPipes",
      "STREAMER.StreamerLoaderUnits"},
     kUnitBehaviour,
     [](C c) {
         const std::uint32_t units =
             c.gpu.numFragmentShaders * c.shader.textureUnits + c.gpu.numStampPipes + c.streamer.loaderUnits + 3;
         return c.memoryController.requestQueueSize >= 2 * units;
     }},
    {"buffer-lines",
     kWarning,
     "the read buffer should have at least 16 lines, which back-pressure keeps free",
     {"MEMORYCONTROLLER.ReadBufferLines"},
     "MEMORYCONTROLLER/ReadBufferLines",
     [](C c) { return c.memoryController.readBufferLines >= 16; }},
    {"write-buffer-lines",
     kWarning,
     "WriteBufferLines should be at least 20: back-pressure keeps 16 free, and with few beside them no write begins "
     "and "
     "the run locks up",
     {"MEMORYCONTROLLER.WriteBufferLines"},
     kUnitBehaviour,
     [](C c) { return c.memoryController.writeBufferLines >= 20; }},
    {"simple-memory-page-size",
     kError,
     "the simple memory controller needs MemoryPageSize and BankGranurality to be powers of two",
     {"MEMORYCONTROLLER.MemoryPageSize", "MEMORYCONTROLLER.BankGranurality", "MEMORYCONTROLLER.MemoryControllerV2"},
     "MEMORYCONTROLLER/MemoryPageSize",
     [](C c) {
         return c.memoryController.memoryControllerV2 ||
                arePowersOfTwo({c.simpleMemory.memoryPageSize, c.simpleMemory.bankGranularity});
     }},
    {"simple-memory-bank-granularity",
     kError,
     "the simple memory controller needs BankGranurality to be no larger than MemoryPageSize",
     {"MEMORYCONTROLLER.BankGranurality", "MEMORYCONTROLLER.MemoryPageSize", "MEMORYCONTROLLER.MemoryControllerV2"},
     "MEMORYCONTROLLER/BankGranurality",
     [](C c) {
         return c.memoryController.memoryControllerV2 ||
                c.simpleMemory.bankGranularity <= c.simpleMemory.memoryPageSize.get();
     }},
    {"simple-memory-bank-transactions",
     kError,
     "the simple memory controller needs BankGranurality to be at least 64, the bytes of a transaction, where its "
     "buses have banks of their own",
     {"MEMORYCONTROLLER.BankGranurality", "MEMORYCONTROLLER.SharedBanks", "MEMORYCONTROLLER.MemoryControllerV2"},
     kUnitBehaviour,
     [](C c) {
         return c.memoryController.memoryControllerV2 || c.simpleMemory.sharedBanks ||
                c.simpleMemory.bankGranularity >= mem::kTransactionBytes;
     }},
    {"simple-memory-write-latency",
     kError,
     "the simple memory controller needs WriteLatency to be no larger than ReadLatency",
     {"MEMORYCONTROLLER.WriteLatency", "MEMORYCONTROLLER.ReadLatency", "MEMORYCONTROLLER.MemoryControllerV2"},
     kUnitBehaviour,
     [](C c) {
         return c.memoryController.memoryControllerV2 ||
                c.simpleMemory.writeLatency <= c.simpleMemory.readLatency.get();
     }},
    {"gddr-memory-size",
     kError,
     "MemorySize must be a multiple of channels * banks * row size",
     {"MEMORYCONTROLLER.MemorySize", "MEMORYCONTROLLER.V2MemoryChannels", "MEMORYCONTROLLER.V2BanksPerMemoryChannel",
      "MEMORYCONTROLLER.V2MemoryRowSize"},
     "MEMORYCONTROLLER/MemorySize",
     [](C c) {
         const std::uint64_t rows =
             std::uint64_t{c.gddrMemory.channels} * c.gddrMemory.banksPerChannel * c.gddrMemory.rowSize;
         return !c.memoryController.memoryControllerV2 ||
                (std::uint64_t{c.memoryController.memorySize} << 20) % rows == 0;
     }},
    {"gddr-row-size",
     kWarning,
     "V2MemoryRowSize should be a multiple of 2048",
     {"MEMORYCONTROLLER.V2MemoryRowSize"},
     "MEMORYCONTROLLER/V2MemoryRowSize",
     [](C c) { return !c.memoryController.memoryControllerV2 || isMultiple(c.gddrMemory.rowSize, 2048); }},
    {"channel-mask",
     kError,
     "V2ChannelInterleavingMask must list as many different address bits as number the channels",
     {"MEMORYCONTROLLER.V2ChannelInterleavingMask", "MEMORYCONTROLLER.V2MemoryChannels"},
     "MEMORYCONTROLLER/V2SplitterType",
     [](C c) { return !usesMasks(c) || numbers(c.gddrMemory.channelInterleavingMask, c.gddrMemory.channels); }},
    {"bank-mask",
     kError,
     "V2BankInterleavingMask must list as many different address bits as number the banks",
     {"MEMORYCONTROLLER.V2BankInterleavingMask", "MEMORYCONTROLLER.V2BanksPerMemoryChannel"},
     "MEMORYCONTROLLER/V2SplitterType",
     [](C c) { return !usesMasks(c) || numbers(c.gddrMemory.bankInterleavingMask, c.gddrMemory.banksPerChannel); }},
    {"masks-disjoint",
     kError,
     "the channel and the bank mask must not share an address bit",
     {"MEMORYCONTROLLER.V2ChannelInterleavingMask", "MEMORYCONTROLLER.V2BankInterleavingMask"},
     "MEMORYCONTROLLER/V2BankInterleavingMask",
     [](C c) {
         return !usesMasks(c) || areDisjoint(c.gddrMemory.channelInterleavingMask, c.gddrMemory.bankInterleavingMask);
     }},
    {"second-masks",
     kError,
     "the second interleaving's masks must number the channels and the banks and share no address bit",
     {"MEMORYCONTROLLER.V2SecondInterleaving", "MEMORYCONTROLLER.V2SecondChannelInterleavingMask",
      "MEMORYCONTROLLER.V2SecondBankInterleavingMask", "MEMORYCONTROLLER.V2MemoryChannels",
      "MEMORYCONTROLLER.V2BanksPerMemoryChannel"},
     "MEMORYCONTROLLER/V2SecondBankInterleavingMask",
     [](C c) {
         return !usesMasks(c) || !c.gddrMemory.secondInterleaving ||
                (numbers(c.gddrMemory.secondChannelInterleavingMask, c.gddrMemory.channels) &&
                 numbers(c.gddrMemory.secondBankInterleavingMask, c.gddrMemory.banksPerChannel) &&
                 areDisjoint(c.gddrMemory.secondChannelInterleavingMask, c.gddrMemory.secondBankInterleavingMask));
     }},
    {"interleaving",
     kError,
     "with splitter 0 both interleavings must be whole bursts (4 * BurstLength bytes)",
     {"MEMORYCONTROLLER.V2SplitterType", "MEMORYCONTROLLER.V2ChannelInterleaving",
      "MEMORYCONTROLLER.V2BankInterleaving", "MEMORYCONTROLLER.BurstLength"},
     kUnitBehaviour,
     [](C c) {
         return !c.memoryController.memoryControllerV2 || usesMasks(c) ||
                isBurstInterleaving(c, c.gddrMemory.channelInterleaving, c.gddrMemory.bankInterleaving);
     }},
    {"second-interleaving",
     kError,
     "with splitter 0 both second interleavings must be whole bursts (4 * BurstLength bytes)",
     {"MEMORYCONTROLLER.V2SplitterType", "MEMORYCONTROLLER.V2SecondInterleaving",
      "MEMORYCONTROLLER.V2SecondChannelInterleaving", "MEMORYCONTROLLER.V2SecondBankInterleaving",
      "MEMORYCONTROLLER.BurstLength"},
     kUnitBehaviour,
     [](C c) {
         return !c.memoryController.memoryControllerV2 || usesMasks(c) || !c.gddrMemory.secondInterleaving ||
                isBurstInterleaving(c, c.gddrMemory.secondChannelInterleaving, c.gddrMemory.secondBankInterleaving);
     }},
    {"burst-length",
     kError,
     "BurstLength must be a power of two",
     {"MEMORYCONTROLLER.BurstLength"},
     kUnitBehaviour,
     [](C c) { return !c.memoryController.memoryControllerV2 || arePowersOfTwo({c.memoryController.burstLength}); }},
    {"burst-within-transaction",
     kError,
     "a burst (4 * BurstLength bytes) must be no larger than a memory transaction (64 bytes)",
     {"MEMORYCONTROLLER.BurstLength"},
     kUnitBehaviour,
     [](C c) {
         return !c.memoryController.memoryControllerV2 || !arePowersOfTwo({c.memoryController.burstLength}) ||
                4 * c.memoryController.burstLength <= kTransactionBytes;
     }},
    {"burst-length-gddr",
     kWarning,
     "GDDR chips have a BurstLength of 4 or 8",
     {"MEMORYCONTROLLER.BurstLength"},
     "MEMORYCONTROLLER/BurstLength",
     [](C c) {
         return !arePowersOfTwo({c.memoryController.burstLength}) || c.memoryController.burstLength == 4U ||
                c.memoryController.burstLength == 8U;
     }},
    {"burst-cycles",
     kError,
     "a burst (4 * BurstLength bytes) must take whole cycles of V2BurstBytesPerCycle",
     {"MEMORYCONTROLLER.BurstLength", "MEMORYCONTROLLER.V2BurstBytesPerCycle"},
     kUnitBehaviour,
     [](C c) {
         return !c.memoryController.memoryControllerV2 || !arePowersOfTwo({c.memoryController.burstLength}) ||
                isMultiple(4 * c.memoryController.burstLength, c.gddrMemory.burstBytesPerCycle);
     }},
    {"channel-transactions",
     kError,
     "with bank queues V2MaxChannelTransactions must be a multiple of the banks",
     {"MEMORYCONTROLLER.V2MaxChannelTransactions", "MEMORYCONTROLLER.V2BanksPerMemoryChannel",
      "MEMORYCONTROLLER.V2ChannelScheduler"},
     kUnitBehaviour,
     [](C c) {
         return !c.memoryController.memoryControllerV2 ||
                c.gddrMemory.channelScheduler.get() != SchedulerKind::BankQueues ||
                isMultiple(c.gddrMemory.maxChannelTransactions, c.gddrMemory.banksPerChannel);
     }},
    {"dedicated-reads",
     kError,
     "with read and write queues V2DedicatedChannelReadTransactions must be smaller than V2MaxChannelTransactions",
     {"MEMORYCONTROLLER.V2DedicatedChannelReadTransactions", "MEMORYCONTROLLER.V2MaxChannelTransactions",
      "MEMORYCONTROLLER.V2ChannelScheduler"},
     kUnitBehaviour,
     [](C c) {
         return !c.memoryController.memoryControllerV2 ||
                c.gddrMemory.channelScheduler.get() != SchedulerKind::ReadWriteFifo ||
                c.gddrMemory.dedicatedChannelReadTransactions < c.gddrMemory.maxChannelTransactions.get();
     }},
    {"bank-criteria",
     kError,
     "with bank queues V2BankSelectionPolicy must list criteria that exist (OLDEST_FIRST, ROUND_ROBIN, ...)",
     {"MEMORYCONTROLLER.V2BankSelectionPolicy", "MEMORYCONTROLLER.V2ChannelScheduler"},
     kUnitBehaviour,
     [](C c) {
         return !c.memoryController.memoryControllerV2 ||
                c.gddrMemory.channelScheduler.get() != SchedulerKind::BankQueues ||
                areBankCriteria(c.gddrMemory.bankSelectionPolicy);
     }},
};

}  // namespace

std::span<const ConfigurationRule> memory() { return kMemoryRules; }

}  // namespace cyclorama::machine::rules
