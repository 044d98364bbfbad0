// SPDX-License-Identifier: MIT
#include "workload/capture_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <span>
#include <utility>

#include "sim/error.h"

namespace cyclorama::workload {
namespace {

constexpr std::string_view kSignature = "Cycl";
constexpr size_t kTagLetters = 3;
constexpr size_t kTagOffset = kSignature.size();
constexpr size_t kVersionOffset = kTagOffset + kTagLetters;
constexpr size_t kHeaderBytes = kVersionOffset + 1;

std::string offset(size_t bytes) { return fmt::format("offset {}", bytes); }

struct Header {
    std::string tag;
    uint8_t version = 0;
};

/// Empty if the stream does not begin as a capture.
std::optional<Header> readHeader(ByteInput& input) {
    std::array<char, kHeaderBytes> bytes{};
    if (input.read(std::as_writable_bytes(std::span(bytes))) != bytes.size()) return std::nullopt;
    const std::string_view text(bytes.data(), kVersionOffset);
    const std::string_view tag = text.substr(kTagOffset);
    const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    if (!text.starts_with(kSignature) || !std::ranges::all_of(tag, letter)) return std::nullopt;
    return Header{.tag = std::string(tag), .version = static_cast<uint8_t>(bytes.back())};
}

}  // namespace

void writeCaptureHeader(ByteOutput& output, const CaptureSchema& schema) {
    assert(schema.tag.size() == kTagLetters);
    output.write(std::as_bytes(std::span(kSignature)));
    output.write(std::as_bytes(std::span(schema.tag)));
    output.write(std::as_bytes(std::span(&schema.version, 1)));
}

uint8_t readCaptureHeader(ByteInput& input, const CaptureSchema& schema) {
    const std::optional<Header> header = readHeader(input);
    if (!header) throw sim::Error(input.name(), offset(0), "the file does not begin as a capture");
    if (header->tag != schema.tag) refuseCaptureOf(header->tag, input.name(), fmt::format("one of {}", schema.tag));
    if (header->version == 0 || header->version > schema.version)
        throw sim::Error(input.name(), offset(kVersionOffset),
                         fmt::format("the capture has version {} of its family's schema; this program reads 1 to {}",
                                     header->version, schema.version));
    return header->version;
}

std::optional<std::string> captureTag(const std::string& path) {
    ByteInput input(path);
    std::optional<Header> header = readHeader(input);
    if (!header) return std::nullopt;
    return std::move(header->tag);
}

void refuseCaptureOf(const std::string& tag, const std::string& file, const std::string& expected) {
    throw sim::Error(file, offset(kTagOffset),
                     fmt::format("a capture of the GPU family {}; what can be read is {}", tag, expected));
}

}  // namespace cyclorama::workload
