// SPDX-License-Identifier: MIT
#pragma once
// The contexts of a traced program, by the names that the trace has for them.

#include <EGL/egl.h>

#include <map>
#include <string>

#include "glplayer/window.h"

namespace cyclorama::glplayer {

class Contexts {
  public:
    /// Makes a context current, for traces that begin before theirs or name none. Throws std::runtime_error where the
    /// driver has no context of OpenGL with fixed functions.
    explicit Contexts(const Window& window);
    Contexts(const Contexts&) = delete;
    Contexts& operator=(const Contexts&) = delete;
    ~Contexts();

    /// Makes a context current, a new one where the name is new; the first name is that of the first context.
    void makeCurrent(const std::string& name);
    /// A new context will share its objects with another.
    void share(const std::string& with, const std::string& name);
    /// Forgets the context: another may have its name.
    void remove(const std::string& name);

  private:
    EGLContext create(EGLContext shared) const;
    void use(EGLContext context);

    const Window& window_;
    std::map<std::string, EGLContext> contexts_;
    /// Name of a context that is not there yet, and of the one whose objects it shares.
    std::map<std::string, std::string> shares_;
    /// Current from the start; without a name until one is made current.
    EGLContext first_ = EGL_NO_CONTEXT;
    EGLContext current_ = EGL_NO_CONTEXT;
    bool firstIsNamed_ = false;
};

}  // namespace cyclorama::glplayer
