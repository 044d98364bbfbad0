// SPDX-License-Identifier: MIT
#include "display.h"

#include <EGL/eglext.h>

#include <optional>
#include <stdexcept>

#include "egl_context.h"
#include "program.h"

namespace gles_scene {
namespace {

class Surfaceless : public Display {
  public:
    Surfaceless(GLsizei width, GLsizei height)
        : width_(width), height_(height), context_(EGL_PLATFORM_SURFACELESS_MESA, nullptr, std::nullopt, 0) {
        context_.makeCurrent(EGL_NO_SURFACE);
        canvas_.emplace(width, height);
    }

    GLsizei width() const override { return width_; }
    GLsizei height() const override { return height_; }
    void bind() override { canvas_->bind(); }
    void present() override { glFinish(); }

  private:
    GLsizei width_;
    GLsizei height_;
    EglContext context_;
    std::optional<Canvas> canvas_;
};

}  // namespace

std::unique_ptr<Display> openSurfaceless(GLsizei width, GLsizei height) {
    return std::make_unique<Surfaceless>(width, height);
}

std::vector<uint8_t> readPixels(GLsizei width, GLsizei height) {
    const auto rowBytes = static_cast<size_t>(width) * 4;
    std::vector<uint8_t> bottomUp(rowBytes * static_cast<size_t>(height));
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, bottomUp.data());
    std::vector<uint8_t> pixels;
    pixels.reserve(bottomUp.size());
    for (size_t row = static_cast<size_t>(height); row-- > 0;) {
        const auto begin = bottomUp.begin() + static_cast<std::ptrdiff_t>(row * rowBytes);
        pixels.insert(pixels.end(), begin, begin + static_cast<std::ptrdiff_t>(rowBytes));
    }
    return pixels;
}

}  // namespace gles_scene
