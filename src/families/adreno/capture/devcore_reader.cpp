// SPDX-License-Identifier: MIT
#include "families/adreno/capture/devcore_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "sim/error.h"
#include "workload/text_line_reader.h"

namespace cyclorama::adreno {
namespace {

constexpr std::string_view kFirstLines = "---\nkernel: ";
constexpr std::string_view kBinary = "!!ascii85 |";

std::string_view withoutIndent(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.starts_with("- ")) line.remove_prefix(2);
    return line;
}

/// "key: value", as two.
struct Member {
    std::string_view key;
    std::string_view value;
};

Member memberOf(std::string_view line) {
    line = withoutIndent(line);
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) return {.key = line, .value = {}};
    std::string_view value = line.substr(colon + 1);
    value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
    return {.key = line.substr(0, colon), .value = value};
}

class Reader {
  public:
    explicit Reader(workload::ByteInput input) : lines_(std::move(input)) {}

    CrashDump read() {
        next();
        while (line_) {
            const Member section = memberOf(*line_);
            if (*line_ == "---")
                next();
            else if (line_->starts_with(' '))
                refuse("a member outside of a section");
            else if (!section.value.empty())
                note(section);
            else
                readSection(std::string(section.key));
        }
        return std::move(dump_);
    }

  private:
    void next() { line_ = lines_.next(); }
    bool inSection() const { return line_ && line_->starts_with(' '); }

    [[noreturn]] void refuse(const std::string& reason) const {
        throw sim::Error(lines_.name(), fmt::format("line {}", lines_.number()), reason);
    }

    template <typename Number>
    Number number(std::string_view text) const {
        const bool hexadecimal = text.starts_with("0x");
        if (hexadecimal) text.remove_prefix(2);
        Number value{};
        const auto end = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
        if (end.ec != std::errc{} || end.ptr != text.data() + text.size())
            refuse(fmt::format("\"{}\" is no number", text));
        return value;
    }

    void note(const Member& member) {
        dump_.notes.push_back(*line_);
        if (member.key == "revision") revision(member.value);
        next();
    }

    /// "630 (6.3.0.2)"
    void revision(std::string_view text) {
        const size_t open = text.find('(');
        const size_t close = text.find(')');
        if (open == std::string_view::npos || close == std::string_view::npos || close < open)
            refuse("the revision has no four numbers");
        std::string_view rest = text.substr(open + 1, close - open - 1);
        uint32_t chipId = 0;
        for (int i = 0; i < 4; ++i) {
            const size_t dot = std::min(rest.find('.'), rest.size());
            chipId = chipId << 8 | (number<uint32_t>(rest.substr(0, dot)) & 0xff);
            rest.remove_prefix(std::min(dot + 1, rest.size()));
        }
        dump_.chipId = chipId;
    }

    void readSection(const std::string& name) {
        next();
        if (name == "ringbuffer") return readRings();
        if (name == "bos") return readBuffers();
        if (name == "registers") return readRegisters(dump_.registers);
        if (name == "registers-gmu") return readRegisters(dump_.gmuRegisters);
        if (name == "clusters") return readClusters();
        if (name == "indexed-registers") return readBlocks();
        uint64_t count = 0;
        for (; inSection(); next()) ++count;
        dump_.others.emplace_back(name, count);
    }

    /// The words after "data: !!ascii85 |", which are in the line below.
    std::vector<uint32_t> binary() {
        next();
        if (!inSection()) refuse("binary data are missing");
        std::optional<std::vector<uint32_t>> words = wordsOfBase85(withoutIndentation());
        if (!words) refuse("binary data are not in base 85");
        return *std::move(words);
    }
    std::string_view withoutIndentation() const {
        std::string_view line = *line_;
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        return line;
    }

    void readRings() {
        for (; inSection(); next()) {
            const Member member = memberOf(*line_);
            if (member.key == "id") {
                dump_.rings.emplace_back().id = number<uint32_t>(member.value);
                continue;
            }
            if (dump_.rings.empty()) refuse("a ring without its number");
            CrashedRing& ring = dump_.rings.back();
            if (member.key == "iova") ring.address = number<uint64_t>(member.value);
            if (member.key == "rptr") ring.readPosition = number<uint32_t>(member.value);
            if (member.key == "wptr") ring.writePosition = number<uint32_t>(member.value);
            if (member.key == "size") ring.bytes = number<uint32_t>(member.value);
            if (member.value == kBinary) ring.words = binary();
        }
    }

