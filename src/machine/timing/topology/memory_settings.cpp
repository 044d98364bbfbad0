// SPDX-License-Identifier: MIT
#include "machine/timing/topology/memory_settings.h"

#include "mem/address_space.h"

namespace cyclorama::machine::timing {

namespace {

mem::gddr::Timings timings(const GddrTimingParameters& parameters) {
    switch (parameters.profile.get()) {
        case GddrProfile::Mhz600:
            return mem::gddr::k600MegahertzTimings;
        case GddrProfile::Perfect:
            return mem::gddr::kPerfectTimings;
        case GddrProfile::Custom:
            break;
    }
    return {.tRRD = parameters.tRRD,
            .tRCD = parameters.tRCD,
            .tWTR = parameters.tWTR,
            .tRTW = parameters.tRTW,
            .tWR = parameters.tWR,
            .tRP = parameters.tRP,
            .casLatency = parameters.casLatency,
            .writeLatency = parameters.writeLatency};
}

}  // namespace

mem::gddr::Settings gddrSettings(const Configuration& configuration, const mem::ClientSettings& clients) {
    const MemoryControllerParameters& controller = configuration.memoryController;
    const GddrMemoryParameters& gddr = configuration.gddrMemory;
    return {.clients = clients,
            .gpuMemoryBytes = controller.memorySize * mem::kMebibyte,
            .channels = gddr.channels,
            .banks = gddr.banksPerChannel,
            .rowBytes = gddr.rowSize,
            .burstLength = controller.burstLength,
            .burstBytesPerCycle = gddr.burstBytesPerCycle,
            .timings = timings(configuration.gddrTiming),
            .returnLatency = configuration.gddrTiming.returnLatency,
            .splitter = gddr.splitterType,
            .interleaving = {.channelBytes = gddr.channelInterleaving,
                             .bankBytes = gddr.bankInterleaving,
                             .channelBits = gddr.channelInterleavingMask,
                             .bankBits = gddr.bankInterleavingMask},
            .secondInterleavingEnabled = gddr.secondInterleaving,
            .secondInterleaving = {.channelBytes = gddr.secondChannelInterleaving,
                                   .bankBytes = gddr.secondBankInterleaving,
                                   .channelBits = gddr.secondChannelInterleavingMask,
                                   .bankBits = gddr.secondBankInterleavingMask},
            .permutesBanks = gddr.permuteBanks,
            .readBuffers = controller.readBufferLines,
            .writeBuffers = controller.writeBufferLines,
            .requestQueueSize = controller.requestQueueSize,
            .serviceQueueSize = controller.serviceQueueSize,
            .queuePerBank = gddr.useChannelRequestFifoPerBank,
            .oldestBankFirst = gddr.channelRequestFifoPerBankSelection != 0,
            .splitRequestBufferPerRop = gddr.useSplitRequestBufferPerRop,
            .scheduling = {
                .kind = gddr.channelScheduler,
                .pagePolicy = gddr.pagePolicy,
                .pageIdleCycles = gddr.pageIdleCycles,
                .overlapsRowCommands = gddr.overlapRowCommands,
                .maxTransactions = gddr.maxChannelTransactions,
                .dedicatedReadTransactions = gddr.dedicatedChannelReadTransactions,
                .switchMode = gddr.switchModePolicy,
                .maxConsecutiveReads = controller.maxConsecutiveReads,
                .maxConsecutiveWrites = controller.maxConsecutiveWrites,
                .bankSelectionPolicy = gddr.bankSelectionPolicy,
                .managers = {
                    .aggressiveActivation = gddr.activeManagerMode.get() == ActiveManagerMode::Aggressive,
                    .activateAhead = !gddr.disableActiveManager,
                    .prechargeAhead = !gddr.disablePrechargeManager,
                    .prechargeFirst = gddr.managerSelectionAlgorithm.get() == ManagerSelection::PrechargeThenActive,
                    .banksShareState = gddr.useClassicSchedulerStates}}};
}

mem::simple::Settings simpleMemorySettings(const Configuration& configuration, const mem::ClientSettings& clients) {
    const MemoryControllerParameters& controller = configuration.memoryController;
    const SimpleMemoryParameters& simple = configuration.simpleMemory;
    return {.clients = clients,
            .buses = simple.memoryBuses,
            .sharedBanks = simple.sharedBanks,
            .bankBytes = simple.bankGranularity,
            .readLatency = simple.readLatency,
            .writeLatency = simple.writeLatency,
            .writeToReadLatency = simple.writeToReadLatency,
            .pageBytes = simple.memoryPageSize,
            .openPages = simple.openPages,
            .pageOpenLatency = simple.pageOpenLatency,
            .maxConsecutiveReads = controller.maxConsecutiveReads,
            .maxConsecutiveWrites = controller.maxConsecutiveWrites,
            .readBuffers = controller.readBufferLines,
            .writeBuffers = controller.writeBufferLines,
            .requestQueueSize = controller.requestQueueSize,
            .serviceQueueSize = controller.serviceQueueSize};
}

}  // namespace cyclorama::machine::timing
