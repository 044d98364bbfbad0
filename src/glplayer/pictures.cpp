// SPDX-License-Identifier: MIT
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <fmt/format.h>

#include <array>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "glplayer/egl_setup.h"
#include "glplayer/gl_function.h"
#include "glplayer/window.h"

namespace cyclorama::glplayer {
namespace {

class Pictures final : public Window {
  public:
    Pictures(std::filesystem::path folder, const gltrace::FrameSize& size)
        : folder_(std::move(folder)),
          size_(size),
          egl_({.platform = EGL_PLATFORM_SURFACELESS_MESA,
                .native = nullptr,
                .surfaceType = EGL_PBUFFER_BIT,
                .visual = std::nullopt}) {
        const std::array<EGLint, 5> attributes = {EGL_WIDTH, static_cast<EGLint>(size_.width), EGL_HEIGHT,
                                                  static_cast<EGLint>(size_.height), EGL_NONE};
        surface_ = eglCreatePbufferSurface(egl_.display(), egl_.config(), attributes.data());
        checkEgl(surface_ != EGL_NO_SURFACE, "eglCreatePbufferSurface");
        std::filesystem::create_directories(folder_);
    }

    EGLDisplay display() const override { return egl_.display(); }
    EGLConfig config() const override { return egl_.config(); }
    EGLSurface surface() const override { return surface_; }

    void present(uint32_t frame) override {
        const std::vector<uint8_t> pixels = read();
        const std::filesystem::path path = folder_ / fmt::format("frame{:04}.ppm", frame);
        std::ofstream file(path, std::ios::binary);
        file << "P6\n" << size_.width << ' ' << size_.height << "\n255\n";
        for (size_t row = size_.height; row-- > 0;)
            for (size_t x = 0; x < size_.width; ++x)
                file.write(reinterpret_cast<const char*>(&pixels[4 * (row * size_.width + x)]), 3);
        file.close();
        if (!file) throw std::runtime_error(path.string() + " cannot be written");
    }

  private:
    /// RGBA, rows from below; the traced program's own state of reading stays.
    std::vector<uint8_t> read() const {
        std::vector<uint8_t> pixels(size_t{4} * size_.width * size_.height);
        functionOf<void(GLbitfield)>("glPushClientAttrib")(GL_CLIENT_PIXEL_STORE_BIT);
        auto* const pixelStore = functionOf<void(GLenum, GLint)>("glPixelStorei");
        pixelStore(GL_PACK_ALIGNMENT, 4);
        for (const int name : {GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS, GL_PACK_SWAP_BYTES})
            pixelStore(static_cast<GLenum>(name), 0);
        functionOf<void(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void*)>("glReadPixels")(
            0, 0, static_cast<GLsizei>(size_.width), static_cast<GLsizei>(size_.height), GL_RGBA, GL_UNSIGNED_BYTE,
            pixels.data());
        functionOf<void()>("glPopClientAttrib")();
        return pixels;
    }

    std::filesystem::path folder_;
    gltrace::FrameSize size_;
    EglSetup egl_;
    EGLSurface surface_ = EGL_NO_SURFACE;
};

}  // namespace

std::unique_ptr<Window> openPictures(const std::filesystem::path& folder, const gltrace::FrameSize& size) {
    return std::make_unique<Pictures>(folder, size);
}

}  // namespace cyclorama::glplayer
