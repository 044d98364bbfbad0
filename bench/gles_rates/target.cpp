// SPDX-License-Identifier: MIT
#include "target.h"

#include <GLES2/gl2ext.h>

#include <cstddef>
#include <stdexcept>

namespace gles_rates {

GLuint makeTexture(Size size, const void* pixels) {
    GLuint name = 0;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    for (const GLenum filter : {GLenum{GL_TEXTURE_MIN_FILTER}, GLenum{GL_TEXTURE_MAG_FILTER}})
        glTexParameteri(GL_TEXTURE_2D, filter, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, size.width, size.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    return name;
}

void bindTarget(Size size, bool depth) {
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, makeTexture(size, nullptr), 0);
    if (depth) {
        GLuint buffer = 0;
        glGenRenderbuffers(1, &buffer);
        glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8_OES, size.width, size.height);
        for (const GLenum attachment : {GLenum{GL_DEPTH_ATTACHMENT}, GLenum{GL_STENCIL_ATTACHMENT}})
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
    }
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw std::runtime_error("the driver refuses a framebuffer");
    glViewport(0, 0, size.width, size.height);
}

void bindVertices(const std::vector<Vertex>& vertices) {
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(Vertex)), vertices.data(),
                 GL_STATIC_DRAW);
    const auto attribute = [](GLuint index, size_t offset) {
        glEnableVertexAttribArray(index);
        glVertexAttribPointer(index, 4, GL_FLOAT, GL_FALSE, sizeof(Vertex),
                              reinterpret_cast<const void*>(offset));  // NOLINT(performance-no-int-to-ptr)
    };
    attribute(0, offsetof(Vertex, position));
    attribute(2, offsetof(Vertex, coordinates));
}

std::vector<Vertex> wholeTarget(float right, float top) {
    return {{{-1, -1, 0, 1}, {0, 0, 0, 1}},
            {{1, -1, 0, 1}, {right, 0, 0, 1}},
            {{1, 1, 0, 1}, {right, top, 0, 1}},
            {{-1, 1, 0, 1}, {0, top, 0, 1}}};
}

std::vector<Vertex> oneTriangle(float right, float top) {
    return {{{-1, -1, 0, 1}, {0, 0, 0, 1}}, {{3, -1, 0, 1}, {2 * right, 0, 0, 1}}, {{-1, 3, 0, 1}, {0, 2 * top, 0, 1}}};
}

}  // namespace gles_rates
