// SPDX-License-Identifier: MIT
#include "reduce/blocks.h"

#include <algorithm>

namespace cyclorama::reduce {

std::vector<KeptPiece> keptPieces(std::span<const std::byte> content, uint64_t blockBytes,
                                  const std::vector<bool>& kept, size_t& unit) {
    std::vector<KeptPiece> pieces;
    bool joins = false;
    for (uint64_t at = 0; at < content.size(); at += blockBytes) {
        const bool keeps = kept[unit++];
        const auto bytes = static_cast<size_t>(std::min<uint64_t>(blockBytes, content.size() - at));
        if (keeps && joins)
            pieces.back().bytes = content.subspan(pieces.back().offset, pieces.back().bytes.size() + bytes);
        else if (keeps)
            pieces.push_back({.offset = at, .bytes = content.subspan(at, bytes)});
        joins = keeps;
    }
    return pieces;
}

}  // namespace cyclorama::reduce
