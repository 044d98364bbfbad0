// SPDX-License-Identifier: MIT
#include "results/protobuf.h"

#include <gtest/gtest.h>

#include <string>

namespace cyclorama::results {
namespace {

std::string bytesOf(std::initializer_list<int> bytes) { return {bytes.begin(), bytes.end()}; }

// The examples of https://protobuf.dev/programming-guides/encoding.

TEST(ProtobufMessage, WritesTheIntegerOfTheGuide) {
    ProtobufMessage message;
    message.integer(1, 150);
    EXPECT_EQ(message.bytes(), bytesOf({0x08, 0x96, 0x01}));
}

TEST(ProtobufMessage, WritesNegativeNumbersInTenBytes) {
    ProtobufMessage message;
    message.integer(1, static_cast<uint64_t>(int64_t{-2}));
    EXPECT_EQ(message.bytes(), bytesOf({0x08, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01}));
}

TEST(ProtobufMessage, WritesTheTextAndTheMessageOfTheGuide) {
    ProtobufMessage text;
    text.text(2, "testing");
    EXPECT_EQ(text.bytes(), bytesOf({0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6E, 0x67}));
    ProtobufMessage inner;
    inner.integer(1, 150);
    ProtobufMessage outer;
    outer.message(3, inner);
    EXPECT_EQ(outer.bytes(), bytesOf({0x1A, 0x03, 0x08, 0x96, 0x01}));
}

// By hand, from the wire types of the guide and IEEE 754: 25.4 is 0x4039666666666666.

TEST(ProtobufMessage, WritesEightBytesLowestFirst) {
    ProtobufMessage message;
    message.fixed(1, 0x0123456789ABCDEF);
    message.real(5, 25.4);
    EXPECT_EQ(message.bytes(), bytesOf({0x09, 0xEF, 0xCD, 0xAB, 0x89, 0x67, 0x45, 0x23, 0x01,  //
                                        0x29, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x39, 0x40}));
}

TEST(ProtobufMessage, WritesFieldNumbersOfMoreBits) {
    ProtobufMessage message;
    message.integer(60, 0);
    message.integer(16, 127);
    EXPECT_EQ(message.bytes(), bytesOf({0xE0, 0x03, 0x00, 0x80, 0x01, 0x7F}));
}

TEST(ProtobufMessage, WritesLengthsOfMoreThanAByte) {
    ProtobufMessage message;
    message.text(1, std::string(300, 'x'));
    EXPECT_EQ(message.bytes(), bytesOf({0x0A, 0xAC, 0x02}) + std::string(300, 'x'));
}

}  // namespace
}  // namespace cyclorama::results
