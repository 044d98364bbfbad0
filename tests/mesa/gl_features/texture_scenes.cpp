// SPDX-License-Identifier: MIT
#include <vector>

#include "gl.h"
#include "scenes.h"

namespace gl_features {
namespace {

constexpr GLsizei kTexels = 32;
constexpr int kTilesAcross = 4;

/// Numbers that look like none in particular, the same each time.
class Noise {
  public:
    GLubyte byte() {
        state_ = state_ * 1664525 + 1013904223;
        return static_cast<GLubyte>(state_ >> 24);
    }

  private:
    GLuint state_ = 7;
};

/// Places for textures, row by row from below.
class Tiles {
  public:
    Tiles() {
        glEnable(GL_TEXTURE_2D);
        glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    }
    void start() {
        glGenTextures(1, &texture_);
        glBindTexture(GL_TEXTURE_2D, texture_);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    void show() {
        const float left = -1 + 0.5f * static_cast<float>(column_);
        const float low = -1 + 0.5f * static_cast<float>(row_);
        if (++column_ == kTilesAcross) {
            column_ = 0;
            ++row_;
        }
        glBegin(GL_TRIANGLE_FAN);
        for (int corner = 0; corner < 4; ++corner) {
            const auto x = static_cast<float>(corner == 1 || corner == 2);
            const auto y = static_cast<float>(corner >= 2);
            glTexCoord2f(x, y);
            // Centres of pixels lie on no edge of a texel.
            glVertex2f(left + 0.473f * x, low + 0.473f * y);
        }
        glEnd();
        glDeleteTextures(1, &texture_);
    }

  private:
    GLuint texture_ = 0;
    int column_ = 0;
    int row_ = 0;
};

/// Blocks of any bytes: all of them mean something in these formats.
void putBlocks(GLenum format, GLsizei blockBytes, Noise& noise) {
    std::vector<GLubyte> blocks(static_cast<size_t>(kTexels / 4 * (kTexels / 4) * blockBytes));
    for (GLubyte& byte : blocks) byte = noise.byte();
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, format, kTexels, kTexels, 0, static_cast<GLsizei>(blocks.size()),
                           blocks.data());
}

}  // namespace

/// DXT1, DXT3 and DXT5, their alpha over what is there; a part that is replaced, and a level that is read back.
void showCompressedTextures(const Size&) {
    Tiles tiles;
    Noise noise;
    struct Kind {
        GLenum format;
        GLsizei blockBytes;
    };
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    for (const Kind& kind : {Kind{GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 8}, Kind{GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 8},
                             Kind{GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, 16}, Kind{GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 16}}) {
        tiles.start();
        putBlocks(kind.format, kind.blockBytes, noise);
        tiles.show();
        tiles.start();
        putBlocks(kind.format, kind.blockBytes, noise);
        std::vector<GLubyte> part(static_cast<size_t>(6 * kind.blockBytes), 0x3c);
        glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 8, 12, 12, 8, kind.format, static_cast<GLsizei>(part.size()),
                                  part.data());
        tiles.show();
    }
    tiles.start();
    putBlocks(GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 16, noise);
    std::vector<GLubyte> blocks(size_t{kTexels / 4} * (kTexels / 4) * 16);
    glGetCompressedTexImage(GL_TEXTURE_2D, 0, blocks.data());
    tiles.show();
    tiles.start();
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, kTexels, kTexels, 0,
                           static_cast<GLsizei>(blocks.size()), blocks.data());
    tiles.show();
}

/// Formats of several sizes and kinds, their texels given as floats.
void showTextureFormats(const Size&) {
    Tiles tiles;
    Noise noise;
    std::vector<GLfloat> texels(size_t{kTexels} * kTexels * 4);
    for (GLfloat& component : texels) component = static_cast<GLfloat>(noise.byte() >> 4) / 15;
    for (const GLint format :
         {GL_RGBA16, GL_LUMINANCE16, GL_LUMINANCE16_ALPHA16, GL_INTENSITY16, GL_INTENSITY8, GL_ALPHA16, GL_RGB8,
          GL_LUMINANCE8_ALPHA8, GL_LUMINANCE8, GL_SRGB8_ALPHA8, GL_SLUMINANCE8}) {
        tiles.start();
        glTexImage2D(GL_TEXTURE_2D, 0, format, kTexels, kTexels, 0, GL_RGBA, GL_FLOAT, texels.data());
        tiles.show();
    }
}

/// Copies between formats by the frame's blits and by copies to textures of other formats.
void copyBetweenFormats(const Size& size) {
    GLuint texture = 0;
    GLuint framebuffer = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA16, size.width, size.height, 0, GL_RGBA, GL_FLOAT, nullptr);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glClearColor(0.5f, 0.25f, 0.1f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    for (int i = 0; i < 8; ++i) {
        glColor3f(0.1f * static_cast<float>(i), 0.8f, 0.3f);
        rectangle(-1 + 0.2f * static_cast<float>(i), -0.9f, -0.9f + 0.2f * static_cast<float>(i),
                  0.1f * static_cast<float>(i));
    }
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glEnable(GL_SCISSOR_TEST);
    glScissor(10, 10, 120, 90);
    glBlitFramebuffer(0, 0, size.width, size.height, 0, 0, size.width, size.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glScissor(20, 70, 100, 50);
    glBlitFramebuffer(0, 0, size.width, size.height, size.width, size.height, 20, 40, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glDisable(GL_SCISSOR_TEST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    glBindTexture(GL_TEXTURE_2D, texture);
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE8, 0, 0, 64, 64, 0);
    glEnable(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBegin(GL_TRIANGLE_FAN);
    for (int corner = 0; corner < 4; ++corner) {
        const auto x = static_cast<float>(corner == 1 || corner == 2);
        const auto y = static_cast<float>(corner >= 2);
        glTexCoord2f(x, y);
        glVertex2f(0.2f + 0.8f * x, -1 + 0.9f * y);
    }
    glEnd();
    glDeleteTextures(1, &texture);
}

}  // namespace gl_features
