// SPDX-License-Identifier: MIT
#pragma once
// The packets that the command processor executes, by opcode. A set of packets is a class that has references to what
// its packets read and change, and to nothing else; its rows name a function for each opcode, and the table joins the
// sets.

#include <array>
#include <cassert>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <variant>

#include "families/adreno/cp/fetched_packet.h"
#include "gpu/command.h"

namespace cyclorama::adreno {

/// The machine's part of a packet; empty if the processor does all of it.
using PacketResult = std::optional<gpu::Operation>;

/// Executes a packet: one that the processor does all of, or one of which the machine may do a part.
template <typename Set>
using PacketFunction =
    std::variant<void (Set::*)(const FetchedPacket& packet), PacketResult (Set::*)(const FetchedPacket& packet)>;

template <typename Set>
PacketResult executePacket(Set& set, const PacketFunction<Set>& function, const FetchedPacket& packet) {
    if (const auto* const mayGiveWork = std::get_if<1>(&function)) return (set.**mayGiveWork)(packet);
    (set.*std::get<0>(function))(packet);
    return std::nullopt;
}

/// A packet of a set, whose rows are `static std::span<const PacketRow<Set>> rows()`.
template <typename Set>
struct PacketRow {
    Opcode opcode = Opcode::Nop;
    /// Words after the header that there have to be.
    uint32_t words = 0;
    PacketFunction<Set> run;
};

class PacketTable {
  public:
    struct Entry {
        uint32_t words = 0;
        /// Empty where the packet is not executed.
        std::function<PacketResult(const FetchedPacket& packet)> run;
    };

    /// Adds a set's packets. The set is made of `uses`, which outlive the table.
    template <typename Set, typename... Uses>
    void add(Uses&... uses) {
        const auto set = std::make_shared<Set>(uses...);
        for (const PacketRow<Set>& row : Set::rows()) {
            Entry& entry = entries_[static_cast<size_t>(row.opcode)];
            assert(!entry.run);
            entry = {.words = row.words, .run = [set, run = row.run](const FetchedPacket& packet) {
                         return executePacket(*set, run, packet);
                     }};
        }
    }

    /// Null where the packet is not executed.
    const Entry* find(uint32_t opcode) const {
        return opcode < entries_.size() && entries_[opcode].run ? &entries_[opcode] : nullptr;
    }

  private:
    /// Opcodes of type 7 have seven bits.
    static constexpr size_t kOpcodes = 128;
    std::array<Entry, kOpcodes> entries_;
};

}  // namespace cyclorama::adreno
