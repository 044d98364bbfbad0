// SPDX-License-Identifier: MIT
#include <cmath>
#include <vector>

#include "gl.h"
#include "scenes.h"

namespace gl_features {
namespace {

constexpr const char* kPassVertex =
    "#version 120\nvarying vec2 place;\nvoid main() {\n  gl_Position = gl_Vertex;\n"
    "  place = gl_Vertex.xy * 0.5 + 0.5;\n}\n";

GLuint makeTexture(GLenum target) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(target, texture);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return texture;
}

/// A framebuffer that is bound as long as this lives.
class Framebuffer {
  public:
    Framebuffer() {
        glGenFramebuffers(1, &number_);
        glBindFramebuffer(GL_FRAMEBUFFER, number_);
    }
    Framebuffer(const Framebuffer&) = delete;
    Framebuffer& operator=(const Framebuffer&) = delete;
    ~Framebuffer() {
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glDeleteFramebuffers(1, &number_);
    }

  private:
    GLuint number_ = 0;
};

void texturedRectangle(float left, float low, float right, float high) {
    glBegin(GL_TRIANGLE_FAN);
    glTexCoord2f(0, 0);
    glVertex2f(left, low);
    glTexCoord2f(1, 0);
    glVertex2f(right, low);
    glTexCoord2f(1, 1);
    glVertex2f(right, high);
    glTexCoord2f(0, 1);
    glVertex2f(left, high);
    glEnd();
}

}  // namespace

/// Bars as long as the samples that passed, and rectangles that depend on them.
void showCounts(const Size& size) {
    constexpr int kQueries = 6;
    std::array<GLuint, kQueries> queries{};
    glGenQueries(kQueries, queries.data());
    glEnable(GL_DEPTH_TEST);
    glColor3f(0.1f, 0.2f, 0.5f);
    rectangle(-0.3f, -1, 0.6f, 1, 0);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    // Equations that differ take two passes, of which one counts.
    glBlendEquationSeparate(GL_FUNC_ADD, GL_MAX);
    std::array<GLuint, kQueries> counts{};
    for (int i = 0; i < kQueries; ++i) {
        const float low = -0.9f + 0.3f * static_cast<float>(i);
        glBeginQuery(GL_SAMPLES_PASSED, queries[static_cast<size_t>(i)]);
        glColor3f(0.1f, 0.1f, 0);
        rectangle(-0.9f, low, 0.1f + 0.15f * static_cast<float>(i), low + 0.2f, i % 2 == 0 ? 0.5f : -0.5f);
        if (i == 4) rectangle(-0.2f, low, 0.2f, low + 0.1f, -0.2f);
        glEndQuery(GL_SAMPLES_PASSED);
    }
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    for (int i = 0; i < kQueries; ++i) {
        const auto at = static_cast<size_t>(i);
        glGetQueryObjectuiv(queries[at], GL_QUERY_RESULT, &counts[at]);
        const float low = -0.7f + 0.3f * static_cast<float>(i);
        const float share = static_cast<float>(counts[at]) / static_cast<float>(size.width * size.height);
        glColor3f(1, 0.5f, 0);
        rectangle(-1, low, -1 + 10 * share, low + 0.08f);
    }
    glDeleteQueries(kQueries, queries.data());
}

/// Three colour buffers that one program gives three colours, one of them masked out of the second draw.
void drawToSeveralBuffers(const Size& size) {
    std::array<GLuint, 3> textures{};
    {
        const Framebuffer framebuffer;
        for (size_t i = 0; i < textures.size(); ++i) {
            textures[i] = makeTexture(GL_TEXTURE_2D);
            glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size.width, size.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
            glFramebufferTexture2D(GL_FRAMEBUFFER, static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + i), GL_TEXTURE_2D,
                                   textures[i], 0);
        }
        const std::array<GLenum, 3> all = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2};
        glDrawBuffers(3, all.data());
        glClearColor(0.2f, 0.4f, 0.1f, 0.5f);
        glClear(GL_COLOR_BUFFER_BIT);
        useProgram(
            kPassVertex,
            "#version 120\nvarying vec2 place;\nvoid main() {\n  gl_FragData[0] = vec4(place, 0, 1);\n"
            "  gl_FragData[1] = vec4(0, place.y, place.x, 1);\n  gl_FragData[2] = vec4(1, 0.5, place.x, 0.3);\n}\n");
        rectangle(-0.8f, -0.8f, 0.8f, 0.3f);
        const std::array<GLenum, 3> some = {GL_COLOR_ATTACHMENT0, GL_NONE, GL_COLOR_ATTACHMENT2};
        glDrawBuffers(3, some.data());
        glEnable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_ONE);
        rectangle(-0.2f, -0.5f, 0.9f, 0.9f);
        glDisable(GL_BLEND);
        glUseProgram(0);
        glColor4f(0.9f, 0.1f, 0.1f, 1);
        // Fixed functions give all buffers one colour.
        glDrawBuffers(3, all.data());
        rectangle(-0.95f, 0.6f, -0.3f, 0.9f);
    }
    glEnable(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    for (size_t i = 0; i < textures.size(); ++i) {
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        const float left = -1 + 2 * static_cast<float>(i) / 3;
        texturedRectangle(left, -1, left + 0.66f, 1);
    }
    glDeleteTextures(3, textures.data());
}

