// SPDX-License-Identifier: MIT
#include "glplayer/contexts.h"

#include "glplayer/egl_setup.h"

namespace cyclorama::glplayer {

Contexts::Contexts(const Window& window) : window_(window), first_(create(EGL_NO_CONTEXT)) { use(first_); }

Contexts::~Contexts() {
    eglMakeCurrent(window_.display(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    for (const auto& [name, context] : contexts_)
        if (context != first_) eglDestroyContext(window_.display(), context);
    eglDestroyContext(window_.display(), first_);
}

EGLContext Contexts::create(EGLContext shared) const {
    // Without attributes: OpenGL with all that it ever had.
    EGLContext context = eglCreateContext(window_.display(), window_.config(), shared, nullptr);
    checkEgl(context != EGL_NO_CONTEXT, "eglCreateContext");
    return context;
}

void Contexts::use(EGLContext context) {
    if (context == current_) return;
    checkEgl(eglMakeCurrent(window_.display(), window_.surface(), window_.surface(), context) != 0, "eglMakeCurrent");
    current_ = context;
}

void Contexts::makeCurrent(const std::string& name) {
    auto found = contexts_.find(name);
    if (found == contexts_.end()) {
        EGLContext context = first_;
        if (firstIsNamed_) {
            const auto share = shares_.find(name);
            const auto other = share == shares_.end() ? contexts_.end() : contexts_.find(share->second);
            context = create(other == contexts_.end() ? EGL_NO_CONTEXT : other->second);
        }
        firstIsNamed_ = true;
        found = contexts_.emplace(name, context).first;
    }
    use(found->second);
}

void Contexts::share(const std::string& with, const std::string& name) {
    if (!firstIsNamed_) makeCurrent(with);
    shares_[name] = with;
}

void Contexts::remove(const std::string& name) {
    const auto found = contexts_.find(name);
    if (found == contexts_.end()) return;
    // A current context is destroyed only after another is made current; contexts that share with it keep it alive.
    contexts_.extract(found);
    shares_.erase(name);
}

}  // namespace cyclorama::glplayer
