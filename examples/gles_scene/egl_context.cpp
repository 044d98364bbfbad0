// SPDX-License-Identifier: MIT
#include "egl_context.h"

#include <EGL/eglext.h>
#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <vector>

namespace gles_scene {
namespace {

void check(bool done, const char* call) {
    if (!done) throw std::runtime_error(fmt::format("{} fails: EGL error {:#x}", call, eglGetError()));
}

EGLConfig chooseConfig(EGLDisplay display, std::optional<uint32_t> visual, EGLint samples) {
    const std::array<EGLint, 17> wanted = {EGL_SURFACE_TYPE,
                                           visual ? EGL_WINDOW_BIT : 0,
                                           EGL_RENDERABLE_TYPE,
                                           EGL_OPENGL_ES2_BIT,
                                           EGL_RED_SIZE,
                                           8,
                                           EGL_GREEN_SIZE,
                                           8,
                                           EGL_BLUE_SIZE,
                                           8,
                                           EGL_DEPTH_SIZE,
                                           visual ? 24 : 0,
                                           EGL_STENCIL_SIZE,
                                           visual ? 8 : 0,
                                           EGL_SAMPLES,
                                           samples,
                                           EGL_NONE};
    std::vector<EGLConfig> configs(256);
    EGLint count = 0;
    check(eglChooseConfig(display, wanted.data(), configs.data(), static_cast<EGLint>(configs.size()), &count) != 0,
          "eglChooseConfig");
    configs.resize(static_cast<size_t>(count));
    for (EGLConfig config : configs) {
        EGLint id = 0;
        if (!visual) return config;
        if (eglGetConfigAttrib(display, config, EGL_NATIVE_VISUAL_ID, &id) != 0 && static_cast<uint32_t>(id) == *visual)
            return config;
    }
    throw std::runtime_error("the driver has no EGL configuration of 8 bits a channel and this number of samples");
}

}  // namespace

EglContext::EglContext(EGLenum platform, void* native, std::optional<uint32_t> visual, EGLint samples)
    : display_(eglGetPlatformDisplay(platform, native, nullptr)) {
    check(display_ != EGL_NO_DISPLAY, "eglGetPlatformDisplay");
    check(eglInitialize(display_, nullptr, nullptr) != 0, "eglInitialize");
    check(eglBindAPI(EGL_OPENGL_ES_API) != 0, "eglBindAPI");
    config_ = chooseConfig(display_, visual, samples);
    constexpr std::array<EGLint, 3> attributes = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    context_ = eglCreateContext(display_, config_, EGL_NO_CONTEXT, attributes.data());
    check(context_ != EGL_NO_CONTEXT, "eglCreateContext");
}

EglContext::~EglContext() {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglTerminate(display_);
}

EGLSurface EglContext::makeWindow(EGLNativeWindowType window) const {
    EGLSurface surface = eglCreateWindowSurface(display_, config_, window, nullptr);
    check(surface != EGL_NO_SURFACE, "eglCreateWindowSurface");
    return surface;
}

void EglContext::makeCurrent(EGLSurface surface) const {
    check(eglMakeCurrent(display_, surface, surface, context_) != 0, "eglMakeCurrent");
}

void EglContext::swap(EGLSurface surface) const { check(eglSwapBuffers(display_, surface) != 0, "eglSwapBuffers"); }

}  // namespace gles_scene