/// Spheres that cut each other, by depths that programs write; grey by the w of the place.
void writeDepth(const Size& size) {
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    const GLuint program = useProgram(
        kPassVertex,
        "#version 120\nvarying vec2 place;\nuniform vec3 centre;\nvoid main() {\n  vec2 off = place - centre.xy;\n"
        "  float height = 0.09 - dot(off, off);\n  if (height < 0.0) discard;\n"
        "  gl_FragDepth = centre.z - sqrt(height);\n  gl_FragColor = vec4(centre.xy, height * 10.0, 1);\n}\n");
    const GLint centre = glGetUniformLocation(program, "centre");
    for (int i = 0; i < 7; ++i) {
        const float turn = static_cast<float>(i);
        glUniform3f(centre, 0.5f + 0.25f * std::cos(turn), 0.5f + 0.25f * std::sin(turn * 2), 0.6f + 0.03f * turn);
        rectangle(-1, -1, 1, 1, i % 2 == 0 ? 0.9f : -0.9f);
    }
    useProgram("#version 120\nvoid main() { gl_Position = gl_Vertex * gl_Vertex.w; gl_Position.w = gl_Vertex.w; }\n",
               "#version 120\nvoid main() { gl_FragColor = vec4(gl_FragCoord.w, gl_FragCoord.xy / 200.0, 1); }\n");
    glBegin(GL_TRIANGLE_FAN);
    glVertex4f(-1, 0.7f, 0.7f, 1);
    glVertex4f(1, 0.7f, 0.7f, 5);
    glVertex4f(1, 1, 0.7f, 5);
    glVertex4f(-1, 1, 0.7f, 1);
    glEnd();
    glUseProgram(0);
    (void)size;
}

/// Slices of a volume, each drawn to, then sampled across; and a line of one dimension.
void drawToVolumes(const Size& size) {
    constexpr GLsizei kEdge = 32;
    constexpr GLsizei kDepth = 8;
    const GLuint volume = makeTexture(GL_TEXTURE_3D);
    const std::vector<GLubyte> grey(size_t{kEdge} * kEdge * kDepth * 4, 90);
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, kEdge, kEdge, kDepth, 0, GL_RGBA, GL_UNSIGNED_BYTE, grey.data());
    const GLuint line = makeTexture(GL_TEXTURE_1D);
    glTexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, kEdge, 0, GL_RGBA, GL_UNSIGNED_BYTE, grey.data());
    {
        const Framebuffer framebuffer;
        glViewport(0, 0, kEdge, kEdge);
        for (const int slice : {0, 5, 2, 7, 5}) {
            glFramebufferTexture3D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_3D, volume, 0, slice);
            const float turn = static_cast<float>(slice);
            glColor3f(turn / 8, 1 - turn / 8, 0.5f + 0.4f * std::sin(turn));
            rectangle(-0.9f, -0.1f * turn, 0.2f + 0.1f * turn, 0.8f);
        }
        glFramebufferTexture1D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_1D, line, 0);
        glViewport(0, 0, kEdge, 1);
        glColor3f(1, 0.3f, 0.1f);
        rectangle(-0.5f, -1, 0.25f, 1);
    }
    glViewport(0, 0, size.width, size.height);
    useProgram(
        kPassVertex,
        "#version 120\nuniform sampler3D volume;\nvarying vec2 place;\nvoid main() {\n"
        "  vec2 tile = floor(place * vec2(4, 2));\n"
        "  gl_FragColor = texture3D(volume, vec3(fract(place * vec2(4, 2)), (tile.x + 4.0 * tile.y + 0.5) / 8.0));\n"
        "}\n");
    glBindTexture(GL_TEXTURE_3D, volume);
    rectangle(-1, -1, 1, 0.8f);
    glUseProgram(0);
    glEnable(GL_TEXTURE_1D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glBindTexture(GL_TEXTURE_1D, line);
    texturedRectangle(-1, 0.85f, 1, 1);
    glDeleteTextures(1, &volume);
    glDeleteTextures(1, &line);
}

}  // namespace gl_features
