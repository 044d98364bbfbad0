// SPDX-License-Identifier: MIT
#include "workload/capture_header.h"

#include <gtest/gtest.h>

#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "sim/error.h"

namespace cyclorama::workload {
namespace {

constexpr CaptureSchema kSchema{.tag = "Abc", .version = 3};

std::vector<std::byte> bytesOf(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// The version that the header of a file has.
uint8_t versionOf(std::string_view file) {
    const std::vector<std::byte> bytes = bytesOf(file);
    ByteInput input(bytes, "some.cyc");
    return readCaptureHeader(input, kSchema);
}

std::string refusal(std::string_view file) {
    try {
        versionOf(file);
    } catch (const sim::Error& error) {
        return error.what();
    }
    return {};
}

TEST(CaptureHeader, IsEightBytes) {
    MemoryOutput output;
    writeCaptureHeader(output, kSchema);
    EXPECT_EQ(output.bytes, bytesOf("CyclAbc\3"));
}

TEST(CaptureHeader, LeavesThePayloadToItsFamily) {
    const std::vector<std::byte> bytes = bytesOf("CyclAbc\3payload");
    ByteInput input(bytes, "some.cyc");
    readCaptureHeader(input, kSchema);
    EXPECT_EQ(input.offset(), 8u);
}

TEST(CaptureHeader, IsReadInEveryVersionUpToTheReaders) {
    for (const char version : {'\1', '\2', '\3'}) EXPECT_EQ(versionOf(std::string("CyclAbc") + version), version);
}

TEST(CaptureHeader, RefusesANewerVersionByItsPlace) {
    EXPECT_EQ(refusal("CyclAbc\4"),
              "some.cyc:offset 7: the capture has version 4 of its family's schema; this program reads 1 to 3");
    EXPECT_NE(refusal(std::string_view("CyclAbc\0", 8)).find("version 0"), std::string::npos);
}

TEST(CaptureHeader, RefusesAnotherFamilyByItsPlace) {
    EXPECT_EQ(refusal("CyclXyz\1"),
              "some.cyc:offset 4: a capture of the GPU family Xyz; what can be read is one of Abc");
}

TEST(CaptureHeader, RefusesWhatIsNoCapture) {
    for (const std::string_view file : {"", "CyclAbc", "cyclAbc\1", "CyclA\nc\1", "a file of another kind"})
        EXPECT_EQ(refusal(file), "some.cyc:offset 0: the file does not begin as a capture") << file;
}

}  // namespace
}  // namespace cyclorama::workload
