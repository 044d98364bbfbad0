// SPDX-License-Identifier: MIT
#pragma once
// A small picture of many things that OpenGL ES 2 can do, for captures that stay small.

#include <memory>

#include "gles_scene/display.h"
#include "gles_scene/program.h"

namespace medley {

class Medley {
  public:
    /// Needs a current context. Throws std::runtime_error where the driver refuses something.
    Medley();
    /// A frame of the display, not yet presented.
    void draw(gles_scene::Display& display, int frame);

  private:
    void drawCanvas(float turn);
    void drawBackground();
    void drawKnot(float turn);
    void drawReflection();
    void drawBlended();
    void drawHoles();
    void drawCopy(gles_scene::Display& display);
    void drawPrimitives();
    void drawPlain(GLuint texture, const shapes::Mat4& place, shapes::Vec3 color, float alpha);

    gles_scene::Program lit_;
    gles_scene::Program plain_;
    gles_scene::Program looping_;
    gles_scene::Shape knot_;
    gles_scene::Shape ball_;
    gles_scene::Shape quad_;
    GLuint mipmapped_;
    GLuint odd_;
    GLuint compressed_;
    GLuint cube_;
    GLuint copy_;
    GLuint points_ = 0;
    gles_scene::Canvas canvas_;
};

}  // namespace medley
