// SPDX-License-Identifier: MIT
#include "gltrace/call_parser.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace cyclorama::gltrace {
namespace {

using Kind = Argument::Kind;

Call parsed(std::string_view text) {
    const ParsedCall result = parseCall(text);
    EXPECT_TRUE(result.call) << text << ": " << result.reason;
    return result.call.value_or(Call{});
}

TEST(CallParser, TakesNumbersNamesAndBuffers) {
    const Call call = parsed("glTexImage2D(GL_TEXTURE_2D,0,3,-128, 128,0,GL_BGR,GL_UNSIGNED_BYTE,*3)");
    EXPECT_EQ(call.name, "glTexImage2D");
    ASSERT_EQ(call.arguments.size(), 9u);
    EXPECT_EQ(call.arguments[0].kind, Kind::Names);
    EXPECT_EQ(call.arguments[0].names, (std::vector<std::string>{"GL_TEXTURE_2D"}));
    EXPECT_EQ(call.arguments[3].numbers.front().integer(), -128);
    EXPECT_EQ(call.arguments[4].numbers.front().integer(), 128);
    EXPECT_EQ(call.arguments[8].kind, Kind::Buffer);
    EXPECT_EQ(call.arguments[8].buffer, 3u);
    EXPECT_FALSE(call.result);
}

TEST(CallParser, JoinsNames) {
    const Call call = parsed("glClear(GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT|0x400)");
    ASSERT_EQ(call.arguments.size(), 1u);
    EXPECT_EQ(call.arguments[0].names,
              (std::vector<std::string>{"GL_DEPTH_BUFFER_BIT", "GL_COLOR_BUFFER_BIT", "0x400"}));
    EXPECT_EQ(parsed("glClear(0x400 | GL_COLOR_BUFFER_BIT)").arguments[0].names.size(), 2u);
}

TEST(CallParser, TakesArrays) {
    const Call call = parsed("glLightfv(GL_LIGHT0,GL_POSITION,{ 1, -2.5,0 ,1.74478e-039})");
    ASSERT_EQ(call.arguments.size(), 3u);
    EXPECT_EQ(call.arguments[2].kind, Kind::Array);
    ASSERT_EQ(call.arguments[2].numbers.size(), 4u);
    EXPECT_EQ(call.arguments[2].numbers[1].toFloat(Encoding::Text), -2.5F);
    EXPECT_TRUE(parsed("f({})").arguments[0].numbers.empty());
}

TEST(CallParser, TakesCallsWithoutArguments) { EXPECT_TRUE(parsed("glLoadIdentity()").arguments.empty()); }

TEST(CallParser, TakesUnresolvedPointers) {
    const Call call = parsed("wglDescribePixelFormat(956368889,7,40,U0x1244536)=102");
    EXPECT_EQ(call.arguments[3].kind, Kind::Unresolved);
    EXPECT_EQ(call.arguments[3].text, "U0x1244536");
    ASSERT_TRUE(call.result);
    EXPECT_EQ(call.result->numbers.front().integer(), 102);
}

TEST(CallParser, TakesResultsOfAllForms) {
    EXPECT_EQ(parsed("wglSwapBuffers(0x00000000) = TRUE").result->text, "TRUE");
    EXPECT_EQ(parsed("glGetString(GL_VERSION)=NOT TRACED").result->kind, Kind::Nothing);
    EXPECT_EQ(parsed("glGetString(GL_VERSION)=\"1.5.0\"").result->text, "1.5.0");
    EXPECT_EQ(parsed("wglGetProcAddress(\"glBegin\")=FOUND!").arguments[0].text, "glBegin");
    EXPECT_EQ(parsed("wglCreateContext(1)=U0x12").result->kind, Kind::Unresolved);
}

TEST(CallParser, KeepsStringsAsTheyAre) {
    const Call call = parsed("f(\"!!ARBvp1.0\n# a comment, (of) {all}\nEND\",1)");
    ASSERT_EQ(call.arguments.size(), 2u);
    EXPECT_EQ(call.arguments[0].kind, Kind::String);
    EXPECT_EQ(call.arguments[0].text, "!!ARBvp1.0\n# a comment, (of) {all}\nEND");
}

TEST(CallParser, ReportsWhereAStringContinues) {
    EXPECT_TRUE(parseCall("f(1,\"begins").goesOn());
    EXPECT_FALSE(parseCall("f(1,\"ends\")").goesOn());
    EXPECT_FALSE(parseCall("f(1,").goesOn());
}

TEST(CallParser, SaysWhyACallIsRefused) {
    const auto reason = [](std::string_view text) { return parseCall(text).reason; };
    EXPECT_EQ(reason("(1)"), "a call was expected, not '('");
    EXPECT_EQ(reason("glEnd"), "'(' was expected after glEnd, not the end of the line");
    EXPECT_EQ(reason("glRotatef(1,2"), "')' was expected after argument 2 of glRotatef, not the end of the line");
    EXPECT_EQ(reason("glRotatef(1,)"), "an argument was expected, not ')'");
    EXPECT_EQ(reason("f({1,})"), "a number was expected, not '}'");
    EXPECT_EQ(reason("f({1 2})"), "'}' was expected after an array, not '2'");
    EXPECT_EQ(reason("f(*)"), "'*' is not followed by the number of a buffer");
    EXPECT_EQ(reason("f(*99999999999)"), "'*' is not followed by the number of a buffer");
    EXPECT_EQ(reason("f(A | )"), "a name was expected, not ')'");
    EXPECT_EQ(reason("f(1) g(2)"), "'g' follows the call of f");
    EXPECT_EQ(reason("f(\x01)"), "an argument was expected, not '\\x01'");
}

TEST(Number, ReadsWholeNumbers) {
    EXPECT_EQ(Number("0x10").integer(), 16);
    EXPECT_EQ(Number("-7").integer(), -7);
    EXPECT_EQ(Number("18446744073709551615").integer(), -1);
    EXPECT_FALSE(Number("18446744073709551616").integer());
    EXPECT_FALSE(Number("1.5").integer());
    EXPECT_FALSE(Number("0x").integer());
    EXPECT_FALSE(Number("-").integer());
}

TEST(Number, ReadsFloatsOfBothEncodings) {
    EXPECT_EQ(Number("0x3f800000").toFloat(Encoding::Hex), 1.0F);
    EXPECT_EQ(Number("0xc1000000").toFloat(Encoding::Hex), -8.0F);
    EXPECT_FALSE(Number("0x1c1000000").toFloat(Encoding::Hex));
    EXPECT_EQ(Number("2.5").toFloat(Encoding::Hex), 2.5F);
    EXPECT_EQ(Number("1.74478e-039").toFloat(Encoding::Text), 1.74478e-39F);
    EXPECT_EQ(Number("-1e-999").toFloat(Encoding::Text), 0.0F);
    EXPECT_FALSE(Number("1e999").toFloat(Encoding::Text));
    EXPECT_FALSE(Number("0x3f800000").toFloat(Encoding::Text));
    EXPECT_FALSE(Number("--1").toFloat(Encoding::Text));
    EXPECT_FALSE(Number("1.0junk").toFloat(Encoding::Text));
    EXPECT_EQ(Number("-1.#INF").toFloat(Encoding::Text), -std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(Number("1.#QNAN").toFloat(Encoding::Text).value_or(0)));
}

TEST(Number, ReadsDoublesOfBothEncodings) {
    EXPECT_EQ(Number("0x0.0x3ff00000").toDouble(Encoding::Hex), 1.0);
    EXPECT_EQ(Number("0x2e423981.0x3ff4c8dc").toDouble(Encoding::Hex), std::bit_cast<double>(0x3ff4c8dc2e423981U));
    EXPECT_FALSE(Number("0x3ff00000").toDouble(Encoding::Hex));
    EXPECT_EQ(Number("2.41421").toDouble(Encoding::Text), 2.41421);
}

TEST(Resolution, IsWidthAndHeight) {
    const auto size = resolutionOf(" 640x480   ");
    ASSERT_TRUE(size);
    EXPECT_EQ(size->width, 640u);
    EXPECT_EQ(size->height, 480u);
    for (const char* const text : {"", "640", "x480", "0x480", "640x", "640x480x2", "-1x5"})
        EXPECT_FALSE(resolutionOf(text)) << text;
}

}  // namespace
}  // namespace cyclorama::gltrace
