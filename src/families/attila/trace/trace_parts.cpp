// SPDX-License-Identifier: MIT
#include "families/attila/trace/trace_parts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "families/attila/trace/attila_trace_reader.h"
#include "families/attila/trace/attila_trace_writer.h"
#include "reduce/blocks.h"
#include "workload/byte_output.h"

namespace cyclorama::attila {
namespace {

using reduce::Level;

bool startsWork(ControlCommand command) {
    switch (command) {
        case ControlCommand::Draw:
        case ControlCommand::Blit:
        case ControlCommand::ClearBuffers:
        case ControlCommand::ClearZBuffer:
        case ControlCommand::ClearZStencilBuffer:
        case ControlCommand::ClearColorBuffer:
            return true;
        default:
            return false;
    }
}

/// The level on which a transaction is a unit of its own.
Level levelOf(const Transaction& transaction) {
    if (std::holds_alternative<MemoryWrite>(transaction)) return Level::Buffers;
    const auto* const command = std::get_if<CommandWrite>(&transaction);
    if (command == nullptr) return Level::State;
    if (command->command == ControlCommand::SwapBuffers) return Level::Submissions;
    return startsWork(command->command) ? Level::Draws : Level::State;
}

/// A transaction with its bytes.
struct HeldTransaction {
    Transaction transaction;
    std::vector<std::byte> data;
    Level level = Level::State;
    /// The number of its frame in the trace, from 0.
    uint32_t frame = 0;

    bool presents() const { return level == Level::Submissions; }
};

HeldTransaction hold(const Transaction& transaction, uint32_t frame) {
    HeldTransaction held{.transaction = transaction, .data = {}, .level = levelOf(transaction), .frame = frame};
    if (auto* write = std::get_if<MemoryWrite>(&held.transaction)) {
        held.data.assign(write->data.begin(), write->data.end());
        write->data = held.data;
    }
    if (auto* signal = std::get_if<EventSignal>(&held.transaction)) {
        const auto bytes = std::as_bytes(std::span(signal->message));
        held.data.assign(bytes.begin(), bytes.end());
        signal->message = {reinterpret_cast<const char*>(held.data.data()), held.data.size()};
    }
    return held;
}

class TraceParts final : public reduce::Capture {
  public:
    TraceParts(std::span<const std::byte> bytes, const std::string& name) {
        AttilaTraceReader reader(bytes, name);
        parameters_ = reader.parameters();
        while (const std::optional<TransactionRecord> record = reader.next()) {
            transactions_.push_back(hold(record->transaction, frames_));
            if (transactions_.back().presents()) ++frames_;
        }
        unitsOfFrames_ = transactions_.empty() || transactions_.back().presents() ? frames_ : frames_ + 1;
    }

    reduce::Amounts amounts() const override {
        return {.frames = frames_, .submissions = units(Level::Submissions), .draws = units(Level::Draws)};
    }

    size_t units(Level level) const override {
        if (level == Level::Frames) return unitsOfFrames_;
        size_t count = 0;
        for (const HeldTransaction& each : transactions_) {
            const uint64_t block = reduce::blockBytes(level);
            if (block != 0 && each.level == Level::Buffers) count += reduce::blocksOf(each.data, block);
            if (each.level == level) ++count;
        }
        return count;
    }

    std::vector<std::byte> with(Level level, const std::vector<bool>& kept) const override {
        std::vector<bool> stays;
        size_t unit = 0;
        for (const HeldTransaction& each : transactions_) {
            if (level == Level::Frames)
                stays.push_back(kept[each.frame]);
            else
                stays.push_back(each.level != level || kept[unit++]);
        }
        return write(level, kept, stays);
    }

  private:
    std::vector<std::byte> write(Level level, const std::vector<bool>& kept, const std::vector<bool>& stays) const {
        workload::MemoryOutput output;
        AttilaTraceWriter writer(output, parametersOf(stays));
        size_t unit = 0;
        for (size_t i = 0; i < transactions_.size(); ++i) {
            const HeldTransaction& each = transactions_[i];
            if (reduce::blockBytes(level) != 0 && each.level == Level::Buffers)
                writePieces(writer, each, level, kept, unit);
            else if (stays[i])
                writer.write(each.transaction);
        }
        return std::move(output.bytes);
    }

    static void writePieces(AttilaTraceWriter& writer, const HeldTransaction& each, Level level,
                            const std::vector<bool>& kept, size_t& unit) {
        for (const reduce::KeptPiece& piece : reduce::keptPieces(each.data, reduce::blockBytes(level), kept, unit)) {
            MemoryWrite write = std::get<MemoryWrite>(each.transaction);
            write.address += static_cast<uint32_t>(piece.offset);
            write.data = piece.bytes;
            writer.write(write);
        }
    }

    /// Parameters of the trace, with StartFrame changed so that the last frame keeps its number.
    AttilaTraceParameters parametersOf(const std::vector<bool>& stays) const {
        AttilaTraceParameters parameters = parameters_;
        uint32_t presents = 0;
        for (size_t i = 0; i < transactions_.size(); ++i) {
            if (!transactions_[i].presents() || !stays[i]) continue;
            parameters.startFrame = parameters_.startFrame + transactions_[i].frame - presents;
            ++presents;
        }
        return parameters;
    }

    AttilaTraceParameters parameters_;
    std::vector<HeldTransaction> transactions_;
    /// Frames that are presented.
    uint32_t frames_ = 0;
    /// These, and transactions after the last of them.
    size_t unitsOfFrames_ = 0;
};

}  // namespace

std::unique_ptr<reduce::Capture> takeTraceApart(std::span<const std::byte> bytes, const std::string& name) {
    return std::make_unique<TraceParts>(bytes, name);
}

}  // namespace cyclorama::attila
