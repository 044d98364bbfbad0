// SPDX-License-Identifier: MIT
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "gl.h"
#include "scenes.h"

namespace gl_features {
namespace {

constexpr GLsizei kBorderedEdge = 8;

struct BorderFormat {
    GLint format;
    GLenum components;
    size_t count;
    GLenum type;
};

/// A texture of equal texels, and a border of another colour beyond its lower and upper edge.
GLuint textureOf(const BorderFormat& format) {
    constexpr std::array<GLfloat, 4> kBorder = {102 / 127.0f, 51 / 127.0f, 25 / 127.0f, 1};
    const std::vector<GLbyte> texels(format.count * kBorderedEdge * kBorderedEdge, 0x40);
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, format.format, kBorderedEdge, kBorderedEdge, 0, format.components, format.type,
                 texels.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, kBorder.data());
    return texture;
}

/// Twice as high as the texture, which is in the middle.
void show(GLfloat left, GLfloat low) {
    glBegin(GL_TRIANGLE_FAN);
    for (int corner = 0; corner < 4; ++corner) {
        const auto x = static_cast<GLfloat>(corner == 1 || corner == 2);
        const auto y = static_cast<GLfloat>(corner >= 2);
        glTexCoord2f(x, 2 * y - 0.5f);
        // Centres of pixels lie on no edge of a texel.
        glVertex2f(left + 0.473f * x, low + 0.573f * y);
    }
    glEnd();
}

const std::string kVertex = R"(#version 130
out vec2 place;
void main() { gl_Position = ftransform(); place = gl_MultiTexCoord0.xy; })";

std::string fragmentOf(const std::string& lookup) {
    return "#version 130\n#extension GL_ARB_texture_gather : require\nin vec2 place;\nuniform sampler2D image;\n"
           "void main() { gl_FragColor = vec4(" +
           lookup + ".rgb, 1); }";
}

}  // namespace

void showBorders(const Size&) {
    const std::array formats = {
        BorderFormat{GL_RGBA8, GL_RGBA, 4, GL_UNSIGNED_BYTE}, BorderFormat{GL_RG8_SNORM, GL_RG, 2, GL_BYTE},
        BorderFormat{GL_R8_SNORM, GL_RED, 1, GL_BYTE}, BorderFormat{GL_RGBA8_SNORM, GL_RGBA, 4, GL_BYTE}};
    GLfloat low = -1;
    for (const auto& [filter, lookup] :
         {std::pair{GL_NEAREST, "texture2D(image, place)"}, std::pair{GL_LINEAR, "texture2D(image, place)"},
          std::pair{GL_NEAREST, "textureGather(image, place)"}}) {
        useProgram(kVertex, fragmentOf(lookup));
        GLfloat left = -1;
        for (const BorderFormat& format : formats) {
            GLuint texture = textureOf(format);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
            show(left, low);
            glDeleteTextures(1, &texture);
            left += 0.5f;
        }
        low += 0.65f;
    }
}

}  // namespace gl_features
