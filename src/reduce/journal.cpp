// SPDX-License-Identifier: MIT
#include "reduce/journal.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "sim/error.h"

namespace cyclorama::reduce {
namespace {

constexpr const char* kFirstLine = "cyclorama reduce 1";
constexpr const char* kTries = "tries";
constexpr size_t kHashDigits = 32;

std::string placeOf(size_t line) { return fmt::format("line {}", line); }

std::string headerOf(const std::vector<JournalBinding>& bindings) {
    std::string text = fmt::format("{}\n", kFirstLine);
    for (const JournalBinding& binding : bindings) text += fmt::format("{} {}\n", binding.name, binding.value);
    return text + kTries + "\n";
}

}  // namespace

Journal::Journal(std::filesystem::path path, const std::vector<JournalBinding>& bindings) : path_(std::move(path)) {
    std::error_code error;
    const bool isThere = std::filesystem::exists(path_, error) && std::filesystem::file_size(path_, error) != 0;
    if (isThere) read(bindings);
    file_.reset(std::fopen(path_.c_str(), "ab"));
    if (!file_) throw sim::Error(path_.string(), "", fmt::format("cannot be written: {}", std::strerror(errno)));
    if (!isThere) write(headerOf(bindings));
}

void Journal::read(const std::vector<JournalBinding>& bindings) {
    std::ifstream file(path_, std::ios::binary);
    if (!file) throw sim::Error(path_.string(), "", "cannot be read");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    size_t number = 0;
    size_t at = 0;
    const auto next = [&]() -> std::optional<std::string> {
        const size_t end = text.find('\n', at);
        if (end == std::string::npos) return std::nullopt;
        ++number;
        const size_t begin = std::exchange(at, end + 1);
        return text.substr(begin, end - begin);
    };
    const auto fail = [&](const std::string& reason) { throw sim::Error(path_.string(), placeOf(number), reason); };
    if (next() != kFirstLine) fail("is no journal of `cyclorama reduce`");
    for (const JournalBinding& binding : bindings) {
        const std::string line = next().value_or("");
        if (line != fmt::format("{} {}", binding.name, binding.value))
            fail(fmt::format("the journal is of another {} ({}): remove it, or name another --out", binding.name,
                             line.substr(std::min(line.size(), binding.name.size() + 1))));
    }
    if (next() != kTries) fail("the journal has no tries");
    while (const std::optional<std::string> line = next()) readTry(*line, number);
    file.close();
    if (at != text.size()) std::filesystem::resize_file(path_, at);
}

void Journal::readTry(const std::string& line, size_t number) {
    const std::string hash = line.substr(0, kHashDigits);
    const std::string answer = line.substr(std::min(line.size(), kHashDigits));
    if (hash.size() != kHashDigits || (answer != " kept" && answer != " lost"))
        throw sim::Error(path_.string(), placeOf(number), "is no try: a hash of 32 digits, and kept or lost");
    tries_[hash] = answer == " kept";
}

void Journal::write(const std::string& text) {
    if (std::fputs(text.c_str(), file_.get()) < 0 || std::fflush(file_.get()) != 0)
        throw sim::Error(path_.string(), "", fmt::format("cannot be written: {}", std::strerror(errno)));
}

std::optional<bool> Journal::find(const std::string& hash) const {
    const auto found = tries_.find(hash);
    return found == tries_.end() ? std::nullopt : std::optional(found->second);
}

void Journal::add(const std::string& hash, bool kept) {
    write(fmt::format("{} {}\n", hash, kept ? "kept" : "lost"));
    tries_[hash] = kept;
}

void Journal::remove() {
    file_.reset();
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

std::string hashOf(std::span<const std::byte> bytes) {
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace cyclorama::reduce
