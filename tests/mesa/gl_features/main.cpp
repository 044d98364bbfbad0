// SPDX-License-Identifier: MIT
// Draws scenes, a frame each, on the screen: gl_features SCENE...

#include <EGL/egl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <stdexcept>
#include <string>

#include "gl.h"
#include "gles_scene/display.h"
#include "scenes.h"

namespace {

constexpr GLsizei kWidth = 160;
constexpr GLsizei kHeight = 120;

/// A context for OpenGL in the place of the current one, for the same window.
class Context {
  public:
    Context() {
        const EGLDisplay display = eglGetCurrentDisplay();
        const EGLSurface window = eglGetCurrentSurface(EGL_DRAW);
        EGLint number = 0;
        eglQueryContext(display, eglGetCurrentContext(), EGL_CONFIG_ID, &number);
        const std::array<EGLint, 3> wanted = {EGL_CONFIG_ID, number, EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        if (eglChooseConfig(display, wanted.data(), &config, 1, &count) == 0 || count == 0 ||
            eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT) == 0 ||
            eglBindAPI(EGL_OPENGL_API) == 0)
            throw std::runtime_error("there is no OpenGL");
        context_ = eglCreateContext(display, config, EGL_NO_CONTEXT, nullptr);
        if (eglMakeCurrent(display, window, window, context_) == 0)
            throw std::runtime_error("a context for OpenGL cannot be made");
    }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context() {
        const EGLDisplay display = eglGetCurrentDisplay();
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display, context_);
    }

  private:
    EGLContext context_ = EGL_NO_CONTEXT;
};

void drawScene(const std::string& name, const gl_features::Size& size) {
    const auto scene = std::ranges::find(gl_features::kScenes, name, &gl_features::Scene::name);
    if (scene == gl_features::kScenes.end()) throw std::runtime_error(fmt::format("there is no scene {}", name));
    glClearColor(0.2f, 0.2f, 0.2f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glPushAttrib(GL_ALL_ATTRIB_BITS);
    for (const GLenum matrix : {GLenum{GL_PROJECTION}, GLenum{GL_MODELVIEW}}) {
        glMatrixMode(matrix);
        glLoadIdentity();
    }
    scene->draw(size);
    glPopAttrib();
    if (const GLenum error = glGetError(); error != GL_NO_ERROR)
        throw std::runtime_error(fmt::format("scene {}: OpenGL's error {:#x}", name, error));
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const auto display = gles_scene::openScreen("/dev/dri/card0", kWidth, kHeight, 0);
        const Context context;
        fmt::print("{}\n", reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
        for (int i = 1; i < argc; ++i) {
            glViewport(0, 0, display->width(), display->height());
            drawScene(argv[i], {.width = display->width(), .height = display->height()});
            display->present();
        }
    } catch (const std::exception& error) {
        fmt::print(stderr, "gl_features: {}\n", error.what());
        return 1;
    }
    return 0;
}
