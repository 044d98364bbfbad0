// SPDX-License-Identifier: MIT
#pragma once
// Bytes within a page: compressed, and as text that no browser executes.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cyclorama::cli {

/// A gzip stream (RFC 1952).
std::vector<uint8_t> compressed(std::string_view text);

/// An element of type application/octet-stream, which a browser only keeps, with the bytes as base64 (RFC 4648).
std::string dataElement(std::string_view id, std::span<const uint8_t> bytes);

}  // namespace cyclorama::cli
