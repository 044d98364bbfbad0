// SPDX-License-Identifier: MIT
#include "families/adreno/capture/cluster_queues.h"

#include <array>

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kBlocks = 0x80;
constexpr uint32_t kChunks = 8;
constexpr size_t kChunkWords = 4;
constexpr size_t kNextBlocks = 0x1000;
constexpr size_t kPlaces = 0x1800;
// Words after kPlaces, one for each queue.
constexpr size_t kWriterFirst = 8;
constexpr size_t kWriterSecond = 24;
constexpr size_t kReaderFirst = 40;
constexpr size_t kReaderSecond = 56;
constexpr size_t kPlacesEnd = 64;

constexpr std::array<std::string_view, 6> kClusters = {"CLUSTER_FE",   "CLUSTER_SP_VS", "CLUSTER_PC_VS",
                                                       "CLUSTER_GRAS", "CLUSTER_SP_PS", "CLUSTER_PS"};

struct Place {
    uint32_t block = 0;
    uint32_t chunk = 0;

    bool operator==(const Place&) const = default;
};

/// A place is a chunk, and two blocks that follow each other: in the first half of a block the chunk is in the second
/// of them, else in the first.
Place placeOf(uint32_t first, uint32_t second) {
    const uint32_t chunk = first % kChunks;
    return {.block = chunk < kChunks / 2 ? second : first / kChunks, .chunk = chunk};
}

/// `count` bits of a chunk, up to 32.
uint32_t bitsOf(std::span<const uint32_t> chunk, uint32_t first, uint32_t count) {
    const uint32_t word = first / 32;
    const uint64_t high = word + 1 < chunk.size() ? chunk[word + 1] : 0;
    const uint64_t pair = chunk[word] | high << 32;
    return static_cast<uint32_t>(pair >> first % 32 & ((1ull << count) - 1));
}

/// Two writes: whether they are there, their values, registers, kinds and contexts, each for both.
void appendWrites(std::span<const uint32_t> chunk, std::vector<QueuedWrite>& writes) {
    for (uint32_t i = 0; i < 2; ++i)
        if (bitsOf(chunk, i, 1) != 0)
            writes.push_back({.offset = bitsOf(chunk, 66 + 18 * i, 18),
                              .value = bitsOf(chunk, 2 + 32 * i, 32),
                              .context = bitsOf(chunk, 104 + i, 1),
                              .pipe = bitsOf(chunk, 102 + i, 1) != 0});
}

std::vector<QueuedWrite> readQueue(std::span<const uint32_t> memory, Place reader, Place writer) {
    std::vector<QueuedWrite> writes;
    for (uint32_t chunks = 0; chunks < kBlocks * kChunks && reader != writer && reader.block < kBlocks; ++chunks) {
        appendWrites(memory.subspan((size_t{reader.block} * kChunks + reader.chunk) * kChunkWords, kChunkWords),
                     writes);
        if (++reader.chunk == kChunks) reader = {.block = memory[kNextBlocks + reader.block], .chunk = 0};
    }
    return writes;
}

}  // namespace

std::vector<ClusterQueue> readClusterQueues(std::span<const uint32_t> memory) {
    if (memory.size() < kPlaces + kPlacesEnd) return {};
    const std::span<const uint32_t> places = memory.subspan(kPlaces);
    std::vector<ClusterQueue> queues;
    for (size_t i = 0; i < kClusters.size(); ++i)
        queues.push_back({.cluster = kClusters[i],
                          .writes = readQueue(memory, placeOf(places[kReaderFirst + i], places[kReaderSecond + i]),
                                              placeOf(places[kWriterFirst + i], places[kWriterSecond + i]))});
    return queues;
}

}  // namespace cyclorama::adreno
