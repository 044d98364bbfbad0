// SPDX-License-Identifier: MIT
#include "glplayer/egl_setup.h"

#include <EGL/eglext.h>
#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <vector>

namespace cyclorama::glplayer {
namespace {

EGLConfig chooseConfig(EGLDisplay display, const EglSetup::Request& request) {
    const std::array<EGLint, 15> wanted = {EGL_SURFACE_TYPE,
                                           request.surfaceType,
                                           EGL_RENDERABLE_TYPE,
                                           EGL_OPENGL_BIT,
                                           EGL_RED_SIZE,
                                           8,
                                           EGL_GREEN_SIZE,
                                           8,
                                           EGL_BLUE_SIZE,
                                           8,
                                           EGL_DEPTH_SIZE,
                                           24,
                                           EGL_STENCIL_SIZE,
                                           8,
                                           EGL_NONE};
    std::vector<EGLConfig> configs(256);
    EGLint count = 0;
    checkEgl(eglChooseConfig(display, wanted.data(), configs.data(), static_cast<EGLint>(configs.size()), &count) != 0,
             "eglChooseConfig");
    configs.resize(static_cast<size_t>(count));
    const auto value = [display](EGLConfig config, EGLint attribute) {
        EGLint found = 0;
        eglGetConfigAttrib(display, config, attribute, &found);
        return found;
    };
    for (EGLConfig config : configs) {
        // Windows of the traced programs had 8 bits a channel, and no alpha.
        const bool fits = request.visual ? static_cast<uint32_t>(value(config, EGL_NATIVE_VISUAL_ID)) == *request.visual
                                         : value(config, EGL_RED_SIZE) == 8 && value(config, EGL_ALPHA_SIZE) == 0;
        if (fits) return config;
    }
    throw std::runtime_error(
        "the driver has no EGL configuration for OpenGL of 8 bits a channel, 24 of depth and 8 of stencil");
}

}  // namespace

void checkEgl(bool done, const char* call) {
    if (!done) throw std::runtime_error(fmt::format("{} fails: EGL error {:#x}", call, eglGetError()));
}

EglSetup::EglSetup(const Request& request)
    : display_(eglGetPlatformDisplay(request.platform, request.native, nullptr)) {
    checkEgl(display_ != EGL_NO_DISPLAY, "eglGetPlatformDisplay");
    checkEgl(eglInitialize(display_, nullptr, nullptr) != 0, "eglInitialize");
    if (eglBindAPI(EGL_OPENGL_API) == 0) throw std::runtime_error("the driver has no OpenGL, only OpenGL ES");
    config_ = chooseConfig(display_, request);
}

EglSetup::~EglSetup() {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglTerminate(display_);
}

}  // namespace cyclorama::glplayer
