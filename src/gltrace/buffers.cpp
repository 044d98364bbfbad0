// SPDX-License-Identifier: MIT
#include "gltrace/buffers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "sim/error.h"

namespace cyclorama::gltrace {
namespace {

constexpr size_t kPieceBytes = size_t{1024} * 1024;

/// The next words of a file; nothing at its end.
template <size_t Count>
std::optional<std::array<uint32_t, Count>> readWords(workload::ByteInput& input, const char* what) {
    std::array<std::byte, 4 * Count> bytes{};
    const uint64_t place = input.offset();
    const size_t size = input.read(bytes);
    if (size == 0) return std::nullopt;
    if (size < bytes.size())
        throw sim::Error(input.name(), fmt::format("byte {}", place), fmt::format("the file ends in {}", what));
    std::array<uint32_t, Count> words{};
    for (size_t i = 0; i < bytes.size(); ++i) words[i / 4] |= std::to_integer<uint32_t>(bytes[i]) << 8 * (i % 4);
    return words;
}

}  // namespace

Buffers Buffers::besideTrace(const std::filesystem::path& trace) {
    Buffers buffers;
    const std::filesystem::path folder = trace.parent_path();
    buffers.descriptorsName_ = (folder / buffers.descriptorsName_).string();
    buffers.regionsName_ = (folder / buffers.regionsName_).string();
    std::error_code error;
    if (std::filesystem::exists(buffers.descriptorsName_, error))
        buffers.readDescriptors(workload::ByteInput(buffers.descriptorsName_));
    if (std::filesystem::exists(buffers.regionsName_, error))
        buffers.readRegions(workload::ByteInput(buffers.regionsName_));
    return buffers;
}

void Buffers::readDescriptors(workload::ByteInput input) {
    descriptorsName_ = input.name();
    for (uint64_t place = input.offset(); const auto words = readWords<4>(input, "the description of a buffer");
         place = input.offset()) {
        const auto [identifier, address, size, region] = *words;
        const Descriptor descriptor{.address = address, .size = size, .region = region};
        if (!descriptors_.try_emplace(identifier, descriptor).second)
            throw sim::Error(descriptorsName_, fmt::format("byte {}", place),
                             fmt::format("describes buffer {} for the second time", identifier));
    }
}

void Buffers::readRegions(workload::ByteInput input) {
    regionsName_ = input.name();
    for (uint64_t place = input.offset(); const auto words = readWords<3>(input, "the description of a memory region");
         place = input.offset()) {
        const auto [identifier, address, size] = *words;
        Region region{.address = address, .bytes = {}};
        // In pieces: a wrong size takes no more memory than the file has bytes.
        while (region.bytes.size() < size) {
            const size_t before = region.bytes.size();
            const size_t wanted = std::min<size_t>(size - before, kPieceBytes);
            region.bytes.resize(before + wanted);
            if (input.read(std::span(region.bytes).subspan(before)) < wanted)
                throw sim::Error(regionsName_, fmt::format("byte {}", place),
                                 fmt::format("the file ends within memory region {} of {} bytes", identifier, size));
        }
        if (!regions_.try_emplace(identifier, std::move(region)).second)
            throw sim::Error(regionsName_, fmt::format("byte {}", place),
                             fmt::format("has memory region {} for the second time", identifier));
    }
}

std::span<const std::byte> Buffers::find(uint32_t identifier) const {
    const auto descriptor = descriptors_.find(identifier);
    if (descriptor == descriptors_.end())
        throw sim::Error(
            descriptorsName_, "",
            fmt::format("{} buffer {}", descriptors_.empty() ? "is missing, or empty: no" : "has no", identifier));
    const auto& [address, size, number] = descriptor->second;
    const auto region = regions_.find(number);
    if (region == regions_.end())
        throw sim::Error(regionsName_, "",
                         fmt::format("{} memory region {}, where buffer {} is",
                                     regions_.empty() ? "is missing, or empty: no" : "has no", number, identifier));
    const std::span<const std::byte> bytes = region->second.bytes;
    if (address < region->second.address || uint64_t{address} - region->second.address + size > bytes.size())
        throw sim::Error(descriptorsName_, "",
                         fmt::format("buffer {} reaches beyond memory region {}", identifier, number));
    return bytes.subspan(address - region->second.address, size);
}

size_t Buffers::bytesFrom(const void* pointer) const {
    const auto place = reinterpret_cast<uintptr_t>(pointer);
    for (const auto& [number, region] : regions_) {
        const auto start = reinterpret_cast<uintptr_t>(region.bytes.data());
        if (place >= start && place - start < region.bytes.size()) return region.bytes.size() - (place - start);
    }
    return 0;
}

}  // namespace cyclorama::gltrace
