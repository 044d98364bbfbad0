// SPDX-License-Identifier: MIT
#include "gltrace/trace_reader.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "gltrace/call_parser.h"
#include "sim/error.h"

namespace cyclorama::gltrace {
namespace {

constexpr size_t kChunkBytes = size_t{64} * 1024;
/// Bytes of a call with all its lines; the longest of the public traces has about a thousand.
constexpr size_t kMaximumCall = size_t{16} * 1024 * 1024;
constexpr std::string_view kSignature = "GLI0.";
constexpr std::string_view kBlanks = " \t";

std::string_view withoutBlanks(std::string_view text) {
    const size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

Directive directiveOf(std::string_view text, uint64_t line) {
    text = withoutBlanks(text);
    const size_t end = std::min(text.find_first_of(kBlanks), text.size());
    return {
        .name = std::string(text.substr(0, end)), .text = std::string(withoutBlanks(text.substr(end))), .line = line};
}

}  // namespace

TraceReader::TraceReader(workload::ByteInput input) : input_(std::move(input)), chunk_(kChunkBytes) {
    std::string first;
    if (!readLine(first) || !first.starts_with(kSignature))
        refuse(1, "is no GLInterceptor trace: these begin with GLI0.t or GLI0.h");
    const std::string_view form = withoutBlanks(std::string_view(first).substr(kSignature.size()));
    if (form == "b") refuse(1, "is a GLInterceptor trace in its binary form, which is not read; GLI0.t and GLI0.h are");
    if (form != "t" && form != "h") refuse(1, fmt::format("the form '{}' is neither GLI0.t nor GLI0.h", first));
    encoding_ = form == "t" ? Encoding::Text : Encoding::Hex;
}

std::optional<TraceReader::Entry> TraceReader::next() {
    std::string line;
    while (readLine(line)) {
        const std::string_view text = withoutBlanks(line);
        if (text.empty()) continue;
        if (text.starts_with("#!")) return directiveOf(text.substr(2), line_);
        if (text.starts_with('#')) continue;
        return readCall(std::move(line));
    }
    return std::nullopt;
}

Call TraceReader::readCall(std::string text) {
    const uint64_t first = line_;
    for (size_t quotes = 0;;) {
        ParsedCall parsed = parseCall(text);
        if (parsed.call) {
            parsed.call->line = first;
            return std::move(*parsed.call);
        }
        if (!parsed.goesOn()) refuse(first, parsed.reason);
        // A string continues: parses again only where a line may end it.
        do {
            std::string more;
            if (!readLine(more)) refuse(first, "the string that begins here has no end");
            quotes = more.find('"');
            text += '\n';
            text += more;
            if (text.size() > kMaximumCall) refuse(first, "the call that begins here has more than 16 MiB");
        } while (quotes == std::string::npos);
    }
}

std::optional<char> TraceReader::readByte() {
    if (chunkPosition_ == chunkSize_) {
        chunkSize_ = input_.read(chunk_);
        chunkPosition_ = 0;
        if (chunkSize_ == 0) return std::nullopt;
    }
    return static_cast<char>(chunk_[chunkPosition_++]);
}

bool TraceReader::readLine(std::string& line) {
    line.clear();
    std::optional<char> byte = readByte();
    if (!byte) return false;
    ++line_;
    for (; byte && *byte != '\n'; byte = readByte()) {
        line += *byte;
        if (line.size() > kMaximumCall) refuse(line_, "the line has more than 16 MiB");
    }
    if (line.ends_with('\r')) line.pop_back();
    return true;
}

void TraceReader::refuse(uint64_t line, const std::string& reason) const {
    throw sim::Error(name(), std::to_string(line), reason);
}

std::optional<FrameSize> frameSizeOf(const std::string& path) {
    TraceReader reader{workload::ByteInput(path)};
    while (const auto entry = reader.next()) {
        if (const auto* directive = std::get_if<Directive>(&*entry)) {
            if (directive->name != "RES") continue;
            if (const auto size = resolutionOf(directive->text)) return size;
            throw sim::Error(path, std::to_string(directive->line),
                             fmt::format("RES is followed by '{}', not by WIDTHxHEIGHT", directive->text));
        }
        const Call& call = std::get<Call>(*entry);
        if (call.name != "glViewport" || call.arguments.size() != 4) continue;
        const auto extent = [&call](size_t position) {
            const std::vector<Number>& numbers = call.arguments[position].numbers;
            const int64_t value = numbers.empty() ? 0 : numbers.front().integer().value_or(0);
            return value > 0 && value <= std::numeric_limits<uint32_t>::max() ? static_cast<uint32_t>(value) : 0;
        };
        const FrameSize size{.width = extent(2), .height = extent(3)};
        if (size.width != 0 && size.height != 0) return size;
    }
    return std::nullopt;
}

}  // namespace cyclorama::gltrace
