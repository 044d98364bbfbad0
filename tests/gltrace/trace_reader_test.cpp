// SPDX-License-Identifier: MIT
#include "gltrace/trace_reader.h"

#include <gtest/gtest.h>

#include <fstream>
#include <span>

#include "gltrace/file_kind.h"
#include "results/temporary_folder.h"
#include "support/error_of.h"
#include "workload/byte_output.h"

namespace cyclorama::gltrace {
namespace {

/// The text has to outlive the reader.
TraceReader readerOf(std::string_view text) {
    return TraceReader(workload::ByteInput(std::as_bytes(std::span(text)), "some.txt"));
}

/// Reads all of a trace.
std::string errorIn(std::string_view text) {
    return errorOf([text] {
        TraceReader reader = readerOf(text);
        while (reader.next()) continue;
    });
}

TEST(TraceReader, KnowsTheEncodings) {
    EXPECT_EQ(readerOf("GLI0.t\n").encoding(), Encoding::Text);
    EXPECT_EQ(readerOf("GLI0.h\r\n").encoding(), Encoding::Hex);
    EXPECT_EQ(errorIn("GLI0.b\n\x01"),
              "some.txt:1: is a GLInterceptor trace in its binary form, which is not read; GLI0.t and GLI0.h are");
    EXPECT_EQ(errorIn("GLI0.x\n"), "some.txt:1: the form 'GLI0.x' is neither GLI0.t nor GLI0.h");
    EXPECT_EQ(errorIn("glEnd()\n"), "some.txt:1: is no GLInterceptor trace: these begin with GLI0.t or GLI0.h");
    EXPECT_EQ(errorIn(""), "some.txt:1: is no GLInterceptor trace: these begin with GLI0.t or GLI0.h");
}

TEST(TraceReader, GivesCallsWithTheirLinesAndSkipsComments) {
    TraceReader reader =
        readerOf("GLI0.t\r\n# Trace\r\n\r\n#wglSetPixelFormat(1,5,U0x1)=1\r\nglFlush()\r\n  glEnd()  \r\n");
    const auto first = reader.next();
    ASSERT_TRUE(first);
    EXPECT_EQ(std::get<Call>(*first).name, "glFlush");
    EXPECT_EQ(std::get<Call>(*first).line, 5u);
    const auto second = reader.next();
    ASSERT_TRUE(second);
    EXPECT_EQ(std::get<Call>(*second).name, "glEnd");
    EXPECT_FALSE(reader.next());
}

TEST(TraceReader, JoinsTheLinesOfStrings) {
    TraceReader reader = readerOf("GLI0.t\r\nf(2,\"!!ARBvp1.0\r\n# a comment\r\nEND\r\n\")\r\nglEnd()\r\n");
    const Call call = std::get<Call>(*reader.next());
    ASSERT_EQ(call.arguments.size(), 2u);
    EXPECT_EQ(call.arguments[1].text, "!!ARBvp1.0\n# a comment\nEND\n");
    EXPECT_EQ(call.line, 2u);
    EXPECT_EQ(std::get<Call>(*reader.next()).line, 6u);
    EXPECT_EQ(errorIn("GLI0.t\nf(\"!!ARB\nEND"), "some.txt:2: the string that begins here has no end");
}

TEST(TraceReader, GivesDirectives) {
    TraceReader reader = readerOf("GLI0.h\n#! RES 640x480   \n#!END\n");
    const Directive size = std::get<Directive>(*reader.next());
    EXPECT_EQ(size.name, "RES");
    EXPECT_EQ(size.text, "640x480");
    EXPECT_EQ(size.line, 2u);
    EXPECT_EQ(std::get<Directive>(*reader.next()).name, "END");
}

TEST(TraceReader, NamesTheLineOfWhatIsNoCall) {
    EXPECT_EQ(errorIn("GLI0.t\nglEnd()\nglRotatef(1,2\n"),
              "some.txt:3: ')' was expected after argument 2 of glRotatef, not the end of the line");
}

class TraceFile : public testing::Test {
  protected:
    std::string put(const std::string& name, std::string_view text) const {
        std::string path = (folder_.path() / name).string();
        std::ofstream(path, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
        return path;
    }
    results::TemporaryFolder folder_;
};

TEST_F(TraceFile, HasASize) {
    const auto size = frameSizeOf(put("a.txt", "GLI0.h\n#! RES 384x364\nglViewport(0,0,400,400)\n"));
    ASSERT_TRUE(size);
    EXPECT_EQ(size->width, 384u);
    EXPECT_EQ(size->height, 364u);
    const auto viewport = frameSizeOf(put("b.txt", "GLI0.t\nglEnd()\nglViewport(0,0,250,240)\nglViewport(0,0,1,1)\n"));
    ASSERT_TRUE(viewport);
    EXPECT_EQ(viewport->width, 250u);
    EXPECT_EQ(viewport->height, 240u);
    EXPECT_FALSE(frameSizeOf(put("c.txt", "GLI0.t\nglViewport(0,0,0,240)\nglViewport(0,0,GL_ONE,2)\n")));
    const std::string wrong = put("d.txt", "GLI0.t\n#! RES big\n");
    EXPECT_EQ(errorOf([&] { frameSizeOf(wrong); }), wrong + ":2: RES is followed by 'big', not by WIDTHxHEIGHT");
}

TEST_F(TraceFile, IsKnownByItsFirstBytes) {
    EXPECT_EQ(fileKindOf(put("a.txt", "GLI0.t\n")), FileKind::GlTrace);
    EXPECT_EQ(fileKindOf(put("b", std::string_view("\x14\0\0\0\xe8\x03\0\0\x68\0\0\0", 12))), FileKind::PixRunTrace);
    EXPECT_EQ(fileKindOf(put("c", "GLI")), FileKind::Other);
    EXPECT_EQ(fileKindOf(put("d", "")), FileKind::Other);
    // apitrace's are two letters and the size of a chunk, of which texts have none.
    EXPECT_EQ(fileKindOf(put("e", std::string_view("at\x10\0\0\0\x40\0", 8))), FileKind::ApiTrace);
    EXPECT_EQ(fileKindOf(put("f", std::string_view("at\xff\xff\x0f\0\x40\0", 8))), FileKind::ApiTrace);
    EXPECT_EQ(fileKindOf(put("g", std::string_view("at\0\0\0\0\x40\0", 8))), FileKind::Other);
    EXPECT_EQ(fileKindOf(put("h", "at first")), FileKind::Other);
    EXPECT_EQ(fileKindOf(put("i", "at")), FileKind::Other);
    EXPECT_EQ(fileKindOf(put("j", std::string_view("GFXR\0\0\0\0", 8))), FileKind::GfxrCapture);
    EXPECT_EQ(fileKindOf(put("k", std::string_view("RDOC\0\0\0\0", 8))), FileKind::RenderDocCapture);
    const std::string compressed = (folder_.path() / "e.txt.gz").string();
    workload::GzipFileOutput output(compressed);
    output.write(std::as_bytes(std::span(std::string_view("GLI0.h\n"))));
    output.close();
    EXPECT_EQ(fileKindOf(compressed), FileKind::GlTrace);
}

}  // namespace
}  // namespace cyclorama::gltrace
