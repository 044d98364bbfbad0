// SPDX-License-Identifier: MIT
#pragma once
// Dumps of command streams, ours and those of Mesa's cffdump and crashdec, as lists of what they say of packets,
// registers and values. What surrounds it (words in hexadecimal, listings of programs) is left out.

#include <algorithm>
#include <cctype>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cyclorama::adreno {

/// One statement of a dump. `text` is in the same form whichever dump it is of.
struct DumpEntry {
    enum class Kind {
        Command,    // "CP_NOP (10), 0 words"
        Write,      // "RB_SRGB_CNTL (880f)"
        Field,      // "{ EVENT = LABEL }"
        Value,      // "RB_SRGB_CNTL: { 0 }"
        Listed,     // at a draw: "* 00000001 RB_SRGB_CNTL: { SRGB_MRT0 }"
        Group,      // number of a group of draw state
        Malformed,  // the word
        Crash       // a register in a crash dump, with its word: "00000001 RB_SRGB_CNTL: { SRGB_MRT0 }"
    };
    Kind kind = Kind::Command;
    std::string text;

    bool operator==(const DumpEntry&) const = default;
};

inline std::string_view trimmed(std::string_view line) {
    while (!line.empty() && (line.front() == '\t' || line.front() == ' ')) line.remove_prefix(1);
    return line;
}

/// "GRAS_CL_VPORT[0x1].XOFFSET" or "0x9990", up to the colon behind it.
inline bool beginsWithRegister(std::string_view line) {
    const size_t colon = line.find(": ");
    if (colon == std::string_view::npos) return false;
    const std::string_view name = line.substr(0, colon);
    if (name.starts_with("0x") || name == "0") return true;
    const auto belongs = [](char c) {
        return std::isupper(static_cast<unsigned char>(c)) != 0 || std::isxdigit(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("_[]x.+").find(c) != std::string_view::npos;
    };
    return name.size() > 3 && std::isupper(static_cast<unsigned char>(name.front())) != 0 &&
           std::ranges::all_of(name, belongs);
}

inline bool isHexadecimal(std::string_view text) {
    return !text.empty() &&
           std::ranges::all_of(text, [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; });
}

/// Without what cffdump says of the buffer at an address.
inline std::string_view withoutBase(std::string_view line) { return line.substr(0, line.find("\t\tbase=")); }

/// A line of Mesa's.
inline std::optional<DumpEntry> entryOfReference(std::string_view line) {
    using Kind = DumpEntry::Kind;
    const std::string_view text = trimmed(line);
    if (text.starts_with("opcode: ")) {
        // opcode: NAME (46) (2 dwords)
        const size_t count = text.rfind('(');
        const auto words = std::stoul(std::string(text.substr(count + 1))) - 1;
        return DumpEntry{Kind::Command,
                         std::string(text.substr(8, count - 9)) + ", " + std::to_string(words) + " words"};
    }
    if (text.starts_with("write ") && text.ends_with(")")) return DumpEntry{Kind::Write, std::string(text.substr(6))};
    if (text.starts_with("group_id: ")) return DumpEntry{Kind::Group, std::string(text.substr(10))};
    if (line.starts_with("bad type! ")) return DumpEntry{Kind::Malformed, std::string(line.substr(10))};
    if (line.size() > 3 && (line[0] == '!' || line[0] == ' ') && line[1] == '+') {
        const std::string_view rest = trimmed(line.substr(2));
        const size_t end = rest.find('\t');
        return DumpEntry{Kind::Listed, std::string(line[0] == '!' ? "* " : "  ") + std::string(rest.substr(0, end)) +
                                           ' ' + std::string(withoutBase(trimmed(rest.substr(end))))};
    }
    if (!line.starts_with('\t')) return std::nullopt;
    if (text.starts_with("{ ")) return DumpEntry{Kind::Field, std::string(text)};
    if (beginsWithRegister(text)) return DumpEntry{Kind::Value, std::string(withoutBase(text))};
    const size_t tab = text.find('\t');
    if (tab != std::string_view::npos && tab >= 8 && isHexadecimal(text.substr(0, tab)))
        return DumpEntry{Kind::Crash,
                         std::string(text.substr(0, tab)) + ' ' + std::string(withoutBase(trimmed(text.substr(tab))))};
    return std::nullopt;
}

/// A line of ours.
inline std::optional<DumpEntry> entryOfDump(std::string_view line) {
    using Kind = DumpEntry::Kind;
    if (line.size() > 18 && isHexadecimal(line.substr(0, 16)) && line[16] == ':') {
        const std::string_view text = trimmed(line.substr(17));
        if (text.starts_with("write ")) return DumpEntry{Kind::Write, std::string(text.substr(6, text.find(',') - 6))};
        if (text.starts_with("group ")) return DumpEntry{Kind::Group, std::string(text.substr(6, text.find(',') - 6))};
        if (text.starts_with("malformed ")) return DumpEntry{Kind::Malformed, std::string(text.substr(10, 8))};
        if (text.ends_with(" words") && text.find(" (") != std::string_view::npos)
            return DumpEntry{Kind::Command, std::string(text)};
        return std::nullopt;
    }
    if (!line.starts_with("  ")) return std::nullopt;
    const std::string_view text = trimmed(line);
    if (text.starts_with("{ ")) return DumpEntry{Kind::Field, std::string(text)};
    if (beginsWithRegister(text)) return DumpEntry{Kind::Value, std::string(text)};
    const bool changed = text.starts_with("* ");
    const std::string_view listed = changed ? text.substr(2) : text;
    const size_t blank = listed.find(' ');
    if (blank != std::string_view::npos && blank >= 8 && isHexadecimal(listed.substr(0, blank)) &&
        beginsWithRegister(listed.substr(blank + 1))) {
        const bool crash = line.starts_with("  ") && !line.starts_with("     ");
        if (crash) return DumpEntry{Kind::Crash, std::string(text)};
        return DumpEntry{Kind::Listed, (changed ? "* " : "  ") + std::string(listed)};
    }
    return std::nullopt;
}

inline std::vector<DumpEntry> entriesOf(std::istream& in, std::optional<DumpEntry> (*entryOf)(std::string_view)) {
    std::vector<DumpEntry> entries;
    for (std::string line; std::getline(in, line);)
        if (std::optional<DumpEntry> entry = entryOf(line)) entries.push_back(*std::move(entry));
    return entries;
}

}  // namespace cyclorama::adreno
