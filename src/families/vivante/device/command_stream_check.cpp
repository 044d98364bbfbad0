// SPDX-License-Identifier: MIT
#include "families/vivante/device/command_stream_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cyclorama::vivante {
namespace {

/// States that hold addresses, in bytes from the first state on, and how many follow each other.
struct AddressStates {
    uint32_t first;
    uint32_t count;
};
constexpr AddressStates kAddressStates[] = {
    // 2D pipe
    {0x1200, 1},
    {0x1228, 1},
    {0x1238, 1},
    {0x1284, 1},
    {0x128c, 1},
    {0x1304, 1},
    {0x1310, 1},
    {0x1318, 1},
    {0x12800, 4},
    {0x128a0, 4},
    {0x128c0, 4},
    {0x12970, 4},
    {0x12a00, 8},
    {0x12b40, 8},
    {0x12b80, 8},
    {0x12ce0, 8},
    // 3D pipe
    {0x0644, 1},
    {0x064c, 1},
    {0x0680, 8},
    {0x086c, 1},
    {0x1028, 1},
    {0x1410, 1},
    {0x1430, 1},
    {0x1458, 1},
    {0x1460, 8},
    {0x1480, 8},
    {0x1500, 8},
    {0x1520, 8},
    {0x1608, 1},
    {0x1610, 1},
    {0x1658, 1},
    {0x165c, 1},
    {0x1664, 1},
    {0x1668, 1},
    {0x16a4, 1},
    {0x16c0, 8},
    {0x16e0, 8},
    {0x1740, 8},
    {0x17c0, 8},
    {0x17e0, 8},
    {0x2400, 14 * 16},
    {0x3824, 1},
    {0x10800, 32 * 16},
    {0x14600, 16},
    {0x14800, 8 * 8},
};

/// Opcodes of the front end, the upper five bits of a packet (etna_viv: cmdstream.xml).
enum class PermittedOpcode : uint32_t {
    LoadState = 1,
    Nop = 3,
    Draw2d = 4,
    DrawPrimitives = 5,
    DrawIndexed = 6,
    Stall = 9,
    DrawInstanced = 12,
};

/// A bit for each state of four bytes.
std::array<bool, 1 << 16> addressStates() {
    std::array<bool, 1 << 16> table{};
    for (const AddressStates& states : kAddressStates)
        std::fill_n(table.begin() + states.first / 4, states.count, true);
    return table;
}

bool holdsAddress(uint32_t state) {
    static const std::array<bool, 1 << 16> kTable = addressStates();
    return kTable[state];
}

/// Words of a packet; 0 where programs may not use it.
size_t permittedWords(uint32_t header) {
    switch (static_cast<PermittedOpcode>(header >> 27)) {
        case PermittedOpcode::LoadState:
            return ((header >> 16 & 0x3ff) + 2) & ~size_t{1};
        case PermittedOpcode::Draw2d: {
            const size_t rectangles = header >> 8 & 0xff;
            return 2 + 2 * (rectangles == 0 ? 256 : rectangles);
        }
        case PermittedOpcode::DrawPrimitives:
        case PermittedOpcode::DrawInstanced:
            return 4;
        case PermittedOpcode::DrawIndexed:
            return 6;
        case PermittedOpcode::Nop:
        case PermittedOpcode::Stall:
            return 2;
        default:
            return 0;
    }
}

}  // namespace

std::optional<std::string> refusedStream(std::span<const uint32_t> stream,
                                         std::span<const etnaviv::SubmitReloc> relocs) {
    size_t at = 0;
    while (at < stream.size()) {
        const uint32_t header = stream[at];
        const size_t words = permittedWords(header);
        if (words == 0) return fmt::format("opcode {} at offset {} is not permitted", header >> 27, 4 * at);
        const bool loadsState = static_cast<PermittedOpcode>(header >> 27) == PermittedOpcode::LoadState;
        const size_t states = loadsState && at + words <= stream.size() ? header >> 16 & 0x3ff : 0;
        for (size_t i = 0; i < states; ++i) {
            const uint32_t state = (header & 0xffff) + static_cast<uint32_t>(i);
            if (state > 0xffff) break;
            if (!holdsAddress(state)) continue;
            const size_t offset = 4 * (at + 1 + i);
            while (!relocs.empty() && relocs.front().submitOffset < offset) relocs = relocs.subspan(1);
            if (relocs.empty() || relocs.front().submitOffset != offset)
                return fmt::format("state {:#x} at offset {} is an address without a relocation", 4 * state, offset);
            relocs = relocs.subspan(1);
        }
        at += words;
    }
    if (at > stream.size()) return fmt::format("the last packet ends {} words after the stream", at - stream.size());
    return std::nullopt;
}

}  // namespace cyclorama::vivante
