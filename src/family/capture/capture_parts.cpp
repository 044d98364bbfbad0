// SPDX-License-Identifier: MIT
#include "family/capture/capture_parts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "reduce/blocks.h"

namespace cyclorama::family {
namespace {

using namespace capture;
using reduce::Level;

/// Numbers of records that go together.
using RecordGroup = std::vector<size_t>;

class CaptureParts final : public reduce::Capture {
  public:
    CaptureParts(std::span<const std::byte> bytes, PartsFamily family) : family_(std::move(family)) {
        const std::unique_ptr<CaptureReader> reader = family_.open(bytes);
        while (std::optional<Record> record = reader->next()) records_.push_back(std::move(*record));
        commands_ = family_.commands(records_);
    }

    reduce::Amounts amounts() const override {
        return {.frames = all<Present>().size(), .submissions = all<Submit>().size(), .draws = commands_->draws()};
    }
    size_t units(Level level) const override;
    std::vector<std::byte> with(Level level, const std::vector<bool>& kept) const override;

  private:
    template <typename... Kinds>
    std::vector<RecordGroup> all() const {
        std::vector<RecordGroup> groups;
        for (size_t i = 0; i < records_.size(); ++i)
            if ((std::holds_alternative<Kinds>(records_[i]) || ...)) groups.push_back({i});
        return groups;
    }
    std::vector<RecordGroup> groups(Level level) const;
    std::vector<RecordGroup> frames() const;
    std::vector<RecordGroup> buffers() const;
    /// Records that are not divided into blocks.
    std::vector<std::byte> write(const CaptureRecords& records, const std::vector<bool>& left) const;
    std::vector<std::byte> withBlocks(Level level, const std::vector<bool>& kept) const;

    PartsFamily family_;
    CaptureRecords records_;
    std::unique_ptr<CommandParts> commands_;
};

std::vector<RecordGroup> CaptureParts::frames() const {
    std::vector<RecordGroup> groups;
    RecordGroup frame;
    for (size_t i = 0; i < records_.size(); ++i) {
        const bool shown = std::holds_alternative<Present>(records_[i]);
        if (shown || std::holds_alternative<Submit>(records_[i])) frame.push_back(i);
        if (shown) groups.push_back(std::exchange(frame, {}));
    }
    if (!frame.empty()) groups.push_back(std::move(frame));
    return groups;
}

/// Buffers from their record on to the next of the same number, with all that is done to them but being shown.
std::vector<RecordGroup> CaptureParts::buffers() const {
    std::vector<RecordGroup> groups;
    std::map<uint64_t, size_t> groupOf;                        // by the number of a buffer
    std::map<std::pair<uint32_t, uint64_t>, uint64_t> mapped;  // numbers of buffers, by context and address
    const auto add = [&](uint64_t buffer, size_t record) {
        const auto found = groupOf.find(buffer);
        if (found != groupOf.end()) groups[found->second].push_back(record);
    };
    for (size_t i = 0; i < records_.size(); ++i) {
        if (const auto* made = std::get_if<NewBuffer>(&records_[i])) {
            groupOf[made->buffer] = groups.size();
            groups.push_back({i});
        } else if (const auto* content = std::get_if<BufferContent>(&records_[i])) {
            add(content->buffer, i);
        } else if (const auto* written = std::get_if<WrittenBuffer>(&records_[i])) {
            add(written->buffer, i);
        } else if (const auto* map = std::get_if<MapBuffer>(&records_[i])) {
            mapped[{map->context, map->address}] = map->buffer;
            add(map->buffer, i);
        } else if (const auto* unmap = std::get_if<UnmapBuffer>(&records_[i])) {
            const auto place = mapped.find({unmap->context, unmap->address});
            if (place != mapped.end()) add(place->second, i);
        }
    }
    return groups;
}

std::vector<RecordGroup> CaptureParts::groups(Level level) const {
    switch (level) {
        case Level::Results:
            return all<WrittenBuffer>();
        case Level::Frames:
            return frames();
        case Level::Submissions:
            return all<Submit, Present>();
        case Level::Buffers:
            return buffers();
        default:
            return {};
    }
}

size_t CaptureParts::units(Level level) const {
    const uint64_t block = reduce::blockBytes(level);
    if (block == 0) return groups(level).size() + commands_->units(level);
    size_t count = 0;
    for (const Record& record : records_) {
        if (const auto* content = std::get_if<BufferContent>(&record)) count += reduce::blocksOf(content->data, block);
        if (std::holds_alternative<UnmapBuffer>(record)) ++count;
    }
    return count;
}

std::vector<std::byte> CaptureParts::write(const CaptureRecords& records, const std::vector<bool>& left) const {
    workload::MemoryOutput output;
    const std::unique_ptr<CaptureWriter> writer = family_.begin(output);
    for (size_t i = 0; i < records.size(); ++i)
        if (left[i]) writer->write(records[i]);
    return std::move(output.bytes);
}

std::vector<std::byte> CaptureParts::withBlocks(Level level, const std::vector<bool>& kept) const {
    workload::MemoryOutput output;
    const std::unique_ptr<CaptureWriter> writer = family_.begin(output);
    size_t unit = 0;
    for (const Record& record : records_) {
        if (const auto* content = std::get_if<BufferContent>(&record)) {
            for (const reduce::KeptPiece& piece :
                 reduce::keptPieces(content->data, reduce::blockBytes(level), kept, unit))
                writer->write(BufferContent{.buffer = content->buffer,
                                            .offset = content->offset + piece.offset,
                                            .data = {piece.bytes.begin(), piece.bytes.end()}});
        } else if (!std::holds_alternative<UnmapBuffer>(record) || kept[unit++]) {
            writer->write(record);
        }
    }
    return std::move(output.bytes);
}

std::vector<std::byte> CaptureParts::with(Level level, const std::vector<bool>& kept) const {
    if (reduce::blockBytes(level) != 0) return withBlocks(level, kept);
    std::vector<bool> left(records_.size(), true);
    const std::vector<RecordGroup> all = groups(level);
    for (size_t unit = 0; unit < all.size(); ++unit)
        for (const size_t record : all[unit]) left[record] = left[record] && kept[unit];
    if (commands_->units(level) == 0) return write(records_, left);
    CaptureRecords records = records_;
    commands_->remove(level, kept, records);
    return write(records, left);
}

}  // namespace

std::unique_ptr<reduce::Capture> takeCaptureApart(std::span<const std::byte> bytes, PartsFamily family) {
    return std::make_unique<CaptureParts>(bytes, std::move(family));
}

}  // namespace cyclorama::family
