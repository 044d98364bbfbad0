// SPDX-License-Identifier: MIT
// The player of OpenGL traces, by llvmpipe: what each kind of call draws, and what is refused.

#include <gtest/gtest.h>

#include <string>

#include "mesa/gl_trace.h"

namespace cyclorama {
namespace {

class GlPlayer : public GlTraceTest {};

TEST_F(GlPlayer, DrawsBetweenBeginAndEnd) {
    const Picture picture = pictureOf(
        "glClearColor(0,0,1,1)\nglClear(GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT)\nglColor3ub(255,0,0)\n"
        "glRectf(0,0,1,1)");
    ASSERT_EQ(picture.width, 16u);
    EXPECT_EQ(colorAt(picture, 12, 12), 0xff0000u);
    EXPECT_EQ(colorAt(picture, 4, 12), 0x0000ffu);
    EXPECT_EQ(colorAt(picture, 12, 4), 0x0000ffu);
}

TEST_F(GlPlayer, TakesFloatsAndDoublesAsBits) {
    // Twice the size, and a colour of 1, 0.5, 0.
    const Picture hex = pictureOf(
        "glScaled(0x0.0x40000000,0x0.0x40000000,0x0.0x3ff00000)\nglColor3f(0x3f800000,0x3f000000,0x0)\n"
        "glBegin(GL_QUADS)\nglVertex2f(0xbe800000,0xbe800000)\nglVertex2f(0x3e800000,0xbe800000)\n"
        "glVertex2f(0x3e800000,0x3e800000)\nglVertex2f(0xbe800000,0x3e800000)\nglEnd()",
        "h");
    EXPECT_EQ(colorAt(hex, 5, 5), 0xff8000u);
    EXPECT_EQ(colorAt(hex, 2, 2), 0u);
    const Picture text = pictureOf(
        "glScaled(2,2,1)\nglColor3f(1,0.5,0)\nglBegin(GL_QUADS)\nglVertex2f(-0.25,-0.25)\n"
        "glVertex2f(0.25,-0.25)\nglVertex2f(0.25,0.25)\nglVertex2f(-0.25,0.25)\nglEnd()");
    EXPECT_EQ(hex, text);
}

TEST_F(GlPlayer, ReadsArraysByTheirElements) {
    const Picture picture =
        pictureOf("glMultMatrixf({1,0,0,0,0,1,0,0,0,0,1,0,0.5,0,0,1})\nglColor4ubv({0,255,0,255})\nglRectd(-1,-1,0,1)");
    EXPECT_EQ(colorAt(picture, 8, 8), 0x00ff00u);
    EXPECT_EQ(colorAt(picture, 2, 8), 0u);
    EXPECT_EQ(colorAt(picture, 13, 8), 0u);
}

TEST_F(GlPlayer, DrawsTexturesOfBuffers) {
    // Two texels, red and green, in rows of an alignment of one.
    putBuffers({{255, 0, 0, 0, 255, 0}});
    const Picture picture = pictureOf(
        "glGenTextures(1,{5})\nglBindTexture(GL_TEXTURE_2D,5)\nglPixelStorei(GL_UNPACK_ALIGNMENT,1)\n"
        "glTexParameteri(GL_TEXTURE_2D,GL_TEXTURE_MIN_FILTER,9728)\n"
        "glTexParameterf(GL_TEXTURE_2D,GL_TEXTURE_MAG_FILTER,9728)\n"
        "glTexImage2D(GL_TEXTURE_2D,0,GL_RGB,2,1,0,GL_RGB,GL_UNSIGNED_BYTE,*0)\nglEnable(GL_TEXTURE_2D)\n"
        "glBegin(GL_QUADS)\nglTexCoord2f(0,0)\nglVertex2f(-1,-1)\nglTexCoord2f(1,0)\nglVertex2f(1,-1)\n"
        "glTexCoord2f(1,1)\nglVertex2f(1,1)\nglTexCoord2f(0,1)\nglVertex2f(-1,1)\nglEnd()");
    EXPECT_EQ(colorAt(picture, 3, 8), 0xff0000u);
    EXPECT_EQ(colorAt(picture, 12, 8), 0x00ff00u);
}

TEST_F(GlPlayer, DrawsArraysInMemoryAndInBufferObjects) {
    putBuffers({bytesOf<float>({-1, -1, 0, -1, 0, 1, -1, 1}), bytesOf<uint16_t>({0, 1, 2, 0, 2, 3}),
                bytesOf<float>({0, -1, 1, -1, 1, 1, 0, 1})});
    const Picture picture = pictureOf(
        "glEnableClientState(GL_VERTEX_ARRAY)\nglColor3f(1,0,0)\nglVertexPointer(2,GL_FLOAT,0,*0)\n"
        "glDrawElements(GL_TRIANGLES,6,GL_UNSIGNED_SHORT,*1)\n"
        "glGenBuffersARB(1,{7})\nglBindBufferARB(GL_ARRAY_BUFFER,7)\n"
        "glBufferDataARB(GL_ARRAY_BUFFER,32,*2,GL_STATIC_DRAW)\nglVertexPointer(2,GL_FLOAT,0,0)\nglColor3f(0,0,1)\n"
        "glDrawArrays(GL_QUADS,0,4)");
    EXPECT_EQ(colorAt(picture, 3, 8), 0xff0000u);
    EXPECT_EQ(colorAt(picture, 12, 8), 0x0000ffu);
}

TEST_F(GlPlayer, LoadsProgramsWhoseTextSpansLines) {
    // The length is that of a file whose lines end in two characters.
    const Picture picture = pictureOf(
        "glGenProgramsARB(1,\"GLInterceptor IGNORED\")\nglBindProgramARB(GL_VERTEX_PROGRAM_ARB,1)\n"
        "glProgramStringARB(GL_VERTEX_PROGRAM_ARB,GL_PROGRAM_FORMAT_ASCII_ARB,105,\"!!ARBvp1.0\n"
        "# the colour is a parameter, (green)\nMOV result.position, vertex.position;\n"
        "MOV result.color, "
        "program.local[3];\nEND\n\")\nglProgramLocalParameter4fvARB(GL_VERTEX_PROGRAM_ARB,3,{0,1,0,1})\n"
        "glEnable(GL_VERTEX_PROGRAM_ARB)\nglRectf(-1,-1,1,1)");
    EXPECT_EQ(colorAt(picture, 8, 8), 0x00ff00u);
}

TEST_F(GlPlayer, EndsFramesAndKeepsWhatTheyDrew) {
    put("frames.txt",
        "GLI0.t\nglViewport(0,0,16,16)\nglColor3f(1,0,0)\nglRectf(-1,-1,0,1)\nwglSwapBuffers(1)=1\n"
        "glColor3f(0,1,0)\nglRectf(0,-1,1,1)\nSwapBuffers(1)=TRUE\nglClear(GL_COLOR_BUFFER_BIT)\n#! SWAPBUFFERS\n"
        "#! END\nglUnheardOf()\n");
    EXPECT_EQ(play("frames.txt").status, 0);
    EXPECT_EQ(colorAt(readPpm(file("pictures/frame0000.ppm")), 12, 8), 0u);
    const Picture second = readPpm(file("pictures/frame0001.ppm"));
    EXPECT_EQ(colorAt(second, 3, 8), 0xff0000u);
    EXPECT_EQ(colorAt(second, 12, 8), 0x00ff00u);
    EXPECT_EQ(colorAt(readPpm(file("pictures/frame0002.ppm")), 3, 8), 0u);

    std::filesystem::remove_all(file("pictures"));
    EXPECT_EQ(play("frames.txt", {"--start-frame", "1", "--frames", "1"}).status, 0);
    EXPECT_EQ(readPpm(file("pictures/frame0001.ppm")), second);
    EXPECT_FALSE(std::filesystem::exists(file("pictures/frame0000.ppm")));
    EXPECT_FALSE(std::filesystem::exists(file("pictures/frame0002.ppm")));
}

TEST_F(GlPlayer, GivesEachContextItsState) {
    const Picture picture = pictureOf(
        "glColor3f(1,0,0)\nwglMakeCurrent(9,65536)=1\nwglMakeCurrent(9,U0x777)=1\nglColor3f(0,1,0)\n"
        "wglMakeCurrent(0,0)=1\nwglMakeCurrent(9,65536)=1\nglRectf(-1,-1,0,1)\nwglMakeCurrent(9,U0x777)=1\n"
        "glRectf(0,-1,1,1)");
    EXPECT_EQ(colorAt(picture, 3, 8), 0xff0000u);
    EXPECT_EQ(colorAt(picture, 12, 8), 0x00ff00u);
}

TEST_F(GlPlayer, RefusesWhatItCannotPlay) {
    EXPECT_EQ(refusalOf("glUnheardOf(1)"), "bad.txt:3: glUnheardOf: is not played\n");
    EXPECT_EQ(refusalOf("\nwglCreatePbufferARB(1,2,3,4,U0x5)=6"), "bad.txt:4: wglCreatePbufferARB: is not played\n");
    EXPECT_EQ(refusalOf("wglUseFontBitmapsA(1,0,255,1000)=1\nglCallList(1065)"),
              "bad.txt:4: glCallList: draws letters of a font of wglUseFontBitmaps, which is not played\n");
    EXPECT_EQ(refusalOf("glTexImage2D(GL_TEXTURE_2D,0,3,2,2,0,GL_RGB,GL_UNSIGNED_BYTE,U0x1234)"),
              "bad.txt:3: glTexImage2D: argument 9 is the pointer U0x1234, whose bytes were not traced\n");
}

TEST_F(GlPlayer, RefusesArgumentsThatAreNotTheParameters) {
    EXPECT_EQ(refusalOf("glEnable(GL_UNHEARD_OF)"),
              "bad.txt:3: glEnable: argument 1 names 'GL_UNHEARD_OF', which OpenGL does not know\n");
    EXPECT_EQ(refusalOf("glRotatef(1,2,3)"), "bad.txt:3: glRotatef: has 3 arguments, not 4\n");
    EXPECT_EQ(refusalOf("glRotatef(1,2,3,*4)"), "bad.txt:3: glRotatef: argument 4 is no number: '*4'\n");
    EXPECT_EQ(refusalOf("glEnable(1.5)"), "bad.txt:3: glEnable: argument 1 is no whole number: '1.5'\n");
    EXPECT_EQ(refusalOf("glMultMatrixf({1,2,3})"), "bad.txt:3: glMultMatrixf: argument 1 has 3 elements, not 16\n");
    EXPECT_EQ(refusalOf("glVertex3fv({1,2})"), "bad.txt:3: glVertex3fv: argument 1 has 2 elements, not 3\n");
    EXPECT_EQ(refusalOf("glDeleteTextures(3,{1,2})"),
              "bad.txt:3: glDeleteTextures: argument 2 has 2 elements, not 3\n");
    EXPECT_EQ(refusalOf("glVertex2fv(0)"),
              "bad.txt:3: glVertex2fv: argument 1 is neither an array nor a buffer: '0'\n");
}

TEST_F(GlPlayer, RefusesToReadBeyondBuffers) {
    putBuffers({std::vector<uint8_t>(10)});
    EXPECT_EQ(refusalOf("glTexImage2D(GL_TEXTURE_2D,0,3,2,2,0,GL_RGB,GL_UNSIGNED_BYTE,*0)"),
              "bad.txt:3: glTexImage2D: argument 9 has 10 bytes, not 14\n");
    EXPECT_EQ(refusalOf("glBufferData(GL_ARRAY_BUFFER,11,*0,GL_STATIC_DRAW)"),
              "bad.txt:3: glBufferData: argument 3 has 10 bytes, not 11\n");
    EXPECT_EQ(refusalOf("glDrawElements(GL_TRIANGLES,6,GL_UNSIGNED_SHORT,*0)"),
              "bad.txt:3: glDrawElements: argument 4 has 10 bytes, not 12\n");
    EXPECT_EQ(refusalOf("glVertexPointer(2,GL_FLOAT,0,64)"),
              "bad.txt:3: glVertexPointer: argument 4 is the place 64 in a buffer object, and none is bound\n");
    EXPECT_EQ(refusalOf("glVertexPointer(2,GL_FLOAT,0,*1)"),
              "bad.txt:3: glVertexPointer: argument 4 cannot be found (BufferDescriptors.dat: has no buffer 1)\n");
    EXPECT_EQ(refusalOf("glMultMatrixf(*0)"),
              "bad.txt:3: glMultMatrixf: argument 1 is a buffer of 10 bytes, not of 64\n");
}

TEST_F(GlPlayer, RefusesVerticesThatArraysDoNotHave) {
    putBuffers({bytesOf<float>({-1, -1, 0, -1, 0, 1}), bytesOf<uint16_t>({0, 1, 3}), bytesOf<uint16_t>({0, 1, 2})});
    const std::string array = "glEnableClientState(GL_VERTEX_ARRAY)\nglVertexPointer(2,GL_FLOAT,0,*0)\n";
    const std::string missing = "is not in the enabled arrays, which have ";
    EXPECT_EQ(refusalOf(array + "glDrawArrays(GL_TRIANGLES,0,3)\nglDrawArrays(GL_TRIANGLES,1,3)"),
              "bad.txt:6: glDrawArrays: vertex 3 " + missing + "3\n");
    EXPECT_EQ(refusalOf(array + "glDrawElements(GL_TRIANGLES,3,GL_UNSIGNED_SHORT,*2)\n"
                                "glDrawElements(GL_TRIANGLES,3,GL_UNSIGNED_SHORT,*1)"),
              "bad.txt:6: glDrawElements: vertex 3 " + missing + "3\n");
    EXPECT_EQ(refusalOf(array + "glBegin(GL_POINTS)\nglArrayElement(2)\nglArrayElement(3)"),
              "bad.txt:7: glArrayElement: vertex 3 " + missing + "3\n");
    // An array that was enabled and never given, and one of four components that the last entry is too short for.
    EXPECT_EQ(refusalOf(array + "glEnableClientState(GL_COLOR_ARRAY)\nglDrawArrays(GL_TRIANGLES,0,3)"),
              "bad.txt:6: glDrawArrays: vertex 2 " + missing + "0\n");
    EXPECT_EQ(refusalOf(array + "glClientActiveTexture(GL_TEXTURE1)\nglEnableClientState(GL_TEXTURE_COORD_ARRAY)\n"
                                "glTexCoordPointer(4,GL_FLOAT,8,*0)\nglClientActiveTexture(GL_TEXTURE0)\n"
                                "glDrawArrays(GL_TRIANGLES,0,2)\nglDrawArrays(GL_TRIANGLES,0,3)"),
              "bad.txt:10: glDrawArrays: vertex 2 " + missing + "2\n");
    EXPECT_EQ(refusalOf("glEnableVertexAttribArray(0)\nglVertexAttribPointer(0,2,GL_FLOAT,0,12,*0)\n"
                        "glDrawArrays(GL_TRIANGLES,0,3)"),
              "bad.txt:5: glDrawArrays: vertex 2 " + missing + "2\n");
}

TEST_F(GlPlayer, RefusesVerticesThatBufferObjectsDoNotHave) {
    putBuffers({bytesOf<float>({-1, -1, 0, -1, 0, 1}), bytesOf<uint16_t>({0, 1, 2, 3})});
    const std::string object =
        "glBindBuffer(GL_ARRAY_BUFFER,7)\nglBufferData(GL_ARRAY_BUFFER,24,*0,GL_STATIC_DRAW)\n"
        "glBindBuffer(GL_ELEMENT_ARRAY_BUFFER,8)\nglBufferData(GL_ELEMENT_ARRAY_BUFFER,8,*1,GL_STATIC_DRAW)\n"
        "glEnableClientState(GL_VERTEX_ARRAY)\nglVertexPointer(2,GL_FLOAT,0,0)\nglBindBuffer(GL_ARRAY_BUFFER,0)\n"
        "glDrawElements(GL_TRIANGLES,3,GL_UNSIGNED_SHORT,0)\n";
    EXPECT_EQ(refusalOf(object + "glDrawElements(GL_TRIANGLES,3,GL_UNSIGNED_SHORT,2)"),
              "bad.txt:11: glDrawElements: vertex 3 is not in the enabled arrays, which have 3\n");
    EXPECT_EQ(refusalOf(object + "glDrawElements(GL_TRIANGLES,3,GL_UNSIGNED_SHORT,4)"),
              "bad.txt:11: glDrawElements: indices end at 10 of a buffer object of 8 bytes\n");
    EXPECT_EQ(refusalOf(object + "glDrawArrays(GL_TRIANGLES,0,4)"),
              "bad.txt:11: glDrawArrays: vertex 3 is not in the enabled arrays, which have 3\n");
}

TEST_F(GlPlayer, ReportsWhatHasNoEffect) {
    put("noted.txt", "GLI0.t\nglViewport(0,0,16,16)\nglEnable(GL_POINTS)\nglEnable(GL_POINTS)\n#! LABEL here\n");
    const cli::ProgramResult result = play("noted.txt");
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.err,
              "cyclorama-glplayer: noted.txt:3: glEnable gives GL_INVALID_ENUM, and is without effect\n"
              "cyclorama-glplayer: noted.txt:5: the directive LABEL is not done\n");
}

TEST_F(GlPlayer, NeedsASize) {
    put("sizeless.txt", "GLI0.t\nglFlush()\n");
    const cli::ProgramResult result = play("sizeless.txt");
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err, "cyclorama-glplayer: sizeless.txt: says nothing of the size of its pictures; --size does\n");
    EXPECT_EQ(play("sizeless.txt", {"--size", "8x8"}).status, 0);
}

}  // namespace
}  // namespace cyclorama
