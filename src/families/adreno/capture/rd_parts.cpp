// SPDX-License-Identifier: MIT
#include "families/adreno/capture/rd_parts.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "families/adreno/capture/command_packets.h"
#include "families/adreno/capture/rd_reader.h"
#include "families/adreno/capture/rd_recorder.h"
#include "reduce/blocks.h"
#include "sim/error.h"
#include "workload/byte_output.h"

namespace cyclorama::adreno {
namespace {

/// A section, and the place that it names or fills.
struct PlacedSection {
    RdSection section;
    RdPlace place{};
};

/// The memory that contents have filled so far, in pages as a replay has it.
class FilledMemory final : public ContentMemory {
  public:
    void fill(uint64_t address, std::span<const std::byte> content, size_t section) {
        filled_.push_back({section, address, content.size()});
        for (uint64_t at = 0; at < content.size();) {
            const uint64_t offset = (address + at) % kPage;
            const auto bytes = static_cast<size_t>(std::min(kPage - offset, content.size() - at));
            std::vector<std::byte>& page = pages_[address + at - offset];
            page.resize(kPage);
            std::memcpy(page.data() + offset, content.data() + at, bytes);
            at += bytes;
        }
    }

    bool read(uint64_t address, std::span<std::byte> out) const override {
        for (const bool copies : {false, true})
            for (uint64_t at = 0; at < out.size();) {
                const uint64_t offset = (address + at) % kPage;
                const auto bytes = static_cast<size_t>(std::min(kPage - offset, out.size() - at));
                const auto page = pages_.find(address + at - offset);
                if (page == pages_.end()) return false;
                if (copies) std::memcpy(out.data() + at, page->second.data() + offset, bytes);
                at += bytes;
            }
        return true;
    }

    std::optional<ContentPlace> place(uint64_t address, uint64_t bytes) const override {
        const auto last = std::find_if(filled_.rbegin(), filled_.rend(), [&](const Filled& filled) {
            return filled.address < address + bytes && address < filled.address + filled.bytes;
        });
        if (last == filled_.rend() || address < last->address || address + bytes > last->address + last->bytes)
            return std::nullopt;
        return ContentPlace{.content = last->section, .offset = address - last->address};
    }

  private:
    static constexpr uint64_t kPage = 4096;

    struct Filled {
        size_t section = 0;
        uint64_t address = 0;
        uint64_t bytes = 0;
    };

    std::map<uint64_t, std::vector<std::byte>> pages_;
    std::vector<Filled> filled_;
};

class RdParts final : public reduce::Capture {
  public:
    RdParts(std::span<const std::byte> bytes, const std::string& name) {
        RdReader reader(bytes, name);
        RdPlace place;
        while (std::optional<RdSection> section = reader.next()) {
            const bool names = section->kind == RdKind::BufferPlace || section->kind == RdKind::StreamPlace;
            if (names) place = reader.place(*section);
            sections_.push_back({.section = std::move(*section), .place = place});
        }
        findPackets();
    }

    reduce::Amounts amounts() const override {
        return {.submissions = units(reduce::Level::Submissions), .draws = packets_.draws()};
    }

    size_t units(reduce::Level level) const override {
        size_t count = packets_.units(level);
        for (const PlacedSection& each : sections_) count += unitsOf(each, level);
        return count;
    }

    std::vector<std::byte> with(reduce::Level level, const std::vector<bool>& kept) const override {
        workload::MemoryOutput output;
        const std::map<size_t, std::vector<CommandPackets::Patch>> patches = patchesOf(level, kept);
        size_t unit = 0;
        bool keepsBuffer = true;
        for (size_t i = 0; i < sections_.size(); ++i) {
            const PlacedSection& each = sections_[i];
            if (reduce::blockBytes(level) != 0 && isBuffer(each)) {
                if (each.section.kind == RdKind::BufferContent) writePieces(output, each, level, kept, unit);
                continue;
            }
            const bool stays = unitsOf(each, level) == 0 || kept[unit++];
            if (each.section.kind == RdKind::BufferPlace) keepsBuffer = stays;
            if (!stays || (each.section.kind == RdKind::BufferContent && !keepsBuffer)) continue;
            const auto patch = patches.find(i);
            writeRdSection(
                output, each.section.kind,
                patch == patches.end() ? each.section.content : patched(each.section.content, patch->second));
        }
        return std::move(output.bytes);
    }

  private:
    static bool isBuffer(const PlacedSection& each) {
        return each.section.kind == RdKind::BufferPlace || each.section.kind == RdKind::BufferContent;
    }
    /// Units that a section is on a level; buffers are one with their contents.
    static size_t unitsOf(const PlacedSection& each, reduce::Level level) {
        const RdKind kind = each.section.kind;
        if (const uint64_t block = reduce::blockBytes(level); block != 0)
            return kind == RdKind::BufferContent ? reduce::blocksOf(each.section.content, block) : 0;
        switch (level) {
            case reduce::Level::Results:
                return !isBuffer(each) && kind != RdKind::StreamPlace && kind != RdKind::GpuId &&
                       kind != RdKind::ChipId;
            case reduce::Level::Submissions:
                return kind == RdKind::StreamPlace;
            case reduce::Level::Buffers:
                return kind == RdKind::BufferPlace;
            default:
                return 0;
        }
    }

    void findPackets() {
        FilledMemory memory;
        for (size_t i = 0; i < sections_.size(); ++i) {
            const auto& [section, place] = sections_[i];
            if (section.kind == RdKind::BufferContent) memory.fill(place.address, section.content, i);
            if (section.kind == RdKind::StreamPlace) packets_.add(memory, place.address, place.size);
        }
    }

    std::map<size_t, std::vector<CommandPackets::Patch>> patchesOf(reduce::Level level,
                                                                   const std::vector<bool>& kept) const {
        std::map<size_t, std::vector<CommandPackets::Patch>> patches;
        if (packets_.units(level) == 0) return patches;
        for (const CommandPackets::Patch& patch : packets_.patches(level, kept))
            patches[patch.place.content].push_back(patch);
        return patches;
    }

    static std::vector<std::byte> patched(std::vector<std::byte> content,
                                          const std::vector<CommandPackets::Patch>& patches) {
        for (const CommandPackets::Patch& patch : patches)
            std::memcpy(content.data() + patch.place.offset, &patch.word, sizeof(patch.word));
        return content;
    }

    static void writePieces(workload::ByteOutput& output, const PlacedSection& each, reduce::Level level,
                            const std::vector<bool>& kept, size_t& unit) {
        const std::vector<std::byte>& content = each.section.content;
        for (const reduce::KeptPiece& piece : reduce::keptPieces(content, reduce::blockBytes(level), kept, unit))
            writeRdBuffer(output, each.place.address + piece.offset, piece.bytes);
    }

    std::vector<PlacedSection> sections_;
    CommandPackets packets_;
};

}  // namespace

std::unique_ptr<reduce::Capture> takeRdApart(std::span<const std::byte> bytes, const std::string& name) {
    return std::make_unique<RdParts>(bytes, name);
}

}  // namespace cyclorama::adreno
