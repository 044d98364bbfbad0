// SPDX-License-Identifier: MIT
#pragma once
// Command streams and files of them, written word by word.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "families/adreno/capture/rd_reader.h"
#include "families/adreno/packets/packets.h"

namespace cyclorama::adreno {

struct StreamBuilder {
    std::vector<uint32_t> words;

    StreamBuilder& registers(uint32_t first, std::initializer_list<uint32_t> values) {
        words.push_back(registerWriteHeader(first, static_cast<uint32_t>(values.size())));
        words.insert(words.end(), values);
        return *this;
    }
    StreamBuilder& command(Opcode opcode, std::initializer_list<uint32_t> payload = {}) {
        words.push_back(commandHeader(opcode, static_cast<uint32_t>(payload.size())));
        words.insert(words.end(), payload);
        return *this;
    }
    StreamBuilder& indirect(uint64_t address, uint32_t count) {
        return command(Opcode::IndirectBuffer,
                       {static_cast<uint32_t>(address), static_cast<uint32_t>(address >> 32), count});
    }
    /// A group of draw state, set by a packet of its own.
    StreamBuilder& group(uint32_t flags, uint64_t address) {
        return command(Opcode::SetDrawState,
                       {flags, static_cast<uint32_t>(address), static_cast<uint32_t>(address >> 32)});
    }
    StreamBuilder& draw(uint32_t vertices) {
        return command(Opcode::DrawIndexedOffset, {0x84, 1, vertices});  // triangles, numbered by themselves
    }
    uint32_t size() const { return static_cast<uint32_t>(words.size()); }
};

struct RdBuilder {
    std::vector<std::byte> bytes;

    RdBuilder& section(RdKind kind, std::span<const std::byte> content) {
        word(static_cast<uint32_t>(kind));
        word(static_cast<uint32_t>(content.size()));
        bytes.insert(bytes.end(), content.begin(), content.end());
        return *this;
    }
    RdBuilder& section(RdKind kind, std::initializer_list<uint32_t> content) {
        return section(kind, std::as_bytes(std::span(content.begin(), content.size())));
    }
    RdBuilder& text(RdKind kind, std::string_view content) { return section(kind, std::as_bytes(std::span(content))); }
    RdBuilder& buffer(uint64_t address, std::span<const uint32_t> words) {
        place(RdKind::BufferPlace, address, static_cast<uint32_t>(words.size_bytes()));
        return section(RdKind::BufferContent, std::as_bytes(words));
    }
    RdBuilder& stream(uint64_t address, uint32_t words) { return place(RdKind::StreamPlace, address, words); }
    RdBuilder& place(RdKind kind, uint64_t address, uint32_t size) {
        return section(kind, {static_cast<uint32_t>(address), size, static_cast<uint32_t>(address >> 32)});
    }
    void word(uint32_t value) {
        const auto* from = reinterpret_cast<const std::byte*>(&value);
        bytes.insert(bytes.end(), from, from + sizeof(value));
    }
};

}  // namespace cyclorama::adreno
