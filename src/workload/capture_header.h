// SPDX-License-Identifier: MIT
#pragma once
// The first bytes of every capture that this program records, of whichever GPU family. The records after them are the
// family's own.
//
//   offset  bytes
//   0       4      "Cycl"
//   4       3      the family's tag, ASCII letters
//   7       1      version of the family's schema, from 1
//
// A family raises its version when a reader of the version before would refuse or misread what its writer writes; its
// reader takes all versions up to its own. A trace that another program writes has a format, and a header, of its own.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "workload/byte_input.h"
#include "workload/byte_output.h"

namespace cyclorama::workload {

/// The form of a family's captures: what its writer writes, and the newest that its reader reads.
struct CaptureSchema {
    /// Three ASCII letters.
    std::string_view tag;
    uint8_t version = 1;
};

void writeCaptureHeader(ByteOutput& output, const CaptureSchema& schema);

/// Reads the header at the start of a capture and gives its version, from 1 to the schema's. Throws sim::Error where
/// the bytes are no capture's, or are of another family or a newer version.
uint8_t readCaptureHeader(ByteInput& input, const CaptureSchema& schema);

/// The tag of the capture that a file is; empty if its first bytes are no capture's. Throws sim::Error where the
/// file cannot be read.
std::optional<std::string> captureTag(const std::string& path);

/// The refusal of a capture of family `tag`; `expected` is what could be read instead.
[[noreturn]] void refuseCaptureOf(const std::string& tag, const std::string& file, const std::string& expected);

}  // namespace cyclorama::workload
