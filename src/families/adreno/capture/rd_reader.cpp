// SPDX-License-Identifier: MIT
#include "families/adreno/capture/rd_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "sim/error.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kPadding = 0xffffffff;

using Header = std::array<uint32_t, 2>;

/// A section that these files begin with: what the text or the number after it may be is bounded.
bool isFirstHeader(Header header) {
    constexpr uint32_t kLongestText = 1 << 16;
    if (header == Header{kPadding, kPadding}) return true;
    switch (static_cast<RdKind>(header[0])) {
        case RdKind::Test:
        case RdKind::Command:
            return header[1] != 0 && header[1] <= kLongestText;
        case RdKind::GpuId:
            return header[1] == 4;
        case RdKind::ChipId:
            return header[1] == 8;
        default:
            return false;
    }
}

}  // namespace

std::optional<RdSection> RdReader::next() {
    // Memory grows with what is read.
    constexpr size_t kPiece = 1 << 20;
    Header header{};
    RdSection section;
    do {
        section.offset = input_.offset();
        const size_t got = input_.read(std::as_writable_bytes(std::span(header)));
        if (got == 0) return std::nullopt;
        if (got < sizeof(header))
            throw sim::Error(name(), fmt::format("offset {}", section.offset), "a section's header is cut off");
    } while (header == Header{kPadding, kPadding});
    section.kind = static_cast<RdKind>(header[0]);
    while (section.content.size() < header[1]) {
        const size_t have = section.content.size();
        const size_t piece = std::min<size_t>(kPiece, header[1] - have);
        section.content.resize(have + piece);
        if (const size_t got = input_.read(std::span(section.content).subspan(have)); got < piece)
            throw sim::Error(name(), fmt::format("offset {}", section.offset),
                             fmt::format("a section of kind {} claims {} bytes, of which {} are there", header[0],
                                         header[1], have + got));
    }
    return section;
}

uint32_t RdReader::word(const RdSection& section, size_t index) const {
    uint32_t value = 0;
    if (section.content.size() < (index + 1) * sizeof(value))
        throw sim::Error(name(), fmt::format("offset {}", section.offset),
                         fmt::format("a section of kind {} has {} bytes, too few", static_cast<uint32_t>(section.kind),
                                     section.content.size()));
    std::memcpy(&value, section.content.data() + index * sizeof(value), sizeof(value));
    return value;
}

RdPlace RdReader::place(const RdSection& section) const {
    const uint64_t high = section.content.size() > 2 * sizeof(uint32_t) ? word(section, 2) : 0;
    return {.address = word(section, 0) | high << 32, .size = word(section, 1)};
}

uint32_t RdReader::gpuId(const RdSection& section) const { return word(section, 0); }

uint32_t RdReader::chipId(const RdSection& section) const { return word(section, 0); }

bool isRdFile(const std::string& path) {
    workload::ByteInput input(path);
    Header header{};
    return input.read(std::as_writable_bytes(std::span(header))) == sizeof(header) && isFirstHeader(header);
}

}  // namespace cyclorama::adreno
