// SPDX-License-Identifier: MIT
#pragma once
// A film studio: a tiled knot and a perforated ball on a glossy turntable before a lit backdrop, glass, dust in the
// light, and a monitor that shows what a second camera sees.

#include <GLES2/gl2.h>

#include "program.h"

namespace gles_scene {

class Scene {
  public:
    Scene();
    /// Draws the scene at `degrees` of the turntable's rotation. `target` binds the framebuffer that the picture goes
    /// to and sets the viewport; it has depth and stencil.
    template <typename Target>
    void draw(float degrees, float aspect, GLsizei height, Target target) {
        drawMonitor(degrees);
        target();
        drawMain(degrees, aspect, height);
    }

  private:
    struct Camera {
        Vec3 eye;
        Mat4 viewProjection;
    };
    struct Material {
        GLuint texture;
        Vec3 tint;
        float shininess;
        float reflectivity;
        float opacity = 1;
    };

    void drawMonitor(float degrees);
    void drawMain(float degrees, float aspect, GLsizei height);
    void begin(const Camera& camera);
    void drawBackdrop(const Camera& camera);
    /// With `mirrored`, the exhibits as the turntable's top reflects them.
    void drawExhibits(const Camera& camera, float degrees, bool mirrored);
    void drawTurntable(const Camera& camera, float degrees);
    void drawShadow(const Camera& camera);
    void drawScreen(const Camera& camera);
    void drawGlass(const Camera& camera);
    void drawDust(const Camera& camera, GLsizei height);
    void drawSolid(const Shape& shape, const Mat4& model, const Material& material) const;
    void drawPlain(const Shape& shape, const Camera& camera, const Mat4& model, GLuint texture, Vec3 color,
                   float alpha) const;

    Program solid_;
    Program backdropProgram_;
    Program plain_;
    Program dustProgram_;
    Shape backdrop_;
    Shape knot_;
    Shape ball_;
    Shape disc_;
    Shape rim_;
    Shape quad_;
    GLuint tiles_;
    GLuint perforation_;
    GLuint white_;
    GLuint shadow_;
    GLuint studio_;
    GLuint dust_ = 0;
    Canvas monitor_;
};

}  // namespace gles_scene
