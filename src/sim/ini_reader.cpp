// SPDX-License-Identifier: MIT
#include "sim/ini_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "sim/error.h"

namespace cyclorama::sim {
namespace {

constexpr std::string_view kBlank = " \t";

std::string_view trim(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

bool isName(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
}

bool isControl(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f; }

/// The lines of one file, and where the reader is.
class IniReader {
  public:
    IniReader(const std::string& fileName, IniHandler& handler) : fileName_(fileName), handler_(handler) {}

    void read(std::string_view text) {
        if (text.size() > kMaximumIniFile)
            throw Error(fileName_, "", fmt::format("the file is larger than {} bytes", kMaximumIniFile));
        if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // the byte order mark of some editors
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            ++line_;
            readLine(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

  private:
    [[noreturn]] void fail(std::string reason) const {
        throw Error(fileName_, std::to_string(line_), std::move(reason));
    }

    void readLine(std::string_view line) {
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.size() > kMaximumIniLine) fail(fmt::format("the line is longer than {} characters", kMaximumIniLine));
        if (std::any_of(line.begin(), line.end(), isControl)) fail("the line holds a control character");
        line = trim(line);
        if (line.empty() || line.front() == '#') return;
        if (line.front() == '[') {
            readSection(line);
        } else {
            readEntry(line);
        }
    }

    void readSection(std::string_view line) {
        const std::size_t close = line.find(']');
        if (close == std::string_view::npos) fail("the section's name has no ']'");
        const std::string_view name = trim(line.substr(1, close - 1));
        if (!isName(name)) fail("a section's name is made of letters, digits and '_'");
        expectNothing(line.substr(close + 1));
        inSection_ = true;
        handler_.section(name, line_);
    }

    void readEntry(std::string_view line) {
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos) fail("expected '[SECTION]' or 'Key = Value'");
        const std::string_view key = trim(line.substr(0, equals));
        if (!isName(key)) fail("a key is made of letters, digits and '_'");
        if (!inSection_) fail(fmt::format("the key '{}' comes before any [SECTION]", key.substr(0, 64)));
        const std::string_view value = trim(line.substr(equals + 1));
        if (value.starts_with('"')) {
            const std::size_t close = value.find('"', 1);
            if (close == std::string_view::npos) fail("the string has no closing quote");
            expectNothing(value.substr(close + 1));
            handler_.entry(key, value.substr(1, close - 1), line_);
        } else {
            const std::string_view bare = trim(value.substr(0, value.find('#')));
            if (bare.empty()) fail(fmt::format("the key '{}' has no value", key.substr(0, 64)));
            handler_.entry(key, bare, line_);
        }
    }

    void expectNothing(std::string_view rest) const {
        rest = trim(rest);
        if (!rest.empty() && rest.front() != '#') fail(fmt::format("unexpected text '{}'", rest.substr(0, 64)));
    }

    const std::string& fileName_;
    IniHandler& handler_;
    std::uint32_t line_ = 0;
    bool inSection_ = false;
};

}  // namespace

void readIni(std::string_view text, const std::string& fileName, IniHandler& handler) {
    IniReader(fileName, handler).read(text);
}

std::string readTextFile(const std::string& fileName, std::size_t maximumSize) {
    errno = 0;
    std::ifstream file(fileName, std::ios::binary);
    if (!file) throw Error(fileName, "", fmt::format("cannot be opened: {}", std::strerror(errno)));
    // Read by pieces: a pipe or a device has no size, and may have no end.
    std::string text;
    char piece[4096];
    while (file.read(piece, sizeof piece), file.gcount() > 0) {
        text.append(piece, static_cast<std::size_t>(file.gcount()));
        if (text.size() > maximumSize)
            throw Error(fileName, "", fmt::format("the file is larger than {} bytes", maximumSize));
    }
    if (file.bad() || !file.eof()) throw Error(fileName, "", "cannot be read");
    return text;
}

}  // namespace cyclorama::sim