    void readBuffers() {
        for (; inSection(); next()) {
            const Member member = memberOf(*line_);
            if (member.key == "iova") {
                dump_.buffers.emplace_back().address = number<uint64_t>(member.value);
                continue;
            }
            if (dump_.buffers.empty()) refuse("a buffer without its address");
            CrashedBuffer& buffer = dump_.buffers.back();
            if (member.key == "size") buffer.bytes = number<uint64_t>(member.value);
            if (member.key == "name") buffer.name = member.value;
            if (member.value == kBinary) buffer.words = binary();
        }
    }

    /// "- { offset: 0x000840, value: 0x00800005 }"; offsets are in bytes.
    CrashedRegister readRegister() const {
        std::string_view text = withoutIndent(*line_);
        constexpr std::string_view kOffset = "{ offset: ";
        constexpr std::string_view kValue = ", value: ";
        const size_t value = text.find(kValue);
        if (!text.starts_with(kOffset) || value == std::string_view::npos || !text.ends_with(" }"))
            refuse("is no register");
        const auto offset = number<uint32_t>(text.substr(kOffset.size(), value - kOffset.size()));
        const size_t first = value + kValue.size();
        return {.offset = offset / 4, .value = number<uint32_t>(text.substr(first, text.size() - 2 - first))};
    }

    void readRegisters(std::vector<CrashedRegister>& registers) {
        for (; inSection(); next()) registers.push_back(readRegister());
    }

    void readClusters() {
        std::string name;
        for (; inSection(); next()) {
            const Member member = memberOf(*line_);
            if (member.key == "cluster-name") {
                name = member.value;
            } else if (member.key == "context" || member.key == "pipe") {
                dump_.clusters.push_back({.name = name, .context = std::string(member.value), .registers = {}});
            } else {
                if (dump_.clusters.empty()) refuse("a register without its cluster");
                dump_.clusters.back().registers.push_back(readRegister());
            }
        }
    }

    void readBlocks() {
        for (; inSection(); next()) {
            const Member member = memberOf(*line_);
            if (member.key == "regs-name") {
                dump_.blocks.push_back({.name = std::string(member.value), .words = {}});
                continue;
            }
            if (dump_.blocks.empty()) refuse("data without a name");
            if (member.value == kBinary) dump_.blocks.back().words = binary();
        }
    }

    workload::TextLineReader lines_;
    std::optional<std::string> line_;
    CrashDump dump_;
};

}  // namespace

std::optional<uint32_t> CrashDump::value(uint32_t offset) const {
    const auto last = std::find_if(registers.rbegin(), registers.rend(),
                                   [offset](const CrashedRegister& each) { return each.offset == offset; });
    return last == registers.rend() ? std::nullopt : std::optional(last->value);
}

std::optional<uint64_t> CrashDump::value64(uint32_t offset) const {
    const std::optional<uint32_t> low = value(offset);
    const std::optional<uint32_t> high = value(offset + 1);
    if (!low || !high) return std::nullopt;
    return *low | static_cast<uint64_t>(*high) << 32;
}

std::optional<std::vector<uint32_t>> wordsOfBase85(std::string_view text) {
    constexpr size_t kDigits = 5;
    constexpr uint32_t kBase = 85;
    std::vector<uint32_t> words;
    while (!text.empty()) {
        if (text.front() == 'z') {
            words.push_back(0);
            text.remove_prefix(1);
            continue;
        }
        if (text.size() < kDigits) return std::nullopt;
        uint64_t word = 0;
        for (const char c : text.substr(0, kDigits)) {
            if (c < '!' || c >= static_cast<char>('!' + kBase)) return std::nullopt;
            word = word * kBase + static_cast<uint64_t>(c - '!');
        }
        if (word > 0xffffffff) return std::nullopt;
        words.push_back(static_cast<uint32_t>(word));
        text.remove_prefix(kDigits);
    }
    return words;
}

bool isCrashDump(const std::string& path) {
    workload::ByteInput input(path);
    std::string first(kFirstLines.size(), '\0');
    return input.read(std::as_writable_bytes(std::span(first))) == first.size() && first == kFirstLines;
}

CrashDump readCrashDump(const std::string& path) { return Reader(workload::ByteInput(path)).read(); }

CrashDump readCrashDump(std::span<const std::byte> bytes, const std::string& name) {
    return Reader(workload::ByteInput(bytes, name)).read();
}

}  // namespace cyclorama::adreno
